//! The solvers behind one trait, the checker of proofs, and the engines on generated tests.
#![expect(
    clippy::expect_used,
    clippy::unwrap_used,
    reason = "a test that cannot run should fail"
)]

use gpu_litmus::sat::builtin::{BuiltIn, Settings};
use gpu_litmus::sat::engine::{Certificate, Engine, Finder, Limits};
use gpu_litmus::sat::proof::{Checker, Derivation, Fault, Step, Written};
use gpu_litmus::sat::session::{Answer, Session};
use gpu_litmus::sat::solver::{Sat, load};
use gpu_litmus::sat::{Circuit, Lit, reference};
use gpu_litmus::stop::{Open, Stop};
use gpu_litmus::testing::{Family, generate};
use gpu_litmus::verdict::outcome::Verdict;
use gpu_litmus::verdict::query::Options;
use gpu_litmus::{Model, check, load as read};

/// A generator of small numbers: the same ones for the same seed.
struct Dice(u64);

impl Dice {
    fn below(&mut self, end: u64) -> u64 {
        self.0 = self
            .0
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1);
        (self.0 >> 33) % end
    }
}

fn random(seed: u64, variables: i32, clauses: usize) -> Vec<Vec<i32>> {
    let mut dice = Dice(seed);
    let count = u64::try_from(variables).unwrap();
    let mut lit = || {
        let variable = i32::try_from(dice.below(count)).unwrap() + 1;
        if dice.below(2) == 0 {
            variable
        } else {
            -variable
        }
    };
    (0..clauses)
        .map(|_| (0..3).map(|_| lit()).collect())
        .collect()
}

/// Pigeons in holes, one too many: `n + 1` in `n`.
pub(crate) fn pigeons(holes: i32) -> (i32, Vec<Vec<i32>>) {
    let sits = |pigeon: i32, hole: i32| pigeon * holes + hole + 1;
    let mut clauses: Vec<Vec<i32>> = (0..=holes)
        .map(|pigeon| (0..holes).map(|hole| sits(pigeon, hole)).collect())
        .collect();
    for one in 0..=holes {
        for other in 0..one {
            clauses.extend((0..holes).map(|hole| vec![-sits(one, hole), -sits(other, hole)]));
        }
    }
    (sits(holes, holes - 1), clauses)
}

fn both(variables: i32) -> [Box<dyn Sat>; 2] {
    let built_in = BuiltIn::new(Settings::default());
    [
        Box::new(built_in),
        reference(variables).expect("this build has Z3"),
    ]
}

fn holds(solver: &dyn Sat, clauses: &[Vec<i32>]) -> bool {
    let clause = |lits: &Vec<i32>| lits.iter().any(|&lit| solver.value(lit));
    clauses.iter().all(clause)
}

#[test]
fn both_solvers_keep_what_the_trait_promises() {
    let (mut yes, mut no) = (0, 0);
    for seed in 0..200 {
        let clauses = random(seed, 12, 50);
        let answers: Vec<(bool, bool)> = both(12)
            .into_iter()
            .map(|mut solver| {
                load(
                    &mut *solver,
                    12,
                    clauses.iter().map(Vec::as_slice),
                    &Stop::never(),
                )
                .expect("nobody stops it");
                let stop = Stop::never();
                let plain = solver.solve(&[], &stop).unwrap();
                assert!(!plain || holds(&*solver, &clauses));
                let assumed: Vec<i32> = (1..=12)
                    .map(|lit| if lit % 2 == 0 { lit } else { -lit })
                    .collect();
                let under = solver.solve(&assumed, &stop).unwrap();
                if under {
                    assert!(holds(&*solver, &clauses));
                    assert!(assumed.iter().all(|&lit| solver.value(lit)));
                } else {
                    let core = solver.core().to_vec();
                    assert!(core.iter().all(|lit| assumed.contains(lit)));
                    assert!(!solver.solve(&core, &stop).unwrap());
                }
                // What was assumed is forgotten.
                assert_eq!(solver.solve(&[], &stop).unwrap(), plain);
                // A clause that comes later counts too.
                let fresh = solver.variable();
                assert_eq!(fresh, 13);
                solver.clause(&[-fresh]);
                assert!(!solver.solve(&[fresh], &stop).unwrap());
                (plain, under)
            })
            .collect();
        assert_eq!(answers[0], answers[1], "seed {seed}");
        if answers[0].0 { yes += 1 } else { no += 1 }
    }
    assert!(yes > 20 && no > 20, "{yes} and {no}");
}

#[test]
fn both_solvers_stop_when_told() {
    let (variables, clauses) = pigeons(11);
    for mut solver in both(variables) {
        load(
            &mut *solver,
            variables,
            clauses.iter().map(Vec::as_slice),
            &Stop::never(),
        )
        .expect("nobody stops it");
        let soon = Stop::after(std::time::Duration::from_millis(100));
        assert_eq!(solver.solve(&[], &soon), Err(Open::Time));
        let flag = std::sync::Arc::new(std::sync::atomic::AtomicBool::new(false));
        let told = Stop::never().and_when(flag.clone());
        let setter = std::thread::spawn(move || {
            std::thread::sleep(std::time::Duration::from_millis(200));
            flag.store(true, std::sync::atomic::Ordering::Relaxed);
        });
        assert_eq!(solver.solve(&[], &told), Err(Open::Interrupted));
        setter.join().unwrap();
        // Who was stopped can be asked again, and so can others in its context.
        let soon = Stop::after(std::time::Duration::from_millis(50));
        assert_eq!(solver.solve(&[], &soon), Err(Open::Time));
        let none: Vec<i32> = clauses[0].iter().map(|lit| -lit).collect();
        assert_eq!(solver.solve(&none, &Stop::never()), Ok(false));
    }
    for mut solver in both(2) {
        load(
            &mut *solver,
            2,
            std::iter::once(&[1, 2][..]),
            &Stop::never(),
        )
        .expect("nobody stops it");
        assert_eq!(solver.solve(&[-1], &Stop::never()), Ok(true));
        assert_eq!(solver.solve(&[-1, -2], &Stop::never()), Ok(false));
    }
}

/// The derivation of the built-in solver for clauses that contradict each other.
pub(crate) fn derived(variables: i32, clauses: &[Vec<i32>]) -> Derivation {
    let mut solver = BuiltIn::new(Settings {
        derivation: true,
        conflicts: None,
    });
    load(
        &mut solver,
        variables,
        clauses.iter().map(Vec::as_slice),
        &Stop::never(),
    )
    .expect("nobody stops it");
    assert_eq!(solver.solve(&[], &Stop::never()), Ok(false));
    solver.derivation().clone()
}

fn checks<'a>(clauses: &[Vec<i32>], steps: impl Iterator<Item = Step<'a>>) -> Result<bool, Fault> {
    let mut checker = Checker::default();
    for clause in clauses {
        checker.assume(clause);
    }
    for step in steps {
        checker.step(step, &Stop::never())?;
    }
    checker.follows(&[], &Stop::never()).map_err(Fault::Open)
}

/// A second checker, as simple as can be: clauses in a list, propagation by going through all of them.
fn naive(formula: &str, proof: &str) -> bool {
    let lits = |line: &str| -> Vec<i32> {
        let numbers = line
            .split_whitespace()
            .map(|word| word.parse::<i32>().unwrap());
        numbers.take_while(|&lit| lit != 0).collect()
    };
    let body = formula.lines().filter(|line| !line.starts_with(['c', 'p']));
    let mut clauses: Vec<Vec<i32>> = body.map(lits).collect();
    let follows = |clauses: &[Vec<i32>], clause: &[i32]| {
        let mut truths: std::collections::BTreeSet<i32> = clause.iter().map(|lit| -lit).collect();
        loop {
            let before = truths.len();
            for clause in clauses {
                if clause.iter().any(|lit| truths.contains(lit)) {
                    continue;
                }
                let mut open: Vec<i32> = clause
                    .iter()
                    .copied()
                    .filter(|lit| !truths.contains(&-lit))
                    .collect();
                open.sort_unstable();
                open.dedup();
                match open[..] {
                    [] => return true,
                    [unit] => {
                        truths.insert(unit);
                    }
                    _ => {}
                }
            }
            if truths.iter().any(|lit| truths.contains(&-lit)) {
                return true;
            }
            if truths.len() == before {
                return false;
            }
        }
    };
    for line in proof.lines() {
        if let Some(deleted) = line.strip_prefix("d ") {
            let mut wanted = lits(deleted);
            wanted.sort_unstable();
            let found = clauses.iter().position(|clause| {
                let mut clause = clause.clone();
                clause.sort_unstable();
                clause == wanted
            });
            if let Some(found) = found {
                clauses.swap_remove(found);
            }
        } else {
            let clause = lits(line);
            if !follows(&clauses, &clause) {
                return false;
            }
            if clause.is_empty() {
                return true;
            }
            clauses.push(clause);
        }
    }
    false
}

#[test]
fn proofs_pass_both_checkers() {
    for holes in 2..=6 {
        let (variables, clauses) = pigeons(holes);
        let derivation = derived(variables, &clauses);
        assert_eq!(checks(&clauses, derivation.steps(0)), Ok(true));
        let all = clauses.iter().map(Vec::as_slice);
        let written = Written::new(&[], variables, all, Some(&derivation));
        assert!(holes > 5 || naive(&written.formula, &written.proof));
    }
}

/// What a proof rests on contradicts itself, and leaves out what has nothing to do with it.
#[test]
fn the_core_of_a_proof_suffices() {
    for holes in 2..=6 {
        let (variables, mut clauses) = pigeons(holes);
        let relevant = clauses.len();
        // A second formula beside it, which can hold.
        for number in 1..=20 {
            clauses.push(vec![variables + number, variables + number + 1]);
        }
        let derivation = derived(variables + 21, &clauses);
        let mut checker = Checker::default();
        for clause in &clauses {
            checker.assume(clause);
        }
        for step in derivation.steps(0) {
            checker.step(step, &Stop::never()).unwrap();
        }
        assert_eq!(checker.follows(&[], &Stop::never()), Ok(true));
        let core = checker.core();
        assert!(!core.is_empty() && core.len() <= relevant, "{}", core.len());
        for clause in &core {
            let mut sorted = clause.to_vec();
            sorted.sort_unstable();
            let is_same = |other: &Vec<i32>| {
                let mut other = other.clone();
                other.sort_unstable();
                other == sorted
            };
            assert!(clauses[..relevant].iter().any(is_same), "{clause:?}");
        }
        let mut solver = BuiltIn::new(Settings::default());
        load(&mut solver, variables, core.into_iter(), &Stop::never()).expect("nobody stops it");
        assert_eq!(solver.solve(&[], &Stop::never()), Ok(false));
    }
}

#[test]
fn wrong_proofs_are_rejected() {
    let (variables, clauses) = pigeons(5);
    let derivation = derived(variables, &clauses);
    // Nothing derived.
    assert_eq!(checks(&clauses, std::iter::empty()), Ok(false));
    // Half of it.
    let half = derivation.steps(0).take(derivation.len() / 2);
    assert_eq!(checks(&clauses, half), Ok(false));
    // A clause that does not follow: a pigeon sits nowhere.
    let lie = [Step::Add(&[-1]), Step::Add(&[])];
    assert_eq!(checks(&clauses, lie.into_iter()), Err(Fault::Gap(vec![-1])));
    // The empty clause out of nothing.
    let empty = [Step::Add(&[])];
    assert_eq!(checks(&clauses, empty.into_iter()), Err(Fault::Gap(vec![])));
    // Without any one of the clauses, the others can hold: no proof of them may pass.
    for dropped in 0..clauses.len() {
        let mut fewer = clauses.clone();
        fewer.remove(dropped);
        let found = checks(&fewer, derivation.steps(0));
        assert_ne!(found, Ok(true), "without clause {dropped}");
        let written = Written::new(
            &[],
            variables,
            fewer.iter().map(Vec::as_slice),
            Some(&derivation),
        );
        assert!(
            !naive(&written.formula, &written.proof),
            "without clause {dropped}"
        );
    }
    // What was deleted is gone.
    let cases = [vec![1, 2], vec![1, -2], vec![-1, 2], vec![-1, -2]];
    let good = [Step::Add(&[1]), Step::Add(&[])];
    assert_eq!(checks(&cases, good.into_iter()), Ok(true));
    let gone = [Step::Delete(&[2, 1]), Step::Add(&[1])];
    assert_eq!(checks(&cases, gone.into_iter()), Err(Fault::Gap(vec![1])));
}

#[test]
fn random_proofs_pass_both_checkers() {
    let mut seen = 0;
    for seed in 0..120 {
        let clauses = random(seed, 20, 110);
        let mut solver = BuiltIn::new(Settings {
            derivation: true,
            conflicts: None,
        });
        load(
            &mut solver,
            20,
            clauses.iter().map(Vec::as_slice),
            &Stop::never(),
        )
        .expect("nobody stops it");
        if solver.solve(&[], &Stop::never()) != Ok(false) {
            continue;
        }
        seen += 1;
        let derivation = solver.derivation();
        assert_eq!(
            checks(&clauses, derivation.steps(0)),
            Ok(true),
            "seed {seed}"
        );
        let written = Written::new(&[], 20, clauses.iter().map(Vec::as_slice), Some(derivation));
        assert!(naive(&written.formula, &written.proof), "seed {seed}");
    }
    assert!(seen > 30, "only {seen} contradict each other");
}

/// One pigeon too many: no hole is left for it, which takes a search to see, and too long a one for the
/// built-in solver.
#[test]
fn what_is_hard_goes_to_z3_and_each_engine_finds_the_core() {
    const HOLES: usize = 7;
    for engine in [Engine::Auto, Engine::Sat, Engine::Z3, Engine::Both] {
        let mut circuit = Circuit::default();
        let sits: Vec<Vec<Lit>> = (0..=HOLES)
            .map(|_| (0..HOLES).map(|_| circuit.variable()).collect())
            .collect();
        let mut required = Vec::new();
        for (index, one) in sits.iter().enumerate() {
            for other in &sits[..index] {
                for (&a, &b) in one.iter().zip(other) {
                    required.push(!circuit.and(a, b));
                }
            }
        }
        let housed: Vec<Lit> = sits
            .iter()
            .map(|holes| circuit.any(holes.iter().copied()))
            .collect();
        let limits = Limits {
            engine,
            ..Limits::default()
        };
        let mut session = Session::new(&circuit, &required, &housed, &limits);
        let (answer, _) = session.decide(&circuit, &housed[1..]);
        assert!(matches!(answer, Answer::Sat(_)), "{engine:?}");
        let (answer, credit) = session.decide(&circuit, &housed);
        let Answer::Unsat(mut core) = answer else {
            panic!("{engine:?}: every pigeon has a hole");
        };
        core.sort();
        assert_eq!(core, housed, "{engine:?}");
        let (found, confirmed) = (credit.found, credit.confirmed);
        match engine {
            Engine::Auto => assert!(found == Finder::Z3 || confirmed == Some(Certificate::Z3)),
            Engine::Sat => assert_eq!(confirmed, Some(Certificate::Proof)),
            Engine::Z3 => assert_eq!((found, confirmed), (Finder::Z3, None)),
            Engine::Both => assert_eq!(confirmed, Some(Certificate::Z3)),
        }
        let (answer, _) = session.decide(&circuit, &housed[1..]);
        assert!(matches!(answer, Answer::Sat(_)), "{engine:?}");
    }
}

#[test]
fn the_engines_agree_on_generated_tests_and_their_proofs_pass() {
    let (mut reachable, mut proofs) = (0, 0);
    for seed in 0..60 {
        let text = generate(seed, Family::Coherence);
        let program = read("generated.litmus", &text).unwrap();
        for name in ["sc", "tso", "ptx-7.5", "ugpu-weak"] {
            let model = Model::find(name).unwrap();
            let ask = |engine| {
                let options = Options {
                    engine,
                    reason: false,
                    proof: true,
                    ..Options::default()
                };
                check(&program, &model, &options).unwrap()
            };
            let found = ask(Engine::Sat);
            for engine in [Engine::Auto, Engine::Z3, Engine::Both] {
                let other = ask(engine);
                assert_eq!(
                    (found.verdict(), found.quantity),
                    (other.verdict(), other.quantity),
                    "seed {seed}, {name}, {engine:?}"
                );
            }
            reachable += usize::from(found.verdict() == Verdict::Reachable);
            if found.verdict() == Verdict::Unreachable {
                let credit = found.credit();
                assert_eq!(credit.confirmed, Some(Certificate::Proof));
                for written in found.proofs.iter().take(1) {
                    proofs += 1;
                    assert!(
                        naive(&written.formula, &written.proof),
                        "seed {seed}, {name}"
                    );
                }
            }
        }
    }
    assert!(reachable > 10 && proofs > 10, "{reachable} and {proofs}");
}
