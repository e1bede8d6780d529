//! An instruction held against its form.

use crate::ptx::decode::Names;
use crate::ptx::parse::raw;
use crate::syntax::Diagnostic;

use super::choose::{Choice, Forms, Opcode, all};
use super::operands::Operands;

/// What is known of an instruction.
pub enum Checked {
    /// It is as it should be.
    Fine,
    /// It is not listed.
    Unknown,
    /// It has a modifier that no form of it has.
    Stray(Stray),
    /// Its modifiers and types do not go together.
    Wrong(Diagnostic),
    /// Its operands do not fit.
    Misfit(Diagnostic),
}

/// A modifier that does not belong to its instruction.
pub struct Stray {
    /// The modifier.
    pub word: String,
    /// What is wrong, where the modifier is one of other instructions.
    pub mistake: Option<Diagnostic>,
}

/// Holds an instruction against its form.
pub fn check<'i>(names: &Names<'_>, raw: &raw::Instruction<'i>, forms: &mut Forms<'i>) -> Checked {
    let text = raw.opcode.node;
    let opcode = Opcode::new(text);
    let form = match forms.choose(text, &opcode) {
        Choice::Unknown => return Checked::Unknown,
        Choice::Stray(word) => return Checked::Stray(stray(raw, &opcode, word.clone())),
        Choice::Wrong {
            message,
            label,
            word,
        } => {
            let whole = raw.opcode.span;
            let span = word.as_ref().map_or(whole, |word| raw.modifier(word));
            return Checked::Wrong(Diagnostic::new(message.clone(), span, label.clone()));
        }
        Choice::Form(form) => form,
    };
    match Operands::new(names, raw, &opcode, form).check() {
        Ok(()) => Checked::Fine,
        Err(mistake) => Checked::Misfit(mistake),
    }
}

fn stray(raw: &raw::Instruction<'_>, opcode: &Opcode<'_>, word: String) -> Stray {
    let elsewhere = all().any(|form| form.known().any(|known| known == word));
    let mistake = elsewhere.then(|| {
        let label = format!("`{}` cannot be `.{word}`", opcode.base);
        Diagnostic::new(
            format!("there is no `{}`", raw.opcode.node),
            raw.modifier(&word),
            label,
        )
    });
    Stray { word, mistake }
}
