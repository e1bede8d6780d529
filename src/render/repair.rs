//! Fixes and proofs of launches, for a person.

use std::fmt::Write as _;

use crate::kernel::report::fix::{Edit, Fix};
use crate::kernel::report::{WIDTH, folded};
use crate::ptx::lines::is_python;
use crate::tasks::repair::Fixed;

mod barriers;
mod proof;

pub use proof::proof;

/// That nothing that is looked for in CUDA does, and what that is.
const NOT_IN_CUDA: &str = "In CUDA, none of these mends it: fences, `volatile`, wider scopes of atomics, orders of \
    `cuda::atomic_ref` where it is used.";

/// That it is not known.
const OPEN_IN_CUDA: &str = "Whether fences, `volatile`, wider scopes of atomics, or orders of `cuda::atomic_ref` mend it \
    in CUDA is open.";

/// The same of Python.
const NOT_IN_PYTHON: &str = "In Python, none of these mends it: `cuda.threadfence()` and its like in Numba, `sem` and \
    `scope` of atomics in Triton. Other calls were not tried.";

/// That a property does not hold any more.
const LOST: &str =
    "The property that asks for some run does not hold with it: what is stronger has fewer runs.";

/// The same where that is open.
const PERHAPS_LOST: &str = "Whether the property that asks for some run still holds is open: what is stronger has fewer runs.";

/// Whether an edit is of a source in Python.
fn of_python(edit: &Edit) -> bool {
    let cuda = edit.place.cuda.as_ref();
    cuda.is_some_and(|cuda| is_python(&cuda.line.file))
}

/// The fixes of a launch.
#[must_use]
pub fn fixes(fixed: &Fixed) -> String {
    let mut out = barriers::found(fixed);
    if !fixed.beyond.is_empty() {
        let names = fixed.beyond.join(", ");
        sentence(
            &mut out,
            &format!("No fences, orders or scopes mend {names}."),
        );
    }
    if !fixed.open.is_empty() {
        let names = fixed.open.join(", ");
        sentence(
            &mut out,
            &format!("Whether fences, orders or scopes mend {names} is open."),
        );
    }
    if let Some(untried) = barriers::untried(fixed) {
        sentence(&mut out, &untried);
    }
    if fixed.mended.is_empty() {
        if !fixed.undecided.is_empty() {
            let names = fixed.undecided.join(", ");
            let text =
                format!("Nothing is known to be violated that could be mended; open: {names}.");
            sentence(&mut out, &text);
        } else if fixed.beyond.is_empty() && fixed.open.is_empty() {
            out.push_str("  Nothing is violated, so there is nothing to mend.\n");
        }
        return out;
    }
    let alike = matches!(&fixed.fixes[..], [one, other] if one.edits == other.edits);
    for fix in &fixed.fixes {
        if alike && fix.language == "ptx" {
            continue;
        }
        self::fix(&mut out, fix);
    }
    let edits = || fixed.fixes.iter().flat_map(|fix| &fix.edits);
    if fixed.no_cuda && !fixed.names_lines {
        let text = "The PTX names no lines of CUDA, so that nothing is said in CUDA: `nvcc -lineinfo` prints them.";
        sentence(&mut out, text);
    } else if fixed.no_cuda && edits().all(of_python) {
        sentence(&mut out, NOT_IN_PYTHON);
    } else if let (true, [first, rest @ ..]) = (fixed.no_cuda, &fixed.lineless[..]) {
        let text = format!(
            "The compiler names no line of CUDA for PTX {}, so that nothing is said in CUDA: it made that of several \
             statements, or moved it, or several lines call it. What it reads once before a loop it reads again in each lap where that is `volatile` or atomic.",
            lines(*first, rest)
        );
        sentence(&mut out, &text);
    } else if fixed.no_cuda {
        let untried = match fixed.barriers {
            Some(_) => "Other calls",
            None => "Barriers and other calls",
        };
        sentence(
            &mut out,
            &format!("{NOT_IN_CUDA} {untried} were not tried."),
        );
    }
    if fixed.open_cuda {
        sentence(&mut out, OPEN_IN_CUDA);
    }
    let with = match fixed.fixes.len() {
        _ if alike => "it",
        1 => "it",
        _ => "either",
    };
    let proved = fixed.fixes.iter().all(|fix| fix.cheapest);
    let least = if proved {
        "; nothing cheaper does"
    } else {
        "; whether something cheaper does is open"
    };
    let verb = if fixed.mended.len() == 1 {
        "holds"
    } else {
        "hold"
    };
    let text = format!(
        "Proof: with {with}, {} {verb}{least} ({} questions asked).",
        fixed.mended.join(", "),
        fixed.questions
    );
    sentence(&mut out, &text);
    if let Some(lost) = lost(fixed) {
        sentence(&mut out, lost);
    }
    out
}

/// What the changes do to a property that asks for some run, where they do not leave it as it is.
#[must_use]
pub fn lost(fixed: &Fixed) -> Option<&'static str> {
    fixed
        .lost
        .map(|lost| if lost { LOST } else { PERHAPS_LOST })
}

fn fix(out: &mut String, fix: &Fix) {
    let least = if fix.cheapest { "Cheapest" } else { "A" };
    let language = fix.said_in();
    let head = if fix.language == "cuda" {
        format!("{least} fix in {language}, cost {}:", fix.cost)
    } else if fix.cheapest {
        format!("{least} in {language}, cost {}:", fix.cost)
    } else {
        format!("Another in {language}, cost {}:", fix.cost)
    };
    let mut head = head;
    for edit in &fix.edits {
        let (said, note) = if fix.language == "cuda" {
            in_cuda(edit)
        } else {
            (in_ptx(edit), String::new())
        };
        beside(out, &head, &said);
        if !note.is_empty() {
            beside(out, "", &format!("({note})"));
        }
        head.clear();
    }
}

/// The width of what stands before a change.
const HEAD: usize = 32;

/// A change beside its head, on as many lines as it needs.
fn beside(out: &mut String, head: &str, text: &str) {
    let room = WIDTH - HEAD - 3;
    let mut head = head;
    for line in folded(text, (room, room)) {
        let _ = writeln!(out, "  {head:HEAD$} {line}");
        head = "";
    }
}

/// A sentence of its own, on as many lines as it needs.
fn sentence(out: &mut String, text: &str) {
    let room = WIDTH - 2;
    for (index, line) in folded(text, (room, room - 2)).into_iter().enumerate() {
        let indent = if index == 0 { 2 } else { 4 };
        let _ = writeln!(out, "{:indent$}{line}", "");
    }
}

/// `__threadfence();  after last_block.cu:8`, and the line of PTX that is enough.
fn in_cuda(edit: &Edit) -> (String, String) {
    let place = edit.place.short();
    let said = edit.cuda.as_deref().unwrap_or(&edit.new);
    let new = plain(&edit.new);
    let new = new.trim_end_matches(';');
    let line = edit.place.ptx.line;
    match edit.kind {
        "insert" | "insert-before" => {
            let where_ = match (edit.each_round, edit.inside_line, edit.kind) {
                (true, ..) => "each time round the loop of",
                (_, true, _) => "inside",
                (_, false, "insert") => "after",
                (_, false, _) => "before",
            };
            let within = match edit.in_loop {
                Some(line) => format!(", in the loop of line {line}"),
                None if edit.in_branch && !edit.inside_line && !edit.each_round => {
                    ", in the same branch".to_owned()
                }
                None => String::new(),
            };
            let side = if edit.kind == "insert" {
                "after"
            } else {
                "before"
            };
            let lines = lines(line, &edit.copies);
            let which = match edit.of_line.filter(|_| where_ == "inside") {
                Some((nth, all)) => format!(", {side} access {nth} of {all} in its PTX"),
                None => String::new(),
            };
            (
                format!("{said}  {where_} {place}{which}{within}"),
                format!("{new} {side} PTX {lines} is enough"),
            )
        }
        _ => {
            let likewise = match &edit.copies[..] {
                [] => String::new(),
                [first, rest @ ..] => format!("; likewise {}", lines(*first, rest)),
            };
            let old = edit.old.trim_start();
            let stands = ["fence", "membar"].iter().any(|one| old.starts_with(one));
            // What a library does for an order is written as that.
            let of_library = said.starts_with("cuda::");
            let at = if stands && !of_library {
                "for the fence at"
            } else {
                "at"
            };
            (
                format!("{said}  {at} {place}"),
                format!("PTX line {line} becomes {new}{likewise}"),
            )
        }
    }
}

/// `line 5`, or `lines 5, 7 and 9`.
fn lines(first: usize, others: &[usize]) -> String {
    let Some((last, between)) = others.split_last() else {
        return format!("line {first}");
    };
    let mut text = format!("lines {first}");
    for line in between {
        let _ = write!(text, ", {line}");
    }
    let _ = write!(text, " and {last}");
    text
}

fn in_ptx(edit: &Edit) -> String {
    let line = edit.place.ptx.line;
    let new = plain(&edit.new);
    let cuda = edit.place.cuda.as_ref();
    let place = cuda.map_or(String::new(), |_| format!(" ({})", edit.place.short()));
    match edit.kind {
        "insert" => format!("{new} after line {line}{place}"),
        "insert-before" => format!("{new} before line {line}{place}"),
        _ => {
            let unsaid = match cuda {
                None => "",
                Some(_) if edit.cuda.is_some() => "",
                Some(cuda) if is_python(&cuda.line.file) => "",
                Some(_) if has_reference(&new) => "; in CUDA only cuda::atomic_ref says it",
                Some(_) => "; no CUDA function prints it",
            };
            format!("line {line} becomes {new}{place}{unsaid}")
        }
    }
}

/// Whether `cuda::atomic_ref` has a function for an access: it has none for vectors, `inc` and `dec`.
fn has_reference(instruction: &str) -> bool {
    let opcode = instruction.split_whitespace();
    let mut words = opcode.take(2).flat_map(|part| part.split('.'));
    !words.any(|word| ["inc", "dec", "v2", "v4", "v8"].contains(&word))
}

/// An instruction with single blanks.
fn plain(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}
