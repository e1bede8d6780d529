//! The smallest executions: what they measure, and that nothing smaller was missed.

use std::time::Duration;

use gpu_litmus::Program;
use gpu_litmus::program::ThreadId;
use gpu_litmus::syntax::ast::Quantifier;
use gpu_litmus::ugpu::encode::check::smallest;
use gpu_litmus::ugpu::machine::layout::Layout;
use gpu_litmus::ugpu::machine::limits::Budget;
use gpu_litmus::ugpu::machine::measure::{Relaxation, RelaxationKind, relaxations};
use gpu_litmus::ugpu::machine::path::Path;
use gpu_litmus::ugpu::machine::paths::paths;
use gpu_litmus::ugpu::machine::state::State;
use gpu_litmus::ugpu::machine::steps::Machine;
use gpu_litmus::ugpu::machine::{
    Bends, Limits, Measure, Model, Rule, Schedule, Step, measure, replay,
};
use gpu_litmus::verdict::outcome::Verdict;
use gpu_litmus::verdict::query::Options;

use super::support::{BOUND, generated, litmus, program};

fn options() -> Options {
    Options {
        bound: BOUND,
        timeout: None,
        quantity: true,
        reason: false,
        flags: false,
        reason_time: None,
        ..Options::default()
    }
}

/// The size of the smallest witness, checked.
fn size(program: &Program, model: Model, name: &str) -> Option<Measure> {
    let outcome = smallest(program, model, &options()).expect("it is short enough");
    let notes = &outcome.remarks;
    let Some(found) = outcome.smallest else {
        assert!(
            outcome.witness.is_none() && outcome.counterexample.is_none(),
            "{name} {notes:?}"
        );
        return None;
    };
    assert!(found.proven, "{name} {notes:?}");
    let mut executions = [&outcome.witness, &outcome.counterexample].into_iter();
    let measured = executions.any(|execution| {
        execution.as_ref().is_some_and(|execution| {
            let end = replay(program, model, &execution.schedule);
            assert_eq!(end.as_ref(), Ok(&execution.end), "{name}");
            measure(program, model, &execution.schedule) == Ok(found.measure)
        })
    });
    assert!(measured, "{name}: nothing shown measures {found:?}");
    Some(found.measure)
}

fn sizes(threads: &[(usize, &str)], condition: &str) -> [Option<(usize, usize)>; 3] {
    let threads = threads.iter();
    let threads: Vec<(usize, String)> = threads
        .map(|(block, code)| (*block, (*code).to_owned()))
        .collect();
    let program = program(&litmus("x = 0; y = 0;", &threads, condition));
    Model::ALL.map(|model| {
        let size = size(&program, model, "handmade")?;
        Some((size.accesses, size.relaxations))
    })
}

#[test]
fn weak_behaviours_take_as_many_relaxations_as_they_must() {
    let write = "st.weak x, 1; st.weak y, 1";
    let read = "ld.weak r1, y; ld.weak r2, x";
    let borrowed = [Some((4, 0)), Some((4, 0)), Some((4, 1))];
    let apart = |outcome| sizes(&[(0, write), (1, read)], outcome);
    // In order nothing is relaxed. A borrowed value is seen before it is delivered, which is no
    // relaxation; where nobody borrows, a load, a store or a delivery has to be out of order.
    assert_eq!(
        apart("exists (P1:r1 == 1 /\\ P1:r2 == 1)"),
        [Some((4, 0)); 3]
    );
    assert_eq!(apart("exists (P1:r1 == 1 /\\ P1:r2 == 0)"), borrowed);
    // A reader that keeps its order needs the stores to lag, or to be done the other way round.
    let read = "ld.weak r1, y; membar.gl; ld.weak r2, x";
    let fenced = sizes(
        &[(0, write), (1, read)],
        "exists (P1:r1 == 1 /\\ P1:r2 == 0)",
    );
    assert_eq!(fenced, borrowed);
    // Both readers keep their order, and so do the writers, but the views differ.
    let iriw = [
        (0, "st.weak x, 1"),
        (1, "st.weak y, 1"),
        (2, "ld.weak r1, x; membar.gl; ld.weak r2, y"),
        (3, "ld.weak r1, y; membar.gl; ld.weak r2, x"),
    ];
    let outcome = "exists (P2:r1 == 1 /\\ P2:r2 == 0 /\\ P3:r1 == 1 /\\ P3:r2 == 0)";
    assert_eq!(sizes(&iriw, outcome), [Some((6, 0)), Some((6, 0)), None]);
}

#[test]
fn fewer_accesses_come_first() {
    // The second way has fewer accesses; the loop's other lap is not taken.
    let spin = "LC0:; ld.weak r1, x; bne r1, 1, LC0";
    let found = sizes(&[(0, "st.weak x, 1"), (1, spin)], "exists (P1:r1 == 1)");
    assert_eq!(found, [Some((2, 0)); 3]);
    let branch = "ld.weak r1, x; beq r1, 0, LC0; ld.weak r2, y; ld.weak r3, y; LC0:";
    let found = sizes(&[(0, "st.weak x, 1"), (1, branch)], "exists (x == 1)");
    assert_eq!(found, [Some((2, 0)); 3]);
    // The counterexample is what shows that a `forall` fails.
    let found = sizes(&[(0, "st.weak x, 1"), (1, branch)], "forall (P1:r1 == 0)");
    assert_eq!(found, [Some((4, 0)); 3]);
}

#[test]
fn a_schedule_is_measured_step_by_step() {
    // P0's first store is shared after its second: it lags. P1's loads are done out of order.
    let threads = [
        (0, "st.weak x, 1; st.weak y, 1".to_owned()),
        (1, "ld.weak r1, y; ld.weak r2, x".to_owned()),
    ];
    let outcome = "exists (P1:r1 == 1 /\\ P1:r2 == 0)";
    let program = program(&litmus("x = 0; y = 0;", &threads, outcome));
    let found = smallest(&program, Model::Weak, &options()).expect("it is short enough");
    let template = found.witness.expect("it is reachable").schedule;
    let step = |thread, rule, op: Option<usize>, location, value| Step {
        thread: ThreadId(thread),
        rule,
        op,
        instruction: op,
        location: Some(gpu_litmus::program::LocationId(location)),
        value: Some(value),
        from: None,
    };
    let schedule = Schedule {
        steps: vec![
            step(1, Rule::Load, Some(1), 0, 0),
            step(0, Rule::Store, Some(0), 0, 1),
            step(0, Rule::Store, Some(1), 1, 1),
            step(0, Rule::Share, None, 1, 1),
            step(1, Rule::Load, Some(0), 1, 1),
            step(0, Rule::Share, None, 0, 1),
        ],
        ..template
    };
    let expected = Measure {
        accesses: 4,
        relaxations: 2,
    };
    assert_eq!(measure(&program, Model::Weak, &schedule), Ok(expected));
    let relaxation = |kind, thread, op, other| Relaxation {
        kind,
        thread: ThreadId(thread),
        op,
        other,
    };
    assert_eq!(
        relaxations(&program, Model::Weak, &schedule),
        Ok(vec![
            relaxation(RelaxationKind::Lag, 0, 0, 1),
            relaxation(RelaxationKind::OutOfOrder, 1, 1, 0),
        ])
    );
    let mut impossible = schedule;
    impossible.steps.swap(0, 5);
    assert!(measure(&program, Model::Weak, &impossible).is_err());
}

#[test]
fn the_count_on_the_schedule_agrees_and_is_proven_smallest() {
    let (mut found, mut relaxed) = (0, 0);
    for seed in 0..200 {
        let program = generated(seed);
        for model in Model::ALL {
            let name = format!("seed {seed} under {}", model.name());
            if let Some(size) = size(&program, model, &name) {
                found += 1;
                relaxed += usize::from(size.relaxations > 0);
            }
        }
    }
    println!("{found} smallest executions, {relaxed} with relaxations");
    assert!(found >= 200 && relaxed >= 30, "{found} {relaxed}");
}

#[test]
fn a_search_without_time_says_so() {
    let options = Options {
        timeout: Some(Duration::ZERO),
        ..options()
    };
    for seed in 0..20 {
        let outcome = smallest(&generated(seed), Model::Weak, &options).expect("short");
        if let Some(found) = outcome.smallest {
            assert!(found.proven || !outcome.remarks.is_empty(), "seed {seed}");
        } else {
            assert!(
                outcome.verdict != Verdict::Reachable || outcome.witness.is_none(),
                "seed {seed}"
            );
        }
    }
}

/// Runs every schedule of a small program; gives the least size of those that end as asked, or
/// nothing if there are too many.
struct Brute<'a> {
    program: &'a Program,
    model: Model,
    wanted: bool,
    left: usize,
    least: Option<Measure>,
}

impl Brute<'_> {
    fn run(&mut self) -> Option<()> {
        let program = self.program;
        let threads = (0..program.threads.len()).map(ThreadId);
        let ways: Option<Vec<Vec<Path>>> = threads
            .map(|thread| {
                let mut budget = Budget::new(&Limits::default());
                let ways = paths(program, thread, BOUND, &mut budget).ok()?.list;
                Some(ways.into_iter().filter(|way| !way.truncated).collect())
            })
            .collect();
        let ways = ways?;
        let layout = Layout::new(program, self.model);
        let choices = ways.iter().fold(vec![Vec::new()], |choices, ways| {
            let longer = |choice: &Vec<_>| {
                let choice = choice.clone();
                ways.iter()
                    .map(move |way| [choice.clone(), vec![way]].concat())
            };
            choices.iter().flat_map(longer).collect()
        });
        for chosen in choices {
            let machine = Machine::new(self.model, Bends::NONE, &layout, chosen.clone());
            let decisions = chosen.iter().map(|way| way.decisions.clone());
            let mut schedule = Schedule {
                bound: BOUND,
                decisions: decisions.collect(),
                steps: Vec::new(),
            };
            self.step(&machine, &chosen, &machine.start(program), &mut schedule)?;
        }
        Some(())
    }

    fn step(
        &mut self,
        machine: &Machine,
        chosen: &[&Path],
        state: &State,
        schedule: &mut Schedule,
    ) -> Option<()> {
        self.left = self.left.checked_sub(1)?;
        let live = vec![true; self.program.locations.len()];
        let moves = machine.moves(state, &live);
        let consistent = chosen
            .iter()
            .zip(state.done.iter().zip(&state.reads))
            .all(|(way, (done, reads))| way.consistent(*done, reads));
        if !consistent {
            return Some(());
        }
        if moves.is_empty() && machine.is_done(state) {
            let end = machine.end(state);
            let program = self.program;
            if end.passes_filter(program) && end.satisfies(&program.condition) == self.wanted {
                let size = measure(program, self.model, schedule).expect("it was just run");
                self.least = Some(self.least.map_or(size, |least| least.min(size)));
            }
        }
        for next in moves {
            let mut state = state.clone();
            let step = machine.take(&mut state, next)?;
            schedule.steps.push(step);
            let done = self.step(machine, chosen, &state, schedule);
            schedule.steps.pop();
            done?;
        }
        Some(())
    }
}

#[test]
fn no_schedule_is_smaller() {
    let (mut compared, mut relaxed) = (0, 0);
    for seed in 0..150 {
        let program = generated(seed);
        for model in Model::ALL {
            let outcome = smallest(&program, model, &options()).expect("it is short enough");
            let Some(found) = outcome.smallest else {
                continue;
            };
            let mut brute = Brute {
                program: &program,
                model,
                wanted: !(program.quantifier == Quantifier::Forall
                    && outcome.counterexample.is_some()),
                left: 30_000,
                least: None,
            };
            if brute.run().is_some() {
                compared += 1;
                relaxed += usize::from(found.measure.relaxations > 0);
                let name = model.name();
                assert_eq!(brute.least, Some(found.measure), "seed {seed} under {name}");
            }
        }
    }
    println!("{compared} compared, {relaxed} with relaxations");
    assert!(compared >= 50 && relaxed >= 5, "{compared} {relaxed}");
}
