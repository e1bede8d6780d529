//! What threads say where they meet, in events.

use std::collections::BTreeMap;
use std::sync::Arc;

use crate::program::symbolic::{EventId, FALSE, GuardId, TRUE};

use super::cells::Datum;
use super::emit::Emitter;
use super::graph::{Given, Meet, Node, What};
use super::meetings::Meeting;
use super::ways::Here;

/// What a thread says at a round, when, and what that comes from.
#[derive(Debug, Clone, Default)]
pub struct Said {
    /// What it says.
    pub options: BTreeMap<Datum, GuardId>,
    /// When it comes.
    pub comes: Option<GuardId>,
    /// When it goes on.
    pub goes: Option<GuardId>,
    /// The reads that what it says is computed from.
    pub reads: BTreeMap<EventId, GuardId>,
    /// The reads that decided that it comes.
    pub decided: BTreeMap<EventId, GuardId>,
    /// Whether it waits for the others.
    pub waits: bool,
    /// Whether it comes by what orders no memory, or may not be done.
    pub loose: bool,
    /// Where it goes on from there, when, should it go on.
    pub stands: BTreeMap<usize, GuardId>,
    /// Whether some of these do not tell how often it wrote what all who meet there look at.
    pub settled: bool,
    /// How often it met others before, where some of these meetings wait for nobody who has exited, and when it comes so.
    pub behind: Vec<(Arc<BTreeMap<Meeting, u32>>, GuardId)>,
}

impl Emitter<'_> {
    /// Keeps what a thread says where it meets others.
    pub fn say(
        &mut self,
        thread: usize,
        node: &Node,
        here: &Here,
        (comes, goes): (GuardId, GuardId),
    ) {
        let What::Meet(meet) = &node.what else {
            return;
        };
        let name = self.know.name(meet.with, meet.round);
        let mut said = self.said.remove(&(name, thread)).unwrap_or_default();
        let symbolic = &mut self.out.symbolic;
        let mut join = |known: Option<GuardId>, more: GuardId| {
            known.map_or(more, |known| symbolic.or(known, more))
        };
        said.waits |= !meet.arrives;
        said.loose |= !meet.orders || node.guard != 0;
        said.comes = Some(join(said.comes, comes));
        said.goes = Some(join(said.goes, goes));
        if node.rounds.keys().any(Meeting::spares) {
            said.behind.push((Arc::clone(&node.rounds), comes));
        }
        if let Some((datum, _)) = meet.says {
            let known = said.options.get(&datum).copied();
            said.options.insert(datum, join(known, comes));
        }
        let data = meet.says.map_or(0, |(_, data)| data);
        for (read, when) in Self::dependencies(here, data) {
            let when = self.out.symbolic.and(when, comes);
            let known = said.reads.get(&read).copied().unwrap_or(FALSE);
            said.reads.insert(read, self.out.symbolic.or(known, when));
        }
        self.decide(&mut said.decided, node, here, comes);
        self.said.insert((name, thread), said);
        if let Some(left) = self.expected.get_mut(&(name, thread)) {
            *left -= 1;
        }
    }

    /// Keeps what decided that a thread comes to a node.
    pub fn decide(
        &mut self,
        decided: &mut BTreeMap<EventId, GuardId>,
        node: &Node,
        here: &Here,
        comes: GuardId,
    ) {
        let guards = Self::dependencies(here, node.guard);
        for (read, when) in here.decided.clone().into_iter().chain(guards) {
            let when = self.out.symbolic.and(when, comes);
            let known = decided.get(&read).copied().unwrap_or(FALSE);
            decided.insert(read, self.out.symbolic.or(known, when));
        }
    }

    /// What a thread hears from others comes from what they read; that it goes on, where nothing else orders it after
    /// them, from what decided that they come.
    pub fn listen(&mut self, thread: usize, node: &Node, meet: &Meet, here: &mut Here) {
        let name = self.know.name(meet.with, meet.round);
        if let Some(bit) = node.bit {
            here.reads.retain(|(known, _), _| *known != bit);
            for other in &node.heard {
                if let Some(said) = self.said.get(&(name, *other)) {
                    let reads = said.reads.iter();
                    // What decided what it says, it tells as well.
                    for (read, when) in reads.chain(&said.decided) {
                        let key = (bit, *read);
                        let known = here.reads.get(&key).copied().unwrap_or(FALSE);
                        here.reads.insert(key, self.out.symbolic.or(known, *when));
                    }
                }
            }
        }
        if meet.orders {
            return;
        }
        for other in meet.with.group(self.setup, thread) {
            let said = self.said.get(&(name, other)).filter(|_| other != thread);
            let decided = said.map(|said| said.decided.clone()).unwrap_or_default();
            for (read, when) in decided {
                let known = here.decided.get(&read).copied().unwrap_or(FALSE);
                here.decided.insert(read, self.out.symbolic.or(known, when));
            }
        }
    }

    /// Keeps where a thread goes on from where it meets others.
    pub fn lead(&mut self, thread: usize, node: &Node, meet: &Meet, comes: GuardId) {
        let name = self.know.name(meet.with, meet.round);
        for edge in &node.edges {
            let Some(stand) = edge.stand else { continue };
            let given = self.given(name, &edge.given);
            let when = self.out.symbolic.and(comes, given);
            let said = self.said.entry((name, thread)).or_default();
            said.settled |= stand.settled;
            let known = said.stands.get(&stand.number).copied().unwrap_or(FALSE);
            let known = self.out.symbolic.or(known, when);
            said.stands.insert(stand.number, known);
        }
    }

    /// When a thread comes to a round.
    #[must_use]
    pub fn coming(&self, name: i64, thread: usize) -> GuardId {
        let said = self.said.get(&(name, thread));
        said.and_then(|said| said.comes).unwrap_or(FALSE)
    }

    /// When others say one of these.
    pub fn given(&mut self, name: i64, cases: &[Given]) -> GuardId {
        if cases.is_empty() {
            return TRUE;
        }
        let mut any = FALSE;
        for case in cases {
            let mut all = TRUE;
            for (who, says) in case {
                let said = self.said.get(&(name, *who));
                let comes = said.and_then(|said| said.comes).unwrap_or(FALSE);
                let option = |says: &Datum| {
                    let option = said.and_then(|said| said.options.get(says));
                    option.copied().unwrap_or(FALSE)
                };
                let mut one = FALSE;
                for says in says {
                    let so = match says {
                        Some(says) => option(says),
                        None => self.out.symbolic.not(comes),
                    };
                    one = self.out.symbolic.or(one, so);
                }
                all = self.out.symbolic.and(all, one);
            }
            any = self.out.symbolic.or(any, all);
        }
        any
    }
}
