//! The condition `terminates`.

use super::{MODELS, Verdict, asked, litmus};

/// One that always ends, one that does or not, one that never does.
fn tests(claim: &str) -> [String; 3] {
    let wait = vec!["L:", "ld.weak r1, x", "bne r1, 1, L"];
    let always = litmus(&[(0, vec!["st.weak x, 1"]), (1, wait.clone())], claim);
    let mut other = vec!["st.weak x, 1"];
    let sometimes = litmus(
        &[
            (0, other.clone()),
            (1, wait.clone()),
            (2, vec!["st.weak x, 2"]),
        ],
        claim,
    );
    other[0] = "st.weak y, 1";
    let never = litmus(&[(0, other), (1, wait)], claim);
    [always, sometimes, never]
}

#[test]
fn each_quantifier_asks_whether_executions_end() {
    use Verdict::{Reachable, Unreachable};
    let wanted = [
        (
            "exists (terminates)",
            [
                (Reachable, "always", true),
                (Reachable, "sometimes", true),
                (Unreachable, "never", false),
            ],
        ),
        (
            "~exists (terminates)",
            [
                (Reachable, "always", false),
                (Reachable, "sometimes", false),
                (Unreachable, "never", true),
            ],
        ),
        (
            "forall (terminates)",
            [
                (Reachable, "always", true),
                (Reachable, "sometimes", false),
                (Unreachable, "never", false),
            ],
        ),
        (
            "exists (~terminates)",
            [
                (Unreachable, "never", false),
                (Reachable, "sometimes", true),
                (Reachable, "always", true),
            ],
        ),
        (
            "~exists (not terminates)",
            [
                (Unreachable, "never", true),
                (Reachable, "sometimes", false),
                (Reachable, "always", false),
            ],
        ),
        (
            "forall (~(terminates))",
            [
                (Unreachable, "never", false),
                (Reachable, "sometimes", false),
                (Reachable, "always", true),
            ],
        ),
    ];
    for (claim, answers) in wanted {
        for (text, (verdict, quantity, holds)) in tests(claim).iter().zip(answers) {
            for model in MODELS {
                for explicit in [false, true] {
                    let found = asked(text, model, explicit);
                    let wanted = (verdict, Some(quantity), Some(holds));
                    assert_eq!(found, wanted, "{model}, explicit: {explicit}\n{text}");
                }
            }
        }
    }
}

#[test]
fn a_lock_is_free_some_time() {
    let take = "atom.acquire.gpu.cas r0, l, 0, 1";
    let free = "st.release.gpu l, 0";
    let whole = vec!["L:", take, "bne r0, 0, L", "ld.weak r1, c", free];
    let kept = vec!["L:", take, "bne r0, 0, L", "ld.weak r1, c"];
    let right = litmus(
        &[(0, whole.clone()), (1, whole.clone())],
        "forall (terminates)",
    );
    let wrong = litmus(&[(0, whole), (1, kept)], "forall (terminates)");
    for model in ["sc", "tso", "strict", "ptx-6.0", "ptx-7.5"] {
        let found = asked(&right, model, false);
        assert_eq!(
            found,
            (Verdict::Reachable, Some("always"), Some(true)),
            "{model}"
        );
        let found = asked(&wrong, model, false);
        assert_eq!(
            found,
            (Verdict::Reachable, Some("sometimes"), Some(false)),
            "{model}"
        );
    }
}

/// An atomic that writes in each lap may go round for ever: that is not decided.
#[test]
fn laps_that_write_are_left_open() {
    let take = vec!["L:", "atom.relaxed.gpu.exch r0, l, 1", "bne r0, 0, L"];
    let text = litmus(&[(0, take.clone()), (1, take)], "forall (terminates)");
    for model in ["sc", "ptx-7.5", "ugpu-weak"] {
        for explicit in [false, true] {
            let (_, quantity, holds) = asked(&text, model, explicit);
            assert_eq!((quantity, holds), (None, None), "{model}");
        }
    }
}
