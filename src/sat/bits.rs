//! Two's complement numbers as bits of a circuit, for values that no small set can hold.

use super::circuit::{Circuit, Lit};

/// A 64-bit number, the least significant bit first.
pub type Bits = [Lit; WIDTH];

/// How many bits a number has.
pub const WIDTH: usize = 64;

/// A constant.
#[must_use]
pub fn constant(value: i64) -> Bits {
    std::array::from_fn(|bit| Lit::constant(value >> bit & 1 == 1))
}

/// A number of `bits` unknown bits, extended to the full width.
pub fn unknown(circuit: &mut Circuit, bits: usize, signed: bool) -> Bits {
    let mut result = [Lit::FALSE; WIDTH];
    for bit in result.iter_mut().take(bits) {
        *bit = circuit.variable();
    }
    extend(&result, bits, signed)
}

/// Cuts to the lowest `bits` bits and extends again.
#[must_use]
pub fn extend(value: &Bits, bits: usize, signed: bool) -> Bits {
    let fill = if signed {
        value[bits.clamp(1, WIDTH) - 1]
    } else {
        Lit::FALSE
    };
    std::array::from_fn(|bit| if bit < bits { value[bit] } else { fill })
}

/// The first where the condition holds, the second elsewhere.
pub fn select(circuit: &mut Circuit, condition: Lit, a: &Bits, b: &Bits) -> Bits {
    std::array::from_fn(|bit| circuit.select(condition, a[bit], b[bit]))
}

/// A bitwise operation.
pub fn bitwise(
    circuit: &mut Circuit,
    a: &Bits,
    b: &Bits,
    mut op: impl FnMut(&mut Circuit, Lit, Lit) -> Lit,
) -> Bits {
    std::array::from_fn(|bit| op(circuit, a[bit], b[bit]))
}

/// The sum, with a carry into the lowest bit.
pub fn add(circuit: &mut Circuit, a: &Bits, b: &Bits, carry: Lit) -> Bits {
    let mut carry = carry;
    std::array::from_fn(|bit| {
        let half = !circuit.iff(a[bit], b[bit]);
        let sum = !circuit.iff(half, carry);
        let both = circuit.and(a[bit], b[bit]);
        let through = circuit.and(half, carry);
        carry = circuit.or(both, through);
        sum
    })
}

/// The difference.
pub fn sub(circuit: &mut Circuit, a: &Bits, b: &Bits) -> Bits {
    add(circuit, a, &b.map(|bit| !bit), Lit::TRUE)
}

/// The low half of the product.
pub fn mul(circuit: &mut Circuit, a: &Bits, b: &Bits) -> Bits {
    let mut sum = constant(0);
    for shift in 0..WIDTH {
        let row = std::array::from_fn(|bit| {
            if bit < shift {
                Lit::FALSE
            } else {
                circuit.and(a[bit - shift], b[shift])
            }
        });
        sum = add(circuit, &sum, &row, Lit::FALSE);
    }
    sum
}

/// The value moved by an amount that is smaller than the width, towards the high bits or back;
/// vacated places take `fill`.
pub fn shift(circuit: &mut Circuit, value: &Bits, amount: &Bits, left: bool, fill: Lit) -> Bits {
    let mut result = *value;
    for (step, &bit_of_amount) in amount.iter().enumerate().take(6) {
        let distance = 1_usize << step;
        let moved: Bits = std::array::from_fn(|bit| {
            let from = if left {
                bit.checked_sub(distance)
            } else {
                Some(bit + distance).filter(|&from| from < WIDTH)
            };
            from.map_or(fill, |from| result[from])
        });
        result = select(circuit, bit_of_amount, &moved, &result);
    }
    result
}

/// Equality.
pub fn equal(circuit: &mut Circuit, a: &Bits, b: &Bits) -> Lit {
    let same: Vec<Lit> = (0..WIDTH).map(|bit| circuit.iff(a[bit], b[bit])).collect();
    circuit.all(same)
}

/// `a < b`, signed or unsigned.
pub fn less(circuit: &mut Circuit, a: &Bits, b: &Bits, signed: bool) -> Lit {
    let mut result = Lit::FALSE;
    for bit in 0..WIDTH {
        // In two's complement the top bit counts the other way.
        let flip = signed && bit == WIDTH - 1;
        let (low, high) = if flip {
            (!a[bit], !b[bit])
        } else {
            (a[bit], b[bit])
        };
        let same = circuit.iff(low, high);
        let here = circuit.and(!low, high);
        let below = circuit.and(same, result);
        result = circuit.or(here, below);
    }
    result
}
