//! What the operators of constant expressions do.

use std::cmp::Ordering;

use crate::ptx::operation::Literal;
use crate::ptx::token::Token;

/// What stands between two operands.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Operator {
    /// `||`
    Or,
    /// `&&`
    And,
    /// `|`
    BitOr,
    /// `^`
    BitXor,
    /// `&`
    BitAnd,
    /// `==`
    Equal,
    /// `!=`
    Unequal,
    /// `<`
    Less,
    /// `>`
    Greater,
    /// `<=`
    AtMost,
    /// `>=`
    AtLeast,
    /// `<<`
    Left,
    /// `>>`
    Right,
    /// `+`
    Add,
    /// `-`
    Subtract,
    /// `*`
    Multiply,
    /// `/`
    Divide,
    /// `%`
    Remainder,
}

/// The operators, and how tightly they bind, as in C.
pub const BINARY: [(Token<'static>, Operator, u8); 18] = [
    (Token::Or, Operator::Or, 0),
    (Token::And, Operator::And, 1),
    (Token::Bar, Operator::BitOr, 2),
    (Token::Caret, Operator::BitXor, 3),
    (Token::Ampersand, Operator::BitAnd, 4),
    (Token::Equal, Operator::Equal, 5),
    (Token::Unequal, Operator::Unequal, 5),
    (Token::Less, Operator::Less, 6),
    (Token::Greater, Operator::Greater, 6),
    (Token::AtMost, Operator::AtMost, 6),
    (Token::AtLeast, Operator::AtLeast, 6),
    (Token::Left, Operator::Left, 7),
    (Token::Right, Operator::Right, 7),
    (Token::Plus, Operator::Add, 8),
    (Token::Minus, Operator::Subtract, 8),
    (Token::Star, Operator::Multiply, 9),
    (Token::Slash, Operator::Divide, 9),
    (Token::Percent, Operator::Remainder, 9),
];

/// A whole number of 64 bits.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Whole {
    pub bits: u64,
    signed: bool,
}

impl Whole {
    pub const fn signed(bits: u64) -> Self {
        Self { bits, signed: true }
    }

    pub const fn unsigned(bits: u64) -> Self {
        Self {
            bits,
            signed: false,
        }
    }

    pub fn truth(holds: bool) -> Self {
        Self::signed(u64::from(holds))
    }
}

/// The value of an expression.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Value {
    Whole(Whole),
    Float(f64),
    /// The bits of a float of 32, which nothing is computed with.
    Single(u32),
}

impl Value {
    /// The value of a literal that is written so.
    pub fn new(literal: Literal, text: &str) -> Self {
        match literal {
            Literal::Integer(bits) => Self::Whole(Whole {
                bits,
                signed: !text.ends_with(['U', 'u']) && i64::try_from(bits).is_ok(),
            }),
            Literal::Double(bits) => Self::Float(f64::from_bits(bits)),
            Literal::Single(bits) => Self::Single(bits),
        }
    }

    /// Whether both are whole numbers, or floats of one size.
    pub const fn is_like(self, other: Self) -> bool {
        matches!(
            (self, other),
            (Self::Whole(_), Self::Whole(_))
                | (Self::Float(_), Self::Float(_))
                | (Self::Single(_), Self::Single(_))
        )
    }

    /// The same with the other sign.
    pub fn negated(self) -> Self {
        match self {
            Self::Whole(whole) => Self::Whole(Whole {
                bits: whole.bits.wrapping_neg(),
                ..whole
            }),
            Self::Float(float) => Self::Float(-float),
            Self::Single(bits) => Self::Single(bits ^ (1 << 31)),
        }
    }
}

/// What is wrong, and what was expected.
type Wrong = (&'static str, &'static str);

const ZERO: Wrong = ("a division by zero", "here");
const FLOATS: Wrong = ("an operator of whole numbers", "its operands are floats");

/// What an operator makes of two values.
pub fn apply(operator: Operator, left: Value, right: Value) -> Result<Value, Wrong> {
    match (left, right) {
        (Value::Whole(left), Value::Whole(right)) => {
            wholes(operator, left, right).map(Value::Whole)
        }
        (Value::Float(left), Value::Float(right)) => floats(operator, left, right),
        (Value::Single(_), _) | (_, Value::Single(_)) => Err((
            "nothing is computed with the bits of a float of 32",
            "expected floats such as `1.5` or `0d3FF8000000000000`",
        )),
        (Value::Whole(_), Value::Float(_)) | (Value::Float(_), Value::Whole(_)) => {
            Err(("a float beside a whole number", "expected two of one kind"))
        }
    }
}

fn wholes(operator: Operator, left: Whole, right: Whole) -> Result<Whole, Wrong> {
    let signed = left.signed && right.signed;
    let (one, other) = (left.bits, right.bits);
    let like = |bits| Whole { bits, signed };
    let order = if signed {
        one.cast_signed().cmp(&other.cast_signed())
    } else {
        one.cmp(&other)
    };
    // How far is taken modulo 64.
    let far = (other & 63) as u32;
    Ok(match operator {
        Operator::Or => Whole::truth(one != 0 || other != 0),
        Operator::And => Whole::truth(one != 0 && other != 0),
        Operator::BitOr => like(one | other),
        Operator::BitXor => like(one ^ other),
        Operator::BitAnd => like(one & other),
        Operator::Equal => Whole::truth(order.is_eq()),
        Operator::Unequal => Whole::truth(order.is_ne()),
        Operator::Less => Whole::truth(order.is_lt()),
        Operator::Greater => Whole::truth(order.is_gt()),
        Operator::AtMost => Whole::truth(order.is_le()),
        Operator::AtLeast => Whole::truth(order.is_ge()),
        Operator::Left => Whole {
            bits: one.wrapping_shl(far),
            ..left
        },
        Operator::Right if left.signed => {
            Whole::signed(one.cast_signed().wrapping_shr(far).cast_unsigned())
        }
        Operator::Right => Whole::unsigned(one.wrapping_shr(far)),
        Operator::Add => like(one.wrapping_add(other)),
        Operator::Subtract => like(one.wrapping_sub(other)),
        Operator::Multiply => like(one.wrapping_mul(other)),
        Operator::Divide | Operator::Remainder if other == 0 => return Err(ZERO),
        Operator::Divide if signed => {
            let quotient = one.cast_signed().checked_div(other.cast_signed());
            let beyond = ("this quotient has more than 64 bits", "here");
            Whole::signed(quotient.ok_or(beyond)?.cast_unsigned())
        }
        Operator::Divide => like(one / other),
        Operator::Remainder => Whole::unsigned(one % other),
    })
}

fn floats(operator: Operator, one: f64, other: f64) -> Result<Value, Wrong> {
    let truth = |holds| Ok(Value::Whole(Whole::truth(holds)));
    let equal = one.partial_cmp(&other) == Some(Ordering::Equal);
    Ok(Value::Float(match operator {
        Operator::Add => one + other,
        Operator::Subtract => one - other,
        Operator::Multiply => one * other,
        Operator::Divide if other == 0.0 => return Err(ZERO),
        Operator::Divide => one / other,
        Operator::Equal => return truth(equal),
        Operator::Unequal => return truth(!equal),
        Operator::Less => return truth(one < other),
        Operator::Greater => return truth(one > other),
        Operator::AtMost => return truth(one <= other),
        Operator::AtLeast => return truth(one >= other),
        Operator::Or
        | Operator::And
        | Operator::BitOr
        | Operator::BitXor
        | Operator::BitAnd
        | Operator::Left
        | Operator::Right
        | Operator::Remainder => return Err(FLOATS),
    }))
}
