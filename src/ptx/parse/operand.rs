//! Operands.

use crate::ptx::token::Token;
use crate::syntax::span::{Span, Spanned};

use super::cursor::{Cursor, Parsed};
use super::raw::Operand;

impl<'i> Cursor<'i> {
    /// An operand; of a call, what is in parentheses is a list.
    pub fn operand(&mut self, is_call: bool) -> Parsed<Spanned<Operand<'i>>> {
        let start = self.here().start;
        let operand = match self.peek() {
            Some(Token::LeftBrace) => {
                self.next();
                Operand::Vector(self.list(Token::RightBrace)?)
            }
            Some(Token::LeftParen) if is_call => {
                self.next();
                Operand::Group(self.list(Token::RightParen)?)
            }
            Some(Token::LeftBracket) => self.address()?,
            Some(_) | None => self.simple()?,
        };
        Some(Spanned::new(operand, Span::new(start, self.before())))
    }

    /// What stands within braces or parentheses, which do not nest.
    fn list(&mut self, end: Token<'_>) -> Parsed<Vec<Spanned<Operand<'i>>>> {
        let mut found = Vec::new();
        while !self.eat(end) {
            let start = self.here().start;
            let operand = self.simple()?;
            found.push(Spanned::new(operand, Span::new(start, self.before())));
            if !self.eat(Token::Comma) && self.peek() != Some(end) {
                return self.unexpected(&format!("`,` or `{end}`"));
            }
        }
        Some(found)
    }

    fn simple(&mut self) -> Parsed<Operand<'i>> {
        if self.is_at_constant() {
            return Some(Operand::Literal(self.constant("a number")?));
        }
        match self.peek() {
            Some(Token::Bang) => {
                self.next();
                Some(Operand::Not(self.word("a predicate")?.node))
            }
            Some(Token::Word(word)) => {
                self.next();
                if self.eat(Token::Bar) {
                    let second = self.word("a register")?;
                    return Some(Operand::Pair(word, second.node));
                }
                if self.eat(Token::LeftBracket) {
                    let index = self.integer("the number of an element")?;
                    self.expect(Token::RightBracket)?;
                    return Some(Operand::Element(word, index));
                }
                match self.distance()? {
                    0 => Some(Operand::Name(word)),
                    offset => Some(Operand::Sum(word, offset)),
                }
            }
            Some(_) | None => self.unexpected("an operand"),
        }
    }

    /// `[%rd1+8]`, `[symbol]`, `[16]`, or the parts of a tensor's address.
    fn address(&mut self) -> Parsed<Operand<'i>> {
        self.expect(Token::LeftBracket)?;
        let base = match self.peek() {
            Some(Token::Word(_)) if !self.is_at_constant() => Some(self.word("a register")?),
            Some(_) | None => None,
        };
        let offset = match base {
            Some(_) => self.distance()?.cast_unsigned(),
            None => self.whole("an address")?,
        };
        if self.eat(Token::RightBracket) {
            return Some(Operand::Address(base, offset));
        }
        if self.peek() != Some(Token::Comma) {
            return self.unexpected("`]`");
        }
        while !self.eat(Token::RightBracket) {
            if matches!(self.peek(), None | Some(Token::Semicolon)) {
                return self.unexpected("`]`");
            }
            self.next();
        }
        Some(Operand::Composite)
    }
}
