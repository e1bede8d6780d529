//! Journals: nothing is asked twice, and nothing is lost, whatever ends the process.

use std::collections::BTreeMap;
use std::time::Duration;

use rstest::rstest;

use super::support::{Folder, MP, binary, pair, run, same, timeless};

const RUN: [&str; 8] = [
    "batch",
    "suite",
    "-m",
    "sc,tso",
    "--format",
    "jsonl",
    "--journal",
    "j.jsonl",
];

fn resumed() -> Vec<&'static str> {
    let mut args = RUN.to_vec();
    args.push("--resume");
    args
}

#[test]
fn killed_at_any_moment() {
    let folder = Folder::generated(150);
    let whole = folder.run(&RUN[..6]);
    let mut kills = 0;
    for round in 0..40_u64 {
        let mut child = binary(folder.root(), &resumed()).spawn().unwrap();
        // Moments from start-up to far into the run, in no order.
        std::thread::sleep(Duration::from_millis(5 + round * 37 % 120));
        let running = child.try_wait().unwrap().is_none();
        child.kill().unwrap();
        child.wait().unwrap();
        kills += u32::from(running);
        if !running {
            break;
        }
    }
    assert!(kills > 2);
    // Whatever the moments were: a last line that is cut.
    let journal = folder.read("j.jsonl");
    let rows = journal.lines().count();
    folder.add(
        "j.jsonl",
        &journal[..journal.trim_end().len().saturating_sub(9)],
    );
    let said = folder.run(&resumed());
    assert!(
        timeless(&said.out) == timeless(&whole.out),
        "other rows than without a kill"
    );
    if rows > 2 {
        assert!(said.err.contains("the last line was cut"), "{}", said.err);
    }
    let mut asked = BTreeMap::new();
    for line in folder
        .read("j.jsonl")
        .lines()
        .filter(|line| line.starts_with("{\"file\""))
    {
        let row: serde_json::Value = serde_json::from_str(line).unwrap();
        *asked
            .entry((row["file"].to_string(), row["model"].to_string()))
            .or_insert(0) += 1;
    }
    assert_eq!(asked.len(), 300);
    assert!(asked.values().all(|times| *times == 1), "asked twice");
}

#[test]
fn what_is_known_is_not_asked_again() {
    let folder = pair();
    let first = folder.run(&RUN);
    let before = folder.read("j.jsonl");
    let second = folder.run(&resumed());
    assert_eq!(
        second.out, first.out,
        "rows of a journal come back as they were"
    );
    assert!(
        second
            .err
            .contains("4 rows came from the journal, 0 were asked"),
        "{}",
        second.err
    );
    let after = folder.read("j.jsonl");
    assert!(after.starts_with(&before));
    assert_eq!(
        after.lines().count(),
        before.lines().count() + 1,
        "only the end is written again"
    );
}

#[test]
fn an_edited_file_is_asked_again() {
    let folder = pair();
    folder.run(&RUN);
    folder.add("suite/mp.litmus", &MP.replace("r2 == 0", "r2 == 7"));
    let said = folder.run(&resumed());
    let words = "note: 1 file changed since the journal was written, and asked again";
    assert!(said.err.contains(words), "{}", said.err);
    assert!(
        said.err
            .contains("2 rows came from the journal, 2 were asked"),
        "{}",
        said.err
    );
    // Put together, only the last text counts.
    let merged = folder.run(&["merge", "j.jsonl", "--format", "jsonl"]);
    assert_eq!(merged.out, said.out);
}

#[test]
fn journals_that_cannot_be_used() {
    let folder = pair();
    folder.run(&RUN);
    let good = folder.read("j.jsonl");
    let refused = |name: &str, args: &[&str]| {
        let said = folder.run(args);
        assert_eq!((said.code, said.out.as_str()), (2, ""), "{}", said.err);
        same(&format!("journal-{name}.stderr"), &said.err);
    };
    refused("exists", &RUN);
    let other = [&resumed()[..], &["--bound", "3"]].concat();
    refused("options", &other);
    for engine in ["sat", "explicit"] {
        let other = [&resumed()[..], &["--engine", engine]].concat();
        refused(&format!("engine-{engine}"), &other);
    }
    let mut other = resumed();
    other[3] = "sc";
    refused("models", &other);
    folder.add(
        "j.jsonl",
        &good.replacen("\"version\":\"", "\"version\":\"0.0.", 1),
    );
    refused("version", &resumed());
    let middle = good
        .lines()
        .map(|line| line.get(..line.len().min(60)).unwrap());
    let lines: Vec<&str> = good.lines().collect();
    let cut: Vec<&str> = middle.collect();
    folder.add(
        "j.jsonl",
        &[lines[0], lines[1], cut[2], lines[3], ""].join("\n"),
    );
    refused("middle", &resumed());
    folder.add("j.jsonl", &good.replacen("\"verdict\"", "\"verdikt\"", 1));
    refused("no-verdict", &resumed());
    folder.add("j.jsonl", "something else\n");
    refused("none", &resumed());
}

#[test]
fn a_heading_that_was_cut_is_written_anew() {
    let folder = pair();
    folder.add("j.jsonl", "{\"journal\":1,\"vers");
    let said = folder.run(&resumed());
    assert_eq!(said.code, 0, "{}", said.err);
    assert!(
        said.err.contains("j.jsonl:1: the last line was cut"),
        "{}",
        said.err
    );
    assert!(
        folder
            .read("j.jsonl")
            .starts_with("{\"journal\":1,\"version\":\"")
    );
}

#[cfg(target_os = "linux")]
#[test]
fn a_full_disk() {
    use std::fs::File;
    use std::process::Stdio;
    let folder = pair();
    let said = folder.run(&["batch", "suite", "-m", "sc", "--journal", "/dev/full"]);
    assert_eq!(said.code, 2);
    same("journal-full.stderr", &said.err);
    for format in ["text", "jsonl", "html"] {
        let full = File::options().write(true).open("/dev/full").unwrap();
        let mut command = binary(
            folder.root(),
            &["batch", "suite", "-m", "sc", "-q", "--format", format],
        );
        let output = command.stdout(Stdio::from(full)).output().unwrap();
        assert_eq!(output.status.code(), Some(2));
        same(
            "output-full.stderr",
            &String::from_utf8(output.stderr).unwrap(),
        );
    }
}

#[cfg(unix)]
#[test]
fn a_closed_pipe() {
    use std::process::Stdio;
    let folder = Folder::generated(60);
    for format in ["text", "jsonl", "html"] {
        let args = ["batch", "suite", "-m", "sc", "-q", "--format", format];
        let (reader, writer) = std::io::pipe().unwrap();
        drop(reader);
        let mut command = binary(folder.root(), &args);
        let output = command.stdout(Stdio::from(writer)).output().unwrap();
        let err = String::from_utf8(output.stderr).unwrap();
        assert!(
            err.contains("cannot write the output: Broken pipe"),
            "{err}"
        );
        assert_eq!(output.status.code(), Some(2));
    }
}

#[cfg(unix)]
#[test]
fn interrupted() {
    use std::io::BufRead as _;
    let folder = Folder::generated(400);
    let whole = folder.run(&RUN[..6]);
    // A pipe that nobody reads would hold the rows up, but not the work.
    let file = std::fs::File::create(folder.root().join("out.jsonl")).unwrap();
    let child = binary(folder.root(), &RUN).stdout(file).spawn().unwrap();
    // Wait until some rows are known, whatever the machine.
    loop {
        let file = std::fs::File::open(folder.root().join("j.jsonl"));
        if file.is_ok_and(|file| std::io::BufReader::new(file).lines().count() > 20) {
            break;
        }
        std::thread::sleep(Duration::from_millis(2));
    }
    let kill = std::process::Command::new("kill")
        .args(["-INT", &child.id().to_string()])
        .status();
    assert!(kill.unwrap().success());
    let output = child.wait_with_output().unwrap();
    let out = folder.read("out.jsonl");
    let err = String::from_utf8(output.stderr).unwrap();
    if out.lines().count() == 800 {
        eprintln!("skipped: all was done before the signal came");
        return;
    }
    assert_eq!(output.status.code(), Some(3), "{err}");
    assert!(err.contains("stopping after the tests"), "{err}");
    assert!(err.contains("--journal j.jsonl --resume"), "{err}");
    let known = out.lines().count();
    assert!(known > 0);
    let said = run(folder.root(), &resumed());
    assert!(
        timeless(&said.out) == timeless(&whole.out),
        "other rows than without a stop"
    );
    assert!(
        said.err
            .contains(&format!("{known} rows came from the journal")),
        "{}",
        said.err
    );
}

/// Ctrl-C while a question is being asked: it is answered all the same, in a process of its own too.
#[cfg(unix)]
#[rstest]
#[case(&[])]
#[cfg_attr(target_os = "linux", case(&["--memory", "1G"]))]
fn interrupted_within_a_question(#[case] isolated: &[&str]) {
    use std::fs::{OpenOptions, rename};
    use std::io::{BufRead as _, BufReader, Read as _, Write as _};
    use std::os::unix::process::CommandExt as _;
    use std::process::Command;
    let folder = Folder::of(&[("b.litmus", MP)]);
    // A pipe is opened for writing when somebody reads it: so it is known where the program is.
    let pipe = |name: &str| {
        let path = folder.root().join(name);
        assert!(
            Command::new("mkfifo")
                .arg(&path)
                .status()
                .unwrap()
                .success()
        );
        path
    };
    let path = pipe("a.litmus");
    let args = [
        &[
            "batch", "a.litmus", "b.litmus", "-m", "sc", "--format", "jsonl", "-j", "1",
        ],
        isolated,
    ];
    let mut command = binary(folder.root(), &args.concat());
    let mut child = command.process_group(0).spawn().unwrap();
    let opened = || OpenOptions::new().write(true).open(&path).unwrap();
    let mut text = opened();
    if !isolated.is_empty() {
        // The other process reads the test anew.
        rename(pipe("next"), &path).unwrap();
        text.write_all(MP.as_bytes()).unwrap();
        drop(text);
        text = opened();
    }
    let group = format!("-{}", child.id());
    // Twice at once, as wrappers do that pass on what the terminal has sent already.
    let kill = Command::new("kill")
        .args(["-INT", "--", &group, &group])
        .status();
    assert!(kill.unwrap().success());
    let mut err = BufReader::new(child.stderr.take().unwrap());
    let mut said = String::new();
    while !said.contains("stopping after the tests") {
        assert!(err.read_line(&mut said).unwrap() > 0, "{said}");
    }
    text.write_all(MP.as_bytes()).unwrap();
    drop(text);
    err.read_to_string(&mut said).unwrap();
    let output = child.wait_with_output().unwrap();
    assert_eq!(output.status.code(), Some(3), "{said}");
    assert!(said.contains("stopped after 1 of 2 files"), "{said}");
    let rows = super::support::rows(&String::from_utf8(output.stdout).unwrap());
    assert_eq!(rows.len(), 1);
    assert_eq!(rows[0]["verdict"], "unreachable");
}
