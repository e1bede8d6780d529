//! Drawing: a layout as elements of SVG.

use std::fmt::Write as _;

use super::boxes::{Heading, LINE_OFFSET, Placed, TEXT_SIZE, TITLE_SIZE};
use super::graph::{Edge, Graph, Kind};
use super::layout::{Layout, Line};
use super::schedule::Diagram;
use super::shape::{Curve, Point, Rect};
use super::style;
use super::write::LINE;

/// The start of a document: its size, its styles, its arrowheads.
#[must_use]
pub fn head(width: f64, height: f64, title: &str) -> String {
    let mut out = opening(
        width,
        height,
        title,
        " xmlns=\"http://www.w3.org/2000/svg\"",
    );
    let _ = writeln!(out, "<style>\n{}</style>", style::sheet(""));
    out.push_str(&style::tips());
    paper(width, height, &mut out);
    out
}

/// The start of a picture on a page that has the styles and the arrowheads already.
#[must_use]
pub fn bare_head(width: f64, height: f64, title: &str) -> String {
    let mut out = opening(width, height, title, "");
    paper(width, height, &mut out);
    out
}

fn opening(width: f64, height: f64, title: &str, space: &str) -> String {
    format!(
        "<svg{space} width=\"{width:.0}\" height=\"{height:.0}\" \
         viewBox=\"0 0 {width:.0} {height:.0}\" role=\"img\">\n<title>{}</title>\n",
        escaped(title)
    )
}

fn paper(width: f64, height: f64, out: &mut String) {
    let _ = writeln!(
        out,
        "<rect class=\"paper\" width=\"{width:.0}\" height=\"{height:.0}\"/>"
    );
}

/// The elements of an execution.
#[must_use]
pub fn execution(graph: &Graph, layout: &Layout) -> String {
    let mut out = String::new();
    lines(&layout.lines, &mut out);
    for heading in &layout.boxes.headings {
        self::heading(heading, "heading dim", TEXT_SIZE, &mut out);
    }
    let faint = graph.edges.iter().any(|edge| edge.hot);
    let edges: Vec<_> = graph.edges.iter().zip(&layout.curves).collect();
    // What matters lies on top.
    for hot in [false, true] {
        let faint = faint && !hot;
        if faint {
            out.push_str("<g class=\"faint\">\n");
        }
        for (edge, curve) in edges.iter().filter(|(edge, _)| edge.hot == hot) {
            arrow(edge, curve, &mut out);
        }
        if faint {
            out.push_str("</g>\n");
        }
    }
    for node in layout.boxes.nodes.iter().flatten() {
        self::node(node, &mut out);
    }
    for (edge, label) in graph.edges.iter().zip(&layout.labels) {
        if let Some(label) = label {
            let class = if edge.hot { "hot" } else { edge.kind.name() };
            let at = Point {
                x: label.rect.x + label.rect.w / 2.0,
                y: label.rect.y + 11.5,
            };
            let class = format!("label label-{class}");
            text(at, super::route::LABEL_SIZE, &class, &label.text, &mut out);
        }
    }
    out
}

/// The lines above and below.
pub fn lines(lines: &[Line], out: &mut String) {
    for line in lines {
        let (size, class) = if line.title {
            (super::layout::TITLE, "title")
        } else {
            (TEXT_SIZE, "dim")
        };
        text(line.at, size, class, &line.text, out);
    }
}

/// The elements of a schedule.
#[must_use]
pub fn schedule(diagram: &Diagram) -> String {
    let mut out = String::new();
    lines(&diagram.lines, &mut out);
    for block in &diagram.blocks {
        rect(block.rect, "block", &mut out);
        heading(block, "heading dim", TEXT_SIZE, &mut out);
    }
    for thread in &diagram.threads {
        heading(thread, "heading title", TITLE_SIZE, &mut out);
    }
    let (start, end) = diagram.span;
    for &x in &diagram.lanes {
        let _ = writeln!(
            out,
            "<line class=\"line po\" x1=\"{x:.1}\" y1=\"{start:.1}\" x2=\"{x:.1}\" y2=\"{end:.1}\"/>"
        );
    }
    for (at, number) in &diagram.numbers {
        text(*at, TEXT_SIZE, "dim", number, &mut out);
    }
    for (from, to, loan) in &diagram.arrows {
        let (class, tip) = if *loan {
            ("line co", "co")
        } else {
            ("line-hot", "hot")
        };
        let curve = path(&Curve::Bezier([*from, *from, *to, *to]));
        let _ = writeln!(
            out,
            "<path class=\"{class}\" d=\"{curve}\" marker-end=\"url(#to-{tip})\"/>"
        );
    }
    for mark in &diagram.boxes {
        node(mark, &mut out);
    }
    out
}

fn heading(heading: &Heading, class: &str, size: f64, out: &mut String) {
    let at = Point {
        x: heading.rect.x + heading.rect.w / 2.0,
        y: heading.rect.y + 14.0,
    };
    text(at, size, class, &heading.text, out);
}

fn node(node: &Placed, out: &mut String) {
    let class = if node.hot { "node-hot" } else { "node" };
    rect(node.rect, class, out);
    let mut at = Point {
        x: node.rect.x + LINE_OFFSET,
        y: node.rect.y + 1.0,
    };
    if !node.title.is_empty() {
        at.y += LINE;
        text(at, TITLE_SIZE, "title", &node.title, out);
    }
    for line in &node.lines {
        at.y += LINE;
        text(at, TEXT_SIZE, "dim", line, out);
    }
}

/// A box with rounded corners.
pub fn rect(rect: Rect, class: &str, out: &mut String) {
    let Rect { x, y, w, h } = rect;
    let _ = writeln!(
        out,
        "<rect class=\"{class}\" x=\"{x:.1}\" y=\"{y:.1}\" width=\"{w:.1}\" height=\"{h:.1}\" rx=\"5\"/>"
    );
}

/// A text; its class is one of the style's.
pub fn text(at: Point, size: f64, class: &str, words: &str, out: &mut String) {
    let _ = writeln!(
        out,
        "<text class=\"{class}\" font-size=\"{size:.0}\" x=\"{:.1}\" y=\"{:.1}\">{}</text>",
        at.x,
        at.y,
        escaped(words)
    );
}

fn arrow(edge: &Edge, curve: &Curve, out: &mut String) {
    let name = edge.kind.name();
    let (class, tip) = if edge.hot {
        ("line-hot", "hot")
    } else {
        ("line", name)
    };
    let dashed = if edge.kind == Kind::Race { " race" } else { "" };
    let color = if edge.hot { "" } else { name };
    let tip = if matches!(edge.kind, Kind::Race | Kind::Meet) {
        String::new()
    } else {
        format!(" marker-end=\"url(#to-{tip})\"")
    };
    let class = format!("{class} {color}{dashed}");
    let _ = writeln!(
        out,
        "<path class=\"{}\" d=\"{}\"{tip}/>",
        class.trim_end(),
        path(curve)
    );
}

/// The path of a curve.
#[must_use]
pub fn path(curve: &Curve) -> String {
    match curve {
        Curve::Bezier([a, b, c, d]) => format!(
            "M{:.1} {:.1} C{:.1} {:.1} {:.1} {:.1} {:.1} {:.1}",
            a.x, a.y, b.x, b.y, c.x, c.y, d.x, d.y
        ),
        Curve::Bent(points) => bent(points),
    }
}

fn bent(points: &[Point]) -> String {
    let mut out = String::new();
    for (index, point) in points.iter().enumerate() {
        let before = index.checked_sub(1).and_then(|index| points.get(index));
        match (before, points.get(index + 1)) {
            (None, _) => {
                let _ = write!(out, "M{:.1} {:.1}", point.x, point.y);
            }
            (Some(_), None) => {
                let _ = write!(out, " L{:.1} {:.1}", point.x, point.y);
            }
            (Some(before), Some(after)) => {
                let (start, end) = (toward(*point, *before), toward(*point, *after));
                let _ = write!(
                    out,
                    " L{:.1} {:.1} Q{:.1} {:.1} {:.1} {:.1}",
                    start.x, start.y, point.x, point.y, end.x, end.y
                );
            }
        }
    }
    out
}

/// The point where a rounded corner starts.
fn toward(corner: Point, other: Point) -> Point {
    let (x, y) = (other.x - corner.x, other.y - corner.y);
    let length = x.abs().max(y.abs());
    if length == 0.0 {
        return corner;
    }
    let share = (RADIUS / length).min(0.5);
    Point {
        x: corner.x + x * share,
        y: corner.y + y * share,
    }
}

const RADIUS: f64 = 9.0;

/// The text, with what SVG gives a meaning spelt out; what no document may hold is left out.
#[must_use]
pub fn escaped(text: &str) -> String {
    let mut out = String::new();
    for letter in text.chars() {
        match letter {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '"' => out.push_str("&quot;"),
            '\'' => out.push_str("&#39;"),
            '\t' => out.push(' '),
            letter if letter.is_control() || matches!(letter, '\u{fffe}' | '\u{ffff}') => {}
            letter => out.push(letter),
        }
    }
    out
}
