//! Names to observe that no test of a suite has.

use std::collections::BTreeSet;

use crate::syntax::diagnostic::nearest;
use crate::syntax::read::read_source;
use crate::tasks::observe::{has, known};

use super::launch::is_path;
use super::paths::Suite;
use super::worker::load;

/// So many names are told where none comes near.
const TOLD: usize = 8;

/// What is wrong with names that no test has: one may lack what another has. Only as many tests are read as it takes to find
/// all of them, and what has mistakes is told elsewhere.
#[must_use]
pub fn strangers(suite: &Suite, asked: &[String]) -> Vec<String> {
    let mut open: Vec<&str> = asked.iter().map(|name| name.trim()).collect();
    let mut all = BTreeSet::new();
    let files = suite.items.iter().filter(|item| item.problem.is_none());
    for item in files.filter(|item| !is_path(&item.path)) {
        if open.is_empty() {
            break;
        }
        let Some(program) = read_source(&item.path)
            .ok()
            .and_then(|source| load(&source, false).ok())
        else {
            continue;
        };
        open.retain(|name| !has(&program, name));
        all.extend(known(&program));
    }
    if all.is_empty() {
        return Vec::new();
    }
    open.into_iter().map(|name| stranger(name, &all)).collect()
}

fn stranger(name: &str, all: &BTreeSet<String>) -> String {
    let short = name.replacen(":%", ":", 1);
    let text = format!("no test here has a register or location `{name}` to observe");
    if let Some(near) = nearest(&short, all.iter().map(String::as_str)) {
        return format!("{text} (did you mean `{near}`?); or write all");
    }
    let told: Vec<&str> = all.iter().take(TOLD).map(String::as_str).collect();
    let more = if all.len() > TOLD { ", …" } else { "" };
    format!("{text}; they have {}{more}; or write all", told.join(", "))
}
