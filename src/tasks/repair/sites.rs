//! Where a module can be changed, and to what.

use crate::kernel::report::places::{Line, Place};
use crate::kernel::setup::Setup;
use crate::ptx::module::Instruction;
use crate::ptx::operation::{Operation, Scope};
use crate::tasks::fences::prices::Prices;

use super::copies::callers;
use super::gaps::{apart, gap};
use super::in_cuda::has_line;
use super::loops::{Loops, Round};
use super::operations::{calls, leaves, meets, touches, touching};
use super::own::own;
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
    found(setup).0
}

/// The same gaps as some of them, where something begins that was inlined: a fence there may be one of the text that was
/// inlined, and is of all calls then, where one behind the access before it is of one call.
#[must_use]
pub fn inlined(setup: &Setup) -> Vec<Site> {
    found(setup).1
}

fn found(setup: &Setup) -> (Vec<Site>, Vec<Site>) {
    let scopes = scopes(setup);
    let (mut found, mut inlined) = (Vec::new(), Vec::new());
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
        let mut last = None;
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
                } else if last.is_some_and(|last| begins(setup, function, (last, at))) {
                    inlined.push(gap(at, SiteKind::Before));
                }
                last = Some(at);
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
    for sites in [&mut found, &mut inlined] {
        sites.retain(|site| site.levels.len() > 1);
    }
    (found, inlined)
}

/// Whether the second of two accesses is the first of something that was inlined.
fn begins(setup: &Setup, function: usize, (last, at): (usize, usize)) -> bool {
    let cuda = |at: usize| Place::of(setup, function, at)?.cuda;
    let calls = |at: usize| cuda(at).map(|cuda| callers(&cuda.chain, &cuda.line).to_vec());
    let calls = (calls(last), calls(at));
    calls.1.as_ref().is_some_and(|calls| !calls.is_empty()) && calls.0 != calls.1
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
    let place = Place::of(setup, function, at).filter(|_| has_line(setup, function, at))?;
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
