//! Several pictures in one document, one below the other.

use std::fmt::Write as _;

use crate::explain::answer::Answer;

use super::graph::Graph;
use super::layout::Layout;
use super::svg;

/// The answers as one SVG document.
#[must_use]
pub fn render(answers: &[Answer]) -> String {
    let graphs: Vec<Graph> = answers.iter().map(Graph::of).collect();
    let pictures: Vec<Picture> = graphs
        .iter()
        .map(|graph| {
            let layout = Layout::new(graph);
            Picture {
                body: svg::execution(graph, &layout),
                title: graph.title.clone(),
                width: layout.width,
                height: layout.height,
            }
        })
        .collect();
    document(&pictures)
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
