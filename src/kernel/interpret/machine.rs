//! What runs do not change, and what they are seen to do.

use std::cell::Cell;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use rustc_hash::FxHashMap;

use crate::kernel::setup::Setup;
use crate::kernel::setup::memory::Owner;
use crate::ptx::module::{Body, Instruction};
use crate::ptx::registers::Liveness;
use crate::ptx::types::Space;

use super::event::{Element, Event};
use super::finding::{Finding, Gap, Unspecified};
use super::hangs::Hanging;
use super::later::Used;
use super::meetings::Meeting;
use super::quorum::Comings;
use super::state::{Bytes, Frame, LOOSE, State, Status, Taint, Thread, UNWRITTEN};

/// Who read and who wrote a byte, as sets of threads.
#[derive(Debug, Clone, Copy, Default)]
pub struct Users {
    pub readers: u64,
    pub writers: u64,
}

/// A launch as a machine.
pub struct Machine<'a> {
    pub setup: &'a Setup,
    pub liveness: Vec<Option<Liveness>>,
    /// The same of `.param` variables.
    pub(super) variables: Vec<Option<Liveness>>,
    /// Bytes that one thread writes and another uses, as far as is known.
    pub contended: BTreeSet<u64>,
    pub users: FxHashMap<u64, Users>,
    /// Which of these each instruction of a thread used.
    pub used: Used,
    /// To which barriers each instruction of a thread came.
    pub comings: Comings,
    /// The function and the instruction that is being done.
    pub here: (usize, usize),
    pub gaps: BTreeSet<Gap>,
    /// Where values that are not known were chosen.
    pub chosen: BTreeSet<Gap>,
    /// Instructions of whose results PTX says no value, each with who was the first at it, and why.
    pub unspecified: BTreeMap<(usize, usize), (usize, Unspecified)>,
    /// Aligned barriers where lanes went on though one of their warp had exited, each with the first that had.
    pub left: BTreeMap<(usize, usize), usize>,
    /// What is wrong, each with who was at which instruction.
    pub found: BTreeMap<Finding, (usize, usize, usize)>,
    /// Whether to keep what happens.
    pub telling: bool,
    /// What the instruction at hand hangs on.
    pub hanging: Hanging,
    /// How often memory that is no thread's own was changed.
    pub changes: u64,
    /// Bytes read by a path that is not coherent, each by which launch, with who read it where.
    pub incoherent: BTreeMap<(u64, usize), (usize, usize, usize)>,
    /// A value that other threads may change decided a branch or an address.
    pub dependent: bool,
    /// A value that is computed from bytes that nobody wrote was written where others may read it.
    pub spread: bool,
    /// The taints of what decided what threads do, since somebody looked.
    pub decided: Taint,
    /// Whether a value that is not known was kept anywhere, since somebody looked.
    pub opened: Cell<bool>,
    /// Instructions that were done.
    pub reached: BTreeSet<(usize, usize)>,
    pub events: Vec<Event>,
    /// Who met whom, if somebody keeps account of it.
    pub meetings: Option<Vec<Meeting>>,
}

impl<'a> Machine<'a> {
    #[must_use]
    pub fn new(setup: &'a Setup) -> Self {
        let functions = &setup.module.functions;
        let used = setup.reachable();
        let of = |live: fn(&Body) -> Liveness| {
            let each = functions.iter().enumerate();
            let body = each.map(|(at, one)| one.body.as_ref().filter(|_| used.contains(&at)));
            body.map(|body| body.map(live)).collect()
        };
        Self {
            setup,
            liveness: of(Liveness::of),
            variables: of(Liveness::of_variables),
            contended: BTreeSet::new(),
            users: FxHashMap::default(),
            used: Used::new(),
            comings: Comings::new(),
            here: (0, 0),
            gaps: BTreeSet::new(),
            chosen: BTreeSet::new(),
            unspecified: BTreeMap::new(),
            left: BTreeMap::new(),
            found: BTreeMap::new(),
            telling: false,
            hanging: Hanging::default(),
            changes: 0,
            incoherent: BTreeMap::new(),
            dependent: false,
            spread: false,
            decided: 0,
            opened: Cell::new(false),
            reached: BTreeSet::new(),
            events: Vec::new(),
            meetings: None,
        }
    }

    /// Remembers that something with this taint is kept.
    pub fn keeps(&self, taint: Taint) {
        if taint & LOOSE != 0 {
            self.opened.set(true);
        }
    }

    /// The first moment.
    #[must_use]
    pub fn start(&self) -> State {
        let memory = self.setup.regions.iter().map(|region| {
            let bytes = region
                .initial
                .iter()
                .map(|byte| byte.unwrap_or(0))
                .collect();
            let taint = |byte: &Option<u8>| if byte.is_none() { UNWRITTEN } else { 0 };
            Arc::new(Bytes {
                bytes,
                taint: region.initial.iter().map(taint).collect(),
            })
        });
        let threads = self.setup.threads.iter().map(|thread| {
            let function = self.setup.launches[thread.launch].function;
            let mut started = Thread {
                status: Status::Ready,
                frames: Vec::new(),
                local: Bytes::default(),
            };
            let frame = self.frame(function, &mut started, Vec::new());
            started.frames.push(frame);
            Arc::new(started)
        });
        State {
            threads: threads.collect(),
            memory: memory.collect(),
            arrived: Vec::new(),
            over: false,
        }
    }

    /// A function about to be run.
    pub fn frame(&self, function: usize, thread: &mut Thread, arguments: Vec<Bytes>) -> Frame {
        let it = &self.setup.module.functions[function];
        let local = thread.local.bytes.len().next_multiple_of(256);
        let mut params = Vec::new();
        let mut end = local;
        let mut registers = 0;
        if let Some(body) = &it.body {
            registers = body.registers.len();
            for variable in &body.variables {
                let bytes = usize::try_from(variable.bytes.unwrap_or(0)).unwrap_or(0);
                match variable.space {
                    Space::Param => params.push(Bytes::unknown(bytes)),
                    Space::Local => {
                        params.push(Bytes::default());
                        end = super::place::local_place(end, variable.align) + bytes;
                    }
                    Space::Generic | Space::Global | Space::Shared | Space::Const => {
                        params.push(Bytes::default());
                    }
                }
            }
        }
        thread.local.bytes.resize(end, 0);
        thread.local.taint.resize(end, UNWRITTEN);
        let unset = super::state::Value {
            bits: 0,
            taint: UNWRITTEN,
        };
        let results = it
            .results
            .iter()
            .map(|one| usize::try_from(one.bytes.unwrap_or(0)).unwrap_or(0));
        Frame {
            function,
            at: 0,
            registers: vec![unset; registers],
            arguments,
            results: results.map(Bytes::unknown).collect(),
            params,
            local,
        }
    }

    /// The next instruction of a thread; none at the end of a function.
    #[must_use]
    pub fn instruction(&self, thread: &Thread) -> Option<&'a Instruction> {
        let frame = thread.frame()?;
        let body = self.setup.module.functions[frame.function].body.as_ref()?;
        body.code.get(frame.at)
    }

    /// Records that something is wrong.
    pub fn find(&mut self, finding: Finding, thread: usize, state: &State) {
        let at = state.threads[thread]
            .frame()
            .map_or((0, 0), |frame| (frame.function, frame.at));
        self.found.entry(finding).or_insert((thread, at.0, at.1));
    }

    /// The taint of a byte's value beyond what is kept in memory.
    #[must_use]
    pub fn contention_taint(&self, address: u64, bytes: u64) -> super::state::Taint {
        let contended = self
            .contended
            .range(address..address + bytes)
            .next()
            .is_some();
        if contended {
            super::state::CONTENDED
        } else {
            0
        }
    }

    /// That a value that is not known mattered.
    pub fn gap_loose(&mut self, state: &State, thread: usize) {
        if let Some(frame) = state.threads[thread].frame() {
            self.gaps.insert(Gap::Loose(frame.function, frame.at));
        }
    }

    /// Ends the run at what is not interpreted.
    pub fn refuse(&mut self, state: &mut State, thread: usize, why: String) {
        if let Some(frame) = state.threads[thread].frame() {
            self.gaps
                .insert(Gap::Refused(frame.function, frame.at, why));
        }
        state.over = true;
    }

    /// Keeps what happened, if somebody wants to hear.
    pub fn tell(&mut self, state: &State, thread: usize, elements: Vec<Element>) {
        if !self.telling {
            return;
        }
        if let Some(frame) = state.threads[thread].frame() {
            self.events.push(Event {
                thread,
                function: frame.function,
                at: frame.at,
                elements,
                barrier: 0,
                waits_for: None,
            });
        }
    }

    /// As [`Self::tell`], of a barrier or a mask, and for how many it waits.
    pub fn tell_barrier(
        &mut self,
        state: &State,
        thread: usize,
        (barrier, waits_for): (u64, Option<u64>),
    ) {
        self.tell(state, thread, Vec::new());
        if let Some(event) = self.events.last_mut().filter(|_| self.telling) {
            event.barrier = barrier;
            event.waits_for = waits_for;
        }
    }

    /// Whether a region is one that threads share and somebody may write.
    #[must_use]
    pub fn is_shared(&self, region: usize) -> bool {
        match self.setup.regions[region].owner {
            Owner::Buffer(_) | Owner::Variable(..) | Owner::Shared(_) | Owner::Workspace(_) => true,
            Owner::Parameters(_) => false,
        }
    }
}
