//! A launch as it was understood: threads, memory, and which line of PTX stands for which of CUDA.

use std::collections::BTreeSet;

use serde::Serialize;

use crate::kernel::setup::Setup;
use crate::kernel::setup::memory::Owner;
use crate::ptx::demangle::demangled;
use crate::ptx::family::Family;
use crate::ptx::operation::Operation;
use crate::ptx::types::Space;

use super::places::Place;
use super::witness::contents;

/// A launch as it was understood.
#[derive(Debug, Clone, Serialize)]
pub struct Outline {
    /// `reduce<<<2,2>>>`.
    pub launch: String,
    /// The module.
    pub ptx: String,
    /// Its target.
    pub target: u32,
    /// The kernels that run.
    pub kernels: Vec<String>,
    /// The threads.
    pub threads: Vec<ShownThread>,
    /// Memory.
    pub memory: Vec<ShownRegion>,
    /// What touches memory, orders, waits or stops, by line.
    pub instructions: Vec<ShownInstruction>,
    /// What should be known.
    pub warnings: Vec<String>,
}

/// A thread.
#[derive(Debug, Clone, Serialize)]
pub struct ShownThread {
    /// `block 0 thread 1`.
    pub name: String,
    /// Its kernel.
    pub kernel: String,
    /// Its device.
    pub device: u32,
    /// Its warp in the block.
    pub warp: u64,
    /// Its lane.
    pub lane: u64,
}

/// A region.
#[derive(Debug, Clone, Serialize)]
pub struct ShownRegion {
    /// Its name.
    pub name: String,
    /// Its space.
    pub space: &'static str,
    /// Its address, in hexadecimal.
    pub address: String,
    /// Its size.
    pub bytes: u64,
    /// What it holds at the start.
    pub initial: String,
    /// Whether it is compared at the end.
    pub output: bool,
}

/// An instruction.
#[derive(Debug, Clone, Serialize)]
pub struct ShownInstruction {
    /// Its function.
    pub function: String,
    /// Where it stands.
    pub place: Place,
    /// Why it is not interpreted; none where it is.
    pub refused: Option<String>,
}

/// Contents longer than this are cut.
const LONG: usize = 60;

/// A launch as it was understood.
#[must_use]
pub fn outline(setup: &Setup) -> Outline {
    let kernel =
        |launch: usize| demangled(&setup.module.functions[setup.launches[launch].function].name);
    Outline {
        launch: setup.title(),
        ptx: setup.module.source.name.to_string(),
        target: setup.module.target,
        kernels: (0..setup.launches.len()).map(kernel).collect(),
        threads: threads(setup),
        memory: memory(setup),
        instructions: instructions(setup),
        warnings: setup.warnings.clone(),
    }
}

fn threads(setup: &Setup) -> Vec<ShownThread> {
    let all = setup.threads.iter().enumerate().map(|(at, thread)| {
        let launch = &setup.launches[thread.launch];
        ShownThread {
            name: setup.thread_name(at),
            kernel: demangled(&setup.module.functions[launch.function].name),
            device: launch.device,
            warp: thread.warp(),
            lane: thread.lane(),
        }
    });
    all.collect()
}

fn memory(setup: &Setup) -> Vec<ShownRegion> {
    let shown = setup.regions.iter().enumerate();
    let shown = shown.filter(|(_, region)| !matches!(region.owner, Owner::Parameters(_)));
    let all = shown.map(|(at, region)| {
        let known: Option<Vec<u8>> = region.initial.iter().copied().collect();
        let mut initial = match known {
            Some(bytes) if bytes.iter().all(|&byte| byte == 0) => "zeros".to_owned(),
            Some(bytes) => contents(setup, region, &bytes, &BTreeSet::new())
                .split(" = ")
                .nth(1)
                .unwrap_or("")
                .to_owned(),
            None if region.initial.iter().all(Option::is_none) => "unknown".to_owned(),
            None => "known in part".to_owned(),
        };
        if initial.chars().count() > LONG {
            initial = initial.chars().take(LONG).chain(['…']).collect();
        }
        ShownRegion {
            name: region.name.clone(),
            space: region.space.name(),
            address: format!("{:#x}", region.base),
            bytes: region.bytes,
            initial,
            output: setup.outputs.contains(&at)
                || setup.outputs.is_empty() && matches!(region.owner, Owner::Buffer(_)),
        }
    });
    all.collect()
}

fn instructions(setup: &Setup) -> Vec<ShownInstruction> {
    let mut found = Vec::new();
    for function in setup.reachable() {
        let it = &setup.module.functions[function];
        let Some(body) = &it.body else { continue };
        for (at, instruction) in body.code.iter().enumerate() {
            let operation = &instruction.operation;
            if !is_shown(operation) {
                continue;
            }
            let refused = if let Operation::Refused { why } = operation {
                Some(why.clone())
            } else {
                None
            };
            if let Some(place) = Place::of(setup, function, at) {
                found.push(ShownInstruction {
                    function: demangled(&it.name),
                    place,
                    refused,
                });
            }
        }
    }
    found
}

/// Whether it accesses memory that others may share, orders, waits, calls or stops.
fn is_shown(operation: &Operation) -> bool {
    match operation.family() {
        Family::Local | Family::Jump | Family::Leave => false,
        Family::Memory => operation
            .access()
            .is_none_or(|(access, ..)| access.space != Space::Param),
        Family::Fence
        | Family::Barrier
        | Family::Warp
        | Family::Active
        | Family::Call
        | Family::Trap
        | Family::Refused => true,
    }
}
