//! The directives of a module.

use std::collections::BTreeMap;

use crate::ptx::module::{Module, Variable};
use crate::ptx::resolve;
use crate::ptx::token::{Token, tokens};
use crate::ptx::types::Space;
use crate::syntax::span::{SourceFile, Span};
use crate::syntax::stray::old_line_ends;
use crate::syntax::{Diagnostic, Report};

use super::cursor::{CUT, Cursor, Parsed};
use super::other::other_kind;
use super::raw::{Function, Name};

/// What the directives of a module say.
#[derive(Default)]
struct Top<'i> {
    version: Option<(u32, u32)>,
    /// The place of `.version`.
    version_at: Span,
    target: Option<u32>,
    files: BTreeMap<u32, String>,
    variables: Vec<Variable>,
    functions: Vec<Function<'i>>,
}

/// Reads a module.
///
/// # Errors
///
/// All the mistakes in the text.
pub fn parse(source: &SourceFile) -> Result<Module, Report> {
    if let Some(mistake) = other_kind(&source.text).or_else(|| old_line_ends(&source.text)) {
        return Err(Report::new(source.clone(), vec![mistake]));
    }
    let mut mistakes = Vec::new();
    // Who gives PTX to a driver ends it with a NUL.
    let text = source.text.trim_end_matches(['\0', '\n', '\r', ' ', '\t']);
    let found = tokens(text, &mut mistakes);
    let mut cursor = Cursor::new(text, found, mistakes);
    let top = cursor.module();
    if top.target.is_none() {
        cursor.no_target(top.version_at);
    }
    let mut mistakes = cursor.finish();
    // What is not there may be in the part that is missing.
    if mistakes.iter().any(|one| one.help.as_deref() == Some(CUT)) {
        return Err(Report::new(source.clone(), mistakes));
    }
    let module = Module {
        source: source.clone(),
        line_starts: line_starts(&source.text),
        version: top.version.unwrap_or_default(),
        target: top.target.unwrap_or_default(),
        files: top.files,
        variables: top.variables,
        functions: Vec::new(),
    };
    let module = resolve::functions(module, top.functions, &mut mistakes);
    if mistakes.is_empty() {
        Ok(module)
    } else {
        Err(Report::new(source.clone(), mistakes))
    }
}

fn line_starts(text: &str) -> Vec<usize> {
    let after = text.bytes().enumerate().filter(|(_, byte)| *byte == b'\n');
    std::iter::once(0)
        .chain(after.map(|(at, _)| at + 1))
        .collect()
}

impl<'i> Cursor<'i> {
    fn module(&mut self) -> Top<'i> {
        let mut top = Top::default();
        while let Some(token) = self.peek() {
            if self.is_full() {
                break;
            }
            let start = self.place_of_next();
            let parsed = if matches!(token, Token::Section(true) | Token::Semicolon) {
                self.next();
                Some(())
            } else if token == Token::Section(false) {
                self.unclosed_section();
                Some(())
            } else if let Some(word) = self.directive() {
                self.top_directive(&word, &mut top)
            } else {
                self.unexpected("a directive such as `.entry`")
            };
            if parsed.is_none() {
                self.recover_top(start);
            }
        }
        top
    }

    /// Mistakes before may be why there is no `.target`.
    fn no_target(&mut self, version: Span) {
        if self.is_clean() {
            let mistake = Diagnostic::new(
                "the module has no `.target`",
                version,
                "expected `.target sm_90` or the like after this",
            );
            self.report(mistake);
        }
    }

    fn unclosed_section(&mut self) {
        let span = self.here();
        self.next();
        let span = Span::new(span.start, span.start + ".section".len());
        self.report(
            Diagnostic::new(
                "this section is not closed",
                span,
                "expected `}` at its end",
            )
            .with_help(CUT),
        );
    }

    fn top_directive(&mut self, word: &Name<'i>, top: &mut Top<'i>) -> Parsed<()> {
        match word.node {
            "version" => {
                top.version = Some(self.version()?);
                top.version_at = word.span;
            }
            "target" => top.target = Some(self.target()?),
            "address_size" => self.address_size()?,
            "file" => {
                let (number, path) = self.file()?;
                top.files.insert(number, path);
            }
            "pragma" | "alias" => self.recover(),
            "loc" => {
                while let Some(Token::Number(_)) = self.peek() {
                    self.next();
                }
            }
            "extern" => return self.declaration(true, top),
            "visible" | "weak" | "common" => return self.declaration(false, top),
            _ => return self.declared(word, false, top),
        }
        Some(())
    }

    fn declaration(&mut self, is_extern: bool, top: &mut Top<'i>) -> Parsed<()> {
        let Some(word) = self.directive() else {
            return self.unexpected("`.global`, `.func` or `.entry`");
        };
        self.declared(&word, is_extern, top)
    }

    fn declared(&mut self, word: &Name<'i>, is_extern: bool, top: &mut Top<'i>) -> Parsed<()> {
        match word.node {
            "entry" | "func" => {
                if self.peek() == Some(Token::Directive(".attribute")) {
                    self.next();
                    self.group()?;
                }
                if self.peek() == Some(Token::Directive(".noreturn")) {
                    self.next();
                }
                let function = self.function(word.node == "entry")?;
                top.functions.push(function);
                Some(())
            }
            name => {
                let Some(space) = Space::named(name) else {
                    let known = [
                        "version",
                        "target",
                        "address_size",
                        "entry",
                        "func",
                        "global",
                    ];
                    let known = known
                        .into_iter()
                        .chain(["const", "shared", "file", "extern"]);
                    let mistake = Diagnostic::new(
                        format!("unknown directive `.{name}`"),
                        word.span,
                        "a newer version of PTX, or a mistake",
                    );
                    self.report(mistake.with_suggestion(name, known));
                    return None;
                };
                let variables = self.variables(space, is_extern)?;
                top.variables.extend(variables);
                self.expect(Token::Semicolon)
            }
        }
    }

    fn version(&mut self) -> Parsed<(u32, u32)> {
        if let Some(Token::Number(text)) = self.peek()
            && let Some((major, minor)) = text.split_once('.')
            && let (Ok(major), Ok(minor)) = (major.parse(), minor.parse())
        {
            self.next();
            return Some((major, minor));
        }
        self.unexpected("a version such as `8.5`")
    }

    /// `sm_90`, and what follows with commas.
    fn target(&mut self) -> Parsed<u32> {
        let name = self.word("a target such as `sm_90`")?;
        let digits = name
            .node
            .strip_prefix("sm_")
            .or_else(|| name.node.strip_prefix("compute_"));
        let digits = digits.unwrap_or("");
        let digits = digits.trim_end_matches(|c: char| c.is_ascii_lowercase());
        let Ok(number) = digits.parse() else {
            let mistake =
                Diagnostic::new("unknown target", name.span, "expected one such as `sm_90`");
            self.report(mistake);
            return None;
        };
        while self.eat(Token::Comma) {
            self.word("a target or option")?;
        }
        Some(number)
    }

    fn address_size(&mut self) -> Parsed<()> {
        let span = self.here();
        if self.integer("64")? == 64 {
            return Some(());
        }
        let mistake = Diagnostic::new("unsupported size of addresses", span, "only 64 bits are");
        self.report(mistake);
        Some(())
    }

    /// `1 "kernel.cu"`, and a time and size, after `.file`.
    pub fn file(&mut self) -> Parsed<(u32, String)> {
        let number = self.small("the number of a file")?;
        let Some(Token::Quoted(path)) = self.peek() else {
            return self.unexpected("the path of a file, in quotes");
        };
        self.next();
        while self.eat(Token::Comma) {
            self.integer("a number")?;
        }
        Some((number, path.trim_matches('"').to_owned()))
    }

    /// Goes to where a directive of a module may begin.
    fn recover_top(&mut self, start: usize) {
        let mut depth = self.opened(start);
        while let Some(token) = self.peek() {
            let begins = matches!(
                token,
                Token::Directive(
                    ".visible"
                        | ".entry"
                        | ".func"
                        | ".extern"
                        | ".weak"
                        | ".version"
                        | ".target"
                        | ".address_size"
                        | ".file",
                )
            );
            if depth == 0 && begins {
                return;
            }
            self.next();
            if token == Token::LeftBrace {
                depth += 1;
            } else if token == Token::RightBrace {
                depth = depth.saturating_sub(1);
            }
            if depth == 0 && matches!(token, Token::RightBrace | Token::Semicolon) {
                return;
            }
        }
    }
}
