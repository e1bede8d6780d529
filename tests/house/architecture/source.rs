//! The sources, parsed.

use std::collections::BTreeMap;
use std::path::Path;
use std::sync::OnceLock;

use proc_macro2::{TokenStream, TokenTree};
use walkdir::WalkDir;

use super::arms::{Match, enums, matches};
use super::names::saturating;
use super::paths::{Named, named};

/// What a file of `src/` says.
pub struct Source {
    /// Its path from the package's root.
    pub path: String,
    /// Its module: `["model", "cat"]`.
    pub module: Vec<String>,
    /// How many lines it has.
    pub lines: usize,
    /// What it names.
    pub named: Vec<Named>,
    /// The enums that it defines.
    pub enums: Vec<String>,
    /// Its `match`es.
    pub matches: Vec<Match>,
    /// How often a number that does not fit becomes the largest.
    pub saturating: usize,
    /// The words of its code, with how often each occurs.
    words: BTreeMap<String, usize>,
}

impl Source {
    /// A file with the given text.
    pub fn of(path: &str, text: &str) -> Self {
        let module = module(path);
        let tokens: TokenStream = text
            .parse()
            .unwrap_or_else(|error| panic!("{path}: {error}"));
        let mut flat = Vec::new();
        flatten(tokens.clone(), &mut flat);
        let mut words = BTreeMap::new();
        for token in &flat {
            if let TokenTree::Ident(word) = token {
                *words.entry(word.to_string()).or_default() += 1;
            }
        }
        let file: syn::File = syn::parse2(tokens).unwrap_or_else(|error| panic!("{path}: {error}"));
        Self {
            path: path.to_owned(),
            lines: text.lines().count(),
            named: named(&module, &file),
            enums: enums(&file),
            matches: matches(&file),
            saturating: saturating(&flat),
            words,
            module,
        }
    }

    /// Whether it is the root of the library or of the program, which join what has layers.
    pub fn is_root(&self) -> bool {
        self.module.is_empty()
    }

    /// How often one of the words occurs in its code.
    pub fn words(&self, words: &[&str]) -> usize {
        words.iter().filter_map(|word| self.words.get(*word)).sum()
    }
}

fn module(path: &str) -> Vec<String> {
    let stem = path.trim_start_matches("src/").trim_end_matches(".rs");
    if matches!(stem, "lib" | "main") {
        return Vec::new();
    }
    let stem = stem.strip_suffix("/mod").unwrap_or(stem);
    stem.split('/').map(str::to_owned).collect()
}

/// The tokens in order; a group comes before what it holds.
pub fn flatten(tokens: TokenStream, into: &mut Vec<TokenTree>) {
    for token in tokens {
        into.push(token.clone());
        if let TokenTree::Group(group) = token {
            flatten(group.stream(), into);
        }
    }
}

/// All files of `src/`, in every folder; they are read once.
pub fn sources() -> &'static [Source] {
    static SOURCES: OnceLock<Vec<Source>> = OnceLock::new();
    SOURCES.get_or_init(read)
}

fn read() -> Vec<Source> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let entries = WalkDir::new(root.join("src")).sort_by_file_name();
    let paths = entries.into_iter().map(|entry| entry.unwrap().into_path());
    let sources: Vec<Source> = paths
        .filter(|path| path.extension().is_some_and(|extension| extension == "rs"))
        .map(|path| {
            let text = std::fs::read_to_string(&path).unwrap();
            let name = path.strip_prefix(root).unwrap();
            Source::of(&name.to_string_lossy(), &text)
        })
        .collect();
    assert!(sources.len() > 200, "only {} files", sources.len());
    sources
}
