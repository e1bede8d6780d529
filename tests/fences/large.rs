//! Tests that are too large for enumeration.

use gpu_litmus::generate::family;

use super::support::{FENCES_ONLY, request, solve, summary};
use gpu_litmus::fences::sites::Rules;

fn show(text: &str, model: &str, rules: Rules) {
    let start = std::time::Instant::now();
    let found = solve(text, model, &request(rules, false));
    let said = summary(&found).map(|found| found.map(|(cost, _)| cost));
    println!(
        "{} {model} {rules:?}: {said:?}, {} sites, {} questions, {} families, {:?}",
        text.lines().next().unwrap(),
        found.template.sites.len(),
        found.questions,
        found.families,
        start.elapsed()
    );
}

#[test]
fn measured() {
    for text in [
        family::iriw(2),
        family::iriw(4),
        family::mp_chain(0),
        family::mp_chain(6),
        family::sb_ring(8),
    ] {
        for model in ["tso", "strict", "ugpu-weak", "ugpu-strong", "ptx-7.5"] {
            show(&text, model, FENCES_ONLY);
        }
    }
    for text in [
        family::mp_chain(0),
        family::sb_ring(2),
        family::iriw(2),
        family::mp_chain(1),
    ] {
        for model in [
            "strict",
            "ptx-7.5",
            "ptx-6.0",
            "hrf-indirect",
            "hrf-direct",
            "hrf-rsp",
        ] {
            show(&text, model, Rules::default());
        }
    }
}
