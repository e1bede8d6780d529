//! Values and guards as literals: one literal for each possible value where these are few, bits
//! where they are not.

use rustc_hash::FxHashMap;

use crate::program::symbolic::{EventId, GuardExpr, GuardId, Symbolic, ValueExpr, ValueId};
use crate::program::value;
use crate::sat::bits;
use crate::sat::bits::Bits;
use crate::sat::{Circuit, Lit};
use crate::syntax::ast::{Arithmetic, Comparison, Type, TypeKind};

use super::computed::computed;

/// A value that depends on the execution.
#[derive(Debug, Clone)]
pub enum Sym {
    /// One of these, each with the literal that says so; at most one holds.
    Choice(Vec<(i64, Lit)>),
    /// Any number.
    Bits(Box<Bits>),
}

impl Sym {
    /// A known value.
    #[must_use]
    pub fn constant(value: i64) -> Self {
        Self::Choice(vec![(value, Lit::TRUE)])
    }

    /// The known value, if it is one.
    #[must_use]
    pub fn as_constant(&self) -> Option<i64> {
        match self {
            Self::Choice(choices) => match choices.as_slice() {
                [(value, _)] => Some(*value),
                _ => None,
            },
            Self::Bits(_) => None,
        }
    }

    /// As bits.
    pub fn to_bits(&self, circuit: &mut Circuit) -> Bits {
        match self {
            Self::Bits(bits) => **bits,
            Self::Choice(choices) => {
                if let [(value, _)] = choices.as_slice() {
                    return bits::constant(*value);
                }
                std::array::from_fn(|bit| {
                    let ones = choices
                        .iter()
                        .filter(|(value, _)| value >> bit & 1 == 1)
                        .map(|(_, lit)| *lit);
                    circuit.any(ones)
                })
            }
        }
    }

    /// The literal of having one value.
    pub fn is(&self, circuit: &mut Circuit, wanted: i64) -> Lit {
        match self {
            Self::Choice(choices) => choices
                .iter()
                .find(|(value, _)| *value == wanted)
                .map_or(Lit::FALSE, |(_, lit)| *lit),
            Self::Bits(own) => bits::equal(circuit, own, &bits::constant(wanted)),
        }
    }

    /// Cut to a type.
    #[must_use]
    pub fn fit(&self, circuit: &mut Circuit, ty: Type) -> Self {
        match self {
            Self::Choice(choices) => collect(
                circuit,
                choices
                    .iter()
                    .map(|(number, lit)| (value::fit(*number, ty), *lit)),
            ),
            Self::Bits(own) => Self::Bits(Box::new(fit_bits(own, ty))),
        }
    }
}

/// Choices with equal values joined, in ascending order of the values.
fn collect(circuit: &mut Circuit, choices: impl IntoIterator<Item = (i64, Lit)>) -> Sym {
    let mut sorted: Vec<(i64, Lit)> = choices
        .into_iter()
        .filter(|(_, lit)| *lit != Lit::FALSE)
        .collect();
    sorted.sort_unstable();
    let mut result: Vec<(i64, Lit)> = Vec::new();
    let mut rest = sorted.as_slice();
    while let [(value, _), ..] = rest {
        let same = rest.iter().take_while(|(other, _)| other == value).count();
        let lit = circuit.any(rest[..same].iter().map(|(_, lit)| *lit));
        result.push((*value, lit));
        rest = &rest[same..];
    }
    Sym::Choice(result)
}

fn fit_bits(value: &Bits, ty: Type) -> Bits {
    let signed = ty.bits >= 32 || ty.kind == TypeKind::Signed;
    bits::extend(value, usize::from(ty.bits), signed)
}

/// The values and guards of an unrolled program.
#[derive(Debug, Clone)]
pub struct Values<'a> {
    symbolic: &'a Symbolic,
    reads: FxHashMap<EventId, Sym>,
    known: FxHashMap<ValueId, Sym>,
    guards: FxHashMap<GuardId, Lit>,
}

/// Pairs of choices above this number are computed on bits.
const PAIRS: usize = 1024;

impl<'a> Values<'a> {
    /// Nothing known yet.
    #[must_use]
    pub fn new(symbolic: &'a Symbolic) -> Self {
        Self {
            symbolic,
            reads: FxHashMap::default(),
            known: FxHashMap::default(),
            guards: FxHashMap::default(),
        }
    }

    /// Says what a read returns; before anything that uses it is asked for.
    pub fn set_read(&mut self, event: EventId, value: Sym) {
        self.reads.insert(event, value);
    }

    /// What a read returns.
    #[must_use]
    pub fn read(&self, event: EventId) -> Sym {
        self.reads
            .get(&event)
            .cloned()
            .unwrap_or_else(|| Sym::Choice(Vec::new()))
    }

    /// The value of an expression.
    pub fn value(&mut self, circuit: &mut Circuit, id: ValueId) -> Sym {
        if let Some(known) = self.known.get(&id) {
            return known.clone();
        }
        let result = match self.symbolic.value(id) {
            ValueExpr::Constant(number) => Sym::constant(number),
            ValueExpr::Read(event) => self.read(event),
            ValueExpr::Fit(inner, ty) => self.value(circuit, inner).fit(circuit, ty),
            ValueExpr::Arithmetic(op, ty, a, b) => {
                let a = self.value(circuit, a);
                let b = self.value(circuit, b);
                arithmetic(circuit, op, ty, &a, &b)
            }
            ValueExpr::Select(guard, a, b) => {
                let guard = self.guard(circuit, guard);
                let a = self.value(circuit, a);
                let b = self.value(circuit, b);
                select(circuit, guard, &a, &b)
            }
        };
        self.known.insert(id, result.clone());
        result
    }

    /// The literal of a guard.
    pub fn guard(&mut self, circuit: &mut Circuit, id: GuardId) -> Lit {
        if let Some(&known) = self.guards.get(&id) {
            return known;
        }
        let result = match self.symbolic.guard(id) {
            GuardExpr::True => Lit::TRUE,
            GuardExpr::Not(inner) => !self.guard(circuit, *inner),
            GuardExpr::And(parts) => {
                let lits: Vec<Lit> = parts
                    .iter()
                    .map(|&part| self.guard(circuit, part))
                    .collect();
                circuit.all(lits)
            }
            GuardExpr::Or(a, b) => {
                let a = self.guard(circuit, *a);
                let b = self.guard(circuit, *b);
                circuit.or(a, b)
            }
            GuardExpr::Equal(ty, a, b) => {
                let (a, b) = (self.value(circuit, *a), self.value(circuit, *b));
                compare(circuit, Comparison::Eq, *ty, &a, &b)
            }
            GuardExpr::Less(ty, a, b) => {
                let (a, b) = (self.value(circuit, *a), self.value(circuit, *b));
                compare(circuit, Comparison::Lt, *ty, &a, &b)
            }
        };
        self.guards.insert(id, result);
        result
    }
}

/// The first where the guard holds, the second elsewhere.
pub fn select(circuit: &mut Circuit, guard: Lit, a: &Sym, b: &Sym) -> Sym {
    if let (Sym::Choice(left), Sym::Choice(right)) = (a, b) {
        let mut choices = Vec::new();
        for (side, lit) in [(left, guard), (right, !guard)] {
            for &(value, chosen) in side {
                choices.push((value, circuit.and(lit, chosen)));
            }
        }
        return collect(circuit, choices);
    }
    let (a, b) = (a.to_bits(circuit), b.to_bits(circuit));
    Sym::Bits(Box::new(bits::select(circuit, guard, &a, &b)))
}

/// The literal of a comparison at a type.
pub fn compare(circuit: &mut Circuit, cmp: Comparison, ty: Type, a: &Sym, b: &Sym) -> Lit {
    if let (Sym::Choice(left), Sym::Choice(right)) = (a, b)
        && left.len() * right.len() <= PAIRS
    {
        let mut holds = Vec::new();
        for &(x, x_lit) in left {
            for &(y, y_lit) in right {
                if value::compare_as(cmp, x, y, ty) {
                    holds.push(circuit.and(x_lit, y_lit));
                }
            }
        }
        return circuit.any(holds);
    }
    let a = fit_bits(&a.to_bits(circuit), ty);
    let b = fit_bits(&b.to_bits(circuit), ty);
    let signed = ty.kind == TypeKind::Signed;
    match cmp {
        Comparison::Eq => bits::equal(circuit, &a, &b),
        Comparison::Ne => !bits::equal(circuit, &a, &b),
        Comparison::Lt => bits::less(circuit, &a, &b, signed),
        Comparison::Ge => !bits::less(circuit, &a, &b, signed),
        Comparison::Gt => bits::less(circuit, &b, &a, signed),
        Comparison::Le => !bits::less(circuit, &b, &a, signed),
    }
}

fn arithmetic(circuit: &mut Circuit, op: Arithmetic, ty: Type, a: &Sym, b: &Sym) -> Sym {
    if let (Sym::Choice(left), Sym::Choice(right)) = (a, b)
        && left.len() * right.len() <= PAIRS
    {
        let mut choices = Vec::new();
        for &(x, x_lit) in left {
            for &(y, y_lit) in right {
                choices.push((value::compute(op, x, y, ty), circuit.and(x_lit, y_lit)));
            }
        }
        return collect(circuit, choices);
    }
    let a = fit_bits(&a.to_bits(circuit), ty);
    // What is shifted by is not of the type.
    let b = match op {
        Arithmetic::Shl | Arithmetic::Shr => b.to_bits(circuit),
        Arithmetic::Add
        | Arithmetic::Sub
        | Arithmetic::Mul
        | Arithmetic::And
        | Arithmetic::Or
        | Arithmetic::Xor
        | Arithmetic::Min
        | Arithmetic::Max => fit_bits(&b.to_bits(circuit), ty),
    };
    let result = computed(circuit, op, ty, &a, &b);
    Sym::Bits(Box::new(fit_bits(&result, ty)))
}
