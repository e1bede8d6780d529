//! Several pictures in one document, one below the other.

use std::fmt::Write as _;

use crate::view::answer::Answer;

use super::graph::{Graph, title};
use super::layout::Layout;
use super::schedule::Diagram;
use super::svg;

/// The answers as one SVG document.
#[must_use]
pub fn render(answers: &[Answer]) -> String {
    let pictures: Vec<Picture> = answers
        .iter()
        .flat_map(|answer| [Some(picture(answer)), Graph::of_race(answer).map(drawn)])
        .flatten()
        .collect();
    document(&pictures)
}

/// The picture of an answer on a page that has the styles and the arrowheads already
/// ([`style`](super::style)).
#[must_use]
pub fn inline(answer: &Answer) -> String {
    let picture = picture(answer);
    let mut out = svg::bare_head(picture.width, picture.height, &picture.title);
    out.push_str(&picture.body);
    out.push_str("</svg>\n");
    out
}

fn picture(answer: &Answer) -> Picture {
    match &answer.witness {
        Some(witness) if !witness.steps.is_empty() => {
            let diagram = Diagram::new(answer, witness);
            Picture {
                body: svg::schedule(&diagram),
                title: title(answer),
                width: diagram.width.ceil(),
                height: diagram.height.ceil(),
            }
        }
        _ => drawn(Graph::of(answer)),
    }
}

fn drawn(graph: Graph) -> Picture {
    let layout = Layout::new(&graph);
    Picture {
        body: svg::execution(&graph, &layout),
        width: layout.width,
        height: layout.height,
        title: graph.title,
    }
}

/// A drawn picture.
#[derive(Debug, Clone, PartialEq)]
pub struct Picture {
    /// What it shows.
    pub title: String,
    /// The elements.
    pub body: String,
    /// Its width.
    pub width: f64,
    /// Its height.
    pub height: f64,
}

/// The pictures as one document.
#[must_use]
pub fn document(pictures: &[Picture]) -> String {
    let width = pictures.iter().map(|one| one.width).fold(1.0, f64::max);
    let height: f64 = pictures.iter().map(|one| one.height).sum::<f64>().max(1.0);
    let titles: Vec<&str> = pictures.iter().map(|one| one.title.as_str()).collect();
    let mut out = svg::head(width, height, &titles.join("; "));
    let mut y = 0.0;
    for picture in pictures {
        if y > 0.0 {
            let _ = writeln!(
                out,
                "<line class=\"rule\" x1=\"0\" y1=\"{y:.1}\" x2=\"{width:.1}\" y2=\"{y:.1}\"/>"
            );
        }
        let _ = writeln!(out, "<g transform=\"translate(0 {y:.1})\">");
        out.push_str(&picture.body);
        out.push_str("</g>\n");
        y += picture.height;
    }
    out.push_str("</svg>\n");
    out
}
