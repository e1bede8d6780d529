//! The candidate executions of a program as a formula: who is executed, who reads from whom, in
//! which order the writes of a location come. No model is in it.

use std::collections::BTreeMap;
use std::sync::Arc;

use crate::model::relation::options::Options;
use crate::program::events::{EventKind, Place, Spin, Unrolled};
use crate::program::symbolic::EventId;
use crate::program::{LocationId, Program, address_of};
use crate::sat::bitset::BitMatrix;
use crate::sat::{Circuit, Lit};
use crate::stop::Stop;

pub use super::square::Square;

use super::apart::apart;
use super::barriers::Meetings;
use super::domain::Domains;
use super::pausing::Pauses;
use super::plain::Plain;
use super::tally::constant;
use super::values::{Sym, Values};

use crate::execution::nodes::{Facts, Nodes};

/// The candidate executions of a program.
#[derive(Debug, Clone)]
pub struct Frame<'a> {
    /// The program.
    pub program: &'a Program,
    /// Its events.
    pub unrolled: &'a Unrolled,
    /// The events as the model sees them.
    pub nodes: Arc<Nodes>,
    /// How the model wants them.
    pub options: Options,
    /// The formula.
    pub circuit: Circuit,
    /// The values.
    pub values: Values<'a>,
    /// The pairs of nodes of which no execution has both, where that is known.
    pub apart: BitMatrix,
    /// Whether each node is executed.
    pub executed: Vec<Lit>,
    /// Whether each node is executed and writes.
    pub writing: Vec<Lit>,
    /// The locations each node can access, and when it does.
    pub places: Vec<Vec<(LocationId, Lit)>>,
    /// Reads-from.
    pub rf: Square,
    /// Coherence.
    pub co: Square,
    /// All threads run to their end; or wait for ever, where that is asked for.
    pub finished: Lit,
    /// For each thread, whether it reaches the loop bound.
    pub truncated: Vec<Lit>,
    /// Some access goes through an address that may be none; where it is, there is no execution.
    pub may_stray: bool,
    /// How barriers meet.
    pub meetings: Meetings,
    /// The order of `fence.sc` pairs, once a model has asked for it.
    pub fence_order: Option<Square>,
    /// Who waits for ever, in executions that need not end.
    pub pauses: Option<Pauses<'a>>,
    /// Base relations that cost the formula nothing, for all copies of these candidate executions.
    pub(super) plain: Plain,
    /// For each memory asked for, the writes that can be its last.
    pub(super) last: BTreeMap<LocationId, Vec<(usize, Lit)>>,
    pub(super) readers: Vec<usize>,
    pub(super) writers: Vec<usize>,
    pub(super) domains: Arc<Domains>,
}

impl<'a> Frame<'a> {
    /// Encodes the candidate executions.
    #[must_use]
    pub fn new(
        program: &'a Program,
        unrolled: &'a Unrolled,
        options: Options,
        thin_air: bool,
        stop: &Stop,
    ) -> Self {
        Self::build(program, unrolled, None, (options, thin_air), stop)
    }

    /// Encodes the candidate executions in which somebody waits for ever: all threads end or wait there.
    #[must_use]
    pub fn pausing(
        program: &'a Program,
        (unrolled, spins): (&'a Unrolled, &'a [Spin]),
        options: Options,
        thin_air: bool,
        stop: &Stop,
    ) -> Self {
        Self::build(program, unrolled, Some(spins), (options, thin_air), stop)
    }

    fn build(
        program: &'a Program,
        unrolled: &'a Unrolled,
        spins: Option<&'a [Spin]>,
        (options, thin_air): (Options, bool),
        stop: &Stop,
    ) -> Self {
        let nodes = Arc::new(Nodes::new(unrolled, options));
        let size = nodes.len();
        let facts = |index: &usize| Facts::new(program, unrolled, nodes.list[*index]);
        let readers: Vec<usize> = (0..size).filter(|node| facts(node).reads()).collect();
        let writers: Vec<usize> = (0..size).filter(|node| facts(node).writes()).collect();
        let mut frame = Self {
            program,
            unrolled,
            options,
            circuit: Circuit::until(stop.clone()),
            values: Values::new(&unrolled.symbolic),
            apart: apart(&nodes, &unrolled.apart),
            executed: vec![Lit::FALSE; size],
            writing: vec![Lit::FALSE; size],
            places: vec![Vec::new(); size],
            rf: Square::new(size),
            co: Square::new(size),
            finished: Lit::TRUE,
            truncated: Vec::new(),
            may_stray: false,
            meetings: Meetings::default(),
            fence_order: None,
            pauses: spins.map(|spins| Pauses::new(spins, unrolled.threads.len())),
            plain: Plain::default(),
            last: BTreeMap::new(),
            readers,
            writers,
            domains: Arc::new(Domains::new(program, unrolled, thin_air, stop)),
            nodes,
        };
        frame.circuit.poll();
        frame.reads_from();
        frame.read_values();
        frame.choices();
        frame.guards();
        frame.reads_from_rules();
        frame.link_values();
        frame.coherence();
        frame.find_ends();
        frame.meet();
        frame.plain.gates = frame.circuit.len();
        frame
    }

    /// The nodes that read.
    #[must_use]
    pub fn readers(&self) -> &[usize] {
        &self.readers
    }

    /// The nodes that write, or can.
    #[must_use]
    pub fn writers(&self) -> &[usize] {
        &self.writers
    }

    /// The event behind a node.
    #[must_use]
    pub fn event(&self, node: usize) -> EventId {
        self.nodes.list[node].event
    }

    /// The writes a read can read from.
    #[must_use]
    pub fn sources(&self, reader: usize) -> Vec<usize> {
        self.writers
            .iter()
            .copied()
            .filter(|&writer| self.rf.get(writer, reader) != Lit::FALSE)
            .collect()
    }

    /// The value a node writes, if it is known without looking at any read.
    pub(super) fn constant_write(&self, writer: usize) -> Option<i64> {
        constant(self.unrolled, self.event(writer))
    }

    /// What a node writes.
    pub fn written(&mut self, writer: usize) -> Sym {
        match self.unrolled.events[self.event(writer).0].kind {
            EventKind::Initial { value, .. } => Sym::constant(value),
            EventKind::Write { value, .. } | EventKind::ReadWrite { value, .. } => {
                self.values.value(&mut self.circuit, value)
            }
            EventKind::Read { .. }
            | EventKind::Fence(_)
            | EventKind::Barrier { .. }
            | EventKind::Choice => Sym::Choice(Vec::new()),
        }
    }

    /// Who is executed, who writes, where.
    fn guards(&mut self) {
        for index in 0..self.nodes.len() {
            let node = self.nodes.list[index];
            let event = &self.unrolled.events[node.event.0];
            let led = self.values.guard(&mut self.circuit, event.guard);
            let mut executed = self.reached(index, led);
            let mut writing = Lit::constant(Facts::new(self.program, self.unrolled, node).writes());
            if let EventKind::ReadWrite { success, .. } = event.kind
                && writing == Lit::TRUE
            {
                writing = self.values.guard(&mut self.circuit, success);
                if node.part == crate::execution::nodes::Part::WriteHalf {
                    executed = self.circuit.and(executed, writing);
                }
            }
            self.writing[index] = self.circuit.and(executed, writing);
            self.executed[index] = executed;
            self.places[index] = self.place(index);
            if event.memory().is_some() {
                let anywhere: Vec<Lit> = self.places[index].iter().map(|(_, lit)| *lit).collect();
                let anywhere = self.circuit.any(anywhere);
                self.may_stray |= anywhere != Lit::TRUE;
                self.circuit.clause(&[!executed, anywhere]);
            }
        }
    }

    /// Whose threads end, as far as jumps decide it.
    fn find_ends(&mut self) {
        if self.pauses.is_some() {
            return self.find_pauses();
        }
        for thread in &self.unrolled.threads {
            let finished = self.values.guard(&mut self.circuit, thread.finished);
            self.finished = self.circuit.and(self.finished, finished);
            let truncated = self.values.guard(&mut self.circuit, thread.truncated);
            self.truncated.push(truncated);
        }
    }

    fn place(&mut self, node: usize) -> Vec<(LocationId, Lit)> {
        let event = self.event(node);
        match self.unrolled.events[event.0].memory() {
            Some((Place::Computed(address), _)) => {
                let address = self.values.value(&mut self.circuit, address);
                self.domains
                    .places(event)
                    .iter()
                    .map(|&location| {
                        (
                            location,
                            address.is(&mut self.circuit, address_of(location)),
                        )
                    })
                    .collect()
            }
            Some((Place::Fixed(_), _)) | None => self
                .domains
                .places(event)
                .iter()
                .map(|&location| (location, Lit::TRUE))
                .collect(),
        }
    }

    /// Two nodes access one memory, given that both are executed.
    pub fn same_memory(&mut self, a: usize, b: usize) -> Lit {
        self.meeting(a, b, Program::same_memory)
    }

    /// Two nodes access memory by one address, given that both are executed.
    pub fn same_address(&mut self, a: usize, b: usize) -> Lit {
        self.meeting(a, b, Program::same_address)
    }

    fn meeting(
        &mut self,
        a: usize,
        b: usize,
        same: impl Fn(&Program, LocationId, LocationId) -> bool,
    ) -> Lit {
        let mut cases = Vec::new();
        for &(left, left_lit) in &self.places[a] {
            for &(right, right_lit) in &self.places[b] {
                if same(self.program, left, right) {
                    cases.push((left_lit, right_lit));
                }
            }
        }
        let lits: Vec<Lit> = cases
            .into_iter()
            .map(|(left, right)| self.circuit.and(left, right))
            .collect();
        self.circuit.any(lits)
    }
}
