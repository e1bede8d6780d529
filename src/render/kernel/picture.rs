//! Runs of launches as pictures: a column for each thread, arrows from writes to what reads them.

use crate::kernel::report::answer::{Checked, Report, Step};
use crate::kernel::report::few::{briefly, left_out};
use crate::render::picture::graph::{Edge, Graph, Kind, Lane, Node, Spot};
use crate::render::picture::layout::Layout;
use crate::render::picture::page::{Picture, document};
use crate::render::picture::svg;

/// The runs of all checks that have one, as one SVG document.
#[must_use]
pub fn render(reports: &[Report]) -> String {
    let mut pictures = Vec::new();
    for report in reports {
        let drawn = report.checks.iter().filter(|check| drawn(check));
        let before = pictures.len();
        pictures.extend(drawn.map(|check| picture(report, check)));
        if pictures.len() == before {
            pictures.push(nothing(report));
        }
    }
    document(&pictures)
}

/// The run of one check, as an SVG document.
#[must_use]
pub fn document_of(report: &Report, check: &Checked) -> String {
    document(&[picture(report, check)])
}

/// Whether a check has a run that shows what is wrong.
#[must_use]
pub fn drawn(check: &Checked) -> bool {
    !check.witness.is_empty()
}

/// A run on a page that has the styles and the arrowheads already.
#[must_use]
pub fn inline(report: &Report, check: &Checked) -> String {
    // The page says all that is to be said besides.
    let picture = draw(Graph {
        remarks: Vec::new(),
        ..graph(report, check)
    });
    let mut out = svg::bare_head(picture.width, picture.height, &picture.title);
    out.push_str(&picture.body);
    out.push_str("</svg>\n");
    out
}

fn nothing(report: &Report) -> Picture {
    let answers = report.checks.iter();
    let answers = answers.map(|check| format!("{}: {}", check.name, check.answer.name()));
    draw(Graph {
        title: format!("{} under {}", report.launch, report.model),
        remarks: answers
            .chain(["There is no run to show.".to_owned()])
            .collect(),
        ..Graph::default()
    })
}

fn picture(report: &Report, check: &Checked) -> Picture {
    draw(graph(report, check))
}

fn draw(graph: Graph) -> Picture {
    let layout = Layout::new(&graph);
    Picture {
        body: svg::execution(&graph, &layout),
        width: layout.width,
        height: layout.height,
        title: graph.title,
    }
}

/// The graph of the run of a check.
#[must_use]
pub fn graph(report: &Report, check: &Checked) -> Graph {
    let (check, left) = briefly(check);
    let check = check.as_ref();
    let hot = hot(check);
    let mut lanes: Vec<Lane> = Vec::new();
    let mut spots: Vec<Spot> = Vec::new();
    for (index, step) in check.witness.iter().enumerate() {
        let known = lanes.iter().position(|lane| lane.title == step.thread);
        let lane = known.unwrap_or(lanes.len());
        if known.is_none() {
            lanes.push(Lane {
                title: step.thread.clone(),
                nodes: Vec::new(),
                initial: false,
            });
        }
        let nodes = &mut lanes[lane].nodes;
        spots.push((lane, nodes.len()));
        nodes.push(node(index, step, hot.contains(&index)));
    }
    let title = format!(
        "{} under {}: {} {}",
        report.launch,
        report.model,
        check.name,
        check.answer.name()
    );
    let mut remarks = check.remarks.clone();
    if hot.len() == 2 {
        remarks.push("In red, the accesses that race.".to_owned());
    }
    if left > 0 {
        remarks.push(left_out(left));
    }
    Graph {
        title,
        remarks,
        edges: edges(check, &lanes, &spots, &hot),
        lanes,
        notes: check
            .contents
            .iter()
            .map(|contents| format!("at the end {contents}"))
            .collect(),
    }
}

/// The steps that race.
fn hot(check: &Checked) -> Vec<usize> {
    let Some(race) = &check.race else {
        return Vec::new();
    };
    let of = |access: &crate::kernel::report::answer::Access| {
        // The last time that the thread comes there, for these bytes: a loop may come there before.
        let there = |step: &Step| {
            step.place.ptx == access.place.ptx && step.place.thread == access.place.thread
        };
        let same = |step: &Step| there(step) && step.effect.contains(&access.element);
        let steps = &check.witness;
        let last = steps.iter().rposition(same);
        last.or_else(|| steps.iter().rposition(there))
    };
    race.accesses.iter().filter_map(of).collect()
}

fn node(index: usize, step: &Step, hot: bool) -> Node {
    let id = (index + 1).to_string();
    Node {
        // Where a value comes from, an arrow says.
        title: format!("{id}: {}", bare(&step.effect)),
        text: format!(
            "{}  {}  ptx\u{a0}{}",
            step.place.short(),
            step.place.opcode,
            step.place.ptx.line
        ),
        id,
        hot,
    }
}

fn edges(check: &Checked, lanes: &[Lane], spots: &[Spot], hot: &[usize]) -> Vec<Edge> {
    let edge = |from: Spot, to: Spot, label: &str, kind: Kind, hot: bool| Edge {
        from,
        to,
        label: label.to_owned(),
        kind,
        hot,
    };
    let mut edges = Vec::new();
    for (lane, it) in lanes.iter().enumerate() {
        let rows = 1..it.nodes.len();
        edges.extend(rows.map(|row| edge((lane, row - 1), (lane, row), "", Kind::Po, false)));
    }
    for (index, step) in check.witness.iter().enumerate() {
        for &from in &step.reads_from {
            let (Some(&from), Some(&to)) = (spots.get(from), spots.get(index)) else {
                continue;
            };
            if from.0 != to.0 {
                edges.push(edge(from, to, "reads from", Kind::Rf, false));
            }
        }
    }
    if let &[one, other] = hot
        && let (Some(&from), Some(&to)) = (spots.get(one), spots.get(other))
        && from != to
    {
        edges.push(edge(from, to, "race", Kind::Race, true));
    }
    edges
}

/// What a step does, without who wrote what it reads, and without whose shared memory it is: the column says so.
fn bare(effect: &str) -> String {
    let cut = effect.split_once(", from ");
    let effect = cut.map_or(effect, |(effect, _)| effect);
    let mut parts = effect.split(" (block ");
    let mut bare = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        bare.push_str(part.split_once(')').map_or(part, |(_, rest)| rest));
    }
    bare.replace(", the initial value", ", initial")
        .replace(", which is what is left", ", left")
        .replace(", which nobody wrote", ", unknown")
}
