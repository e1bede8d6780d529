//! Arithmetic on bits.

use crate::program::value::AMOUNT;
use crate::sat::bits::{self, Bits};
use crate::sat::{Circuit, Lit};
use crate::syntax::ast::{Arithmetic, Type, TypeKind};

/// What comes of two values that are cut to a type, but for what is shifted by; to be cut again.
pub fn computed(circuit: &mut Circuit, op: Arithmetic, ty: Type, a: &Bits, b: &Bits) -> Bits {
    let signed = ty.kind == TypeKind::Signed;
    match op {
        Arithmetic::Add => bits::add(circuit, a, b, Lit::FALSE),
        Arithmetic::Sub => bits::sub(circuit, a, b),
        Arithmetic::Mul => bits::mul(circuit, a, b),
        Arithmetic::And => bits::bitwise(circuit, a, b, Circuit::and),
        Arithmetic::Or => bits::bitwise(circuit, a, b, Circuit::or),
        Arithmetic::Xor => bits::bitwise(circuit, a, b, |circuit, x, y| !circuit.iff(x, y)),
        Arithmetic::Min | Arithmetic::Max => {
            let less = bits::less(circuit, a, b, signed);
            let first = if op == Arithmetic::Min { less } else { !less };
            bits::select(circuit, first, a, b)
        }
        Arithmetic::Shl | Arithmetic::Shr => shift(circuit, op, ty, a, b),
    }
}

fn shift(circuit: &mut Circuit, op: Arithmetic, ty: Type, a: &Bits, b: &Bits) -> Bits {
    let width = usize::from(ty.bits);
    let amount = bits::extend(b, usize::from(AMOUNT.bits), false);
    let limit = bits::constant(i64::from(ty.bits));
    let fits = bits::less(circuit, &amount, &limit, false);
    let signed = ty.kind == TypeKind::Signed;
    let source = bits::extend(a, width, signed);
    let fill = if op == Arithmetic::Shr && signed {
        source[bits::WIDTH - 1]
    } else {
        Lit::FALSE
    };
    let moved = bits::shift(circuit, &source, &amount, op == Arithmetic::Shl, fill);
    bits::select(circuit, fits, &moved, &[fill; bits::WIDTH])
}
