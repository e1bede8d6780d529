//! A test as text for a person.

use std::fmt::Write as _;

use super::layout::{INDENT, Layout};
use crate::view::outline::{Memory, Outline, Point};

/// The test as text.
#[must_use]
pub fn render(outline: &Outline, layout: Layout) -> String {
    let paint = layout.paint;
    let mut out = format!("{}\n", paint.bold(&outline.test));
    let _ = writeln!(out, "  {}", paint.dim(&outline.file));
    let description = outline.description.trim_matches('"');
    if !description.is_empty() {
        out.push_str(&layout.hanging("", &crate::view::names::squeeze(description)));
    }
    out.push_str(&layout.hanging("statement  ", &outline.statement));
    if let Some(filter) = &outline.filter {
        out.push_str(&layout.hanging("filter     ", filter));
    }
    if layout.quiet {
        return out;
    }
    section("Scopes", &scopes(outline), layout, &mut out);
    section("Locations", &locations(outline, layout), layout, &mut out);
    section("Events", &events(outline, layout), layout, &mut out);
    let dependencies = dependencies(outline, layout);
    if !dependencies.is_empty() {
        section("Dependencies", &dependencies, layout, &mut out);
    }
    let truncated = outline.threads.iter().filter(|lane| lane.truncated);
    for (index, lane) in truncated.enumerate() {
        if index == 0 {
            out.push('\n');
        }
        let note = format!(
            "{} may go on after {} laps of a loop; --bound shows more",
            lane.thread, outline.bound
        );
        out.push_str(&layout.hanging("note       ", &note));
    }
    out
}

fn section(title: &str, body: &str, layout: Layout, out: &mut String) {
    let _ = write!(out, "\n  {}\n{body}", layout.paint.bold(title));
}

/// The tree of devices, blocks, warps and threads.
fn scopes(outline: &Outline) -> String {
    let mut out = String::new();
    for gpu in &outline.scopes {
        let _ = writeln!(out, "  gpu {}", gpu.gpu);
        for (index, cta) in gpu.ctas.iter().enumerate() {
            let branch = if index + 1 == gpu.ctas.len() {
                "└─"
            } else {
                "├─"
            };
            let warps: Vec<String> = cta
                .warps
                .iter()
                .map(|warp| match warp.warp {
                    Some(number) => format!("warp {number}: {}", warp.threads.join(" ")),
                    None => warp.threads.join(" "),
                })
                .collect();
            let _ = writeln!(out, "  {branch} cta {}: {}", cta.cta, warps.join(" | "));
        }
    }
    out
}

fn locations(outline: &Outline, layout: Layout) -> String {
    let row = |memory: &Memory| {
        let alias = memory.alias_of.as_ref().map(|target| {
            let proxy = memory.proxy.unwrap_or("generic");
            format!("another name for {target}, through the {proxy} proxy")
        });
        vec![
            format!("{} = {}", memory.name, memory.initial),
            memory.space.to_owned(),
            alias.unwrap_or_default(),
        ]
    };
    let rows: Vec<Vec<String>> = outline.locations.iter().map(row).collect();
    layout.columns(&[], &rows)
}

fn events(outline: &Outline, layout: Layout) -> String {
    let mut rows = Vec::new();
    for lane in &outline.threads {
        rows.push(vec![lane.placed.clone()]);
        let own = |point: &&Point| point.thread.as_ref() == Some(&lane.thread);
        rows.extend(outline.events.iter().filter(own).map(row));
    }
    layout.columns(&["event", "at", "instruction", ""], &rows)
}

fn row(point: &Point) -> Vec<String> {
    vec![
        format!("{INDENT}{}: {}", point.id, point.label),
        point.site.place(),
        point.site.text.clone(),
        if point.conditional { "if reached" } else { "" }.to_owned(),
    ]
}

fn dependencies(outline: &Outline, layout: Layout) -> String {
    let rows: Vec<Vec<String>> = outline
        .dependencies
        .iter()
        .map(|link| {
            vec![
                link.kind.to_owned(),
                format!("{} to {}", link.from, link.to),
                if link.conditional {
                    "on some paths"
                } else {
                    ""
                }
                .to_owned(),
            ]
        })
        .collect();
    if rows.is_empty() {
        String::new()
    } else {
        layout.columns(&[], &rows)
    }
}
