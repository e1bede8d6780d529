//! A test as a graph in the language of Graphviz: a cluster for each thread.

use std::fmt::Write as _;

use crate::view::outline::Outline;

/// The test as a graph.
#[must_use]
pub fn render(outline: &Outline) -> String {
    let mut out = format!("digraph {} {{\n", quoted(&outline.test));
    let label = quoted(&format!("{}: {}", outline.test, outline.statement));
    let _ = writeln!(out, "  label={label}; labelloc=t;");
    out.push_str("  node [shape=box, fontname=\"monospace\"]; edge [fontname=\"monospace\"];\n");
    for lane in &outline.threads {
        cluster(outline, &lane.thread, &lane.placed, &mut out);
    }
    for (from, to) in &outline.po {
        edge(from, to, "label=\"po\"", &mut out);
    }
    for link in &outline.dependencies {
        let style = if link.conditional { "dotted" } else { "dashed" };
        let (kind, color) = (link.kind, color(link.kind));
        let look = format!(
            "label=\"{kind}\", color={color}, fontcolor={color}, style={style}, constraint=false"
        );
        edge(&link.from, &link.to, &look, &mut out);
    }
    out.push_str("}\n");
    out
}

fn cluster(outline: &Outline, thread: &str, placed: &str, out: &mut String) {
    let _ = writeln!(
        out,
        "  subgraph {} {{",
        quoted(&format!("cluster_{thread}"))
    );
    let _ = writeln!(out, "    label={};", quoted(placed));
    let events = outline
        .events
        .iter()
        .filter(|event| event.thread.as_deref() == Some(thread));
    for event in events {
        let label = format!("{}: {}\n{}", event.id, event.label, event.site.text);
        let style = if event.conditional {
            ", style=dashed"
        } else {
            ""
        };
        let _ = writeln!(
            out,
            "    {} [label={}{style}];",
            quoted(&event.id),
            quoted(&label)
        );
    }
    out.push_str("  }\n");
}

fn edge(from: &str, to: &str, look: &str, out: &mut String) {
    let _ = writeln!(out, "  {} -> {} [{look}];", quoted(from), quoted(to));
}

fn color(kind: &str) -> &'static str {
    match kind {
        "addr" => "blue",
        "data" => "purple",
        _ => "darkorange",
    }
}

/// A text as Graphviz writes it.
pub(super) fn quoted(text: &str) -> String {
    let text = text.replace('\\', "\\\\").replace('"', "\\\"");
    format!("\"{}\"", text.replace('\n', "\\n"))
}

#[cfg(test)]
mod tests {
    use super::quoted;

    #[test]
    fn quotes_and_backslashes_are_escaped() {
        assert_eq!(quoted("a \"b\" /\\ c\nd"), r#""a \"b\" /\\ c\nd""#);
    }
}
