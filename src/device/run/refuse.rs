//! What cannot be run, with its place.

use crate::program::{Instruction, InstructionKind, Program, Target, Value};
use crate::syntax::ast::{Access, Fence, Order, Proxy, Scope, Type, TypeKind};
use crate::syntax::diagnostic::{Diagnostic, Report};
use crate::syntax::span::Span;
use crate::ugpu::machine as ugpu;

use super::device::Backend;
use super::emit::refuse::lay_out;
use super::observe::Observed;
use super::quorum::{self, Barrier};
use super::settings::Settings;

/// Looks for what a device with these settings cannot run.
///
/// # Errors
///
/// All of it.
pub fn refuse(program: &Program, backend: Backend, settings: &Settings) -> Result<(), Report> {
    let found = match backend {
        Backend::Host => host(program),
        Backend::Cuda => {
            return lay_out(program, &Observed::of(program), settings.gpu.mode()).map(drop);
        }
        Backend::Walk(model) => walk(program, model),
    };
    if found.is_empty() {
        Ok(())
    } else {
        Err(Report::new(program.source.clone(), found))
    }
}

fn walk(program: &Program, model: ugpu::Model) -> Vec<Diagnostic> {
    let refused = ugpu::support::supported(program).err();
    let told = refused.map(|refused| {
        let message = format!("`{}` gives no meaning to {}", model.name(), refused.what);
        Diagnostic::new(message, refused.span, "this one").with_help(refused.advice)
    });
    told.into_iter().collect()
}

fn host(program: &Program) -> Vec<Diagnostic> {
    let code = program.threads.iter().flat_map(|thread| &thread.code);
    let mut found: Vec<Diagnostic> = code.filter_map(instruction).collect();
    found.extend(mixed(program));
    found.extend(quorums(program));
    found
}

fn instruction(instruction: &Instruction) -> Option<Diagnostic> {
    let (what, help) = match &instruction.kind {
        InstructionKind::Load { access, .. }
        | InstructionKind::Store { access, .. }
        | InstructionKind::Atomic { access, .. } => access_refused(*access)?,
        InstructionKind::Fence(Fence::Sc(scope) | Fence::AcqRel(scope)) => scope_refused(*scope)?,
        InstructionKind::Fence(Fence::Proxy(_) | Fence::Alias) => {
            ("a fence between proxies", NO_PROXY)
        }
        InstructionKind::Barrier {
            id,
            barrier,
            quorum,
            ..
        } => barrier_refused([Some(*id), Some(*barrier), *quorum]).or_else(|| {
            let help =
                "write how many threads meet there, or leave it out for all that name the barrier";
            let refused = ("a barrier at which fewer than 1 thread meets", help);
            (!counts_within(*quorum, i64::MAX)).then_some(refused)
        })?,
        InstructionKind::Fence(Fence::Hole)
        | InstructionKind::Move { .. }
        | InstructionKind::Arithmetic { .. }
        | InstructionKind::SetPredicate { .. }
        | InstructionKind::Branch { .. } => return None,
    };
    let message = format!("the host does not run {what}");
    Some(Diagnostic::new(message, instruction.span, "this one").with_help(help))
}

const NO_PROXY: &str = "a host has no proxies; `check` under ptx-7.5 gives them a meaning";

/// What is refused of an instruction, and what helps.
pub(super) type Refused = (&'static str, &'static str);

/// Orders that no hardware has.
pub(super) const REMOTE: Refused = (
    "remote orders",
    "no hardware has them; `check` under hrf-rsp gives them a meaning",
);

/// The name and the counts of a barrier have to be numbers.
pub(super) fn barrier_refused(named: [Option<Value>; 3]) -> Option<Refused> {
    let register = |value: &Option<Value>| matches!(value, Some(Value::Register(_)));
    named.iter().any(register).then_some((
        "a barrier whose name or count is in a register",
        "write the numbers out",
    ))
}

/// Whether a barrier's count, if it is written out, is at least 1 and no more than what a device can wait for.
pub(super) fn counts_within(quorum: Option<Value>, most: i64) -> bool {
    match quorum {
        Some(Value::Constant(count)) => (1..=most).contains(&count),
        // The one is refused elsewhere, the other stands for those that name the barrier.
        Some(Value::Register(_)) | None => true,
    }
}

fn access_refused(access: Access) -> Option<Refused> {
    if access.remote {
        return Some(REMOTE);
    }
    if access.proxy != Proxy::Generic {
        return Some(("accesses through a proxy", NO_PROXY));
    }
    if access.ty.kind == TypeKind::Float {
        return Some((
            "floats",
            "they are moved and never computed with: `.b32` does the same",
        ));
    }
    strength_refused(access)
}

/// Orders and scopes that no instruction of PTX has.
pub(super) const fn strength_refused(access: Access) -> Option<Refused> {
    match access.order {
        Order::Sc => Some((
            "accesses with `.sc`",
            "PTX has only fences of that kind: put a `fence.sc` before an access that acquires, releases \
             or is relaxed",
        )),
        Order::Weak => None,
        Order::Relaxed | Order::Acquire | Order::Release | Order::AcqRel => {
            scope_refused(access.scope)
        }
    }
}

pub(super) const fn scope_refused(scope: Scope) -> Option<Refused> {
    match scope {
        Scope::Thread | Scope::Warp => Some((
            "the scopes `.warp` and `.thread`",
            "the narrowest scope of PTX is `.cta`",
        )),
        Scope::Cta | Scope::Gpu | Scope::Sys => None,
    }
}

/// The accesses of a test in order: where they go, and at which type.
fn accesses(program: &Program) -> impl Iterator<Item = (Target, Type, Span)> {
    let code = program.threads.iter().flat_map(|thread| &thread.code);
    code.filter_map(|instruction| {
        let (target, access) = instruction.kind.accessed()?;
        Some((target, access.ty, instruction.span))
    })
}

/// Whether the same bits of memory are the same value at both types.
fn alike(a: Type, b: Type) -> bool {
    let signed = |ty: Type| ty.kind == TypeKind::Signed;
    a.bits == b.bits && (a.bits >= 32 || signed(a) == signed(b))
}

/// Two accesses that may meet and do not see the same value in the same bits: the models take a location as a
/// whole, a machine does not.
pub(super) fn mixed(program: &Program) -> Option<Diagnostic> {
    let all: Vec<(Target, Type, Span)> = accesses(program).collect();
    let meet = |a: Target, b: Target| match (a, b) {
        (Target::Location(a), Target::Location(b)) => program.same_memory(a, b),
        (Target::Register(_), _) | (_, Target::Register(_)) => true,
    };
    let pairs = all.iter().enumerate().flat_map(|(index, later)| {
        let before = all[..index].iter();
        before.map(move |earlier| (earlier, later))
    });
    let mut pairs = pairs.filter(|(a, b)| meet(a.0, b.0) && !alike(a.1, b.1));
    let (earlier, later) = pairs.next()?;
    Some(
        Diagnostic::new(
            "accesses of one location have several types",
            later.2,
            "this one",
        )
        .with_label(earlier.2, "and this one")
        .with_help("the models take a location as a whole: give its accesses one type"),
    )
}

/// The type at which a location is accessed; the widest where nothing accesses it.
#[must_use]
pub fn type_of(program: &Program, memory: crate::program::LocationId) -> Type {
    let here = |target: Target| match target {
        Target::Location(at) => program.same_memory(at, memory),
        Target::Register(_) => false,
    };
    let named = accesses(program).find(|(target, _, _)| here(*target));
    let through = || accesses(program).find(|(target, _, _)| matches!(target, Target::Register(_)));
    let wide = Type {
        kind: TypeKind::Signed,
        bits: 64,
    };
    named.or_else(through).map_or(wide, |(_, ty, _)| ty)
}

/// One barrier, and two counts of those who must come.
pub(super) fn quorums(program: &Program) -> Vec<Diagnostic> {
    let mut known: Vec<(Barrier, Option<Value>, Span)> = Vec::new();
    let mut found = Vec::new();
    for thread in &program.threads {
        for instruction in &thread.code {
            let key = quorum::barrier(thread, &instruction.kind);
            let (Some(key), InstructionKind::Barrier { quorum, .. }) = (key, &instruction.kind)
            else {
                continue;
            };
            let quorum = *quorum;
            match known.iter().find(|one| one.0 == key) {
                None => known.push((key, quorum, instruction.span)),
                Some((_, other, _)) if *other == quorum => {}
                Some((_, _, first)) => found.push(
                    Diagnostic::new(
                        "a barrier is given two counts of those who must come",
                        instruction.span,
                        "this one",
                    )
                    .with_label(*first, "and this one")
                    .with_help("PTX leaves undefined what that means: write one count"),
                ),
            }
        }
    }
    found
}
