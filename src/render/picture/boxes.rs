//! Where the events are: a column for each thread, rows of one height.

use super::graph::{Graph, Lane, Node, Spot};
use super::shape::Rect;
use super::write::{LINE, cut, cut_name, width, wrap};

/// Height of an event's first line.
pub const TITLE_SIZE: f64 = 13.0;
/// Height of its instruction.
pub const TEXT_SIZE: f64 = 12.0;
/// The longest line in an event.
const LETTERS: usize = 30;
/// The most lines of an instruction.
const LINES: usize = 3;
const PADDING: f64 = 9.0;
/// Between the side of an event and its text.
pub const LINE_OFFSET: f64 = PADDING;
/// Between the side of the picture and what is in it.
pub const MARGIN: f64 = 22.0;
const NARROWEST: f64 = 96.0;
const HEADING: f64 = 30.0;

/// An event with its place.
#[derive(Debug, Clone, PartialEq)]
pub struct Placed {
    /// Where.
    pub rect: Rect,
    /// Its first line.
    pub title: String,
    /// The instruction.
    pub lines: Vec<String>,
    /// It is what the picture is about.
    pub hot: bool,
}

/// A heading with its place.
#[derive(Debug, Clone, PartialEq)]
pub struct Heading {
    /// Where.
    pub rect: Rect,
    /// What it says.
    pub text: String,
}

/// What there is room for beside the events.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Room {
    /// For each gap between columns, the one before the first and the one after the last included:
    /// its width in pixels.
    pub gutters: Vec<u32>,
    /// For each gap above a row, and the one below the last: the lines that run along it.
    pub channels: Vec<u32>,
}

/// The events with their places.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Boxes {
    /// By column and row.
    pub nodes: Vec<Vec<Placed>>,
    /// Above each column.
    pub headings: Vec<Heading>,
    /// Where each gap between columns starts, and its width.
    pub gutters: Vec<(f64, f64)>,
    /// Where each gap between rows starts, and its height.
    pub channels: Vec<(f64, f64)>,
    /// The right side of it all.
    pub width: f64,
    /// The lower side.
    pub height: f64,
}

impl Boxes {
    /// Places the events below a height.
    #[must_use]
    pub fn new(graph: &Graph, top: f64, room: &Room) -> Self {
        let mut boxes = Self::default();
        let widths: Vec<f64> = graph.lanes.iter().map(column).collect();
        let mut columns = Vec::new();
        let mut x = MARGIN;
        for (index, gutter) in room.gutters.iter().enumerate() {
            let gutter = f64::from(*gutter);
            boxes.gutters.push((x, gutter));
            x += gutter;
            if let Some(width) = widths.get(index) {
                columns.push((x, *width));
                x += width;
            }
        }
        boxes.width = x + MARGIN;
        let rows = rows(graph);
        let mut y = top + HEADING;
        let mut starts = Vec::new();
        for (row, lines) in room.channels.iter().enumerate() {
            let gap = gap(*lines, row == 0 || row == rows.len());
            boxes.channels.push((y, gap));
            y += gap;
            starts.push(y);
            y += rows.get(row).copied().unwrap_or(0.0);
        }
        boxes.height = y;
        for (lane, &(x, w)) in graph.lanes.iter().zip(&columns) {
            boxes.headings.push(heading(lane, x, w, top));
            let nodes = lane.nodes.iter().zip(&starts);
            boxes.nodes.push(
                nodes
                    .map(|(node, &y)| {
                        let lines = lines(node);
                        let h = height(&lines);
                        Placed {
                            rect: Rect { x, y, w, h },
                            title: title(node),
                            lines,
                            hot: node.hot,
                        }
                    })
                    .collect(),
            );
        }
        boxes
    }

    /// The place of an event.
    #[must_use]
    pub fn rect(&self, (lane, row): Spot) -> Rect {
        let node = self.nodes.get(lane).and_then(|nodes| nodes.get(row));
        node.map_or_else(Rect::default, |node| node.rect)
    }

    /// All that nothing may lie on.
    pub fn obstacles(&self) -> impl Iterator<Item = Rect> + '_ {
        let nodes = self.nodes.iter().flatten().map(|node| node.rect);
        nodes.chain(self.headings.iter().map(|heading| heading.rect))
    }
}

fn title(node: &Node) -> String {
    cut_name(&node.title, LETTERS)
}

fn lines(node: &Node) -> Vec<String> {
    let mut lines = wrap(&node.text, LETTERS);
    if lines.len() > LINES {
        lines.truncate(LINES);
        if let Some(last) = lines.last_mut() {
            *last = cut(&format!("{last} …"), LETTERS);
        }
    }
    lines
}

fn height(lines: &[String]) -> f64 {
    let lines = u32::try_from(lines.len() + 1).unwrap_or(1);
    f64::from(lines) * LINE + PADDING
}

/// The width of a column.
fn column(lane: &Lane) -> f64 {
    let node = |node: &Node| {
        let texts = lines(node);
        let texts = texts.iter().map(|line| width(line, TEXT_SIZE));
        texts.fold(width(&title(node), TITLE_SIZE), f64::max)
    };
    let widest = lane.nodes.iter().map(node).fold(0.0, f64::max);
    let heading = width(&cut(&lane.title, LETTERS), TEXT_SIZE);
    (widest + 2.0 * PADDING).max(heading).max(NARROWEST).ceil()
}

fn heading(lane: &Lane, x: f64, w: f64, top: f64) -> Heading {
    Heading {
        rect: Rect {
            x,
            y: top,
            w,
            h: LINE + 4.0,
        },
        text: cut(&lane.title, LETTERS),
    }
}

/// The height of each row.
fn rows(graph: &Graph) -> Vec<f64> {
    let count = graph.lanes.iter().map(|lane| lane.nodes.len()).max();
    let of = |row: usize| {
        let nodes = graph.lanes.iter().filter_map(|lane| lane.nodes.get(row));
        nodes.map(|node| height(&lines(node))).fold(0.0, f64::max)
    };
    (0..count.unwrap_or(0)).map(of).collect()
}

/// The height of a gap between rows.
fn gap(lines: u32, outer: bool) -> f64 {
    let wanted = f64::from(lines) * TRACK + 14.0;
    let least = match (outer, lines) {
        (true, 0) => 6.0,
        (true, _) => 20.0,
        (false, _) => 38.0,
    };
    wanted.max(least)
}

/// Between two lines that run side by side.
pub const TRACK: f64 = 20.0;
