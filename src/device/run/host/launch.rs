//! The launches of native threads.

use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;

use oorandom::Rand64;

use crate::program::{LocationId, Program, Term, ThreadId};
use crate::stop::Stop;
use crate::syntax::ast::Type;
use crate::tasks::batch::order::cores;

use super::super::device::{Device, Fault};
use super::super::observe::Observed;
use super::super::refuse::type_of;
use super::super::settings::Settings;
use super::super::tally::{Place, Tally};
use super::barrier::{Lobby, Meeting};
use super::decode::decode;
use super::gate::{Gate, Leaves, Left};
use super::memory::Line;
use super::role::{Desk, Part, Role, Stage};

/// The most bytes that the locations of a launch may take.
pub const MOST_BYTES: u64 = 1 << 30;

/// The processor of this machine, by native threads.
#[derive(Debug)]
pub struct Host {
    settings: Settings,
    seed: u64,
    instances: usize,
    roles: Vec<Role>,
    desks: Vec<Desk>,
    /// For each location its initial value and its type.
    initial: Vec<(i64, Type)>,
    /// The locations that are observed, by their memories.
    finals: Vec<usize>,
    meetings: Vec<Meeting>,
    lines: Vec<Line>,
    lobbies: Vec<Lobby>,
    order: Vec<usize>,
}

impl Host {
    /// A test that was not [refused](super::super::refuse::refuse).
    ///
    /// # Errors
    ///
    /// Its locations take too much memory.
    pub fn new(
        program: &Program,
        observed: &Observed,
        settings: Settings,
        seed: u64,
    ) -> Result<Self, String> {
        let locations = program.locations.len();
        let line = size_of::<Line>() as u64;
        // Three factors of at most 64 bits, two of them small.
        let bytes = u128::from(settings.instances) * u128::from(line) * locations as u128;
        let many = settings.instances;
        let (Ok(instances), true) = (usize::try_from(many), bytes <= u128::from(MOST_BYTES)) else {
            return Err(format!(
                "{many} instances of {locations} locations take {} MiB, more than {} MiB: \
                 `--set instances=N` for fewer",
                bytes >> 20,
                MOST_BYTES >> 20
            ));
        };
        let meetings = Meeting::all(program);
        let lobbies = if meetings.is_empty() { 0 } else { instances };
        let roles: Vec<Role> = (0..program.threads.len())
            .map(|thread| role(program, observed, ThreadId(thread), &meetings))
            .collect();
        let memory = |at: usize| {
            (
                program.locations[at].initial,
                type_of(program, LocationId(at)),
            )
        };
        let finals = observed.terms.iter().filter_map(|term| match term {
            Term::Location(at) => Some(program.location(*at).physical.0),
            Term::Register(..) | Term::Constant(_) => None,
        });
        Ok(Self {
            settings,
            seed,
            instances,
            desks: roles.iter().map(|role| Desk::of(role, instances)).collect(),
            lobbies: (0..lobbies)
                .map(|_| Lobby::new(meetings.len(), roles.len()))
                .collect(),
            roles,
            initial: (0..locations).map(memory).collect(),
            finals: finals.collect(),
            lines: (0..instances * locations)
                .map(|_| Line::default())
                .collect(),
            meetings,
            order: (0..instances).collect(),
        })
    }

    /// Puts initial values into memory, and draws the order of the instances.
    fn clear(&mut self, launch: u64) {
        for lines in self.lines.chunks(self.initial.len().max(1)) {
            for (line, (value, ty)) in lines.iter().zip(&self.initial) {
                line.store(*value, *ty, Ordering::Relaxed);
            }
        }
        self.lobbies.iter_mut().for_each(Lobby::reset);
        for desk in &mut self.desks {
            desk.parts.fill(Part::Open);
        }
        let mut random = Rand64::new_inc(self.seed.into(), launch.into());
        self.order.clear();
        self.order.extend(0..self.instances);
        if random.rand_range(0..100) < self.settings.shuffle {
            for last in (1..self.order.len()).rev() {
                let drawn = random.rand_range(0..last as u64 + 1);
                self.order.swap(last, usize::try_from(drawn).unwrap_or(0));
            }
        }
    }

    /// Lets all threads play all instances, until it is to stop.
    fn play(&mut self, stop: &Stop) -> Result<(), Fault> {
        let over = AtomicBool::new(false);
        let stage = Stage {
            lines: &self.lines,
            locations: self.initial.len(),
            threads: self.roles.len() as u64,
            meetings: &self.meetings,
            lobbies: &self.lobbies,
            spin: self.settings.spin,
            over: &over,
        };
        let left = Left::new(self.roles.len());
        let gate = Gate::new(self.roles.len());
        let (stage, gate, left, order) = (&stage, &gate, &left, &self.order);
        thread::scope(|scope| {
            for (role, desk) in self.roles.iter().zip(&mut self.desks) {
                let play = move || {
                    let _leaves = Leaves(left);
                    if gate.pass() {
                        for &instance in order {
                            if stage.over.load(Ordering::Relaxed) {
                                break;
                            }
                            role.play(stage, instance, desk);
                        }
                    }
                };
                let started = thread::Builder::new().spawn_scoped(scope, play);
                if let Err(error) = started {
                    gate.close();
                    return Err(Fault::Failed(format!("no thread can be started: {error}")));
                }
            }
            left.wait(stop, stage.over)
        })
    }

    /// Counts what the threads saw and what memory holds.
    fn collect(&self, launch: u64, tally: &mut Tally) {
        let mut state = Vec::new();
        for instance in 0..self.instances {
            let parts = || self.desks.iter().map(|desk| desk.parts[instance]);
            if parts().any(|part| part == Part::Cut) {
                tally.unfinished += 1;
            }
            if !parts().all(|part| part == Part::Ended) {
                continue;
            }
            state.clear();
            for (role, desk) in self.roles.iter().zip(&self.desks) {
                let wide = role.observed.len();
                state.extend_from_slice(&desk.seen[instance * wide..][..wide]);
            }
            let lines = &self.lines[instance * self.initial.len()..][..self.initial.len()];
            for &memory in &self.finals {
                let ty = self.initial[memory].1;
                state.push(lines[memory].load(ty, Ordering::Relaxed));
            }
            let instance = instance as u64;
            tally.see(&state, Place { launch, instance });
        }
    }
}

fn role(program: &Program, observed: &Observed, id: ThreadId, meetings: &[Meeting]) -> Role {
    let thread = program.thread(id);
    let seen = observed.terms.iter().filter_map(|term| match term {
        Term::Register(owner, register) if *owner == id => Some(register.0),
        Term::Register(..) | Term::Location(_) | Term::Constant(_) => None,
    });
    Role {
        thread: id.0,
        code: decode(program, thread, meetings),
        initial: thread.registers.iter().map(|one| one.initial).collect(),
        observed: seen.collect(),
        memories: Role::memories(program, (thread.placement.gpu, thread.placement.cta)),
    }
}

/// What this machine is: `host (x86_64, 2 cores)`.
#[must_use]
pub fn name() -> String {
    let cores = cores();
    let word = if cores == 1 { "core" } else { "cores" };
    format!("host ({}, {cores} {word})", std::env::consts::ARCH)
}

impl Device for Host {
    fn name(&self) -> String {
        name()
    }

    fn launch(&mut self, launch: u64, tally: &mut Tally, stop: &Stop) -> Result<(), Fault> {
        self.clear(launch);
        let played = self.play(stop);
        self.collect(launch, tally);
        played
    }
}
