//! The statements of a body.

use crate::ptx::token::Token;
use crate::ptx::types::{Space, Type};
use crate::syntax::Diagnostic;
use crate::syntax::span::Span;

use super::cursor::{CUT, Cursor, Parsed};
use super::raw::{Instruction, Location, Name, Registers, Statement};

/// More registers than this in one declaration are a mistake.
const REGISTERS: u64 = 1 << 20;

impl<'i> Cursor<'i> {
    /// All up to the brace that ends the body.
    pub fn body(&mut self) -> Vec<Statement<'i>> {
        let mut found = Vec::new();
        let mut open = vec![self.before()];
        while !self.is_full() {
            match self.peek() {
                None => {
                    let start = open.last().copied().unwrap_or(0);
                    let at = Span::new(start.saturating_sub(1), start);
                    let here = self.here();
                    let mistake =
                        Diagnostic::new("unexpected end of the file", here, "expected `}`")
                            .with_label(at, "to match this brace")
                            .with_help(CUT);
                    self.report(mistake);
                    break;
                }
                Some(Token::LeftBrace) => {
                    self.next();
                    open.push(self.before());
                    found.push(Statement::Open);
                }
                Some(Token::RightBrace) => {
                    self.next();
                    open.pop();
                    if open.is_empty() {
                        break;
                    }
                    found.push(Statement::Close);
                }
                Some(Token::Semicolon) => {
                    self.next();
                }
                Some(_) => {
                    let start = self.place_of_next();
                    if self.statement(&mut found).is_none() {
                        self.recover_from(start);
                    }
                }
            }
        }
        found
    }

    fn statement(&mut self, found: &mut Vec<Statement<'i>>) -> Parsed<()> {
        if let Some(word) = self.directive() {
            return self.body_directive(&word, found);
        }
        if let (Some(Token::Word(_)), Some(Token::Colon)) = (self.peek(), self.peek_after(1)) {
            let label = self.word("a label")?;
            self.expect(Token::Colon)?;
            return self.labelled(label, found);
        }
        let instruction = self.instruction()?;
        found.push(Statement::Instruction(instruction));
        Some(())
    }

    /// A label, or a table or prototype that has a name.
    fn labelled(&mut self, label: Name<'i>, found: &mut Vec<Statement<'i>>) -> Parsed<()> {
        match self.peek() {
            Some(Token::Directive(".branchtargets")) => {
                self.next();
                let mut targets = vec![self.word("a label")?];
                while self.eat(Token::Comma) {
                    targets.push(self.word("a label")?);
                }
                found.push(Statement::Targets(label, targets));
                self.expect(Token::Semicolon)
            }
            Some(Token::Directive(".callprototype" | ".calltargets")) => {
                self.recover();
                Some(())
            }
            Some(_) | None => {
                found.push(Statement::Label(label));
                Some(())
            }
        }
    }

    fn body_directive(&mut self, word: &Name<'i>, found: &mut Vec<Statement<'i>>) -> Parsed<()> {
        match word.node {
            "reg" => found.push(Statement::Registers(self.registers()?)),
            "loc" => {
                let again = self.is_again_in_asm(self.before());
                let location = self.location()?;
                if !again {
                    found.push(Statement::Location(location));
                }
                return Some(());
            }
            "pragma" => {
                self.recover();
                return Some(());
            }
            "file" => return self.file().map(|_| ()),
            name => {
                if let Some(space) = Space::named(name) {
                    let variables = self.variables(space, false)?;
                    found.extend(variables.into_iter().map(Statement::Variable));
                } else {
                    let known = ["reg", "loc", "pragma", "shared", "local", "param", "file"];
                    let mistake = Diagnostic::new(
                        format!("unknown directive `.{name}`"),
                        word.span,
                        "a newer version of PTX, or a mistake",
                    );
                    self.report(mistake.with_suggestion(name, known));
                    return None;
                }
            }
        }
        self.expect(Token::Semicolon)
    }

    /// `.b32`, after `.reg`.
    pub fn register_type(&mut self) -> Parsed<Type> {
        let mut ty = None;
        while let Some(word) = self.directive() {
            match Type::named(word.node) {
                Some(named) => ty = Some(named),
                None if matches!(word.node, "v2" | "v4" | "align") => {
                    let mistake = Diagnostic::new(
                        "vector registers are not supported",
                        word.span,
                        "no compiler prints these",
                    );
                    self.report(mistake);
                    return None;
                }
                None => {
                    let message = format!("unknown type `.{}`", word.node);
                    self.report(Diagnostic::new(message, word.span, "of a register"));
                    return None;
                }
            }
        }
        match ty {
            Some(ty) => Some(ty),
            None => self.unexpected("a type such as `.b32`"),
        }
    }

    /// `.b32 %r<5>, %x`, after `.reg`.
    fn registers(&mut self) -> Parsed<Vec<Registers<'i>>> {
        let ty = self.register_type()?;
        let mut found = Vec::new();
        loop {
            let name = self.word("the name of a register")?;
            let mut count = None;
            if self.eat(Token::Less) {
                let span = self.here();
                let number = self.integer("a number of registers")?;
                if number > REGISTERS {
                    self.report(Diagnostic::new("too many registers", span, "declared here"));
                    return None;
                }
                count = Some(number);
                self.expect(Token::Greater)?;
            }
            found.push(Registers { name, count, ty });
            if !self.eat(Token::Comma) {
                return Some(found);
            }
        }
    }

    /// `1 9 5, function_name $L__info_string0, inlined_at 1 9 5`, after `.loc`.
    fn location(&mut self) -> Parsed<Location<'i>> {
        let mut location = Location {
            place: self.place()?,
            function: None,
            inlined_at: None,
        };
        while self.eat(Token::Comma) {
            match self.word("`function_name` or `inlined_at`")?.node {
                "function_name" => {
                    location.function = Some(self.word("a label")?.node);
                    self.distance()?;
                }
                "inlined_at" => location.inlined_at = Some(self.place()?),
                _ => return self.unexpected("`function_name` or `inlined_at`"),
            }
        }
        Some(location)
    }

    fn place(&mut self) -> Parsed<(u32, u32, u32)> {
        Some((
            self.small("the number of a file")?,
            self.small("a line")?,
            self.small("a column")?,
        ))
    }

    fn instruction(&mut self) -> Parsed<Instruction<'i>> {
        let start = self.here().start;
        let mut guard = None;
        if self.eat(Token::At) {
            let negated = self.eat(Token::Bang);
            guard = Some((self.word("a predicate")?, negated));
        }
        let opcode = self.word("an instruction")?;
        let mut operands = Vec::new();
        if self.peek() != Some(Token::Semicolon) {
            let is_call = opcode.node.split('.').next() == Some("call");
            operands.push(self.operand(is_call)?);
            while self.eat(Token::Comma) {
                operands.push(self.operand(is_call)?);
            }
        }
        let span = Span::new(start, self.before());
        if !self.eat(Token::Semicolon) {
            return self.unexpected("`,` or `;`");
        }
        Some(Instruction {
            span,
            guard,
            opcode,
            operands,
        })
    }
}
