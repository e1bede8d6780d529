//! Tests of which only barriers decide whether they end, against a simulation of barriers that counts
//! arrivals. Which ways threads go is free: each reads a location of its own that another may have written.

use std::collections::BTreeSet;

use gpu_litmus::Model;

use super::{Rng, ended, litmus, number, program, waits};

/// A step of a thread.
#[derive(Debug, Clone, Copy)]
enum Step {
    /// Comes to a barrier; waits there, perhaps for so many.
    Meet { name: usize, quorum: Option<usize> },
    /// Comes to a barrier of a quorum, without waiting.
    Arrive { name: usize, quorum: usize },
    /// Goes on so many steps further, or just on.
    Skip(usize),
}

fn generated(seed: u64) -> Vec<Vec<Step>> {
    let mut rng = Rng::new(seed);
    // One barrier with a quorum, two without, or one of each.
    let (counted, mixed) = (rng.chance(40), rng.chance(40));
    let quorum = 2 + rng.below(2);
    let threads = 2 + rng.below(2);
    let thread = |rng: &mut Rng| {
        let length = 1 + rng.below(3);
        let mut skipped = false;
        let steps = (0..length).map(|at| {
            if !skipped && at + 1 < length && rng.chance(30) {
                skipped = true;
                return Step::Skip(1 + rng.below(length - at - 1));
            }
            let name = if counted { 0 } else { rng.below(2) };
            let counted = counted || (mixed && name == 1);
            if counted && rng.chance(25) {
                return Step::Arrive { name, quorum };
            }
            Step::Meet {
                name,
                quorum: counted.then_some(quorum),
            }
        });
        steps.collect::<Vec<_>>()
    };
    (0..threads).map(|_| thread(&mut rng)).collect()
}

/// As a litmus test. The last thread writes what the others read to decide.
fn text(threads: &[Vec<Step>]) -> String {
    let mut columns: Vec<Vec<String>> = Vec::new();
    let mut writer = Vec::new();
    for (number, steps) in threads.iter().enumerate() {
        let mut cells: Vec<String> = Vec::new();
        let mut labels = vec![None; steps.len() + 1];
        for (at, step) in steps.iter().enumerate() {
            if let Some(label) = labels[at].take() {
                cells.push(label);
            }
            match step {
                Step::Meet { name, quorum: None } => cells.push(format!("bar.cta.sync {name}")),
                Step::Meet {
                    name,
                    quorum: Some(quorum),
                } => {
                    cells.push(format!("bar.cta.sync {name}, {name}, {quorum}"));
                }
                Step::Arrive { name, quorum } => {
                    cells.push(format!("bar.cta.arrive {name}, {name}, {quorum}"));
                }
                Step::Skip(by) => {
                    cells.push(format!("ld.relaxed.gpu r0, x{number}"));
                    cells.push(format!("beq r0, 1, L{number}"));
                    labels[at + 1 + by] = Some(format!("L{number}:"));
                    writer.push(format!("st.relaxed.gpu x{number}, 1"));
                }
            }
        }
        cells.extend(labels[steps.len()].take());
        columns.push(cells);
    }
    columns.push(writer);
    let threads: Vec<(usize, Vec<&str>)> = columns
        .iter()
        .enumerate()
        .map(|(index, cells)| {
            let block = usize::from(index + 1 == columns.len());
            (block, cells.iter().map(String::as_str).collect())
        })
        .collect();
    litmus(&threads, "forall (terminates)")
}

/// A thread of the simulation: where it is, whether it waits, how often it came to each barrier, and the
/// last round of each that it was in.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
struct Thread {
    at: usize,
    waits: Option<usize>,
    came: [usize; 2],
    round: [usize; 2],
}

/// All threads; of each counted barrier how many rounds are complete, and who has come since.
type State = (Vec<Thread>, [usize; 2], [Vec<usize>; 2]);

struct Simulation<'a> {
    threads: &'a [Vec<Step>],
    seen: BTreeSet<State>,
    ends: bool,
    waits: bool,
}

impl Simulation<'_> {
    fn run(&mut self, state: &State) {
        if !self.seen.insert(state.clone()) {
            return;
        }
        let mut moved = false;
        for thread in 0..self.threads.len() {
            for next in self.moves(state, thread) {
                moved = true;
                self.run(&next);
            }
        }
        if !moved {
            let mut each = state.0.iter().zip(self.threads);
            if each.all(|(thread, steps)| thread.at == steps.len()) {
                self.ends = true;
            } else {
                self.waits = true;
            }
        }
    }

    fn moves(&self, state: &State, thread: usize) -> Vec<State> {
        let own = &state.0[thread];
        let Some(step) = self.threads[thread].get(own.at) else {
            return Vec::new();
        };
        match *step {
            Step::Skip(by) => [1, 1 + by]
                .into_iter()
                .map(|by| {
                    let mut next = state.clone();
                    next.0[thread].at += by;
                    next
                })
                .collect(),
            Step::Meet { name, quorum: None } => self.plain(state, thread, name),
            Step::Meet {
                name,
                quorum: Some(quorum),
            } => counted(state, thread, name, quorum, true),
            Step::Arrive { name, quorum } => counted(state, thread, name, quorum, false),
        }
    }

    /// A barrier that waits for all threads that name it.
    fn plain(&self, state: &State, thread: usize, name: usize) -> Vec<State> {
        let mut next = state.clone();
        let own = &mut next.0[thread];
        if own.waits.is_none() {
            own.came[name] += 1;
            own.waits = Some(name);
            return vec![next];
        }
        let round = own.came[name];
        let all = state.0.iter().zip(self.threads).all(|(other, steps)| {
            let names = |step: &Step| matches!(step, Step::Meet { name: own, .. } if *own == name);
            !steps.iter().any(names) || other.came[name] >= round
        });
        if !all {
            return Vec::new();
        }
        own.waits = None;
        own.at += 1;
        vec![next]
    }
}

/// A barrier that waits until so many have come; who comes late to a round that is complete goes on.
fn counted(state: &State, thread: usize, name: usize, quorum: usize, waits: bool) -> Vec<State> {
    let mut result = Vec::new();
    let own = &state.0[thread];
    let complete = state.1[name];
    if own.waits.is_some() {
        if own.round[name] <= complete {
            let mut next = state.clone();
            next.0[thread].waits = None;
            next.0[thread].at += 1;
            result.push(next);
        }
        return result;
    }
    if own.round[name] <= complete {
        let mut next = state.clone();
        next.2[name].push(thread);
        next.0[thread].round[name] = complete + 1;
        if waits {
            next.0[thread].waits = Some(name);
        } else {
            next.0[thread].at += 1;
        }
        if next.2[name].len() >= quorum {
            next.2[name].clear();
            next.1[name] += 1;
        }
        result.push(next);
    }
    if own.round[name] > complete {
        // Who comes again to a round that is not complete has come once.
        let mut next = state.clone();
        if waits {
            next.0[thread].waits = Some(name);
        } else {
            next.0[thread].at += 1;
        }
        result.push(next);
    }
    for late in own.round[name] + 1..=complete {
        let mut next = state.clone();
        next.0[thread].round[name] = late;
        next.0[thread].at += 1;
        result.push(next);
    }
    result
}

#[test]
fn barriers_are_completed_as_in_a_simulation() {
    let first = number("GPU_LITMUS_FIRST_SEED", 0);
    let model = Model::find("ptx-7.5").unwrap();
    let mut wrong = Vec::new();
    let mut seen: BTreeSet<(bool, bool)> = BTreeSet::new();
    for seed in first..first + number("GPU_LITMUS_SEEDS", 30) {
        let threads = generated(seed);
        let text = text(&threads);
        let start = Thread {
            at: 0,
            waits: None,
            came: [0; 2],
            round: [0; 2],
        };
        let mut simulation = Simulation {
            threads: &threads,
            seen: BTreeSet::new(),
            ends: false,
            waits: false,
        };
        simulation.run(&(vec![start; threads.len()], [0; 2], [Vec::new(), Vec::new()]));
        let program = program(&text);
        let found = (ended(&program, &model), waits(&program, &model, false));
        let wanted = (simulation.ends, simulation.waits);
        seen.insert(wanted);
        if found != (Some(wanted.0), Some(wanted.1)) {
            wrong.push(format!(
                "seed {seed}: simulated {wanted:?}, solved {found:?}\n{text}"
            ));
        }
    }
    println!("{seen:?}");
    assert!(
        wrong.is_empty(),
        "{} wrong:\n{}",
        wrong.len(),
        wrong.join("\n")
    );
    assert_eq!(seen.len(), 3, "{seen:?}");
}
