//! Accesses of one location that differ in size. A location is one cell: an access of part of it would leave the rest, and two that
//! overlap in part are ordered by nothing, not even where both are strong (PTX ISA, *Memory Consistency Model*, *Vector Data-types*
//! and *Morally strong operations*). Neither can be said of a cell, so a test with them has no answer here.

use std::collections::BTreeMap;

use crate::program::value::fit;
use crate::syntax::ast::{
    Address, Column, Declaration, Ident, InitialValue, Statement, Test, Type,
};
use crate::syntax::diagnostic::Diagnostic;
use crate::syntax::span::Span;

use super::locations::{Locations, Name};
use super::registers::{Registers, written};
use super::unused::accesses;

/// How an access names a location first, and of how many bits it is.
struct First {
    bits: u8,
    span: Span,
}

impl Locations {
    /// What is to be said of accesses that are not of the size that others of the location have: once for each location.
    pub(super) fn sizes(&self, test: &Test, registers: &[Registers]) -> Vec<Diagnostic> {
        let mut known: BTreeMap<usize, First> = BTreeMap::new();
        let mut told: BTreeMap<usize, Diagnostic> = BTreeMap::new();
        for (column, own, address, access) in accesses(test, registers) {
            let name = &address.name;
            let points = own.find(&name.node).is_some();
            let location = self.named(test, column, (address, points));
            let Some(root) = location.and_then(|name| self.memory_of(name)) else {
                continue;
            };
            let bits = access.ty.bits;
            let first = known.entry(root).or_insert(First {
                bits,
                span: name.span,
            });
            if first.bits != bits {
                told.entry(root)
                    .or_insert_with(|| differ(name, bits, first));
            }
        }
        told.into_values().collect()
    }

    /// The name of the location that an address in a thread means, or that a register of it, if it names one, points to from the
    /// start on; nothing where it does not.
    pub(super) fn named<'t>(
        &self,
        test: &'t Test,
        column: &Column,
        (address, points): (&'t Address, bool),
    ) -> Option<&'t str> {
        let name = address.name.node.as_str();
        if points && (address.bracketed || !self.is_declared(name)) {
            let moved = is_moved(column, name, address.name.span.start);
            pointed_to(test, column.number.node, name).filter(|_| !moved)
        } else {
            Some(name)
        }
    }
}

/// The location that a register of a thread points to at the start.
pub(super) fn pointed_to<'t>(test: &'t Test, thread: u32, register: &str) -> Option<&'t str> {
    test.init
        .iter()
        .find_map(|declaration| match &declaration.node {
            Declaration::Register {
                thread: of,
                register: name,
                value: InitialValue::AddressOf(location),
            } if of.node == thread && name.node == register => Some(location.node.as_str()),
            Declaration::Register { .. }
            | Declaration::Location { .. }
            | Declaration::Alias { .. } => None,
        })
}

/// What a location begins with, as a store would leave it: where signs differ, what fits by either stays as it is written.
pub(super) fn initial(value: i64, of: &Name) -> i64 {
    match of.ty {
        _ if of.bits > 32 => value,
        Some(ty) if ty.bits < 32 && !(of.signs && fits(value, ty.bits)) => fit(value, ty),
        Some(_) | None => fit(value, Type::default()),
    }
}

/// Whether a number is one of so many bits, with a sign or without.
pub(super) const fn fits(value: i64, bits: u8) -> bool {
    let unused = 64 - bits as u32;
    let cut = value << unused;
    cut >> unused == value || cut.cast_unsigned() >> unused == value.cast_unsigned()
}

/// Whether a thread may have written a register before an instruction at some place.
fn is_moved(column: &Column, register: &str, at: usize) -> bool {
    let mut cells = column.cells.iter();
    let loops = cells.any(|cell| matches!(cell.node, Statement::Label(_)));
    column.cells.iter().any(|cell| match &cell.node {
        Statement::Instruction { operation, .. } => {
            let writes = written(operation).is_some_and(|(name, _)| name.node == register);
            writes && (loops || cell.span.end <= at)
        }
        Statement::Label(_) => false,
    })
}

fn differ(name: &Ident, bits: u8, first: &First) -> Diagnostic {
    Diagnostic::new(
        format!(
            "`{}` is accessed with {bits} bits here, and with {} elsewhere",
            name.node, first.bits
        ),
        name.span,
        format!("{bits} bits"),
    )
    .with_label(first.span, format!("{} bits", first.bits))
    .with_help(
        "a location of a test is one cell, of one size (without a type of 32 bits); `gpu-litmus kernel` answers for accesses \
         that overlap in part",
    )
}
