//! The operands of an instruction, by the letters of its form.
//!
//! `=` before a letter is a result, `?` an operand that may be missing. Of the first type are `t` and, where a wider
//! register will do, `T`; of the second `U`; of twice the first `w`; `m` of `mov`, also in parts. `r` has 32 bits and is
//! a whole number, `i` has 32 bits, `d` is an address or a part of it, `p` a predicate, `n` a literal, `b` and `c` a
//! barrier and how many threads come, `v` what `cvta` converts, `a` an address in brackets, `e` what is loaded or stored there. Results that may be
//! `_` are `_` and `o`; `q` is one predicate or two; `l` a number and maybe a predicate, `k` surely. `x` is not looked at.

use crate::ptx::decode::Names;
use crate::ptx::operation::Literal;
use crate::ptx::parse::raw;
use crate::ptx::types::{Kind, Type};
use crate::syntax::Diagnostic;
use crate::syntax::span::{Span, Spanned};

use super::choose::Opcode;
use super::table::Form;
use super::wanted::Wanted;

/// The barriers of a block.
const BARRIERS: u64 = 16;

pub type Operand<'a> = Spanned<raw::Operand<'a>>;

/// An instruction and its form.
pub struct Operands<'a> {
    pub names: &'a Names<'a>,
    pub text: &'a str,
    pub opcode: &'a Opcode<'a>,
    form: &'static Form,
    given: &'a [Operand<'a>],
    span: Span,
}

impl<'a> Operands<'a> {
    pub fn new(
        names: &'a Names<'a>,
        raw: &'a raw::Instruction<'a>,
        opcode: &'a Opcode<'a>,
        form: &'static Form,
    ) -> Self {
        Self {
            names,
            text: raw.opcode.node,
            opcode,
            form,
            given: &raw.operands,
            span: raw.opcode.span,
        }
    }

    pub fn check(&self) -> Result<(), Diagnostic> {
        let mut letters: Vec<&str> = self
            .form
            .operands
            .split(' ')
            .filter(|one| !one.is_empty())
            .collect();
        if self.text.contains("::cache_hint") {
            letters.push("h");
        }
        if letters.len() > self.given.len() {
            letters.retain(|one| !one.starts_with('?'));
        }
        if letters.len() != self.given.len() {
            return Err(self.count(letters.len()));
        }
        for (letter, operand) in letters.iter().zip(self.given) {
            match letter.strip_prefix('=') {
                Some(letter) => self.result(letter, operand)?,
                None => self.value(letter.trim_start_matches('?'), operand)?,
            }
        }
        Ok(())
    }

    fn count(&self, expected: usize) -> Diagnostic {
        let message = format!("`{}` with {} operands", self.opcode.base, self.given.len());
        Diagnostic::new(message, self.span, format!("expected {expected}"))
    }

    pub fn ty(&self, at: usize) -> Type {
        let named = self.opcode.types.get(at).copied().and_then(Type::named);
        named.unwrap_or(Type::U32)
    }

    pub const fn wanted(&self, ty: Type, wider: bool) -> Wanted<'a> {
        Wanted {
            opcode: self.text,
            ty,
            wider,
        }
    }

    fn result(&self, letter: &str, operand: &Operand<'_>) -> Result<(), Diagnostic> {
        if let raw::Operand::Name("_") = operand.node {
            return match letter {
                "_" | "o" | "q" => Ok(()),
                _ => Err(Diagnostic::new(
                    format!("`{}` needs a result", self.opcode.base),
                    operand.span,
                    "expected a register",
                )),
            };
        }
        if let raw::Operand::Pair(first, second) = &operand.node {
            let number = match letter {
                "q" => Type::PREDICATE,
                "l" | "k" => Type::B32,
                _ => {
                    return Err(Diagnostic::new(
                        "unexpected operand",
                        operand.span,
                        "expected one register",
                    ));
                }
            };
            for (name, ty) in [(first, number), (second, Type::PREDICATE)] {
                if *name != "_" {
                    self.wanted(ty, false)
                        .name(self.names, name, operand.span)?;
                }
            }
            return Ok(());
        }
        match letter {
            "_" | "o" | "t" => self.value("t", operand),
            "q" => self.value("p", operand),
            "l" => self.value("i", operand),
            "k" => Err(Diagnostic::new(
                format!("`{}` has two results", self.opcode.base),
                operand.span,
                "expected a register and a predicate, `%r1|%p1`",
            )),
            letter => self.value(letter, operand),
        }
    }

    fn value(&self, letter: &str, operand: &Operand<'_>) -> Result<(), Diagnostic> {
        let (ty, wider) = match letter {
            "t" => (self.ty(0), false),
            "T" => (self.ty(0), true),
            "U" => (self.ty(1), true),
            "w" => (self.ty(0).doubled(), false),
            "r" => (Type::U32, false),
            "i" => (Type::B32, false),
            "d" => (Type::U32, true),
            "h" => (Type::B64, false),
            "p" => (Type::PREDICATE, false),
            "m" => return self.moved(operand),
            "e" => return self.element(operand),
            "a" => return self.address(operand),
            "n" => return literal(operand),
            "v" => {
                self.converted(operand)?;
                (self.ty(0), false)
            }
            "b" | "c" => {
                self.barrier(letter == "c", operand)?;
                (Type::U32, false)
            }
            _ => return Ok(()),
        };
        self.wanted(ty, wider).value(self.names, operand)
    }

    /// `mov`: the whole, or parts that are as large together.
    fn moved(&self, operand: &Operand<'_>) -> Result<(), Diagnostic> {
        let ty = self.ty(0);
        let raw::Operand::Vector(parts) = &operand.node else {
            return self.wanted(ty, false).value(self.names, operand);
        };
        let several = ty.kind == Kind::Bits && matches!(parts.len(), 1 | 2 | 4);
        let size = u16::try_from(parts.len()).ok().filter(|_| several);
        let Some(size) = size.map(|count| ty.bits / count) else {
            let message = format!("`{}` of {} parts", self.text, parts.len());
            let label = "expected two or four parts of a type such as `.b64`";
            return Err(Diagnostic::new(message, operand.span, label));
        };
        self.parts(parts, Type::new(Kind::Bits, size))
    }

    fn parts(&self, parts: &[Operand<'_>], ty: Type) -> Result<(), Diagnostic> {
        let wanted = self.wanted(ty, false);
        let named = |part: &&Operand<'_>| {
            !matches!(
                part.node,
                raw::Operand::Name("_") | raw::Operand::Literal(_)
            )
        };
        parts
            .iter()
            .filter(named)
            .try_for_each(|part| wanted.value(self.names, part))
    }

    /// A barrier's number, or how many threads come to it, where it is written.
    fn barrier(&self, counts: bool, operand: &Operand<'_>) -> Result<(), Diagnostic> {
        let raw::Operand::Literal(Literal::Integer(number)) = operand.node else {
            return Ok(());
        };
        if !counts && number >= BARRIERS {
            let message = format!("there is no barrier {number}");
            return Err(Diagnostic::new(
                message,
                operand.span,
                "expected one of 0 to 15",
            ));
        }
        // Of fewer threads than a warp there are launches here.
        if counts && number == 0 && self.opcode.modifiers.contains(&"arrive") {
            return Err(Diagnostic::new(
                "nobody arrives",
                operand.span,
                "expected how many threads come",
            ));
        }
        Ok(())
    }
}

fn literal(operand: &Operand<'_>) -> Result<(), Diagnostic> {
    if let raw::Operand::Literal(Literal::Integer(_)) = operand.node {
        return Ok(());
    }
    Err(Diagnostic::new(
        "unexpected operand",
        operand.span,
        "expected a number",
    ))
}
