//! What models refuse, and what an engine leaves open: said with the place and with what to do.

use std::fmt::Write as _;

use rstest::rstest;
use serde_json::Value;

use super::support::{Said, run_with, same};

fn test(first: &str, second: &str) -> String {
    format!(
        "PTX T\n{{ x = 0; }}\n P0@cta 0,gpu 0 | P1@cta 1,gpu 0 ;\n {first} | {second} ;\nexists (P1:r0 == 1)\n"
    )
}

fn unsupported(said: &Said) {
    assert_eq!((said.code, said.err.as_str()), (3, ""), "{}", said.out);
    assert!(said.out.contains(": unsupported"), "{}", said.out);
}

const ACQUIRE: [&str; 2] = ["st.weak x, 1", "ld.acquire.gpu r0, x"];
const HOLD: &str = "bar.cta.sync 0";

#[rstest]
#[case("ugpu-acquire", "ugpu-weak", ACQUIRE)]
#[case("ugpu-remote", "ugpu-coherent", ["st.rm_release.gpu x, 1", "ld.weak r0, x"])]
#[case("ugpu-update", "ugpu-weak", ["atom.acq_rel.gpu.add r0, x, 1", "ld.weak r0, x"])]
#[case("ugpu-barrier", "ugpu-strong", [HOLD, "ld.weak r0, x"])]
#[case("ugpu-proxy", "ugpu-weak", ["sust.weak x, 1", "ld.weak r0, x"])]
#[case("hrf-fence", "hrf-rsp", ["membar.gl", "ld.weak r0, x"])]
#[case("hrf-barrier", "hrf-relaxed", [HOLD, "ld.weak r0, x"])]
#[case("ptx-scope", "ptx-6.0", ["st.release.warp x, 1", "ld.weak r0, x"])]
fn with_the_place(#[case] name: &str, #[case] model: &str, #[case] cells: [&str; 2]) {
    let text = test(cells[0], cells[1]);
    let said = run_with(&["check", "-", "-m", model], &text);
    unsupported(&said);
    same(&format!("refused-{name}.txt"), &said.out);
    // Who answers without a solver refuses the same at the same place; where it knows less,
    // it refuses too.
    let json = |rest: &[&str]| {
        let args = [&["check", "-", "-m", model, "--format", "json"], rest].concat();
        let answers: Value = serde_json::from_str(&run_with(&args, &text).out).unwrap();
        answers[0]["unsupported"]["text"].clone()
    };
    assert_eq!(json(&[]), json(&["--engine", "explicit"]));
}

#[test]
fn pictures_say_why_there_is_nothing_to_see() {
    for format in ["svg", "dot"] {
        let args = ["check", "-", "-m", "ugpu-weak", "--format", format];
        let said = run_with(&args, &test(ACQUIRE[0], ACQUIRE[1]));
        assert_eq!((said.code, said.err.as_str()), (3, ""));
        for words in ["gives accesses with an order no meaning", "at 4:17"] {
            assert!(said.out.contains(words), "no `{words}` in\n{}", said.out);
        }
    }
}

#[test]
fn a_sweep_names_the_place_too() {
    let text = test(ACQUIRE[0], ACQUIRE[1]);
    let args = ["sweep", "-", "-m", "ugpu-weak,strict", "--place", "intra"];
    let said = run_with(&args, &text);
    unsupported_row(&said);
    same("refused-sweep.txt", &said.out);
    let csv = run_with(&[&args[..], &["--format", "csv"]].concat(), &text);
    unsupported_row(&csv);
    assert!(
        csv.out.contains("`ld.acquire.gpu r0, x` at 4:17"),
        "{}",
        csv.out
    );
}

fn unsupported_row(said: &Said) {
    assert_eq!((said.code, said.err.as_str()), (3, ""), "{}", said.out);
}

/// Six threads that store and load six locations in turns: too many states to reach in a moment.
fn large(condition: &str) -> String {
    let columns = |cell: &dyn Fn(usize) -> String| {
        let cells: Vec<String> = (0..6).map(cell).collect();
        format!(" {} ;\n", cells.join(" | "))
    };
    let mut text = "PTX Large\n{}\n".to_owned();
    text.push_str(&columns(&|thread| format!("P{thread}@cta {thread},gpu 0")));
    for row in 0..8 {
        text.push_str(&columns(&|thread| {
            let at = (row + thread) % 6;
            if row % 2 == 0 {
                format!("ld.weak r{row}, v{at}")
            } else {
                format!("st.weak v{at}, {row}")
            }
        }));
    }
    let _ = writeln!(text, "{condition}");
    text
}

/// The text with every number of states as `N`.
fn without_states(text: &str) -> String {
    let (before, rest) = text.split_once("after ").unwrap();
    let after = rest.trim_start_matches(|digit: char| digit.is_ascii_digit());
    assert!(after.len() < rest.len(), "no number of states in\n{text}");
    format!("{before}after N{after}")
}

#[test]
fn an_exploration_that_ends_early_says_how_far_it_came() {
    let args = ["check", "-", "-m", "ugpu-weak", "--engine", "explicit"];
    let args = [&args[..], &["--timeout", "300ms"]].concat();
    let said = run_with(&args, &large("exists (P0:r0 == 9)"));
    assert_eq!((said.code, said.err.as_str()), (3, ""));
    let shown = said.out.split_whitespace().collect::<Vec<_>>().join(" ");
    let words = "note the exploration reached its limit of time or states, after N states; the \
                 solver (--engine auto) has no such limit";
    let shown = without_states(&shown);
    assert!(shown.contains(words), "{shown}");
    assert!(shown.starts_with("Large under ugpu-weak: unknown "));
}

/// Stores 1 in the first lap or later: reachable, and longer ways are open.
const LATER: &str = r"PTX Later
{ x = 0; y = 0; }
 P0@cta 0,gpu 0 | P1@cta 1,gpu 0 ;
 st.weak x, 1   | AGAIN:         ;
                | st.weak y, 1   ;
                | ld.weak r0, x  ;
                | bne r0, 1, AGAIN ;
exists (P1:r0 == 1)
";

#[test]
fn a_quantity_that_is_open_says_why() {
    let args = ["check", "-", "-m", "ugpu-weak", "--engine", "explicit"];
    let said = run_with(&args, LATER);
    assert_eq!((said.code, said.err.as_str()), (0, ""));
    let shown = said.out.split_whitespace().collect::<Vec<_>>().join(" ");
    assert!(
        shown.starts_with("Later under ugpu-weak: reachable; exists holds"),
        "{shown}"
    );
    let words = "in how many executions it holds is open: P1 may go on after 2 laps of the loop that \
                 ends at 7:19; it can go round in the same way for ever, so no larger --bound decides it";
    assert!(shown.contains(words), "{shown}");
}

#[test]
fn no_larger_bound_is_recommended_where_none_can_help() {
    for model in ["ugpu-weak", "ugpu-strong"] {
        let said = run_with(&["check", "-", "-m", model], LATER);
        let shown = said.out.split_whitespace().collect::<Vec<_>>().join(" ");
        assert!(shown.contains("where a lap writes y; it can go round in the same way for ever"));
        let test = LATER.replace("r0 == 1", "r0 == 0");
        let said = run_with(&["check", "-", "-m", model], &test);
        assert_eq!(said.code, 3);
        let shown = said.out.split_whitespace().collect::<Vec<_>>().join(" ");
        assert!(shown.contains("so no larger --bound decides it"), "{shown}");
        assert!(!shown.contains("help"), "{shown}");
    }
}

#[test]
fn how_a_test_ends_is_not_asked_of_one_that_asks_whether() {
    let test = LATER.replace("exists (P1:r0 == 1)", "forall (terminates)");
    for task in ["prove", "fences"] {
        let said = run_with(&[task, "-", "-m", "sc"], &test);
        assert_eq!((said.code, said.out.as_str()), (2, ""));
        same(&format!("{task}-terminates.stderr"), &said.err);
    }
}
