//! A graph with a place for everything.

use super::boxes::{Boxes, MARGIN, TEXT_SIZE};
use super::graph::Graph;
use super::labels;
use super::labels::Label;
use super::route::Routes;
use super::shape::{Curve, Point, Rect};
use super::write::{LINE, most_letters, width, wrap};

/// The height of the letters of the title.
pub const TITLE: f64 = 16.0;
/// The narrowest picture: titles need some room.
pub(super) const NARROWEST: f64 = 560.0;

/// A line of text.
#[derive(Debug, Clone, PartialEq)]
pub struct Line {
    /// Where its first letter stands.
    pub at: Point,
    /// What it says.
    pub text: String,
    /// It is the title.
    pub title: bool,
}

/// A picture.
#[derive(Debug, Clone, PartialEq)]
pub struct Layout {
    /// The title, the remarks above and the notes below.
    pub lines: Vec<Line>,
    /// The events.
    pub boxes: Boxes,
    /// The arrows' ways.
    pub curves: Vec<Curve>,
    /// Their labels.
    pub labels: Vec<Option<Label>>,
    /// How wide it is.
    pub width: f64,
    /// How high it is.
    pub height: f64,
}

impl Layout {
    /// Lays out a graph.
    #[must_use]
    pub fn new(graph: &Graph) -> Self {
        let routes = Routes::new(graph);
        let frame = Boxes::new(graph, 0.0, &routes.room);
        let across = frame.width.max(NARROWEST);
        let mut lines = Vec::new();
        let mut y = 0.0;
        paragraph(&graph.title, across, true, &mut y, &mut lines);
        for remark in &graph.remarks {
            paragraph(remark, across, false, &mut y, &mut lines);
        }
        let boxes = if graph.lanes.is_empty() {
            Boxes {
                height: y,
                ..Boxes::default()
            }
        } else {
            Boxes::new(graph, y + MARGIN, &routes.room)
        };
        let curves = routes.curves(graph, &boxes);
        let labels = labels::place(graph, &boxes, &curves);
        let rects = labels.iter().flatten().map(|label| label.rect);
        let below = |rect: Rect| rect.bottom();
        let mut y = rects.clone().map(below).fold(boxes.height, f64::max);
        if !graph.notes.is_empty() {
            y += 8.0;
        }
        for note in &graph.notes {
            paragraph(note, across, false, &mut y, &mut lines);
        }
        Self {
            width: rects
                .map(|rect| rect.right() + 4.0)
                .fold(across, f64::max)
                .ceil(),
            height: (y + MARGIN).ceil(),
            lines,
            boxes,
            curves,
            labels,
        }
    }
}

/// Adds a text below what is there.
pub(super) fn paragraph(text: &str, across: f64, title: bool, y: &mut f64, lines: &mut Vec<Line>) {
    let size = if title { TITLE } else { TEXT_SIZE };
    let room = across - 2.0 * MARGIN;
    // No line has more letters than fit where all are narrow.
    let mut letters = text.chars().count().clamp(1, most_letters(room, size));
    let fits = |letters: usize| {
        wrap(text, letters)
            .iter()
            .all(|line| width(line, size) <= room)
    };
    while letters > 10 && !fits(letters) {
        letters -= 1;
    }
    for line in wrap(text, letters) {
        *y += if title { LINE + 8.0 } else { LINE + 2.0 };
        lines.push(Line {
            at: Point { x: MARGIN, y: *y },
            text: line,
            title,
        });
    }
}
