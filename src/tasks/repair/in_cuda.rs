//! What CUDA calls a change of an instruction (CUDA C++ Programming Guide, *Memory Fence Functions*, *Atomic Functions*;
//! libcu++, `cuda::atomic_ref`).

use crate::kernel::report::places::Place;
use crate::kernel::setup::Setup;
use crate::ptx::lines::is_toolkit;
use crate::ptx::operation::{Operation, Order, Scope, Update};

use super::strength::{Strength, cuda_fence, order_word};
use super::tongue::Tongue;

/// What CUDA calls an instruction of a strength, or something that is at least as strong; none where it has no word for it.
///
/// Orders have a word where `cuda::atomic_ref` and its like were inlined. `atomicAdd` and its like have functions for the
/// scopes, and what the source reads and writes itself can be `volatile`, which is relaxed of the system's scope: it costs
/// what the widest scope does that makes a difference in the launch.
#[must_use]
pub fn called(
    setup: &Setup,
    function: usize,
    at: usize,
    strength: Strength,
    widest: Option<Scope>,
) -> Option<String> {
    if !has_line(setup, function, at) {
        return None;
    }
    let tongue = Tongue::of(setup, function, at);
    if tongue != Tongue::Cuda {
        let body = setup.module.functions.get(function)?.body.as_ref()?;
        return tongue.called(&body.code.get(at)?.operation, strength);
    }
    let (order, scope) = match strength {
        Strength::Nothing => return None,
        Strength::Fence { sequential, scope } => {
            let ordered = sequential.then(|| sequential_of_library(setup, function, at, scope));
            return Some(
                ordered
                    .flatten()
                    .unwrap_or_else(|| cuda_fence(scope).to_owned()),
            );
        }
        Strength::Barrier => return Some("__syncthreads();".to_owned()),
        Strength::Access { order, scope } => (order, scope),
    };
    let body = setup.module.functions.get(function)?.body.as_ref()?;
    let operation = &body.code.get(at)?.operation;
    let cuda = Place::of(setup, function, at)?.cuda?;
    let toolkit = || cuda.chain.iter().filter(|line| is_toolkit(&line.file));
    if toolkit().any(|line| is_library(&line.file)) {
        return Some(of_library(order_word(order), scope));
    }
    if order != Order::Relaxed {
        return None;
    }
    if let Operation::Atomic { op, .. } = operation {
        let known = toolkit().all(|line| is_intrinsic(&line.file));
        return known.then(|| atomic(*op, scope)).flatten();
    }
    // A vector has no volatile reads.
    let elements = if let Operation::Load { targets, .. } = operation {
        targets.len()
    } else if let Operation::Store { values, .. } = operation {
        values.len()
    } else {
        return None;
    };
    let is_own = elements == 1 && toolkit().next().is_none();
    let is_wide = widest.is_none_or(|widest| scope >= widest);
    (is_own && is_wide).then(|| "volatile".to_owned())
}

/// Whether the line that is told of an instruction is its own: of one that the compiler made of several it names none, and what is
/// written beside the line before it is elsewhere.
#[must_use]
pub fn has_line(setup: &Setup, function: usize, at: usize) -> bool {
    let body = setup.module.functions.get(function);
    let body = body.and_then(|one| one.body.as_ref());
    let place = body.and_then(|body| body.lines.place(body.code.get(at)?.line?));
    place.is_none_or(|place| !place.is_kept)
}

/// An order and a scope as `cuda::atomic_ref` has them.
fn of_library(order: &str, scope: Scope) -> String {
    let scope = match scope {
        Scope::Block => "block",
        Scope::Device => "device",
        Scope::System => "system",
    };
    format!("cuda::memory_order_{order}, cuda::thread_scope_{scope}")
}

/// What a fence is called that `cuda::atomic_ref` and its like put before an access for its order.
fn sequential_of_library(
    setup: &Setup,
    function: usize,
    at: usize,
    scope: Scope,
) -> Option<String> {
    let body = setup.module.functions.get(function)?.body.as_ref()?;
    let fence = matches!(body.code.get(at)?.operation, Operation::Fence { .. });
    let cuda = Place::of(setup, function, at)?.cuda?;
    let mut files = cuda.chain.iter().map(|line| &line.file);
    let inlined = files.any(|file| is_toolkit(file) && is_library(file));
    (fence && inlined).then(|| of_library("seq_cst", scope))
}

/// Whether a file of the toolkit has what `cuda::atomic_ref` and its like become.
fn is_library(file: &str) -> bool {
    file.contains("atomic") && !is_intrinsic(file)
}

/// Whether a file of the toolkit has `atomicAdd` and its like.
fn is_intrinsic(file: &str) -> bool {
    ["device_atomic_functions", "sm_", "__clang_"]
        .iter()
        .any(|part| file.contains(part))
}

fn atomic(op: Update, scope: Scope) -> Option<String> {
    let name = match op {
        Update::Add => "Add",
        Update::And => "And",
        Update::Or => "Or",
        Update::Xor => "Xor",
        Update::Min => "Min",
        Update::Max => "Max",
        Update::Inc => "Inc",
        Update::Dec => "Dec",
        Update::Exch => "Exch",
        Update::Cas => "CAS",
        Update::Arrive | Update::Leave => return None,
    };
    let scope = match scope {
        Scope::Block => "_block",
        Scope::Device => "",
        Scope::System => "_system",
    };
    Some(format!("atomic{name}{scope}()"))
}
