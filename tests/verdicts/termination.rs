//! Whether executions end: the solver against engines that share nothing with it, on generated tests with
//! loops; against a simulation on tests with barriers; and the condition `terminates` in all its forms.
//!
//! `GPU_LITMUS_SEEDS` says how many seeds, `GPU_LITMUS_FIRST_SEED` where to start.
#![expect(clippy::unwrap_used, clippy::panic, reason = "a test")]

mod barriers;
mod questions;
mod rounds;

use std::collections::BTreeMap;
use std::fmt::Write;

use gpu_litmus::engine::termination::waiting;
use gpu_litmus::program::Condition;
use gpu_litmus::syntax::ast::Quantifier;
use gpu_litmus::verdict::outcome::Verdict;
use gpu_litmus::verdict::query::Options;
use gpu_litmus::verdict::settled::Settled;
use gpu_litmus::{Model, Program, check, load};

fn number(name: &str, default: u64) -> u64 {
    let text = std::env::var(name).ok();
    text.and_then(|text| text.parse().ok()).unwrap_or(default)
}

fn program(text: &str) -> Program {
    load("test.litmus", text).unwrap_or_else(|report| panic!("{}\n{text}", report.render(false)))
}

/// A test: for each thread its block and its cells.
fn litmus(threads: &[(usize, Vec<&str>)], claim: &str) -> String {
    let heads = threads.iter().enumerate();
    let heads: Vec<String> = heads
        .map(|(index, (block, _))| format!("P{index}@cta {block},gpu 0"))
        .collect();
    let mut text = format!("PTX test\n{{}}\n{} ;\n", heads.join(" | "));
    let height = threads
        .iter()
        .map(|(_, cells)| cells.len())
        .max()
        .unwrap_or(0);
    for row in 0..height {
        let cells = threads.iter();
        let cells: Vec<&str> = cells
            .map(|(_, cells)| cells.get(row).copied().unwrap_or(""))
            .collect();
        writeln!(text, "{} ;", cells.join(" | ")).unwrap();
    }
    text + claim
}

/// Numbers from a seed.
struct Rng(u64);

impl Rng {
    const fn new(seed: u64) -> Self {
        Self(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1)
    }

    fn below(&mut self, most: usize) -> usize {
        let next = self.0.wrapping_mul(6_364_136_223_846_793_005);
        self.0 = next.wrapping_add(1_442_695_040_888_963_407);
        usize::try_from(self.0 >> 33).unwrap() % most
    }

    fn chance(&mut self, percent: usize) -> bool {
        self.below(100) < percent
    }

    fn pick<'a>(&mut self, words: &[&'a str]) -> &'a str {
        words[self.below(words.len())]
    }
}

/// Threads that write, and threads that wait in loops of several kinds for what may come or not.
fn loops(seed: u64) -> String {
    let mut rng = Rng::new(seed);
    let mut threads = Vec::new();
    for _ in 0..2 + rng.below(2) {
        let mut cells = Vec::new();
        for _ in 0..rng.below(2) {
            cells.push(rng.pick(&WRITES));
        }
        if rng.chance(70) {
            cells.push("L:");
            if rng.chance(25) {
                cells.push(rng.pick(&[
                    "ld.weak r2, x",
                    "membar.gl",
                    "membar.cta",
                    "ld.weak r2, y",
                ]));
            }
            cells.push(rng.pick(&[
                "ld.weak r1, x",
                "ld.weak r1, y",
                "atom.relaxed.gpu.cas r1, y, 1, 2",
                "atom.relaxed.gpu.cas r1, x, 0, 1",
            ]));
            cells.push(rng.pick(&[
                "bne r1, 1, L",
                "bne r1, 1, L",
                "beq r1, 0, L",
                "beq r1, 1, L",
            ]));
        }
        for _ in 0..rng.below(2) {
            cells.push(rng.pick(&WRITES));
        }
        threads.push((rng.below(2), cells));
    }
    litmus(&threads, "forall (terminates)")
}

const WRITES: [&str; 6] = [
    "st.weak x, 1",
    "st.weak y, 1",
    "st.weak x, 2",
    "st.weak y, 0",
    "atom.relaxed.gpu.exch _, y, 1",
    "membar.gl",
];

/// Whether some execution waits for ever; nothing where that is open.
fn waits(program: &Program, model: &Model, explicit: bool) -> Option<bool> {
    let options = Options {
        explicit,
        reason: false,
        ..Options::default()
    };
    let found = waiting(program, model, &options).unwrap().waiting;
    if let Settled::Open(why) = &found {
        let why = why.to_string();
        assert!(
            !why.contains("internal"),
            "{}: {why}\n{}",
            model.name,
            program.source.text
        );
    }
    found.known()
}

const MODELS: [&str; 9] = [
    "sc",
    "tso",
    "strict",
    "plain",
    "ptx-6.0",
    "ptx-7.5",
    "ugpu-weak",
    "ugpu-coherent",
    "ugpu-strong",
];

#[test]
fn engines_agree_on_who_waits_in_loops() {
    let first = number("GPU_LITMUS_FIRST_SEED", 0);
    let mut seen: BTreeMap<(&str, Option<bool>), usize> = BTreeMap::new();
    let mut wrong = Vec::new();
    for seed in first..first + number("GPU_LITMUS_SEEDS", 8) {
        let text = loops(seed);
        let program = program(&text);
        for name in MODELS {
            let model = Model::find(name).unwrap();
            if model.refuses(&program).is_some() {
                continue;
            }
            let solved = waits(&program, &model, false);
            let known = waits(&program, &model, true);
            *seen.entry((name, solved)).or_default() += 1;
            if known.is_some() && solved != known || solved == Some(false) && known == Some(true) {
                wrong.push(format!(
                    "seed {seed}, {name}: enumerated {known:?}, solved {solved:?}\n{text}"
                ));
            }
        }
    }
    println!("{seen:?}");
    assert!(
        wrong.is_empty(),
        "{} wrong:\n{}",
        wrong.len(),
        wrong.join("\n")
    );
    for answer in [Some(true), Some(false)] {
        assert!(
            seen.keys().any(|(_, each)| *each == answer),
            "no {answer:?} in {seen:?}"
        );
    }
}

/// The answer to a test as asked: verdict, quantity, whether the statement holds.
fn asked(text: &str, model: &str, explicit: bool) -> (Verdict, Option<&'static str>, Option<bool>) {
    let options = Options {
        explicit,
        ..Options::default()
    };
    let outcome = check(&program(text), &Model::find(model).unwrap(), &options).unwrap();
    let quantity = outcome
        .quantity
        .map(gpu_litmus::verdict::outcome::Quantity::name);
    (outcome.verdict(), quantity, outcome.holds)
}

/// Whether some execution ends.
fn ended(program: &Program, model: &Model) -> Option<bool> {
    let mut program = program.clone();
    program.quantifier = Quantifier::Exists;
    program.condition = Condition::Literal(true, program.condition.span());
    let options = Options {
        reason: false,
        quantity: false,
        ..Options::default()
    };
    match check(&program, model, &options).unwrap().verdict() {
        Verdict::Reachable => Some(true),
        Verdict::Unreachable => Some(false),
        Verdict::Racy | Verdict::Unknown | Verdict::Unsupported => None,
    }
}
