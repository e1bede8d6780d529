//! Executions as graphs in the language of Graphviz: a cluster for each thread.

use std::fmt::Write as _;

use crate::render::dot::quoted;
use crate::view::answer::Answer;

use super::graph::{Edge, Graph, Kind, Node, Spot};

/// One graph for each answer, and one for each execution with a data race that stands beside a witness.
#[must_use]
pub fn render(answers: &[Answer]) -> String {
    answers
        .iter()
        .flat_map(|answer| [Some(Graph::of(answer)), Graph::of_race(answer)])
        .flatten()
        .map(|one| graph(&one))
        .collect()
}

fn graph(graph: &Graph) -> String {
    let mut out = format!("digraph {} {{\n", quoted(&graph.title));
    let mut label = vec![graph.title.clone()];
    label.extend(graph.remarks.iter().chain(&graph.notes).cloned());
    let _ = writeln!(out, "  label={}; labelloc=t;", quoted(&label.join("\n")));
    out.push_str("  node [shape=box, fontname=\"monospace\"]; edge [fontname=\"monospace\"];\n");
    for (index, lane) in graph.lanes.iter().enumerate() {
        let _ = writeln!(out, "  subgraph \"cluster_{index}\" {{");
        let _ = writeln!(out, "    label={};", quoted(&lane.title));
        for node in &lane.nodes {
            let hot = if node.hot {
                ", color=red, penwidth=2"
            } else {
                ""
            };
            let label = quoted(&format!("{}\n{}", node.title, node.text));
            let _ = writeln!(out, "    {} [label={label}{hot}];", quoted(&node.id));
        }
        out.push_str("  }\n");
    }
    for edge in &graph.edges {
        let name = |spot: Spot| node(graph, spot).map_or_else(String::new, |node| quoted(&node.id));
        let (from, to) = (name(edge.from), name(edge.to));
        let _ = writeln!(out, "  {from} -> {to} [{}];", look(edge));
    }
    out.push_str("}\n");
    out
}

fn node(graph: &Graph, (lane, row): Spot) -> Option<&Node> {
    graph.lanes.get(lane)?.nodes.get(row)
}

fn look(edge: &Edge) -> String {
    let label = if edge.label.is_empty() {
        edge.kind.name()
    } else {
        &edge.label
    };
    let color = match edge.kind {
        _ if edge.hot => "red",
        Kind::Po => "gray50",
        Kind::Rf => "darkgreen",
        Kind::Co => "blue",
        Kind::Fr => "darkorange",
        Kind::Other | Kind::Meet | Kind::Race => "purple",
    };
    let mut look = format!("label={}, color={color}, fontcolor={color}", quoted(label));
    if edge.hot {
        look.push_str(", penwidth=2");
    }
    match edge.kind {
        Kind::Race => look.push_str(", dir=none, style=dashed"),
        Kind::Meet => look.push_str(", dir=none"),
        Kind::Po | Kind::Rf | Kind::Co | Kind::Fr | Kind::Other => {}
    }
    if edge.kind != Kind::Po {
        look.push_str(", constraint=false");
    }
    look
}
