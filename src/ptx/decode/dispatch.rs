//! Which part of the decoder knows an opcode.

use crate::ptx::form::{self, Checked, Forms, Stray};
use crate::ptx::module::NEWEST;
use crate::ptx::operation::Operation;
use crate::ptx::parse::raw;
use crate::syntax::Diagnostic;

use super::names::Names;
use super::words::{Decoded, Refusal, Words};

/// What an instruction does.
///
/// # Errors
///
/// A mistake in the text; an instruction that is not interpreted is none.
pub fn operation<'i>(
    names: &Names<'_>,
    raw: &raw::Instruction<'i>,
    forms: &mut Forms<'i>,
) -> Result<Operation, Diagnostic> {
    let mut words = Words::new(names, raw);
    let decoded = decode(&mut words).and_then(|operation| {
        words.done()?;
        Ok(operation)
    });
    let operation = match decoded {
        Ok(operation) => operation,
        Err(Refusal::Misfit(misfit)) if is_newer(names) => later(&misfit),
        Err(Refusal::Mistake(mistake) | Refusal::Misfit(mistake)) => return Err(mistake),
        Err(Refusal::Refused(why)) => Operation::Refused {
            why: words.misspelt().unwrap_or(why),
        },
    };
    checked(form::check(names, raw, forms), names, &words, operation)
}

/// The operation of an instruction that looks as it should.
fn checked(
    found: Checked,
    names: &Names<'_>,
    words: &Words<'_>,
    operation: Operation,
) -> Result<Operation, Diagnostic> {
    let is_refused = matches!(operation, Operation::Refused { .. });
    match found {
        Checked::Fine | Checked::Unknown => Ok(operation),
        Checked::Stray(_) if is_refused => Ok(operation),
        Checked::Stray(Stray {
            mistake: Some(mistake),
            ..
        })
        | Checked::Wrong(mistake)
        | Checked::Misfit(mistake)
            if is_newer(names) =>
        {
            Ok(later(&mistake))
        }
        Checked::Stray(Stray {
            mistake: Some(mistake),
            ..
        })
        | Checked::Wrong(mistake)
        | Checked::Misfit(mistake) => Err(mistake),
        Checked::Stray(Stray {
            word,
            mistake: None,
        }) => Ok(Operation::Refused {
            why: words.unknown(&word),
        }),
    }
}

/// Whether a module may have what is not known here.
fn is_newer(names: &Names<'_>) -> bool {
    names.module.version > NEWEST
}

/// What would be a mistake in a PTX that is known.
fn later(mistake: &Diagnostic) -> Operation {
    let why = format!("{}, as far as PTX is known here", mistake.message);
    Operation::Refused { why }
}

fn decode(words: &mut Words<'_>) -> Decoded<Operation> {
    match words.base {
        "ld" | "ldu" => words.load(),
        "st" => words.store(),
        "atom" => words.atomic(false),
        "red" => words.atomic(true),
        "membar" | "fence" => words.fence(),
        "bar" | "barrier" => words.barrier(),
        "shfl" => words.shuffle(),
        "vote" => words.vote(),
        "match" => words.matches(),
        "redux" => words.reduce(),
        "elect" => words.elect(),
        "mbarrier" => words.memory_barrier(),
        "activemask" => words.active_mask(),
        "bra" => words.branch(),
        "brx" => words.branch_indexed(),
        "call" => words.call(),
        "ret" => words.plain(&["uni"], Operation::Return),
        "exit" => words.plain(&[], Operation::Exit),
        "trap" => words.plain(&[], Operation::Trap),
        "brkpt" | "nanosleep" | "prefetch" | "prefetchu" | "pmevent" | "applypriority"
        | "setmaxnreg" => Ok(words.nothing()),
        "mov" => words.copy(),
        "cvta" => words.convert_address(),
        "isspacep" => words.is_in_space(),
        "setp" => words.compare(),
        "cvt" => words.convert(),
        "selp" => words.select(),
        base => match words
            .arithmetic()?
            .map_or_else(|| words.rare(), |one| Ok(Some(one)))?
        {
            Some(operation) => Ok(operation),
            None => Err(Refusal::unclear(unknown(base))),
        },
    }
}

/// What would be needed for an instruction.
fn unknown(base: &str) -> String {
    let what = match base {
        "discard" => "what memory holds after `discard`",
        "griddepcontrol" => {
            "launches that begin before one ends that they depend on (griddepcontrol)"
        }
        "cp" => "asynchronous copies",
        "wgmma" | "tcgen05" | "mma" | "wmma" | "ldmatrix" | "stmatrix" => "matrix instructions",
        "tex" | "tld4" | "txq" | "suld" | "sust" | "sured" | "suq" => "textures and surfaces",
        "multimem" => "multimem operations",
        "mapa" | "getctarank" => "clusters",
        "alloca" | "stacksave" | "stackrestore" => "stacks of a size that is computed",
        _ => {
            let near = form::opcode(base);
            let near = near.map_or(String::new(), |near| format!(" (did you mean `{near}`?)"));
            return format!("`{base}`, which is not interpreted{near}");
        }
    };
    format!("{what}, which the models do not describe")
}
