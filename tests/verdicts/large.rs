//! Tests within the limits of the language whose executions or values are very many: each is
//! answered, or is `unknown`, in bounded time and memory.
#![expect(
    clippy::format_push_string,
    reason = "texts of tests may be built plainly"
)]
#![expect(
    clippy::panic,
    clippy::unwrap_used,
    reason = "a test that cannot run should fail"
)]

use gpu_litmus::Model;
use gpu_litmus::check;
use gpu_litmus::load;
use gpu_litmus::verdict::outcome::{Outcome, Verdict};
use gpu_litmus::verdict::query::Options;

fn answer(test: &str) -> Outcome {
    let program = load("large.litmus", test).unwrap_or_else(|report| panic!("{report}"));
    check(
        &program,
        &Model::find("strict").unwrap(),
        &Options::default(),
    )
    .unwrap()
}

#[test]
fn a_value_computed_from_itself_over_and_over_is_looked_at_once_a_step() {
    let steps = "add r0, r0, r0 | ;\n".repeat(60);
    let test = format!(
        "PTX double\n{{}}\nP0@cta 0,gpu 0 | P1@cta 1,gpu 0 ;\n\
         ld.weak r0, x | st.weak x, 1 ;\n{steps}st.weak y, r0 | ;\n\
         exists (P0:r0 == 1)"
    );
    assert_eq!(answer(&test).verdict(), Verdict::Unreachable);
    let reachable = test.replace("r0 == 1)", "r0 == 0)");
    assert_eq!(answer(&reachable).verdict(), Verdict::Reachable);
}

#[test]
fn an_atomic_of_such_a_value_is_looked_at_once_a_step() {
    let steps = "mul r0, r0, r0 | ;\n".repeat(60);
    let test = format!(
        "PTX power\n{{}}\nP0@cta 0,gpu 0 | P1@cta 1,gpu 0 ;\n\
         ld.weak r0, x | st.weak x, 1 ;\n{steps}atom.add r1, y, r0 | ;\n\
         exists (y == 1)"
    );
    assert_eq!(answer(&test).verdict(), Verdict::Reachable);
}

/// Store buffering around a ring, over and over, all with fences: each race of its weak accesses needs the
/// whole of causality, and the paths of one pair are those of the next.
#[test]
fn a_ring_of_many_rounds() {
    let (threads, rounds) = (5, 3);
    let mut test = String::from("PTX ring\n{}\n");
    let row = |test: &mut String, cell: &dyn Fn(usize) -> String| {
        let cells: Vec<String> = (0..threads).map(cell).collect();
        *test += &format!("{} ;\n", cells.join(" | "));
    };
    row(&mut test, &|thread| format!("P{thread}@cta {thread},gpu 0"));
    for round in 0..rounds {
        let next = |thread: usize| (thread + 1) % threads;
        let value = round + 1;
        row(&mut test, &|thread| format!("st.weak x{thread}, {value}"));
        row(&mut test, &|_| "fence.sc.gpu".to_owned());
        row(&mut test, &|thread| {
            format!("ld.weak r{round}, x{}", next(thread))
        });
    }
    let stale = (0..threads)
        .flat_map(|thread| (0..rounds).map(move |round| format!("P{thread}:r{round} == {round}")));
    let stale: Vec<String> = stale.collect();
    test += &format!("exists ({})\n", stale.join(" /\\ "));
    let program = load("ring.litmus", &test).unwrap_or_else(|report| panic!("{report}"));
    let model = Model::find("ptx-7.5").unwrap();
    let options = Options::default();
    let outcome = check(&program, &model, &options).unwrap();
    assert_eq!(outcome.verdict(), Verdict::Unreachable);
    // Weaker fences do not forbid it.
    let weaker = test.replacen("fence.sc.gpu", "fence.acq_rel.gpu", threads * rounds);
    let program = load("ring.litmus", &weaker).unwrap_or_else(|report| panic!("{report}"));
    let outcome = check(&program, &model, &options).unwrap();
    assert_eq!(outcome.verdict(), Verdict::Reachable);
}

/// These fill memory, or take their time: `make long`.
mod long {
    use super::*;

    #[test]
    #[ignore = "slow: make long"]
    fn a_formula_that_does_not_fit_is_unknown() {
        let stores: Vec<String> = (0..900).map(|n| format!("st.weak x, {n} ;\n")).collect();
        let stores = stores.concat();
        let test = format!("PTX stores\n{{}}\nP0@cta 0,gpu 0 ;\n{stores}exists (x == 7)");
        let outcome = answer(&test);
        assert_eq!(outcome.verdict(), Verdict::Unknown);
        assert!(
            outcome
                .notes()
                .iter()
                .any(|note| note.contains("too large"))
        );
    }

    #[test]
    #[ignore = "slow: make long"]
    fn many_atomics_on_one_location_have_their_values_found_in_time() {
        let row = "atom.add r0, x, 1 | ".repeat(31) + "atom.add r0, x, 1 ;\n";
        let places: Vec<String> = (0..32).map(|n| format!("P{n}@cta {n},gpu 0")).collect();
        let test = format!(
            "PTX counter\n{{}}\n{} ;\n{}exists (x == 1)",
            places.join(" | "),
            row.repeat(20)
        );
        assert_eq!(answer(&test).verdict(), Verdict::Unknown);
    }
}
