//! Tables of loads and stores as lectures print them.
//!
//! A cell is `KIND^thread(address)value`: `$S^1(A)a_1$`, `L <sup>3</sup> (A) a <sub>0</sub>` and `S1(A)1` say the
//! same kind of thing. The superscript names the thread; in which column the cell stands says nothing, as
//! columns are the first thing that is lost when a page becomes text.

mod cell;

use cell::{Bare, Cell, cell, strange};

use crate::trace::log::{Mode, Op, Order, Span};

use crate::syntax::ast::Scope;
use crate::syntax::diagnostic::nearest;

use super::builder::Builder;
use super::event::{Piece, Placed, Raw};
use super::mistake::Mistake;

/// The time at the front of a line: `t12:`, `t12 S…`, `t12-----`, `| t12 | S…`, `| **t12** |`.
fn time(line: &str) -> (Option<u64>, usize) {
    let start = line.len() - line.trim_start_matches(is_before).len();
    let rest = line.get(start..).unwrap_or_default();
    let Some(digits) = rest.strip_prefix('t') else {
        return (None, 0);
    };
    let count = digits.bytes().take_while(u8::is_ascii_digit).count();
    let next = digits.get(count..).and_then(|tail| tail.chars().next());
    let ends =
        next.is_none_or(|next| matches!(next, ':' | ' ' | '\t' | '-' | '|' | '$' | '*' | '<'));
    match digits.get(..count).and_then(|number| number.parse().ok()) {
        Some(number) if ends => {
            let tail = digits.get(count..).unwrap_or_default();
            let stars = tail.len() - tail.trim_start_matches('*').len();
            (Some(number), start + 1 + count + stars)
        }
        Some(_) | None => (None, 0),
    }
}

/// What may stand before a time.
fn is_before(letter: char) -> bool {
    letter.is_whitespace() || matches!(letter, '|' | '*' | '$')
}

/// A time that has a column which is not the first to itself: the row would have none.
fn misplaced_time(tail: &str, skipped: usize) -> Option<Mistake> {
    let mut from = skipped;
    for part in tail.split('|') {
        let word = part.trim_matches(is_before);
        let digits = word.strip_prefix('t').filter(|digits| !digits.is_empty());
        if digits.is_some_and(|digits| digits.bytes().all(|byte| byte.is_ascii_digit())) {
            let start = from + part.find(word).unwrap_or(0);
            let text = format!("`{word}` is a time that does not stand at the front of its row");
            let place = start..start + word.len();
            return Some(Mistake::new(place, text, "expected in the first column"));
        }
        from += part.len() + 1;
    }
    None
}

/// What a reader of tables knows from earlier lines.
#[derive(Debug, Default)]
pub struct Tables {
    /// How many cells there were.
    pub cells: usize,
    /// The time of the line before.
    last: Option<u64>,
    /// Whether times stand behind a bar.
    barred: bool,
}

impl Tables {
    /// Reads one line.
    ///
    /// # Errors
    ///
    /// A cell breaks off, or is none of a log.
    pub fn read_line(
        &mut self,
        builder: &mut Builder,
        line: &str,
        number: u64,
    ) -> Result<(), Mistake> {
        let plain = line.trim_start().trim_start_matches(['|', '*', '-', ' ']);
        let after = plain.strip_prefix("INIT");
        if after.is_some_and(|rest| !rest.starts_with(char::is_alphanumeric)) {
            return init(builder, line, number);
        }
        if let Some(wrong) = misspelt_init(line, plain) {
            return Err(wrong);
        }
        let (time, mut skipped) = time(line);
        let bar = line.trim_start().starts_with('|');
        if time.is_none() && self.barred && bar {
            // The first column is that of times, and is left blank.
            skipped = line.find('|').map_or(0, |at| at + 1);
        }
        let tail = line.get(skipped..).unwrap_or_default();
        let timed = time.is_some() || self.last.is_some();
        let bare = Bare::of(tail);
        let mut from = 0;
        let mut column = 0;
        let mut found = 0;
        while let Some(letter) = bare.letter(from) {
            // Before the first column may stand a bar, or a time, or the blank of a row without a time where others have one.
            column += usize::from(match letter {
                '|' => from > 0,
                '\t' => from > 0 || !timed,
                _ => false,
            });
            // A kind stands at the start of a word: no letter before it.
            let inside = from.checked_sub(1).and_then(|at| bare.letter(at));
            let inside = inside.is_some_and(char::is_alphabetic) && bare.joined(from);
            let Some(mut one) = (if inside {
                None
            } else {
                cell(&bare, from).map_err(|wrong| shift(wrong, skipped))?
            }) else {
                if let Some(wrong) = strange(&bare, from).filter(|_| !inside) {
                    return Err(shift(wrong, skipped));
                }
                from += 1;
                continue;
            };
            if one.op == Op::Barrier
                && let Some(wrong) = nobodys(tail, &one.at)
            {
                return Err(shift(wrong, skipped));
            }
            from = one.end;
            one.at = one.at.start + skipped..one.at.end + skipped;
            // The first cell of a time has its name.
            let name = time.filter(|_| found == 0 && self.last != time);
            add(builder, &one, (time, name), column, number)?;
            found += 1;
        }
        self.cells += found;
        if found > 0
            && time.is_none()
            && let Some(wrong) = misplaced_time(tail, skipped)
        {
            return Err(wrong);
        }
        if found > 0 && time.is_some() {
            self.barred = bar;
            if time < self.last {
                let text = "the time of this row is before that of the row above it";
                return Err(Mistake::new(0..skipped, text, "goes back"));
            }
            self.last = time;
        }
        Ok(())
    }
}

/// With fewer blanks before it a cell is in the first column: no cell fits there.
const INDENT: usize = 6;

/// A barrier whose column cannot be told: what is before it in its row are blanks and other cells, no tab and no bar.
fn nobodys(tail: &str, at: &std::ops::Range<usize>) -> Option<Mistake> {
    let before = tail.get(..at.start).unwrap_or_default();
    let told = tail.contains(['|', '\t']);
    let first = before.chars().count() < INDENT && before.trim().is_empty();
    (!told && !first).then(|| {
        let text =
            "whose barrier this is cannot be told: the columns of this row are apart by blanks";
        Mistake::new(at.clone(), text, "of which column?")
            .with_help("tabs or bars between columns tell it: `S1(A)1 | BARRIER(b)`")
    })
}

/// Adds what a cell says, at a time, and with a name if it has one.
fn add(
    builder: &mut Builder,
    one: &Cell,
    (time, name): (Option<u64>, Option<u64>),
    column: usize,
    number: u64,
) -> Result<(), Mistake> {
    let piece = |text: &str| Piece {
        text: text.to_owned().into(),
        at: one.at.clone(),
    };
    // A barrier has no superscript: its column is all that says whose it is.
    let thread = match one.op {
        Op::Barrier => format!("T{}", column + 1),
        Op::Load | Op::Store | Op::Rmw | Op::Fence | Op::WriteBack => {
            format!("T{}", one.thread)
        }
    };
    let value = one.value.as_deref().map(piece);
    let (read, wrote) = match one.op {
        Op::Load => (value, None),
        Op::Store | Op::Rmw | Op::WriteBack => (None, value),
        Op::Fence | Op::Barrier => (None, None),
    };
    let id = name.map(|time| format!("t{time}"));
    builder.add(
        &Raw {
            id: id.as_deref().map(piece),
            thread: piece(&thread),
            placed: Placed::default(),
            op: one.op,
            mode: Mode::new(Order::Weak, Scope::Gpu),
            place: Some(piece(&one.address)),
            read,
            wrote,
            time: time.map(|at| Span { start: at, end: at }),
            dependencies: Vec::new(),
        },
        number,
    )
}

fn shift(mut wrong: Mistake, by: usize) -> Mistake {
    wrong.place = wrong.place.start + by..wrong.place.end + by;
    wrong
}

/// `INTI A=0`: initial values that nobody would hear of.
fn misspelt_init(line: &str, plain: &str) -> Option<Mistake> {
    let word: String = plain
        .chars()
        .take_while(|one| one.is_alphabetic())
        .collect();
    let upper = word.to_uppercase();
    let near = if upper == "INIT" {
        Some("INIT")
    } else {
        nearest(&upper, ["INIT"])
    }?;
    plain.contains('=').then(|| {
        let start = line.len() - plain.len();
        let place = start..start + word.len();
        let text = format!("`{word}` is no kind of line");
        Mistake::new(place, text, "expected INIT").with_near(&word, near)
    })
}

/// `INIT A=0, B=0;`
fn init(builder: &mut Builder, line: &str, number: u64) -> Result<(), Mistake> {
    let start = line.find("INIT").map_or(0, |at| at + 4);
    let mut from = start;
    for part in line.get(start..).unwrap_or_default().split([',', ';']) {
        let at = from..from + part.len();
        from = at.end + 1;
        let word = |text: &str| text.trim().trim_matches(['$', '*', '|', '\t']).to_owned();
        let Some((address, value)) = part.split_once('=') else {
            if word(part).trim_matches([':', '-', ' ']).is_empty() {
                continue;
            }
            let text = "an initial value that is not said";
            return Err(Mistake::new(at, text, "expected ADDRESS=VALUE"));
        };
        let piece = |text: &str| Piece {
            text: word(text).into(),
            at: at.clone(),
        };
        builder.init(&piece(address), &piece(value), number)?;
    }
    Ok(())
}
