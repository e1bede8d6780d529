//! The memory of a launch: a cache line for each location of each instance.

use std::sync::atomic::{AtomicU8, AtomicU16, AtomicU32, AtomicU64, Ordering};

use crate::program::value::{atomic, fit, unsigned};
use crate::syntax::ast::{AtomicOp, Type};

/// A line with one cell of each width; a location uses one of them.
#[derive(Debug, Default)]
#[repr(align(64))]
pub struct Line {
    byte: AtomicU8,
    half: AtomicU16,
    word: AtomicU32,
    wide: AtomicU64,
}

/// The bits of a cell as those of the widest.
fn widened(bits: impl Into<u64>) -> u64 {
    bits.into()
}

/// An operation on the cell of a width, whose number is made from the low bits of a wider one.
macro_rules! at_width {
    ($line:expr, $ty:expr, |$cell:ident, $cut:ident| $do:expr) => {
        match $ty.bits {
            8 => {
                let ($cell, $cut) = (&$line.byte, |bits: u64| (bits & 0xff) as u8);
                $do
            }
            16 => {
                let ($cell, $cut) = (&$line.half, |bits: u64| (bits & 0xffff) as u16);
                $do
            }
            32 => {
                let ($cell, $cut) = (&$line.word, |bits: u64| (bits & 0xffff_ffff) as u32);
                $do
            }
            _ => {
                let ($cell, $cut) = (&$line.wide, |bits: u64| bits);
                $do
            }
        }
    };
}

impl Line {
    /// A load.
    pub fn load(&self, ty: Type, order: Ordering) -> i64 {
        let bits = at_width!(self, ty, |cell, _cut| widened(cell.load(order)));
        fit(bits.cast_signed(), ty)
    }

    /// A store.
    pub fn store(&self, value: i64, ty: Type, order: Ordering) {
        let bits = unsigned(value, ty);
        at_width!(self, ty, |cell, cut| cell.store(cut(bits), order));
    }

    /// A read-modify-write; gives what was there.
    pub fn update(&self, op: AtomicOp, operands: &[i64], ty: Type) -> i64 {
        let operand = |index: usize| unsigned(operands.get(index).copied().unwrap_or(0), ty);
        let bits = match op {
            AtomicOp::Exch => at_width!(self, ty, |cell, cut| widened(
                cell.swap(cut(operand(0)), Ordering::SeqCst)
            )),
            // One that fails is a locked instruction of the processor, too.
            AtomicOp::Cas => at_width!(self, ty, |cell, cut| {
                let (old, new) = (cut(operand(0)), cut(operand(1)));
                let done = cell.compare_exchange(old, new, Ordering::SeqCst, Ordering::SeqCst);
                widened(done.unwrap_or_else(|found| found))
            }),
            AtomicOp::Arithmetic(_) | AtomicOp::Inc | AtomicOp::Dec => {
                at_width!(self, ty, |cell, cut| {
                    let new = |bits: u64| {
                        let old = fit(bits.cast_signed(), ty);
                        atomic(op, old, operands, ty).map(|value| unsigned(value, ty))
                    };
                    let change = |bits| new(widened(bits)).map(cut);
                    let done = cell.fetch_update(Ordering::SeqCst, Ordering::SeqCst, change);
                    widened(done.unwrap_or_else(|found| found))
                })
            }
        };
        fit(bits.cast_signed(), ty)
    }
}
