//! Where arrows leave and enter events.

use std::collections::BTreeMap;

use super::boxes::Boxes;
use super::graph::{Edge, Graph, Spot};
use super::route::{Side, Way};
use super::shape::Point;

/// The height that an arrow comes from, the arrow, and whether it ends here.
type End = (i64, usize, bool);

/// Where the arrows meet the events: spread over each side, in the order of where they lead.
pub(super) struct Ports {
    /// By edge and end, the share of the side's height.
    shares: BTreeMap<(usize, bool), f64>,
}

impl Ports {
    pub(super) fn new(graph: &Graph, ways: &[Way], boxes: &Boxes) -> Self {
        let mut sides: BTreeMap<(Spot, Side), Vec<End>> = BTreeMap::new();
        for (index, (edge, way)) in graph.edges.iter().zip(ways).enumerate() {
            for at_end in [false, true] {
                if let Some(side) = side(edge, *way, at_end) {
                    let (own, other) = if at_end {
                        (edge.to, edge.from)
                    } else {
                        (edge.from, edge.to)
                    };
                    let height = match way {
                        Way::Along(row) => boxes.channels[*row].0,
                        Way::Down | Way::Round(_) | Way::Across => boxes.rect(other).y,
                    };
                    let key = format!("{height:.0}").parse::<i64>().unwrap_or(0);
                    sides
                        .entry((own, side))
                        .or_default()
                        .push((key, index, at_end));
                }
            }
        }
        let mut shares = BTreeMap::new();
        for ends in sides.values_mut() {
            ends.sort_unstable();
            let count = u32::try_from(ends.len()).unwrap_or(u32::MAX);
            for (position, &(_, index, at_end)) in (1_u32..).zip(ends.iter()) {
                let share = f64::from(position) / (f64::from(count) + 1.0);
                shares.insert((index, at_end), share);
            }
        }
        Self { shares }
    }

    pub(super) fn ends(
        &self,
        index: usize,
        edge: &Edge,
        way: Way,
        boxes: &Boxes,
    ) -> (Point, Point) {
        let end = |spot: Spot, at_end: bool| {
            let rect = boxes.rect(spot);
            let share = self.shares.get(&(index, at_end)).copied().unwrap_or(0.5);
            match side(edge, way, at_end) {
                None => Point {
                    x: rect.x + rect.w / 2.0,
                    y: if at_end { rect.y } else { rect.bottom() },
                },
                Some(side) => Point {
                    x: match side {
                        Side::Left => rect.x,
                        Side::Right => rect.right(),
                    },
                    y: rect.y + rect.h * share,
                },
            }
        };
        (end(edge.from, false), end(edge.to, true))
    }
}

/// The side of the event that an arrow leaves or enters; none for below and above.
pub(super) fn side(edge: &Edge, way: Way, at_end: bool) -> Option<Side> {
    let right = (edge.to.0 > edge.from.0) != at_end;
    match way {
        Way::Down => None,
        Way::Round(side) => Some(side),
        Way::Across | Way::Along(_) if right => Some(Side::Right),
        Way::Across | Way::Along(_) => Some(Side::Left),
    }
}
