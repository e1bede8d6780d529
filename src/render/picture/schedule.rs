//! A machine's schedule as a time diagram: a lane for each thread, threads of a block side by side,
//! time downwards, a row for each step. A value that is delivered or lent crosses the lanes in the
//! row of its step, so nothing lies in its way.

use crate::render::schedule::does;
use crate::view::answer::Answer;
use crate::view::machine::{Cell, Step};
use crate::view::witness::Witness;

use super::boxes::{Heading, LINE_OFFSET, MARGIN, Placed, TEXT_SIZE, TITLE_SIZE};
use super::graph::Graph;
use super::layout::{Line, NARROWEST, paragraph};
use super::shape::{Point, Rect};
use super::write::{LINE, cut_name, width, wrap};

/// Between two lanes.
const GAP: f64 = 46.0;
/// Between two rows.
const SPACE: f64 = 12.0;
/// Between the sides of a block and of the lanes in it.
const SIDE: f64 = GAP / 2.0 - 7.0;
/// Between the number of a step and the block right of it.
const APART: f64 = 8.0;
/// The longest line in a box.
const LETTERS: usize = 34;

const MACHINE: &str = "A schedule of the machine, time downwards: each step with the cells it changes; \
    in red, what is delivered elsewhere; in blue, what is lent.";

/// A time diagram with a place for everything.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Diagram {
    /// The title and the remarks above, the notes below.
    pub lines: Vec<Line>,
    /// The blocks, behind their threads.
    pub blocks: Vec<Heading>,
    /// The names of the threads.
    pub threads: Vec<Heading>,
    /// The middle of each lane.
    pub lanes: Vec<f64>,
    /// Where the lanes start and end.
    pub span: (f64, f64),
    /// The steps, and what they deliver elsewhere.
    pub boxes: Vec<Placed>,
    /// Values on their way; the sign of a loan.
    pub arrows: Vec<(Point, Point, bool)>,
    /// The numbers of the steps.
    pub numbers: Vec<(Point, String)>,
    /// How wide it is.
    pub width: f64,
    /// How high it is.
    pub height: f64,
}

/// A thread, and the block it is in.
struct Lane {
    thread: String,
    block: String,
    /// What the machine calls the block, where views are of blocks.
    view: Vec<String>,
}

/// What a step puts on a lane.
struct Mark {
    lane: usize,
    title: String,
    lines: Vec<String>,
    delivered: bool,
}

impl Diagram {
    /// Lays out the schedule of an answer.
    #[must_use]
    pub fn new(answer: &Answer, witness: &Witness) -> Self {
        let graph = Graph::of(answer);
        let lanes = lanes(witness);
        let rows: Vec<Vec<Mark>> = witness
            .steps
            .iter()
            .map(|step| marks(step, &lanes))
            .collect();
        let mut diagram = Self::default();
        let columns = diagram.columns(&lanes, &rows);
        let across = diagram.width.max(NARROWEST);
        let mut y = 0.0;
        paragraph(&graph.title, across, true, &mut y, &mut diagram.lines);
        for remark in graph.remarks.iter().map(String::as_str).chain([MACHINE]) {
            paragraph(remark, across, false, &mut y, &mut diagram.lines);
        }
        let top = y + MARGIN;
        diagram.head(&lanes, &columns, top);
        let mut y = top + 2.0 * LINE + 20.0;
        let start = y - SPACE;
        for (step, row) in witness.steps.iter().zip(&rows) {
            y += diagram.row(step, row, &lanes, &columns, y) + SPACE;
        }
        diagram.span = (start, y);
        for block in &mut diagram.blocks {
            block.rect.h = y - block.rect.y;
        }
        for note in &graph.notes {
            paragraph(note, across, false, &mut y, &mut diagram.lines);
        }
        diagram.width = across;
        diagram.height = y + MARGIN;
        diagram
    }

    /// The place of each lane: its left side and its width.
    fn columns(&mut self, lanes: &[Lane], rows: &[Vec<Mark>]) -> Vec<(f64, f64)> {
        // The numbers of the steps stand left of the lanes.
        let numbers = width(&rows.len().to_string(), TEXT_SIZE);
        let mut x = MARGIN + numbers + APART + SIDE;
        let mut columns = Vec::new();
        for (index, lane) in lanes.iter().enumerate() {
            let own = rows.iter().flatten().filter(|mark| mark.lane == index);
            let names = width(&lane.thread, TITLE_SIZE).max(width(&lane.block, TEXT_SIZE));
            let widest = own
                .map(mark_width)
                .fold(names + 2.0 * LINE_OFFSET, f64::max)
                .ceil();
            columns.push((x, widest));
            self.lanes.push(x + widest / 2.0);
            x += widest + GAP;
        }
        self.width = x - GAP + MARGIN;
        columns
    }

    fn head(&mut self, lanes: &[Lane], columns: &[(f64, f64)], top: f64) {
        for (lane, &(x, w)) in lanes.iter().zip(columns) {
            let rect = Rect {
                x,
                y: top + LINE + 6.0,
                w,
                h: LINE + 2.0,
            };
            let text = lane.thread.clone();
            self.threads.push(Heading { rect, text });
            match self.blocks.last_mut() {
                Some(block) if block.text == lane.block => {
                    block.rect.w = x + w + SIDE - block.rect.x;
                }
                _ => self.blocks.push(Heading {
                    rect: Rect {
                        x: x - SIDE,
                        y: top,
                        w: w + 2.0 * SIDE,
                        h: 0.0,
                    },
                    text: lane.block.clone(),
                }),
            }
        }
    }

    /// Places one step; gives the height of its row.
    fn row(
        &mut self,
        step: &Step,
        row: &[Mark],
        lanes: &[Lane],
        columns: &[(f64, f64)],
        y: f64,
    ) -> f64 {
        let height = row.iter().map(mark_height).fold(0.0, f64::max);
        let middle = y + height / 2.0;
        self.numbers.push((
            Point {
                x: MARGIN,
                y: middle + 4.0,
            },
            step.step.to_string(),
        ));
        let rect = |mark: &Mark| {
            let (x, w) = columns[mark.lane];
            let h = mark_height(mark);
            Rect::about(
                Point {
                    x: x + w / 2.0,
                    y: middle,
                },
                mark_width(mark).min(w),
                h,
            )
        };
        if let Some(own) = row.first() {
            let at = rect(own);
            self.deliver(&at, own.lane, row, middle, &rect);
            let lender = step.from.as_ref();
            let lender = lender.and_then(|from| lanes.iter().position(|lane| lane.thread == *from));
            if let Some(lender) = lender.filter(|lender| *lender != own.lane) {
                let from = Point {
                    x: self.lanes[lender],
                    y: middle,
                };
                let x = if lender < own.lane { at.x } else { at.right() };
                self.arrows.push((from, Point { x, y: middle }, true));
            }
        }
        for mark in row {
            self.boxes.push(Placed {
                rect: rect(mark),
                title: mark.title.clone(),
                lines: mark.lines.clone(),
                hot: mark.delivered,
            });
        }
        height
    }

    /// Arrows from a step to what it delivers, from each lane to the next one that gets something.
    fn deliver(
        &mut self,
        own: &Rect,
        lane: usize,
        row: &[Mark],
        y: f64,
        rect: &impl Fn(&Mark) -> Rect,
    ) {
        let marks = || row.iter().skip(1).filter(|mark| mark.delivered);
        let mut right: Vec<&Mark> = marks().filter(|mark| mark.lane > lane).collect();
        let mut left: Vec<&Mark> = marks().filter(|mark| mark.lane < lane).collect();
        right.sort_by_key(|mark| mark.lane);
        left.sort_by_key(|mark| std::cmp::Reverse(mark.lane));
        let mut from = own.right();
        for mark in right {
            let to = rect(mark);
            let ends = (Point { x: from, y }, Point { x: to.x, y });
            self.arrows.push((ends.0, ends.1, false));
            from = to.right();
        }
        let mut from = own.x;
        for mark in left {
            let to = rect(mark);
            let ends = (Point { x: from, y }, Point { x: to.right(), y });
            self.arrows.push((ends.0, ends.1, false));
            from = to.x;
        }
    }
}

/// The threads, those of a block side by side, otherwise in the order of the test.
fn lanes(witness: &Witness) -> Vec<Lane> {
    let mut lanes: Vec<Lane> = Vec::new();
    for event in &witness.events {
        let (Some(thread), Some(placed)) = (&event.thread, &event.placed) else {
            continue;
        };
        if lanes.iter().all(|lane| lane.thread != *thread) {
            lanes.push(lane(thread, placed));
        }
    }
    // A thread with no operation may still be stepped, lend, or be delivered to.
    let steps = witness.steps.iter();
    let others = steps.flat_map(|step| {
        let cells = step.cells.iter().map(|cell| &cell.of);
        std::iter::once(&step.thread).chain(&step.from).chain(cells)
    });
    for name in others {
        let known = |lane: &Lane| lane.thread == *name || lane.view.contains(name);
        if !lanes.iter().any(known) {
            lanes.push(lane(name, ""));
        }
    }
    let order: Vec<String> = lanes.iter().map(|lane| lane.block.clone()).collect();
    lanes.sort_by_key(|lane| order.iter().position(|block| *block == lane.block));
    lanes
}

/// The lane of `P1@warp 0,cta 1,gpu 0`.
fn lane(thread: &str, placed: &str) -> Lane {
    let parts = placed.split_once('@').map_or("", |(_, parts)| parts);
    let number = |word: &str| {
        let mut parts = parts.split(',');
        let found = parts.find_map(|part| part.trim().strip_prefix(word));
        found.map(str::trim).unwrap_or_default().to_owned()
    };
    let (cta, gpu) = (number("cta"), number("gpu"));
    let block = if cta.is_empty() {
        String::new()
    } else {
        format!("cta {cta}, gpu {gpu}")
    };
    Lane {
        thread: thread.to_owned(),
        view: vec![format!("cta{cta}"), format!("gpu{gpu}.cta{cta}")],
        block,
    }
}

/// The step itself, then what it does on other lanes.
fn marks(step: &Step, lanes: &[Lane]) -> Vec<Mark> {
    let own = lanes.iter().position(|lane| lane.thread == step.thread);
    let own = own.unwrap_or(0);
    let text = step.site.as_ref().map(|site| site.text.as_str());
    let mut marks = vec![Mark {
        lane: own,
        title: cut_name(&does(step), LETTERS),
        lines: text.map_or_else(Vec::new, |text| wrap(text, LETTERS)),
        delivered: false,
    }];
    for cell in &step.cells {
        let here = lanes.get(own).is_some_and(|lane| owns(lane, cell));
        let lane = if here {
            Some(own)
        } else {
            lanes.iter().position(|lane| owns(lane, cell))
        };
        let Some(lane) = lane else { continue };
        let text = cut_name(&text_of(cell), LETTERS);
        match marks.iter_mut().find(|mark| mark.lane == lane) {
            Some(mark) => {
                mark.delivered |= cell.delivered && lane != own;
                mark.lines.push(text);
            }
            None => marks.push(Mark {
                lane,
                title: String::new(),
                lines: vec![text],
                delivered: cell.delivered,
            }),
        }
    }
    marks
}

fn owns(lane: &Lane, cell: &Cell) -> bool {
    lane.thread == cell.of || lane.view.contains(&cell.of)
}

fn text_of(cell: &Cell) -> String {
    let arrow = if cell.delivered { "→" } else { "" };
    let Cell {
        of,
        location,
        value,
        state,
        ..
    } = cell;
    format!("{arrow}{of}.{location}={value} ({state})")
}

fn mark_width(mark: &Mark) -> f64 {
    let lines = mark.lines.iter().map(|line| width(line, TEXT_SIZE));
    lines.fold(width(&mark.title, TITLE_SIZE), f64::max) + 2.0 * LINE_OFFSET
}

fn mark_height(mark: &Mark) -> f64 {
    let title = usize::from(!mark.title.is_empty());
    let lines = u32::try_from(mark.lines.len() + title).unwrap_or(1);
    f64::from(lines) * LINE + LINE_OFFSET
}
