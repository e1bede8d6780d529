//! Properties of the final contents: `forall = "~(got[0] == 1) \\/ got[1] == 7"`.

use crate::syntax::Diagnostic;
use crate::syntax::ast::Comparison;
use crate::syntax::span::{Span, Spanned};

/// Nesting deeper than this is a mistake.
const DEPTH: usize = 100;

/// One side of a comparison.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Side {
    /// A number.
    Number(i64),
    /// An element of a buffer or variable.
    Element(String, u64),
}

/// A formula over final contents.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Formula {
    /// `true` or `false`.
    Literal(bool),
    /// A comparison, signed.
    Compare(Comparison, Side, Side),
    /// Negation.
    Not(Box<Formula>),
    /// Conjunction.
    And(Vec<Formula>),
    /// Disjunction.
    Or(Vec<Formula>),
}

/// A property.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Property {
    /// It must hold of some run, not of all.
    pub exists: bool,
    /// What must hold.
    pub formula: Formula,
    /// As it was written.
    pub text: Spanned<String>,
}

impl Formula {
    /// Its truth, given the value of each element; none where one is not known.
    pub fn holds(&self, value: &impl Fn(&str, u64) -> Option<i64>) -> Option<bool> {
        let side = |side: &Side| match side {
            Side::Number(number) => Some(*number),
            Side::Element(name, index) => value(name, *index),
        };
        match self {
            Self::Literal(truth) => Some(*truth),
            Self::Compare(comparison, a, b) => {
                let (a, b) = (side(a)?, side(b)?);
                Some(match comparison {
                    Comparison::Eq => a == b,
                    Comparison::Ne => a != b,
                    Comparison::Lt => a < b,
                    Comparison::Le => a <= b,
                    Comparison::Gt => a > b,
                    Comparison::Ge => a >= b,
                })
            }
            Self::Not(inner) => inner.holds(value).map(|truth| !truth),
            Self::And(parts) => {
                let all: Option<Vec<bool>> = parts.iter().map(|part| part.holds(value)).collect();
                Some(all?.into_iter().all(|truth| truth))
            }
            Self::Or(parts) => {
                let all: Option<Vec<bool>> = parts.iter().map(|part| part.holds(value)).collect();
                Some(all?.into_iter().any(|truth| truth))
            }
        }
    }

    /// The elements it speaks of.
    #[must_use]
    pub fn elements(&self) -> Vec<(&str, u64)> {
        match self {
            Self::Literal(_) => Vec::new(),
            Self::Compare(_, a, b) => [a, b]
                .into_iter()
                .filter_map(|side| match side {
                    Side::Element(name, index) => Some((name.as_str(), *index)),
                    Side::Number(_) => None,
                })
                .collect(),
            Self::Not(inner) => inner.elements(),
            Self::And(parts) | Self::Or(parts) => parts.iter().flat_map(Self::elements).collect(),
        }
    }
}

/// Reads a formula.
pub fn read(text: &Spanned<String>) -> Result<Formula, Diagnostic> {
    let mut reader = Reader {
        text: &text.node,
        at: 0,
        depth: 0,
        span: text.span,
    };
    let formula = reader.or()?;
    reader.space();
    if reader.at < reader.text.len() {
        return Err(reader.unexpected("nothing more, `/\\` or `\\/`"));
    }
    Ok(formula)
}

struct Reader<'a> {
    text: &'a str,
    at: usize,
    depth: usize,
    span: Span,
}

impl Reader<'_> {
    fn rest(&self) -> &str {
        &self.text[self.at..]
    }

    fn space(&mut self) {
        self.at += self.rest().len() - self.rest().trim_start().len();
    }

    fn eat(&mut self, token: &str) -> bool {
        self.space();
        let there = self.rest().starts_with(token);
        if there {
            self.at += token.len();
        }
        there
    }

    fn unexpected(&self, expected: &str) -> Diagnostic {
        let found = self.rest().chars().take(12).collect::<String>();
        let message = if found.is_empty() {
            "the property ends too soon".to_owned()
        } else {
            format!("unexpected `{found}` in the property")
        };
        Diagnostic::new(message, self.span, format!("expected {expected}"))
    }

    fn or(&mut self) -> Result<Formula, Diagnostic> {
        let mut parts = vec![self.and()?];
        while self.eat("\\/") || self.eat("||") {
            parts.push(self.and()?);
        }
        Ok(if parts.len() == 1 {
            parts.remove(0)
        } else {
            Formula::Or(parts)
        })
    }

    fn and(&mut self) -> Result<Formula, Diagnostic> {
        let mut parts = vec![self.not()?];
        while self.eat("/\\") || self.eat("&&") {
            parts.push(self.not()?);
        }
        Ok(if parts.len() == 1 {
            parts.remove(0)
        } else {
            Formula::And(parts)
        })
    }

    fn not(&mut self) -> Result<Formula, Diagnostic> {
        self.depth += 1;
        if self.depth > DEPTH {
            return Err(Diagnostic::new(
                "the property nests too deeply",
                self.span,
                "",
            ));
        }
        let formula = if self.eat("~")
            || (!self.text[self.at..].trim_start().starts_with("!=") && self.eat("!"))
        {
            Formula::Not(Box::new(self.not()?))
        } else if self.eat("(") {
            let inner = self.or()?;
            if !self.eat(")") {
                return Err(self.unexpected("`)`"));
            }
            inner
        } else {
            self.comparison()?
        };
        self.depth -= 1;
        Ok(formula)
    }

    fn comparison(&mut self) -> Result<Formula, Diagnostic> {
        const COMPARISONS: [(&str, Comparison); 7] = [
            ("==", Comparison::Eq),
            ("!=", Comparison::Ne),
            ("<=", Comparison::Le),
            (">=", Comparison::Ge),
            ("<", Comparison::Lt),
            (">", Comparison::Gt),
            ("=", Comparison::Eq),
        ];
        let left = match self.side()? {
            Side::Element(word, 0) if word == "true" => return Ok(Formula::Literal(true)),
            Side::Element(word, 0) if word == "false" => return Ok(Formula::Literal(false)),
            side => side,
        };
        let found = COMPARISONS.into_iter().find(|(token, _)| self.eat(token));
        let Some((_, comparison)) = found else {
            return Err(self.unexpected("a comparison such as `==`"));
        };
        Ok(Formula::Compare(comparison, left, self.side()?))
    }

    fn side(&mut self) -> Result<Side, Diagnostic> {
        self.space();
        let word = |c: char| c.is_ascii_alphanumeric() || matches!(c, '_' | '$' | ':');
        let negative = self.eat("-");
        let length = self.rest().find(|c| !word(c)).unwrap_or(self.rest().len());
        let text = self.rest()[..length].to_owned();
        if text.is_empty() {
            return Err(self.unexpected("an element such as `out[0]`, or a number"));
        }
        if text.starts_with(|c: char| c.is_ascii_digit()) {
            let number = match text.strip_prefix("0x") {
                Some(digits) => i64::from_str_radix(digits, 16),
                None => text.parse(),
            };
            let number = number.map_err(|_| self.unexpected("a number"))?;
            self.at += length;
            return Ok(Side::Number(if negative { -number } else { number }));
        }
        self.at += length;
        if !self.eat("[") {
            return Ok(Side::Element(text, 0));
        }
        match self.side()? {
            Side::Number(index) if index >= 0 && self.eat("]") => {
                Ok(Side::Element(text, index.cast_unsigned()))
            }
            Side::Number(_) | Side::Element(..) => Err(self.unexpected("an index and `]`")),
        }
    }
}
