//! What editors are given in `editors/`: it can be read, and knows every word of the language.

#![expect(clippy::unwrap_used, reason = "a test that cannot run should fail")]

use std::fs;
use std::path::Path;

use gpu_litmus::syntax::words::{mnemonics, orders, scopes};
use serde_json::Value;

const FOLDER: &str = "editors/vscode";

fn json(path: impl AsRef<Path>) -> Value {
    serde_json::from_str(&fs::read_to_string(path).unwrap()).unwrap()
}

#[test]
fn the_extension_names_files_that_are_there() {
    let package = json(Path::new(FOLDER).join("package.json"));
    assert_eq!(package["version"], env!("CARGO_PKG_VERSION"));
    let contributed = &package["contributes"];
    let grammars = contributed["grammars"].as_array().unwrap().iter();
    let languages = contributed["languages"].as_array().unwrap().iter();
    let files: Vec<&str> = grammars
        .map(|one| &one["path"])
        .chain(languages.map(|one| &one["configuration"]))
        .chain([&package["main"]])
        .map(|path| path.as_str().unwrap())
        .collect();
    for file in files {
        let path = Path::new(FOLDER).join(file);
        assert!(path.is_file(), "{file}");
        if path.extension().is_some_and(|kind| kind == "json") {
            json(path);
        }
    }
}

#[test]
fn the_grammar_knows_every_word() {
    let grammar =
        fs::read_to_string(Path::new(FOLDER).join("syntaxes/litmus.tmLanguage.json")).unwrap();
    let words = mnemonics().iter().chain(orders()).chain(scopes());
    for word in words.filter(|word| **word != "fence.?") {
        let known = ["(", "|"].iter().any(|before| {
            [")", "|"]
                .iter()
                .any(|after| grammar.contains(&format!("{before}{word}{after}")))
        });
        assert!(known, "{word}");
    }
}
