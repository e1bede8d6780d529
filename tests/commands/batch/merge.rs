//! Shards put together.

use super::support::{Folder, Said, parts, same, timeless};

fn shard(folder: &Folder, part: &str, journal: &str) -> Said {
    let args = [
        "batch",
        "suite",
        "-m",
        "sc,tso",
        "-q",
        "--shard",
        part,
        "--journal",
        journal,
    ];
    folder.run(&args)
}

fn sharded() -> Folder {
    let folder = Folder::generated(10);
    for part in 1..=3 {
        shard(&folder, &format!("{part}/3"), &format!("{part}.jsonl"));
    }
    folder
}

#[test]
fn all_shards_are_the_whole() {
    let folder = sharded();
    let whole = folder.run(&["batch", "suite", "-m", "sc,tso", "--format", "jsonl"]);
    let merged = folder.run(&[
        "merge", "3.jsonl", "1.jsonl", "2.jsonl", "--format", "jsonl", "-q",
    ]);
    assert_eq!(merged.code, 0, "{}", merged.err);
    assert_eq!(merged.err, "");
    assert_eq!(timeless(&merged.out), timeless(&whole.out));
}

#[test]
fn merged_rows_are_judged() {
    let folder = sharded();
    folder.add("suite/table", "t00000.litmus,sc,racy\n");
    let args = [
        "merge",
        "1.jsonl",
        "2.jsonl",
        "3.jsonl",
        "--expect",
        "suite/table",
    ];
    let said = folder.run(&args);
    assert_eq!(said.code, 1, "{}", said.err);
    assert!(
        said.out.contains("DISAGREES suite/t00000.litmus under sc"),
        "{}",
        said.out
    );
    let page = folder.run(&["merge", "1.jsonl", "2.jsonl", "3.jsonl", "--format", "html"]);
    assert_eq!(page.out.matches("<details class=\"test\"").count(), 10);
    assert!(
        parts(&page.out)
            .iter()
            .any(|part| part.contains("Reason why no execution")),
        "what shows a verdict is in the journal"
    );
}

#[test]
fn missing_and_unfinished_shards_are_said() {
    let folder = sharded();
    let two = folder.read("2.jsonl");
    let lines: Vec<&str> = two.lines().collect();
    let cut = lines[..lines.len() - 2].join("\n") + "\n{\"file\":\"sui";
    folder.add("2.jsonl", &cut);
    let said = folder.run(&["merge", "1.jsonl", "2.jsonl", "--format", "jsonl", "-q"]);
    assert_eq!(said.code, 3);
    same("merge-missing.stderr", &said.err);
}

#[test]
fn shards_that_overlap() {
    let folder = sharded();
    shard(&folder, "2/4", "other.jsonl");
    folder.run(&[
        "batch",
        "suite",
        "-m",
        "sc,tso",
        "-q",
        "--bound",
        "3",
        "--shard",
        "3/3",
        "--journal",
        "bound.jsonl",
    ]);
    // As if the suite had another file on that machine, so that all others moved.
    folder.add("suite/a.litmus", &folder.read("suite/t00000.litmus"));
    shard(&folder, "3/3", "moved.jsonl");
    for (name, journals) in [
        ("same", ["1.jsonl", "2.jsonl", "1.jsonl"]),
        ("split", ["1.jsonl", "2.jsonl", "other.jsonl"]),
        ("options", ["1.jsonl", "2.jsonl", "bound.jsonl"]),
        ("files", ["1.jsonl", "2.jsonl", "moved.jsonl"]),
    ] {
        let mut args = vec!["merge"];
        args.extend(journals);
        let said = folder.run(&args);
        assert_eq!((said.code, said.out.as_str()), (2, ""));
        same(&format!("merge-{name}.stderr"), &said.err);
    }
}

/// Lines may be lost that nobody misses: how many there were is in the last.
#[test]
fn lines_that_are_missing_are_missed() {
    let folder = sharded();
    let text = folder.read("2.jsonl");
    for gone in [2..3, 2..4] {
        let kept = text.lines().enumerate();
        let kept = kept.filter(|(at, _)| !gone.contains(at));
        let kept: Vec<&str> = kept.map(|(_, line)| line).collect();
        folder.add("2.jsonl", &(kept.join("\n") + "\n"));
        let said = folder.run(&["merge", "1.jsonl", "2.jsonl", "3.jsonl", "-q"]);
        assert_eq!(said.code, 3, "{}", said.err);
        assert!(said.err.contains("lines are missing"), "{}", said.err);
    }
}
