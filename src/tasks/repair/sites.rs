//! Where a module can be changed, and to what.

use crate::kernel::report::places::{Line, Place};
use crate::kernel::setup::Setup;
use crate::ptx::module::Instruction;
use crate::ptx::operation::{Operation, Order, Scope};
use crate::tasks::fences::prices::Prices;

use super::gaps::{apart, gap};
use super::in_cuda::called;
use super::loops::{Loops, Round};
use super::operations::{calls, leaves, meets, noticed, orders, touches, touching};
use super::strength::Strength;

/// A place that can be changed.
#[derive(Debug, Clone)]
pub struct Site {
    /// The function.
    pub function: usize,
    /// The instruction in it: the one that is changed, or that a fence goes behind or before.
    pub at: usize,
    /// What is changed.
    pub kind: SiteKind,
    /// The strengths it can have, the first as it is.
    pub levels: Vec<Strength>,
    /// What CUDA calls each strength; none where it cannot say it.
    pub in_cuda: Vec<Option<String>>,
    /// Where the instruction is written in CUDA.
    pub written: Option<Written>,
    /// Other instructions, each a function and a place in it, that the same text of CUDA became: what changes one changes them.
    pub copies: Vec<(usize, usize)>,
    /// What is on both sides of the gap is of the same line of CUDA: a fence goes inside that line.
    pub inside_line: bool,
    /// The gap is where a branch begins.
    pub in_branch: bool,
    /// How a gap lies in a loop of the CUDA source, where that is to be said.
    pub round: Option<Round>,
}

/// A place in the CUDA source, and the opcode that it became.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Written {
    /// The user's line.
    pub line: Line,
    /// The opcode with its modifiers.
    pub opcode: String,
}

/// What is changed at a site.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum SiteKind {
    /// A fence goes behind the instruction.
    After,
    /// A fence goes before the instruction, which control comes to from several places.
    Before,
    /// The order and scope of the instruction.
    Own,
}

impl Site {
    /// What each level costs more than the first.
    #[must_use]
    pub fn prices(&self, prices: &Prices) -> Vec<u64> {
        let base = self.levels.first().map_or(0, |level| level.price(prices));
        let levels = self.levels.iter();
        levels
            .map(|level| level.price(prices).saturating_sub(base))
            .collect()
    }

    /// Whether CUDA can say a strength.
    #[must_use]
    pub fn is_sayable(&self, level: usize) -> bool {
        self.in_cuda.get(level).is_some_and(Option::is_some)
    }

    /// Its instructions: the function and the place in it.
    pub fn places(&self) -> impl Iterator<Item = (usize, usize)> {
        [(self.function, self.at)]
            .into_iter()
            .chain(self.copies.iter().copied())
    }

    /// How hard a change is to write in CUDA, beside others that cost as much: within a line, or once for each time round a loop;
    /// where a branch begins, which may have no braces; or on a line of its own.
    #[must_use]
    pub const fn effort(&self) -> u64 {
        if self.inside_line || self.round.is_some() {
            2
        } else {
            self.in_branch as u64
        }
    }

    /// The strongest level of those that may be: it covers all others.
    #[must_use]
    pub fn strongest(&self, may: &dyn Fn(usize) -> bool) -> usize {
        self.covering(|level, _| may(level))
    }

    /// The strongest level without more sequential consistency than there is: many fences that have it are
    /// much more to ask about than many others.
    #[must_use]
    pub fn ordered(&self, may: &dyn Fn(usize) -> bool) -> usize {
        let is = self
            .levels
            .first()
            .is_some_and(|level| level.is_sequential());
        self.covering(|at, level| may(at) && (is || !level.is_sequential()))
    }

    /// The level that covers all of a kind.
    fn covering(&self, kind: impl Fn(usize, &Strength) -> bool) -> usize {
        let covers_all = |&at: &usize| {
            let of = |(at, level): &(usize, &Strength)| kind(*at, level);
            let mut others = self.levels.iter().enumerate().filter(of);
            self.levels.get(at).is_some_and(|level| {
                kind(at, level) && others.all(|(_, other)| level.covers(*other))
            })
        };
        (0..self.levels.len()).rev().find(covers_all).unwrap_or(0)
    }
}

/// The sites of all functions that the launches can reach.
#[must_use]
pub fn sites(setup: &Setup) -> Vec<Site> {
    let scopes = scopes(setup);
    let mut found = Vec::new();
    let touching = touching(setup);
    for function in setup.reachable() {
        let Some(body) = &setup.module.functions[function].body else {
            continue;
        };
        let targets = targets(&body.code);
        let loops = Loops::of(setup, function);
        let gap = |at: usize, kind: SiteKind| Site {
            round: loops.round(at, kind),
            ..gap(setup, (function, at), kind, &scopes, &targets)
        };
        let mut covered = false;
        // Where control came together since the last access, or threads met.
        let mut together = None;
        for (at, instruction) in body.code.iter().enumerate() {
            let operation = &instruction.operation;
            // Control may come from elsewhere: the gap behind the last access is another.
            if targets.contains(&at) {
                covered = false;
                together = Some(at);
            }
            let calls = calls(operation, &touching);
            if touches(operation) || calls {
                if !covered {
                    found.push(gap(at, SiteKind::Before));
                }
                own(setup, function, at, &scopes, &mut found);
                found.push(gap(at, SiteKind::After));
                (covered, together) = (true, None);
                continue;
            }
            if !covered {
                // One fence on all ways to where threads meet, or to where ways part again.
                let here = meets(operation).then_some(at);
                let parts = instruction.guard.is_some() && leaves(operation);
                let found_at = here.or(together.filter(|_| parts));
                let found_at = found_at.map(|at| apart(setup, (function, at), &targets, &loops));
                found.extend(found_at.map(|at| gap(at, SiteKind::Before)));
            }
            if meets(operation) || leaves(operation) {
                // Who has met others behind an access knows more: a fence there says more.
                covered = false;
                together = meets(operation).then_some(at + 1);
            }
            own(setup, function, at, &scopes, &mut found);
        }
    }
    found.retain(|site| site.levels.len() > 1);
    found
}

/// The scopes that make a difference in a launch, the widest last.
fn scopes(setup: &Setup) -> Vec<Scope> {
    let devices = setup.launches.iter().map(|launch| launch.device);
    let first = devices.clone().next();
    let several = devices.into_iter().any(|device| Some(device) != first);
    let blocks = setup.blocks.len() > 1;
    let threads = setup.blocks.iter().any(|block| block.threads.len() > 1);
    let mut scopes = Vec::new();
    if threads {
        scopes.push(Scope::Block);
    }
    if blocks {
        scopes.push(Scope::Device);
    }
    if several {
        scopes.push(Scope::System);
    }
    scopes
}

/// Where an instruction is written in CUDA.
pub fn written(setup: &Setup, function: usize, at: usize) -> Option<Written> {
    let place = Place::of(setup, function, at)?;
    Some(Written {
        line: place.cuda?.line,
        opcode: place.opcode,
    })
}

/// The instructions that are jumped to.
fn targets(code: &[Instruction]) -> Vec<usize> {
    let mut found = Vec::new();
    for instruction in code {
        if let Operation::Branch { target } = &instruction.operation {
            found.push(*target);
        } else if let Operation::BranchIndexed { targets, .. } = &instruction.operation {
            found.extend(targets);
        }
    }
    found
}

/// The orders and scopes of an access or a fence that are at least as strong as it is.
fn own(setup: &Setup, function: usize, at: usize, scopes: &[Scope], found: &mut Vec<Site>) {
    let Some(body) = &setup.module.functions[function].body else {
        return;
    };
    let operation = &body.code[at].operation;
    let (now, others) = if let Operation::Fence { sequential, scope } = operation {
        let now = Strength::Fence {
            sequential: *sequential,
            scope: *scope,
        };
        let kinds = [false, true].into_iter();
        let all = kinds.flat_map(|sequential| {
            let fence = move |&scope: &Scope| Strength::Fence { sequential, scope };
            scopes.iter().map(fence)
        });
        (now, all.collect())
    } else if let Some(access) = noticed(operation).filter(|access| !access.non_coherent) {
        let now = Strength::access(access.order, access.scope);
        let mut orders = orders(operation).to_vec();
        // What it has already it may have farther.
        if !orders.contains(&access.order) && access.order != Order::Volatile {
            orders.push(access.order);
        }
        (now, accesses(&orders, scopes))
    } else {
        return;
    };
    // What stands there keeps its scope where that is wider than any that matters.
    let widened = others.into_iter().map(|other| match (now, other) {
        (
            Strength::Fence { scope, .. },
            Strength::Fence {
                sequential,
                scope: far,
            },
        ) if scope > far => Strength::Fence { sequential, scope },
        (
            Strength::Access { scope, order },
            Strength::Access {
                order: new,
                scope: far,
            },
        ) if order != Order::Weak && scope > far => Strength::Access { order: new, scope },
        (_, other) => other,
    });
    let mut levels = vec![now];
    for level in widened {
        if level.covers(now) && !levels.contains(&level) {
            levels.push(level);
        }
    }
    found.push(Site {
        function,
        at,
        kind: SiteKind::Own,
        in_cuda: levels
            .iter()
            .map(|level| called(setup, function, at, *level, scopes.last().copied()))
            .collect(),
        levels,
        written: written(setup, function, at),
        copies: Vec::new(),
        inside_line: false,
        in_branch: false,
        round: None,
    });
}

fn accesses(orders: &[Order], scopes: &[Scope]) -> Vec<Strength> {
    let all = orders.iter().flat_map(|&order| {
        scopes
            .iter()
            .map(move |&scope| Strength::Access { order, scope })
    });
    all.collect()
}
