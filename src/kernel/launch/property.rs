//! Properties of the final contents: `forall = "~(got[0] == 1) \\/ got[1] == 7"`.

use crate::ptx::types::Type;
use crate::syntax::Diagnostic;
use crate::syntax::ast::Comparison;
use crate::syntax::span::{Span, Spanned};

use super::scalar::Scalar;

/// Nesting deeper than this is a mistake.
const DEPTH: usize = 100;

/// One side of a comparison.
#[derive(Debug, Clone, PartialEq)]
pub enum Side {
    /// A number, and as it was written.
    Number(Scalar, String),
    /// An element of a buffer or variable.
    Element(String, u64),
}

/// A formula over final contents.
#[derive(Debug, Clone, PartialEq)]
pub enum Formula {
    /// `true` or `false`.
    Literal(bool),
    /// A comparison of numbers.
    Compare(Comparison, Side, Side),
    /// Negation.
    Not(Box<Formula>),
    /// Conjunction.
    And(Vec<Formula>),
    /// Disjunction.
    Or(Vec<Formula>),
}

/// A property.
#[derive(Debug, Clone, PartialEq)]
pub struct Property {
    /// It must hold of some run, not of all.
    pub exists: bool,
    /// What must hold.
    pub formula: Formula,
    /// As it was written.
    pub text: Spanned<String>,
}

impl Formula {
    /// Its truth, given the value and the type of each element; none where one is not known.
    pub fn holds(&self, value: &impl Fn(&str, u64) -> Option<(Scalar, Type)>) -> Option<bool> {
        match self {
            Self::Literal(truth) => Some(*truth),
            Self::Compare(comparison, a, b) => {
                let (a, b) = match (a, b) {
                    (Side::Number(a, _), Side::Number(b, _)) => (*a, *b),
                    (Side::Element(name, index), Side::Number(literal, _)) => {
                        let (element, ty) = value(name, *index)?;
                        (element, literal.at(ty).ok()?)
                    }
                    (Side::Number(literal, _), Side::Element(name, index)) => {
                        let (element, ty) = value(name, *index)?;
                        (literal.at(ty).ok()?, element)
                    }
                    (Side::Element(a, i), Side::Element(b, j)) => {
                        (value(a, *i)?.0, value(b, *j)?.0)
                    }
                };
                Some(a.compares(*comparison, b))
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

    /// The comparisons in it.
    #[must_use]
    pub fn comparisons(&self) -> Vec<(&Side, &Side)> {
        match self {
            Self::Literal(_) => Vec::new(),
            Self::Compare(_, a, b) => vec![(a, b)],
            Self::Not(inner) => inner.comparisons(),
            Self::And(parts) | Self::Or(parts) => {
                parts.iter().flat_map(Self::comparisons).collect()
            }
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
        if self.rest().starts_with(['-', '.']) || self.digit() {
            let (number, text) = self.number()?;
            return Ok(Side::Number(number, text));
        }
        let word = |c: char| c.is_ascii_alphanumeric() || matches!(c, '_' | '$' | ':');
        let length = self.rest().find(|c| !word(c)).unwrap_or(self.rest().len());
        let text = self.rest()[..length].to_owned();
        if text.is_empty() {
            return Err(self.unexpected("an element such as `out[0]`, or a number"));
        }
        self.at += length;
        if !self.eat("[") {
            return Ok(Side::Element(text, 0));
        }
        self.space();
        let expected = "an index and `]`";
        if !self.digit() {
            return Err(self.unexpected(expected));
        }
        match self.number()?.0 {
            Scalar::Integer(index) if self.eat("]") => {
                let index = u64::try_from(index).map_err(|_| self.unexpected(expected))?;
                Ok(Side::Element(text, index))
            }
            Scalar::Integer(_) | Scalar::Float(_) => Err(self.unexpected(expected)),
        }
    }

    fn digit(&self) -> bool {
        self.rest().starts_with(|c: char| c.is_ascii_digit())
    }

    /// `3`, `-1`, `0xFF`, `3.5`, `1e-3`.
    fn number(&mut self) -> Result<(Scalar, String), Diagnostic> {
        let rest = self.rest();
        let unsigned = rest.strip_prefix('-').unwrap_or(rest);
        let sign = rest.len() - unsigned.len();
        let hex = ["0x", "0X"]
            .iter()
            .find_map(|one| unsigned.strip_prefix(one));
        let mut before = ' ';
        let part = |c: char| {
            let exponent = hex.is_none() && matches!(before, 'e' | 'E');
            before = c;
            !(c.is_ascii_alphanumeric()
                || matches!(c, '.' | '_')
                || exponent && matches!(c, '+' | '-'))
        };
        let length = unsigned.find(part).unwrap_or(unsigned.len());
        let (text, digits) = (&rest[..sign + length], &unsigned[..length]);
        let whole = match hex {
            Some(_) => i128::from_str_radix(&digits[2..], 16).ok(),
            None => digits.parse().ok(),
        };
        let plain = digits
            .bytes()
            .all(|byte| byte.is_ascii_digit() || b".eE+-".contains(&byte));
        let number = if let Some(whole) = whole {
            let value: i128 = if sign == 0 { whole } else { -whole };
            let fits = (i128::from(i64::MIN)..=i128::from(u64::MAX)).contains(&value);
            fits.then_some(Scalar::Integer(value))
        } else if plain && hex.is_none() {
            let value: Option<f64> = text.parse().ok();
            value.filter(|value| value.is_finite()).map(Scalar::Float)
        } else {
            None
        };
        let text = text.to_owned();
        let number = number.ok_or_else(|| self.unexpected("a number of at most 64 bits"))?;
        self.at += text.len();
        Ok((number, text))
    }
}
