//! A test as text for a person.

use std::fmt::Write as _;

use super::layout::Layout;
use super::outline::{Lane, Memory, Outline, Point};

/// The test as text.
#[must_use]
pub fn render(outline: &Outline, layout: &Layout) -> String {
    let paint = layout.paint;
    let mut out = format!("{}\n", paint.bold(&outline.test));
    let _ = writeln!(out, "  {}", paint.dim(&outline.file));
    let description = outline.description.trim_matches('"');
    if !description.is_empty() {
        out.push_str(&layout.hanging("", &super::names::squeeze(description)));
    }
    out.push_str(&layout.hanging("states     ", &outline.statement));
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
    for lane in outline.threads.iter().filter(|lane| lane.truncated) {
        let note = format!(
            "{} may go on after {} laps of a loop; --bound shows more",
            lane.thread, outline.bound
        );
        out.push_str(&layout.hanging("note       ", &note));
    }
    out
}

fn section(title: &str, body: &str, layout: &Layout, out: &mut String) {
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

fn locations(outline: &Outline, layout: &Layout) -> String {
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

fn events(outline: &Outline, layout: &Layout) -> String {
    let mut rows = Vec::new();
    let mut before = None;
    for point in outline.events.iter().filter(|point| point.thread.is_some()) {
        let lane = outline
            .threads
            .iter()
            .find(|lane| Some(&lane.thread) == point.thread.as_ref());
        let first = lane.filter(|_| before != point.thread.as_ref());
        rows.push(row(point, first));
        before = point.thread.as_ref();
    }
    if rows.is_empty() {
        return "  none\n".to_owned();
    }
    layout.columns(&["thread", "event", "at", "instruction", ""], &rows)
}

fn row(point: &Point, lane: Option<&Lane>) -> Vec<String> {
    vec![
        lane.map(|lane| lane.placed.clone()).unwrap_or_default(),
        format!("{}: {}", point.id, point.label),
        point.site.place(),
        point.site.text.clone(),
        if point.conditional { "if reached" } else { "" }.to_owned(),
    ]
}

fn dependencies(outline: &Outline, layout: &Layout) -> String {
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
