//! The kernels `init` and `test` around the roles: shuffle, stress, gate, markers.

use crate::program::{LocationId, Term};
use crate::syntax::ast::Space;

use super::super::place::Mode;
use super::asm::{Asm, Kind};
use super::cells::{initial, shared_end, shared_start};
use super::layout::Layout;
use super::role::{Written, write};
use super::seat::{Thread, base, offset, parameter, play, record};

/// How often a thread looks at the gate.
const LOOKS: u32 = 1024;

/// The most laps of stress.
const MOST_STRESS: u32 = 1024;

/// A bit of `flags`: threads wait for each other before they begin.
pub const GATE: u32 = 1;
/// Threads make stress before they begin.
pub const BEFORE: u32 = 2;
/// Blocks that do not test make stress.
pub const BESIDE: u32 = 4;
/// The first access of a lap of stress beside the test is a store; the second is.
pub const BESIDE_STORES: [u32; 2] = [8, 16];
/// Likewise of stress before it.
pub const BEFORE_STORES: [u32; 2] = [64, 128];

/// The number of the marker before a role: `pmevent` takes 0 to 15, and 0 is the end.
#[must_use]
pub const fn marker(role: usize) -> usize {
    1 + role % 15
}

/// The instance of a thread in `init` and `collect`; jumps to `END` where there is none.
pub fn instance(asm: &mut Asm, layout: &Layout<'_>) -> String {
    let block = asm.into_fresh(Kind::Word, "mov.u32", "%ctaid.x");
    let threads = asm.into_fresh(Kind::Word, "mov.u32", "%ntid.x");
    let thread = asm.into_fresh(Kind::Word, "mov.u32", "%tid.x");
    let operands = format!("{block}, {threads}, {thread}");
    let instance = asm.into_fresh(Kind::Word, "mad.lo.u32", &operands);
    let total = parameter(asm, layout, Kind::Word, "total");
    let operands = format!("{instance}, {total}");
    let beyond = asm.into_fresh(Kind::Predicate, "setp.ge.u32", &operands);
    asm.op(format!("@{beyond} bra END"));
    instance
}

/// Puts initial values into global memory and clears the records.
#[must_use]
pub fn init(layout: &Layout<'_>) -> String {
    let mut asm = Asm::default();
    let own = instance(&mut asm, layout);
    let base = base(&mut asm, layout, Space::Global, 0);
    for &at in &layout.globals {
        let offset = offset(&mut asm, layout, at, &own);
        let address = asm.into_fresh(Kind::Long, "add.s64", &format!("{base}, {offset}"));
        initial(&mut asm, layout, at, &address);
    }
    let record = record(&mut asm, layout, &own);
    for field in 0..layout.fields.len() {
        asm.op(format!("st.global.u64 [{record}+{}], 0", 8 * field));
    }
    asm.label("END");
    asm.op("ret");
    asm.finish("init", layout.size())
}

/// The test.
#[must_use]
pub fn test(layout: &Layout<'_>) -> String {
    let mut asm = Asm::default();
    let name = asm.into_fresh(Kind::Word, "mov.u32", "%ctaid.x");
    let order = parameter(&mut asm, layout, Kind::Long, "order");
    let entry = asm.into_fresh(Kind::Long, "mul.wide.u32", &format!("{name}, 4"));
    let entry = asm.into_fresh(Kind::Long, "add.s64", &format!("{order}, {entry}"));
    let block = asm.into_fresh(Kind::Word, "ld.global.u32", &format!("[{entry}]"));
    let flags = parameter(&mut asm, layout, Kind::Word, "flags");
    let spots = parameter(&mut asm, layout, Kind::Long, "spots");
    let spot = asm.into_fresh(Kind::Long, "mul.wide.u32", &format!("{name}, 8"));
    let spot = asm.into_fresh(Kind::Long, "add.s64", &format!("{spots}, {spot}"));
    let blocks = parameter(&mut asm, layout, Kind::Word, "blocks");
    let operands = format!("{block}, {blocks}");
    let beside = asm.into_fresh(Kind::Predicate, "setp.ge.u32", &operands);
    asm.op(format!("@{beside} bra STRESS"));
    when(&mut asm, &flags, BEFORE, "BEFORE_DONE");
    stress(&mut asm, layout, (&flags, &spot), ("before", BEFORE_STORES));
    asm.label("BEFORE_DONE");
    let thread = asm.into_fresh(Kind::Word, "mov.u32", "%tid.x");
    let own = Thread {
        warp: asm.into_fresh(Kind::Word, "shr.u32", &format!("{thread}, 5")),
        lane: asm.into_fresh(Kind::Word, "and.b32", &format!("{thread}, 31")),
        block,
        number: thread,
    };
    if !layout.shareds.is_empty() {
        shared_start(&mut asm, layout, &own);
    }
    match layout.places.mode {
        Mode::Chain => chain(&mut asm, layout, &own, &flags),
        Mode::Split => split(&mut asm, layout, &own, &flags),
    }
    if !layout.shareds.is_empty() {
        shared_end(&mut asm, layout, &own);
    }
    asm.op("ret");
    asm.label("STRESS");
    when(&mut asm, &flags, BESIDE, "END");
    stress(&mut asm, layout, (&flags, &spot), ("beside", BESIDE_STORES));
    asm.label("END");
    asm.op("ret");
    asm.finish("test", layout.size())
}

/// Jumps where a flag is not set.
fn when(asm: &mut Asm, flags: &str, bit: u32, past: &str) {
    let set = asm.into_fresh(Kind::Word, "and.b32", &format!("{flags}, {bit}"));
    let not = asm.into_fresh(Kind::Predicate, "setp.eq.u32", &format!("{set}, 0"));
    asm.op(format!("@{not} bra {past}"));
}

/// Two accesses a lap, each a store or a load, at the block's own address.
fn stress(
    asm: &mut Asm,
    layout: &Layout<'_>,
    (flags, spot): (&str, &str),
    (name, bits): (&str, [u32; 2]),
) {
    let laps = parameter(asm, layout, Kind::Word, name);
    let laps = asm.into_fresh(Kind::Word, "min.u32", &format!("{laps}, {MOST_STRESS}"));
    let at = asm.into_fresh(Kind::Long, "ld.global.u64", &format!("[{spot}]"));
    let done = asm.fresh(Kind::Word);
    let read = asm.fresh(Kind::Word);
    let stores = bits.map(|bit| {
        let set = asm.into_fresh(Kind::Word, "and.b32", &format!("{flags}, {bit}"));
        asm.into_fresh(Kind::Predicate, "setp.ne.u32", &format!("{set}, 0"))
    });
    asm.op(format!("mov.u32 {done}, 0"));
    let again = asm.new_label("AGAIN");
    asm.label(&again);
    for stores in &stores {
        asm.op(format!("@{stores} st.volatile.global.u32 [{at}], {done}"));
        asm.op(format!("@!{stores} ld.volatile.global.u32 {read}, [{at}]"));
    }
    asm.op(format!("add.u32 {done}, {done}, 1"));
    let more = asm.into_fresh(Kind::Predicate, "setp.lt.u32", &format!("{done}, {laps}"));
    asm.op(format!("@{more} bra {again}"));
}

/// Waits for all testing threads, for so many looks at most.
fn gate(asm: &mut Asm, layout: &Layout<'_>, flags: &str) {
    let past = asm.new_label("PAST_GATE");
    when(asm, flags, GATE, &past);
    let gate = parameter(asm, layout, Kind::Long, "gate");
    let threads = asm.into_fresh(Kind::Word, "mov.u32", "%ntid.x");
    let blocks = parameter(asm, layout, Kind::Word, "blocks");
    let all = asm.into_fresh(Kind::Word, "mul.lo.u32", &format!("{threads}, {blocks}"));
    let text = format!("[{gate}], 1");
    asm.into_fresh(Kind::Word, "atom.relaxed.gpu.global.add.u32", &text);
    let looks = asm.fresh(Kind::Word);
    asm.op(format!("mov.u32 {looks}, 0"));
    let look = asm.new_label("GATE");
    asm.label(&look);
    let text = format!("[{gate}]");
    let come = asm.into_fresh(Kind::Word, "ld.relaxed.gpu.global.u32", &text);
    asm.op(format!("add.u32 {looks}, {looks}, 1"));
    let more = asm.into_fresh(Kind::Predicate, "setp.lt.u32", &format!("{come}, {all}"));
    let go = format!("{looks}, {LOOKS}, {more}");
    let go = asm.into_fresh(Kind::Predicate, "setp.lt.and.u32", &go);
    asm.op(format!("@{go} bra {look}"));
    asm.label(&past);
}

/// Every role, one after the other.
fn chain(asm: &mut Asm, layout: &Layout<'_>, own: &Thread, flags: &str) {
    let mut roles: Vec<Written> = Vec::new();
    for role in 0..layout.program.threads.len() {
        let playing = play(asm, layout, role, own);
        let mut written = write(asm, layout, role, &playing, own);
        asm.append(std::mem::take(&mut written.prelude));
        roles.push(written);
    }
    gate(asm, layout, flags);
    for (role, written) in roles.iter_mut().enumerate() {
        asm.op(format!("pmevent {}", marker(role)));
        asm.append(std::mem::take(&mut written.body));
    }
    asm.op("pmevent 0");
    for written in roles {
        asm.append(written.results);
    }
}

/// The role of a thread's warp.
fn split(asm: &mut Asm, layout: &Layout<'_>, own: &Thread, flags: &str) {
    let warps = layout.places.warps;
    let role = asm.into_fresh(Kind::Word, "rem.u32", &format!("{}, {warps}", own.warp));
    let count = layout.program.threads.len();
    for other in 1..count {
        let text = format!("{role}, {other}");
        let is = asm.into_fresh(Kind::Predicate, "setp.eq.u32", &text);
        asm.op(format!("@{is} bra ROLE_{other}"));
    }
    for role in 0..count {
        asm.label(&format!("ROLE_{role}"));
        let playing = play(asm, layout, role, own);
        let written = write(asm, layout, role, &playing, own);
        asm.append(written.prelude);
        gate(asm, layout, flags);
        asm.op(format!("pmevent {}", marker(role)));
        asm.append(written.body);
        asm.op("pmevent 0");
        asm.append(written.results);
        if role + 1 < count {
            asm.op("bra PLAYED");
        }
    }
    asm.label("PLAYED");
}

/// Whether a part of a state is a location of this space.
#[must_use]
pub fn in_space(layout: &Layout<'_>, term: Term, space: Space) -> Option<LocationId> {
    match term {
        Term::Location(at) => {
            let at = layout.program.location(at).physical;
            (layout.space(at) == space).then_some(at)
        }
        Term::Register(..) | Term::Constant(_) => None,
    }
}
