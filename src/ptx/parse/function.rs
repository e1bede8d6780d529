//! Kernels and functions up to their bodies.

use crate::ptx::module::Variable;
use crate::ptx::token::Token;
use crate::syntax::Diagnostic;

use super::cursor::{Cursor, Parsed};
use super::raw::{Function, Registers};

/// What may stand between parameters and body, and is of no account here.
const IGNORED: [&str; 11] = [
    "language",
    "maxclusterrank",
    "minnctapersm",
    "maxnctapersm",
    "maxnreg",
    "noreturn",
    "explicitcluster",
    "blocksareclusters",
    "unified",
    "retain",
    "abi_preserve_control",
];

impl<'i> Cursor<'i> {
    /// What follows `.entry` or `.func`.
    pub fn function(&mut self, is_entry: bool) -> Parsed<Function<'i>> {
        let mut registers = Vec::new();
        let results = self.parameters(is_entry, &mut registers)?;
        let name = self.word("the name of a function")?;
        let parameters = self.parameters(is_entry, &mut registers)?;
        let mut function = Function {
            name,
            is_entry,
            results,
            parameters,
            registers,
            required_block: None,
            largest_block: None,
            cluster: None,
            body: None,
        };
        self.attributes(&mut function)?;
        if self.eat(Token::Semicolon) {
            return Some(function);
        }
        if !self.eat(Token::LeftBrace) {
            return self.unexpected("the function's body, `{`");
        }
        function.body = Some(self.body());
        Some(function)
    }

    /// Those in registers, which no compiler prints, are kept apart.
    fn parameters(
        &mut self,
        is_entry: bool,
        registers: &mut Vec<Registers<'i>>,
    ) -> Parsed<Vec<Variable>> {
        let mut found = Vec::new();
        if !self.eat(Token::LeftParen) {
            return Some(found);
        }
        while !self.eat(Token::RightParen) {
            let Some(word) = self.directive() else {
                return self.unexpected("a parameter such as `.param .u64 p`");
            };
            match word.node {
                "param" => found.push(self.parameter()?),
                "reg" if !is_entry => {
                    let ty = self.register_type()?;
                    let name = self.word("the name of a register")?;
                    registers.push(Registers {
                        name,
                        count: None,
                        ty,
                    });
                }
                _ => {
                    let mistake =
                        Diagnostic::new("unexpected directive", word.span, "expected `.param`");
                    self.report(mistake);
                    return None;
                }
            }
            if !self.eat(Token::Comma) && self.peek() != Some(Token::RightParen) {
                return self.unexpected("`,` or `)`");
            }
        }
        Some(found)
    }

    fn attributes(&mut self, function: &mut Function<'i>) -> Parsed<()> {
        while let Some(word) = self.directive() {
            match word.node {
                "maxntid" => function.largest_block = Some(self.block()?),
                "reqntid" => function.required_block = Some(self.block()?),
                "attribute" => self.group()?,
                "pragma" => {
                    self.recover();
                }
                "reqnctapercluster" => function.cluster = Some(self.block()?),
                name if IGNORED.contains(&name) || name.starts_with("abi") => {
                    while let Some(Token::Number(_) | Token::Comma) = self.peek() {
                        self.next();
                    }
                }
                name => {
                    let known = IGNORED.into_iter().chain([
                        "maxntid",
                        "reqntid",
                        "reqnctapercluster",
                        "attribute",
                    ]);
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
        Some(())
    }

    /// `256, 1, 1`; what is not written is 1.
    fn block(&mut self) -> Parsed<[u64; 3]> {
        let mut sizes = [1; 3];
        for (index, size) in sizes.iter_mut().enumerate() {
            if index > 0 && !self.eat(Token::Comma) {
                break;
            }
            *size = self.integer("a size")?;
        }
        Some(sizes)
    }
}
