//! Searches program by program: a part is some programs that follow one another.

use std::ops::ControlFlow;
use std::sync::atomic::{AtomicBool, Ordering};

use crate::stop::{Open, Stop};
use crate::tasks::space::{Shape, Size, Walk};

use super::how::{Asked, How, Part};
use super::journal::Finding;

/// A part has so many programs: enough that a look at the clock and a line of a journal do not count, and few
/// enough that little is lost with one.
const PROGRAMS: usize = 16;

/// What a program tells.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Tells {
    /// Nothing that is asked for.
    Nothing,
    /// Something.
    Something,
    /// Something, and no program after it matters.
    Enough,
}

/// How far a search is, in the order of the programs.
#[derive(Debug, Clone, Copy)]
pub struct Step<'s> {
    /// The size that is looked at.
    pub size: Size,
    /// How many programs were looked at, this one included.
    pub programs: u64,
    /// The program, if it tells something.
    pub tells: Option<&'s Shape>,
}

/// How far a search came.
#[derive(Debug, Clone)]
pub struct Ended {
    /// How many programs were looked at.
    pub programs: u64,
    /// The size that was looked at last.
    pub size: Size,
    /// Why no more were looked at; none: all were, or those that were are enough.
    pub open: Option<Open>,
}

/// Some programs that follow one another.
struct Block {
    /// How many come before them.
    before: u64,
    programs: Vec<Shape>,
    /// The walk was stopped here.
    stopped: Option<Open>,
}

/// A walk in parts: a part ends where programs become larger, so that what comes later does not depend on up to
/// which size is asked.
struct Parts<'w, 'v> {
    name: &'w str,
    walk: Walk<'v>,
    /// The first program of the next part.
    first: Option<Shape>,
    number: u64,
    before: u64,
    over: bool,
}

impl Parts<'_, '_> {
    fn part(&mut self) -> Block {
        let mut part = Block {
            before: self.before,
            programs: self.first.take().into_iter().collect(),
            stopped: None,
        };
        while part.programs.len() < PROGRAMS {
            match self.walk.next() {
                None => {
                    self.over = true;
                    break;
                }
                Some(Err(open)) => {
                    self.over = true;
                    part.stopped = Some(open);
                    break;
                }
                Some(Ok(next)) => {
                    let larger = |one: &Shape| one.size().accesses < next.size().accesses;
                    if part.programs.first().is_some_and(larger) {
                        self.first = Some(next);
                        break;
                    }
                    part.programs.push(next);
                }
            }
        }
        self.before += part.programs.len() as u64;
        part
    }
}

impl Iterator for Parts<'_, '_> {
    type Item = Part<Block>;

    fn next(&mut self) -> Option<Self::Item> {
        if self.over && self.first.is_none() {
            return None;
        }
        let part = self.part();
        self.number += 1;
        Some(Part {
            name: format!("{}/{}", self.name, self.number),
            number: self.number - 1,
            what: part,
        })
    }
}

impl How {
    /// Asks the programs of a walk. `asker` makes what asks one, for each thread; `take` is told of those that
    /// tell something, in the order of the walk, and how far it is, and says when it has enough. `name` tells
    /// this search from others of one journal.
    pub fn programs<A>(
        &self,
        (name, walk): (&str, Walk<'_>),
        stop: &Stop,
        asker: impl Fn() -> A + Sync,
        take: &mut dyn FnMut(Step<'_>) -> Result<ControlFlow<()>, Open>,
    ) -> Ended
    where
        A: FnMut(&Shape) -> Result<Tells, Open>,
    {
        let over = AtomicBool::new(false);
        let mut ended = Ended {
            programs: 0,
            size: walk.size().unwrap_or_default(),
            open: None,
        };
        let parts = Parts {
            name,
            walk,
            first: None,
            number: 0,
            before: 0,
            over: false,
        };
        let asker = || {
            let mut ask = asker();
            let over = &over;
            move |part: &Block| part.ask(&mut ask, over)
        };
        self.each(parts, asker, &mut |part, asked| {
            let flow = part.take(asked, &mut ended, take);
            if flow.is_break() {
                over.store(true, Ordering::Relaxed);
            }
            flow
        });
        // Engines that ran out of time say so in their own words.
        ended.open = ended.open.map(|why| stop.check().err().unwrap_or(why));
        ended
    }
}

impl Block {
    fn ask(&self, ask: &mut impl FnMut(&Shape) -> Result<Tells, Open>, over: &AtomicBool) -> Asked {
        let mut telling = Vec::new();
        let mut open = self.stopped.clone();
        for (index, shape) in self.programs.iter().enumerate() {
            if over.load(Ordering::Relaxed) {
                open = Some(Open::Interrupted);
                break;
            }
            match ask(shape) {
                Ok(Tells::Nothing) => {}
                Ok(Tells::Something) => telling.push(index),
                Ok(Tells::Enough) => {
                    telling.push(index);
                    break;
                }
                Err(why) => {
                    open = Some(why);
                    break;
                }
            }
        }
        Asked {
            found: Finding::Programs(telling),
            open,
        }
    }

    /// Hands over what was found, and notes how far it is.
    fn take(
        &self,
        asked: Asked,
        ended: &mut Ended,
        take: &mut dyn FnMut(Step<'_>) -> Result<ControlFlow<()>, Open>,
    ) -> ControlFlow<()> {
        let telling = match asked.found {
            Finding::Programs(telling) => telling,
            Finding::Tests(_) => Vec::new(),
        };
        for index in telling {
            let Some(shape) = self.programs.get(index) else {
                continue;
            };
            let step = Step {
                size: shape.size(),
                programs: self.before + 1 + index as u64,
                tells: Some(shape),
            };
            (ended.size, ended.programs) = (step.size, step.programs);
            match take(step) {
                Ok(ControlFlow::Continue(())) => {}
                Ok(ControlFlow::Break(())) => return ControlFlow::Break(()),
                Err(why) => {
                    ended.open = Some(why);
                    return ControlFlow::Break(());
                }
            }
        }
        if let Some(why) = asked.open {
            ended.programs = ended.programs.max(self.before);
            ended.size = self.programs.first().map_or(ended.size, Shape::size);
            ended.open = Some(why);
            return ControlFlow::Break(());
        }
        let Some(last) = self.programs.last() else {
            return ControlFlow::Continue(());
        };
        ended.size = last.size();
        ended.programs = self.before + self.programs.len() as u64;
        let step = Step {
            size: ended.size,
            programs: ended.programs,
            tells: None,
        };
        match take(step) {
            Ok(flow) => flow,
            Err(why) => {
                ended.open = Some(why);
                ControlFlow::Break(())
            }
        }
    }
}
