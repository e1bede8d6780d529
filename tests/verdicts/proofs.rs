//! What `check --proof` writes is accepted by a checker of another house: `dratify`, which knows no more of
//! this program than the two texts.
#![expect(clippy::unwrap_used, reason = "a test that cannot run should fail")]

use dratify::Checker;
use gpu_litmus::sat::engine::Engine;
use gpu_litmus::sat::proof::Written;
use gpu_litmus::tasks::suite;
use gpu_litmus::verdict::query::Options;
use gpu_litmus::{Model, check};

use super::solvers::{derived, pigeons};

/// The numbers of a line, in the checker's form: a variable twice, one more where it is negated.
fn clause(line: &str) -> Vec<u32> {
    let numbers = line.split_whitespace().map(|word| word.parse().unwrap());
    let numbers = numbers.take_while(|&lit: &i32| lit != 0);
    numbers
        .map(|lit| 2 * (lit.unsigned_abs() - 1) + u32::from(lit < 0))
        .collect()
}

/// Whether the outside checker accepts each step, by unit propagation alone, and finds the empty clause
/// among them.
fn accepted(written: &Written) -> bool {
    let header = written
        .formula
        .lines()
        .find(|line| line.starts_with("p cnf"));
    let counts: Vec<usize> = header
        .unwrap()
        .split_whitespace()
        .skip(2)
        .map(|word| word.parse().unwrap())
        .collect();
    let body = written.formula.lines();
    let body = body.filter(|line| !line.starts_with(['c', 'p']));
    let clauses: Vec<Vec<u32>> = body.map(clause).collect();
    assert_eq!(clauses.len(), counts[1], "the header counts the clauses");
    let variables = u32::try_from(counts[0]).unwrap();
    let named = clauses.iter().flatten().max();
    assert!(named.is_none_or(|lit| lit / 2 < variables));
    let mut checker = Checker::new(variables, &clauses, false, true);
    let mut empty = false;
    for line in written.proof.lines() {
        let (deletes, line) = match line.strip_prefix("d ") {
            Some(line) => (true, line),
            None => (false, line),
        };
        let lits = clause(line);
        if !checker.check_step(deletes, &lits) {
            return false;
        }
        empty |= !deletes && lits.is_empty();
    }
    empty
}

#[test]
fn an_outside_checker_accepts_the_proofs_of_the_suite() {
    let (mut proofs, mut derived) = (0, 0);
    for test in suite::all().step_by(3) {
        let program = test.load().unwrap();
        for name in ["sc", "tso", "ptx-7.5", "hrf-rsp", "ugpu-weak"] {
            let options = Options {
                engine: Engine::Sat,
                proof: true,
                reason: false,
                ..Options::default()
            };
            let model = Model::find(name).unwrap();
            for written in check(&program, &model, &options).unwrap().proofs {
                assert!(accepted(&written), "{}, {name}", test.name);
                proofs += 1;
                derived += usize::from(written.proof.lines().count() > 1);
            }
        }
    }
    assert!(proofs > 60 && derived > 5, "{proofs}, {derived} with steps");
}

#[test]
fn an_outside_checker_rejects_what_is_no_proof() {
    let (variables, clauses) = pigeons(5);
    let all = || clauses.iter().map(Vec::as_slice);
    let derivation = derived(variables, &clauses);
    let good = Written::new(&[], variables, all(), Some(&derivation));
    assert!(accepted(&good));
    // The empty clause at once does not follow.
    assert!(!accepted(&Written::new(&[], variables, all(), None)));
    // Without a clause the pigeons fit.
    for dropped in 0..clauses.len() {
        let fewer = all().enumerate().filter(|&(index, _)| index != dropped);
        let fewer = fewer.map(|(_, clause)| clause);
        let written = Written::new(&[], variables, fewer, Some(&derivation));
        assert!(!accepted(&written), "without clause {dropped}");
    }
    // The last step is missing: nothing is claimed.
    let steps: Vec<&str> = good.proof.lines().collect();
    let (last, before) = steps.split_last().unwrap();
    assert_eq!(last.trim(), "0");
    let proof = before.join("\n");
    assert!(!accepted(&Written { proof, ..good }));
}
