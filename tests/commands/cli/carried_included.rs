//! Journals of models that include files: of whatever these say.

use crate::batch::support::{Folder, SB};

use super::carried::{answer, with};

const BASE: &str = "\"B\"\nacyclic po | rf | co | fr as sc\n";

/// A model that says what another file says, and that file.
fn folder() -> Folder {
    Folder::of(&[
        ("n.cat", "\"N\"\ninclude \"between.cat\"\n"),
        ("between.cat", "include \"base.cat\"\n"),
        ("base.cat", BASE),
        ("sb.litmus", SB),
    ])
}

const SEARCHES: [&[&str]; 4] = [
    &["compare", "sc", "n.cat", "--with", "ld,st", "--events", "4"],
    &[
        "compare",
        "sc",
        "n.cat",
        "--map",
        "sc-to-ptx",
        "--with",
        "ld,st",
        "--events",
        "2",
    ],
    &["synthesize", "n.cat", "--with", "ld,st", "--events", "3"],
    &[
        "audit",
        "n.cat",
        "--with",
        "ld,st",
        "--threads",
        "2",
        "--events",
        "3",
    ],
];

#[test]
fn a_search_is_gone_on_with_as_long_as_they_say_the_same() {
    for search in SEARCHES {
        let folder = folder();
        let first = folder.run(&with(search, &["--journal", "j"]));
        assert!(
            folder.root().join("j").exists(),
            "{search:?}: {}",
            first.err
        );
        let again = folder.run(&with(search, &["--journal", "j", "--resume"]));
        assert_eq!(answer(&again), answer(&first), "{search:?}: {}", again.err);
        folder.add("base.cat", &BASE.replace("po", "po-loc"));
        for more in [&["--journal", "j", "--resume"][..], &["--known", "j"]] {
            let said = folder.run(&with(search, more));
            assert_eq!(
                (said.code, said.out.as_str()),
                (2, ""),
                "{search:?}: {}",
                said.err
            );
            assert!(
                said.err
                    .contains("the journal j was written when the text of n.cat was another"),
                "{search:?}: {}",
                said.err
            );
        }
    }
}

#[test]
fn a_suite_is_gone_on_with_as_long_as_they_say_the_same() {
    let folder = folder();
    let run = ["batch", "sb.litmus", "-m", "n.cat", "--journal", "j"];
    folder.run(&run);
    let again = folder.run(&with(&run, &["--resume"]));
    assert_eq!(again.code, 0, "{}", again.err);
    assert!(
        again.err.contains("1 row came from the journal"),
        "{}",
        again.err
    );
    folder.add("base.cat", &BASE.replace("po", "po-loc"));
    let said = folder.run(&with(&run, &["--resume"]));
    assert_eq!((said.code, said.out.as_str()), (2, ""), "{}", said.err);
    assert!(
        said.err.contains("the text of a model is another now"),
        "{}",
        said.err
    );
}
