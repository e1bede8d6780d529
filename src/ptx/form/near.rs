//! The nearest thing that is known.

use crate::syntax::diagnostic::nearest;

use super::choose::all;
use super::table::Form;

/// Opcodes that have no form here, because nothing is asked of their operands or they are refused.
const OTHERS: [&str; 41] = [
    "addc",
    "alloca",
    "applypriority",
    "barrier",
    "brkpt",
    "call",
    "copysign",
    "cp",
    "discard",
    "dp2a",
    "dp4a",
    "elect",
    "fns",
    "getctarank",
    "griddepcontrol",
    "ldmatrix",
    "madc",
    "mapa",
    "mbarrier",
    "mma",
    "movmatrix",
    "mul24",
    "multimem",
    "nanosleep",
    "pmevent",
    "prefetch",
    "prefetchu",
    "set",
    "setmaxnreg",
    "slct",
    "stmatrix",
    "subc",
    "suld",
    "sust",
    "tcgen05",
    "testp",
    "tex",
    "tld4",
    "txq",
    "wgmma",
    "wmma",
];

/// An opcode that is nearly this one.
pub fn opcode(name: &str) -> Option<&'static str> {
    let mut known: Vec<&'static str> = all().map(|form| form.op).chain(OTHERS).collect();
    if known.contains(&name) {
        return None;
    }
    known.sort_unstable();
    known.dedup();
    nearest(name, known)
}

/// A modifier of an opcode that is nearly this one.
pub fn modifier(base: &str, name: &str) -> Option<&'static str> {
    let forms = || all().filter(|form| form.op == base);
    let types = forms().flat_map(|form| form.types.split(' ').chain(form.second.split(' ')));
    let mut known: Vec<&'static str> = forms().flat_map(Form::known).chain(types).collect();
    known.sort_unstable();
    known.dedup();
    nearest(name, known)
}
