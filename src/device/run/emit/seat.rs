//! Which instance a thread plays a role for, and where that instance's locations are.

use std::collections::BTreeMap;

use crate::program::LocationId;
use crate::syntax::ast::Space;

use super::super::place::{LANES, Mode};
use super::asm::{Asm, Kind};
use super::layout::Layout;

/// What all roles of a thread start from.
#[derive(Debug)]
pub struct Thread {
    /// The place of its block.
    pub block: String,
    /// Its number in the block.
    pub number: String,
    /// Its warp.
    pub warp: String,
    /// Its lane.
    pub lane: String,
}

/// The addresses of a role, by location and base copy.
pub type Addresses = BTreeMap<(LocationId, u32), String>;

/// A role of a thread: the instance, and its addresses.
#[derive(Debug)]
pub struct Playing {
    /// The register with the address of the instance's record.
    pub record: String,
    /// The addresses.
    pub addresses: Addresses,
}

/// Loads a parameter.
pub fn parameter(asm: &mut Asm, layout: &Layout<'_>, kind: Kind, name: &str) -> String {
    let ty = if kind == Kind::Long { "u64" } else { "u32" };
    let place = format!("[{}]", layout.parameter(name));
    asm.into_fresh(kind, &format!("ld.param.{ty}"), &place)
}

/// The address of the record of an instance.
pub fn record(asm: &mut Asm, layout: &Layout<'_>, instance: &str) -> String {
    let out = parameter(asm, layout, Kind::Long, "out");
    let size = layout.record();
    let offset = asm.into_fresh(Kind::Long, "mul.wide.u32", &format!("{instance}, {size}"));
    asm.into_fresh(Kind::Long, "add.s64", &format!("{out}, {offset}"))
}

/// The bytes from the base of a space to a location: of an instance for global ones, of a slot of the block for
/// shared ones.
pub fn offset(asm: &mut Asm, layout: &Layout<'_>, at: LocationId, of: &str) -> String {
    let (index, multiplier) = layout.index(at);
    let (count, modulus) = match layout.space(at) {
        Space::Global => (layout.globals.len(), "total"),
        Space::Shared => (layout.shareds.len(), "slots"),
    };
    let slot = if multiplier == 0 {
        of.to_owned()
    } else {
        let factor = parameter(asm, layout, Kind::Word, &format!("mul{multiplier}"));
        let modulus = parameter(asm, layout, Kind::Word, modulus);
        let product = asm.into_fresh(Kind::Word, "mul.lo.u32", &format!("{of}, {factor}"));
        asm.into_fresh(Kind::Word, "rem.u32", &format!("{product}, {modulus}"))
    };
    let place = asm.into_fresh(
        Kind::Word,
        "mad.lo.u32",
        &format!("{slot}, {count}, {index}"),
    );
    let stride = parameter(asm, layout, Kind::Word, "stride");
    asm.into_fresh(Kind::Long, "mul.wide.u32", &format!("{place}, {stride}"))
}

/// The base of a space, by copy.
pub fn base(asm: &mut Asm, layout: &Layout<'_>, space: Space, copy: u32) -> String {
    match space {
        Space::Global => parameter(asm, layout, Kind::Long, &format!("mem{copy}")),
        Space::Shared => {
            let zero = parameter(asm, layout, Kind::Word, &format!("zero{copy}"));
            let zero = asm.into_fresh(Kind::Long, "cvt.u64.u32", &zero);
            let own = asm.into_fresh(Kind::Long, "mov.u64", "cells");
            asm.into_fresh(Kind::Long, "add.s64", &format!("{own}, {zero}"))
        }
    }
}

/// The block in which the instance of a slot begins, for a role so many blocks apart.
pub fn home(asm: &mut Asm, layout: &Layout<'_>, block: &str, slot: &str, apart: u32) -> String {
    if apart == 0 {
        return block.to_owned();
    }
    let stripe = parameter(asm, layout, Kind::Word, "stripe");
    let blocks = parameter(asm, layout, Kind::Word, "blocks");
    let phase = asm.into_fresh(Kind::Word, "rem.u32", &format!("{slot}, {stripe}"));
    let phase = asm.into_fresh(
        Kind::Word,
        "mad.lo.u32",
        &format!("{phase}, {apart}, {apart}"),
    );
    let far = asm.into_fresh(Kind::Word, "add.u32", &format!("{block}, {blocks}"));
    let near = asm.into_fresh(Kind::Word, "sub.u32", &format!("{far}, {phase}"));
    asm.into_fresh(Kind::Word, "rem.u32", &format!("{near}, {blocks}"))
}

/// The slot of the instance that a thread plays a role for.
fn slot(asm: &mut Asm, layout: &Layout<'_>, role: usize, own: &Thread) -> String {
    let seat = layout.places.seats[role];
    let lane = match seat.lane {
        0 => own.lane.clone(),
        apart => asm.into_fresh(
            Kind::Word,
            "add.u32",
            &format!("{}, {}", own.lane, LANES - apart),
        ),
    };
    let lanes = parameter(asm, layout, Kind::Word, &format!("lanes{}", seat.group));
    let lane = asm.into_fresh(Kind::Word, "mul.lo.u32", &format!("{lane}, {lanes}"));
    let lane = asm.into_fresh(Kind::Word, "and.b32", &format!("{lane}, {}", LANES - 1));
    let warp = match layout.places.mode {
        Mode::Chain if seat.warp == 0 => own.warp.clone(),
        Mode::Chain => {
            let slots = parameter(asm, layout, Kind::Word, "slots");
            let warps = asm.into_fresh(Kind::Word, "shr.u32", &format!("{slots}, 5"));
            let far = asm.into_fresh(Kind::Word, "add.u32", &format!("{}, {warps}", own.warp));
            let near = asm.into_fresh(Kind::Word, "sub.u32", &format!("{far}, {}", seat.warp));
            asm.into_fresh(Kind::Word, "rem.u32", &format!("{near}, {warps}"))
        }
        Mode::Split => team(asm, layout, own),
    };
    asm.into_fresh(
        Kind::Word,
        "mad.lo.u32",
        &format!("{warp}, {LANES}, {lane}"),
    )
}

/// The team of a warp, in split mode.
pub fn team(asm: &mut Asm, layout: &Layout<'_>, own: &Thread) -> String {
    let warps = layout.places.warps;
    asm.into_fresh(Kind::Word, "div.u32", &format!("{}, {warps}", own.warp))
}

/// Finds the instance of a role and the addresses that its instructions need.
pub fn play(asm: &mut Asm, layout: &Layout<'_>, role: usize, own: &Thread) -> Playing {
    let seat = layout.places.seats[role];
    asm.note(&format!(
        "P{}: block +{}, warp +{}, lane +{}",
        layout.program.threads[role].number, seat.block, seat.warp, seat.lane
    ));
    let slot = slot(asm, layout, role, own);
    let block = home(asm, layout, &own.block, &slot, seat.block);
    let slots = parameter(asm, layout, Kind::Word, "slots");
    let instance = asm.into_fresh(
        Kind::Word,
        "mad.lo.u32",
        &format!("{block}, {slots}, {slot}"),
    );
    let mut offsets: BTreeMap<LocationId, String> = BTreeMap::new();
    let mut addresses = Addresses::new();
    for (at, copy) in layout.accesses(role) {
        if addresses.contains_key(&(at, copy)) {
            continue;
        }
        let space = layout.space(at);
        let offset = if let Some(known) = offsets.get(&at) {
            known.clone()
        } else {
            let of = match space {
                Space::Global => &instance,
                Space::Shared => &slot,
            };
            let offset = offset(asm, layout, at, of);
            offsets.insert(at, offset.clone());
            offset
        };
        let base = base(asm, layout, space, copy);
        let address = asm.into_fresh(Kind::Long, "add.s64", &format!("{base}, {offset}"));
        addresses.insert((at, copy), address);
    }
    Playing {
        record: record(asm, layout, &instance),
        addresses,
    }
}
