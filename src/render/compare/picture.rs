//! Many models as a picture: an arrow leads up from a model to one that allows all that it allows, and more; on it stands the
//! smallest test that only the upper one allows. Below, the table for all other pairs, and the tests.

use crate::render::picture::shape::{Curve, Point, Rect};
use crate::render::picture::svg::{head, path, rect, text};
use crate::render::picture::write::{LINE, width, wrap};
use crate::tasks::compare::diagram::Diagram;

use super::diagram::{header, rows, title};

const SIZE: f64 = 12.0;
const MARGIN: f64 = 24.0;
/// Between the boxes of a row, and between rows.
const GAP: (f64, f64) = (56.0, 60.0);
const PAD: f64 = 12.0;
/// Lines of tests are broken after so many letters.
const LETTERS: usize = 96;

/// How the arrows are read.
const LEGEND: [&str; 3] = [
    "models in one box allow the same of all these tests",
    "an arrow leads up to a model that allows all that the lower one does, and more",
    "on it stands the smallest test that sets the two apart: it is below, by its name",
];

/// A class of models.
struct Placed {
    rect: Rect,
    names: Vec<String>,
}

/// The picture.
#[must_use]
pub fn render(diagram: &Diagram) -> String {
    let boxes = boxes(diagram);
    let mut body = String::new();
    let mut wide = boxes.iter().map(|one| one.rect.right()).fold(0.0, f64::max);
    let mut at = Point {
        x: MARGIN,
        y: MARGIN + LINE,
    };
    let title = title(diagram);
    text(at, SIZE + 2.0, "title", &title, &mut body);
    wide = wide.max(at.x + width(&title, SIZE + 2.0));
    arrows(diagram, &boxes, &mut body);
    for one in &boxes {
        rect(one.rect, "node", &mut body);
        for (line, name) in (0_u16..).zip(&one.names) {
            let middle = Point {
                x: one.rect.x + one.rect.w / 2.0,
                y: one.rect.y + PAD + LINE * (f64::from(line) + 0.75),
            };
            text(middle, SIZE, "heading", name, &mut body);
        }
    }
    at.y = boxes
        .iter()
        .map(|one| one.rect.bottom())
        .fold(at.y, f64::max)
        + 2.0 * LINE;
    for words in LEGEND {
        text(at, SIZE, "dim", words, &mut body);
        wide = wide.max(at.x + width(words, SIZE));
        at.y += LINE;
    }
    at.y += LINE / 2.0;
    let words = "the smallest test that the model of the row allows and that of the column forbids";
    text(at, SIZE, "dim", words, &mut body);
    wide = wide.max(at.x + width(words, SIZE));
    at.y += 1.5 * LINE;
    wide = wide.max(table(diagram, &mut at, &mut body));
    at.y += LINE;
    for (number, test) in (1_usize..).zip(&diagram.tests) {
        let line = format!("{number}  {}  {}", test.name, test.line);
        for (part, words) in wrap(&line, LETTERS).into_iter().enumerate() {
            let words = if part == 0 {
                words
            } else {
                format!("   {words}")
            };
            let inset = if part == 0 { 0.0 } else { 2.0 * SIZE };
            text(
                Point {
                    x: at.x + inset,
                    y: at.y,
                },
                SIZE,
                "",
                &words,
                &mut body,
            );
            wide = wide.max(at.x + inset + width(&words, SIZE));
            at.y += LINE;
        }
    }
    for left in &diagram.left_out {
        at.y += LINE / 4.0;
        let words = format!(
            "{} is left out: it gives {} no meaning",
            left.model, left.refuses
        );
        text(at, SIZE, "dim", &words, &mut body);
        wide = wide.max(at.x + width(&words, SIZE));
        at.y += LINE;
    }
    format!(
        "{}{body}</svg>\n",
        head(wide + MARGIN, at.y + MARGIN / 2.0, &title)
    )
}

/// The classes in rows, those that allow least at the bottom.
fn boxes(diagram: &Diagram) -> Vec<Placed> {
    let order = &diagram.order;
    let mut placed: Vec<Placed> = (0..order.classes.len())
        .map(|class| {
            let names: Vec<String> = diagram
                .class(class)
                .iter()
                .map(|&name| name.to_owned())
                .collect();
            let widest = names
                .iter()
                .map(|name| width(name, SIZE))
                .fold(0.0, f64::max);
            let lines = names.iter().map(|_| LINE).sum::<f64>();
            let rect = Rect {
                x: 0.0,
                y: 0.0,
                w: widest + 2.0 * PAD,
                h: lines + 2.0 * PAD,
            };
            Placed { rect, names }
        })
        .collect();
    let top = order.ranks.iter().copied().max().unwrap_or(0);
    let row = |rank: usize| -> Vec<usize> {
        let classes = 0..order.classes.len();
        classes
            .filter(|&class| order.ranks[class] == rank)
            .collect()
    };
    let broad = |classes: &[usize], placed: &[Placed]| -> f64 {
        let boxes = classes.iter().map(|&class| placed[class].rect.w + GAP.0);
        boxes.sum::<f64>() - GAP.0
    };
    let widest = (0..=top)
        .map(|rank| broad(&row(rank), &placed))
        .fold(0.0, f64::max);
    let mut y = MARGIN + 3.0 * LINE;
    for rank in (0..=top).rev() {
        let classes = row(rank);
        let mut x = MARGIN + (widest - broad(&classes, &placed)) / 2.0;
        let mut high = 0.0_f64;
        for class in classes {
            let rect = &mut placed[class].rect;
            (rect.x, rect.y) = (x, y);
            x += rect.w + GAP.0;
            high = high.max(rect.h);
        }
        y += high + GAP.1;
    }
    placed
}

fn arrows(diagram: &Diagram, boxes: &[Placed], out: &mut String) {
    let mut labels = Vec::new();
    for &(from, to) in &diagram.order.arrows {
        let (low, high) = (boxes[from].rect, boxes[to].rect);
        let start = Point {
            x: low.x + low.w / 2.0,
            y: low.y,
        };
        let end = Point {
            x: high.x + high.w / 2.0,
            y: high.bottom(),
        };
        let lift = (start.y - end.y) / 3.0;
        let curve = Curve::Bezier([
            start,
            Point {
                x: start.x,
                y: start.y - lift,
            },
            Point {
                x: end.x,
                y: end.y + lift,
            },
            end,
        ]);
        let line = format!(
            "<path class=\"line co\" d=\"{}\" marker-end=\"url(#to-co)\"/>\n",
            path(&curve)
        );
        out.push_str(&line);
        let ends = (
            diagram.order.classes[to].first(),
            diagram.order.classes[from].first(),
        );
        if let (Some(&upper), Some(&lower)) = ends
            && let Some(test) = diagram.between(upper, lower)
        {
            labels.push((curve.at(0.5), test.name.clone()));
        }
    }
    for (at, name) in labels {
        text(at, SIZE, "label label-co", &name, out);
    }
}

/// The table, and how far to the right it goes.
fn table(diagram: &Diagram, at: &mut Point, out: &mut String) -> f64 {
    let header = header(diagram);
    let rows = rows(diagram);
    let cell =
        |row: &[String], column: usize| row.get(column).map_or(0.0, |cell| width(cell, SIZE));
    let columns: Vec<f64> = (0..header.len())
        .map(|column| {
            let cells = rows.iter().map(|row| cell(row, column));
            cells.fold(cell(&header, column), f64::max) + SIZE * 1.5
        })
        .collect();
    let mut right = at.x;
    for (row, class) in std::iter::once((&header, "dim")).chain(rows.iter().map(|row| (row, ""))) {
        let mut x = at.x;
        for (words, wide) in row.iter().zip(&columns) {
            text(Point { x, y: at.y }, SIZE, class, words, out);
            x += wide;
        }
        right = right.max(x);
        at.y += LINE * 1.1;
    }
    right
}
