//! Fences in the text: labels, loops, predicates, comments, odd layouts.

use gpu_litmus::Model;
use gpu_litmus::tasks::fences::sites::Rules;
use gpu_litmus::verdict::query::Options;

use super::support::{ANYTHING, FENCES_ONLY, request, solve};

fn patched(text: &str, model: &str, rules: Rules) -> String {
    let found = solve(text, model, &request(rules, false));
    let model = Model::find(model).unwrap();
    let proved = found.prove(&model, &Options::default()).unwrap();
    assert!(!proved.is_empty(), "{:?}", found.verdict);
    proved[0].patched.text.clone()
}

#[test]
fn behind_a_label_and_before_a_row_of_its_own() {
    let test = r"PTX loop
{ x = 0; y = 0; }
 P0@cta 0,gpu 0 | P1@cta 1,gpu 0 ;
 // the message
 st.weak x, 1   | AGAIN:         ;
                | ld.weak r1, y  ;
                | bne r1, 1, AGAIN ;
 st.weak y, 1   | ld.weak r2, x  ; // read it
exists (P1:r2 == 0)
";
    let wanted = r"PTX loop
{ x = 0; y = 0; }
 P0@cta 0,gpu 0 | P1@cta 1,gpu 0 ;
 // the message
 st.weak x, 1   | AGAIN:         ;
                | ld.weak r1, y  ;
                | bne r1, 1, AGAIN ;
 membar.cta     | membar.cta     ;
 st.weak y, 1   | ld.weak r2, x  ; // read it
exists (P1:r2 == 0)
";
    assert_eq!(patched(test, "strict", FENCES_ONLY), wanted);
}

#[test]
fn all_on_one_line() {
    let test = "PTX one { } P0@cta 0,gpu 0 | P1@cta 1,gpu 0 ; st x, 1 | st y, 1 ; ld r1, y || \
                ld r1, x ; exists (P0:r1 == 0 /\\ P1:r1 == 0)";
    let test = test.replace("||", "|");
    let changed = patched(&test, "tso", FENCES_ONLY);
    assert!(
        changed.contains("; membar.cta | membar.cta ; ld r1, y"),
        "{changed}"
    );
}

#[test]
fn holes_are_filled_and_useless_fences_go() {
    let test = r"PTX SB
{ P1:p = 1; }
 P0@cta 0,gpu 0 | P1@cta 1,gpu 0 ;
 membar.sys     |                ;
 st.weak x, 1   | st.weak y, 1   ;
 fence.?        | @!p membar.sys ;
 ld.weak r1, y  | ld.weak r1, x  ;
                | membar.gl      ;
exists (P0:r1 == 0 /\ P1:r1 == 0)
";
    let wanted = r"PTX SB
{ P1:p = 1; }
 P0@cta 0,gpu 0 | P1@cta 1,gpu 0 ;
 st.weak x, 1   | st.weak y, 1   ;
 membar.cta     |                ;
                | membar.cta     ;
 ld.weak r1, y  | ld.weak r1, x  ;
exists (P0:r1 == 0 /\ P1:r1 == 0)
";
    assert_eq!(patched(test, "tso", FENCES_ONLY), wanted);
    let kept = Rules {
        may_weaken: false,
        ..FENCES_ONLY
    };
    let changed = patched(test, "tso", kept);
    assert!(
        changed.contains("membar.gl") && changed.contains("membar.sys     |"),
        "{changed}"
    );
}

#[test]
fn modifiers_and_predicates_stay() {
    let test = r"PTX MP
{ P0:p = 0; }
 P0@cta 0,gpu 0              | P1@cta 1,gpu 0               ;
 st.global.weak.u32 [x], 1   | ld.volatile.global.u32 %r1, [y] ;
 @!%p st.volatile.u32 [y], 1 | ld.u32 %r2, [x]              ;
exists (P1:r1 == 1 /\ P1:r2 == 0)
";
    let changed = patched(test, "ptx-6.0", ANYTHING);
    assert!(
        changed.contains(" @!%p st.release.gpu.u32 [y], 1"),
        "{changed}"
    );
    assert!(
        changed.contains(" ld.acquire.gpu.global.u32 %r1, [y]"),
        "{changed}"
    );
}

#[test]
fn an_outcome_that_is_forbidden_needs_no_fence() {
    let test = r"PTX SB
{ }
 P0@cta 0,gpu 0 | P1@cta 1,gpu 0 ;
 st.weak x, 1   | st.weak y, 1   ;
 ld.weak r1, y  | ld.weak r1, x  ;
exists (P0:r1 == 0 /\ P1:r1 == 0)
";
    assert_eq!(patched(test, "sc", ANYTHING), test);
}
