//! What an audit found, as text for a person.

use std::fmt::Write as _;

use crate::tasks::audit::{Audit, Counted, Finding, Proof, Property, Standing};
use crate::tasks::space::Size;
use crate::view::answer::Verdict;

use super::layout::{INDENT, Layout};
use super::text;

/// The findings, a line each; then the tests that refute.
#[must_use]
pub fn render(audit: &Audit, layout: Layout) -> String {
    let paint = layout.paint;
    let mut out = String::new();
    let upto = count(audit.bounds.accesses, "access", "accesses");
    if !layout.quiet {
        let model = paint.bold(&audit.model);
        let _ = writeln!(out, "{model}, all tests up to {upto} of this vocabulary:");
        for line in &audit.vocabulary {
            let _ = writeln!(out, "{INDENT}{line}");
        }
        out.push('\n');
    }
    for finding in &audit.findings {
        out.push_str(&line(finding, layout));
    }
    if layout.quiet {
        return out;
    }
    for finding in &audit.findings {
        if let Standing::Refuted(proof) = &finding.standing {
            out.push_str(&refuted(finding, proof, layout));
        }
    }
    out
}

fn line(finding: &Finding, layout: Layout) -> String {
    let paint = layout.paint;
    let name = paint.bold(finding.property.name());
    let word = finding.standing.name();
    let word = match &finding.standing {
        Standing::Proved => paint.good(word),
        Standing::Refuted(_) => paint.warn(word),
        Standing::Vacuous { .. } | Standing::Open { .. } | Standing::NotAsked { .. } => {
            paint.bold(word)
        }
    };
    if layout.quiet {
        return format!("{name}: {word}{}\n", by_a_race(finding));
    }
    let what = match &finding.standing {
        Standing::Proved => format!("up to {}", reached(&finding.counted)),
        Standing::Refuted(proof) => {
            let size = size(&proof.size);
            format!("by a test of {size}; no smaller one does")
        }
        Standing::Open { why } => {
            format!("proved up to {}; {why}", reached(&finding.counted))
        }
        Standing::Vacuous { why } => format!(
            "{why}, up to {}: none could break it",
            reached(&finding.counted)
        ),
        Standing::NotAsked { why } => why.clone(),
    };
    let asked = match &finding.standing {
        Standing::NotAsked { .. } => String::new(),
        Standing::Proved
        | Standing::Vacuous { .. }
        | Standing::Refuted(_)
        | Standing::Open { .. } => {
            let time = if layout.verbose {
                format!(", {:.1} s", finding.time.as_secs_f64())
            } else {
                String::new()
            };
            let count = grouped(finding.counted.programs);
            format!(" ({count} tests looked at{time})")
        }
    };
    let mut out = format!("{name}: {word}\n");
    out.push_str(&layout.hanging("", &format!("{what}{asked}")));
    out.push_str(&layout.hanging("", &format!("that is: {}", finding.meaning)));
    out
}

/// Where the test that refutes has every outcome, as it has a race.
fn by_a_race(finding: &Finding) -> &'static str {
    let racy = match &finding.standing {
        Standing::Refuted(proof) => proof.test.answer.verdict == Verdict::Racy,
        Standing::Proved
        | Standing::Vacuous { .. }
        | Standing::Open { .. }
        | Standing::NotAsked { .. } => false,
    };
    if racy && finding.property != Property::EnginesAgree {
        ", by a data race"
    } else {
        ""
    }
}

/// `3 accesses, and of 4 with fewer than 2 fences`, or without fences.
pub(super) fn reached(counted: &Counted) -> String {
    let whole = count(counted.accesses, "access", "accesses");
    match counted.fences_below {
        None => whole,
        Some(1) => format!("{whole}, and of {} without fences", counted.accesses + 1),
        Some(fences) => format!(
            "{whole}, and of {} with fewer than {}",
            counted.accesses + 1,
            count(fences, "fence", "fences")
        ),
    }
}

/// `3 accesses, 1 fence, 2 threads`
pub(super) fn size(size: &Size) -> String {
    let mut parts = vec![count(size.accesses, "access", "accesses")];
    if size.fences > 0 {
        parts.push(count(size.fences, "fence", "fences"));
    }
    parts.push(count(size.threads, "thread", "threads"));
    if size.dependencies > 0 {
        parts.push(count(size.dependencies, "dependency", "dependencies"));
    }
    parts.join(", ")
}

pub(super) fn count(number: usize, one: &str, many: &str) -> String {
    format!("{number} {}", if number == 1 { one } else { many })
}

/// `1,234,567`
pub(super) fn grouped(number: u64) -> String {
    let digits = number.to_string();
    let mut out = String::new();
    for (index, digit) in digits.chars().enumerate() {
        if index > 0 && (digits.len() - index).is_multiple_of(3) {
            out.push(',');
        }
        out.push(digit);
    }
    out
}

fn refuted(finding: &Finding, proof: &Proof, layout: Layout) -> String {
    let paint = layout.paint;
    let mut out = format!(
        "\n{} is refuted by this test:\n\n",
        paint.bold(finding.property.name())
    );
    for (index, shown) in [&proof.test, &proof.against].into_iter().enumerate() {
        if index > 0 {
            out.push('\n');
            let mut says = proof.says.clone();
            says.push(':');
            out.push_str(&layout.hanging("", &says));
            out.push('\n');
        }
        for line in shown.text.lines() {
            out.push_str(format!("{INDENT}{INDENT}{line}").trim_end());
            out.push('\n');
        }
        out.push('\n');
        out.push_str(&text::render(&shown.answer, layout));
    }
    out
}
