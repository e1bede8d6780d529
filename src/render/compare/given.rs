//! Two models on given tests: a line a test that sets them apart, what shows it, and a summary.

use std::fmt::Write as _;

use crate::render::layout::Layout;
use crate::render::text;
use crate::tasks::compare::given::{Difference, Row, Side};
use crate::tasks::compare::shown::Apart;
use crate::tasks::compare::summary::{Compared, Summary};

/// All of it.
#[must_use]
pub fn render(compared: &Compared, layout: Layout) -> String {
    let mut out = String::new();
    for row in &compared.tests {
        if row.difference == Difference::Equal && !layout.verbose {
            continue;
        }
        out.push_str(&line(compared, row, layout));
        if layout.quiet {
            continue;
        }
        for apart in &row.apart {
            out.push_str(&shown(apart, layout));
        }
        out.push('\n');
    }
    out.push_str(&summary(compared, layout));
    out
}

/// `SB: tso allows more (4 states, sc 3)`.
fn line(compared: &Compared, row: &Row, layout: Layout) -> String {
    let paint = layout.paint;
    let (first, second) = (compared.first.as_str(), compared.second.as_str());
    let words = match row.difference {
        Difference::FirstAllowsMore => format!("{first} allows more"),
        Difference::SecondAllowsMore => format!("{second} allows more"),
        Difference::Both => "each allows what the other forbids".to_owned(),
        Difference::Equal => "equal".to_owned(),
        Difference::Unknown => "unknown".to_owned(),
        Difference::Unsupported => "unsupported".to_owned(),
    };
    let accesses = match row.accesses {
        1 => "1 access".to_owned(),
        some => format!("{some} accesses"),
    };
    let mut out = format!("{}: {}\n", paint.bold(&row.test), paint.bold(&words));
    if layout.quiet {
        return out;
    }
    let sides = format!(
        "{}: {accesses}; {}; {}",
        row.file,
        side(first, &row.first),
        side(second, &row.second)
    );
    out.push_str(&layout.hanging("", &sides));
    for (name, side) in [(first, &row.first), (second, &row.second)] {
        for note in &side.notes {
            let text = format!("under {name}: {note}");
            out.push_str(&layout.hanging("note       ", &text));
        }
    }
    out
}

fn side(name: &str, side: &Side) -> String {
    let states = match side.states {
        None => String::new(),
        Some(count) => {
            let least = if side.complete { "" } else { "at least " };
            let plural = if count == 1 { "" } else { "s" };
            format!(", {least}{count} state{plural}")
        }
    };
    let alone = match side.alone {
        0 => String::new(),
        some => format!(" ({some} that the other forbids)"),
    };
    format!("{name} {}{states}{alone}", side.verdict)
}

/// The execution under the one, the reason under the other.
pub(super) fn shown(apart: &Apart, layout: Layout) -> String {
    let mut out = String::new();
    for answer in [&apart.allows, &apart.forbids] {
        out.push('\n');
        let words = format!(
            "{} under {}: {}",
            answer.statement,
            layout.paint.bold(&answer.model),
            layout.paint.bold(answer.verdict.name())
        );
        out.push_str(&layout.hanging("", &words));
        out.push_str(&text::body(answer, layout));
    }
    out
}

/// `tso allows more on 5 tests, both on 0, equal on 3`.
fn summary(compared: &Compared, layout: Layout) -> String {
    let Summary {
        tests,
        first_allows_more,
        second_allows_more,
        both,
        equal,
        unknown,
        unsupported,
    } = compared.summary;
    let (first, second) = (&compared.first, &compared.second);
    let plural = if tests == 1 { "" } else { "s" };
    let mut out = layout.paint.bold(&format!(
        "{first} and {second} on {tests} test{plural}: {} set them apart\n",
        compared.summary.apart()
    ));
    let mut parts = Vec::new();
    let mut part = |count: usize, words: String| {
        if count > 0 {
            parts.push(format!("{count} {words}"));
        }
    };
    part(first_allows_more, format!("{first} allows more"));
    part(second_allows_more, format!("{second} allows more"));
    part(both, "each allows more".to_owned());
    part(equal, "equal".to_owned());
    part(unknown, "unknown".to_owned());
    part(unsupported, "unsupported".to_owned());
    let _ = write!(out, "{}", layout.hanging("", &parts.join(", ")));
    out
}
