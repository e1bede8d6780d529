//! The launch of a printed test.

use std::fmt::Write as _;

use crate::program::{Condition, LocationId, Term};
use crate::syntax::ast::{Comparison, Quantifier};

use super::print::{Layout, name, slot};

/// The buffer that registers are put in.
const REGISTERS: &str = "registers";

/// The launch file.
pub fn text(layout: &Layout) -> String {
    let globals = layout.globals();
    let names: Vec<String> = globals.iter().map(|&id| name(id)).collect();
    let quoted = |name: &str| format!("\"{name}\"");
    let asked = globals
        .iter()
        .filter(|&&id| mentions(layout, id))
        .map(|&id| quoted(&name(id)));
    let outputs: Vec<String> = asked.chain([quoted(REGISTERS)]).collect();
    let mut text = format!("ptx = \"test.ptx\"\noutputs = [{}]\n", outputs.join(", "));
    let args: Vec<String> = names
        .iter()
        .map(|name| quoted(&format!("&{name}")))
        .chain([quoted(&format!("&{REGISTERS}"))])
        .collect();
    let mut devices: Vec<u32> = layout.blocks.iter().map(|(gpu, _)| *gpu).collect();
    devices.dedup();
    for (block, (gpu, threads)) in layout.blocks.iter().enumerate() {
        let device = devices.iter().position(|one| one == gpu).unwrap_or(0);
        let _ = write!(
            text,
            "\n[[launch]]\nentry = \"block{block}\"\ngrid = [1]\nblock = [{}]\ndevice = {device}\n\
             shared_init = 0\nargs = [{}]\n",
            threads.len(),
            args.join(", ")
        );
    }
    for (name, &id) in names.iter().zip(&globals) {
        let initial = layout.program.location(id).initial;
        let _ = write!(
            text,
            "\n[buffer.{name}]\ntype = \"s{}\"\ninit = [{initial}]\n",
            layout.bits
        );
    }
    let _ = write!(
        text,
        "\n[buffer.{REGISTERS}]\ntype = \"s64\"\ncount = {}\n",
        layout.asked.len().max(1)
    );
    text.push_str(&property(layout));
    text
}

/// Whether the test asks what a location holds at the end.
fn mentions(layout: &Layout, id: LocationId) -> bool {
    layout.program.asks_at_end(id)
}

fn property(layout: &Layout) -> String {
    let program = layout.program;
    let condition = formula(layout, &program.condition);
    let filter = program.filter.as_ref().map(|one| formula(layout, one));
    let (kind, text) = match (program.quantifier, filter) {
        (Quantifier::Exists, None) => ("exists", condition),
        (Quantifier::Exists, Some(filter)) => ("exists", format!("({filter}) /\\ ({condition})")),
        (Quantifier::NotExists, None) => ("forall", format!("~({condition})")),
        (Quantifier::NotExists, Some(filter)) => {
            ("forall", format!("~(({filter}) /\\ ({condition}))"))
        }
        (Quantifier::Forall, None) => ("forall", condition),
        (Quantifier::Forall, Some(filter)) => ("forall", format!("~({filter}) \\/ ({condition})")),
    };
    format!("\n[[property]]\n{kind} = '{text}'\n")
}

fn formula(layout: &Layout, condition: &Condition) -> String {
    let joined = |parts: &[Condition], word: &str| {
        let parts: Vec<String> = parts
            .iter()
            .map(|part| format!("({})", formula(layout, part)))
            .collect();
        parts.join(word)
    };
    match condition {
        Condition::Literal(truth, _) => truth.to_string(),
        Condition::Compare(comparison, a, b, _) => {
            let comparison = match comparison {
                Comparison::Eq => "==",
                Comparison::Ne => "!=",
                Comparison::Lt => "<",
                Comparison::Le => "<=",
                Comparison::Gt => ">",
                Comparison::Ge => ">=",
            };
            format!("{} {comparison} {}", term(layout, *a), term(layout, *b))
        }
        Condition::Not(inner, _) => format!("~({})", formula(layout, inner)),
        Condition::And(parts, _) => joined(parts, " /\\ "),
        Condition::Or(parts, _) => joined(parts, " \\/ "),
        // Such tests are not printed.
        Condition::Terminates(_) => "terminates".to_owned(),
    }
}

fn term(layout: &Layout, term: Term) -> String {
    match term {
        Term::Constant(number) => number.to_string(),
        Term::Location(id) => format!("{}[0]", name(id)),
        Term::Register(thread, register) => {
            let slot = slot(layout, thread, register).unwrap_or(0);
            format!("{REGISTERS}[{slot}]")
        }
    }
}
