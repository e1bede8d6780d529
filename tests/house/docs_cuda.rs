//! `docs/cuda.md`: what each model takes, and the classics that it names.
//! `UPDATE=1 cargo test --test house docs_cuda` writes the table anew.
#![expect(
    clippy::unwrap_used,
    clippy::panic,
    reason = "a test that cannot run should fail"
)]

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::fs;

use assert_cmd::Command;
use serde_json::Value;

use crate::golden;

const PAGE: &str = "docs/cuda.md";
const FOLDER: &str = "examples/cuda";

/// Models that take the same instructions, with the head of their column.
pub const GROUPS: [(&str, &[&str]); 5] = [
    (
        "`sc` `plain` `strict` `tso`",
        &["sc", "plain", "strict", "tso"],
    ),
    (
        "`ugpu-weak` `ugpu-coherent` `ugpu-strong`",
        &["ugpu-weak", "ugpu-coherent", "ugpu-strong"],
    ),
    (
        "`hrf-direct` `hrf-indirect` `hrf-relaxed` `hrf-rsp`",
        &["hrf-direct", "hrf-indirect", "hrf-relaxed", "hrf-rsp"],
    ),
    ("`ptx-6.0`", &["ptx-6.0"]),
    ("`ptx-7.5`", &["ptx-7.5"]),
];

/// The rows of the table, each with instructions that stand for it.
const ROWS: [(&str, &[&str]); 13] = [
    ("`ld.weak`, `st.weak`", &["ld.weak r0, x", "st.weak x, 1"]),
    (
        "`ld.volatile`, `st.volatile`",
        &["ld.volatile r0, x", "st.volatile x, 1"],
    ),
    (
        "`ld.relaxed.S`, `st.relaxed.S`",
        &[
            "ld.relaxed.cta r0, x",
            "st.relaxed.gpu x, 1",
            "ld.relaxed.sys r0, x",
        ],
    ),
    (
        "`ld.acquire.S`, `st.release.S`",
        &[
            "ld.acquire.cta r0, x",
            "ld.acquire.gpu r0, x",
            "st.release.sys x, 1",
        ],
    ),
    (
        "`atom.S.…`, `red.S.…`",
        &[
            "atom.add r0, x, 1",
            "atom.cta.cas r0, x, 0, 1",
            "atom.sys.exch _, x, 1",
            "red.inc x, 7",
        ],
    ),
    (
        "`atom.acquire.S.…`, `release`, `acq_rel`",
        &[
            "atom.acquire.gpu.cas r0, x, 0, 1",
            "atom.release.cta.exch r0, x, 1",
            "atom.acq_rel.sys.add r0, x, 1",
        ],
    ),
    (
        "`ld.sc.S`, `st.sc.S`, `atom.sc.S.…`",
        &[
            "ld.sc.gpu r0, x",
            "st.sc.cta x, 1",
            "atom.sc.gpu.add r0, x, 1",
        ],
    ),
    (
        "`rm_acquire`, `rm_release`, `rm_acq_rel`",
        &[
            "ld.rm_acquire.gpu r0, x",
            "st.rm_release.gpu x, 1",
            "atom.rm_acq_rel.gpu.add r0, x, 1",
        ],
    ),
    (
        "scopes `.warp` and `.thread`",
        &["ld.relaxed.warp r0, x", "st.relaxed.thread x, 1"],
    ),
    (
        "`membar.cta`, `membar.gl`, `membar.sys`",
        &["membar.cta", "membar.gl", "membar.sys"],
    ),
    (
        "`fence.sc.S`, `fence.acq_rel.S`",
        &["fence.sc.cta", "fence.acq_rel.gpu", "fence.acq_rel.sys"],
    ),
    (
        "`bar.sync`, `bar.cta.arrive`",
        &["bar.sync 0", "barrier.sync 0", "bar.cta.arrive 0, 0, 1"],
    ),
    (
        "`suld`, `sust`, `tld`, `cold`, `fence.proxy.…`",
        &[
            "suld.weak r0, x",
            "sust.weak x, 1",
            "tld.weak r0, x",
            "cold.weak r0, x",
            "fence.proxy.alias",
            "fence.proxy.texture",
        ],
    ),
];

/// What the program says, as JSON: verdicts by model.
pub fn verdicts(arguments: &[&str], input: &str) -> BTreeMap<String, String> {
    let output = Command::cargo_bin("gpu-litmus")
        .unwrap()
        .current_dir(env!("CARGO_MANIFEST_DIR"))
        .args(["check", "--format", "json", "--no-reason"])
        .args(arguments)
        .write_stdin(input)
        .output()
        .unwrap();
    let answers: Value = serde_json::from_slice(&output.stdout)
        .unwrap_or_else(|_| panic!("{}", String::from_utf8_lossy(&output.stderr)));
    let text = |value: &Value| value.as_str().unwrap_or_default().to_owned();
    let answers = answers.as_array().unwrap();
    answers
        .iter()
        .map(|answer| (text(&answer["model"]), text(&answer["verdict"])))
        .collect()
}

/// Whether each model takes an instruction.
fn takes(instruction: &str) -> BTreeMap<String, bool> {
    let test = format!("PTX t\n{{}}\nP0@cta 0,gpu 0 ;\n{instruction} ;\nexists (true)\n");
    let models: Vec<&str> = GROUPS.iter().flat_map(|group| group.1).copied().collect();
    let found = verdicts(&["-", "-m", &models.join(",")], &test);
    assert_eq!(found.len(), models.len(), "{instruction}");
    let taken = found
        .into_iter()
        .map(|(model, verdict)| (model, verdict != "unsupported"));
    taken.collect()
}

fn table() -> String {
    let mut out = String::from("| instruction |");
    for (head, _) in GROUPS {
        write!(out, " {head} |").unwrap();
    }
    writeln!(out, "\n| --- |{}", " --- |".repeat(GROUPS.len())).unwrap();
    for (name, instructions) in ROWS {
        let taken: Vec<_> = instructions.iter().map(|one| takes(one)).collect();
        write!(out, "| {name} |").unwrap();
        for (_, models) in GROUPS {
            let all = |wanted| {
                let mut each = taken.iter().flat_map(|one| models.iter().map(|m| one[*m]));
                each.all(|one| one == wanted)
            };
            let cell = match (all(true), all(false)) {
                (true, _) => "yes",
                (_, true) => "—",
                (false, false) => panic!("{models:?} do not agree about {name}"),
            };
            write!(out, " {cell} |").unwrap();
        }
        out.push('\n');
    }
    out
}

#[test]
fn what_each_model_takes_is_listed() {
    let text = fs::read_to_string(PAGE).unwrap();
    let (before, rest) = text.split_once("<!-- takes -->\n").unwrap();
    let (_, after) = rest.split_once("<!-- end -->").unwrap();
    let table = table();
    golden::same(
        PAGE,
        &format!("{before}<!-- takes -->\n{table}<!-- end -->{after}"),
    );
}

#[test]
fn the_first_test_of_the_page_is_the_shipped_one() {
    let text = fs::read_to_string(PAGE).unwrap();
    let (_, rest) = text.split_once("<!-- file: ").unwrap();
    let (path, rest) = rest.split_once(" -->\n```litmus\n").unwrap();
    let (shown, _) = rest.split_once("```").unwrap();
    assert_eq!(shown, fs::read_to_string(path).unwrap());
}

/// The tests of the folder by name, without `.litmus`.
fn classics() -> Vec<String> {
    let mut names: Vec<String> = fs::read_dir(FOLDER)
        .unwrap()
        .map(|entry| entry.unwrap().file_name().into_string().unwrap())
        .map(|name| name.strip_suffix(".litmus").unwrap().to_owned())
        .collect();
    names.sort();
    names
}

fn text_of(name: &str) -> String {
    fs::read_to_string(format!("{FOLDER}/{name}.litmus")).unwrap()
}

#[test]
fn the_page_names_each_classic_and_each_is_broken_and_mended() {
    let page = fs::read_to_string(PAGE).unwrap();
    let names = classics();
    assert!(names.len() > 24);
    for name in &names {
        assert!(page.contains(&format!("{name}.litmus")), "{name}");
        let Some(subject) = name.strip_suffix("-broken") else {
            continue;
        };
        let mended = format!("{subject}-mended");
        assert!(names.contains(&mended), "{name} is not mended");
        let question = |name: &str| {
            let text = text_of(name);
            let found = text.lines().find(|line| line.starts_with("exists"));
            found.unwrap().to_owned()
        };
        assert_eq!(question(name), question(&mended), "{subject}");
    }
}

#[test]
fn each_classic_says_in_two_lines_what_it_is_and_its_rows_line_up() {
    for name in classics() {
        let text = text_of(&name);
        let lines: Vec<&str> = text.lines().collect();
        assert_eq!(lines[0], format!("PTX {name}"));
        assert!(
            lines[1].starts_with('"') && lines[2].ends_with('"'),
            "{name}"
        );
        let rows = lines.iter().skip_while(|line| !line.starts_with(" P0@"));
        let rows = rows.take_while(|line| !line.starts_with("exists"));
        let ends: Vec<_> = rows.map(|line| line.find(';')).collect();
        assert!(ends.iter().all(|end| *end == ends[0]), "{name}: {ends:?}");
    }
}
