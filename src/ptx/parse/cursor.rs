//! A place among the tokens, and the mistakes so far.

use crate::ptx::number;
use crate::ptx::token::Token;
use crate::syntax::Diagnostic;
use crate::syntax::span::{Span, Spanned};

use super::constant::WARP;
use super::raw::Name;

/// More mistakes than this help nobody.
const SHOWN: usize = 50;

/// What a part of the parser gives; nothing after a mistake, which was reported.
pub type Parsed<T> = Option<T>;

pub struct Cursor<'i> {
    tokens: Vec<Spanned<Token<'i>>>,
    at: usize,
    /// The last character that is no space, of however many bytes.
    last: Span,
    mistakes: Vec<Diagnostic>,
    /// Where statements of assembly of the source begin and end, as compilers say in comments.
    asm: Vec<(usize, usize)>,
    /// The last of them that a line was told of.
    told: Option<usize>,
}

/// Where statements of assembly begin and end in a module.
fn asm(text: &str) -> Vec<(usize, usize)> {
    let mut found = Vec::new();
    let mut from = 0;
    while let Some(begin) = text[from..].find("// begin inline asm") {
        let begin = from + begin;
        let end = text[begin..].find("// end inline asm");
        let end = end.map_or(text.len(), |end| begin + end);
        found.push((begin, end));
        from = end;
    }
    found
}

/// What is said where a file ends too early.
pub const CUT: &str = "the file may have been cut off";

impl<'i> Cursor<'i> {
    pub fn new(text: &'i str, tokens: Vec<Spanned<Token<'i>>>, mistakes: Vec<Diagnostic>) -> Self {
        let text = text.trim_end();
        let last = text.char_indices().next_back().map_or(0, |(at, _)| at);
        Self {
            tokens,
            at: 0,
            last: Span::new(last, text.len()),
            mistakes,
            asm: asm(text),
            told: None,
        }
    }

    /// Whether a place is in a statement of assembly of which a line was told before: compilers count on from there, line
    /// by line of the assembly, which are none of the source.
    pub fn is_again_in_asm(&mut self, at: usize) -> bool {
        let begun = self.asm.partition_point(|(begin, _)| *begin <= at);
        let inside = begun.checked_sub(1).filter(|&it| at < self.asm[it].1);
        let again = inside.is_some() && self.told == inside;
        self.told = inside.or(self.told);
        again
    }

    pub fn peek(&self) -> Option<Token<'i>> {
        self.tokens.get(self.at).map(|token| token.node)
    }

    pub fn peek_after(&self, count: usize) -> Option<Token<'i>> {
        self.tokens.get(self.at + count).map(|token| token.node)
    }

    /// The place of the next token; the last character where there is none.
    pub fn here(&self) -> Span {
        self.tokens
            .get(self.at)
            .map_or(self.last, |token| token.span)
    }

    /// The end of the token before.
    pub fn before(&self) -> usize {
        let last = self.at.checked_sub(1).and_then(|at| self.tokens.get(at));
        last.map_or(0, |token| token.span.end)
    }

    pub fn next(&mut self) -> Option<Spanned<Token<'i>>> {
        let token = self.tokens.get(self.at).cloned();
        self.at += usize::from(token.is_some());
        token
    }

    pub fn report(&mut self, mistake: Diagnostic) {
        if self.mistakes.len() < SHOWN {
            self.mistakes.push(mistake);
        }
    }

    pub fn finish(self) -> Vec<Diagnostic> {
        self.mistakes
    }

    /// Whether there was no mistake so far.
    pub const fn is_clean(&self) -> bool {
        self.mistakes.is_empty()
    }

    pub fn is_full(&self) -> bool {
        self.mistakes.len() >= SHOWN
    }

    /// Takes the next token if it is this one.
    pub fn eat(&mut self, token: Token<'_>) -> bool {
        let there = self.peek() == Some(token);
        self.at += usize::from(there);
        there
    }

    /// Reports that something else stands here.
    pub fn unexpected<T>(&mut self, expected: &str) -> Parsed<T> {
        let span = self.here();
        let message = match self.peek() {
            Some(token) => format!("unexpected `{token}`"),
            None => "unexpected end of the file".to_owned(),
        };
        let mistake = Diagnostic::new(message, span, format!("expected {expected}"));
        self.report(match self.peek() {
            Some(_) => mistake,
            None => mistake.with_help(CUT),
        });
        None
    }

    pub fn expect(&mut self, token: Token<'_>) -> Parsed<()> {
        if self.eat(token) {
            return Some(());
        }
        self.unexpected(&format!("`{token}`"))
    }

    pub fn word(&mut self, what: &str) -> Parsed<Name<'i>> {
        match self.tokens.get(self.at) {
            Some(Spanned {
                node: Token::Word(word),
                span,
            }) => {
                let found = Spanned::new(*word, *span);
                self.at += 1;
                Some(found)
            }
            Some(_) | None => self.unexpected(what),
        }
    }

    /// A directive, without its dot.
    pub fn directive(&mut self) -> Option<Name<'i>> {
        match self.tokens.get(self.at) {
            Some(Spanned {
                node: Token::Directive(word),
                span,
            }) => {
                let found = Spanned::new(&word[1..], *span);
                self.at += 1;
                Some(found)
            }
            Some(_) | None => None,
        }
    }

    /// An integer that may have a sign, or the size of a warp.
    pub fn integer(&mut self, what: &str) -> Parsed<u64> {
        if self.eat(Token::Word(WARP.0)) {
            return Some(WARP.1);
        }
        let negative = self.eat(Token::Minus);
        let inverted = !negative && self.eat(Token::Tilde);
        if let Some(Token::Number(text)) = self.peek()
            && let Some(value) = number::integer(text)
        {
            self.at += 1;
            return Some(match (negative, inverted) {
                (true, _) => value.wrapping_neg(),
                (_, true) => !value,
                _ => value,
            });
        }
        self.unexpected(what)
    }

    pub fn small(&mut self, what: &str) -> Parsed<u32> {
        let span = self.here();
        let value = self.integer(what)?;
        let Ok(value) = u32::try_from(value) else {
            self.report(Diagnostic::new(
                "this number is too large",
                span,
                "at most 32 bits",
            ));
            return None;
        };
        Some(value)
    }

    /// The place among the tokens.
    pub const fn place_of_next(&self) -> usize {
        self.at
    }

    /// How many braces were opened since, and not closed.
    pub fn opened(&self, start: usize) -> usize {
        let before = self.tokens.get(start..self.at).unwrap_or(&[]);
        let count = |brace| before.iter().filter(|token| token.node == brace).count();
        count(Token::LeftBrace).saturating_sub(count(Token::RightBrace))
    }

    /// As [`Self::recover`], after a mistake in a statement that began here: the braces around its operands are not
    /// those of a scope.
    pub fn recover_from(&mut self, start: usize) {
        let mut open = self.opened(start);
        while open > 0 {
            match self.peek() {
                None | Some(Token::Semicolon) => break,
                Some(Token::LeftBrace) => open += 1,
                Some(Token::RightBrace) => open -= 1,
                Some(_) => {}
            }
            self.at += 1;
        }
        self.recover();
    }

    /// Goes past the next semicolon, or to a brace or to what begins a line like a directive.
    pub fn recover(&mut self) {
        while let Some(token) = self.peek() {
            if matches!(token, Token::RightBrace | Token::LeftBrace) {
                return;
            }
            self.at += 1;
            if token == Token::Semicolon {
                return;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::Cursor;

    #[test]
    fn a_text_may_end_in_a_character_of_several_bytes() {
        let text = "ld [k_pa\u{fffd}\n";
        let here = Cursor::new(text, Vec::new(), Vec::new()).here();
        assert_eq!(text.get(here.start..here.end), Some("\u{fffd}"));
    }

    #[test]
    fn lines_are_told_once_in_assembly_of_the_source() {
        let text = "a // begin inline asm\nb c // end inline asm\nd // begin inline asm\ne";
        let mut cursor = Cursor::new(text, Vec::new(), Vec::new());
        let at = |letter: &str| text.find(letter).unwrap_or(0);
        let inside = at("\nb") + 1;
        let told = [0, inside, inside + 2, at("\nd") + 1, at("\ne") + 1];
        let again = told.map(|place| cursor.is_again_in_asm(place));
        assert_eq!(again, [false, false, true, false, false]);
    }

    #[test]
    fn a_nul_ends_a_module() {
        let text = ".version 8.0\n.target sm_80\n.address_size 64\n\0";
        let source = crate::syntax::span::SourceFile::new("a.ptx", text);
        assert!(crate::ptx::parse(&source).is_ok());
        let source = crate::syntax::span::SourceFile::new("a.ptx", text.replace("64\n", "64\n\0."));
        assert!(crate::ptx::parse(&source).is_err());
    }
}
