//! What the pages name is there: files, places in pages, modules.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

use super::pages;

/// Folders of the repository that pages speak of.
const FOLDERS: [&str; 8] = [
    "src/",
    "docs/",
    "tests/",
    "examples/",
    "suite/",
    "grammar/",
    "benches/",
    "scripts/",
];

fn text_of(page: &Path) -> String {
    fs::read_to_string(page).unwrap()
}

/// Whether a name stands for several, or for one that the reader chooses: `src/render/FORMAT.rs`.
fn stands_for_others(name: &str) -> bool {
    let capitals = |part: &str| part.len() > 2 && part.chars().all(|c| c.is_ascii_uppercase());
    name.contains(['*', '{', '…'])
        || name
            .split(['/', '.'])
            .any(|part| capitals(part) && part != "README")
}

#[test]
fn each_file_that_a_page_names_is_there() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let (mut seen, mut missing) = (0, Vec::new());
    for page in pages() {
        let text = text_of(&page);
        let words = text.split(|c: char| c.is_whitespace() || "`()[]|\"',;=<>".contains(c));
        for word in words {
            let name = word.trim_end_matches(['.', ':', '…']);
            if !FOLDERS.iter().any(|folder| name.starts_with(folder)) || stands_for_others(name) {
                continue;
            }
            let name = name.split('#').next().unwrap_or_default();
            let below = page.parent().unwrap().join(name);
            // Modules and tests are named without their ends, too.
            let there = [
                name.to_owned(),
                format!("{name}.rs"),
                format!("{name}.litmus"),
            ]
            .iter()
            .any(|name| root.join(name).exists());
            if !there && !below.exists() {
                missing.push(format!("{}: {name}", page.display()));
            }
            seen += 1;
        }
    }
    assert_eq!(missing, [""; 0], "of {seen}");
    assert!(seen > 60, "{seen}");
}

/// The name by which a heading is linked to.
fn anchor(heading: &str) -> String {
    heading
        .trim_start_matches('#')
        .trim()
        .to_lowercase()
        .chars()
        .filter(|c| c.is_alphanumeric() || "-_ ".contains(*c))
        .map(|c| if c == ' ' { '-' } else { c })
        .collect()
}

fn anchors(text: &str) -> BTreeSet<String> {
    let headings = text.lines().filter(|line| line.starts_with('#'));
    headings.map(anchor).collect()
}

#[test]
fn each_link_leads_somewhere() {
    let mut seen = 0;
    for page in pages() {
        let text = text_of(&page);
        for part in text.split("](").skip(1) {
            let link = part.split(')').next().unwrap_or_default();
            if link.starts_with("http") {
                continue;
            }
            let (file, place) = link.split_once('#').unwrap_or((link, ""));
            let target = if file.is_empty() {
                page.clone()
            } else {
                page.parent().unwrap().join(file)
            };
            assert!(target.exists(), "{}: no {link}", page.display());
            if !place.is_empty() {
                let there = anchors(&text_of(&target)).contains(place);
                assert!(there, "{}: no heading for {link}", page.display());
            }
            seen += 1;
        }
    }
    assert!(seen > 60, "{seen}");
}

/// All sources, from `src/` on.
fn sources(folder: &Path, found: &mut Vec<(String, String)>) {
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            sources(&path, found);
        } else if path.extension().is_some_and(|end| end == "rs") {
            found.push((path.display().to_string(), text_of(&path)));
        }
    }
}

/// Whether a module of this name is among the sources, or one has an item of the last part's name.
fn is_there(parts: &[&str], sources: &[(String, String)]) -> bool {
    let whole = format!("/{}", parts.join("/"));
    let (last, above) = parts.split_last().unwrap();
    let above = format!("/{}", above.join("/"));
    let declares = |text: &str| {
        let kinds = ["fn", "mod", "struct", "enum"];
        kinds
            .iter()
            .any(|kind| text.contains(&format!("{kind} {last}")))
    };
    sources.iter().any(|(path, text)| {
        let module = |name: &str| {
            path.ends_with(&format!("{name}.rs")) || path.contains(&format!("{name}/"))
        };
        module(&whole) || module(&above) && declares(text)
    })
}

/// Modules and functions that pages name, `sat::session` say.
#[test]
fn each_module_that_a_page_names_is_there() {
    let mut all = Vec::new();
    for folder in ["src", "tests"] {
        sources(
            &Path::new(env!("CARGO_MANIFEST_DIR")).join(folder),
            &mut all,
        );
    }
    let mut missing = Vec::new();
    for page in pages() {
        let text = text_of(&page);
        for span in text.split('`').skip(1).step_by(2) {
            let path = span.strip_prefix("gpu_litmus::").unwrap_or(span);
            let parts: Vec<&str> = path.split("::").collect();
            let plain = |part: &&str| {
                !part.is_empty() && part.chars().all(|c| c.is_ascii_lowercase() || c == '_')
            };
            let foreign = ["std", "cuda"].contains(&parts[0]);
            if parts.len() < 2 || !parts.iter().all(plain) || foreign {
                continue;
            }
            if !is_there(&parts, &all) {
                missing.push(format!("{}: {span}", page.display()));
            }
        }
    }
    assert_eq!(missing, [""; 0]);
}

/// What pages say of make and cargo is there: goals, tests, benches.
#[test]
fn each_goal_and_bench_that_a_page_names_is_there() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let makefile = text_of(&root.join("Makefile"));
    let mut seen = 0;
    for page in pages() {
        let text = text_of(&page);
        for span in text.split('`').skip(1).step_by(2) {
            let words: Vec<&str> = span.split_whitespace().collect();
            let there = match words.as_slice() {
                ["make", goal] => makefile.contains(&format!("\n{goal}:")),
                ["cargo", _, "--bench", name, ..] => {
                    let file = root.join(format!("benches/{name}.rs"));
                    file.exists() || root.join("benches").join(name).is_dir()
                }
                [.., "cargo", "test", "--test", name, _] | ["cargo", "test", "--test", name] => {
                    root.join("tests").join(name).is_dir()
                }
                _ => continue,
            };
            assert!(there, "{}: {span}", page.display());
            seen += 1;
        }
    }
    assert!(seen > 6, "{seen}");
}
