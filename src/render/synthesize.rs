//! The minimal tests of a model, as text for a person.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use crate::tasks::synthesize::{Minimal, Synthesis, Why};

use super::audit::{count, grouped, reached};
use super::layout::{INDENT, Layout};

/// What was looked at, a line for each test, and how many each axiom forbids.
#[must_use]
pub fn render(found: &Synthesis, layout: Layout) -> String {
    let paint = layout.paint;
    let mut out = String::new();
    if !layout.quiet {
        let model = paint.bold(&found.model);
        let upto = count(found.bounds.accesses, "access", "accesses");
        let _ = writeln!(out, "{model}, all tests up to {upto} of this vocabulary:");
        for line in &found.vocabulary {
            let _ = writeln!(out, "{INDENT}{line}");
        }
        out.push('\n');
        if !found.tests.is_empty() {
            let rows: Vec<Vec<String>> = found.tests.iter().map(row).collect();
            let placed = found.tests.iter().any(|test| test.placed.is_some());
            let all = ["test", "axioms", "threads", "forbidden"];
            let some = ["test", "axioms", "forbidden"];
            let heads = if placed { &all[..] } else { &some[..] };
            out.push_str(&layout.columns(heads, &rows));
            out.push('\n');
        }
    }
    out.push_str(&summary(found, layout));
    if layout.verbose {
        for test in &found.tests {
            out.push('\n');
            for line in test.shown.text.lines() {
                out.push_str(format!("{INDENT}{INDENT}{line}").trim_end());
                out.push('\n');
            }
        }
    }
    out
}

fn row(test: &Minimal) -> Vec<String> {
    let start = [test.shown.name.clone(), axioms(test)].into_iter();
    let placed = test.placed.clone().into_iter();
    start.chain(placed).chain([test.line.clone()]).collect()
}

/// `coherence, tso`, where each forbids the test alone; `coherence and tso`, where only both do.
fn axioms(test: &Minimal) -> String {
    test.axioms.join(if test.together { " and " } else { ", " })
}

fn summary(found: &Synthesis, layout: Layout) -> String {
    let number = count(found.tests.len(), "minimal test", "minimal tests");
    let asked = grouped(found.counted.programs);
    let time = if layout.verbose {
        format!(", {:.1} s", found.time.as_secs_f64())
    } else {
        String::new()
    };
    let whole = reached(&found.counted);
    let word = match &found.open {
        None => format!("these are all up to {whole} ({asked} programs looked at{time})"),
        Some(Why(why)) => format!(
            "these are all up to {whole}; there may be more: {why} ({asked} programs looked at{time})"
        ),
    };
    let mut out = format!("{}: {number}\n", layout.paint.bold(&found.model));
    out.push_str(&layout.hanging("", &word));
    let mut each: BTreeMap<String, usize> = BTreeMap::new();
    for test in &found.tests {
        if test.together {
            *each.entry(axioms(test)).or_default() += 1;
        } else {
            for axiom in &test.axioms {
                *each.entry(axiom.clone()).or_default() += 1;
            }
        }
    }
    let each: Vec<String> = each
        .iter()
        .map(|(axiom, number)| format!("{axiom} forbids {number}"))
        .collect();
    if !each.is_empty() && !layout.quiet {
        out.push_str(&layout.hanging("", &each.join(", ")));
    }
    out
}
