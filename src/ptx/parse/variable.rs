//! Variables, parameters, and their initial values.

use crate::ptx::module::{Initial, InitialValue, Variable};
use crate::ptx::number;
use crate::ptx::operation::Literal;
use crate::ptx::token::Token;
use crate::ptx::types::{Space, Type};
use crate::syntax::Diagnostic;
use crate::syntax::span::Span;

use super::cursor::{Cursor, Parsed};

/// Larger variables are a mistake.
const LARGEST: u64 = 1 << 40;

impl<'i> Cursor<'i> {
    /// What follows `.global`: attributes, type, name, sizes, initial value, without the semicolon.
    pub fn variable(&mut self, space: Space, is_extern: bool) -> Parsed<Variable> {
        let mut align = None;
        let mut ty = None;
        let mut lanes = 1;
        while let Some(word) = self.directive() {
            match word.node {
                "align" => align = Some(self.alignment()?),
                "v2" => lanes = 2,
                "v4" => lanes = 4,
                "attribute" => self.group()?,
                "ptr" | "managed" => {}
                // Of a pointer parameter: where it points.
                name if Space::named(name).is_some() => {}
                name => match Type::named(name).or_else(|| opaque(name)) {
                    Some(named) => ty = Some(named),
                    None => return self.unknown_type(name, word.span),
                },
            }
        }
        let Some(ty) = ty else {
            return self.unexpected("a type such as `.u32`");
        };
        let name = self.word("the name of a variable")?;
        let element = ty.bytes() * lanes;
        let bytes = self.sizes(element)?;
        let mut variable = Variable {
            name: name.node.to_owned(),
            space,
            ty,
            align: align.unwrap_or(element),
            bytes,
            is_extern,
            initial: Vec::new(),
            span: name.span,
        };
        if self.eat(Token::Assign) {
            variable.initial = self.initial(ty.bytes())?;
            // The size of `x[] = {…}` is that of its value.
            let end = variable.initial.last().map(|last| last.offset + last.bytes);
            variable.bytes = variable.bytes.or(end);
        }
        Some(variable)
    }

    fn unknown_type<T>(&mut self, name: &str, span: Span) -> Parsed<T> {
        let message = format!("unknown type `.{name}`");
        let known = [
            "u8", "u16", "u32", "u64", "s8", "s16", "s32", "s64", "b8", "b16", "b32",
        ];
        let known = known
            .into_iter()
            .chain(["b64", "b128", "f32", "f64", "pred", "f16"]);
        let mistake = Diagnostic::new(message, span, "expected a type such as `.u32`");
        self.report(mistake.with_suggestion(name, known));
        None
    }

    fn alignment(&mut self) -> Parsed<u64> {
        let span = self.here();
        let align = self.integer("an alignment")?;
        if align.is_power_of_two() && align <= LARGEST {
            return Some(align);
        }
        self.report(Diagnostic::new(
            "this is no alignment",
            span,
            "expected a power of two",
        ));
        None
    }

    /// `[4][8]`, in bytes; none for `[]`.
    fn sizes(&mut self, element: u64) -> Parsed<Option<u64>> {
        let mut bytes = Some(element);
        while self.eat(Token::LeftBracket) {
            if self.eat(Token::RightBracket) {
                bytes = None;
                continue;
            }
            let span = self.here();
            let count = self.integer("the size of an array")?;
            self.expect(Token::RightBracket)?;
            let all = bytes.unwrap_or(element).checked_mul(count);
            let Some(all) = all.filter(|&all| all <= LARGEST) else {
                self.report(Diagnostic::new("this array is too large", span, "elements"));
                return None;
            };
            bytes = bytes.map(|_| all);
        }
        Some(bytes)
    }

    fn initial(&mut self, element: u64) -> Parsed<Vec<Initial>> {
        let mut pieces = Vec::new();
        let mut offset = 0;
        let mut depth = 0_usize;
        loop {
            if self.eat(Token::LeftBrace) {
                depth += 1;
                continue;
            }
            if depth > 0 && self.eat(Token::RightBrace) {
                depth -= 1;
            } else {
                let (value, bytes) = self.initial_value(element)?;
                pieces.push(Initial {
                    offset,
                    bytes,
                    value,
                });
                offset += bytes;
            }
            if depth == 0 {
                return Some(pieces);
            }
            if !self.eat(Token::Comma) && self.peek() != Some(Token::RightBrace) {
                return self.unexpected("`,` or `}`");
            }
        }
    }

    /// A number, an address, or one byte of an address: `0xFF00(symbol)`.
    fn initial_value(&mut self, element: u64) -> Parsed<(InitialValue, u64)> {
        if let Some(Token::Word(_)) = self.peek() {
            let name = self.word("a name")?;
            if name.node == "generic" && self.eat(Token::LeftParen) {
                let (name, mut offset) = self.symbol_sum()?;
                self.expect(Token::RightParen)?;
                offset = offset.wrapping_add(self.distance()?);
                return Some((address(name, offset, true), element));
            }
            let offset = self.distance()?;
            return Some((address(name.node, offset, false), element));
        }
        let negative = self.eat(Token::Minus);
        let Some(Token::Number(text)) = self.peek() else {
            return self.unexpected("an initial value");
        };
        let Some(literal) = number::literal(text) else {
            return self.unexpected("a number");
        };
        self.next();
        if self.peek() == Some(Token::LeftParen) {
            let span = self.here();
            self.report(Diagnostic::new(
                "single bytes of an address are not supported",
                span,
                "a mask of an address",
            ));
            return None;
        }
        let bits = match literal {
            Literal::Integer(value) if negative => value.wrapping_neg(),
            Literal::Integer(value) => value,
            Literal::Single(bits) => u64::from(bits) ^ if negative { 1 << 31 } else { 0 },
            Literal::Double(bits) => bits ^ if negative { 1 << 63 } else { 0 },
        };
        Some((InitialValue::Bits(bits), element))
    }

    fn symbol_sum(&mut self) -> Parsed<(&'i str, i64)> {
        let name = self.word("the name of a variable")?.node;
        let offset = self.distance()?;
        Some((name, offset))
    }

    /// `+4`, `-4`, `+-4`, or nothing.
    pub fn distance(&mut self) -> Parsed<i64> {
        let mut sum = 0_i64;
        while let Some(Token::Plus | Token::Minus) = self.peek() {
            self.eat(Token::Plus);
            sum = sum.wrapping_add(self.integer("a distance in bytes")?.cast_signed());
        }
        Some(sum)
    }

    /// Skips what stands in parentheses.
    pub fn group(&mut self) -> Parsed<()> {
        self.expect(Token::LeftParen)?;
        let mut depth = 1;
        while depth > 0 {
            match self.next().map(|token| token.node) {
                Some(Token::LeftParen) => depth += 1,
                Some(Token::RightParen) => depth -= 1,
                Some(_) => {}
                None => return self.unexpected("`)`"),
            }
        }
        Some(())
    }
}

fn address(name: &str, offset: i64, generic: bool) -> InitialValue {
    InitialValue::Address {
        name: name.to_owned(),
        offset,
        generic,
    }
}

/// Handles of textures and the like: 64 bits that nobody computes with.
fn opaque(name: &str) -> Option<Type> {
    matches!(name, "texref" | "samplerref" | "surfref").then_some(Type::B64)
}
