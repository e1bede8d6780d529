//! What locations hold before and after: initial values, `.shared` memory, final values.

use crate::program::LocationId;
use crate::syntax::ast::Space;

use super::asm::{Asm, Kind};
use super::layout::{Field, Layout};
use super::seat::{Thread, base, home, offset, parameter, record};

/// Stores the initial value of a location.
pub fn initial(asm: &mut Asm, layout: &Layout<'_>, at: LocationId, address: &str) {
    let ty = layout.type_of(at);
    let kind = Kind::of(ty.bits);
    let value = layout.program.location(at).initial;
    let to = if kind == Kind::Long {
        "mov.s64"
    } else {
        "mov.s32"
    };
    let value = asm.into_fresh(kind, to, &value.to_string());
    let space = match layout.space(at) {
        Space::Global => "global",
        Space::Shared => "shared",
    };
    asm.op(format!("st.{space}.b{} [{address}], {value}", ty.bits));
}

/// Puts initial values into shared memory: each thread into the slot of its number.
pub fn shared_start(asm: &mut Asm, layout: &Layout<'_>, own: &Thread) {
    let past = only_slots(asm, layout, own, "FILLED");
    let base = base(asm, layout, Space::Shared, 0);
    for &at in &layout.shareds {
        let offset = offset(asm, layout, at, &own.number);
        let address = asm.into_fresh(Kind::Long, "add.s64", &format!("{base}, {offset}"));
        initial(asm, layout, at, &address);
    }
    asm.label(&past);
    asm.op("barrier.sync 0");
}

/// Stores the final values of shared locations, of the slot of its number, into the records of the instances.
pub fn shared_end(asm: &mut Asm, layout: &Layout<'_>, own: &Thread) {
    let finals: Vec<LocationId> = layout.fields.iter().filter_map(shared_field).collect();
    if finals.is_empty() {
        return;
    }
    asm.op("barrier.sync 0");
    let past = only_slots(asm, layout, own, "TOLD");
    let base = base(asm, layout, Space::Shared, 0);
    for at in finals {
        let block = layout.program.location(at).block;
        let threads = layout.program.threads.iter();
        let mut seats = threads.zip(&layout.places.seats);
        let owner = seats.find(|(one, _)| Some((one.placement.gpu, one.placement.cta)) == block);
        let apart = owner.map_or(0, |(_, seat)| seat.block);
        let home = home(asm, layout, &own.block, &own.number, apart);
        let slots = parameter(asm, layout, Kind::Word, "slots");
        let operands = format!("{home}, {slots}, {}", own.number);
        let instance = asm.into_fresh(Kind::Word, "mad.lo.u32", &operands);
        let record = record(asm, layout, &instance);
        let offset = offset(asm, layout, at, &own.number);
        let address = asm.into_fresh(Kind::Long, "add.s64", &format!("{base}, {offset}"));
        let value = final_value(asm, layout, at, ("shared", &address));
        let bits = if layout.type_of(at).bits == 64 {
            64
        } else {
            32
        };
        let field = layout.field(Field::Final(at));
        asm.op(format!("st.global.b{bits} [{record}+{field}], {value}"));
    }
    asm.label(&past);
}

/// Loads the value of a location.
pub fn final_value(
    asm: &mut Asm,
    layout: &Layout<'_>,
    at: LocationId,
    (space, address): (&str, &str),
) -> String {
    let ty = layout.type_of(at);
    let word = format!("ld.{space}.{}", super::words::ty(ty));
    asm.into_fresh(Kind::of(ty.bits), &word, &format!("[{address}]"))
}

/// Lets only threads pass that have a slot of their number; the place where the others go on.
fn only_slots(asm: &mut Asm, layout: &Layout<'_>, own: &Thread, word: &str) -> String {
    let past = asm.new_label(word);
    let slots = parameter(asm, layout, Kind::Word, "slots");
    let text = format!("{}, {slots}", own.number);
    let beyond = asm.into_fresh(Kind::Predicate, "setp.ge.u32", &text);
    asm.op(format!("@{beyond} bra {past}"));
    past
}

fn shared_field(field: &Field) -> Option<LocationId> {
    match field {
        Field::Final(at) => Some(*at),
        Field::Status(_) | Field::Register(..) | Field::Kept(..) => None,
    }
}
