//! Base sets and relations that only models of users show: what the documentation says of them, by both
//! the formula and the judge of executions.
#![expect(clippy::unwrap_used, reason = "a test that cannot run should fail")]

use gpu_litmus::Model;
use gpu_litmus::engine::check;
use gpu_litmus::load;
use gpu_litmus::model::cat;
use gpu_litmus::verdict::outcome::Verdict;
use gpu_litmus::verdict::query::Options;
use rstest::rstest;

fn reachable(model: &str, test: &str) -> bool {
    let definition = cat::load("own.cat", model).unwrap();
    let model = Model::of("own.cat", "a test", definition);
    let program = load("test.litmus", test).unwrap();
    let verdict = check(&program, &model, &Options::default())
        .unwrap()
        .verdict();
    assert!(
        matches!(verdict, Verdict::Reachable | Verdict::Unreachable),
        "{verdict:?}"
    );
    verdict == Verdict::Reachable
}

/// Two stores, of scopes and in places.
fn stores(scopes: [&str; 2], places: [&str; 2]) -> String {
    let ([one, other], [here, there]) = (scopes, places);
    format!(
        "PTX Covers\n{{}}\n P0@{here} | P1@{there} ;\n \
         st.relaxed.{one} x, 1 | st.relaxed.{other} y, 1 ;\nexists (x == 1)\n"
    )
}

const TOGETHER: [&str; 2] = ["cta 0,gpu 0", "cta 0,gpu 0"];
const APART: [&str; 2] = ["cta 0,gpu 0", "cta 1,gpu 0"];
const FAR: [&str; 2] = ["cta 0,gpu 0", "cta 0,gpu 1"];

#[rstest]
// Equal sets of threads, whatever the kinds.
#[case(["cta", "gpu"], TOGETHER, true, true)]
#[case(["cta", "sys"], TOGETHER, true, true)]
#[case(["gpu", "sys"], APART, true, true)]
// One set within the other.
#[case(["cta", "gpu"], APART, false, true)]
#[case(["cta", "sys"], FAR, false, true)]
#[case(["warp", "cta"], TOGETHER, false, true)]
// Sets with nothing in common.
#[case(["cta", "cta"], APART, false, false)]
#[case(["gpu", "gpu"], FAR, false, false)]
fn a_scope_instance_is_a_set_of_threads(
    #[case] scopes: [&str; 2],
    #[case] places: [&str; 2],
    #[case] first_contains_second: bool,
    #[case] second_contains_first: bool,
) {
    let test = stores(scopes, places);
    let upward =
        |from: &str, to: &str| format!("empty [{from}] ; (covers & ext) ; [{to}] as none\n");
    let name = |scope: &str| scope.to_uppercase();
    let (one, other) = (name(scopes[0]), name(scopes[1]));
    if scopes[0] == scopes[1] {
        assert!(reachable(&upward(&one, &other), &test), "{test}");
        return;
    }
    assert_eq!(
        !reachable(&upward(&one, &other), &test),
        first_contains_second,
        "{test}"
    );
    assert_eq!(
        !reachable(&upward(&other, &one), &test),
        second_contains_first,
        "{test}"
    );
    // The kind still matters to `same-scope`.
    let same = format!("empty [{one}] ; same-scope ; [{other}] as none\n");
    assert!(reachable(&same, &test), "{test}");
}

/// A `cas` that expects this, of a location that holds 0.
fn cas(order: &str, expected: i64) -> String {
    format!(
        "PTX Cas\n{{ x = 0; }}\n P0@cta 0,gpu 0 ;\n atom.{order}.gpu.cas r0, x, {expected}, 2 ;\n\
         exists (P0:r0 == 0)\n"
    )
}

#[rstest]
#[case("release", 0, &["STRONG", "RMW", "R", "W", "REL"], &["RLX", "ACQ", "SC"])]
#[case("release", 1, &["STRONG", "RMW", "R", "RLX"], &["W", "REL", "ACQ", "SC"])]
#[case("relaxed", 1, &["STRONG", "RMW", "R", "RLX"], &["W", "REL", "ACQ", "SC"])]
#[case("acquire", 1, &["STRONG", "RMW", "R", "ACQ"], &["W", "REL", "RLX", "SC"])]
#[case("acq_rel", 1, &["STRONG", "RMW", "R", "ACQ"], &["W", "REL", "RLX", "SC"])]
#[case("acq_rel", 0, &["STRONG", "RMW", "R", "W", "ACQ", "REL"], &["RLX", "SC"])]
#[case("sc", 1, &["STRONG", "RMW", "R", "ACQ", "SC"], &["W", "REL", "RLX"])]
fn a_failed_cas_that_was_to_release_is_relaxed(
    #[case] order: &str,
    #[case] expected: i64,
    #[case] within: &[&str],
    #[case] without: &[&str],
) {
    let test = cas(order, expected);
    let model = |set: &str| format!("option rmw-one-event\nempty RMW & {set} as none\n");
    for set in within {
        assert!(
            !reachable(&model(set), &test),
            "{order} {expected} is not in {set}"
        );
    }
    for set in without {
        assert!(
            reachable(&model(set), &test),
            "{order} {expected} is in {set}"
        );
    }
    // A store that releases is not relaxed.
    let store = "PTX S\n{}\n P0@cta 0,gpu 0 ;\n st.release.gpu x, 1 ;\nexists (x == 1)\n";
    assert!(reachable(
        "option rmw-one-event\nempty RLX as none\n",
        store
    ));
}
