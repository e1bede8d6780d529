//! The walk.

use std::borrow::Cow;
use std::ops::ControlFlow;
use std::sync::{Mutex, PoisonError};

use crate::model::Model;
use crate::stop::{Open, Stop};
use crate::tasks::audit::Counted;
use crate::tasks::compare::among::flags_races;
use crate::tasks::compare::mapping::Mapping;
use crate::tasks::space::{Bounds, Oracle, Promise, Shape, Size, Vocabulary, Walk};
use crate::tasks::survey::{Ended, How, Tells};
use crate::verdict::query::Options;

use super::pair::{Apart, Pair, Side};
use super::report::{Standing, Told, Walked, Way};

/// What is asked.
#[derive(Debug)]
pub struct Request<'m> {
    /// The first model: of a mapping, that of the source.
    pub first: &'m Model,
    /// The second: of a mapping, that of the target.
    pub second: &'m Model,
    /// What programs become for the second model; none: they stay as they are.
    pub mapping: Option<&'m Mapping>,
    /// What may be in a program.
    pub vocabulary: Vocabulary,
    /// Up to which size.
    pub bounds: Bounds,
    /// Only programs that neither model calls racy.
    pub race_free: bool,
    /// Limits of the questions that confirm a test.
    pub options: Options,
    /// When the search ends.
    pub stop: Stop,
    /// How it is carried out.
    pub how: How,
}

/// How far a search is.
#[derive(Debug, Clone, Copy)]
pub struct Progress {
    /// The size that is looked at.
    pub size: Size,
    /// How many programs were.
    pub programs: u64,
    /// How many ways are still open.
    pub left: usize,
}

/// What is said of tests beside their vocabulary.
const NO_RACES: &str = "races       none: tests that one of the models calls racy are left out";

/// How a way stands, and what was asked until then; none: it is looked for.
type Stood = Option<(Standing, Counted)>;

/// Walks all programs until each model allows something that the other forbids, or up to the limit; says each
/// time how far it is.
pub fn search(request: &Request<'_>, watch: &mut dyn FnMut(Progress)) -> Walked {
    let sides = match request.mapping {
        Some(_) => vec![Side::Second],
        None => vec![Side::First, Side::Second],
    };
    let mut found: Vec<Stood> = sides.iter().map(|_| None).collect();
    let ended = request.walk((&sides, &mut found), watch);
    let ways = sides.iter().zip(found).map(|(&side, found)| {
        let (allows, forbids) = request.models(side);
        let (standing, counted) = found.unwrap_or_else(|| {
            if let Some(why) = &ended.open {
                let open = Standing::Open { why: why.clone() };
                return (open, Counted::below(ended.programs, ended.size));
            }
            let counted = Counted::all(ended.programs, request.bounds.accesses);
            (Standing::None, counted)
        });
        Way {
            allows: allows.name.clone(),
            forbids: forbids.name.clone(),
            standing,
            counted,
        }
    });
    Walked {
        first: request.first.name.clone(),
        second: request.second.name.clone(),
        mapping: request.mapping.map(|mapping| Told {
            name: mapping.name.clone(),
            about: mapping.about.clone(),
        }),
        events: request.bounds.accesses,
        vocabulary: request
            .vocabulary
            .to_string()
            .lines()
            .chain(request.race_free.then_some(NO_RACES))
            .map(str::to_owned)
            .collect(),
        ways: ways.collect(),
    }
}

impl<'m> Request<'m> {
    /// Who is to allow, and who to forbid.
    pub(super) const fn models(&self, side: Side) -> (&'m Model, &'m Model) {
        match side {
            Side::First => (self.first, self.second),
            Side::Second => (self.second, self.first),
        }
    }

    fn walk(
        &self,
        (sides, found): (&[Side], &mut [Stood]),
        watch: &mut dyn FnMut(Progress),
    ) -> Ended {
        let walk = Walk::new(&self.vocabulary, self.bounds, &self.stop);
        let both = || {
            [self.first, self.second].map(|model| Oracle::fast(model, &self.options, &self.stop))
        };
        // What nobody looks for any more tells nothing.
        let left = Mutex::new(sides.to_vec());
        let lock = || left.lock().unwrap_or_else(PoisonError::into_inner);
        let asker = || {
            let oracles = both();
            move |shape: &Shape| {
                let sides = lock().clone();
                let Some(pair) = self.pair(shape, &oracles, &sides)? else {
                    return Ok(Tells::Nothing);
                };
                for side in sides {
                    if self.apart(&pair, side, &oracles)?.is_some() {
                        return Ok(Tells::Something);
                    }
                }
                Ok(Tells::Nothing)
            }
        };
        let oracles = both();
        self.how
            .programs(("programs", walk), &self.stop, asker, &mut |step| {
                let pair = match step.tells {
                    Some(shape) => self.pair(shape, &oracles, sides)?,
                    None => None,
                };
                if let Some(pair) = pair {
                    for (&side, found) in sides.iter().zip(found.iter_mut()) {
                        if found.is_some() {
                            continue;
                        }
                        if let Some(apart) = self.apart(&pair, side, &oracles)? {
                            let separator = self.confirm(&pair, side, &apart)?;
                            let standing = Standing::Found(Box::new(separator));
                            *found = Some((standing, Counted::below(step.programs, step.size)));
                            lock().retain(|one| *one != side);
                        }
                    }
                }
                let left = lock().len();
                watch(Progress {
                    size: step.size,
                    programs: step.programs,
                    left,
                });
                Ok(if left == 0 {
                    ControlFlow::Break(())
                } else {
                    ControlFlow::Continue(())
                })
            })
    }

    /// What the one has and the other has not, of a program that is asked for.
    fn apart(
        &self,
        pair: &Pair<'_>,
        side: Side,
        oracles: &[Oracle<'_>; 2],
    ) -> Result<Option<Apart>, Open> {
        let found = pair.apart(side)?;
        if !self.race_free || found.is_none() {
            return Ok(found);
        }
        if [&pair.first, &pair.second].contains(&&Promise::Nothing) {
            return Ok(None);
        }
        for (model, oracle) in [self.first, self.second].into_iter().zip(oracles) {
            if flags_races(model) && oracle.races(pair.source)? {
                return Ok(None);
            }
        }
        Ok(found)
    }

    /// A program with what both models say of it; none where nothing that they say would matter.
    fn pair<'s>(
        &self,
        source: &'s Shape,
        oracles: &[Oracle<'_>; 2],
        sides: &[Side],
    ) -> Result<Option<Pair<'s>>, Open> {
        let lost = || Open::Internal("an instruction has no row in the mapping".to_owned());
        let target = match self.mapping {
            None => Cow::Borrowed(source),
            Some(mapping) => Cow::Owned(mapping.translate(source).ok_or_else(lost)?),
        };
        let first = oracles[0].ask(source)?;
        if first == Promise::Nothing && sides == [Side::Second] {
            return Ok(None);
        }
        Ok(Some(Pair {
            second: oracles[1].ask(&target)?,
            source,
            target,
            first,
        }))
    }
}
