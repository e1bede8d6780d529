//! Journals that somebody or something has changed.

use super::support::{Folder, MP, SB, pair, without_sums};

const RUN: [&str; 6] = ["batch", "suite", "-m", "sc,tso", "--journal", "j.jsonl"];

/// What uses a journal.
const USES: [&[&str]; 3] = [
    &[
        "batch",
        "suite",
        "-m",
        "sc,tso",
        "--journal",
        "j.jsonl",
        "--resume",
    ],
    &["merge", "j.jsonl"],
    &["batch", "suite", "-m", "sc,tso", "--baseline", "j.jsonl"],
];

fn journal() -> (Folder, String) {
    let folder = pair();
    folder.run(&RUN);
    let journal = folder.read("j.jsonl");
    (folder, journal)
}

/// Whoever uses it names the line.
#[track_caller]
fn refused(folder: &Folder, uses: &[&[&str]], words: &str) {
    for args in uses {
        let said = folder.run(args);
        assert_eq!(
            (said.code, said.out.as_str()),
            (2, ""),
            "{args:?}: {}",
            said.err
        );
        assert!(said.err.contains(words), "{args:?}: {}", said.err);
    }
}

#[test]
fn answers_that_were_changed() {
    let (folder, good) = journal();
    let line = |from: &str| good.lines().position(|line| line.contains(from)).unwrap() + 1;
    for (from, to) in [
        ("\"verdict\":\"unreachable\"", "\"verdict\":\"reachable\""),
        ("\"quantity\":\"never\"", "\"quantity\":\"sometimes\""),
        ("\"model\":\"sc\"", "\"model\":\"sd\""),
        ("\"hash\":\"", "\"hash\":\"0"),
        ("\"sum\":\"", "\"sum\":\"0"),
    ] {
        let changed = good.replacen(from, to, 1);
        assert_ne!(changed, good, "{from}");
        folder.add("j.jsonl", &changed);
        let words = format!(
            "j.jsonl:{}: the line is not as it was written (its sum is another one); the journal is damaged here",
            line(from)
        );
        refused(&folder, &USES, &words);
    }
    // The last line counts, too.
    folder.add(
        "j.jsonl",
        &good.replacen("\"end\":{\"files\":2", "\"end\":{\"files\":3", 1),
    );
    refused(&folder, &USES[..2], "the journal is damaged here");
    // Rows without sums do where the heading asks for none.
    let bare = without_sums(&good);
    let bare = bare.split_once('\n').unwrap().1;
    let heading = good.lines().next().unwrap();
    folder.add("j.jsonl", &format!("{heading}\n{bare}"));
    refused(
        &folder,
        &USES[..2],
        "j.jsonl:2: the line is not as it was written (it has no sum)",
    );
}

/// Rows had no sums once: such a journal is gone on with, and put together with others.
#[test]
fn a_journal_without_sums() {
    let (folder, good) = journal();
    let rows = folder.run(&["merge", "j.jsonl", "--format", "jsonl"]);
    let bare = without_sums(&good);
    assert!(!bare.contains("\"sum"), "{bare}");
    folder.add("j.jsonl", &bare);
    let again = folder.run(&["merge", "j.jsonl", "--format", "jsonl"]);
    assert_eq!((again.code, &again.out), (rows.code, &rows.out));
    folder.add("suite/more.litmus", &SB.replace("PTX SB", "PTX More"));
    let said = folder.run(USES[0]);
    assert_eq!(said.code, 0, "{}", said.err);
    assert!(
        said.err
            .contains("4 rows came from the journal, 2 were asked"),
        "{}",
        said.err
    );
    // What was written since has sums, and they count.
    let now = folder.read("j.jsonl");
    let new = now.strip_prefix(&bare).unwrap();
    assert!(new.lines().all(|line| line.contains("\"sum\":\"")), "{new}");
    let changed = new.replacen(
        "\"verdict\":\"reachable\"",
        "\"verdict\":\"unreachable\"",
        1,
    );
    assert_ne!(changed, new);
    folder.add("j.jsonl", &(bare + &changed));
    refused(&folder, &USES, "its sum is another one");
}

/// Nothing of a report has sums.
#[test]
fn reports_have_no_sums() {
    let folder = Folder::of(&[("suite/mp.litmus", MP)]);
    let first = folder.run(&[&RUN[..], &["--format", "jsonl"]].concat());
    let again = folder.run(&[USES[0], &["--format", "jsonl"]].concat());
    assert_eq!(first.out, again.out);
    assert!(!first.out.contains("\"sum\""), "{}", first.out);
}
