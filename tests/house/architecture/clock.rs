//! A browser has no clock of the standard library: a module that asks it ends in a panic. What a page can reach takes
//! the time from `web_time`.

use super::paths::Named;
use super::source::{Source, sources};

/// What no browser runs.
const NATIVE: [&str; 5] = [
    "src/cli/",
    "src/device/",
    "src/drf/exec/",
    "src/lsp/",
    "src/tasks/batch/",
];

const CLOCKS: [&str; 2] = ["Instant", "SystemTime"];

fn asks_the_clock(source: &Source) -> bool {
    let native = NATIVE.iter().any(|folder| source.path.starts_with(folder));
    !native
        && source.named.iter().any(|name| match name {
            Named::Other(path) => {
                path.len() > 2 && path[..2] == ["std", "time"] && CLOCKS.contains(&path[2].as_str())
            }
            Named::Ours(_) => false,
        })
}

#[test]
fn only_native_parts_ask_the_clock_of_the_standard_library() {
    let wrong = sources().iter().filter(|one| asks_the_clock(one));
    let wrong: Vec<&str> = wrong.map(|one| one.path.as_str()).collect();
    assert_eq!(wrong, [""; 0]);
}

#[test]
fn such_a_clock_is_seen() {
    let seen = |path: &str, text: &str| asks_the_clock(&Source::of(path, text));
    for text in [
        "use std::time::Instant;",
        "use std::time::{Duration, Instant};",
        "fn f() { let at = std::time::SystemTime::now(); }",
    ] {
        assert!(seen("src/ugpu/encode/deeper.rs", text), "{text}");
        assert!(!seen("src/cli/run.rs", text), "{text}");
    }
    assert!(!seen(
        "src/ugpu/encode/deeper.rs",
        "use std::time::Duration;"
    ));
    assert!(!seen("src/ugpu/encode/deeper.rs", "use web_time::Instant;"));
}
