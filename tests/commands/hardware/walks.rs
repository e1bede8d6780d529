//! Random walks against the explorer: nothing beyond what it finds, and in small tests all of it.
#![expect(clippy::unwrap_used, reason = "a test that cannot run should fail")]

use std::collections::BTreeSet;

use gpu_litmus::device::run::judge::{Judge, Say};
use gpu_litmus::device::run::makeable::Makeable;
use gpu_litmus::device::run::observe::Observed;
use gpu_litmus::ugpu::machine::{Bends, Limits, Model, Verdict, check};
use gpu_litmus::verdict::query::Options;
use gpu_litmus::{Program, testing};

use super::support::{litmus, states, walked};

/// Whether the explorer of all states reaches one.
fn reaches(program: &Program, model: Model, state: &[i64]) -> bool {
    let observed = Observed::of(program);
    let options = Options::default();
    let judge = Judge::new(program, &observed, &options).unwrap();
    let asking = judge.asking(state);
    let found = check(&asking, model, &Limits::default(), 2, Bends::NONE).unwrap();
    found.verdict == Verdict::Reachable
}

/// All states whose values a test can make at all.
fn imaginable(sets: &[&[i64]]) -> Vec<Vec<i64>> {
    sets.iter().fold(vec![Vec::new()], |states, set| {
        let longer = states.iter().flat_map(|state: &Vec<i64>| {
            set.iter()
                .map(|value| [state.as_slice(), &[*value]].concat())
        });
        longer.collect()
    })
}

/// With enough walks every state of a test of two threads is seen, and no other.
#[test]
fn walks_see_what_the_explorer_finds() {
    let both: &[i64] = &[0, 1];
    for (program, sets) in [
        (
            litmus(
                "x = 0; y = 0;",
                &["st.weak x, 1; ld.weak r0, y", "st.weak y, 1; ld.weak r0, x"],
                "true",
            ),
            vec![both, both],
        ),
        (
            litmus(
                "x = 0; y = 0;",
                &["st.weak x, 1; st.weak y, 1", "ld.weak r0, y; ld.weak r1, x"],
                "true",
            ),
            vec![both, both],
        ),
        (
            litmus(
                "x = 0;",
                &["st.weak x, 1", "ld.weak r0, x; ld.weak r1, x"],
                "true",
            ),
            vec![both, both],
        ),
        (
            litmus(
                "x = 0; y = 0;",
                &[
                    "st.weak x, 1; fence.sc.gpu; st.weak y, 1",
                    "ld.weak r0, y; beq r0, 0, OUT; ld.weak r1, x; OUT:",
                ],
                "x == 1",
            ),
            vec![both, both, &[1]],
        ),
        (
            litmus(
                "x = 0;",
                &[
                    "atom.relaxed.gpu.add r0, x, 1",
                    "atom.relaxed.gpu.add r0, x, 1",
                ],
                "x == 2",
            ),
            vec![both, both, &[0, 1, 2]],
        ),
    ] {
        for model in Model::ALL {
            let seen = states(&walked(&program, model, 7, 40).tally);
            let all = imaginable(&sets).into_iter();
            let found: BTreeSet<Vec<i64>> = all
                .filter(|state| reaches(&program, model, state))
                .collect();
            assert_eq!(seen, found, "{} {}", model.name(), program.source.text);
        }
    }
}

/// Generated tests show nothing that their machine does not reach.
#[test]
fn walks_stay_within_their_machine() {
    let mut run = 0;
    for seed in 0..30 {
        let text = testing::generate(seed, testing::Family::Ugpu);
        let program = gpu_litmus::load("t.litmus", &text).unwrap();
        let observed = Observed::of(&program);
        let makeable = Makeable::of(&program, &observed);
        let options = Options {
            reason: false,
            ..Options::default()
        };
        let judge = Judge::new(&program, &observed, &options).unwrap();
        let machine = Model::ALL[usize::try_from(seed).unwrap() % 3];
        let model = gpu_litmus::Model::find(machine.name()).unwrap();
        if model.refuses(&program).is_some() {
            continue;
        }
        run += 1;
        for state in states(&walked(&program, machine, seed, 1).tally) {
            assert!(makeable.allows(&state), "seed {seed}: {state:?}\n{text}");
            let says = judge.state(&model, &state).unwrap().say;
            assert!(
                matches!(says, Say::Allowed | Say::Open),
                "seed {seed}: {state:?}\n{text}"
            );
        }
    }
    assert!(run > 15, "only {run} run");
}

/// The same seed, the same run; another seed, another one.
#[test]
fn a_seed_is_a_run() {
    let program = litmus(
        "x = 0; y = 0;",
        &["st.weak x, 1; ld.weak r0, y", "st.weak y, 1; ld.weak r0, x"],
        "true",
    );
    let run = |seed| walked(&program, Model::Weak, seed, 3).tally.states();
    assert_eq!(run(5), run(5));
    assert_ne!(run(5), run(6));
}

/// What walks pass the loop bound is counted apart.
#[test]
fn long_loops_are_unfinished() {
    let program = litmus(
        "x = 0;",
        &["mov r0, 0; AGAIN:; add r0, r0, 1; st.weak x, r0; bne r0, 9, AGAIN"],
        "x == 9",
    );
    let ran = walked(&program, Model::Weak, 1, 1);
    assert_eq!((ran.tally.instances, ran.tally.unfinished), (0, 100));
}

/// How often each outcome shows in 100,000 walks, as docs/hardware.md says it.
#[test]
fn the_numbers_of_the_page() {
    let page = std::fs::read_to_string("docs/hardware.md").unwrap();
    let rows = page
        .lines()
        .skip_while(|line| !line.contains("100,000 walks"));
    let rows: Vec<&str> = rows.take_while(|line| line.starts_with('|')).collect();
    assert_eq!(rows.len(), 5, "{rows:?}");
    for (at, row) in rows[2..].iter().enumerate() {
        let cells: Vec<&str> = row.trim_matches('|').split('|').map(str::trim).collect();
        let test = cells[0].split('`').nth(1).unwrap();
        let machines = ["ugpu-weak", "ugpu-coherent", "ugpu-strong"];
        // Every other cell: walks take their time in a build for tests.
        let cells = machines.into_iter().zip(&cells[1..]).enumerate();
        for (_, (machine, cell)) in cells.filter(|(column, _)| (at + column) % 2 == 0) {
            let args = "--launches 1000 --seed 1 -q".split(' ');
            let args: Vec<&str> = ["run", test, "--backend", machine]
                .into_iter()
                .chain(args)
                .collect();
            let said = crate::cli::support::run(&args);
            let count = match cell.split_once(':') {
                Some((none, _)) => none.to_owned(),
                None => format!("seen {cell} times"),
            };
            let line = format!("condition {count}; {machine} says");
            assert!(said.out.contains(&line), "{test}: {line}\n{}", said.out);
        }
    }
}
