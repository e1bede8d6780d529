//! Variables, parameters, and their initial values.

use crate::ptx::module::Variable;
use crate::ptx::token::Token;
use crate::ptx::types::{Space, Type};
use crate::syntax::Diagnostic;
use crate::syntax::span::Span;

use super::cursor::{Cursor, Parsed};

/// Larger variables are a mistake.
const LARGEST: u64 = 1 << 40;

/// What variables of one declaration have in common.
struct Kind {
    align: Option<u64>,
    ty: Type,
    lanes: u64,
    managed: bool,
}

impl Cursor<'_> {
    /// What follows `.global`: attributes, type, and one variable or several between commas, without the semicolon.
    pub fn variables(&mut self, space: Space, is_extern: bool) -> Parsed<Vec<Variable>> {
        let kind = self.kind()?;
        let mut found = vec![self.named(&kind, space, is_extern)?];
        while self.eat(Token::Comma) {
            found.push(self.named(&kind, space, is_extern)?);
        }
        Some(found)
    }

    /// A parameter of a function: what follows `.param`.
    pub fn parameter(&mut self) -> Parsed<Variable> {
        let kind = self.kind()?;
        self.named(&kind, Space::Param, false)
    }

    fn kind(&mut self) -> Parsed<Kind> {
        let mut align = None;
        let mut ty = None;
        let mut lanes = 1;
        let mut points = false;
        let mut managed = false;
        while let Some(word) = self.directive() {
            match word.node {
                "align" => {
                    let bytes = self.alignment()?;
                    // Behind `.ptr` it is that of the memory which the parameter points to (PTX ISA, *.ptr*).
                    if !points {
                        align = Some(bytes);
                    }
                }
                "v2" => lanes = 2,
                "v4" => lanes = 4,
                "attribute" => managed |= self.managed()?,
                "ptr" => points = true,
                // Of a pointer parameter: where it points.
                name if Space::named(name).is_some() => {}
                "pred" => {
                    self.report(Diagnostic::new(
                        "a predicate is no variable",
                        word.span,
                        "expected a type such as `.u8`",
                    ));
                    return None;
                }
                name => match Type::named(name).or_else(|| opaque(name)) {
                    Some(named) => ty = Some(named),
                    None => return self.unknown_type(name, word.span),
                },
            }
        }
        match ty {
            Some(ty) => Some(Kind {
                align,
                ty,
                lanes,
                managed,
            }),
            None => self.unexpected("a type such as `.u32`"),
        }
    }

    /// A name with its sizes and initial value.
    fn named(&mut self, kind: &Kind, space: Space, is_extern: bool) -> Parsed<Variable> {
        let &Kind {
            align,
            ty,
            lanes,
            managed,
        } = kind;
        let name = self.word("the name of a variable")?;
        let element = ty.bytes() * lanes;
        let mut sizes = self.sizes(element)?;
        let bytes = sizes
            .iter()
            .try_fold(element, |all, size| Some(all * (*size)?));
        let mut variable = Variable {
            name: name.node.to_owned(),
            space,
            ty,
            align: align.unwrap_or(element),
            bytes,
            is_extern,
            is_managed: managed,
            initial: Vec::new(),
            span: name.span,
        };
        if self.eat(Token::Assign) {
            if !matches!(space, Space::Global | Space::Const) {
                let message = format!("`.{}` variables have no initial value", space.name());
                self.report(Diagnostic::new(
                    message,
                    name.span,
                    "only `.global` and `.const` variables do",
                ));
                return None;
            }
            if lanes > 1 {
                sizes.push(Some(lanes));
            }
            variable.initial = self.initial(&variable, &sizes)?;
            // The size of `x[] = {…}` is that of its value.
            let end = variable.initial.last().map(|last| last.offset + last.bytes);
            variable.bytes = variable.bytes.or(end);
        }
        if variable.bytes.is_none_or(|bytes| bytes == 0) && !is_extern && space != Space::Param {
            let message = format!("the size of `{}` is missing", name.node);
            self.report(Diagnostic::new(
                message,
                name.span,
                "only `.extern` arrays have none",
            ));
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

    /// `[4][8]`: the sizes, none for `[]`.
    fn sizes(&mut self, element: u64) -> Parsed<Vec<Option<u64>>> {
        let mut sizes = Vec::new();
        let mut all = element;
        while self.eat(Token::LeftBracket) {
            if self.eat(Token::RightBracket) {
                sizes.push(None);
                continue;
            }
            let span = self.here();
            let count = self.integer("the size of an array")?;
            self.expect(Token::RightBracket)?;
            let Some(more) = all.checked_mul(count).filter(|&all| all <= LARGEST) else {
                self.report(Diagnostic::new("this array is too large", span, "elements"));
                return None;
            };
            all = more;
            sizes.push(Some(count));
        }
        Some(sizes)
    }

    /// `+4`, `-4`, `+-4`, `+4*2`, or nothing.
    pub fn distance(&mut self) -> Parsed<i64> {
        if !matches!(self.peek(), Some(Token::Plus | Token::Minus)) {
            return Some(0);
        }
        self.eat(Token::Plus);
        Some(self.whole("a distance in bytes")?.cast_signed())
    }

    /// Skips what stands in parentheses.
    pub fn group(&mut self) -> Parsed<()> {
        self.grouped(|_| {})
    }

    /// The attributes of a variable, in parentheses: whether it is one for all devices.
    fn managed(&mut self) -> Parsed<bool> {
        let mut managed = false;
        self.grouped(|token| {
            managed |= matches!(token, Token::Directive(".managed" | ".unified"));
        })?;
        Some(managed)
    }

    fn grouped(&mut self, mut seen: impl FnMut(Token)) -> Parsed<()> {
        self.expect(Token::LeftParen)?;
        let mut depth = 1;
        while depth > 0 {
            match self.next().map(|token| token.node) {
                Some(Token::LeftParen) => depth += 1,
                Some(Token::RightParen) => depth -= 1,
                Some(token) => seen(token),
                None => return self.unexpected("`)`"),
            }
        }
        Some(())
    }
}

/// Handles of textures and the like: 64 bits that nobody computes with.
fn opaque(name: &str) -> Option<Type> {
    matches!(name, "texref" | "samplerref" | "surfref").then_some(Type::B64)
}
