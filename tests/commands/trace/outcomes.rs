//! Outcomes of one histogram are judged together; each says what it says alone.
#![expect(clippy::unwrap_used, reason = "a test that cannot run should fail")]

use std::collections::BTreeSet;
use std::time::Duration;

use gpu_litmus::Model;
use gpu_litmus::device::outcomes::judge::{Judging, Said};
use gpu_litmus::device::outcomes::read::read;
use gpu_litmus::device::run::observe::Observed;
use gpu_litmus::syntax::span::SourceFile;
use gpu_litmus::trace::answer::Verdict;
use gpu_litmus::verdict::query::Options;

/// A loop that need not end, and a filter that speaks of what outcomes need not say.
const WAITING: &str = "PTX waiting\n{ x = 0; y = 0; }\n P0@cta 0,gpu 0 | P1@cta 1,gpu 0 ;\n st.weak x, 1 | LOOP: ;\n \
    st.release.gpu y, 1 | ld.acquire.gpu r0, y ;\n | beq r0, 0, LOOP ;\n | ld.weak r1, x ;\n\
    filter (y == 1)\nexists (P1:r0 == 1 /\\ P1:r1 == 0)\n";

fn said(test: &Judging, lines: &[String], model: &Model) -> Vec<Said> {
    let source = SourceFile::new("seen", lines.concat());
    let histogram = read(&source, test).unwrap();
    assert_eq!(histogram.seen.len(), lines.len());
    let options = Options {
        timeout: Some(Duration::from_secs(600)),
        reason: false,
        quantity: false,
        flags: false,
        ..Options::default()
    };
    test.judge(&histogram, model, &options).unwrap()
}

/// All outcomes with these values of what is observed; half of them say no value of the last.
fn outcomes(names: &[String], values: &[i64]) -> Vec<String> {
    let mut all: Vec<Vec<String>> = vec![Vec::new()];
    for name in names {
        all = all
            .iter()
            .flat_map(|before| {
                let parts = values.iter().map(|value| format!("{name}={value}; "));
                parts.map(|part| [before.clone(), vec![part]].concat())
            })
            .collect();
    }
    let mut lines = BTreeSet::new();
    for (at, mut parts) in all.into_iter().enumerate() {
        if at % 2 == 1 {
            parts.pop();
        }
        lines.insert(format!("1 *>{}\n", parts.concat()));
    }
    lines.into_iter().collect()
}

#[test]
fn together_they_are_judged_as_alone() {
    let text = |path: &str| std::fs::read_to_string(path).unwrap();
    let mut verdicts: BTreeSet<&str> = BTreeSet::new();
    for text in [
        text("suite/coherence/sb.litmus"),
        text("suite/ptx/mp-relaxed.litmus"),
        text("suite/hrf/mp-plain-flag.litmus"),
        text("suite/hrf/mp-wg-one-group.litmus"),
        text("suite/ptx/mp-barrier.litmus"),
        WAITING.to_owned(),
    ] {
        let source = SourceFile::new("test.litmus", text.as_str());
        let program = gpu_litmus::load("test.litmus", &text).unwrap();
        let test = Judging::new(&source).unwrap();
        let names = Observed::of(&program).names;
        let lines = outcomes(&names, &[0, 1, -1][..if names.len() < 3 { 3 } else { 2 }]);
        for model in ["sc", "tso", "ptx-7.5", "hrf-direct", "ugpu-weak"] {
            let model = Model::find(model).unwrap();
            let together = said(&test, &lines, &model);
            for (line, together) in lines.iter().zip(&together) {
                let alone = said(&test, std::slice::from_ref(line), &model);
                assert_eq!(
                    (together, 1),
                    (&alone[0], alone.len()),
                    "{} under {}: {line}",
                    program.name,
                    model.name
                );
                verdicts.insert(together.verdict.name());
            }
        }
    }
    for wanted in [
        Verdict::Explained,
        Verdict::Impossible,
        Verdict::Racy,
        Verdict::Unsupported,
    ] {
        assert!(verdicts.contains(wanted.name()), "{verdicts:?}");
    }
}
