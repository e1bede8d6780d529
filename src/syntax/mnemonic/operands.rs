//! The operands of an instruction: how many, and of which kind.

use super::decode::Instruction;
use crate::syntax::ast::{Address, Ident, Operand};
use crate::syntax::diagnostic::Diagnostic;
use crate::syntax::raw::{RawOperand, Text};
use crate::syntax::span::{Span, Spanned};
use crate::syntax::{names, number};

/// How an instruction is written.
#[derive(Debug, Clone, Copy)]
pub(super) struct Form {
    /// What each operand is, as it completes "… is missing".
    pub roles: &'static [&'static str],
    /// How many of them must be there.
    pub required: usize,
    /// A right use.
    pub example: &'static str,
}

impl Form {
    /// A form without optional operands.
    pub const fn new(roles: &'static [&'static str], example: &'static str) -> Self {
        Self {
            roles,
            required: roles.len(),
            example,
        }
    }
}

impl Instruction<'_, '_> {
    /// Checks the number of operands.
    pub fn form(&mut self, form: &Form) -> Option<()> {
        let (count, most) = (self.operands.len(), form.roles.len());
        if (form.required..=most).contains(&count) {
            return Some(());
        }
        let takes = match (form.required, most) {
            (_, 0) => "no operands".to_owned(),
            (1, 1) => "1 operand".to_owned(),
            (least, most) if least == most => format!("{most} operands"),
            (least, most) => format!("{least} to {most} operands"),
        };
        let message = format!("`{}` takes {takes}, this has {count}", self.name());
        let (span, label) = if count < form.required {
            let last = self
                .operands
                .last()
                .map_or(self.span, |operand| operand.span);
            let missing = form.roles[count..form.required].join(" and ");
            let verb = if form.required - count == 1 {
                "is"
            } else {
                "are"
            };
            (
                Span::new(last.end, last.end),
                format!("{missing} {verb} missing"),
            )
        } else {
            let extra = &self.operands[most..];
            let span = extra.iter().map(|operand| operand.span).reduce(Span::join);
            let label = if extra.len() == 1 {
                "one too many"
            } else {
                "too many"
            };
            (span.unwrap_or(self.span), label.to_owned())
        };
        let help = format!("write it as `{}`", self.example(form));
        self.sink
            .push(Diagnostic::new(message, span, label).with_help(help));
        None
    }

    /// A right use: with the mnemonic as it is written, unless something is wrong with it.
    fn example(&self, form: &Form) -> String {
        let operands = form.example.split_once(' ').map(|(_, operands)| operands);
        if self.sink.is_within(self.span) {
            return form.example.to_owned();
        }
        let modifiers = self.modifiers.iter().map(|part| part.node);
        let words: Vec<&str> = std::iter::once(self.name()).chain(modifiers).collect();
        let written = words.join(".");
        operands.map_or(written.clone(), |operands| format!("{written} {operands}"))
    }

    /// A register that is written.
    pub fn register(&mut self, index: usize) -> Option<Ident> {
        let operand = self.operands.get(index)?;
        if let RawOperand::Name(name) = operand.node {
            return names::name(&Spanned::new(name, operand.span), self.sink);
        }
        self.refuse(operand, "expected a register");
        None
    }

    /// The location of a memory access.
    pub fn address(&mut self, index: usize) -> Option<Address> {
        let operand = self.operands.get(index)?;
        let (name, bracketed) = match &operand.node {
            RawOperand::Name(name) => (Spanned::new(*name, operand.span), false),
            RawOperand::Address(name) => (name.clone(), true),
            RawOperand::Number(_)
            | RawOperand::Offset
            | RawOperand::Absolute
            | RawOperand::Vector
            | RawOperand::Range => {
                self.refuse(
                    operand,
                    "expected a location, or a register that points to one",
                );
                return None;
            }
        };
        let name = names::name(&name, self.sink)?;
        Some(Address { name, bracketed })
    }

    /// A register or a number that is read.
    pub fn value(&mut self, index: usize) -> Option<Operand> {
        let operand = self.operands.get(index)?;
        match operand.node {
            RawOperand::Name(name) => {
                let name = Spanned::new(name, operand.span);
                names::name(&name, self.sink).map(Operand::Name)
            }
            RawOperand::Number(text) => {
                let text = Spanned::new(text, operand.span);
                number::decode(&text, self.sink).map(Operand::Constant)
            }
            RawOperand::Address(_)
            | RawOperand::Offset
            | RawOperand::Absolute
            | RawOperand::Vector
            | RawOperand::Range => {
                self.refuse(operand, "expected a register or a number");
                None
            }
        }
    }

    /// An operand that may be left out. The outer option tells whether all is well.
    #[expect(
        clippy::option_option,
        reason = "outer: whether it is right, inner: whether it is there"
    )]
    pub fn optional_value(&mut self, index: usize) -> Option<Option<Operand>> {
        if index < self.operands.len() {
            self.value(index).map(Some)
        } else {
            Some(None)
        }
    }

    /// The target of a jump.
    pub fn target(&mut self, index: usize) -> Option<Ident> {
        let operand = self.operands.get(index)?;
        if let RawOperand::Name(name) = operand.node {
            return names::name(&Spanned::new(name, operand.span), self.sink);
        }
        self.refuse(operand, "expected a label");
        None
    }

    fn refuse(&mut self, operand: &Spanned<RawOperand<'_>>, expected: &str) {
        let span = operand.span;
        let diagnostic = match operand.node {
            RawOperand::Offset => {
                Diagnostic::new("an address with an offset is not supported", span, expected)
                    .with_help(
                        "locations do not overlap: declare another one for the other address",
                    )
            }
            RawOperand::Absolute => {
                Diagnostic::new("an absolute address is not supported", span, expected)
                    .with_help("locations have names, not numbers")
            }
            RawOperand::Vector => {
                Diagnostic::new("a vector operand is not supported", span, expected)
                    .with_help("write one access for each element")
            }
            RawOperand::Range => {
                Diagnostic::new("a range of registers is no operand", span, expected)
            }
            RawOperand::Number(text) => {
                Diagnostic::new(format!("unexpected number `{text}`"), span, expected)
            }
            RawOperand::Address(Text { node, .. }) => {
                Diagnostic::new(format!("unexpected address `[{node}]`"), span, expected)
                    .with_help("only loads, stores and atomics access memory")
            }
            RawOperand::Name(name) => {
                Diagnostic::new(format!("unexpected name `{name}`"), span, expected)
            }
        };
        self.sink.push(diagnostic);
    }
}
