#![expect(
    clippy::unwrap_used,
    clippy::panic,
    reason = "a test that cannot run should fail"
)]
//! Message passing under the HRF models (Orr et al., ASPLOS 2015, Figs. 5 and 11).

use gpu_litmus::Model;
use gpu_litmus::check;
use gpu_litmus::load;
use gpu_litmus::verdict::query::Options;

const MODELS: [&str; 4] = ["hrf-direct", "hrf-indirect", "hrf-relaxed", "hrf-rsp"];

/// The verdicts, a letter a model: u(nreachable), R(eachable), X (racy).
fn verdicts(test: &str) -> String {
    let program = load("hrf", test).unwrap_or_else(|report| panic!("{report}\n{test}"));
    let letters = MODELS.iter().map(|model| {
        let model = Model::find(model).unwrap();
        let outcome = check(&program, &model, &Options::default()).unwrap();
        match outcome.verdict().name() {
            "unreachable" => 'u',
            "reachable" => 'R',
            "racy" => 'X',
            _ => '?',
        }
    });
    letters.collect()
}

fn mp(release: &str, acquire: &str, block: u32) -> String {
    verdicts(&format!(
        "PTX MP\n{{}}\nP0@cta 0,gpu 0 | P1@cta {block},gpu 0 ;
        st.weak d, 1 | ld.{acquire} r0, f ;
        st.{release} f, 1 | bne r0, 1, E ;
         | ld.weak r1, d ;
         | E: ;
        exists (P1:r0 == 1 /\\ P1:r1 == 0)"
    ))
}

#[test]
fn message_passing_over_scopes() {
    assert_eq!(mp("release.wg", "acquire.wg", 0), "uuuu");
    assert_eq!(mp("release.wg", "acquire.wg", 1), "XXXX");
    assert_eq!(mp("release.cmp", "acquire.cmp", 1), "uuuu");
    assert_eq!(mp("release.wg", "acquire.cmp", 0), "XXuu");
    assert_eq!(mp("relaxed.cmp", "relaxed.cmp", 1), "XXXX");
}

#[test]
fn message_passing_with_remote_orders() {
    assert_eq!(mp("release.wg", "rm_acquire.cmp", 1), "XXXu");
    assert_eq!(mp("rm_release.cmp", "acquire.wg", 1), "XXXu");
    assert_eq!(mp("release.wg", "rm_acquire.wg", 1), "XXXX");
}

/// Fig. 11's chain on two flags: within a block, then to another.
fn chain(second: &str, last: &str) -> String {
    verdicts(&format!(
        "PTX chain\n{{}}\nP0@cta 0,gpu 0 | P1@cta 0,gpu 0 | P2@cta 1,gpu 0 ;
        st.weak d, 1 | ld.acquire.wg r0, f | ld.{last} r0, g ;
        st.release.wg f, 1 | bne r0, 1, E | bne r0, 1, F ;
         | st.{second} g, 1 | ld.weak r1, d ;
         | E: | F: ;
        exists (P2:r0 == 1 /\\ P2:r1 == 0)"
    ))
}

#[test]
fn chains_through_scopes() {
    assert_eq!(chain("release.cmp", "acquire.cmp"), "Xuuu");
    assert_eq!(chain("release.wg", "acquire.cmp"), "XXXX");
    assert_eq!(chain("release.wg", "rm_acquire.cmp"), "XXXu");
}

fn sb(store: &str, load: &str) -> String {
    verdicts(&format!(
        "PTX SB\n{{}}\nP0@cta 0,gpu 0 | P1@cta 1,gpu 0 ;
        st.{store} x, 1 | st.{store} y, 1 ;
        ld.{load} r0, y | ld.{load} r0, x ;
        exists (P0:r0 == 0 /\\ P1:r0 == 0)"
    ))
}

#[test]
fn store_buffering() {
    assert_eq!(sb("release.cmp", "acquire.cmp"), "uuRR");
    assert_eq!(sb("sc.cmp", "sc.cmp"), "uuuu");
}

#[test]
fn mixed_plain_and_atomic_accesses_are_a_race() {
    assert_eq!(mp("weak", "acquire.cmp", 1), "XXXX");
}
