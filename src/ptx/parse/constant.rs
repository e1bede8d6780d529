//! Constant expressions (PTX ISA, *Constant Expressions*), with the types that NVIDIA's assembler gives them: a whole
//! number is signed unless it is written with `U` or has 64 bits, what comes of two of them is so where both are, and
//! remainders and what `~` gives never are.

use crate::ptx::number;
use crate::ptx::operation::Literal;
use crate::ptx::token::Token;
use crate::syntax::Diagnostic;
use crate::syntax::span::Span;

use super::cursor::{Cursor, Parsed};
use super::operators::{self, Operator, Value, Whole};

/// Expressions that nest deeper are a mistake.
const DEEPEST: usize = 64;

/// The name of a constant, and what it is.
pub const WARP: (&str, u64) = ("WARP_SZ", 32);

impl Cursor<'_> {
    /// Whether a constant expression begins here, and no register or name.
    pub fn is_at_constant(&self) -> bool {
        let constant = |token| match token {
            Some(Token::Word(word)) => word == WARP.0,
            Some(_) | None => true,
        };
        match self.peek() {
            Some(
                Token::Minus
                | Token::Plus
                | Token::Tilde
                | Token::LeftParen
                | Token::Number(_)
                | Token::Word(_),
            ) => constant(self.peek()),
            Some(Token::Bang) => constant(self.peek_after(1)),
            Some(_) | None => false,
        }
    }

    /// The value of an expression.
    pub fn constant(&mut self, what: &str) -> Parsed<Literal> {
        Some(match self.choice(what, 0)? {
            Value::Whole(whole) => Literal::Integer(whole.bits),
            Value::Float(float) => Literal::Double(float.to_bits()),
            Value::Single(bits) => Literal::Single(bits),
        })
    }

    /// The value of an expression that is a whole number.
    pub fn whole(&mut self, what: &str) -> Parsed<u64> {
        let span = self.here();
        let value = self.choice(what, 0)?;
        Some(self.as_whole(value, span)?.bits)
    }

    fn as_whole(&mut self, value: Value, span: Span) -> Parsed<Whole> {
        match value {
            Value::Whole(whole) => Some(whole),
            Value::Float(_) | Value::Single(_) => {
                self.report(Diagnostic::new(
                    "this is a float",
                    span,
                    "expected a whole number",
                ));
                None
            }
        }
    }

    /// `a ? b : c`, and all that binds more tightly.
    fn choice(&mut self, what: &str, depth: usize) -> Parsed<Value> {
        let span = self.here();
        let asked = self.joined(what, 0, depth)?;
        if !self.eat(Token::Question) {
            return Some(asked);
        }
        let asked = self.as_whole(asked, span)?;
        let first = self.choice(what, depth + 1)?;
        let span = self.here();
        self.expect(Token::Colon)?;
        let second = self.choice(what, depth + 1)?;
        if first.is_like(second) {
            return Some(if asked.bits == 0 { second } else { first });
        }
        self.report(Diagnostic::new(
            "a float beside a whole number",
            span,
            "expected two of one kind",
        ));
        None
    }

    /// What operators of at least this rank join.
    fn joined(&mut self, what: &str, least: u8, depth: usize) -> Parsed<Value> {
        let mut left = self.single(what, depth)?;
        while let Some((operator, rank)) = self.operator().filter(|(_, rank)| *rank >= least) {
            let span = self.here();
            self.next();
            let right = self.joined("a number", rank + 1, depth)?;
            match operators::apply(operator, left, right) {
                Ok(value) => left = value,
                Err((message, label)) => {
                    self.report(Diagnostic::new(message, span, label));
                    return None;
                }
            }
        }
        Some(left)
    }

    fn operator(&self) -> Option<(Operator, u8)> {
        let next = self.peek()?;
        let mut all = operators::BINARY.iter();
        let (_, operator, rank) = all.find(|(token, ..)| *token == next)?;
        Some((*operator, *rank))
    }

    /// A number, what is in parentheses, and what signs and casts make of them.
    fn single(&mut self, what: &str, depth: usize) -> Parsed<Value> {
        let span = self.here();
        if depth > DEEPEST {
            self.report(Diagnostic::new(
                "this expression is too deep",
                span,
                format!("expected at most {DEEPEST} in each other"),
            ));
            return None;
        }
        match self.peek() {
            Some(Token::Minus) => {
                self.next();
                Some(self.single(what, depth + 1)?.negated())
            }
            Some(Token::Plus) => {
                self.next();
                self.single(what, depth + 1)
            }
            Some(Token::Tilde) => {
                let bits = self.operand_of_sign(what, depth)?;
                Some(Value::Whole(Whole::unsigned(!bits)))
            }
            Some(Token::Bang) => {
                let bits = self.operand_of_sign(what, depth)?;
                Some(Value::Whole(Whole::truth(bits == 0)))
            }
            Some(Token::LeftParen) => {
                self.next();
                self.in_parentheses(what, depth)
            }
            Some(Token::Word(word)) if word == WARP.0 => {
                self.next();
                Some(Value::Whole(Whole::signed(WARP.1)))
            }
            Some(Token::Number(text)) => {
                let Some(literal) = number::literal(text) else {
                    return self.unexpected("a number");
                };
                self.next();
                Some(Value::new(literal, text))
            }
            Some(_) | None => self.unexpected(what),
        }
    }

    /// What a sign stands before that only whole numbers have.
    fn operand_of_sign(&mut self, what: &str, depth: usize) -> Parsed<u64> {
        self.next();
        let span = self.here();
        let value = self.single(what, depth + 1)?;
        Some(self.as_whole(value, span)?.bits)
    }

    /// `.s64)5`, or `5 + 3)`.
    fn in_parentheses(&mut self, what: &str, depth: usize) -> Parsed<Value> {
        let Some(cast) = self.directive() else {
            let value = self.choice(what, depth + 1)?;
            self.expect(Token::RightParen)?;
            return Some(value);
        };
        let make = match cast.node {
            "s64" => Whole::signed,
            "u64" => Whole::unsigned,
            name => {
                let message = format!("nothing is cast to `.{name}`");
                self.report(Diagnostic::new(
                    message,
                    cast.span,
                    "expected `.s64` or `.u64`",
                ));
                return None;
            }
        };
        self.expect(Token::RightParen)?;
        let span = self.here();
        let value = self.single(what, depth + 1)?;
        Some(Value::Whole(make(self.as_whole(value, span)?.bits)))
    }
}
