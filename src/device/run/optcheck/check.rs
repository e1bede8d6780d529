//! What is expected of a kernel, beside what it is.

use std::collections::{BTreeMap, BTreeSet};

use super::super::emit::frame::marker;
use super::super::emit::layout::Layout;
use super::automaton::{Automaton, Places};
use super::depend::{Depends, depends};
use super::expect::{Expected, expected};
use super::flow::{Flow, defined};
use super::graph::{is_in_loop, next};
use super::known::{Known, branch, free, sign};
use super::lost::{Lost, What, text};
use super::packed::unpack;
use super::sass::{Code, Sass, counts_unseen, kernel, starts, word};

/// The most moments of one thread that are looked at.
const MOST: usize = 100_000;

/// Compares the machine code of a test with what it should be.
///
/// Whatever way the code goes, its words must be those of a way through the thread; each word of the thread must be
/// said somewhere, and in a loop if it stands in one.
///
/// # Errors
///
/// The text is no machine code of the test.
pub fn check(layout: &Layout<'_>, disassembly: &str) -> Result<Vec<Lost>, String> {
    let mut code = kernel(disassembly, "test")?;
    unpack(&mut code);
    let program = layout.program;
    let markers: Vec<usize> = (0..program.threads.len()).map(marker).collect();
    let mut lost = Vec::new();
    for (role, starts) in starts(&code, &markers)?.into_iter().enumerate() {
        let space = |index: usize| {
            let (target, _) = program.threads[role].code[index].kind.accessed()?;
            layout.targets(role, target).first().copied()
        };
        let thread = &program.threads[role];
        let expected = expected(program, role, &space);
        let mut side = Side {
            code: &code,
            automaton: Automaton::new(thread, &expected),
            depends: depends(thread),
            moments: BTreeMap::new(),
            said: BTreeMap::new(),
            found: Vec::new(),
        };
        side.follow(&starts)?;
        side.missing(&expected);
        let told = side.found.into_iter();
        let mut told: Vec<Lost> = told
            .map(|(index, what)| Lost {
                thread: thread.number,
                instruction: index.map(|index| text(program, role, index)),
                what: what.named(&|index| text(program, role, index)),
            })
            .collect();
        told.dedup();
        lost.append(&mut told);
    }
    Ok(lost)
}

/// A moment: an instruction of the machine, the places in the thread that it may stand for, and what is known.
type Moment = (usize, Places, Known);

/// A role beside its machine code.
struct Side<'a> {
    code: &'a Code,
    automaton: Automaton<'a>,
    depends: Vec<Depends>,
    /// What registers come from at each moment.
    moments: BTreeMap<Moment, Flow>,
    /// Machine instructions that say a word of the thread.
    said: BTreeMap<(usize, String), BTreeSet<usize>>,
    /// What is lost, by instruction.
    found: Vec<(Option<usize>, What<usize>)>,
}

impl Side<'_> {
    /// Follows the code from where the role begins, until registers come from nothing new.
    fn follow(&mut self, starts: &[usize]) -> Result<(), String> {
        let mut left: Vec<Moment> = Vec::new();
        for start in starts {
            let moment = (*start, self.automaton.start(), Known::new());
            self.moments.insert(moment.clone(), Flow::default());
            left.push(moment);
        }
        let mut steps = 0;
        while let Some(moment) = left.pop() {
            steps += 1;
            if steps > MOST {
                return Err("the code has too many ways to be followed".to_owned());
            }
            let Some(flow) = self.moments.get(&moment).cloned() else {
                continue;
            };
            let (at, places, known) = moment;
            let Some(one) = self.code.lines.get(at) else {
                return Err("the code goes on past its end".to_owned());
            };
            if counts_unseen(one) {
                return Err("a barrier has its count in a register".to_owned());
            }
            let next = next(self.code, at)?;
            for (places, known, flow) in self.step(at, one, (&places, known), flow) {
                if next.ends && !self.automaton.may_end(&places) {
                    self.unsaid(&places);
                }
                for &to in &next.places {
                    let Some(known) = branch(one, known.clone(), to == at + 1) else {
                        continue;
                    };
                    let moment = (to, places.clone(), known);
                    if let Some(known) = self.moments.get_mut(&moment) {
                        if known.join(&flow) {
                            left.push(moment);
                        }
                    } else {
                        self.moments.insert(moment.clone(), flow.clone());
                        left.push(moment);
                    }
                }
            }
        }
        self.depend();
        Ok(())
    }

    /// What comes of an instruction: places and registers after it. More than one where it may be left out.
    fn step(
        &mut self,
        at: usize,
        one: &Sass,
        (places, mut known): (&Places, Known),
        flow: Flow,
    ) -> Vec<(Places, Known, Flow)> {
        let mut after = flow.clone();
        let Some(found) = word(one) else {
            after.pass(one, &[]);
            for register in defined(one) {
                known.remove(&register);
            }
            return vec![(places.clone(), known, after)];
        };
        // Where it is known not to run, it says nothing.
        let guard = one.guard.as_deref().map(sign);
        if let Some((name, wanted)) = guard
            && known.get(name).is_some_and(|holds| *holds != wanted)
        {
            return vec![(places.clone(), known, flow)];
        }
        let (taken, on) = self.automaton.take(places, &found);
        if taken.is_empty() {
            let wanted = self.automaton.wanted(places).find(|one| !one.optional);
            let what = match wanted {
                Some(wanted) => What::Other {
                    wanted: wanted.words.join(" or "),
                    found: Some(found),
                },
                None => What::More(found),
            };
            self.tell(wanted.map(|one| one.index), what);
            return Vec::new();
        }
        let mut reads = Vec::new();
        for expected in &taken {
            let key = (expected.index, found.clone());
            self.said.entry(key).or_default().insert(at);
            if expected.access {
                reads.push(expected.index);
            }
        }
        after.pass(one, &reads);
        let mut all = Vec::new();
        if let Some((name, wanted)) = guard
            && !known.contains_key(name)
        {
            if taken.iter().any(|one| self.depends[one.index].conditional) {
                let mut other = known.clone();
                other.insert(name.to_owned(), !wanted);
                all.push((places.clone(), other, flow));
            } else {
                let what = What::Guarded(name.to_owned());
                self.tell(taken.first().map(|one| one.index), what);
            }
            known.insert(name.to_owned(), wanted);
        }
        for register in defined(one) {
            known.remove(&register);
        }
        all.push((on, known, after));
        all
    }

    /// The thread ends, and something is left to be said.
    fn unsaid(&mut self, places: &Places) {
        let wanted = self.automaton.wanted(places).find(|one| !one.optional);
        if let Some(wanted) = wanted {
            let what = What::Other {
                wanted: wanted.words.join(" or "),
                found: None,
            };
            self.tell(Some(wanted.index), what);
        }
    }

    /// Words that are said nowhere, or outside of their loop.
    fn missing(&mut self, expected: &[Expected]) {
        if !self.found.is_empty() {
            return;
        }
        for one in expected.iter().filter(|one| !one.optional) {
            let places = one.words.iter().filter_map(|word| {
                let key = (one.index, word.clone());
                self.said.get(&key)
            });
            let places: Vec<usize> = places.flatten().copied().collect();
            if places.is_empty() {
                let what = What::Other {
                    wanted: one.words.join(" or "),
                    found: None,
                };
                self.tell(Some(one.index), what);
            } else if self.automaton.is_in_loop(one.index)
                && !places.iter().any(|at| is_in_loop(self.code, *at))
            {
                self.tell(Some(one.index), What::Once);
            }
        }
    }

    /// Whether each access depends on what it should.
    fn depend(&mut self) {
        let mut found = Vec::new();
        for ((at, places, known), flow) in &self.moments {
            let Some(one) = self.code.lines.get(*at) else {
                continue;
            };
            let Some(word) = word(one) else { continue };
            let guard = one.guard.as_deref().map(sign);
            if guard.is_some_and(|(name, wanted)| known.get(name) == Some(&!wanted)) {
                continue;
            }
            let (taken, _) = self.automaton.take(places, &word);
            let accesses = taken.iter().filter(|one| one.access);
            let lost: Vec<Vec<(usize, What<usize>)>> = accesses
                .map(|expected| free(&self.depends[expected.index], expected.index, one, flow))
                .collect();
            // Where it may stand for several, it is enough that it is one of them.
            let least = lost.into_iter().min_by_key(Vec::len);
            found.extend(least.into_iter().flatten());
        }
        for (index, what) in found {
            self.tell(Some(index), what);
        }
    }

    fn tell(&mut self, index: Option<usize>, what: What<usize>) {
        if !self.found.contains(&(index, what.clone())) {
            self.found.push((index, what));
        }
    }
}
