//! The kernel `collect`: what an instance left behind, as the key of a final state that is counted.

use crate::program::{Term, ThreadId};
use crate::syntax::ast::Space;

use super::asm::{Asm, Kind};
use super::cells::final_value;
use super::frame::{in_space, instance};
use super::layout::{DIRECT_BITS, Field, HASH_BITS, Layout, MOST_BITS, Watched};
use super::seat::{base, offset, parameter, record};

/// How many entries of the table of hashed keys are tried.
const TRIES: u32 = 64;

/// The flag that a key is looked for: bits of `flags` after [those of the test](super::frame).
pub const FIND: u32 = 32;

/// Counts states, or looks for the first instance of one.
#[must_use]
pub fn collect(layout: &Layout<'_>) -> String {
    let mut asm = Asm::default();
    let own = instance(&mut asm, layout);
    let record = record(&mut asm, layout, &own);
    let counts = parameter(&mut asm, layout, Kind::Long, "counts");
    ended(&mut asm, layout, (&record, &counts));
    let key = if layout.is_hashed() {
        hash(&mut asm, layout, (&own, &record))
    } else {
        packed(&mut asm, layout, (&own, &record))
    };
    find(&mut asm, layout, (&own, &key));
    let entries = asm.into_fresh(Kind::Long, "add.s64", &format!("{counts}, 24"));
    if layout.bits() <= DIRECT_BITS {
        let place = asm.into_fresh(Kind::Long, "shl.b64", &format!("{key}, 3"));
        let place = asm.into_fresh(Kind::Long, "add.s64", &format!("{entries}, {place}"));
        count(&mut asm, &place);
    } else {
        hashed(&mut asm, (&key, &entries, &counts));
    }
    asm.label("END");
    asm.op("ret");
    asm.finish("collect", layout.size())
}

/// A key that says the state: its parts, the first lowest.
fn packed(asm: &mut Asm, layout: &Layout<'_>, (own, record): (&str, &str)) -> String {
    let key = asm.into_fresh(Kind::Long, "mov.u64", "0");
    let mut shift = 0;
    for watched in &layout.watched {
        let part = part(asm, layout, (own, record), watched);
        let part = asm.into_fresh(Kind::Long, "cvt.u64.u32", &part);
        let part = asm.into_fresh(Kind::Long, "shl.b64", &format!("{part}, {shift}"));
        asm.op(format!("or.b64 {key}, {key}, {part}"));
        shift += watched.bits;
    }
    key
}

/// A key of a state that is too long for one: its values, each mixed in as Steele et al. ("Fast splittable pseudorandom number
/// generators", OOPSLA 2014) finish a number. Two of n states share one with a chance of n² in 2⁶⁴.
fn hash(asm: &mut Asm, layout: &Layout<'_>, (own, record): (&str, &str)) -> String {
    let key = asm.into_fresh(Kind::Long, "mov.u64", "0");
    for watched in &layout.watched {
        let (kind, value) = value(asm, layout, (own, record), watched.term);
        let value = match kind {
            Kind::Long => value,
            Kind::Word | Kind::Predicate => asm.into_fresh(Kind::Long, "cvt.u64.u32", &value),
        };
        asm.op(format!("add.s64 {key}, {key}, {value}"));
        asm.op(format!("add.s64 {key}, {key}, 0x9E3779B97F4A7C15"));
        for (shift, factor) in [(30, "0xBF58476D1CE4E5B9"), (27, "0x94D049BB133111EB")] {
            let high = asm.into_fresh(Kind::Long, "shr.u64", &format!("{key}, {shift}"));
            asm.op(format!("xor.b64 {key}, {key}, {high}"));
            asm.op(format!("mul.lo.u64 {key}, {key}, {factor}"));
        }
    }
    // One more is stored, and 0 is none.
    asm.into_fresh(Kind::Long, "shr.u64", &format!("{key}, {}", 64 - MOST_BITS))
}

fn count(asm: &mut Asm, at: &str) {
    let one = asm.into_fresh(Kind::Long, "mov.u64", "1");
    asm.op(format!("red.relaxed.gpu.global.add.u64 [{at}], {one}"));
}

/// Counts an instance that was not played or given up apart, and ends with it.
fn ended(asm: &mut Asm, layout: &Layout<'_>, (record, counts): (&str, &str)) {
    let mut least = asm.into_fresh(Kind::Word, "mov.u32", "1");
    let mut most = least.clone();
    for role in 0..layout.program.threads.len() {
        let at = layout.field(Field::Status(role));
        let own = asm.into_fresh(Kind::Word, "ld.global.u32", &format!("[{record}+{at}]"));
        least = asm.into_fresh(Kind::Word, "min.u32", &format!("{least}, {own}"));
        most = asm.into_fresh(Kind::Word, "max.u32", &format!("{most}, {own}"));
    }
    for (found, value, word, at) in [(&least, 0, "PLAYED", 0), (&most, 2, "ENDED", 8)] {
        let past = asm.new_label(word);
        let text = format!("{found}, {value}");
        let other = asm.into_fresh(Kind::Predicate, "setp.ne.u32", &text);
        asm.op(format!("@{other} bra {past}"));
        let place = asm.into_fresh(Kind::Long, "add.s64", &format!("{counts}, {at}"));
        // Who looks for a key counts nothing.
        let flags = parameter(asm, layout, Kind::Word, "flags");
        let looks = asm.into_fresh(Kind::Word, "and.b32", &format!("{flags}, {FIND}"));
        let looks = asm.into_fresh(Kind::Predicate, "setp.ne.u32", &format!("{looks}, 0"));
        asm.op(format!("@{looks} bra END"));
        count(asm, &place);
        asm.op("bra END");
        asm.label(&past);
    }
}

/// The part of a key: the place of a value among those that the test can make.
fn part(
    asm: &mut Asm,
    layout: &Layout<'_>,
    (own, record): (&str, &str),
    watched: &Watched,
) -> String {
    let (kind, value) = value(asm, layout, (own, record), watched.term);
    if watched.values.is_empty() {
        return value;
    }
    let ty = if kind == Kind::Long { "s64" } else { "s32" };
    let mut part = asm.into_fresh(Kind::Word, "mov.u32", &watched.values.len().to_string());
    for (at, possible) in watched.values.iter().enumerate() {
        let text = format!("{value}, {possible}");
        let is = asm.into_fresh(Kind::Predicate, &format!("setp.eq.{ty}"), &text);
        part = asm.into_fresh(Kind::Word, "selp.b32", &format!("{at}, {part}, {is}"));
    }
    part
}

fn value(
    asm: &mut Asm,
    layout: &Layout<'_>,
    (own, record): (&str, &str),
    term: Term,
) -> (Kind, String) {
    let (kind, field) = match term {
        Term::Register(ThreadId(role), register) => {
            (layout.kind(role, register), Field::Register(role, register))
        }
        Term::Location(at) => {
            let at = layout.program.location(at).physical;
            let kind = Kind::of(layout.type_of(at).bits);
            if in_space(layout, term, Space::Global).is_some() {
                let base = base(asm, layout, Space::Global, 0);
                let offset = offset(asm, layout, at, own);
                let text = format!("{base}, {offset}");
                let address = asm.into_fresh(Kind::Long, "add.s64", &text);
                return (kind, final_value(asm, layout, at, ("global", &address)));
            }
            (kind, Field::Final(at))
        }
        // A number is never observed.
        Term::Constant(value) => {
            let value = asm.into_fresh(Kind::Long, "mov.s64", &value.to_string());
            return (Kind::Long, value);
        }
    };
    let bits = if kind == Kind::Long { 64 } else { 32 };
    let place = format!("[{record}+{}]", layout.field(field));
    (
        kind,
        asm.into_fresh(kind, &format!("ld.global.b{bits}"), &place),
    )
}

/// Looks for the first instance with a key, if that is asked, and ends.
fn find(asm: &mut Asm, layout: &Layout<'_>, (own, key): (&str, &str)) {
    let flags = parameter(asm, layout, Kind::Word, "flags");
    let looks = asm.into_fresh(Kind::Word, "and.b32", &format!("{flags}, {FIND}"));
    let counts = asm.into_fresh(Kind::Predicate, "setp.eq.u32", &format!("{looks}, 0"));
    let past = asm.new_label("COUNT");
    asm.op(format!("@{counts} bra {past}"));
    let wanted = parameter(asm, layout, Kind::Long, "wanted");
    let other = asm.into_fresh(Kind::Predicate, "setp.ne.u64", &format!("{key}, {wanted}"));
    asm.op(format!("@{other} bra END"));
    let found = parameter(asm, layout, Kind::Long, "found");
    let own = asm.into_fresh(Kind::Long, "cvt.u64.u32", own);
    asm.op(format!("red.relaxed.gpu.global.min.u64 [{found}], {own}"));
    asm.op("bra END");
    asm.label(&past);
}

/// Counts a long key in a table with open addressing; gives up after some tries.
fn hashed(asm: &mut Asm, (key, entries, counts): (&str, &str, &str)) {
    // Knuth's multiplicative hashing, with the 64-bit golden ratio.
    let spread = asm.into_fresh(
        Kind::Long,
        "mul.lo.u64",
        &format!("{key}, 0x9E3779B97F4A7C15"),
    );
    let text = format!("{spread}, {}", 64 - HASH_BITS);
    let place = asm.into_fresh(Kind::Long, "shr.u64", &text);
    let own = asm.into_fresh(Kind::Long, "add.s64", &format!("{key}, 1"));
    let zero = asm.into_fresh(Kind::Long, "mov.u64", "0");
    let tries = asm.into_fresh(Kind::Word, "mov.u32", "0");
    let (again, mine) = (asm.new_label("TRY"), asm.new_label("MINE"));
    asm.label(&again);
    let offset = asm.into_fresh(Kind::Long, "shl.b64", &format!("{place}, 4"));
    let entry = asm.into_fresh(Kind::Long, "add.s64", &format!("{entries}, {offset}"));
    let text = format!("[{entry}], {zero}, {own}");
    let old = asm.into_fresh(Kind::Long, "atom.relaxed.gpu.global.cas.b64", &text);
    for known in [&zero, &own] {
        let text = format!("{old}, {known}");
        let is = asm.into_fresh(Kind::Predicate, "setp.eq.u64", &text);
        asm.op(format!("@{is} bra {mine}"));
    }
    asm.op(format!("add.s64 {place}, {place}, 1"));
    asm.op(format!(
        "and.b64 {place}, {place}, {}",
        (1 << HASH_BITS) - 1
    ));
    asm.op(format!("add.u32 {tries}, {tries}, 1"));
    let more = asm.into_fresh(Kind::Predicate, "setp.lt.u32", &format!("{tries}, {TRIES}"));
    asm.op(format!("@{more} bra {again}"));
    let lost = asm.into_fresh(Kind::Long, "add.s64", &format!("{counts}, 16"));
    count(asm, &lost);
    asm.op("bra END");
    asm.label(&mine);
    let entry = asm.into_fresh(Kind::Long, "add.s64", &format!("{entry}, 8"));
    count(asm, &entry);
}
