//! The condition: its registers and locations.

use crate::program::value::fit;
use crate::program::{Condition, RegisterId, Term, Thread, ThreadId};
use crate::syntax::ast;
use crate::syntax::ast::{Comparison, Test, Type};
use crate::syntax::diagnostic::Diagnostic;

use super::locations::Locations;
use super::registers::{Registers, unknown_thread};
use super::widths::fits;

/// What the names of a condition can mean.
pub(super) struct Scope<'a> {
    test: &'a Test,
    threads: &'a [Thread],
    locations: &'a Locations,
    widths: Vec<Vec<u8>>,
}

impl<'a> Scope<'a> {
    pub(super) fn new(
        test: &'a Test,
        threads: &'a [Thread],
        registers: &[Registers],
        locations: &'a Locations,
    ) -> Self {
        let widths = registers
            .iter()
            .map(|registers| {
                (0..registers.names().count())
                    .map(|index| registers.bits(RegisterId(index)))
                    .collect()
            })
            .collect();
        Self {
            test,
            threads,
            locations,
            widths,
        }
    }

    /// Resolves what the test asks: `terminates` stands alone there.
    pub(super) fn asked(
        &self,
        condition: &ast::Condition,
        errors: &mut Vec<Diagnostic>,
    ) -> Condition {
        let resolved = self.condition(condition, errors);
        if resolved.asks_end().is_none() {
            not_here(condition, "it is joined with something else", errors);
        }
        resolved
    }

    /// Resolves a filter, which asks of final states only.
    pub(super) fn filter(
        &self,
        condition: &ast::Condition,
        errors: &mut Vec<Diagnostic>,
    ) -> Condition {
        not_here(
            condition,
            "a filter asks of executions that have ended",
            errors,
        );
        self.condition(condition, errors)
    }

    /// Resolves a condition; what cannot be resolved is reported and stands as `false`.
    pub(super) fn condition(
        &self,
        condition: &ast::Condition,
        errors: &mut Vec<Diagnostic>,
    ) -> Condition {
        let mut all = |parts: &[ast::Condition]| -> Vec<Condition> {
            parts
                .iter()
                .map(|part| self.condition(part, errors))
                .collect()
        };
        match condition {
            ast::Condition::Literal(truth, span) => Condition::Literal(*truth, *span),
            ast::Condition::Terminates(span) => Condition::Terminates(*span),
            ast::Condition::And(parts, span) => Condition::And(all(parts), *span),
            ast::Condition::Or(parts, span) => Condition::Or(all(parts), *span),
            ast::Condition::Not(inner, span) => {
                Condition::Not(Box::new(self.condition(inner, errors)), *span)
            }
            ast::Condition::Compare(cmp, a, b, span) => {
                let a = self.term(a, errors);
                let b = self.term(b, errors);
                let bits = a.map_or(0, |term| term.1).max(b.map_or(0, |term| term.1));
                match (a, b) {
                    (Some((a, _)), Some((b, _))) => {
                        Condition::Compare(*cmp, cut(*cmp, a, bits), cut(*cmp, b, bits), *span)
                    }
                    _ => Condition::Literal(false, *span),
                }
            }
        }
    }

    /// A term and its width in bits, at least 32, as narrow values stand in registers of 32; constants have none of their own.
    fn term(&self, term: &ast::Term, errors: &mut Vec<Diagnostic>) -> Option<(Term, u8)> {
        match term {
            ast::Term::Constant(value) => Some((Term::Constant(value.node), 0)),
            ast::Term::Register(number, name) => self.register(number, name, errors),
            ast::Term::Location(name, None) => self.location(name, errors),
            ast::Term::Location(name, Some(block)) => self.location_of(name, block, errors),
        }
    }

    fn register(
        &self,
        number: &crate::syntax::span::Spanned<u32>,
        name: &ast::Ident,
        errors: &mut Vec<Diagnostic>,
    ) -> Option<(Term, u8)> {
        if let Some(error) = unknown_thread(number, self.test) {
            errors.push(error);
            return None;
        }
        let index = self
            .threads
            .iter()
            .position(|thread| thread.number == number.node)?;
        let registers = &self.threads[index].registers;
        let found = registers
            .iter()
            .position(|register| register.name == name.node);
        if let Some(at) = found {
            let term = Term::Register(ThreadId(index), RegisterId(at));
            // What nobody writes has the width of what it begins with.
            let wide = !fits(registers[at].initial, 32);
            let bits = self.widths[index][at].max(if wide { 64 } else { 32 });
            return Some((term, bits));
        }
        errors.push(
            Diagnostic::new(
                format!("P{} has no register `{}`", number.node, name.node),
                name.span,
                "never written, and not in the init block",
            )
            .with_suggestion(&name.node, registers.iter().map(|r| r.name.as_str()))
            .with_declaration(format!("P{}:{} = 0;", number.node, name.node)),
        );
        None
    }

    /// `x@cta1`: the copy that a block has.
    fn location_of(
        &self,
        name: &ast::Ident,
        block: &ast::Ident,
        errors: &mut Vec<Diagnostic>,
    ) -> Option<(Term, u8)> {
        if let Some((location, bits)) = self.locations.find_of(&name.node, &block.node) {
            return Some((Term::Location(location), bits.max(32)));
        }
        if !self.locations.contains(&name.node) {
            return self.location(name, errors);
        }
        let blocks = self.locations.blocks_of(&name.node);
        errors.push(if blocks.is_empty() {
            Diagnostic::new(
                format!("`{}` is one for all blocks", name.node),
                block.span,
                "only what is .shared is a block's own",
            )
            .with_help(format!("write `{}`", name.node))
        } else {
            Diagnostic::new(
                format!("there is no block `{}`", block.node),
                block.span,
                format!("it is {}", alternatives(&name.node, &blocks)),
            )
            .with_suggestion(&block.node, blocks.iter().map(String::as_str))
        });
        None
    }

    fn location(&self, name: &ast::Ident, errors: &mut Vec<Diagnostic>) -> Option<(Term, u8)> {
        if let Some((location, bits)) = self.locations.find_unique(&name.node) {
            return Some((Term::Location(location), bits.max(32)));
        }
        let error = if self.locations.contains(&name.node) {
            Diagnostic::new(
                format!("`{}` is .shared and the test has several blocks", name.node),
                name.span,
                "each block has its own",
            )
            .with_help(format!(
                "say whose is meant: {}",
                alternatives(&name.node, &self.locations.blocks_of(&name.node))
            ))
        } else {
            let error = Diagnostic::new(
                format!("there is no location `{}`", name.node),
                name.span,
                "not declared and not used by any thread",
            );
            let mut holders = self.threads.iter().filter(|thread| {
                let mut registers = thread.registers.iter();
                registers.any(|register| register.name == name.node)
            });
            match holders.next() {
                Some(thread) => {
                    error.with_near(&name.node, &format!("P{}:{}", thread.number, name.node))
                }
                None => error.with_suggestion(&name.node, self.locations.names()),
            }
        };
        errors.push(error);
        None
    }
}

/// `x@cta0` or `x@cta1`; of many blocks the first.
fn alternatives(name: &str, blocks: &[String]) -> String {
    const SHOWN: usize = 4;
    let shown = blocks.iter().take(SHOWN);
    let all: Vec<String> = shown.map(|block| format!("`{name}@{block}`")).collect();
    let more = if blocks.len() > SHOWN {
        " or another"
    } else {
        ""
    };
    format!(
        "{}{more}",
        all.join(if more.is_empty() { " or " } else { ", " })
    )
}

/// A number that is asked to be the same, as a store of that width leaves it: `0xFFFFFFFF` is -1 in 32 bits. What is less or
/// greater is asked of the number as it is written.
fn cut(cmp: Comparison, term: Term, bits: u8) -> Term {
    let same = matches!(cmp, Comparison::Eq | Comparison::Ne);
    match term {
        Term::Constant(value) if same && bits == 32 => Term::Constant(fit(value, Type::default())),
        Term::Constant(_) | Term::Register(..) | Term::Location(_) => term,
    }
}

/// An execution that does not end has no final state, of which anything else could be asked.
fn not_here(condition: &ast::Condition, why: &str, errors: &mut Vec<Diagnostic>) {
    match condition {
        ast::Condition::Terminates(span) => errors.push(
            Diagnostic::new("`terminates` is no part of another condition", *span, why).with_help(
                "ask for it alone, as in `exists (terminates)`, `forall (terminates)` or `exists (~terminates)`",
            ),
        ),
        ast::Condition::Literal(..) | ast::Condition::Compare(..) => {}
        ast::Condition::Not(inner, _) => not_here(inner, why, errors),
        ast::Condition::And(parts, _) | ast::Condition::Or(parts, _) => {
            for part in parts {
                not_here(part, why, errors);
            }
        }
    }
}
