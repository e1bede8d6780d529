//! What is accessed in memory, and where.

use crate::ptx::decode::Found;
use crate::ptx::operation::Symbol;
use crate::ptx::parse::raw;
use crate::ptx::types::{Kind, Space, Type};
use crate::syntax::Diagnostic;
use crate::syntax::span::Span;

use super::operands::{Operand, Operands};

/// The bits of a vector; of one in global memory twice as many.
const VECTOR: usize = 128;

impl Operands<'_> {
    /// What is loaded or stored. A register may be wider than an element; in a vector, of another kind too.
    pub fn element(&self, operand: &Operand<'_>) -> Result<(), Diagnostic> {
        let ty = self.ty(0);
        let wanted = self.wanted(ty, true);
        let raw::Operand::Vector(parts) = &operand.node else {
            return wanted.value(self.names, operand);
        };
        self.vector(parts.len() * usize::from(ty.bits), operand.span)?;
        let bits = self.wanted(Type::new(Kind::Bits, ty.bits), false);
        let sink = |part: &&Operand<'_>| matches!(part.node, raw::Operand::Name("_"));
        for part in parts.iter().filter(|part| !sink(part)) {
            let number = matches!(part.node, raw::Operand::Literal(_));
            if number || bits.value(self.names, part).is_err() {
                wanted.value(self.names, part)?;
            }
        }
        Ok(())
    }

    fn vector(&self, bits: usize, span: Span) -> Result<(), Diagnostic> {
        let near = [
            "shared",
            "shared::cta",
            "shared::cluster",
            "local",
            "const",
            "param",
        ];
        let most = if self.opcode.modifiers.iter().any(|word| near.contains(word)) {
            VECTOR
        } else {
            2 * VECTOR
        };
        if bits <= most {
            return Ok(());
        }
        let message = format!("`{}` is a vector of {bits} bits", self.text);
        Err(Diagnostic::new(
            message,
            span,
            format!("expected at most {most}"),
        ))
    }

    /// That an address can be one, and lies where the instruction says.
    pub fn address(&self, operand: &Operand<'_>) -> Result<(), Diagnostic> {
        let raw::Operand::Address(Some(base), _) = &operand.node else {
            return Ok(());
        };
        match self.names.find(base.node) {
            Some(Found::Register(register)) => {
                let ty = self.names.ty(register).unwrap_or(Type::B64);
                let number = matches!(
                    ty.kind,
                    Kind::Bits | Kind::Unsigned | Kind::Signed | Kind::Packed
                );
                if number && ty.bits <= 64 {
                    return Ok(());
                }
                let message = format!("`{}` is `.{ty}`, which is no address", base.node);
                Err(Diagnostic::new(
                    message,
                    base.span,
                    "expected a register such as `.b64`",
                ))
            }
            Some(Found::Symbol(symbol)) => self.space(base.node, symbol, base.span),
            Some(Found::Special(_)) | None => Ok(()),
        }
    }

    fn space(&self, name: &str, symbol: Symbol, span: Span) -> Result<(), Diagnostic> {
        if let (Symbol::Parameter(_), "st") = (symbol, self.opcode.base) {
            let message = format!("`{name}` is a parameter of this function");
            return Err(Diagnostic::new(message, span, "it is only read"));
        }
        let said = self
            .opcode
            .modifiers
            .iter()
            .find_map(|word| Space::named(word));
        let said = said.unwrap_or(Space::Generic);
        let Some(declared) = self.names.space(symbol) else {
            return Ok(());
        };
        let atomic = matches!(self.opcode.base, "atom" | "red");
        let reached = matches!(declared, Space::Global | Space::Shared)
            || declared == Space::Local && !atomic;
        if declared == said || said == Space::Generic && reached {
            return Ok(());
        }
        let message = format!(
            "`{name}` is `.{}`, and `{}` accesses `.{}`",
            declared.name(),
            self.text,
            said.name()
        );
        Err(Diagnostic::new(
            message,
            span,
            format!("expected `.{}` in the instruction", declared.name()),
        ))
    }

    /// `cvta`: a variable is one of the space that is named.
    pub fn converted(&self, operand: &Operand<'_>) -> Result<(), Diagnostic> {
        let raw::Operand::Name(name) = operand.node else {
            return Ok(());
        };
        match self.names.find(name) {
            Some(Found::Symbol(symbol)) => self.space(name, symbol, operand.span),
            Some(Found::Register(_) | Found::Special(_)) | None => Ok(()),
        }
    }
}
