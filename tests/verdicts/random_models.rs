//! Random models: the symbolic evaluation against the concrete one, execution by execution.
//!
//! For a generated test all candidate executions are listed; those that a random model allows, by
//! the concrete evaluation, decide the verdict and the quantity. The solver must say the same. The
//! models are full of closures, differences, complements and recursive definitions, so this is
//! also the test that least fixpoints are least, under negation too.

#![expect(
    clippy::panic,
    clippy::unwrap_used,
    reason = "a test that cannot run should fail"
)]

use std::fmt::Write as _;

use gpu_litmus::Model;
use gpu_litmus::Program;
use gpu_litmus::axiomatic::encoding::Encoding;
use gpu_litmus::axiomatic::witness::extract;
use gpu_litmus::check;
use gpu_litmus::execution::axioms::evaluate;
use gpu_litmus::execution::concrete::Execution;
use gpu_litmus::execution::judge::Judged;
use gpu_litmus::load;
use gpu_litmus::model::cat;
use gpu_litmus::model::registry::Axiomatic;
use gpu_litmus::program::unroll::unroll;
use gpu_litmus::sat::Lit;
use gpu_litmus::sat::session::{Answer, Limits, Session};
use gpu_litmus::stop::Stop;
use gpu_litmus::testing::{Family, generate};
use gpu_litmus::verdict::query::Options;

/// The most executions that are listed.
const EXECUTIONS: usize = 150;

/// A small deterministic generator (xorshift).
struct Random(u64);

impl Random {
    fn below(&mut self, count: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        usize::try_from(self.0 >> 11).unwrap() % count
    }

    fn pick<'a>(&mut self, choices: &[&'a str]) -> &'a str {
        choices[self.below(choices.len())]
    }

    fn set(&mut self, depth: usize) -> String {
        if depth == 0 || self.below(3) == 0 {
            let base = [
                "R", "W", "M", "F", "RMW", "IW", "ACQ", "REL", "RLX", "STRONG", "_",
            ];
            return self.pick(&base).to_owned();
        }
        let (a, b) = (self.set(depth - 1), self.set(depth - 1));
        match self.below(6) {
            0 => format!("({a} | {b})"),
            1 => format!("({a} & {b})"),
            2 => format!("({a} \\ {b})"),
            3 => format!("~{a}"),
            4 => format!("domain({})", self.relation(depth - 1, &[])),
            _ => format!("range({})", self.relation(depth - 1, &[])),
        }
    }

    /// A relation; the names may occur in it, never under negation.
    fn relation(&mut self, depth: usize, names: &[&str]) -> String {
        if depth == 0 || self.below(5) == 0 {
            if !names.is_empty() && self.below(2) == 0 {
                return self.pick(names).to_owned();
            }
            let base = [
                "po", "po-loc", "rf", "co", "fr", "loc", "ext", "int", "id", "rmw", "data", "ctrl",
                "addr", "same-cta", "sr", "rfe", "coe", "fre",
            ];
            return self.pick(&base).to_owned();
        }
        let a = self.relation(depth - 1, names);
        match self.below(12) {
            0 | 1 => format!("({a} | {})", self.relation(depth - 1, names)),
            2 => format!("({a} & {})", self.relation(depth - 1, names)),
            3 => format!("({a} \\ {})", self.relation(depth - 1, &[])),
            4 | 5 => format!("({a} ; {})", self.relation(depth - 1, names)),
            6 => format!("{a}^-1"),
            7 => format!("{a}+"),
            8 => format!("{a}*"),
            9 => format!("{a}?"),
            10 => format!("([{}] ; {a})", self.set(depth - 1)),
            _ => format!("({a} & ({} * {}))", self.set(1), self.set(1)),
        }
    }

    fn axiom(&mut self, name: &str) -> String {
        let negation = if self.below(5) == 0 { "~" } else { "" };
        let assertion = self.pick(&["acyclic", "irreflexive", "empty"]);
        format!("{negation}{assertion} {name}\n")
    }

    fn model(&mut self) -> String {
        let mut text = String::from("acyclic rf | addr | data | ctrl as grounded\n");
        for option in ["option rmw-one-event\n", "option co-partial\n"] {
            if self.below(3) == 0 {
                text.push_str(option);
            }
        }
        _ = writeln!(text, "let a = {}", self.relation(2, &[]));
        _ = writeln!(
            text,
            "let rec p = {} | {} and q = {}",
            self.relation(1, &[]),
            self.relation(2, &["p", "q"]),
            self.relation(2, &["p", "q"])
        );
        let last = match self.below(4) {
            0 => "a \\ p".to_owned(),
            1 => "po \\ q+".to_owned(),
            2 => "~p & ext".to_owned(),
            _ => self.relation(2, &[]),
        };
        _ = writeln!(text, "let b = {last}");
        for _ in 0..=self.below(2) {
            let name = self.pick(&["a", "p", "q", "b", "(p & po)", "(a ; q)"]);
            text += &self.axiom(name);
        }
        text
    }
}

/// All executions that the model allows; nothing if there are too many.
fn executions(program: &Program, model: &Axiomatic) -> Option<Vec<Execution>> {
    let unrolled = unroll(program, 1).unwrap();
    let mut encoding = Encoding::new(program, &unrolled, model, &Stop::never());
    let mut found = Vec::new();
    loop {
        let required = [encoding.finished, encoding.filter];
        let mut session = Session::new(&encoding.frame.circuit, &required, &[], &Limits::default());
        match session.check(&encoding.frame.circuit, &[]) {
            Answer::Unsat(_) => return Some(found),
            Answer::Unknown(why) => panic!("{why}"),
            Answer::Sat(assignment) => {
                found.push(extract(&encoding.frame, &assignment));
                if found.len() > EXECUTIONS {
                    return None;
                }
                let differs = difference(&encoding, &assignment);
                encoding.frame.circuit.clause(&differs);
            }
        }
    }
}

/// One of the choices of an execution is different.
fn difference(encoding: &Encoding, assignment: &gpu_litmus::sat::session::Assignment) -> Vec<Lit> {
    let frame = &encoding.frame;
    let size = frame.nodes.len();
    let mut lits = Vec::new();
    for a in 0..size {
        for b in 0..size {
            for lit in [frame.rf.get(a, b), frame.co.get(a, b)] {
                lits.push(if assignment.truth(lit) { !lit } else { lit });
            }
        }
    }
    for (location, _) in frame.program.locations.iter().enumerate() {
        let location = gpu_litmus::program::LocationId(location);
        for &(_, lit) in frame.chosen_last(location) {
            lits.push(if assignment.truth(lit) { !lit } else { lit });
        }
    }
    lits
}

fn compare(seed: u64) -> Option<(usize, bool)> {
    let mut random = Random(seed.wrapping_mul(0x9E37_79B9_7F4A_7C15) | 1);
    let program = load("generated", &generate(seed, Family::Coherence)).unwrap();
    let text = random.model();
    let definition =
        cat::load("random.cat", &text).unwrap_or_else(|report| panic!("{report}\n{text}"));
    let model = Model::of("random", "a test", definition);
    let definition = &model.axiomatic().unwrap().definition;
    let options = definition.options;
    let free = "acyclic rf | addr | data | ctrl as grounded";
    let mut free = cat::load("free.cat", free).unwrap();
    free.options = options;
    let free = Axiomatic::of(free);
    let all = executions(&program, &free)?;
    let unrolled = unroll(&program, 1).unwrap();
    let (mut with, mut without) = (false, false);
    for execution in &all {
        let judged = Judged::new(&program, &unrolled, execution, options);
        if evaluate(definition, &judged).allowed() {
            let value = |term| execution.value(&program, term);
            if program.condition.holds(&value) {
                with = true;
            } else {
                without = true;
            }
        }
    }
    let settings = Options {
        bound: 1,
        reason: false,
        ..Options::default()
    };
    let outcome = check(&program, &model, &settings).unwrap();
    let found = (
        outcome.verdict().name(),
        outcome
            .quantity
            .map(gpu_litmus::view::answer::Quantity::name),
    );
    if found.0 == "unknown" && outcome.notes().iter().all(|note| note.contains("--bound")) {
        return None;
    }
    let expected = match (with, without) {
        (true, false) => ("reachable", Some("always")),
        (true, true) => ("reachable", Some("sometimes")),
        (false, _) => ("unreachable", Some("never")),
    };
    assert_eq!(
        found,
        expected,
        "seed {seed}, {} executions, {:?}\n{text}\n{}",
        all.len(),
        outcome.notes(),
        program.source.text
    );
    Some((all.len(), with))
}

#[test]
fn the_solver_agrees_with_the_concrete_evaluation_of_random_models() {
    let seeds: u64 = std::env::var("GPU_LITMUS_SEEDS")
        .ok()
        .and_then(|text| text.parse().ok())
        .unwrap_or(40);
    let (mut compared, mut reachable, mut executions) = (0, 0, 0);
    for seed in 0..seeds {
        if let Some((count, with)) = compare(seed) {
            compared += 1;
            executions += count;
            reachable += usize::from(with);
        }
    }
    println!("{compared} models compared, {executions} executions, {reachable} reachable");
    assert!(
        compared * 2 >= usize::try_from(seeds).unwrap(),
        "too few tests are small enough: {compared}"
    );
    assert!(
        reachable * 10 >= compared && reachable * 10 <= compared * 9,
        "one-sided"
    );
}
