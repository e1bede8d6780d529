//! Places for labels: on their arrows, where nothing else is.

use super::boxes::Boxes;
use super::graph::{Edge, Graph};
use super::route::LABEL_SIZE;
use super::shape::{Curve, Point, Rect};
use super::write::{LABEL, cut, width};

/// The longest label, in letters.
const LETTERS: usize = 26;

/// A label with its place.
#[derive(Debug, Clone, PartialEq)]
pub struct Label {
    /// Where.
    pub rect: Rect,
    /// What it says.
    pub text: String,
}

/// What is written at an arrow.
#[must_use]
pub fn text(edge: &Edge) -> String {
    cut(&edge.label, LETTERS)
}

/// Finds a place for each label, the important ones first.
#[must_use]
pub fn place(graph: &Graph, boxes: &Boxes, curves: &[Curve]) -> Vec<Option<Label>> {
    let mut taken: Vec<Rect> = boxes.obstacles().collect();
    let mut order: Vec<usize> = (0..graph.edges.len()).collect();
    order.sort_by_key(|&index| !graph.edges[index].hot);
    let mut labels = vec![None; graph.edges.len()];
    for index in order {
        let text = text(&graph.edges[index]);
        if text.is_empty() {
            continue;
        }
        let size = width(&text, LABEL_SIZE) + 4.0;
        let edge = &graph.edges[index];
        // Arrows of two threads cross in the middle.
        let crosses = edge.from.0 != edge.to.0 && matches!(curves[index], Curve::Bezier(_));
        let start = if crosses { 0.3 } else { 0.5 };
        let rect = free(&curves[index], start, size, &taken);
        taken.push(rect);
        labels[index] = Some(Label { rect, text });
    }
    labels
}

/// The first place on the way that is free, outwards from a part of it; beside it if there is none.
fn free(curve: &Curve, start: f64, size: f64, taken: &[Rect]) -> Rect {
    let at = |point: Point| Rect::about(point, size, LABEL);
    let is_free = |rect: &Rect| taken.iter().all(|other| !rect.overlaps(other));
    let parts = (0..=30).flat_map(|step| {
        let step = f64::from(step) * 0.02;
        [start - step, start + step]
    });
    let parts = parts.filter(|part| (0.05..=0.95).contains(part));
    if let Some(rect) = parts.map(|part| at(curve.at(part))).find(is_free) {
        return rect;
    }
    let middle = curve.at(0.5);
    let mut distance = 0.0;
    // Everything ends somewhere, so this does.
    loop {
        for (x, y) in [(0.3, 1.0), (0.3, -1.0), (1.0, 0.0), (-1.0, 0.0)] {
            let rect = at(Point {
                x: (middle.x + x * distance).max(size / 2.0),
                y: (middle.y + y * distance).max(LABEL / 2.0),
            });
            if is_free(&rect) {
                return rect;
            }
        }
        distance += 4.0;
    }
}
