//! Threads as guarded events.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use crate::kernel::setup::Setup;
use crate::kernel::setup::memory::region_of;
use crate::program::apart::Apart;
use crate::program::events::{EventKind, Unrolled};
use crate::program::symbolic::{EventId, FALSE, GuardId, Symbolic, TRUE};
use crate::program::{
    Condition, Location, LocationId, Placement, Program, Register, Thread, ThreadId, Warp,
};
use crate::syntax::ast::{self, Quantifier};
use crate::syntax::span::Span;

use super::after::Gate;
use super::cells::Knowledge;
use super::event::{bare, nothing, reduction};
use super::exits::Exits;
use super::fixpoint::Threads;
use super::gather::Gathered;
use super::graph::Note;
use super::lowered::{Came, Joint, Look, Lowered, Spun, Told};
use super::numbers::Numbers;
use super::progress::{Passed, Progress};
use super::said::Said;
use super::skips::Kept;
use super::walk::Failure;
use super::whole::{Operation, Parts};

/// Makes events of threads.
///
/// # Errors
///
/// Threads meet in different orders, or time ran out.
pub fn emit(
    setup: &Setup,
    threads: &Threads,
    outputs: &[usize],
    look: Look,
) -> Result<Lowered, Failure> {
    let know = &threads.know;
    let mut emitter = Emitter {
        setup,
        know,
        out: Unrolled {
            events: Vec::new(),
            turns: Vec::new(),
            symbolic: Symbolic::default(),
            threads: Vec::new(),
            apart: Apart::default(),
        },
        told: Vec::new(),
        numbers: Numbers::default(),
        notes: BTreeMap::new(),
        came: BTreeMap::new(),
        halts: BTreeMap::new(),
        spun: Vec::new(),
        joint: Vec::new(),
        said: BTreeMap::new(),
        expected: BTreeMap::new(),
        exchanges: false,
        passed: Vec::new(),
        exits: Exits::default(),
        lost: BTreeMap::new(),
        parts: BTreeMap::new(),
        more: Vec::new(),
        gathers: Vec::new(),
        forks: Vec::new(),
        free: 0,
        look,
    };
    let mut locations = emitter.locations();
    emitter.after_locations(&mut locations);
    let begins = emitter.begin();
    let graphs = threads.graphs.iter().enumerate();
    let mut all: Vec<Progress> = graphs
        .map(|(thread, graph)| {
            let own = alone(setup, know, outputs, &threads.writers, thread);
            let laps = (look.bound, look.idle);
            let begins = emitter.enters(thread, graph, begins[thread]);
            Progress::new(graph, thread, own, laps, begins)
        })
        .collect();
    emitter.free = locations.len();
    emitter.all(&mut all, &threads.stop)?;
    for progress in &all {
        progress.part_ways(&mut emitter.out.apart);
    }
    let gathers = emitter.gathers.iter().map(|one| one.from);
    let mut picks: Vec<LocationId> = gathers.chain(emitter.forks.iter().copied()).collect();
    picks.sort_unstable();
    for &id in &picks {
        locations.push(location("choice".to_owned(), id, 0));
    }
    let symbolic = &mut emitter.out.symbolic;
    let exits: Vec<GuardId> = all.iter().map(|one| one.end.exits(symbolic)).collect();
    let (mut own, mut finals) = (Vec::new(), Vec::new());
    for (progress, begins) in all.into_iter().zip(begins) {
        let mut end = progress.end;
        emitter.wait_to_begin(&mut end, begins);
        let notes = emitter.meanwhile(progress.thread, progress.notes);
        finals.push(emitter.end(progress.thread, end, notes));
        own.push(progress.own);
    }
    // Laps that threads do together are left out where all of them are there, and what decides exits decides less.
    if !look.skips {
        emitter.leave_out(&exits);
    }
    let registers = emitter.out.threads.iter().map(|one| one.registers.len());
    let mut program = program(setup, locations, &registers.collect::<Vec<_>>());
    if !look.skips {
        emitter.depend_on_others();
    }
    for id in picks {
        emitter.oracle(&mut program, id);
    }
    emitter.finish_launches(&exits, &mut program);
    let whole = emitter.pairs(&program);
    Ok(Lowered {
        look,
        program,
        whole,
        unrolled: Arc::new(emitter.out),
        know: know.clone(),
        told: emitter.told,
        numbers: emitter.numbers,
        own,
        finals,
        notes: emitter.notes,
        came: emitter.came,
        halts: emitter.halts,
        spun: emitter.spun,
        joint: emitter.joint,
    })
}

/// The bytes of outputs that one thread writes and nobody else uses.
fn alone(
    setup: &Setup,
    know: &Knowledge,
    outputs: &[usize],
    writers: &BTreeMap<u64, u64>,
    thread: usize,
) -> Vec<(usize, usize)> {
    let mut found = Vec::new();
    for (output, &region) in outputs.iter().enumerate() {
        let region = &setup.regions[region];
        for (offset, address) in (0..region.initial.len()).zip(region.base..) {
            let own = writers.get(&address) == Some(&(1 << (thread % 64)));
            if own && !know.shared.contains(&address) {
                found.push((output, offset));
            }
        }
    }
    found
}

fn program(setup: &Setup, locations: Vec<Location>, registers: &[usize]) -> Program {
    let blocks: Vec<u32> = (0..).zip(&setup.blocks).map(|(at, _)| at).collect();
    let threads = (0..).zip(setup.threads.iter().zip(registers)).enumerate();
    let threads = threads.map(|(at, (number, (thread, &count)))| Thread {
        number,
        placement: Placement {
            gpu: setup.launches[thread.launch].device,
            cta: blocks[thread.block],
            warp: Warp::Own(ThreadId(at)),
        },
        registers: (0..count)
            .map(|index| Register {
                name: format!("r{index}"),
                initial: 0,
            })
            .collect(),
        code: vec![nothing(), reduction()],
        span: Span::default(),
    });
    Program {
        source: setup.module.source.clone(),
        name: setup.title(),
        description: String::new(),
        threads: threads.collect(),
        locations,
        unused: Vec::new(),
        warnings: Vec::new(),
        filter: None,
        quantifier: Quantifier::Exists,
        condition: Condition::Literal(true, Span::default()),
        expectations: Vec::new(),
    }
}

/// Events being made.
pub struct Emitter<'a> {
    pub setup: &'a Setup,
    pub know: &'a Knowledge,
    pub out: Unrolled,
    pub told: Vec<Option<Told>>,
    pub numbers: Numbers,
    pub notes: BTreeMap<Note, Vec<(usize, usize)>>,
    pub came: BTreeMap<Came, usize>,
    /// Where threads may wait for ever at each round.
    pub halts: BTreeMap<(usize, i64), BTreeSet<(usize, usize)>>,
    pub spun: Vec<Spun>,
    pub joint: Vec<Joint>,
    /// What each thread says at each round.
    pub said: BTreeMap<(i64, usize), Said>,
    /// How many steps of each thread at each round are not made yet.
    pub expected: BTreeMap<(i64, usize), usize>,
    /// Whether lanes of some warp exchange values, or a barrier reduces.
    pub exchanges: bool,
    pub passed: Vec<Passed>,
    pub exits: Exits,
    /// When reads are missing, or find what was not expected.
    pub lost: BTreeMap<EventId, Kept>,
    /// Operations of several cells.
    pub parts: BTreeMap<Operation, Parts>,
    /// Where launches say that they have ended, and that others may begin.
    pub more: Vec<Gate>,
    /// What lanes that are active together choose by: the read, who, and with whom.
    pub gathers: Vec<Gathered>,
    /// What threads choose by where a value decides that is not known.
    pub forks: Vec<LocationId>,
    /// The first number of a location that nothing else has.
    pub free: usize,
    pub look: Look,
}

impl Emitter<'_> {
    fn locations(&mut self) -> Vec<Location> {
        let mut found = Vec::new();
        for (index, cell) in self.know.cells.iter().enumerate() {
            let name = region_of(&self.setup.regions, cell.address)
                .map_or_else(String::new, |region| {
                    self.setup.regions[region].element(cell.address)
                });
            let datum = self.know.first(self.setup, index);
            let initial = self.numbers.number(datum);
            let id = LocationId(index);
            found.push(location(name, id, initial));
            self.initial(id, initial);
        }
        let mut aliases: Vec<_> = self.know.aliases.iter().collect();
        aliases.sort_by_key(|(_, place)| **place);
        for ((cell, _), _) in aliases {
            let mut alias = found[*cell].clone();
            alias.address = LocationId(found.len());
            found.push(alias);
        }
        found
    }

    /// What a location holds at the start.
    pub fn initial(&mut self, location: LocationId, value: i64) {
        let kind = EventKind::Initial { location, value };
        self.out.events.push(bare(None, TRUE, kind));
        self.told.push(None);
    }

    pub fn note(&mut self, notes: &mut BTreeMap<Note, GuardId>, note: &Note, guard: GuardId) {
        let known = notes.get(note).copied().unwrap_or(FALSE);
        let both = self.out.symbolic.or(known, guard);
        notes.insert(note.clone(), both);
    }
}

/// A location of its own memory.
#[must_use]
pub const fn location(name: String, id: LocationId, initial: i64) -> Location {
    Location {
        name,
        space: ast::Space::Global,
        block: None,
        initial,
        physical: id,
        address: id,
        proxy: None,
        span: Span { start: 0, end: 0 },
    }
}
