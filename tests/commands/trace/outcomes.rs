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

/// What is said of `y`, which is declared and not used.
#[test]
fn a_location_that_nothing_uses_holds_what_it_held() {
    let text = "PTX idle\n{ x = 0; y = 7; }\n P0@cta 0,gpu 0 | P1@cta 1,gpu 0 ;\n st.weak x, 1 | ld.weak r1, x ;\nexists (P1:r1 == 1)\n";
    let test = Judging::new(&SourceFile::new("idle", text)).unwrap();
    let lines = [
        "5 :>1:r1=1; y=7;\n",
        "4 :>1:r1=0; y=7;\n",
        "3 :>1:r1=1; y=8;\n",
        "2 :>1:r1=2; y=7;\n",
        "1 :>y=8;\n",
    ]
    .map(str::to_owned);
    let verdicts = |model: &str| -> Vec<Verdict> {
        let said = said(&test, &lines, &Model::find(model).unwrap());
        said.into_iter().map(|one| one.verdict).collect()
    };
    let (yes, no) = (Verdict::Explained, Verdict::Impossible);
    assert_eq!(verdicts("ptx-7.5"), [yes, yes, no, no, no]);
    assert_eq!(verdicts("hrf-direct"), [Verdict::Racy; 5]);
    let wrong = read(&SourceFile::new("seen", "1 :>1:r1=1; z=0;\n"), &test).unwrap_err();
    assert!(
        wrong.diagnostics[0].message.contains("no location `z`"),
        "{wrong:?}"
    );
}

#[test]
fn what_was_not_seen_or_is_cut_is_not_judged() {
    let text = std::fs::read_to_string("suite/coherence/sb.litmus").unwrap();
    let test = Judging::new(&SourceFile::new("sb", text)).unwrap();
    let of = |lines: &str| read(&SourceFile::new("seen", lines), &test);
    let seen = of("Histogram (2 states)\n0 *>0:r1=0; 1:r2=0;\n3 :>0:r1=1; 1:r2=0;\n").unwrap();
    assert_eq!((seen.seen.len(), seen.seen[0].count), (1, 3));
    let told = |lines: &str| of(lines).unwrap_err().diagnostics[0].message.clone();
    assert_eq!(
        told("0 :>0:r1=0; 1:r2=0;\n"),
        "no outcome was seen: all counts are 0"
    );
    let begun = "5 :>0:r1=0; 1:r2=1;\n7 :>0:r1=1; 1:r2=1";
    assert_eq!(
        told(begun),
        "the last outcome may be cut: neither `;` nor a line end follows"
    );
    for end in [";", "\n", ";\n"] {
        assert_eq!(
            of(&format!("{begun}{end}")).unwrap().seen.len(),
            2,
            "{end:?}"
        );
    }
}
