//! What no kernel can be written for, with its place.

use crate::program::{Instruction, InstructionKind, Program, Target};
use crate::syntax::ast::{Access, Arithmetic, AtomicOp, Fence, Order, Proxy, TypeKind};
use crate::syntax::diagnostic::{Diagnostic, Report};

use super::super::observe::Observed;
use super::super::place::{LANES, MOST_BARRIERS, MOST_THREADS, Mode, Places};
use super::super::refuse::{
    REMOTE, Refused, barrier_refused, counts_within, mixed, quorums, scope_refused,
    strength_refused,
};
use super::layout::Layout;
use super::role::spaces;

const NO_PROXY: Refused = (
    "proxies",
    "a kernel reaches surfaces and textures by other means; `check` under ptx-7.5 gives them a meaning",
);

const NO_COUNT: Refused = (
    "a barrier with this count",
    "from 1 to 32 threads can meet: a warp plays a thread of the test, and a block has at most 32 of them",
);

/// Lays a test out for a GPU, its roles spread as asked.
///
/// # Errors
///
/// All that a kernel cannot do.
pub fn lay_out<'a>(
    program: &'a Program,
    observed: &Observed,
    mode: Mode,
) -> Result<Layout<'a>, Report> {
    let code = program.threads.iter().flat_map(|thread| &thread.code);
    let mut found: Vec<Diagnostic> = code.filter_map(instruction).collect();
    found.extend(aliases(program));
    found.extend(mixed(program));
    found.extend(quorums(program));
    let places = match Places::of(program, mode) {
        Ok(places) => Some(places),
        Err(more) => {
            found.extend(more);
            None
        }
    };
    let fail = |found| Err(Report::new(program.source.clone(), found));
    let Some(places) = places.filter(|_| found.is_empty()) else {
        return fail(found);
    };
    if places.barriers.len() > MOST_BARRIERS {
        let message = format!("the test has {} barriers", places.barriers.len());
        let help = "a block of a GPU has 16, and the harness needs one: at most 15";
        let span = program.threads[0].span;
        let told = Diagnostic::new(message, span, "in this thread and others").with_help(help);
        return fail(vec![told]);
    }
    let layout = Layout::new(program, observed, places);
    found.extend(addresses(&layout));
    if found.is_empty() {
        Ok(layout)
    } else {
        fail(found)
    }
}

fn instruction(instruction: &Instruction) -> Option<Diagnostic> {
    let (what, help) = match &instruction.kind {
        InstructionKind::Load { access, .. } => {
            access_refused(*access).or_else(|| order_refused(*access, Order::Release))?
        }
        InstructionKind::Store { access, .. } => {
            access_refused(*access).or_else(|| order_refused(*access, Order::Acquire))?
        }
        InstructionKind::Atomic { access, op, .. } => {
            access_refused(*access).or_else(|| atomic_refused(*access, *op))?
        }
        InstructionKind::Fence(Fence::Sc(scope) | Fence::AcqRel(scope)) => scope_refused(*scope)?,
        InstructionKind::Fence(Fence::Proxy(_) | Fence::Alias) => NO_PROXY,
        InstructionKind::Barrier {
            id,
            barrier,
            quorum,
            ..
        } => barrier_refused([Some(*id), Some(*barrier), *quorum]).or_else(|| {
            let most = i64::from(MOST_THREADS / LANES);
            (!counts_within(*quorum, most)).then_some(NO_COUNT)
        })?,
        InstructionKind::Fence(Fence::Hole)
        | InstructionKind::Move { .. }
        | InstructionKind::Arithmetic { .. }
        | InstructionKind::SetPredicate { .. }
        | InstructionKind::Branch { .. } => return None,
    };
    let message = format!("no kernel is written for {what}");
    Some(Diagnostic::new(message, instruction.span, "this one").with_help(help))
}

fn access_refused(access: Access) -> Option<Refused> {
    if access.remote {
        return Some(REMOTE);
    }
    if access.proxy != Proxy::Generic {
        return Some(NO_PROXY);
    }
    strength_refused(access)
}

/// Loads that release, stores that acquire.
fn order_refused(access: Access, wrong: Order) -> Option<Refused> {
    let is_wrong = access.order == wrong || access.order == Order::AcqRel;
    is_wrong.then_some((
        "this order of a load or a store",
        "a load acquires, a store releases",
    ))
}

fn atomic_refused(access: Access, op: AtomicOp) -> Option<Refused> {
    if access.ty.bits < 32 {
        return Some((
            "narrow atomics",
            "a GPU makes a loop of 32-bit ones of them, which is another test: use 32 or 64 bits",
        ));
    }
    if access.ty.kind == TypeKind::Float {
        return Some(("atomics on floats", "`.b32` does the same with bits"));
    }
    match op {
        AtomicOp::Inc | AtomicOp::Dec => (access.ty.bits != 32).then_some((
            "`inc` and `dec` of this type",
            "PTX has them for `.u32` only",
        )),
        AtomicOp::Arithmetic(Arithmetic::Mul | Arithmetic::Shl | Arithmetic::Shr) => Some((
            "this atomic",
            "PTX has `add`, `and`, `or`, `xor`, `min`, `max`",
        )),
        AtomicOp::Arithmetic(
            Arithmetic::Add
            | Arithmetic::Sub
            | Arithmetic::And
            | Arithmetic::Or
            | Arithmetic::Xor
            | Arithmetic::Min
            | Arithmetic::Max,
        )
        | AtomicOp::Exch
        | AtomicOp::Cas => None,
    }
}

/// Locations that are other names of one memory.
fn aliases(program: &Program) -> Vec<Diagnostic> {
    let all = program.locations.iter().enumerate();
    let other = all.filter(|(index, location)| location.physical.0 != *index);
    let told = other.map(|(_, location)| {
        let message = format!("no kernel is written for the alias `{}`", location.name);
        Diagnostic::new(message, location.span, "a second address of one memory")
            .with_help("`check` under ptx-7.5 gives aliases a meaning")
    });
    told.collect()
}

/// Accesses through registers that hold no address, or addresses in two spaces.
fn addresses(layout: &Layout<'_>) -> Vec<Diagnostic> {
    let mut found = Vec::new();
    for (role, thread) in layout.program.threads.iter().enumerate() {
        for instruction in &thread.code {
            let Some((target @ Target::Register(_), _)) = instruction.kind.accessed() else {
                continue;
            };
            let (message, help) = match spaces(layout, role, target).len() {
                1 => continue,
                0 => (
                    "this register never holds the address of a location",
                    "put one into it: `mov r0, x`, or `P0:r0 = x` at the start",
                ),
                _ => (
                    "this register may hold addresses in two spaces",
                    "a kernel names the space of an access: use a register for each",
                ),
            };
            found.push(Diagnostic::new(message, instruction.span, "this one").with_help(help));
        }
    }
    found
}
