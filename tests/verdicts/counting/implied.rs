//! Every clause that a formula is given to help the solver count follows from the formula without
//! them. No answer can tell whether one is too strong by a little; this does.
//!
//! `GPU_LITMUS_SEEDS` says how many seeds, `GPU_LITMUS_FIRST_SEED` where to start.
#![expect(
    clippy::panic,
    clippy::expect_used,
    reason = "a test that cannot run should fail"
)]

use gpu_litmus::axiomatic::encoding::{Encoding, Goal, NamedEncoding};
use gpu_litmus::axiomatic::shared::unrolled;
use gpu_litmus::model::registry::{Axiomatic, Kind};
use gpu_litmus::program::unroll::{IdleLaps, unroll_laps};
use gpu_litmus::sat::session::{Answer, Limits, Session};
use gpu_litmus::sat::{Circuit, Lit};
use gpu_litmus::stop::Stop;
use gpu_litmus::testing::tickets::last_thread;
use gpu_litmus::testing::{Family, counters};
use gpu_litmus::ugpu::encode::counting::apart;
use gpu_litmus::{Model, Program, load};

use super::agreement::{FAMILIES, seeds};

const BOUND: usize = 2;

fn program(seed: u64, family: Family) -> Program {
    let text = counters(seed, family);
    load(&format!("counters-{seed}"), &text).unwrap_or_else(|report| panic!("{report}\n{text}"))
}

/// Whether some execution breaks one of the clauses.
fn broken(mut circuit: Circuit, clauses: &[Vec<Lit>]) -> bool {
    let mut cases = Vec::new();
    for clause in clauses {
        cases.push(circuit.all(clause.iter().map(|lit| !*lit)));
    }
    let some = circuit.any(cases);
    let mut session = Session::new(&circuit, &[some], &[], &Limits::default());
    match session.check(&circuit, &[]) {
        Answer::Sat(_) => true,
        Answer::Unsat(_) => false,
        Answer::Unknown(why) => panic!("no answer: {why}"),
    }
}

fn axiomatic(model: &Model) -> &Axiomatic {
    match &model.kind {
        Kind::Axiomatic(axioms) => axioms,
        Kind::Operational(_) => panic!("{} has no axioms", model.name),
    }
}

/// The clauses of a test, each formula apart: that of verdicts and flags, that of reasons.
fn formulas(program: &Program, model: &Model) -> [(Circuit, Vec<Vec<Lit>>); 2] {
    match &model.kind {
        Kind::Axiomatic(axioms) => {
            let events = unrolled(program, axioms, BOUND, &Stop::never()).expect("it is short");
            let mut plain = Encoding::bare(program, &events, axioms, &Stop::never());
            plain.flags(axioms);
            let named =
                NamedEncoding::bare(program, &events, axioms, Goal::Condition, &Stop::never());
            [
                (plain.frame.circuit, plain.counts),
                (named.frame.circuit, named.counts),
            ]
        }
        Kind::Operational(machine) => {
            let events =
                unroll_laps(program, BOUND, IdleLaps::None, &Stop::never()).expect("it is short");
            [false, true].map(|named| apart(program, &events, *machine, named))
        }
    }
}

#[test]
fn what_helps_to_count_follows_from_the_formula() {
    for (family, models) in FAMILIES {
        for name in models {
            let model = Model::find(name).expect("it is built in");
            let mut counted = [0, 0];
            for seed in seeds(12) {
                let program = program(seed, family);
                if model.refuses(&program).is_some() {
                    continue;
                }
                for (index, (circuit, clauses)) in
                    formulas(&program, &model).into_iter().enumerate()
                {
                    counted[index] += usize::from(!clauses.is_empty());
                    assert!(
                        !broken(circuit, &clauses),
                        "{name}, seed {seed}, named: {}\n{}",
                        index == 1,
                        program.source.text
                    );
                }
            }
            println!("{name}: {counted:?} of the formulas have something to count");
            assert!(
                counted.iter().all(|count| *count > 1),
                "{name}: {counted:?}"
            );
        }
    }
}

/// Four increments of one location.
const FOUR: &str = "PTX four\n{}\n\
    P0@cta 0,gpu 0 | P1@cta 1,gpu 0 | P2@cta 2,gpu 0 | P3@cta 3,gpu 0 ;\n\
    atom.relaxed.gpu.add r0, x, 1 | atom.relaxed.gpu.add r0, x, 1 | \
    atom.relaxed.gpu.add r0, x, 1 | atom.relaxed.gpu.add r0, x, 1 ;\nexists (x == 4)";

/// The check above finds what does not follow: a clause that has lost a literal.
#[test]
fn a_clause_without_one_of_its_literals_does_not_follow() {
    let program = load("four", FOUR).expect("it is right");
    let model = Model::find("sc").expect("it is built in");
    let events = unrolled(&program, axiomatic(&model), BOUND, &Stop::never()).expect("it is short");
    let Encoding { frame, counts, .. } =
        Encoding::bare(&program, &events, axiomatic(&model), &Stop::never());
    let (mut found, mut tried) = (0, 0);
    for clause in counts
        .iter()
        .filter(|clause| !clause.contains(&Lit::TRUE))
        .step_by(7)
    {
        for gone in 0..clause.len() {
            if clause[gone] != Lit::FALSE {
                let mut shorter = clause.clone();
                shorter.remove(gone);
                tried += 1;
                found += usize::from(broken(frame.circuit.clone(), &[shorter]));
            }
        }
    }
    assert!(tried > 20 && found * 3 > tried, "{found} of {tried}");
}

/// Where the axiom is gone that makes updates a chain, nothing follows any more.
#[test]
fn nothing_is_counted_where_no_axiom_says_that_updates_are_a_chain() {
    let program = load("four", FOUR).expect("it is right");
    let events = |axioms: &Axiomatic| {
        unrolled(&program, axioms, BOUND, &Stop::never()).expect("it is short")
    };
    let mut model = Model::find("sc").expect("it is built in");
    let Kind::Axiomatic(axioms) = &mut model.kind else {
        panic!("sc has axioms");
    };
    assert!(
        !Encoding::bare(&program, &events(axioms), axioms, &Stop::never())
            .counts
            .is_empty()
    );
    std::sync::Arc::make_mut(&mut axioms.definition)
        .axioms
        .retain(|axiom| axiom.name != "atomicity");
    assert!(
        Encoding::bare(&program, &events(axioms), axioms, &Stop::never())
            .counts
            .is_empty()
    );
}

/// The clauses of the formula of reasons hold by the axioms that they name, not without.
#[test]
fn a_premise_is_needed() {
    let program = load("four", FOUR).expect("it is right");
    for name in ["sc", "ptx-7.5", "ptx-6.0", "hrf-rsp"] {
        let model = Model::find(name).expect("it is built in");
        let events =
            unrolled(&program, axiomatic(&model), BOUND, &Stop::never()).expect("it is short");
        let named = NamedEncoding::bare(
            &program,
            &events,
            axiomatic(&model),
            Goal::Condition,
            &Stop::never(),
        );
        let (circuit, counts) = (named.frame.circuit, named.counts);
        assert!(!broken(circuit.clone(), &counts), "{name}");
        // The premise is the first literal of each clause.
        let without: Vec<Vec<Lit>> = counts.iter().map(|clause| clause[1..].to_vec()).collect();
        assert!(broken(circuit, &without), "{name}");
    }
}

/// Paths through updates follow for races too, where a store before a barrier begins the counter: by the order of the
/// updates, not without it, and nothing more than the path.
#[test]
fn paths_through_a_counter_follow() {
    let name = "ptx-7.5";
    let model = Model::find(name).expect("it is built in");
    let axioms = axiomatic(&model);
    for text in [last_thread(4, Some(3)), last_thread(4, None)] {
        let program = load("last-thread", &text).expect("it is right");
        let events = unrolled(&program, axioms, BOUND, &Stop::never()).expect("it is short");
        let mut encoding = Encoding::bare(&program, &events, axioms, &Stop::never());
        let before = encoding.counts.len();
        let goals = encoding.flags(axioms);
        let along = &encoding.counts[before..];
        assert!(along.len() >= 4 * 3, "{}", along.len());
        let circuit = &encoding.frame.circuit;
        assert!(!broken(circuit.clone(), along), "{text}");
        // The order and the path are the last literals of each.
        for gone in [1, 2] {
            let shorter = along.iter().map(|clause| {
                let mut clause = clause.clone();
                clause.remove(clause.len() - gone);
                clause
            });
            let shorter: Vec<Vec<Lit>> = shorter.collect();
            assert!(broken(circuit.clone(), &shorter), "without {gone}\n{text}");
        }
        for goal in goals {
            let named = NamedEncoding::bare(&program, &events, axioms, goal, &Stop::never());
            assert!(!broken(named.frame.circuit, &named.counts), "{text}");
        }
    }
}
