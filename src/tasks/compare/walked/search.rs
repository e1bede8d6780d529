//! The walk.

use crate::model::Model;
use crate::stop::{Open, Stop};
use crate::tasks::audit::Counted;
use crate::tasks::compare::mapping::Mapping;
use crate::tasks::space::{Bounds, Oracle, Promise, Shape, Size, Vocabulary, Walk};
use crate::verdict::query::Options;

use super::pair::{Pair, Side};
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
    /// Limits of the questions that confirm a test.
    pub options: Options,
    /// When the search ends.
    pub stop: Stop,
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
    let (programs, last) = request.walk((&sides, &mut found), watch);
    let ways = sides.iter().zip(found).map(|(&side, found)| {
        let (allows, forbids) = request.models(side);
        let (standing, counted) = found.unwrap_or_else(|| {
            if let Err((why, size)) = &last {
                let open = Standing::Open { why: why.clone() };
                return (open, Counted::below(programs, *size));
            }
            let counted = Counted {
                programs,
                accesses: request.bounds.accesses,
                fences_below: None,
            };
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

    /// How many programs were looked at, and why no more.
    fn walk(
        &self,
        (sides, found): (&[Side], &mut [Stood]),
        watch: &mut dyn FnMut(Progress),
    ) -> (u64, Result<(), (Open, Size)>) {
        let oracles =
            [self.first, self.second].map(|model| Oracle::fast(model, &self.options, &self.stop));
        let mut walk = Walk::new(&self.vocabulary, self.bounds, &self.stop);
        let (mut programs, mut last) = (0, walk.size().unwrap_or_default());
        while let Some(next) = walk.next() {
            last = walk.size().unwrap_or(last);
            let shape = match next {
                Ok(shape) => shape,
                Err(why) => return (programs, Err((why, last))),
            };
            let left = found.iter().filter(|found| found.is_none()).count();
            if left == 0 {
                break;
            }
            programs += 1;
            watch(Progress {
                size: shape.size(),
                programs,
                left,
            });
            let counted = Counted::below(programs, last);
            let asked = self.one((&shape, counted), &oracles, sides, found);
            // Engines that ran out of time say so in their own words.
            if let Err(why) = asked {
                let why = self.stop.check().err().unwrap_or(why);
                return (programs, Err((why, last)));
            }
        }
        (programs, Ok(()))
    }

    /// Asks of a program what is still open.
    fn one(
        &self,
        (shape, counted): (&Shape, Counted),
        oracles: &[Oracle<'_>; 2],
        sides: &[Side],
        found: &mut [Stood],
    ) -> Result<(), Open> {
        let lost = || Open::Internal("an instruction has no row in the mapping".to_owned());
        let target = match self.mapping {
            None => None,
            Some(mapping) => Some(mapping.translate(shape).ok_or_else(lost)?),
        };
        let target = target.as_ref().unwrap_or(shape);
        let first = oracles[0].ask(shape)?;
        if first == Promise::Nothing && sides == [Side::Second] {
            return Ok(());
        }
        let pair = Pair {
            source: shape,
            target,
            second: oracles[1].ask(target)?,
            first,
        };
        for (&side, found) in sides.iter().zip(found) {
            if found.is_some() {
                continue;
            }
            if let Some(apart) = pair.apart(side)? {
                let separator = self.confirm(&pair, side, &apart)?;
                let standing = Standing::Found(Box::new(separator));
                *found = Some((standing, counted));
            }
        }
        Ok(())
    }
}
