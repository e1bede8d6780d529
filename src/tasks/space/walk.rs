//! All programs up to a size, smallest first.

use super::search::{Lap, Reach, Search};
use super::shape::Shape;
use super::size::{Bounds, Size};
use super::vocabulary::Vocabulary;
use crate::stop::{Open, Stop};

/// All programs of a vocabulary up to a size, each class of symmetry once, smallest first. Nothing is kept
/// of those that were yielded. Where it is stopped, it says so, and ends.
#[derive(Debug)]
pub struct Walk<'v> {
    vocabulary: &'v Vocabulary,
    bounds: Bounds,
    reach: Reach,
    stop: Stop,
    size: Option<Size>,
    search: Option<Search<'v>>,
    laps: u32,
}

/// The clock is read once in so many steps.
const STEPS_PER_LOOK: u32 = 1024;

impl<'v> Walk<'v> {
    /// All programs within these bounds.
    #[must_use]
    pub fn new(vocabulary: &'v Vocabulary, bounds: Bounds, stop: &Stop) -> Self {
        let first = Size {
            accesses: bounds.from.max(1),
            threads: 1,
            ..Size::default()
        };
        Self {
            vocabulary,
            bounds,
            reach: Reach::of(vocabulary),
            stop: stop.clone(),
            size: (first.accesses <= bounds.accesses).then_some(first),
            search: None,
            laps: 0,
        }
    }

    /// The size that is looked at now; none: all were.
    #[must_use]
    pub const fn size(&self) -> Option<Size> {
        self.size
    }

    /// The next larger size that may have programs: numbers count up, the last one first.
    fn next_size(&self, size: Size) -> Option<Size> {
        let mut size = size;
        loop {
            size = self.count_up(size)?;
            if self.reach.allows(size, false) {
                return Some(size);
            }
        }
    }

    fn count_up(&self, size: Size) -> Option<Size> {
        let (orders, scopes) = self.reach.most(size.accesses, size.fences);
        let fitting = |there: bool, bound: Option<usize>| {
            let most = if there { size.accesses } else { 0 };
            most.min(bound.unwrap_or(most))
        };
        let mut next = size;
        if size.orders < orders {
            next.orders += 1;
            return Some(next);
        }
        next.orders = 0;
        if size.scopes < scopes {
            next.scopes += 1;
            return Some(next);
        }
        next.scopes = 0;
        let links = !self.vocabulary.dependencies.is_empty();
        if size.dependencies < fitting(links, self.bounds.dependencies) {
            next.dependencies += 1;
            return Some(next);
        }
        next.dependencies = 0;
        if size.threads < self.vocabulary.threads.min(size.accesses) {
            next.threads += 1;
            return Some(next);
        }
        next.threads = 1;
        let fences = !self.vocabulary.fences.is_empty();
        if size.fences < fitting(fences, self.bounds.fences) {
            next.fences += 1;
            return Some(next);
        }
        next.fences = 0;
        next.accesses += 1;
        (next.accesses <= self.bounds.accesses).then_some(next)
    }

    fn look(&mut self) -> Result<(), Open> {
        self.laps += 1;
        if self.laps < STEPS_PER_LOOK {
            return Ok(());
        }
        self.laps = 0;
        self.stop.check()
    }
}

impl Iterator for Walk<'_> {
    type Item = Result<Shape, Open>;

    fn next(&mut self) -> Option<Self::Item> {
        loop {
            let size = self.size?;
            if let Err(open) = self.look() {
                self.size = None;
                return Some(Err(open));
            }
            let vocabulary = self.vocabulary;
            let search = self
                .search
                .get_or_insert_with(|| Search::new(vocabulary, size));
            match search.advance() {
                Lap::Whole(shape) => return Some(Ok(shape)),
                Lap::Part => {}
                Lap::Done => {
                    self.search = None;
                    self.size = self.next_size(size);
                }
            }
        }
    }
}
