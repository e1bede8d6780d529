//! Names for what has none in the program's text: events, copies of locations, places.

use serde::Serialize;

use crate::program::Warp;
use crate::program::events::{EventKind, Unrolled};
use crate::program::symbolic::EventId;
use crate::program::{LocationId, Program, RegisterId, Term, Thread, ThreadId, location_at};
use crate::syntax::ast::Quantifier;
use crate::syntax::shown::shown;
use crate::syntax::span::{SourceFile, Span};

/// A piece of a source text, and where it is.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize)]
pub struct Site {
    /// Line, from 1.
    pub line: usize,
    /// Column in characters, from 1.
    pub column: usize,
    /// The text, with every run of blanks as one.
    pub text: String,
}

impl Site {
    /// The piece of the text under a span.
    #[must_use]
    pub fn of(source: &SourceFile, span: Span) -> Self {
        let at = source.position(span.start);
        Self {
            line: at.line,
            column: at.column,
            text: squeeze(source.slice(span)),
        }
    }

    /// `LINE:COLUMN`.
    #[must_use]
    pub fn place(&self) -> String {
        format!("{}:{}", self.line, self.column)
    }
}

/// A text on one line, with every run of blanks as one.
#[must_use]
pub fn squeeze(text: &str) -> String {
    let mut line = String::with_capacity(text.len());
    for word in text.split_whitespace() {
        if !line.is_empty() {
            line.push(' ');
        }
        line.push_str(word);
    }
    shown(&line)
}

/// `a` to `z`, then `aa` and so on.
///
/// ```
/// use gpu_litmus::view::names::letters;
/// assert_eq!((letters(0), letters(27)), ("a".to_owned(), "ab".to_owned()));
/// ```
#[must_use]
pub fn letters(index: usize) -> String {
    let mut result = String::new();
    let mut rest = index + 1;
    while rest > 0 {
        rest -= 1;
        let letter = u8::try_from(rest % 26).unwrap_or(0);
        result.insert(0, char::from(b'a' + letter));
        rest /= 26;
    }
    result
}

/// One label for each event: letters in program order, `init:x` for an initial write.
///
/// They are of all events, executed or not, so that the witness and the reason of one test speak
/// of the same event by the same letter.
#[must_use]
pub fn labels(program: &Program, unrolled: &Unrolled) -> Vec<String> {
    let mut next = 0;
    let label = |kind: &EventKind| {
        if let &EventKind::Initial {
            location: memory, ..
        } = kind
        {
            return initial(program, memory);
        }
        next += 1;
        letters(next - 1)
    };
    let kinds = unrolled.events.iter().map(|event| &event.kind);
    kinds.map(label).collect()
}

/// The label of an event.
#[must_use]
pub fn label(labels: &[String], event: EventId) -> String {
    labels.get(event.0).cloned().unwrap_or_default()
}

/// The label of the initial write of a memory.
#[must_use]
pub fn initial(program: &Program, memory: LocationId) -> String {
    format!("init:{}", location(program, memory))
}

/// A location's name; where several blocks have one of that name, with the block: `s@cta1`, or
/// `s@gpu0.cta1` where they are on several devices.
#[must_use]
pub fn location(program: &Program, id: LocationId) -> String {
    let name = &program.location(id).name;
    match block(program, id) {
        Some(block) => format!("{name}@{block}"),
        None => name.clone(),
    }
}

/// Whose a location is, where several blocks have one of that name: `cta1`, or `gpu0.cta1` where they are on several devices.
#[must_use]
pub fn block(program: &Program, id: LocationId) -> Option<String> {
    let found = program.location(id);
    let mut copies = program
        .locations
        .iter()
        .filter(|other| other.name == found.name && other.block != found.block)
        .peekable();
    match found.block {
        Some((gpu, cta)) if copies.peek().is_some() => {
            let near = copies.all(|other| other.block.is_none_or(|block| block.0 == gpu));
            Some(if near {
                format!("cta{cta}")
            } else {
                format!("gpu{gpu}.cta{cta}")
            })
        }
        _ => None,
    }
}

/// `P1`.
#[must_use]
pub fn thread(program: &Program, id: ThreadId) -> String {
    format!("P{}", program.thread(id).number)
}

/// A thread with its placement, as in the header: `P1@cta 0,gpu 0`.
#[must_use]
pub fn placed(thread: &Thread) -> String {
    let placement = &thread.placement;
    let warp = match placement.warp {
        Warp::Numbered(warp) => format!("warp {warp},"),
        Warp::Own(_) => String::new(),
    };
    format!(
        "P{}@{warp}cta {},gpu {}",
        thread.number, placement.cta, placement.gpu
    )
}

/// `P1:r1`.
#[must_use]
pub fn register(program: &Program, owner: ThreadId, id: RegisterId) -> String {
    let name = &program.thread(owner).registers[id.0].name;
    format!("{}:{name}", thread(program, owner))
}

/// What a term of a condition is called; nothing for a number.
#[must_use]
pub fn term(program: &Program, term: Term) -> Option<String> {
    match term {
        Term::Constant(_) => None,
        Term::Register(owner, id) => Some(register(program, owner, id)),
        Term::Location(id) => Some(location(program, id)),
    }
}

/// A value as text: `&x` for the address of a location.
#[must_use]
pub fn value(program: &Program, value: i64) -> String {
    match location_at(value, program.locations.len()) {
        Some(id) => format!("&{}", location(program, id)),
        None => value.to_string(),
    }
}

/// The word of a quantifier in the test.
#[must_use]
pub const fn quantifier(quantifier: Quantifier) -> &'static str {
    match quantifier {
        Quantifier::Exists => "exists",
        Quantifier::NotExists => "~exists",
        Quantifier::Forall => "forall",
    }
}

/// What the test states, in its own words: `exists (P1:r1 == 1)`, behind the filter if there is one.
#[must_use]
pub fn statement(program: &Program) -> String {
    let stated = stated(program);
    match filter(program) {
        Some(filter) => format!("filter {} {stated}", enclosed(filter)),
        None => stated,
    }
}

/// Its filter, in its own words.
#[must_use]
pub fn filter(program: &Program) -> Option<String> {
    let filter = program.filter.as_ref()?;
    Some(squeeze(program.source.slice(filter.span())))
}

/// What it states of the executions that pass the filter.
#[must_use]
pub fn stated(program: &Program) -> String {
    let condition = squeeze(program.source.slice(program.condition.span()));
    let word = quantifier(program.quantifier);
    format!("{word} {}", enclosed(condition))
}

/// A condition in parentheses, if it is not so already.
fn enclosed(condition: String) -> String {
    if condition.starts_with('(') && condition.ends_with(')') && closes_at_end(&condition) {
        condition
    } else {
        format!("({condition})")
    }
}

/// Whether the parenthesis that opens a text is the one that ends it.
fn closes_at_end(text: &str) -> bool {
    let mut depth = 0_usize;
    for (index, letter) in text.char_indices() {
        match letter {
            '(' => depth += 1,
            ')' => depth = depth.saturating_sub(1),
            _ => {}
        }
        if depth == 0 {
            return index + 1 == text.len();
        }
    }
    false
}
