//! Runs for people.

use std::collections::{BTreeMap, BTreeSet};

use crate::kernel::arithmetic::half;
use crate::kernel::interpret::event::{Element, Event};
use crate::kernel::interpret::exploration::{Exploration, Found, Limits};
use crate::kernel::interpret::replay::replay;
use crate::kernel::interpret::state::{LOOSE, UNINITIALISED, Value};
use crate::kernel::setup::Setup;
use crate::kernel::setup::memory::{LOCAL, Owner, Region, SHARED, WINDOW, region_of};
use crate::ptx::phases;
use crate::ptx::types::{Kind, Type};

use super::answer::Step;
use super::called::called;
use super::decide::Decision;
use super::partly::Unwritten;
use super::places::Place;

/// A value that comes from bytes that nobody wrote, or that is not known otherwise.
pub const UNKNOWN: &str = "unknown";

/// The type that a value is shown at: that of the memory, else that of the instruction that accesses it.
fn typed(setup: &Setup, region: &Region, size: usize, by: (usize, usize)) -> Type {
    let body = setup.module.functions.get(by.0);
    let body = body.and_then(|function| function.body.as_ref());
    let operation = body.and_then(|body| body.code.get(by.1));
    let access = operation.and_then(|one| one.operation.access());
    // Arrays of variables are bytes in PTX: what they are of, their accesses say.
    let declared = matches!(region.owner, Owner::Buffer(_));
    match access {
        Some((access, _, _)) if usize::from(region.ty.bits) != size * 8 => access.ty,
        Some((access, _, _)) if !declared && access.ty.kind == Kind::Float => access.ty,
        Some(_) | None => region.ty,
    }
}

/// A value that an instruction finds in memory or leaves there.
#[must_use]
pub fn accessed(
    setup: &Setup,
    region: &Region,
    (bits, size): (u64, usize),
    by: (usize, usize),
) -> String {
    if setup.module.is_memory_barrier(by) {
        return phases::told(bits);
    }
    shown(setup, bits, size, typed(setup, region, size, by))
}

/// Whether an address is one of threads' local memory.
pub fn is_local(address: u64) -> bool {
    (LOCAL..SHARED).contains(&address)
}

/// The memory that such an address is of: `local memory of block 0 thread 1`.
pub fn local(setup: &Setup, address: u64) -> String {
    let thread = usize::try_from(address.saturating_sub(LOCAL) / WINDOW);
    let thread = thread.ok().filter(|&thread| thread < setup.threads.len());
    match thread {
        Some(thread) => format!("local memory of {}", setup.thread_name(thread)),
        None => format!("address {address:#x}"),
    }
}

/// An address as launch files write it; nothing for what is none.
fn pointer(setup: &Setup, bits: u64, ty: Type) -> Option<String> {
    if ty.bits != 64 || ty.kind == Kind::Float {
        return None;
    }
    if is_local(bits) {
        return Some(format!("&({})", local(setup, bits)));
    }
    let region = &setup.regions[region_of(&setup.regions, bits)?];
    Some(match bits - region.base {
        0 => format!("&{}", region.name),
        offset => format!("&{}+{offset}", region.name),
    })
}

/// A value at a type.
#[must_use]
pub fn shown(setup: &Setup, bits: u64, size: usize, ty: Type) -> String {
    let bits_wide = u16::try_from(size * 8).unwrap_or(64).min(64);
    let ty = if ty.bits == bits_wide {
        ty
    } else {
        Type::new(Kind::Unsigned, bits_wide)
    };
    if let Some(pointer) = pointer(setup, bits, ty) {
        return pointer;
    }
    let bits = crate::kernel::arithmetic::cut(bits, bits_wide);
    match (ty.kind, ty.bits) {
        (Kind::Float, 16) => u16::try_from(bits)
            .map_or_else(|_| bits.to_string(), |bits| half::widen(bits).to_string()),
        (Kind::Float, 32) => u32::try_from(bits).map_or_else(
            |_| bits.to_string(),
            |bits| {
                let value = f32::from_bits(bits);
                // Who stores an integer in a buffer of floats gets a very small one.
                if is_long(f64::from(value)) {
                    return format!("{value:e}");
                }
                value.to_string()
            },
        ),
        (Kind::Float, 64) => {
            let value = f64::from_bits(bits);
            if is_long(value) {
                return format!("{value:e}");
            }
            value.to_string()
        }
        (Kind::Signed, _) => crate::kernel::arithmetic::extended(bits, ty)
            .cast_signed()
            .to_string(),
        (Kind::Bits, 64) if bits > 0xFFFF_FFFF => format!("{bits:#x}"),
        (_, _) => bits.to_string(),
    }
}

/// Whether a float has so many digits before or behind its point that a power of ten says it better.
fn is_long(value: f64) -> bool {
    let size = value.abs();
    value.is_finite() && size != 0.0 && !(1e-6..1e16).contains(&size)
}

/// The elements of a region, as a person writes them; some bytes are not known.
#[must_use]
pub fn contents(setup: &Setup, region: &Region, bytes: &[u8], unclear: &BTreeSet<u64>) -> String {
    let size = usize::try_from(region.ty.bytes()).unwrap_or(1).max(1);
    let values: Vec<String> = bytes
        .chunks(size)
        .zip((region.base..).step_by(size))
        .map(|(chunk, address)| {
            let mut here = unclear.range(address..address + chunk.len() as u64);
            if here.next().is_some() {
                return UNKNOWN.to_owned();
            }
            let mut pattern = [0; 8];
            for (to, from) in pattern.iter_mut().zip(chunk) {
                *to = *from;
            }
            shown(setup, u64::from_le_bytes(pattern), chunk.len(), region.ty)
        })
        .collect();
    match &values[..] {
        [one] => format!("{}[0] = {one}", region.name),
        several => format!("{} = {{{}}}", region.name, several.join(", ")),
    }
}

/// The steps of a run that touch what somebody writes, or order.
#[must_use]
pub fn steps(
    setup: &Setup,
    exploration: &Exploration,
    schedule: &[usize],
    limits: &Limits,
) -> Vec<Step> {
    let events = replay(setup, &exploration.contended, schedule, limits);
    steps_of(setup, exploration, &events)
}

/// The same of a run that is at hand.
pub fn steps_of(setup: &Setup, exploration: &Exploration, events: &[Event]) -> Vec<Step> {
    let mut found: Vec<Step> = Vec::new();
    // The step that wrote each byte last.
    let mut last: BTreeMap<u64, usize> = BTreeMap::new();
    let mut before = None;
    for event in events {
        let Some(place) = Place::of(setup, event.function, event.at) else {
            continue;
        };
        let unwritten = |element: &Element| {
            let is = |byte: &u64| is_unknown(setup, *byte) && !last.contains_key(byte);
            let bytes = element.bytes().filter(|_| element.read.is_some());
            Unwritten::of(bytes.filter(is).count(), element.size)
        };
        let matters = event.elements.is_empty()
            || event.elements.iter().any(|element| {
                let mut written = exploration.written.range(element.bytes());
                written.next().is_some() || unwritten(element) != Unwritten::None
            });
        // Of a fence that is done again and again, one is shown.
        let fence = ["membar", "fence"]
            .iter()
            .any(|one| place.opcode.starts_with(one));
        let here = (event.thread, event.function, event.at);
        let again = fence && before == Some(here);
        before = Some(here);
        if !matters || again {
            continue;
        }
        let by = (event.function, event.at);
        let effects = event.elements.iter();
        let effects = effects.map(|element| used(setup, by, element, unwritten(element)));
        let effect = effects.collect::<Vec<_>>().join(", ");
        let read = event.elements.iter().filter(|one| one.read.is_some());
        let from: BTreeSet<usize> = read
            .flat_map(Element::bytes)
            .filter_map(|byte| last.get(&byte).copied())
            .collect();
        let written = event.elements.iter().filter(|one| one.written.is_some());
        last.extend(
            written
                .flat_map(Element::bytes)
                .map(|byte| (byte, found.len())),
        );
        found.push(Step {
            thread: setup.thread_name(event.thread),
            effect: if effect.is_empty() {
                called(event, &place.opcode)
            } else {
                effect
            },
            place: place.by(setup, event.thread),
            reads_from: from.into_iter().collect(),
        });
    }
    found
}

impl Decision<'_> {
    /// Who leaves a byte in an output that nobody wrote, at the end of a run.
    pub fn left_by(&self, found: &Found, region: usize) -> Option<Found> {
        let contended = &self.exploration.contended;
        let events = replay(self.setup, contended, &found.schedule, self.limits);
        let region = self.setup.regions.get(region)?;
        let leaves = |element: &Element| {
            let unknown = |value: Value| value.taint & UNINITIALISED != 0;
            (region.base..region.end()).contains(&element.address)
                && element.written.is_some_and(unknown)
        };
        let last = events
            .iter()
            .rfind(|event| event.elements.iter().any(leaves))?;
        Some(Found {
            thread: last.thread,
            place: (last.function, last.at),
            schedule: found.schedule.clone(),
        })
    }
}

/// What an instruction does with an element, of which some byte may be one that nobody wrote.
fn used(setup: &Setup, by: (usize, usize), element: &Element, unwritten: Unwritten) -> String {
    let Some(region) = region_of(&setup.regions, element.address) else {
        return String::new();
    };
    let region = &setup.regions[region];
    let name = region.element(element.address);
    let value = |value: Value| {
        if value.taint & (UNINITIALISED | LOOSE) == 0 {
            accessed(setup, region, (value.bits, element.size), by)
        } else {
            UNKNOWN.to_owned()
        }
    };
    let told = unwritten.words();
    match (element.read, element.written) {
        (Some(_), None) if !told.is_empty() => format!("reads {name}, {told}"),
        (Some(read), Some(written)) => format!("{name}: {} -> {}", value(read), value(written)),
        (Some(read), None) => format!("reads {name} = {}", value(read)),
        (None, Some(written)) => format!("{name} = {}", value(written)),
        (None, None) => name,
    }
}

/// Whether nobody knows what a byte holds at the start.
fn is_unknown(setup: &Setup, byte: u64) -> bool {
    region_of(&setup.regions, byte).is_some_and(|at| {
        let region = &setup.regions[at];
        let offset = usize::try_from(byte - region.base);
        offset.is_ok_and(|offset| region.initial.get(offset) == Some(&None))
    })
}
