//! Why two accesses race, and what mends it: every repair, written into the text of the test,
//! leaves no race, and no part of it could be left out.
#![expect(
    clippy::unwrap_used,
    clippy::panic,
    clippy::indexing_slicing,
    reason = "a test that cannot run should fail"
)]

use std::fmt::Write as _;

use gpu_litmus::Model;
use gpu_litmus::check;
use gpu_litmus::load;
use gpu_litmus::verdict::outcome::Verdict;
use gpu_litmus::verdict::query::Options;
use gpu_litmus::view::Answer;
use gpu_litmus::view::race::{Edit, Race};

const MODELS: [&str; 4] = ["hrf-direct", "hrf-indirect", "hrf-relaxed", "hrf-rsp"];

fn race(text: &str, model: &str) -> Option<Race> {
    let program = load("t.litmus", text).unwrap_or_else(|report| panic!("{report}\n{text}"));
    let model = Model::find(model).unwrap();
    let outcome = check(&program, &model, &Options::default()).unwrap();
    assert_ne!(outcome.verdict(), Verdict::Unknown, "{text}");
    Answer::of(&program, &model, &outcome, std::time::Duration::ZERO).race
}

/// The text with the instructions of the edits as they should be.
fn edited(text: &str, edits: &[Edit]) -> String {
    let mut lines: Vec<String> = text.lines().map(str::to_owned).collect();
    let mut edits: Vec<&Edit> = edits.iter().collect();
    // From right to left, so that columns stay what they are.
    edits.sort_by_key(|edit| std::cmp::Reverse((edit.line, edit.column)));
    for edit in edits {
        let line = &mut lines[edit.line - 1];
        let at = edit.column - 1;
        assert_eq!(line[at..at + edit.from.len()], edit.from, "{text}");
        line.replace_range(at..at + edit.from.len(), &edit.to);
    }
    lines.join("\n")
}

fn suite() -> Vec<(String, String)> {
    let mut files: Vec<_> = std::fs::read_dir("suite/hrf")
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .collect();
    files.sort();
    let text = |path: &std::path::PathBuf| std::fs::read_to_string(path).unwrap();
    files
        .iter()
        .map(|path| (path.display().to_string(), text(path)))
        .collect()
}

/// Further programs, with more than one race or none that a scope could mend.
const MORE: [&str; 5] = [
    // Three critical sections on one lock, in two work-groups.
    "PTX locks\n{ d = 0; l = 0; }
P0@cta 0,gpu 0 | P1@cta 1,gpu 0 | P2@cta 0,gpu 0 ;
atom.acq_rel.wg.cas r0, l, 0, 1 | atom.acq_rel.wg.cas r0, l, 0, 1 | atom.acq_rel.wg.cas r0, l, 0, 1 ;
bne r0, 0, E | bne r0, 0, E | bne r0, 0, E ;
ld.weak r1, d | ld.weak r1, d | ld.weak r1, d ;
add r1, r1, 1 | add r1, r1, 1 | add r1, r1, 1 ;
st.weak d, r1 | st.weak d, r1 | st.weak d, r1 ;
st.release.wg l, 0 | st.release.wg l, 0 | st.release.wg l, 0 ;
E: | E: | E: ;
exists (P0:r0 == 0 /\\ P1:r0 == 0 /\\ d == 1)",
    // Two flags, two data.
    "PTX two\n{}
P0@cta 0,gpu 0 | P1@cta 1,gpu 0 ;
st.weak d, 1 | ld.acquire.cta r0, f ;
st.release.cta f, 1 | bne r0, 1, E ;
ld.acquire.gpu r2, g | ld.weak r1, d ;
bne r2, 1, E | st.weak e, 1 ;
ld.weak r3, e | st.relaxed.gpu g, 1 ;
E: | E: ;
exists (P1:r0 == 1 /\\ P1:r1 == 0)",
    // Nothing is atomic.
    "PTX plain\n{}
P0@cta 0,gpu 0 | P1@cta 1,gpu 1 ;
st.weak d, 1 | ld.weak r0, d ;
exists (P1:r0 == 1)",
    // Three of them.
    "PTX three\n{}
P0@cta 0,gpu 0 | P1@cta 1,gpu 0 | P2@cta 1,gpu 0 ;
st.weak d, 1 | st.weak d, 2 | ld.weak r0, d ;
exists (P2:r0 == 1)",
    // Nobody waits.
    "PTX early\n{}
P0@cta 0,gpu 0 | P1@cta 1,gpu 0 ;
st.weak d, 1 | ld.acquire.gpu r0, f ;
st.release.gpu f, 1 | ld.weak r1, d ;
exists (P1:r0 == 1 /\\ P1:r1 == 0)",
];

#[test]
fn every_repair_mends_and_needs_all_its_parts() {
    let mut tests = suite();
    tests.extend(MORE.map(|text| {
        (
            text.lines().next().unwrap_or_default().to_owned(),
            text.to_owned(),
        )
    }));
    let (mut races, mut repairs) = (0, 0);
    for (name, text) in &tests {
        for model in MODELS {
            let Some(race) = race(text, model) else {
                continue;
            };
            races += 1;
            assert!(
                !race.missing.is_empty() && !race.why.is_empty(),
                "{name}, {model}"
            );
            assert!(
                !race.repairs.is_empty(),
                "{name}, {model}: nothing mends it"
            );
            for repair in &race.repairs {
                assert!(repair.race_free, "{name}, {model}: {repair:?}");
                assert_eq!(
                    self::race(&edited(text, &repair.edits), model),
                    None,
                    "{name}, {model}"
                );
                for dropped in 0..repair.edits.len() {
                    let mut rest = repair.edits.clone();
                    rest.remove(dropped);
                    let left = self::race(&edited(text, &rest), model);
                    assert!(left.is_some(), "{name}, {model}: {repair:?} is too much");
                }
                repairs += 1;
            }
        }
    }
    println!("{races} races, {repairs} repairs");
    assert!(races >= 60 && repairs >= 80);
}

fn mp(release: &str, acquire: &str, block: u32) -> String {
    format!(
        "PTX MP\n{{}}\nP0@cta 0,gpu 0 | P1@cta {block},gpu 0 ;\nst.weak d, 1 | ld.{acquire} r0, f ;
st.{release} f, 1 | bne r0, 1, E ;\n | ld.weak r1, d ;\n | E: ;
exists (P1:r0 == 1 /\\ P1:r1 == 0)"
    )
}

/// The kinds of what is missing, and the repairs as texts.
fn told(text: &str, model: &str) -> (Vec<&'static str>, Vec<String>) {
    let race = race(text, model).unwrap();
    let edit = |edit: &Edit| format!("{} at {}:{}", edit.to, edit.line, edit.column);
    let repairs = race.repairs.iter().map(|repair| {
        let edits: Vec<String> = repair.edits.iter().map(edit).collect();
        edits.join(" + ")
    });
    let kinds = race.missing.iter().map(|missing| missing.kind).collect();
    (kinds, repairs.collect())
}

#[test]
fn a_scope_that_is_too_narrow() {
    let (kinds, repairs) = told(&mp("release.wg", "acquire.cmp", 1), "hrf-rsp");
    assert_eq!(kinds, ["narrow-scope"]);
    assert_eq!(
        repairs,
        [
            "st.release.cmp f, 1 at 5:1",
            "ld.rm_acquire.cmp r0, f at 4:16"
        ]
    );
    // Only hrf-rsp knows remote orders.
    let (_, repairs) = told(&mp("release.wg", "acquire.cmp", 1), "hrf-relaxed");
    assert_eq!(repairs, ["st.release.cmp f, 1 at 5:1"]);
}

#[test]
fn names_are_those_of_the_file() {
    let (_, repairs) = told(&mp("release.cta", "acquire.gpu", 1), "hrf-relaxed");
    assert_eq!(repairs, ["st.release.gpu f, 1 at 5:1"]);
    let (_, repairs) = told(&mp("weak", "acquire.agent", 1), "hrf-relaxed");
    assert_eq!(repairs, ["st.release.cmp f, 1 at 5:1"]);
    let race = race(&mp("release.wg", "acquire.cmp", 1), "hrf-rsp").unwrap();
    assert_eq!(
        race.why,
        "`st.release.wg f, 1` at 5:1 does not reach P1, which is in another work-group; its scope \
         .wg holds no thread but P0."
    );
    let race = self::race(&mp("release.warp", "acquire.gpu", 0), "hrf-rsp").unwrap();
    assert!(
        race.why.contains("which is in another warp"),
        "{}",
        race.why
    );
}

#[test]
fn what_else_is_missing() {
    let kinds = |text: &str, model| told(text, model).0;
    assert_eq!(
        kinds(&mp("relaxed.cmp", "relaxed.cmp", 1), "hrf-relaxed"),
        ["no-release", "no-acquire"]
    );
    assert_eq!(
        kinds(&mp("release.wg", "acquire.cmp", 0), "hrf-indirect"),
        ["different-scopes"]
    );
    assert_eq!(kinds(&mp("weak", "acquire.cmp", 1), "hrf-rsp"), ["plain"]);
    assert_eq!(kinds(MORE[2], "hrf-rsp"), ["nothing"]);
    assert_eq!(kinds(MORE[4], "hrf-rsp"), ["too-early"]);
    let chain = std::fs::read_to_string("suite/hrf/fig11-chain-two-flags.litmus").unwrap();
    assert_eq!(kinds(&chain, "hrf-direct"), ["no-chain"]);
}

#[test]
fn a_lock_is_mended_on_both_sides() {
    let (_, repairs) = told(MORE[0], "hrf-rsp");
    assert_eq!(
        repairs[0],
        "atom.rm_acq_rel.cmp.cas r0, l, 0, 1 at 4:35 + st.rm_release.cmp l, 0 at 9:22"
    );
}

/// So many flags that no change of a few instructions mends them all.
#[test]
fn what_mends_one_race_of_many_is_not_called_a_mend() {
    let mut text = "PTX many\n{}\nP0@cta 0,gpu 0 | P1@cta 1,gpu 0 ;\n".to_owned();
    for flag in 0..14 {
        writeln!(
            text,
            "st.release.wg flag{flag}, 1 | ld.acquire.wg r0, flag{flag} ;"
        )
        .unwrap();
    }
    text += "exists (P1:r0 == 1)";
    let race = race(&text, "hrf-relaxed").unwrap();
    assert!(race.search_limited);
    for repair in &race.repairs {
        assert!(!repair.race_free);
        assert!(self::race(&edited(&text, &repair.edits), "hrf-relaxed").is_some());
    }
}

#[test]
fn the_answer_as_json() {
    let answer = |text: &str, model: &str| {
        let program = load("t.litmus", text).unwrap();
        let model = Model::find(model).unwrap();
        let outcome = check(&program, &model, &Options::default()).unwrap();
        serde_json::to_value(Answer::of(
            &program,
            &model,
            &outcome,
            std::time::Duration::ZERO,
        ))
        .unwrap()
    };
    let racy = answer(&mp("release.wg", "acquire.cmp", 1), "hrf-relaxed");
    let race = &racy["race"];
    assert_eq!(race["accesses"][0]["line"], 4);
    assert_eq!(race["missing"][0]["kind"], "narrow-scope");
    assert_eq!(race["missing"][0]["line"], 5);
    assert_eq!(race["missing"][0]["with"]["thread"], "P1");
    assert!(race["why"].as_str().unwrap().contains("does not reach P1"));
    let wanted = serde_json::json!([{
        "edits": [{
            "thread": "P0", "line": 5, "column": 1,
            "from": "st.release.wg f, 1", "to": "st.release.cmp f, 1",
        }],
        "race_free": true,
    }]);
    assert_eq!(race["repairs"], wanted);
    assert_eq!(racy.get("race_freedom"), None);
    let free = answer(&mp("release.cmp", "acquire.cmp", 1), "hrf-relaxed");
    let kinds: Vec<&str> = free["race_freedom"]["items"]
        .as_array()
        .unwrap()
        .iter()
        .map(|item| item["kind"].as_str().unwrap())
        .collect();
    assert_eq!(kinds, ["acquire", "release", "order", "order"]);
}

#[test]
fn without_reasons_no_repair_is_looked_for() {
    let program = load("t", &mp("release.wg", "acquire.wg", 1)).unwrap();
    let options = Options {
        reason: false,
        ..Options::default()
    };
    let outcome = check(&program, &Model::find("hrf-rsp").unwrap(), &options).unwrap();
    let why = &outcome.race().unwrap().why;
    assert!(why.repairs.is_empty() && !why.missing.is_empty());
}
