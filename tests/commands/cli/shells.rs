//! What shells and manual readers are told: completions in the shells themselves, pages of the
//! manual, help, versions.

use std::collections::BTreeSet;
use std::fs;
use std::io::Write as _;
use std::process::{Command, Stdio};

use rstest::rstest;

use super::support::{Folder, run};

/// A folder with the completion script of a shell.
fn script(shell: &str) -> (Folder, String) {
    let folder = Folder::of(&[]);
    let said = run(&["completions", shell]);
    assert_eq!(said.code, 0, "{}", said.err);
    folder.add("script", &said.out);
    let path = folder.path("script");
    (folder, path)
}

/// Runs a shell on a program for it.
fn shell(command: &str, args: &[&str], program: &str) -> String {
    let mut child = Command::new(command)
        .args(args)
        .env("HOME", "/nonexistent")
        .env("TERM", "dumb")
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let mut input = child.stdin.take().unwrap();
    input.write_all(program.as_bytes()).unwrap();
    drop(input);
    let output = child.wait_with_output().unwrap();
    let err = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{err}");
    assert_eq!(err, "");
    String::from_utf8_lossy(&output.stdout).into_owned()
}

/// What is typed, and what must be among the words offered, and what not.
const TYPED: [(&[&str], &[&str], &[&str]); 5] = [
    (&["ch"], &["check"], &["batch"]),
    (&["check", "--form"], &["--format"], &["--journal"]),
    (
        &["check", "--format", ""],
        &["text", "json", "herd", "svg"],
        &["junit", "csv"],
    ),
    (&["batch", "--jour"], &["--journal"], &["--format"]),
    (&["suite", "r"], &["run"], &["list"]),
];

#[test]
fn bash_completes_commands_options_and_values() {
    let (_folder, script) = script("bash");
    for (typed, wanted, unwanted) in TYPED {
        let (last, before) = typed.split_last().unwrap();
        let words: Vec<String> = typed.iter().map(|word| format!("'{word}'")).collect();
        let program = format!(
            "set -e\nsource {script}\nset -- $(complete -p gpu-litmus)\n\
             while [ \"$1\" != -F ]; do shift; done\n\
             COMP_WORDS=(gpu-litmus {}) COMP_CWORD={}\n\
             \"$2\" gpu-litmus '{last}' '{}'\nprintf '%s\\n' \"${{COMPREPLY[@]}}\"\n",
            words.join(" "),
            typed.len(),
            before.last().unwrap_or(&"gpu-litmus"),
        );
        offers(
            typed,
            &shell("bash", &["--norc"], &program),
            wanted,
            unwanted,
        );
    }
}

fn offers(typed: &[&str], said: &str, wanted: &[&str], unwanted: &[&str]) {
    let words: BTreeSet<&str> = said
        .lines()
        .filter_map(|line| line.split_whitespace().next())
        .collect();
    for word in wanted {
        assert!(
            words.contains(word),
            "{typed:?} offers {words:?}, not {word}"
        );
    }
    for word in unwanted {
        assert!(!words.contains(word), "{typed:?} offers {words:?}");
    }
}

mod external_shells {
    //! Shells that not every machine has: `make completions` runs these.

    use super::{TYPED, offers, script, shell};

    #[test]
    #[ignore = "needs fish"]
    fn fish_completes_commands_options_and_values() {
        let (_folder, script) = script("fish");
        for (typed, wanted, unwanted) in TYPED {
            let line = format!("gpu-litmus {}", typed.join(" "));
            let program = format!("source {script}\ncomplete -C '{line}'\n");
            offers(
                typed,
                &shell("fish", &["--no-config"], &program),
                wanted,
                unwanted,
            );
        }
    }

    #[test]
    #[ignore = "needs zsh"]
    fn zsh_completes_commands_options_and_values() {
        let (folder, script) = script("zsh");
        std::fs::copy(&script, folder.path("_gpu-litmus")).unwrap();
        let typed = [
            ("ch", "check "),
            ("check --form", "check --format="),
            ("check --format sv", "check --format svg "),
            ("check --format jun", "check --format jun"),
            ("batch --format jun", "batch --format junit "),
            ("batch --jour", "batch --journal="),
            ("suite r", "suite run "),
        ];
        let lines: Vec<String> = typed
            .iter()
            .map(|(line, _)| format!("'gpu-litmus {line}'"))
            .collect();
        let program = ZSH
            .replace("FOLDER", &folder.root().display().to_string())
            .replace("LINES", &lines.join(" "));
        let said = shell("zsh", &["-f"], &program);
        let wanted: Vec<String> = typed
            .iter()
            .map(|(_, line)| format!("gpu-litmus {line}"))
            .collect();
        assert_eq!(said.lines().collect::<Vec<_>>(), wanted);
    }

    /// The completion system of zsh works in its line editor alone: a second zsh, behind a terminal of
    /// its own, is typed to, and prints what has become of the line.
    const ZSH: &str = r#"
zmodload zsh/zpty
zpty inner 'TERM=dumb zsh -f -i'
zpty -w inner 'PS1=; unsetopt prompt_cr prompt_sp; setopt no_beep; bindkey -e
fpath=(FOLDER $fpath); autoload -Uz compinit; compinit -u -D; print REA""DY'
zpty -r -m inner said '*READY*'
zpty -w inner 'taken () { print -r -- "TAK""EN:$BUFFER;"; BUFFER=; zle .accept-line }
zle -N taken; bindkey "^X" taken; print SE""T'
zpty -r -m inner said '*SET*'
for line in LINES; do
    zpty -w -n inner "$line"$'\t\C-x'
    zpty -r -m inner said '*TAKEN:*;*'
    print -r -- "${${said##*TAKEN:}%%;*}"
done
zpty -d inner
"#;
}

/// The pages of the manual, in a folder.
fn pages() -> Folder {
    let folder = Folder::of(&[]);
    let said = run(&["man", "--into", &folder.path("man1")]);
    assert_eq!(said.code, 0, "{}", said.err);
    folder
}

#[test]
fn every_command_has_a_page_and_every_page_named_is_there() {
    let folder = pages();
    let names: BTreeSet<String> = fs::read_dir(folder.path("man1"))
        .unwrap()
        .map(|entry| entry.unwrap().file_name().into_string().unwrap())
        .collect();
    let help = run(&["--help"]).out;
    let commands: Vec<&str> = help
        .lines()
        .skip_while(|line| *line != "Commands:")
        .skip(1)
        .take_while(|line| !line.is_empty())
        .filter(|line| line.starts_with("  ") && !line.starts_with("   "))
        .filter_map(|line| line.split_whitespace().next())
        .collect();
    assert!(
        commands.len() > 10 && commands.contains(&"help"),
        "{commands:?}"
    );
    for command in commands.iter().filter(|name| **name != "help") {
        let name = format!("gpu-litmus-{command}.1");
        assert!(names.contains(&name), "no {name} in {names:?}");
        let page = fs::read_to_string(folder.path(&format!("man1/{name}"))).unwrap();
        assert_eq!(run(&["man", command]).out, page);
    }
    for part in ["list", "write", "run"] {
        assert!(
            names.contains(&format!("gpu-litmus-suite-{part}.1")),
            "{names:?}"
        );
    }
    assert!(!run(&["man", "suite", "run"]).out.is_empty());
    for name in &names {
        let page = fs::read_to_string(folder.path(&format!("man1/{name}"))).unwrap();
        assert!(page.contains(".SH \"EXIT STATUS\""), "{name}");
        for code in ["0", "1", "2", "3"] {
            assert!(page.contains(&format!("\\fB{code}\\fR")), "{name}");
        }
        let plain = page
            .replace("\\-", "-")
            .replace("\\fB", "")
            .replace("\\fR", "");
        for word in plain.split_whitespace() {
            if let Some((other, _)) = word.split_once("(1)") {
                assert!(
                    names.contains(&format!("{other}.1")),
                    "{name} names {other}(1)"
                );
            }
        }
    }
}

#[test]
fn a_page_that_is_not_there() {
    let said = run(&["man", "chekc"]);
    assert_eq!((said.code, said.out.as_str()), (2, ""));
    assert!(said.err.contains("no page of `chekc`"), "{}", said.err);
    assert!(said.err.contains("suite run"), "{}", said.err);
}

#[test]
fn help_is_a_command() {
    let long = run(&["check", "--help"]);
    let said = run(&["help", "check"]);
    assert_eq!((said.code, said.out), (0, long.out));
    assert_eq!(run(&["help"]).code, 0);
    assert_eq!(run(&["help", "chekc"]).code, 2);
}

#[test]
fn versions_name_the_solvers() {
    let said = run(&["--version"]).out;
    let lines: Vec<&str> = said.lines().collect();
    assert!(lines[0].starts_with("gpu-litmus "), "{said}");
    assert!(said.contains("batsat 0."), "{said}");
    assert!(said.contains("Z3"), "{said}");
    assert_eq!(run(&["-V"]).out.lines().count(), 1);
}

#[rstest]
#[case("check", "text json herd dot svg")]
#[case("prove", "text json")]
#[case("minimize", "text json")]
#[case("batch", "text json jsonl csv markdown junit sarif html")]
#[case("merge", "text json jsonl csv markdown junit sarif html")]
#[case("compare", "text json svg")]
#[case("fences", "text json")]
#[case("show", "text json dot")]
#[case("sweep", "text json csv markdown")]
#[case("suite run", "text json")]
#[case("models", "text json")]
#[case("completions", "")]
#[case("man", "")]
fn help_lists_the_formats_of_its_command(#[case] command: &str, #[case] formats: &str) {
    let args: Vec<&str> = command.split(' ').chain(["-h"]).collect();
    let said = run(&args).out;
    let listed = said
        .split_once("--format")
        .map_or(String::new(), |(_, rest)| {
            let text: Vec<&str> = rest.split_whitespace().collect();
            let text = text.join(" ");
            let (_, values) = text.split_once("[possible values: ").unwrap();
            let (values, _) = values.split_once(']').unwrap();
            values.replace(", ", " ")
        });
    assert_eq!(listed, formats);
    // What is no format of any command names those of this one.
    if !formats.is_empty() {
        let args: Vec<&str> = command.split(' ').chain(["--format", "xml"]).collect();
        let said = run(&args);
        assert_eq!(said.code, 2);
        assert!(
            said.err.contains(&formats.replace(' ', ", ")),
            "{}",
            said.err
        );
    }
}
