//! Searches over all tests: on several threads, with journals, and in shards. The answer is the same to the byte.

use rstest::rstest;

use crate::batch::support::{Folder, Said, binary};

use super::support::same;

/// A search of each kind, with and without something to be found.
pub const SEARCHES: [&[&str]; 8] = [
    &["compare", "sc", "tso", "--with", "ld,st", "--events", "4"],
    &[
        "compare",
        "sc",
        "tso",
        "--all",
        "--with",
        "ld,st",
        "--events",
        "4",
        "--threads",
        "3",
    ],
    &[
        "compare", "plain", "strict", "--with", "ld,st", "--events", "3",
    ],
    &[
        "compare",
        "sc",
        "ugpu-weak",
        "--with",
        "ld,st",
        "--locations",
        "1",
        "--events",
        "3",
    ],
    &[
        "compare",
        "sc",
        "ptx-7.5",
        "--map",
        "sc-to-ptx",
        "--with",
        "ld,st",
        "--locations",
        "2",
        "--threads",
        "2",
        "--events",
        "3",
    ],
    &["compare", "--all-models", "--events", "3", "--threads", "2"],
    &["synthesize", "tso", "--with", "ld,st", "--events", "3"],
    &[
        "audit",
        "tso",
        "--with",
        "ld,st,fence",
        "--threads",
        "2",
        "--locations",
        "2",
        "--events",
        "3",
    ],
];

pub fn with<'a>(search: &[&'a str], more: &[&'a str]) -> Vec<&'a str> {
    [search, more].concat()
}

pub fn answer(said: &Said) -> (i32, &str) {
    (said.code, &said.out)
}

/// What the search says on one thread and without a journal.
pub fn plain(folder: &Folder, search: &[&str]) -> Said {
    let said = folder.run(&with(search, &["-j", "1"]));
    assert_eq!(said.err, "", "{search:?}");
    said
}

#[test]
fn threads_change_nothing() {
    let folder = Folder::of(&[]);
    for search in SEARCHES {
        let one = plain(&folder, search);
        for jobs in ["2", "5"] {
            let some = folder.run(&with(search, &["-j", jobs]));
            assert_eq!(answer(&some), answer(&one), "{search:?} -j {jobs}");
        }
    }
}

/// Whatever of a journal there is, even half a line: it is gone on with, and what it has is not asked again.
#[test]
fn a_journal_that_ends_anywhere() {
    let folder = Folder::of(&[]);
    for search in SEARCHES {
        let whole = plain(&folder, search);
        let first = folder.run(&with(search, &["-j", "2", "--journal", "j"]));
        assert_eq!(answer(&first), answer(&whole), "{search:?}");
        let journal = folder.read("j");
        let again = folder.run(&with(search, &["--journal", "j", "--resume"]));
        assert_eq!(answer(&again), answer(&whole), "{search:?}");
        assert!(
            again.err.ends_with(" 0 parts were asked\n"),
            "{}",
            again.err
        );
        assert_eq!(folder.read("j"), journal);
        let lines: Vec<&str> = journal.split_inclusive('\n').collect();
        for kept in [0, 1, lines.len() / 2, lines.len() - 1] {
            // The line after those that are kept is cut.
            let half = &lines[kept][..lines[kept].len() / 2];
            folder.add("j", &(lines[..kept].concat() + half));
            let resumed = folder.run(&with(search, &["-j", "2", "--journal", "j", "--resume"]));
            assert_eq!(answer(&resumed), answer(&whole), "{search:?}, {kept} lines");
            let words = format!("j:{}: the last line was cut", kept + 1);
            assert!(resumed.err.contains(&words), "{}", resumed.err);
            let known = kept.saturating_sub(1);
            let known = format!("note: {known} part{} of", if known == 1 { "" } else { "s" });
            assert!(resumed.err.contains(&known), "{known}: {}", resumed.err);
        }
        std::fs::remove_file(folder.root().join("j")).unwrap();
    }
}

/// Time runs out again and again, and then it does not.
#[test]
fn out_of_time() {
    let folder = Folder::of(&[]);
    for search in SEARCHES {
        let limit = if search[0] == "compare" {
            "--within"
        } else {
            "--timeout"
        };
        let whole = plain(&folder, search);
        for time in ["1ms", "5ms", "20ms", "100ms", "10min"] {
            let said = folder.run(&with(search, &["--journal", "j", "--resume", limit, time]));
            if said.code == 3 && time != "10min" {
                assert!(said.err.contains("go on with\n  "), "{}", said.err);
            } else {
                assert_eq!(answer(&said), answer(&whole), "{search:?} after {time}");
            }
        }
        std::fs::remove_file(folder.root().join("j")).unwrap();
    }
}

/// Ctrl-C, or SIGTERM, as soon as something is known.
#[cfg(unix)]
#[rstest]
#[case(&["audit", "tso", "-p", "coherent", "--with", "ld,st,fence", "--events", "4"], "-INT")]
#[case(&["synthesize", "tso", "--with", "ld,st,fence", "--events", "4"], "-TERM")]
#[case(&["compare", "plain", "strict", "--with", "ld,st,fence", "--events", "4"], "-INT")]
fn interrupted(#[case] search: &[&str], #[case] signal: &str) {
    let folder = Folder::of(&[]);
    let whole = plain(&folder, search);
    let mut child = binary(folder.root(), &with(search, &["--journal", "j"]))
        .spawn()
        .unwrap();
    let running = loop {
        if child.try_wait().unwrap().is_some() {
            break false;
        }
        let known = std::fs::read_to_string(folder.root().join("j")).unwrap_or_default();
        if known.lines().count() > 2 {
            break true;
        }
        std::thread::sleep(std::time::Duration::from_millis(2));
    };
    if running {
        // Nobody else has its number until it was waited for.
        let kill = std::process::Command::new("kill")
            .args([signal, &child.id().to_string()])
            .status();
        assert!(kill.unwrap().success());
    }
    let output = child.wait_with_output().unwrap();
    let [out, err] = [output.stdout, output.stderr].map(|text| String::from_utf8(text).unwrap());
    match output.status.code() {
        Some(3) => assert!(err.contains("--journal j --resume\n"), "{err}"),
        code => {
            let said = (code, out.as_str(), err.as_str());
            assert_eq!(said, (Some(whole.code), whole.out.as_str(), ""));
        }
    }
    let resumed = folder.run(&with(search, &["--journal", "j", "--resume"]));
    assert_eq!(answer(&resumed), answer(&whole));
}

#[test]
fn shards_together_are_the_whole() {
    let folder = Folder::of(&[]);
    for search in SEARCHES {
        let whole = plain(&folder, search);
        let mut known = Vec::new();
        for (shard, journal) in [("1/3", "a"), ("2/3", "b"), ("3/3", "c")] {
            let said = folder.run(&with(search, &["--shard", shard, "--journal", journal]));
            assert_eq!(answer(&said), (0, ""), "{search:?}: {}", said.err);
            assert!(
                said.err
                    .starts_with(&format!("note: shard {shard} is done: ")),
                "{}",
                said.err
            );
            known.extend(["--known", journal]);
        }
        let all = folder.run(&with(search, &known));
        assert_eq!(answer(&all), answer(&whole), "{search:?}");
        assert!(
            all.err.ends_with(" 0 parts were asked\n"),
            "{search:?}: {}",
            all.err
        );
        // What is missing is asked.
        let some = folder.run(&with(search, &known[2..]));
        assert_eq!(answer(&some), answer(&whole), "{search:?}");
        for journal in ["a", "b", "c"] {
            std::fs::remove_file(folder.root().join(journal)).unwrap();
        }
    }
}

/// A larger size is the same question, and what is known of the smaller ones stays so.
#[test]
fn to_a_larger_size() {
    let folder = Folder::of(&[]);
    for search in SEARCHES {
        let mut smaller = search.to_vec();
        let events = smaller.iter().position(|word| *word == "--events").unwrap();
        smaller[events + 1] = "2";
        folder.run(&with(&smaller, &["--journal", "j"]));
        let whole = plain(&folder, search);
        let larger = folder.run(&with(search, &["--journal", "j", "--resume"]));
        assert_eq!(answer(&larger), answer(&whole), "{search:?}");
        assert!(!larger.err.contains("note: 0 parts of"), "{}", larger.err);
        std::fs::remove_file(folder.root().join("j")).unwrap();
    }
}

#[test]
fn journals_that_cannot_be_used() {
    let folder = Folder::of(&[("sb.litmus", crate::batch::support::SB)]);
    let search = [
        "synthesize",
        "tso",
        "--with",
        "ld,st",
        "--events",
        "3",
        "--journal",
        "j",
    ];
    let resumed = with(&search, &["--resume"]);
    folder.run(&search);
    let good = folder.read("j");
    let refused = |name: &str, args: &[&str]| {
        let said = folder.run(args);
        assert_eq!((said.code, said.out.as_str()), (2, ""), "{}", said.err);
        same(&format!("carried-{name}.stderr"), &said.err);
    };
    refused("exists", &search);
    refused("shard", &with(&resumed, &["--shard", "1/2"]));
    refused("bound", &with(&resumed, &["--bound", "3"]));
    let change = |from: usize, to: &'static str| {
        let mut other = resumed.clone();
        other[from] = to;
        other
    };
    refused("model", &change(1, "sc"));
    refused("vocabulary", &change(3, "st"));
    refused("command", &change(0, "audit"));
    refused(
        "known",
        &["synthesize", "sc", "--with", "ld,st", "--known", "j"],
    );
    refused(
        "known-missing",
        &["synthesize", "sc", "--with", "ld,st", "--known", "no-such"],
    );
    folder.add(
        "j",
        &good.replacen("\"version\":\"", "\"version\":\"0.0.", 1),
    );
    refused("version", &resumed);
    folder.add("j", &good.replacen("\"programs\"", "\"program\"", 1));
    refused("damaged", &resumed);
    folder.add("j", "something else\n");
    refused("none", &resumed);
    folder.add("j", "");
    refused("known-empty", &with(&search, &["--known", "j"]));
    std::fs::remove_file(folder.root().join("j")).unwrap();
    folder.run(&["batch", "sb.litmus", "-m", "sc", "--journal", "j"]);
    refused("batch", &resumed);
    // The text of a model, too.
    let model = |name: &str| format!("\"{name}\"\nacyclic po | rf | co | fr as sc\n");
    folder.add("m.cat", &model("one"));
    let own = [
        "synthesize",
        "m.cat",
        "--with",
        "ld,st",
        "--events",
        "2",
        "--journal",
        "k",
    ];
    folder.run(&own);
    folder.add("m.cat", &model("another"));
    refused("text", &with(&own, &["--resume"]));
    refused("batch-merge", &["merge", "k"]);
}

#[test]
fn options_that_do_not_fit() {
    let folder = Folder::of(&[("sb.litmus", crate::batch::support::SB)]);
    for (name, args) in [
        ("no-journal", vec!["audit", "sc", "--shard", "1/2"]),
        (
            "no-such-shard",
            vec!["audit", "sc", "--journal", "j", "--shard", "3/2"],
        ),
        (
            "given",
            vec!["compare", "sc", "tso", "sb.litmus", "--journal", "j"],
        ),
        ("resume", vec!["compare", "sc", "tso", "--resume"]),
        ("folder", vec!["compare", "sc", "tso", "--journal", "."]),
    ] {
        let said = folder.run(&args);
        assert_eq!((said.code, said.out.as_str()), (2, ""), "{}", said.err);
        same(&format!("carried-{name}.stderr"), &said.err);
    }
    #[cfg(target_os = "linux")]
    {
        let said = folder.run(&[
            "synthesize",
            "tso",
            "--events",
            "2",
            "--journal",
            "/dev/full",
        ]);
        assert_eq!((said.code, said.out.as_str()), (2, ""), "{}", said.err);
        same("carried-full.stderr", &said.err);
    }
}
