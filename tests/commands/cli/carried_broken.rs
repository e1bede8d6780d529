//! Searches over all tests whose journals break, or are broken.

use gpu_litmus::tasks::batch::journal::seal::sealed;

use crate::batch::support::{Folder, Said};

use super::carried::{SEARCHES, answer, plain, with};
use super::support::same;

/// Runs the binary where no file may have more than two blocks, of 512 bytes or of 1024.
#[cfg(target_os = "linux")]
fn run_full(folder: &Folder, args: &[&str]) -> Said {
    let own = crate::batch::support::binary(folder.root(), args);
    let mut shell = std::process::Command::new("sh");
    let script = "trap '' XFSZ; ulimit -f 2; exec \"$0\" \"$@\"";
    let output = shell
        .args(["-c", script])
        .arg(own.get_program())
        .args(own.get_args())
        .current_dir(folder.root())
        .env_remove("NO_COLOR")
        .output();
    crate::batch::support::said(output.unwrap())
}

/// The disk is full in the middle of a line: that is said, nothing is answered, and when there is room the search goes on.
#[cfg(target_os = "linux")]
#[test]
fn no_room_for_a_journal() {
    let folder = Folder::of(&[]);
    let mut cut = 0;
    for (search, jobs) in SEARCHES
        .into_iter()
        .flat_map(|one| [(one, "1"), (one, "3")])
    {
        let whole = plain(&folder, search);
        let said = run_full(&folder, &with(search, &["--journal", "j", "-j", jobs]));
        let journal = folder.read("j");
        if said.code == 2 {
            assert_eq!(said.out, "", "{search:?}");
            let words = "error: cannot write the journal j: File too large";
            assert!(said.err.starts_with(words), "{search:?}: {}", said.err);
            cut += usize::from(journal.contains('\n') && !journal.ends_with('\n'));
        } else {
            assert!(journal.len() < 2048, "{search:?}: {}", said.err);
            assert_eq!(answer(&said), answer(&whole), "{search:?}: {}", said.err);
        }
        let resumed = folder.run(&with(search, &["--journal", "j", "--resume"]));
        assert_eq!(
            answer(&resumed),
            answer(&whole),
            "{search:?}: {}",
            resumed.err
        );
        std::fs::remove_file(folder.root().join("j")).unwrap();
    }
    assert!(cut > 4, "only {cut} journals ended in a row");
}

/// What is found with `second/2+2`.
const FOUND: &str = r#""tests":[{"text":"PTX tso-not-sc\n{ x = 0; y = 0; }\n P0@cta 0,gpu 0 | P1@cta 1,gpu 0 ;\n st.weak x, 1   | st.weak y, 1   ;\n ld.weak r0, y  | ld.weak r0, x  ;\nexists (P0:r0 == 0 /\\ P1:r0 == 0)\n","key":[0,2,0,0,0]}]"#;

/// A journal that says what cannot be found: a program that its part does not have, or findings of another kind.
#[test]
fn what_cannot_be_found() {
    let folder = Folder::of(&[]);
    for (name, search, part, found) in [
        ("place", SEARCHES[6], "minimal/1", "\"programs\":[16]"),
        ("kind", SEARCHES[6], "minimal/1", "\"tests\":[]"),
        ("formula", SEARCHES[0], "first/1", "\"programs\":[]"),
        // A text that is no test, one of another shape, and one with fences that its key does not have.
        (
            "text",
            SEARCHES[0],
            "second/2+2",
            r#""tests":[{"text":"garbage","key":[0,2,0,0,0]}]"#,
        ),
        ("shape", SEARCHES[0], "second/2+1", FOUND),
        (
            "key",
            SEARCHES[0],
            "second/2+2",
            &FOUND.replace("[0,2", "[1,2"),
        ),
    ] {
        folder.run(&with(search, &["--journal", "j"]));
        let journal = folder.read("j");
        let start = format!("{{\"part\":\"{part}\",");
        let lines = journal.lines().map(|line| {
            if line.starts_with(&start) {
                sealed(&format!("{start}{found}}}"))
            } else {
                line.to_owned() + "\n"
            }
        });
        let changed: String = lines.collect();
        assert_ne!(changed, journal);
        folder.add("j", &changed);
        for jobs in ["1", "3"] {
            let said = folder.run(&with(search, &["-j", jobs, "--journal", "j", "--resume"]));
            assert_eq!(
                (said.code, said.out.as_str()),
                (2, ""),
                "{name}: {}",
                said.err
            );
            // Which line it is depends on who was first.
            let err = said.err.split_once(": ").map(|(_, rest)| rest).unwrap();
            let err = err.split_once(": ").map(|(_, rest)| rest).unwrap();
            same(&format!("carried-cannot-{name}.stderr"), err);
        }
        let said = folder.run(&with(search, &["--known", "j"]));
        assert_eq!(
            (said.code, said.out.as_str()),
            (2, ""),
            "{name}: {}",
            said.err
        );
        std::fs::remove_file(folder.root().join("j")).unwrap();
    }
}

/// A letter of a finding that became another: it was a test with other answers, and is a line that nobody wrote.
#[test]
fn a_finding_that_was_changed() {
    let folder = Folder::of(&[]);
    let search = SEARCHES[0];
    folder.run(&with(search, &["--journal", "good"]));
    let good = folder.read("good");
    let changed = good.replacen("r0 == 0", "r0 == 1", 1);
    assert_ne!(changed, good);
    let found = good.lines().position(|line| line.contains("r0 == 0"));
    let line = found.unwrap() + 1;
    folder.add("j", &changed);
    for more in [&["--journal", "j", "--resume"][..], &["--known", "j"]] {
        let said = folder.run(&with(search, more));
        assert_eq!((said.code, said.out.as_str()), (2, ""), "{}", said.err);
        let words = format!(
            "j:{line}: the line is not as it was written (its sum is another one); the journal is damaged here"
        );
        assert!(said.err.contains(&words), "{}", said.err);
    }
}

/// Journals had no sums once: such a one is gone on with, and what is written then has some.
#[test]
fn a_journal_without_sums() {
    let folder = Folder::of(&[]);
    for search in [SEARCHES[0], SEARCHES[6]] {
        let whole = plain(&folder, search);
        folder.run(&with(search, &["--journal", "j"]));
        let text = crate::batch::support::without_sums(&folder.read("j"));
        let rows: Vec<&str> = text.lines().collect();
        let half = rows[..=rows.len() / 2].join("\n") + "\n";
        folder.add("j", &half);
        for _ in 0..2 {
            let said = folder.run(&with(search, &["--journal", "j", "--resume"]));
            assert_eq!(answer(&said), answer(&whole), "{}", said.err);
        }
        let now = folder.read("j");
        let rest = now.strip_prefix(&half).unwrap();
        assert!(rest.lines().all(|line| line.contains("\"sum\":")), "{now}");
        std::fs::remove_file(folder.root().join("j")).unwrap();
    }
}

/// Once there are as many tests as were asked for, no formula is asked any more.
#[test]
fn a_limit_ends_the_search() {
    // Two reads from one write, in one thread or in two.
    let once = "\"once\"\nacyclic po | rf | co | fr as sc\nempty (rf^-1 ; rf) \\ id as once\n";
    let folder = Folder::of(&[("once.cat", once)]);
    let search = [
        "compare",
        "sc",
        "once.cat",
        "--with",
        "ld,st",
        "--orders",
        "weak,relaxed",
        "--scopes",
        "gpu",
        "--events",
        "3",
        "--all",
    ];
    let found = |journal: &str| -> Vec<usize> {
        let rows = crate::batch::support::rows(journal);
        let tests = rows.iter().filter_map(|row| row["tests"].as_array());
        tests.map(Vec::len).filter(|&count| count > 0).collect()
    };
    folder.run(&with(&search, &["-j", "1", "--journal", "all"]));
    let all = folder.read("all");
    let parts = found(&all);
    assert!(parts.len() > 1 && parts[0] > 1, "{parts:?}");
    assert!(all.lines().next().unwrap().contains("\"--all\"]"), "{all}");
    for limit in [1, parts[0], parts[0] + 1] {
        let (limit, name) = (limit.to_string(), format!("some-{limit}"));
        let some = with(&search, &["--limit", &limit]);
        let whole = plain(&folder, &some);
        folder.run(&with(&some, &["-j", "1", "--journal", &name]));
        let parts = found(&folder.read(&name));
        assert_eq!(parts.iter().sum::<usize>().to_string(), limit, "{parts:?}");
        for jobs in ["2", "5"] {
            let said = folder.run(&with(&some, &["-j", jobs]));
            assert_eq!(answer(&said), answer(&whole), "-j {jobs}");
        }
    }
}

/// In the first form a size without tests had the name that now is a part's: such a journal is not gone on with.
#[test]
fn the_first_form_of_journals() {
    let folder = Folder::of(&[]);
    folder.run(&with(SEARCHES[6], &["--journal", "j"]));
    let journal = folder.read("j");
    let older = journal.replace("{\"journal\":2,", "{\"journal\":1,");
    assert_ne!(older, journal);
    folder.add("j", &older);
    for more in [&["--journal", "j", "--resume"][..], &["--known", "j"]] {
        let said = folder.run(&with(SEARCHES[6], more));
        assert_eq!((said.code, said.out.as_str()), (2, ""), "{}", said.err);
        assert!(said.err.contains("j:1"), "{}", said.err);
    }
}
