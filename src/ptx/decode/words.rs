//! An opcode taken apart, and why an instruction is not interpreted.

use crate::ptx::form;
use crate::ptx::operation::{Address, Base, Operand, Scope, Target};
use crate::ptx::parse::raw;
use crate::ptx::types::{Space, Type};
use crate::syntax::Diagnostic;
use crate::syntax::span::{Span, Spanned};

use super::names::{Found, Names};

/// Why there is no operation.
pub enum Refusal {
    /// A mistake in the text.
    Mistake(Diagnostic),
    /// The operands are not those that the instruction has, as far as it is known.
    Misfit(Diagnostic),
    /// It is not interpreted; what is missing.
    Refused(String),
}

impl Refusal {
    pub fn unclear(what: impl Into<String>) -> Self {
        Self::Refused(what.into())
    }
}

impl From<Diagnostic> for Refusal {
    fn from(mistake: Diagnostic) -> Self {
        Self::Mistake(mistake)
    }
}

pub type Decoded<T> = Result<T, Refusal>;

/// An instruction while it is taken apart.
pub struct Words<'a> {
    pub names: &'a Names<'a>,
    pub base: &'a str,
    /// Modifiers that nobody has taken yet.
    pub left: Vec<&'a str>,
    pub operands: &'a [Spanned<raw::Operand<'a>>],
    pub raw: &'a raw::Instruction<'a>,
    pub span: Span,
}

impl<'a> Words<'a> {
    pub fn new(names: &'a Names<'a>, raw: &'a raw::Instruction<'a>) -> Self {
        let mut parts = raw.opcode.node.split('.');
        Self {
            names,
            base: parts.next().unwrap_or(""),
            left: parts.collect(),
            operands: &raw.operands,
            raw,
            span: raw.opcode.span,
        }
    }

    /// Takes a modifier if it is there.
    pub fn take(&mut self, name: &str) -> bool {
        let found = self.left.iter().position(|left| *left == name);
        if let Some(at) = found {
            self.left.remove(at);
        }
        found.is_some()
    }

    /// Takes the first modifier for which this gives something.
    pub fn take_as<T>(&mut self, known: impl Fn(&str) -> Option<T>) -> Option<T> {
        let found = self
            .left
            .iter()
            .enumerate()
            .find_map(|(at, name)| Some((at, known(name)?)));
        let (at, value) = found?;
        self.left.remove(at);
        Some(value)
    }

    /// Takes the modifier of this name, and says whether it was one of these.
    pub fn take_any(&mut self, names: &[&str]) -> bool {
        self.take_as(|name| names.contains(&name).then_some(()))
            .is_some()
    }

    pub fn ty(&mut self) -> Decoded<Type> {
        // What is missing is only looked for where something is: that takes longer than all else.
        self.take_as(Type::named).ok_or_else(|| {
            Refusal::Refused(match self.left.last() {
                Some(name) => self.unknown(name),
                None => format!("`{}` without a type", self.base),
            })
        })
    }

    pub fn space(&mut self) -> Space {
        self.take_as(Space::named).unwrap_or(Space::Generic)
    }

    pub fn scope(&mut self) -> Option<Scope> {
        self.take_as(|name| {
            Some(match name {
                "cta" | "cluster" => Scope::Block,
                "gpu" | "gl" => Scope::Device,
                "sys" => Scope::System,
                _ => return None,
            })
        })
    }

    /// Nothing may be left.
    pub fn done(&self) -> Decoded<()> {
        match self.left.first() {
            None => Ok(()),
            Some(name) => Err(Refusal::Refused(self.unknown(name))),
        }
    }

    /// A modifier that nobody has taken; where no instruction has it, the one that may be meant.
    pub fn unknown(&self, name: &str) -> String {
        if form::is_word(name) {
            return format!("`{}` with `.{name}`, which is not interpreted", self.base);
        }
        let near = form::modifier(self.base, name);
        let near = near.map_or(String::new(), |near| format!(" (did you mean `.{near}`?)"));
        format!(
            "`{}` with `.{name}`, which is not known here{near}",
            self.base
        )
    }

    /// A modifier that no instruction has, of those that nobody has taken: then nothing is missing but what it was meant for.
    /// Instructions that are not interpreted as a whole have modifiers that are not listed.
    pub fn misspelt(&self) -> Option<String> {
        if !form::is_opcode(self.base) {
            return None;
        }
        let mut plain = self.left.iter().filter(|name| !name.contains("::"));
        let strange = plain.find(|name| !form::is_word(name))?;
        Some(self.unknown(strange))
    }

    /// The operands, as many as there should be.
    pub fn count(&self, allowed: &[usize]) -> Decoded<()> {
        if allowed.contains(&self.operands.len()) {
            return Ok(());
        }
        let expected: Vec<String> = allowed.iter().map(ToString::to_string).collect();
        Err(Refusal::Misfit(Diagnostic::new(
            format!("`{}` with {} operands", self.base, self.operands.len()),
            self.span,
            format!("expected {}", expected.join(" or ")),
        )))
    }

    pub fn operand(&self, at: usize) -> Decoded<&'a Spanned<raw::Operand<'a>>> {
        self.operands.get(at).ok_or_else(|| {
            let message = format!("an operand of `{}` is missing", self.base);
            Refusal::Misfit(Diagnostic::new(message, self.span, ""))
        })
    }

    pub fn value(&self, at: usize) -> Decoded<Operand> {
        self.names.value(self.operand(at)?)
    }

    pub fn values(&self, from: usize) -> Decoded<Vec<Operand>> {
        let rest = self.operands.get(from..).unwrap_or(&[]);
        rest.iter()
            .map(|operand| self.names.value(operand))
            .collect()
    }

    /// The same, those in braces one by one.
    pub fn parts(&self, from: usize) -> Decoded<Vec<Operand>> {
        let mut parts = Vec::new();
        for operand in self.operands.get(from..).unwrap_or(&[]) {
            if let raw::Operand::Vector(several) = &operand.node {
                for part in several {
                    parts.push(self.names.value(part)?);
                }
            } else {
                parts.push(self.names.value(operand)?);
            }
        }
        Ok(parts)
    }

    /// A register, or `_`.
    pub fn target(&self, at: usize) -> Decoded<Target> {
        let operand = self.operand(at)?;
        let raw::Operand::Name(name) = &operand.node else {
            return Err(unexpected(operand.span, "expected a register"));
        };
        Ok(self.names.target(name, operand.span)?)
    }

    /// `p`, or `p|q`.
    pub fn targets(&self, at: usize) -> Decoded<(Target, Target)> {
        let operand = self.operand(at)?;
        let raw::Operand::Pair(first, second) = &operand.node else {
            return Ok((self.target(at)?, None));
        };
        let first = self.names.target(first, operand.span)?;
        Ok((first, self.names.target(second, operand.span)?))
    }

    pub fn address(&self, at: usize) -> Decoded<Address> {
        let operand = self.operand(at)?;
        if let raw::Operand::Composite = operand.node {
            return Err(Refusal::unclear("addresses of tensors"));
        }
        if let raw::Operand::Element(name, index) = operand.node {
            let (symbol, offset) = self.names.element(name, index, operand.span)?;
            return Ok(Address {
                base: Base::Symbol(symbol),
                offset,
            });
        }
        let raw::Operand::Address(name, offset) = &operand.node else {
            return Err(unexpected(operand.span, "expected an address in brackets"));
        };
        let Some(name) = name else {
            return Ok(Address {
                base: Base::Number(*offset),
                offset: 0,
            });
        };
        let base = match self.names.look_up(name.node, name.span)? {
            Found::Register(register) => Base::Register(register),
            Found::Symbol(symbol) => Base::Symbol(symbol),
            Found::Special(_) => {
                let mistake = Diagnostic::new("a special register is no address", name.span, "");
                return Err(mistake.into());
            }
        };
        Ok(Address {
            base,
            offset: offset.cast_signed(),
        })
    }
}

/// An operand of another kind than the instruction has there.
pub fn unexpected(span: Span, expected: &str) -> Refusal {
    Refusal::Misfit(Diagnostic::new("unexpected operand", span, expected))
}
