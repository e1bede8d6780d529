//! What variables hold at the start.

use crate::ptx::module::{Initial, InitialValue, Variable};
use crate::ptx::number;
use crate::ptx::operation::Literal;
use crate::ptx::token::Token;
use crate::ptx::types::{Kind, Type};
use crate::syntax::Diagnostic;
use crate::syntax::span::Span;

use super::cursor::{Cursor, Parsed};

/// Braces that are open: where they began, and the bytes that they can fill.
struct Open {
    start: u64,
    bytes: Option<u64>,
}

impl Cursor<'_> {
    /// `7`, or `{{1, 2}, {3}}`: inner braces stand for rows, and what a row does not say is zero.
    pub fn initial(&mut self, variable: &Variable, sizes: &[Option<u64>]) -> Parsed<Vec<Initial>> {
        let element = variable.ty.bytes();
        let mut pieces = Vec::new();
        let mut offset = 0;
        let mut open: Vec<Open> = Vec::new();
        loop {
            let span = self.here();
            if self.eat(Token::LeftBrace) {
                let inner = sizes.get(open.len()..).unwrap_or(&[]);
                if inner.is_empty() {
                    self.report(too_deep(variable, open.len(), span));
                    return None;
                }
                let bytes = inner
                    .iter()
                    .try_fold(element, |all, size| Some(all * (*size)?));
                open.push(Open {
                    start: offset,
                    bytes,
                });
                continue;
            }
            match open.last() {
                Some(_) if self.eat(Token::RightBrace) => {
                    if let Some(row) = open.pop() {
                        offset = row.bytes.map_or(offset, |bytes| row.start + bytes);
                    }
                }
                last => {
                    let full = last.is_some_and(|row| {
                        row.bytes
                            .is_some_and(|bytes| offset + element > row.start + bytes)
                    });
                    if full {
                        self.report(Diagnostic::new(
                            "too many initial values",
                            span,
                            format!("`{}` has no place for this one", variable.name),
                        ));
                        return None;
                    }
                    let (value, span) = self.initial_value(variable.ty)?;
                    pieces.push(Initial {
                        offset,
                        bytes: element,
                        value,
                        span,
                    });
                    offset += element;
                }
            }
            if open.is_empty() {
                return Some(pieces);
            }
            if !self.eat(Token::Comma) && self.peek() != Some(Token::RightBrace) {
                return self.unexpected("`,` or `}`");
            }
        }
    }

    /// A number, an address, or one byte of an address: `0xFF00(symbol)`; with the place of the number or the name.
    fn initial_value(&mut self, ty: Type) -> Parsed<(InitialValue, Span)> {
        if let (Some(Token::Word(_)), false) = (self.peek(), self.is_at_constant()) {
            return self.symbol(None);
        }
        let span = self.here();
        if let (Some(Token::Number(text)), Some(Token::LeftParen)) =
            (self.peek(), self.peek_after(1))
        {
            self.next();
            self.next();
            let Some(byte) = masked(text).filter(|_| ty.bits == 8) else {
                self.report(Diagnostic::new(
                    "this is no byte of an address",
                    span,
                    "expected `0xFF(…)`, `0xFF00(…)` and so on, in an array of bytes",
                ));
                return None;
            };
            let value = self.symbol(Some(byte))?;
            self.expect(Token::RightParen)?;
            return Some(value);
        }
        let literal = self.constant("an initial value")?;
        let Some(bits) = bits(literal, ty) else {
            let label = format!("expected a value of `.{ty}`");
            self.report(Diagnostic::new(
                "this initial value is of another type",
                span,
                label,
            ));
            return None;
        };
        Some((InitialValue::Bits(bits), span))
    }

    /// `name+4`, `generic(name)+4`, `generic(name+4)`.
    fn symbol(&mut self, byte: Option<u32>) -> Parsed<(InitialValue, Span)> {
        let mut name = self.word("the name of a variable")?;
        let generic = name.node == "generic" && self.eat(Token::LeftParen);
        let mut offset = 0;
        if generic {
            name = self.word("the name of a variable")?;
            offset = self.distance()?;
            self.expect(Token::RightParen)?;
        }
        let value = InitialValue::Address {
            name: name.node.to_owned(),
            offset: self.distance()?.wrapping_add(offset),
            generic,
            byte,
        };
        Some((value, name.span))
    }
}

fn too_deep(variable: &Variable, depth: usize, span: Span) -> Diagnostic {
    let text = match depth {
        0 => format!("`{}` is no array", variable.name),
        1 => format!("`{}` has one dimension", variable.name),
        _ => format!("`{}` has {depth} dimensions", variable.name),
    };
    Diagnostic::new(text, span, "expected a value")
}

/// The byte that a mask leaves.
fn masked(text: &str) -> Option<u32> {
    let mask = number::integer(text)?;
    (0..8).find(|byte| mask == 0xFF << (8 * byte))
}

/// The bits of a literal in a variable; none where they are of another kind.
#[expect(
    clippy::cast_possible_truncation,
    reason = "a number of 64 bits is rounded to one of 32"
)]
fn bits(literal: Literal, ty: Type) -> Option<u64> {
    let float = ty.kind == Kind::Float;
    let number = float || ty.kind == Kind::Bits;
    Some(match literal {
        Literal::Integer(value) if !float => value,
        Literal::Single(bits) if float && ty.bits == 64 => {
            f64::from(f32::from_bits(bits)).to_bits()
        }
        Literal::Double(bits) if float && ty.bits == 32 => {
            u64::from((f64::from_bits(bits) as f32).to_bits())
        }
        Literal::Single(bits) if number && ty.bits == 32 => u64::from(bits),
        Literal::Double(bits) if number && ty.bits == 64 => bits,
        Literal::Integer(_) | Literal::Single(_) | Literal::Double(_) => return None,
    })
}
