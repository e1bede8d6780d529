//! What an access missed, and where values come from that nobody knows.

use crate::kernel::setup::Setup;
use crate::kernel::setup::memory::{Region, SHARED, WINDOW, nearest, region_of};
use crate::ptx::module::Variable;
use crate::ptx::operation::{Operand, Operation, Special};
use crate::ptx::types::Space;

use super::decide::Decision;
use super::places::Place;
use super::witness::is_local;

/// Addresses below this are null pointers with an offset.
const NULL: u64 = 0x1000;

/// More places than this are not listed.
const LISTED: usize = 3;

impl Decision<'_> {
    /// An address of an access that leaves its buffer, and what it would have to be in.
    pub fn missed(&self, address: u64) -> String {
        let regions = &self.setup.regions;
        if let Some(at) = region_of(regions, address) {
            let region = &regions[at];
            return format!(
                "{}, and bytes beyond {}",
                region.element(address),
                end(region)
            );
        }
        if let Some(at) = nearest(regions, address) {
            let region = &regions[at];
            let side = if address < region.base {
                format!("before {}", region.name)
            } else {
                format!("beyond {}", end(region))
            };
            return format!("{}, {side}", region.element(address));
        }
        let window = SHARED..SHARED + WINDOW * self.setup.blocks.len() as u64;
        if window.contains(&address) {
            let hint = if self.dynamic() {
                ": the launch gives no dynamic shared memory (`shared = BYTES`, --shared BYTES)"
            } else {
                ""
            };
            return format!("shared memory that its block does not have{hint}");
        }
        if is_local(address) {
            return "local memory that the thread does not have".to_owned();
        }
        if address < NULL {
            return format!("address {address:#x}: a null pointer");
        }
        format!("address {address:#x}, which is in no buffer")
    }

    /// Whether the kernels use shared memory whose size the launch gives, as is all that is not declared, and it gives none.
    fn dynamic(&self) -> bool {
        let setup = self.setup;
        let open = |variable: &Variable| {
            variable.space == Space::Shared && variable.bytes.is_none_or(|bytes| bytes == 0)
        };
        let own = setup.reachable().into_iter().any(|function| {
            let body = setup.module.functions[function].body.iter();
            body.flat_map(|body| &body.variables).any(open)
        });
        let gives = setup.launches.iter().all(|launch| launch.shared > 0);
        let regions = &setup.regions;
        let none = !regions.iter().any(|one| one.space == Space::Shared);
        !gives && (none || own || setup.module.variables.iter().any(open))
    }

    /// The instructions that runs reach and whose results nobody knows: `; such come from …`, or nothing.
    pub fn sources(&self) -> String {
        let mut found: Vec<String> = Vec::new();
        for &(function, at) in &self.exploration.reached {
            let body = self.setup.module.functions[function].body.as_ref();
            let Some(one) = body.and_then(|body| body.code.get(at)) else {
                continue;
            };
            let unspecified = self.exploration.unspecified.contains_key(&(function, at));
            if unspecified || self.is_loose(&one.operation) {
                found.extend(quoted(self.setup, (function, at)));
            }
        }
        found.dedup();
        let more = found.len().saturating_sub(LISTED);
        found.truncate(LISTED);
        match (&found[..], more) {
            ([], _) => String::new(),
            (some, 0) => format!("; such come from {}", some.join(", ")),
            (some, _) => format!("; such come from {} and {more} more", some.join(", ")),
        }
    }

    fn is_loose(&self, operation: &Operation) -> bool {
        let any = self.setup.description.clock_any;
        let unknown = |operand: &Operand| {
            matches!(operand, Operand::Special(Special::Any))
                || any && matches!(operand, Operand::Special(Special::Clock))
        };
        matches!(operation, Operation::Loose { .. }) || operation.operands().iter().any(unknown)
    }
}

/// An instruction and where it stands: `` `div.s32 %r3, %r1, %r2` (average.cu:7, PTX line 31) ``.
pub fn quoted(setup: &Setup, (function, at): (usize, usize)) -> Option<String> {
    let body = setup.module.functions.get(function)?.body.as_ref()?;
    let place = Place::of(setup, function, at)?;
    let line = match place.cuda {
        Some(_) => format!("{}, PTX line {}", place.short(), place.ptx.line),
        None => place.short(),
    };
    let words = setup.module.source.slice(body.code.get(at)?.span);
    let words: Vec<&str> = words.split_whitespace().collect();
    Some(format!("`{}` ({line})", words.join(" ")))
}

/// `the end of out (16 bytes)`.
fn end(region: &Region) -> String {
    format!("the end of {} ({} bytes)", region.name, region.bytes)
}
