//! What names stand for.

use rustc_hash::FxHashMap;

use crate::ptx::module::{Module, Register, RegisterId, Variable};
use crate::ptx::operation::{Operand, Special, Symbol};
use crate::ptx::parse::raw;
use crate::ptx::types::{Kind, Space, Type};
use crate::syntax::Diagnostic;
use crate::syntax::diagnostic::nearest;
use crate::syntax::span::{Span, Spanned};

use crate::ptx::declared::again;

use super::hidden::Hidden;
use super::special;
use super::words::{Refusal, unexpected};

/// What a name in a scope stands for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Found {
    Register(RegisterId),
    Symbol(Symbol),
    Special(Special),
}

/// What is declared between two braces.
#[derive(Debug, Default)]
pub struct Scope<'i> {
    pub parent: Option<usize>,
    pub names: FxHashMap<&'i str, Found>,
    /// Variables, whose names the tree owns.
    pub owned: FxHashMap<String, Found>,
    /// `%r<5>`: the first register, and how many.
    pub ranges: FxHashMap<&'i str, (usize, u64)>,
    pub labels: FxHashMap<&'i str, (usize, Span)>,
    pub tables: FxHashMap<&'i str, Vec<usize>>,
    /// Where each name, or what is before the numbers of a range, is declared.
    pub spans: FxHashMap<String, Span>,
}

impl Scope<'_> {
    /// Notes where a name is declared, and says if it is one already.
    pub fn claim(&mut self, name: &str, span: Span, mistakes: &mut Vec<Diagnostic>) {
        let numbered = || name.trim_end_matches(|c: char| c.is_ascii_digit());
        if self.find(name).is_some() {
            let before = self.spans.get(name).or_else(|| self.spans.get(numbered()));
            mistakes.push(again(name, span, before.copied().unwrap_or(span)));
        }
        self.spans.insert(name.to_owned(), span);
    }

    /// The same of `%r<5>`.
    pub fn claim_range(
        &mut self,
        name: &str,
        count: u64,
        span: Span,
        mistakes: &mut Vec<Diagnostic>,
    ) {
        if self.ranges.contains_key(name) {
            let before = self.spans.get(name).copied();
            mistakes.push(again(&format!("{name}<…>"), span, before.unwrap_or(span)));
        }
        let numbers = |one: &str| {
            one.strip_prefix(name)
                .and_then(|digits| digits.parse::<u64>().ok())
        };
        let inside = self
            .names
            .keys()
            .find(|one| numbers(one).is_some_and(|number| number < count));
        if let Some(before) = inside.and_then(|one| self.spans.get(*one)) {
            mistakes.push(again(&format!("{name}<…>"), span, *before));
        }
        self.spans.insert(name.to_owned(), span);
    }

    fn find(&self, name: &str) -> Option<Found> {
        let known = self.names.get(name).or_else(|| self.owned.get(name));
        known.copied().or_else(|| self.numbered(name))
    }

    fn numbered(&self, name: &str) -> Option<Found> {
        let prefix = name.trim_end_matches(|c: char| c.is_ascii_digit());
        let digits = &name[prefix.len()..];
        // `%r01` is no register; `%rd1` with a range `%rd` is.
        let number: u64 = digits.parse().ok()?;
        let plain = digits.len() == 1 || !digits.starts_with('0');
        let (first, count) = self.ranges.get(prefix).copied()?;
        let number = (plain && number < count).then(|| usize::try_from(number).ok())??;
        Some(Found::Register(RegisterId(first + number)))
    }
}

/// All names in sight of an instruction.
pub struct Names<'a> {
    pub globals: &'a FxHashMap<&'a str, Symbol>,
    pub scopes: &'a [Scope<'a>],
    pub scope: usize,
    pub registers: &'a [Register],
    /// What else the module has.
    pub module: &'a Module,
    /// The variables of the body.
    pub own: &'a [Variable],
    /// How many registers and variables of the body are declared before the instruction.
    pub declared: (usize, usize),
    /// The registers of the body that no name stands for.
    pub hidden: Hidden,
}

/// The scopes from one outwards.
fn outwards<'a, 'i>(scopes: &'a [Scope<'i>], scope: usize) -> impl Iterator<Item = &'a Scope<'i>> {
    std::iter::successors(scopes.get(scope), |scope| {
        scope.parent.and_then(|parent| scopes.get(parent))
    })
}

/// The instruction that a label stands before.
pub fn label(
    scopes: &[Scope<'_>],
    scope: usize,
    name: &str,
    span: Span,
) -> Result<usize, Diagnostic> {
    let found = outwards(scopes, scope).find_map(|scope| scope.labels.get(name));
    if let Some((target, _)) = found {
        return Ok(*target);
    }
    let known = outwards(scopes, scope).flat_map(|scope| scope.labels.keys());
    let mut known: Vec<&str> = known.copied().collect();
    known.sort_unstable();
    let mistake = Diagnostic::new(
        format!("unknown label `{name}`"),
        span,
        "there is no such label in this function",
    );
    Err(mistake.with_suggestion(name, known))
}

impl Names<'_> {
    /// The type of a register that a name was found to be.
    pub fn ty(&self, register: RegisterId) -> Option<Type> {
        self.registers.get(register.0).map(|register| register.ty)
    }

    pub fn find(&self, name: &str) -> Option<Found> {
        // What an inner scope declares later, an outer one may have declared before.
        let before = |found: &Found| match found {
            Found::Register(register) => register.0 < self.declared.0,
            Found::Symbol(Symbol::Own(at)) => *at < self.declared.1,
            Found::Symbol(_) | Found::Special(_) => true,
        };
        let own =
            outwards(self.scopes, self.scope).find_map(|scope| scope.find(name).filter(before));
        own.or_else(|| special::named(name).map(Found::Special))
            .or_else(|| self.globals.get(name).copied().map(Found::Symbol))
    }

    /// The space of what a symbol stands for; none for a function.
    pub fn space(&self, symbol: Symbol) -> Option<Space> {
        match symbol {
            Symbol::Module(at) => self.module.variables.get(at).map(|one| one.space),
            Symbol::Own(at) => self.own.get(at).map(|one| one.space),
            Symbol::Parameter(_) | Symbol::Result(_) => Some(Space::Param),
            Symbol::Function(_) => None,
        }
    }

    pub fn table(&self, name: &str) -> Option<&[usize]> {
        let found = outwards(self.scopes, self.scope).find_map(|scope| scope.tables.get(name));
        found.map(Vec::as_slice)
    }

    pub fn look_up(&self, name: &str, span: Span) -> Result<Found, Diagnostic> {
        if let Some(found) = self.find(name) {
            return Ok(found);
        }
        Err(self.unknown(name, span))
    }

    /// That a name is none in sight, with the nearest one, or the numbers that its registers have.
    fn unknown(&self, name: &str, span: Span) -> Diagnostic {
        let scopes = || outwards(self.scopes, self.scope);
        let prefix = name.trim_end_matches(|c: char| c.is_ascii_digit());
        let digits = name.get(prefix.len()..).unwrap_or_default();
        let mistake = Diagnostic::new(
            format!("unknown name `{name}`"),
            span,
            "neither a register nor a variable in sight",
        );
        let range = scopes().find_map(|scope| scope.ranges.get(prefix));
        if let Some((_, count)) = range.filter(|_| !digits.is_empty()) {
            let help = match count.checked_sub(1) {
                Some(0) => format!("of `{prefix}<{count}>` there is only `{prefix}0`"),
                Some(last) => format!("`{prefix}<{count}>` is `{prefix}0` to `{prefix}{last}`"),
                None => format!("`{prefix}<{count}>` is no register"),
            };
            return mistake.with_help(help);
        }
        let names = scopes().flat_map(|scope| scope.names.keys().copied());
        let owned = scopes().flat_map(|scope| scope.owned.keys().map(String::as_str));
        let ranges = scopes().flat_map(|scope| &scope.ranges);
        let number = digits.parse::<u64>();
        let ranges = ranges.filter(|(_, (_, count))| number.as_ref().is_ok_and(|it| it < count));
        let ranged: Vec<String> = ranges.map(|(one, _)| format!("{one}{digits}")).collect();
        let mut known: Vec<&str> = names
            .chain(owned)
            .chain(self.globals.keys().copied())
            .chain(ranged.iter().map(String::as_str))
            .chain(special::NAMES)
            .collect();
        known.sort_unstable();
        match nearest(name, known) {
            Some(near) => mistake.with_near(name, near),
            None => mistake,
        }
    }

    pub fn predicate(&self, name: &str, span: Span) -> Result<RegisterId, Diagnostic> {
        let register = self.register(name, span)?;
        if self.registers[register.0].ty.kind == Kind::Predicate {
            return Ok(register);
        }
        let message = format!("`{name}` is no predicate");
        Err(Diagnostic::new(
            message,
            span,
            "expected a `.pred` register",
        ))
    }

    pub fn register(&self, name: &str, span: Span) -> Result<RegisterId, Diagnostic> {
        match self.look_up(name, span)? {
            Found::Register(register) => Ok(register),
            Found::Symbol(_) | Found::Special(_) => {
                let message = format!("`{name}` is no register");
                Err(Diagnostic::new(message, span, "expected a register"))
            }
        }
    }

    pub fn target(&self, name: &str, span: Span) -> Result<Option<RegisterId>, Diagnostic> {
        if name == "_" {
            return Ok(None);
        }
        self.register(name, span).map(Some)
    }

    /// An element of an array, and how many bytes are before it.
    pub fn element(&self, name: &str, index: u64, span: Span) -> Result<(Symbol, i64), Diagnostic> {
        let found = self.look_up(name, span)?;
        let variable = match found {
            Found::Symbol(Symbol::Module(at)) => self.module.variables.get(at),
            Found::Symbol(Symbol::Own(at)) => self.own.get(at),
            Found::Symbol(Symbol::Parameter(_) | Symbol::Result(_) | Symbol::Function(_))
            | Found::Register(_)
            | Found::Special(_) => None,
        };
        let offset = variable.and_then(|one| index.checked_mul(one.ty.bytes()));
        match (found, offset.and_then(|offset| i64::try_from(offset).ok())) {
            (Found::Symbol(symbol), Some(offset)) => Ok((symbol, offset)),
            (Found::Symbol(_) | Found::Register(_) | Found::Special(_), _) => {
                let message = format!("`{name}` has no such element");
                let label = "expected a variable, and a number from 0";
                Err(Diagnostic::new(message, span, label))
            }
        }
    }

    pub fn value(&self, operand: &Spanned<raw::Operand<'_>>) -> Result<Operand, Refusal> {
        let span = operand.span;
        Ok(match &operand.node {
            raw::Operand::Name(name) => match self.look_up(name, span)? {
                Found::Register(register) => Operand::Register(register),
                Found::Symbol(symbol) => Operand::Symbol(symbol, 0),
                Found::Special(special) => Operand::Special(special),
            },
            raw::Operand::Sum(name, offset) => match self.look_up(name, span)? {
                Found::Symbol(symbol) => Operand::Symbol(symbol, *offset),
                Found::Register(_) | Found::Special(_) => {
                    return Err(Refusal::unclear("a sum of a register as an operand"));
                }
            },
            raw::Operand::Element(name, index) => {
                let (symbol, offset) = self.element(name, *index, span)?;
                Operand::Symbol(symbol, offset)
            }
            raw::Operand::Not(name) => Operand::Not(self.predicate(name, span)?),
            raw::Operand::Literal(literal) => Operand::Literal(*literal),
            raw::Operand::Address(..)
            | raw::Operand::Pair(..)
            | raw::Operand::Vector(_)
            | raw::Operand::Group(_)
            | raw::Operand::Composite => {
                return Err(unexpected(span, "expected a value"));
            }
        })
    }
}
