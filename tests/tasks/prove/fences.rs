//! Superfluous fences can be removed, and others not: the text without them is asked.

#![expect(clippy::unwrap_used, reason = "a test that cannot run should fail")]

use gpu_litmus::Model;
use gpu_litmus::Program;
use gpu_litmus::tasks::prove::fences::Place;
use gpu_litmus::tasks::prove::verdict::ask;
use gpu_litmus::tasks::prove::{Verdict, prove};

use super::support::{model, options, program, seeds, text};

/// The test without some fences: each is blotted out in the text.
fn blotted(program: &Program, fences: &[Place]) -> Program {
    let mut text = program.source.text.to_string();
    for &(thread, index) in fences {
        let span = program.thread(thread).code[index].span;
        text.replace_range(span.range(), &" ".repeat(span.len()));
    }
    super::support::program(&text)
}

fn proves(program: &Program, model: &Model, fences: &[Place]) -> bool {
    ask(&blotted(program, fences), model, &options()).unwrap() == Verdict::Proved
}

#[test]
fn what_is_superfluous_can_go() {
    let (mut proofs, mut fenced, mut spared, mut needed) = (0, 0, 0, 0);
    let machines = ["ugpu-weak", "ugpu-strong"];
    for seed in seeds(40) {
        for name in ["sc", "tso", "strict", "ptx-6.0"].iter().chain(&machines) {
            let text = text(seed, name);
            let program = program(&text);
            let model = model(name);
            let at = format!("seed {seed}, {name}\n{text}");
            let proof = prove(&program, &model, &options()).unwrap();
            let verdict = ask(&program, &model, &options()).unwrap();
            if proof.verdict == Verdict::Vacuous {
                // That no execution ends is asked of the whole test only.
                assert!(
                    matches!(verdict, Verdict::Proved | Verdict::Refuted),
                    "{at}"
                );
                continue;
            }
            assert_eq!(proof.verdict, verdict, "{at}");
            let Some(fences) = proof.fences else {
                let shown = proof.outcome.shown().is_some();
                assert!(shown || verdict != Verdict::Refuted, "{at}");
                continue;
            };
            assert_eq!(verdict, Verdict::Proved);
            assert!(fences.open.is_empty(), "{at}");
            for &fence in &fences.all {
                let spare = fences.superfluous.contains(&fence);
                assert_eq!(proves(&program, &model, &[fence]), spare, "{fence:?}: {at}");
                let mut more = fences.together.clone();
                if !more.contains(&fence) {
                    more.push(fence);
                    assert!(!proves(&program, &model, &more), "{fence:?} too: {at}");
                }
            }
            assert!(proves(&program, &model, &fences.together), "{at}");
            if model.axiomatic().is_some() {
                assert!(
                    largest(&program, &model, &fences.all) <= fences.together.len(),
                    "{at}"
                );
                let reason = proof.needed.expect(&at);
                assert!(reason.minimum, "{at}");
            }
            proofs += 1;
            fenced += usize::from(!fences.all.is_empty());
            spared += fences.superfluous.len();
            needed += fences.all.len() - fences.superfluous.len();
        }
    }
    println!("{proofs} proofs, {fenced} with fences, {spared} superfluous fences, {needed} needed");
    assert!(
        fenced >= 20 && spared >= 10 && needed >= 5,
        "{fenced} {spared} {needed}"
    );
}

/// How many fences can go at the most.
fn largest(program: &Program, model: &Model, fences: &[Place]) -> usize {
    (0..1_u32 << fences.len().min(5))
        .map(|bits| {
            let chosen = fences.iter().enumerate();
            let chosen = chosen.filter(|(index, _)| bits >> index & 1 == 1);
            chosen.map(|(_, fence)| *fence).collect::<Vec<Place>>()
        })
        .filter(|chosen| proves(program, model, chosen))
        .map(|chosen| chosen.len())
        .max()
        .unwrap_or(0)
}
