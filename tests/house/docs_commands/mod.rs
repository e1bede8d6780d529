//! Every command that README and the pages of `docs/` show is run, and says what is shown.
//! `UPDATE=1 cargo test --test house docs_commands` writes outputs that are shown in full anew.
#![expect(
    clippy::unwrap_used,
    clippy::panic,
    reason = "a test that cannot run should fail"
)]

mod blocks;
mod listed;
mod names;
mod options;
mod output;
mod run;

use std::fs;
use std::path::{Path, PathBuf};

use rstest::rstest;

use crate::golden;
use blocks::{Command, commands, of_text};
use listed::{ENDS, NOT_RUN, Unrun};
use run::Scratch;

/// README, and all pages.
pub fn pages() -> Vec<PathBuf> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut found: Vec<_> = fs::read_dir(root.join("docs"))
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .filter(|path| path.extension().is_some_and(|end| end == "md"))
        .collect();
    found.extend(["README.md", "CONTRIBUTING.md"].map(|name| root.join(name)));
    found.sort();
    found
}

/// The name of a page as lists have it.
fn name(page: &Path) -> &str {
    page.file_name().unwrap().to_str().unwrap()
}

/// Why a command is not run, if it is listed.
fn unrun(page: &str, command: &str) -> Option<&'static Unrun> {
    let mut listed = NOT_RUN.iter();
    // A whole word: one path that begins as another is another command.
    let begins = |one: &&Unrun| {
        let rest = command.strip_prefix(one.command);
        rest.is_some_and(|rest| rest.is_empty() || rest.starts_with(' '))
    };
    listed.find(|one| one.page == page && begins(one))
}

#[rstest]
fn what_is_shown_is_what_happens(
    #[files("docs/*.md")]
    #[files("README.md")]
    #[files("CONTRIBUTING.md")]
    path: PathBuf,
) {
    let page = name(&path);
    let text = fs::read_to_string(&path).unwrap();
    let mut wanted = text.clone();
    let mut outputs = Vec::new();
    let mut place = None;
    for command in commands(&text) {
        if unrun(page, &command.text).is_some() {
            continue;
        }
        let (block, scratch) = place.get_or_insert_with(|| (command.block, Scratch::new()));
        if *block != command.block {
            (*block, *scratch) = (command.block, Scratch::new());
        }
        outputs.push((run(scratch, page, &command), command));
    }
    // From the end, so that places further up stay where they are.
    for (said, command) in outputs.into_iter().rev() {
        let Some(place) = command.output else {
            continue;
        };
        let shown = &text[place.clone()];
        if output::elided(shown) {
            output::check(shown, &said, &command.text);
        } else {
            wanted.replace_range(place, &said);
        }
    }
    golden::same(
        path.strip_prefix(env!("CARGO_MANIFEST_DIR")).unwrap(),
        &wanted,
    );
}

/// Runs a command of a page, and gives what it printed.
fn run(scratch: &Scratch, page: &str, command: &Command) -> String {
    let text = &command.text;
    assert!(
        text.starts_with("gpu-litmus "),
        "{page}: `{text}` is not run: list it with the reason"
    );
    let ends = ENDS.iter().find(|one| one.0 == page && one.1 == text);
    let code = ends.map_or(0, |one| one.2);
    let said = scratch.run(text);
    assert_eq!(said.code, code, "{page}: `{text}`\n{}", said.err);
    said.out
}

#[test]
fn synopses_name_what_there_is() {
    for page in pages() {
        let text = fs::read_to_string(&page).unwrap();
        for synopsis in of_text(&text) {
            run::known(&synopsis, name(&page));
        }
    }
}

#[test]
fn what_is_listed_is_still_shown() {
    let shown: Vec<(String, String)> = pages()
        .iter()
        .flat_map(|page| {
            let text = fs::read_to_string(page).unwrap();
            let page = name(page).to_owned();
            let all = commands(&text).into_iter();
            all.map(move |command| (page.clone(), command.text))
        })
        .collect();
    assert!(shown.len() > 50, "{}", shown.len());
    for Unrun { page, command, why } in NOT_RUN {
        let mut those = shown.iter();
        let still = those.any(|(at, text)| at == page && text.starts_with(command));
        assert!(still, "{page} does not show `{command}` any more ({why})");
    }
    for (page, command, _) in ENDS {
        let mut those = shown.iter();
        let still = those.any(|(at, text)| at == page && text == command);
        assert!(still, "{page} does not show `{command}` any more");
    }
}

#[test]
fn commands_are_found_as_a_reader_sees_them() {
    let text = "`gpu-litmus models NAME`, or\n\n```console\n$ one -m a   # a remark\nshown\n$ two\n```\n\n\
                ```sh\n# a remark\nthree \\\n    --four  # a remark\n```\n```yaml\n  - run: five | six\n```\n\
                ```cat\nlet seven = 7\n```\n";
    let found = commands(text);
    let texts: Vec<&str> = found.iter().map(|one| one.text.as_str()).collect();
    assert_eq!(texts, ["one -m a", "two", "three --four", "five | six"]);
    assert_eq!(&text[found[0].output.clone().unwrap()], "shown\n");
    assert!(found[1..].iter().all(|one| one.output.is_none()));
    assert_eq!(of_text(text), ["gpu-litmus models NAME"]);
}

#[test]
fn what_is_left_out_is_left_out_and_nothing_else() {
    let printed = "a\nb\nc\nd\n";
    assert!(output::elided("a\n…\n") && !output::elided("a … b\n"));
    output::check("a\n…\nc\nd\n", printed, "x");
    for wrong in ["b\n…\na\n", "…\na\nc\n", "…\ne\n"] {
        let held = std::panic::catch_unwind(|| output::check(wrong, printed, "x"));
        assert!(held.is_err(), "{wrong}");
    }
}
