//! The ways of the arrows: straight down, across the gap between two columns, round the events of
//! one column, or along the gap between two rows.

use std::collections::BTreeMap;

use super::boxes::{Boxes, Room, TRACK};
use super::graph::{Edge, Graph, Kind, Spot};
use super::labels::text;
use super::ports::{Ports, side};
use super::shape::{Curve, Point};
use super::write::width;

/// How an arrow goes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Way {
    /// From an event to the next one of its thread.
    Down,
    /// Round the events of one column, on its left or right.
    Round(Side),
    /// Across, with nothing in the way.
    Across,
    /// Along a gap between rows.
    Along(usize),
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Side {
    Left,
    Right,
}

/// The arrows' ways, and the room they need.
#[derive(Debug, Clone)]
pub struct Routes {
    ways: Vec<Way>,
    /// What the layout must leave.
    pub room: Room,
}

/// The height of a label's letters.
pub const LABEL_SIZE: f64 = 12.0;
/// Between two columns.
const GUTTER: u32 = 92;

impl Routes {
    /// Decides on the ways. Which arrows can go straight across is tried on a first layout.
    #[must_use]
    pub fn new(graph: &Graph) -> Self {
        let lanes = graph.lanes.len();
        let rows = graph.lanes.iter().map(|lane| lane.nodes.len()).max();
        let mut room = Room {
            gutters: vec![GUTTER; lanes + 1],
            channels: vec![0; rows.unwrap_or(0) + 1],
        };
        let trial = Boxes::new(graph, 0.0, &room);
        let mut ways: Vec<Way> = graph.edges.iter().map(|edge| way(edge, &trial)).collect();
        turn(graph, &mut ways);
        room.gutters = gutters(graph, &ways);
        for way in &ways {
            if let Way::Along(row) = way {
                room.channels[*row] += 1;
            }
        }
        Self { ways, room }
    }

    /// The arrows as curves.
    #[must_use]
    pub fn curves(&self, graph: &Graph, boxes: &Boxes) -> Vec<Curve> {
        let ports = Ports::new(graph, &self.ways, boxes);
        let mut lines = vec![0_u32; boxes.channels.len()];
        let mut tracks = vec![0_u32; boxes.gutters.len()];
        let mut round = vec![0_u32; boxes.gutters.len()];
        let edges = graph.edges.iter().enumerate().zip(&self.ways);
        edges
            .map(|((index, edge), way)| {
                let (from, to) = ports.ends(index, edge, *way, boxes);
                match *way {
                    Way::Down => Curve::Bezier([from, from, to, to]),
                    Way::Round(side) => {
                        let gutter = gutter_of(edge.from.0, side);
                        round[gutter] += 1;
                        bulge(from, to, side, round[gutter], boxes.gutters[gutter].1)
                    }
                    Way::Across => across(from, to),
                    Way::Along(row) => {
                        let line = lines[row];
                        lines[row] += 1;
                        let y = boxes.channels[row].0 + 10.0 + TRACK * (f64::from(line) + 0.2);
                        let mut track = |lane: usize, right: bool| {
                            let side = if right { Side::Right } else { Side::Left };
                            let gutter = gutter_of(lane, side);
                            tracks[gutter] += 1;
                            let (start, width) = boxes.gutters[gutter];
                            // From the middle outwards, by turns.
                            let step = f64::from(tracks[gutter] / 2) * 8.0;
                            let sign = if tracks[gutter].is_multiple_of(2) {
                                1.0
                            } else {
                                -1.0
                            };
                            start + width / 2.0 + sign * step
                        };
                        let right = edge.to.0 > edge.from.0;
                        let (first, second) = (track(edge.from.0, right), track(edge.to.0, !right));
                        Curve::Bent(vec![
                            from,
                            Point {
                                x: first,
                                y: from.y,
                            },
                            Point { x: first, y },
                            Point { x: second, y },
                            Point { x: second, y: to.y },
                            to,
                        ])
                    }
                }
            })
            .collect()
    }
}

fn way(edge: &Edge, trial: &Boxes) -> Way {
    let (from, to) = (edge.from, edge.to);
    if from.0 == to.0 {
        let next = edge.kind == Kind::Po && to.1 == from.1 + 1;
        return if next {
            Way::Down
        } else {
            Way::Round(Side::Left)
        };
    }
    let right = to.0 > from.0;
    let curve = across(middle(from, right, trial), middle(to, !right, trial));
    let others = trial.nodes.iter().enumerate().flat_map(|(lane, nodes)| {
        let spots = nodes.iter().enumerate();
        spots.map(move |(row, node)| ((lane, row), node.rect))
    });
    let samples = curve.samples();
    let free = others
        .filter(|(spot, _)| *spot != from && *spot != to)
        .all(|(_, rect)| samples.iter().all(|&point| !rect.holds(point, 14.0)));
    if free {
        return Way::Across;
    }
    // The gap next to the start that is on the way.
    Way::Along(if to.1 > from.1 { from.1 + 1 } else { from.1 })
}

/// Arrows round a column's events take the side that fewer others use: by turns, where there is
/// nothing to choose.
fn turn(graph: &Graph, ways: &mut [Way]) {
    let mut used: BTreeMap<(usize, Side), u32> = BTreeMap::new();
    for (edge, way) in graph.edges.iter().zip(ways.iter()) {
        for (at_end, spot) in [(false, edge.from), (true, edge.to)] {
            if let (Way::Across | Way::Along(_), Some(side)) = (way, side(edge, *way, at_end)) {
                *used.entry((spot.0, side)).or_default() += 1;
            }
        }
    }
    for (edge, way) in graph.edges.iter().zip(ways) {
        if matches!(way, Way::Round(_)) {
            let lane = edge.from.0;
            let count = |side| used.get(&(lane, side)).copied().unwrap_or(0);
            let side = if count(Side::Left) <= count(Side::Right) {
                Side::Left
            } else {
                Side::Right
            };
            *used.entry((lane, side)).or_default() += 1;
            *way = Way::Round(side);
        }
    }
}

fn middle(spot: Spot, right: bool, boxes: &Boxes) -> Point {
    let rect = boxes.rect(spot);
    Point {
        x: if right { rect.right() } else { rect.x },
        y: rect.y + rect.h / 2.0,
    }
}

const fn gutter_of(lane: usize, side: Side) -> usize {
    match side {
        Side::Left => lane,
        Side::Right => lane + 1,
    }
}

/// Each gap is as wide as its arrows and labels need.
fn gutters(graph: &Graph, ways: &[Way]) -> Vec<u32> {
    let lanes = graph.lanes.len();
    let mut needed = vec![GUTTER; lanes + 1];
    let mut tracks = vec![0_u32; lanes + 1];
    if let Some(first) = needed.first_mut() {
        *first = 0;
    }
    if let Some(last) = needed.last_mut() {
        *last = 0;
    }
    for (edge, way) in graph.edges.iter().zip(ways) {
        let label = width(&text(edge), LABEL_SIZE).ceil();
        let wide = format!("{label:.0}").parse::<u32>().unwrap_or(GUTTER);
        let right = edge.to.0 > edge.from.0;
        let sides: Vec<usize> = match way {
            Way::Down => Vec::new(),
            Way::Round(side) => vec![gutter_of(edge.from.0, *side)],
            Way::Across | Way::Along(_) => {
                let side = |right: bool| if right { Side::Right } else { Side::Left };
                vec![
                    gutter_of(edge.from.0, side(right)),
                    gutter_of(edge.to.0, side(!right)),
                ]
            }
        };
        for gutter in sides {
            if matches!(way, Way::Along(_)) {
                tracks[gutter] += 1;
            }
            needed[gutter] = needed[gutter].max(wide + 44).max(GUTTER * 2 / 3);
        }
    }
    let tracks = tracks.iter().map(|tracks| tracks * 8);
    needed.iter().zip(tracks).map(|(a, b)| a + b).collect()
}

/// From side to side, level at both ends.
fn across(from: Point, to: Point) -> Curve {
    let reach = (to.x - from.x) / 2.2;
    Curve::Bezier([
        from,
        Point {
            x: from.x + reach,
            ..from
        },
        Point {
            x: to.x - reach,
            ..to
        },
        to,
    ])
}

/// Out of one side of a column, and in again.
fn bulge(from: Point, to: Point, side: Side, turn: u32, gutter: f64) -> Curve {
    let reach = (26.0 + 14.0 * f64::from(turn)).min(gutter * 0.95);
    let reach = match side {
        Side::Left => -reach,
        Side::Right => reach,
    };
    Curve::Bezier([
        from,
        Point {
            x: from.x + reach,
            ..from
        },
        Point {
            x: to.x + reach,
            ..to
        },
        to,
    ])
}
