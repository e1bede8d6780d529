//! Accesses of one location that differ in size. A location is one cell: an access of part of it would leave the rest, and two that
//! overlap in part are ordered by nothing, not even where both are strong (PTX ISA, *Memory Consistency Model*, *Vector Data-types*
//! and *Morally strong operations*). Neither can be said of a cell, so a test with them has no answer here.

use std::collections::BTreeMap;

use crate::syntax::ast::{Declaration, Ident, InitialValue, Test};
use crate::syntax::diagnostic::Diagnostic;
use crate::syntax::span::Span;

use super::locations::Locations;
use super::registers::Registers;
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
            let location = if points && (address.bracketed || !self.is_declared(&name.node)) {
                pointed_to(test, column.number.node, &name.node)
            } else {
                Some(name.node.as_str())
            };
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
}

/// The location that a register of a thread points to at the start.
fn pointed_to<'t>(test: &'t Test, thread: u32, register: &str) -> Option<&'t str> {
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
