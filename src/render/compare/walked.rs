//! Two models on all programs up to a size, asked one by one: what sets them apart, or where a mapping is wrong.

use std::fmt::Write as _;

use crate::render::audit::{grouped, reached, size};
use crate::render::layout::{INDENT, Layout};
use crate::render::text;
use crate::tasks::audit::Shown;
use crate::tasks::compare::walked::{Separator, Standing, Walked, Way};

/// All of it.
#[must_use]
pub fn render(walked: &Walked, layout: Layout) -> String {
    let mut out = String::new();
    for way in &walked.ways {
        out.push_str(&line(walked, way, layout));
        let (Standing::Found(found), false) = (&way.standing, layout.quiet) else {
            continue;
        };
        out.push_str(&separator(walked, way, found, layout));
        out.push('\n');
    }
    if layout.quiet {
        return out;
    }
    if let Some(mapping) = &walked.mapping
        && !mapping.about.is_empty()
    {
        out.push_str(&layout.hanging("mapping    ", &mapping.about));
    }
    for (index, line) in walked.vocabulary.iter().enumerate() {
        let heading = if index == 0 { "tests" } else { "" };
        let _ = writeln!(out, "{INDENT}{heading:<11}{line}");
    }
    out
}

/// `sc by sc-to-ptx on ptx-7.5: right on all tests of up to 3 accesses (1,234 looked at)`.
fn line(walked: &Walked, way: &Way, layout: Layout) -> String {
    let (allows, forbids) = (&way.allows, &way.forbids);
    let counted = format!("({} looked at)", grouped(way.counted.programs));
    let reached = reached(&way.counted);
    let words = match (&walked.mapping, &way.standing) {
        (Some(_), Standing::None) => {
            format!("right on all tests of up to {reached} {counted}")
        }
        (Some(_), Standing::Found(found)) => format!(
            "wrong on a test of {}; on no smaller one {counted}",
            size(&found.size)
        ),
        (Some(_), Standing::Open { why }) => {
            format!("open: {why}; right on all tests of up to {reached} {counted}")
        }
        (None, Standing::None) => format!(
            "{allows} allows nothing that {forbids} forbids, on all tests of up to {reached} {counted}"
        ),
        (None, Standing::Found(found)) => format!(
            "{allows} allows what {forbids} forbids, on a test of {}; on no smaller one {counted}",
            size(&found.size)
        ),
        (None, Standing::Open { why }) => format!(
            "whether {allows} allows anything that {forbids} forbids is open: {why}; on tests of up to \
             {reached} there is none {counted}"
        ),
    };
    let whole = match &walked.mapping {
        Some(mapping) => format!("{forbids} on {allows} by {}: {words}", mapping.name),
        None => words,
    };
    format!("{}\n", layout.paint.bold(&whole))
}

fn separator(walked: &Walked, way: &Way, found: &Separator, layout: Layout) -> String {
    let (allows, forbids) = (&way.allows, &way.forbids);
    if walked.mapping.is_some() {
        let source = format!("\nthe test, whose outcome {forbids} forbids:\n\n");
        let target = format!("\nwhat it becomes, whose outcome {allows} allows:\n\n");
        return source
            + &whole(&found.forbidden, layout)
            + &target
            + &whole(&found.allowed, layout);
    }
    let mut out = format!("\n{}", found.forbidden.text);
    for shown in [&found.allowed, &found.forbidden] {
        out.push('\n');
        out.push_str(&text::render(&shown.answer, layout));
    }
    out
}

/// A test with its answer.
fn whole(shown: &Shown, layout: Layout) -> String {
    let mut out = String::new();
    for line in shown.text.lines() {
        out.push_str(format!("{INDENT}{INDENT}{line}").trim_end());
        out.push('\n');
    }
    out.push('\n');
    out.push_str(&text::render(&shown.answer, layout));
    out
}
