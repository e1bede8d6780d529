//! Large tests are encoded otherwise than small ones: paths by their halves, barriers by their rounds, compositions by clauses.
//! So a small test is asked again beside a thread that does much to memory which nobody else uses: the answer is the same.

#![expect(
    clippy::format_push_string,
    clippy::panic,
    clippy::unwrap_used,
    reason = "texts of tests may be built plainly, and a test that cannot run should fail"
)]

use std::collections::BTreeMap;

use gpu_litmus::Model;
use gpu_litmus::load;
use gpu_litmus::testing::logs::Rng;

use super::support::{seeds, solved, summary};

/// So many loads the thread beside does: more than tests have that are encoded as small ones.
const LOADS: usize = 100;

const MODELS: [&str; 2] = ["ptx-6.0", "ptx-7.5"];

/// What threads do beside barriers; `r` is a register of its own.
const STEPS: [&str; 12] = [
    "st.weak x, 1",
    "st.weak y, 1",
    "st.relaxed.gpu z, 1",
    "st.release.gpu z, 2",
    "ld.weak r, x",
    "ld.weak r, y",
    "ld.relaxed.gpu r, z",
    "ld.acquire.gpu r, z",
    "fence.sc.gpu",
    "fence.acq_rel.gpu",
    "atom.relaxed.gpu.add r, z, 1",
    "atom.acq_rel.gpu.exch r, z, 3",
];

/// The columns of a test and the atoms of its condition.
type Test = (Vec<Vec<String>>, Vec<String>);

/// Two blocks of two threads that meet in each block once or twice, one of them maybe without waiting.
fn drawn(rng: &mut Rng) -> Test {
    let mut columns: Vec<Vec<String>> = Vec::new();
    let mut read = Vec::new();
    for block in 0..2 {
        let rounds = rng.below(3);
        let arrives = rng.below(4) == 0;
        for thread in 0..2 {
            let mut column = Vec::new();
            for round in 0..=rounds {
                for _ in 0..=rng.below(2) {
                    let step = STEPS[rng.below(STEPS.len())];
                    let register = format!(" r{},", column.len());
                    if step.contains(" r,") {
                        read.push(format!("P{}:r{}", 2 * block + thread, column.len()));
                    }
                    column.push(step.replace(" r,", &register));
                }
                if round < rounds {
                    let arrives = arrives && thread == 1 && round + 1 == rounds;
                    let name = ["bar.sync", "bar.arrive"][usize::from(arrives)];
                    column.push(format!("{name} {}", round % 2));
                }
            }
            columns.push(column);
        }
    }
    let mut atoms: Vec<String> = Vec::new();
    while atoms.len() < 3 && !read.is_empty() {
        let at = rng.below(read.len());
        atoms.push(format!("{} == {}", read.swap_remove(at), rng.below(3)));
    }
    if atoms.is_empty() {
        atoms.push("z == 1".to_owned());
    }
    (columns, atoms)
}

/// A message that goes by a barrier to who raises a flag, and by another from who sees it raised to who looks: one of them, or what
/// orders the flag, may be missing.
fn handed_on(rng: &mut Rng) -> Test {
    let mut one_of = |these: &[&str]| {
        let one = these[rng.below(these.len())];
        one.split(" ; ")
            .filter(|it| !it.is_empty())
            .map(str::to_owned)
            .collect::<Vec<_>>()
    };
    let meets = ["bar.sync 0", "bar.sync 0", "bar.sync 0", ""];
    let (first, second) = (one_of(&meets), one_of(&meets));
    let arrives = match first.len() {
        0 => Vec::new(),
        _ => one_of(&["bar.sync 0", "bar.sync 0", "bar.arrive 0"]),
    };
    let raises = one_of(&[
        "st.release.gpu z, 1",
        "fence.acq_rel.gpu ; st.relaxed.gpu z, 1",
        "fence.sc.gpu ; atom.relaxed.gpu.exch r0, z, 1",
        "fence.acq_rel.cta ; st.relaxed.gpu z, 1",
        "st.relaxed.gpu z, 1",
    ]);
    let sees = one_of(&[
        "ld.acquire.gpu r0, z",
        "ld.relaxed.gpu r0, z ; fence.acq_rel.gpu",
        "atom.relaxed.gpu.add r0, z, 0 ; fence.sc.gpu",
        "ld.relaxed.gpu r0, z",
    ]);
    let again = one_of(&["", "bar.sync 1"]);
    let columns = [
        [vec!["st.weak x, 1".to_owned()], arrives].concat(),
        [first, raises].concat(),
        [sees, second.clone(), again.clone()].concat(),
        [second, again, vec!["ld.weak r0, x".to_owned()]].concat(),
    ];
    let atoms = ["P2:r0 == 1", "P3:r0 == 0"].map(str::to_owned);
    (columns.to_vec(), atoms.to_vec())
}

/// A test with and without the thread beside.
fn texts(seed: u64) -> [String; 2] {
    let mut rng = Rng::new(seed);
    let (mut columns, atoms) = if seed.is_multiple_of(2) {
        handed_on(&mut rng)
    } else {
        drawn(&mut rng)
    };
    let mut places: Vec<String> = (0..4)
        .map(|thread| format!("P{thread}@cta {},gpu 0", thread / 2))
        .collect();
    // Who comes first to a round is not always the same.
    if rng.below(2) == 0 {
        places.reverse();
        columns.reverse();
    }
    let small = text(&places, &columns, &atoms);
    places.push("P4@cta 2,gpu 0".to_owned());
    columns.push(vec!["ld.weak r0, w".to_owned(); LOADS]);
    [small, text(&places, &columns, &atoms)]
}

fn text(places: &[String], columns: &[Vec<String>], atoms: &[String]) -> String {
    let mut text = format!("PTX padded\n{{}}\n{} ;\n", places.join(" | "));
    let rows = columns.iter().map(Vec::len).max().unwrap_or(0);
    for row in 0..rows {
        let cells = columns
            .iter()
            .map(|column| column.get(row).map_or("", String::as_str));
        text += &format!("{} ;\n", cells.collect::<Vec<_>>().join(" | "));
    }
    text + &format!("exists ({})\n", atoms.join(" /\\ "))
}

/// The verdict, the quantity, and whether some execution races.
fn answer(text: &str, model: &str) -> (String, Option<String>, Option<bool>) {
    let program = load("padded", text).unwrap_or_else(|report| panic!("{report}\n{text}"));
    let outcome = solved(&program, &Model::find(model).unwrap(), false);
    let (verdict, quantity) = summary(&outcome);
    (
        verdict,
        quantity,
        outcome.raised.get("data-race").copied().flatten(),
    )
}

#[test]
fn a_thread_beside_changes_no_answer() {
    let mut answers: BTreeMap<_, usize> = BTreeMap::new();
    // A large test takes long.
    for seed in seeds().take(2_000) {
        let [small, large] = texts(seed);
        for model in MODELS {
            let known = answer(&small, model);
            assert_eq!(
                answer(&large, model),
                known,
                "seed {seed}, {model}\n{small}"
            );
            *answers.entry((model, known.0, known.2)).or_default() += 1;
        }
    }
    for model in MODELS {
        for (verdict, race) in [
            ("reachable", true),
            ("unreachable", true),
            ("unreachable", false),
        ] {
            let key = (model, verdict.to_owned(), Some(race));
            assert!(answers.contains_key(&key), "{key:?} never is: {answers:?}");
        }
    }
    println!("{answers:?}");
}
