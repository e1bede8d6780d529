//! Options that the pages speak of are options of some command.

use std::collections::BTreeSet;
use std::fs;
use std::process::Command;

use super::blocks::prose;
use super::pages;

/// Options of other programs that pages speak of, and what looks like one in a picture.
const OF_OTHERS: [&str; 14] = [
    "--bench",
    "--features",
    "--no-default-features",
    "--release",
    "--limit",
    "--test",
    "--open",
    "--warmup",
    "--fenced",
    "--tool",
    "--copies",
    "--large",
    "--plain",
    "--rounds",
];

/// All options of all commands, as their help names them.
fn options() -> BTreeSet<String> {
    let help = |arguments: &[&str]| {
        let output = Command::new(env!("CARGO_BIN_EXE_gpu-litmus"))
            .args(arguments)
            .arg("--help")
            .output()
            .unwrap();
        assert!(output.status.success(), "{arguments:?}");
        String::from_utf8(output.stdout).unwrap()
    };
    let mut texts = vec![help(&[])];
    let commands: Vec<String> = texts[0]
        .lines()
        .skip_while(|line| *line != "Commands:")
        .skip(1)
        .take_while(|line| !line.is_empty())
        .filter_map(|line| line.strip_prefix("  ")?.split(' ').next())
        .filter(|name| !name.is_empty() && *name != "help")
        .map(ToOwned::to_owned)
        .collect();
    assert!(commands.len() > 10, "{commands:?}");
    texts.extend(commands.iter().map(|name| help(&[name])));
    for below in ["list", "run", "write"] {
        texts.push(help(&["suite", below]));
    }
    for below in ["sweep", "compare", "export", "serve", "bugs"] {
        texts.push(help(&["drf", below]));
    }
    let words = texts.iter().flat_map(|text| text.split_whitespace());
    words
        .map(|word| word.trim_end_matches(',').to_owned())
        .filter(|word| word.starts_with("--"))
        .collect()
}

#[test]
fn each_option_that_a_page_names_is_there() {
    let options = options();
    let (mut seen, mut missing) = (0, Vec::new());
    for page in pages() {
        let text = prose(&fs::read_to_string(&page).unwrap());
        let names = text.split('`').skip(1).step_by(2).flat_map(|span| {
            let words = span.split([' ', '\n', '|', '=']);
            words.filter(|word| word.starts_with("--") && word.len() > 2)
        });
        for name in names {
            let name = name.trim_end_matches([',', '.', ']']);
            let shape = name[2..]
                .chars()
                .all(|c| c.is_ascii_lowercase() || c == '-');
            if !shape || OF_OTHERS.contains(&name) {
                continue;
            }
            seen += 1;
            if !options.contains(name) {
                missing.push(format!("{}: {name}", page.display()));
            }
        }
    }
    assert_eq!(missing, [""; 0]);
    assert!(seen > 40, "{seen}");
}
