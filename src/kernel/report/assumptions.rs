//! What is taken for granted of a launch, in sentences.

use std::collections::BTreeSet;

use crate::kernel::interpret::exploration::Exploration;
use crate::kernel::setup::Setup;
use crate::ptx::family::Family;
use crate::ptx::operation::{Operand, Operation, Special};

use super::idle::lap;
use super::missed::quoted;
use super::places::Place;
use super::unspecified::{TOLD, unspecified};

/// What is assumed of clocks, unless they are said to go.
const STILL: &str = "clocks stand still: no timeout fires";

/// What is assumed where a thread goes round until one of another block writes.
const RESIDENT: &str = "all blocks run at the same time, as threads wait for those of other blocks";

/// What is assumed where values decide that are not known.
pub const CHOSEN: &str =
    "each branch on a value that is not known may go either way, whatever others on it did";

/// Why who waits for a clock may not wait for ever.
pub const WAITS: &str = "a loop asks a clock, which is assumed to stand still (`clock = \"any\"` in the launch file, or --clock any, lets it go on)";

/// Whether an instruction of a function is in a loop that asks a clock, where clocks stand still.
#[must_use]
pub fn asks_clock(setup: &Setup, (function, at): (usize, usize)) -> bool {
    let body = setup.module.functions.get(function);
    let Some(body) = body.and_then(|function| function.body.as_ref()) else {
        return false;
    };
    let own = lap(body, at);
    let called = || {
        setup
            .reachable()
            .into_iter()
            .any(|at| reads_clock(setup, at))
    };
    let mut code = own.iter().map(|&at| &body.code[at].operation);
    !setup.description.clock_any
        && code.any(|one| asks(one) || one.family() == Family::Call && called())
}

/// Whether an instruction asks a clock.
fn asks(operation: &Operation) -> bool {
    let clock = Operand::Special(Special::Clock);
    operation.operands().contains(&clock)
}

/// Whether a function asks a clock.
fn reads_clock(setup: &Setup, function: usize) -> bool {
    let body = setup.module.functions[function].body.iter();
    body.flat_map(|body| &body.code)
        .any(|one| asks(&one.operation))
}

/// What is taken for granted.
#[must_use]
pub fn assumptions(setup: &Setup, exploration: &Exploration) -> Vec<String> {
    let mut found = setup.warnings.clone();
    let (mut clock, mut mask, mut print, mut grid) = (false, false, false, false);
    let (mut elect, mut counts, mut arrives) = (false, false, false);
    for at in setup.reachable() {
        let function = &setup.module.functions[at];
        print |= function.body.is_none() && function.name == "vprintf";
        for instruction in function.body.iter().flat_map(|body| &body.code) {
            mask |= matches!(instruction.operation, Operation::ActiveMask { .. });
            elect |= matches!(instruction.operation, Operation::Elect { .. });
            counts |= matches!(
                instruction.operation,
                Operation::Barrier { count: Some(_), .. }
            );
            arrives |= matches!(
                instruction.operation,
                Operation::Barrier { arrives: true, .. }
            );
            let operands = instruction.operation.operands();
            clock |= asks(&instruction.operation);
            grid |= operands
                .iter()
                .any(|one| matches!(one, Operand::Special(Special::Environment(_))));
        }
    }
    if clock && !setup.description.clock_any {
        found.push(STILL.to_owned());
    }
    if exploration.waits_apart {
        found.push(RESIDENT.to_owned());
    }
    if !exploration.chosen.is_empty() {
        found.push(CHOSEN.to_owned());
    }
    found.extend(unspecified(setup, exploration));
    found.extend(left(setup, exploration));
    if mask {
        found.push("`activemask` gives any of the lanes that can be at it together".to_owned());
    }
    if elect {
        found.push(
            "`elect.sync` elects the lowest lane of its mask; PTX leaves open which".to_owned(),
        );
    }
    let mut blocks = setup.launches.iter().map(|launch| launch.block);
    if counts && blocks.any(|block| block.iter().product::<u64>() % 32 != 0) {
        let text = "a barrier with a number counts each thread that comes; PTX counts whole warps, also \
                    those that have fewer threads, as here";
        found.push(text.to_owned());
    } else if arrives {
        let text = "a barrier counts each thread that arrives as it comes; PTX counts warps, which come as a whole";
        found.push(text.to_owned());
    }
    if grid && setup.launches.iter().all(|launch| launch.workspace == 0) {
        let text = "the launch is not cooperative, so that grid-wide synchronization traps \
                    (`cooperative = true`, --cooperative)";
        found.push(text.to_owned());
    }
    if print {
        found.push("`printf` has no effect".to_owned());
    }
    found
}

/// At which barriers threads are not waited for that have exited, where PTX says nothing of that.
fn left(setup: &Setup, exploration: &Exploration) -> Vec<String> {
    let mut lines = BTreeSet::new();
    let told = exploration.left.iter().filter(|&(&(function, at), _)| {
        Place::of(setup, function, at).is_some_and(|place| lines.insert(place.short()))
    });
    let told = told.take(TOLD).filter_map(|(&place, &who)| {
        let (barrier, who) = (quoted(setup, place)?, setup.thread_name(who));
        let body = setup.module.functions.get(place.0)?.body.as_ref()?;
        let of_mask = matches!(
            body.code.get(place.1)?.operation,
            Operation::WarpBarrier { .. }
        );
        let all = if of_mask {
            "lanes of its mask"
        } else {
            "threads of its warp"
        };
        Some(format!(
            "{barrier} waits for no thread that has exited, as {who} has: PTX wants all {all} there"
        ))
    });
    told.collect()
}
