//! Searches program by program: a part is some programs that follow one another.

use std::ops::ControlFlow;
use std::sync::OnceLock;
use std::sync::atomic::{AtomicBool, Ordering};

use crate::stop::{Open, Stop};
use crate::tasks::space::{Shape, Size, Walk};

use super::how::{Asked, How, Part, Sought};
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
}

/// A walk in parts: a part ends where programs become larger, so that what comes later does not depend on up to
/// which size is asked. For the same reason none is empty, and none is cut short where the walk is stopped.
struct Parts<'w, 'v> {
    name: &'w str,
    walk: Walk<'v>,
    /// The first program of the next part.
    first: Option<Shape>,
    number: u64,
    before: u64,
    /// Why the walk was stopped: of all shards and whatever is known, there are parts that nobody has looked at.
    stopped: &'w OnceLock<Open>,
}

impl Parts<'_, '_> {
    /// The next part; none: there are no more programs, or the walk was stopped.
    fn part(&mut self) -> Option<Block> {
        let mut programs: Vec<Shape> = self.first.take().into_iter().collect();
        while programs.len() < PROGRAMS {
            let next = match self.walk.next() {
                None => break,
                Some(Ok(next)) => next,
                Some(Err(open)) => {
                    // The walk ends with its first error.
                    let _ = self.stopped.set(open);
                    return None;
                }
            };
            let larger = |one: &Shape| one.size().accesses < next.size().accesses;
            if programs.first().is_some_and(larger) {
                self.first = Some(next);
                break;
            }
            programs.push(next);
        }
        let before = self.before;
        self.before += programs.len() as u64;
        (!programs.is_empty()).then_some(Block { before, programs })
    }
}

impl Iterator for Parts<'_, '_> {
    type Item = Part<Block>;

    fn next(&mut self) -> Option<Self::Item> {
        let part = self.part()?;
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
        let (over, stopped) = (AtomicBool::new(false), OnceLock::new());
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
            stopped: &stopped,
        };
        let asker = || {
            let mut ask = asker();
            let over = &over;
            move |part: &Block| part.ask(&mut ask, over)
        };
        let flow = self.each(parts, asker, &mut |part, asked| {
            let flow = part.take(asked, &mut ended, take);
            if flow.is_break() {
                over.store(true, Ordering::Relaxed);
            }
            flow
        });
        if flow.is_continue() {
            // Parts that were not made may be another shard's, or known.
            ended.open = stopped.into_inner();
        }
        // Engines that ran out of time say so in their own words.
        ended.open = ended.open.map(|why| stop.check().err().unwrap_or(why));
        ended
    }
}

impl Sought for Block {
    fn can_have(&self, found: &Finding) -> bool {
        self.telling(found).is_some()
    }
}

impl Block {
    fn ask(&self, ask: &mut impl FnMut(&Shape) -> Result<Tells, Open>, over: &AtomicBool) -> Asked {
        let mut telling = Vec::new();
        let mut open = None;
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

    /// The programs that tell something; none where this cannot have been found.
    fn telling(&self, found: &Finding) -> Option<Vec<(usize, &Shape)>> {
        let places = match found {
            Finding::Programs(places) => places.iter(),
            Finding::Tests(_) => return None,
        };
        let ascending = places.as_slice().is_sorted_by(|one, next| one < next);
        let telling = places.map(|&place| Some((place, self.programs.get(place)?)));
        ascending.then(|| telling.collect()).flatten()
    }

    /// Hands over what was found, and notes how far it is.
    fn take(
        &self,
        asked: Asked,
        ended: &mut Ended,
        take: &mut dyn FnMut(Step<'_>) -> Result<ControlFlow<()>, Open>,
    ) -> ControlFlow<()> {
        let Some(telling) = self.telling(&asked.found) else {
            let why = "a part of a search has what cannot be found in it";
            ended.open = Some(asked.open.unwrap_or_else(|| Open::Internal(why.to_owned())));
            return ControlFlow::Break(());
        };
        for (index, shape) in telling {
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
