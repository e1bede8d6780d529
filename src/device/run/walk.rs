//! Random walks of a Utah machine: from each state one of its moves, each as likely as the others.
//!
//! What a thread does after a branch depends on what its loads read, and the machine takes the ways through its
//! threads as given. So the ways are drawn first, and a walk that reads other values than they are for is drawn
//! anew.

use oorandom::Rand64;

use crate::program::{Program, Term, ThreadId};
use crate::stop::Stop;
use crate::ugpu::machine::layout::Layout;
use crate::ugpu::machine::limits::Budget;
use crate::ugpu::machine::path::Path;
use crate::ugpu::machine::paths::paths;
use crate::ugpu::machine::state::State;
use crate::ugpu::machine::steps::{Machine, Move};
use crate::ugpu::machine::{Bends, FinalState, Limits, Model};

use super::device::{Device, Fault};
use super::observe::Observed;
use super::settings::Settings;
use super::tally::{Place, Tally};

/// The most walks that are drawn for one that ends.
const MOST_DRAWN: u64 = 100_000;

/// After so many walks that went astray the clock is looked at.
const ASTRAY_PER_LOOK: u64 = 64;

/// A machine whose steps are drawn.
#[derive(Debug)]
pub struct Walk<'a> {
    program: &'a Program,
    observed: &'a Observed,
    model: Model,
    settings: Settings,
    seed: u64,
    layout: Layout,
    /// The ways through each thread.
    paths: Vec<Vec<Path>>,
}

/// How a walk ended.
enum End {
    /// All threads came to their ends.
    State(FinalState),
    /// A thread went on past the loop bound.
    Unfinished,
    /// A thread read what it would have gone another way for.
    Astray,
}

impl<'a> Walk<'a> {
    /// A test that was not [refused](super::refuse::refuse), its loops taken so often.
    ///
    /// # Errors
    ///
    /// There are too many ways through its threads, or they are too long.
    pub fn new(
        program: &'a Program,
        observed: &'a Observed,
        model: Model,
        settings: Settings,
        (seed, bound): (u64, usize),
    ) -> Result<Self, String> {
        let mut budget = Budget::new(&Limits::default());
        let threads = (0..program.threads.len()).map(ThreadId);
        let found: Result<Vec<_>, _> = threads
            .map(|thread| paths(program, thread, bound, &mut budget))
            .collect();
        let found = found.map_err(|_| {
            "its threads have too many ways, or too long ones, for a walk; a smaller `--bound` may do"
        })?;
        Ok(Self {
            program,
            observed,
            model,
            settings,
            seed,
            layout: Layout::new(program, model),
            paths: found.into_iter().map(|paths| paths.list).collect(),
        })
    }

    /// A walk.
    fn walk(&self, random: &mut Rand64) -> End {
        let mut chosen = Vec::new();
        for paths in &self.paths {
            let Some(path) = draw(paths, random) else {
                return End::Astray;
            };
            chosen.push(path);
        }
        let truncated = chosen.iter().any(|path| path.truncated);
        let machine = Machine::new(self.model, Bends::NONE, &self.layout, chosen.clone());
        let live = vec![true; self.program.locations.len()];
        let mut state = machine.start(self.program);
        loop {
            let moves = machine.moves(&state, &live);
            let Some(step) = draw(&moves, random).copied() else {
                break;
            };
            if machine.take(&mut state, step).is_none() || !goes_on(&chosen, &state, step) {
                return End::Astray;
            }
        }
        if !machine.is_done(&state) {
            return End::Astray;
        }
        if truncated {
            End::Unfinished
        } else {
            End::State(machine.end(&state))
        }
    }
}

/// One of several, each as likely.
fn draw<'b, T>(from: &'b [T], random: &mut Rand64) -> Option<&'b T> {
    match from {
        [] => None,
        // What is sure takes nothing from chance.
        [one] => Some(one),
        _ => {
            let drawn = random.rand_range(0..from.len() as u64);
            usize::try_from(drawn).ok().and_then(|at| from.get(at))
        }
    }
}

/// Whether the thread that moved still goes the way that was drawn.
fn goes_on(chosen: &[&Path], state: &State, step: Move) -> bool {
    match step {
        Move::Share(..) => true,
        Move::Execute(ThreadId(index), _) | Move::Borrow(ThreadId(index), ..) => {
            chosen[index].consistent(state.done[index], &state.reads[index])
        }
    }
}

impl Device for Walk<'_> {
    fn name(&self) -> String {
        format!("{} (random walks)", self.model.name())
    }

    fn launch(&mut self, launch: u64, tally: &mut Tally, stop: &Stop) -> Result<(), Fault> {
        let mut random = Rand64::new_inc(self.seed.into(), launch.into());
        for instance in 0..self.settings.instances {
            let mut drawn: u64 = 0;
            loop {
                if drawn.is_multiple_of(ASTRAY_PER_LOOK) {
                    stop.check().map_err(Fault::Stopped)?;
                }
                match self.walk(&mut random) {
                    End::State(end) => {
                        let state = self.observed.state(&|term| match term {
                            Term::Constant(value) => value,
                            Term::Register(thread, register) => end.registers[thread.0][register.0],
                            Term::Location(at) => end.memory[at.0],
                        });
                        tally.see(&state, Place { launch, instance });
                        break;
                    }
                    End::Unfinished => {
                        tally.unfinished += 1;
                        break;
                    }
                    End::Astray => drawn += 1,
                }
                if drawn >= MOST_DRAWN {
                    return Err(Fault::Failed(format!(
                        "{drawn} walks in a row went astray: no choice of ways through the threads fits \
                         the values that they read"
                    )));
                }
            }
        }
        Ok(())
    }
}
