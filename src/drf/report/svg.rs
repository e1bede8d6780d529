//! Hit maps as a picture.

use std::fmt::Write as _;

use crate::drf::coverage::{Class, Coverage};
use crate::render::markup::escape;

use super::map::{paper, percent, short};

const CELL: (usize, usize) = (84, 26);
const LEFT: usize = 120;
const TOP: usize = 76;

/// The maps, one below the other.
#[must_use]
pub fn maps(coverage: &Coverage, title: &str) -> String {
    let widest = coverage
        .controllers
        .iter()
        .map(|one| one.states.len())
        .max();
    let rows: usize = coverage
        .controllers
        .iter()
        .map(|one| one.events.len())
        .sum();
    let width = (LEFT + CELL.0 * widest.unwrap_or(0) + 24).max(640);
    let height = 40 + rows * CELL.1 + coverage.controllers.len() * TOP + 40;
    let mut out = String::new();
    let _ = writeln!(
        out,
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{width}\" height=\"{height}\" \
         viewBox=\"0 0 {width} {height}\" font-family=\"sans-serif\" font-size=\"12\" role=\"img\">"
    );
    let _ = writeln!(out, "<title>{}</title>", escape(title));
    let _ = writeln!(
        out,
        "<rect width=\"{width}\" height=\"{height}\" fill=\"#ffffff\"/>"
    );
    let _ = writeln!(
        out,
        "<text x=\"12\" y=\"24\" font-size=\"15\" fill=\"#1a1a1a\">{}</text>",
        escape(title)
    );
    let mut top = 40;
    for number in 0..coverage.controllers.len() {
        top = map(coverage, number, top, &mut out);
    }
    let _ = writeln!(
        out,
        "<text x=\"12\" y=\"{}\" fill=\"#555555\">darker: more hits; framed: could be taken and was not; -: undefined; \
         x: no run can take it</text>",
        top + 24
    );
    out.push_str("</svg>\n");
    out
}

fn map(coverage: &Coverage, number: usize, top: usize, out: &mut String) -> usize {
    let table = &coverage.controllers[number];
    let _ = writeln!(
        out,
        "<text x=\"12\" y=\"{}\" fill=\"#1a1a1a\">{}: {} of {} reachable transitions, {:.1} %{}</text>",
        top + 24,
        escape(table.name),
        coverage.active(number),
        table.reachable(),
        percent(coverage, number),
        paper(table)
    );
    for (state, name) in table.states.iter().enumerate() {
        let _ = writeln!(
            out,
            "<text x=\"{}\" y=\"{}\" text-anchor=\"middle\" fill=\"#1a1a1a\">{}</text>",
            LEFT + CELL.0 * state + CELL.0 / 2,
            top + 50,
            escape(name)
        );
    }
    let first = top + 58;
    for (event, name) in table.events.iter().enumerate() {
        let y = first + CELL.1 * event;
        let _ = writeln!(
            out,
            "<text x=\"12\" y=\"{}\" fill=\"#1a1a1a\">{}</text>",
            y + 17,
            escape(name)
        );
        for state in 0..table.states.len() {
            cell(
                coverage,
                (number, state, event),
                LEFT + CELL.0 * state,
                y,
                out,
            );
        }
    }
    first + CELL.1 * table.events.len()
}

fn cell(
    coverage: &Coverage,
    (number, state, event): (usize, usize, usize),
    x: usize,
    y: usize,
    out: &mut String,
) {
    let hits = coverage.hits(number, state, event);
    let (fill, frame, ink, words) = match coverage.class(number, state, event) {
        Class::Active => {
            // A shade for each power of ten.
            let shade = [
                "#deebf7", "#c6dbef", "#9ecae1", "#6baed6", "#4292c6", "#2171b5", "#084594",
            ];
            let at = (hits.ilog10() as usize).min(shade.len() - 1);
            let ink = if at > 3 { "#ffffff" } else { "#1a1a1a" };
            (shade[at], "#ffffff", ink, short(hits))
        }
        Class::Inactive => ("#ffffff", "#b2182b", "#b2182b", "never".to_owned()),
        Class::Undefined => ("#f2f2f2", "#ffffff", "#777777", "-".to_owned()),
        Class::Unreachable => ("#e0e0e0", "#ffffff", "#777777", "x".to_owned()),
    };
    let _ = writeln!(
        out,
        "<rect x=\"{x}\" y=\"{y}\" width=\"{}\" height=\"{}\" fill=\"{fill}\" stroke=\"{frame}\"/>\
         <text x=\"{}\" y=\"{}\" text-anchor=\"middle\" fill=\"{ink}\">{words}</text>",
        CELL.0 - 2,
        CELL.1 - 2,
        x + CELL.0 / 2 - 1,
        y + 16
    );
}
