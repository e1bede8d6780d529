//! How a program that is being written may go on.

use super::search::Search;
use super::shape::{Access, Column, Fence, Item, Kind, Link, Place, Shape};
use super::size::Size;
use super::vocabulary::{Level, Vocabulary};
use crate::syntax::ast::{Order, Space};

/// A step of the writing.
#[derive(Debug, Clone, Copy)]
pub(super) enum Step {
    /// A thread begins.
    Column(Place),
    /// The last thread does something more; perhaps at a location that is new.
    Item(Item, Option<Space>),
}

impl Step {
    /// What it adds to the size.
    pub(super) fn size(&self) -> Size {
        match self {
            Self::Column(_) => Size {
                threads: 1,
                ..Size::default()
            },
            Self::Item(item, _) => item.size(),
        }
    }
}

impl Search<'_> {
    /// All steps that may lead to a whole program, in the order in which they are tried.
    pub(super) fn steps(&self) -> Vec<Step> {
        let mut steps = Vec::new();
        let columns = &self.shape.columns;
        if let Some(column) = columns.last() {
            if self.left.accesses > 0 {
                self.accesses(column, &mut steps);
            }
            if self.left.fences > 0 {
                self.fences(column, &mut steps);
            }
        }
        let empty = columns.last().is_some_and(|column| column.items.is_empty());
        if self.left.threads > 0 && !empty && self.may_close() {
            steps.extend(self.places().into_iter().map(Step::Column));
        }
        steps
    }

    fn fences(&self, column: &Column, steps: &mut Vec<Step>) {
        let follows = matches!(column.items.last(), Some(Item::Access(_)));
        // What comes last orders nothing, and may still deliver.
        let may_be_last = self.vocabulary.last_fences || self.left.accesses > self.left.threads;
        if !follows || !may_be_last {
            return;
        }
        for &strength in &self.vocabulary.fences {
            for &scope in &self.vocabulary.scopes {
                let fence = Fence { strength, scope };
                self.offer(Item::Fence(fence), None, steps);
            }
        }
    }

    fn accesses(&self, column: &Column, steps: &mut Vec<Step>) {
        for &kind in &self.vocabulary.kinds {
            for link in self.links(column, kind) {
                for &order in self.vocabulary.orders(kind) {
                    for scope in scopes(self.vocabulary, order) {
                        let access = |location| {
                            Item::Access(Access {
                                kind,
                                link,
                                order,
                                scope,
                                location,
                            })
                        };
                        let known = self.shape.spaces.len();
                        for location in 0..known {
                            self.offer(access(location), None, steps);
                        }
                        if known < self.vocabulary.locations {
                            for &space in &self.vocabulary.spaces {
                                self.offer(access(known), Some(space), steps);
                            }
                        }
                    }
                }
            }
        }
    }

    fn offer(&self, item: Item, space: Option<Space>, steps: &mut Vec<Step>) {
        let Some(left) = self.left.minus(item.size()) else {
            return;
        };
        if self.reach.allows(left, self.can_fence(item)) && self.keeps_sorted(item) {
            steps.push(Step::Item(item, space));
        }
    }

    /// Whether a fence may come right after an instruction.
    const fn can_fence(&self, item: Item) -> bool {
        match item {
            Item::Access(_) => !self.vocabulary.fences.is_empty(),
            Item::Fence(_) => false,
        }
    }

    /// What the next access of a thread may depend on: nothing, or one that was read before.
    fn links(&self, column: &Column, kind: Kind) -> Vec<Option<Link>> {
        let mut links = vec![None];
        if self.left.dependencies == 0 {
            return links;
        }
        let before: Vec<&Access> = column.accesses().collect();
        let reads = before.iter().enumerate();
        let reads = reads.filter(|(_, access)| access.kind.reads());
        for (from, _) in reads {
            for &dependency in &self.vocabulary.dependencies {
                let link = Link {
                    kind: dependency,
                    from,
                };
                // A value is needed to depend on data; what a branch decides, it decides for all after it.
                let decided = before.iter().any(|access| access.link == Some(link));
                let fits = match dependency {
                    super::shape::Dependency::Addr => true,
                    super::shape::Dependency::Data => kind.writes(),
                    super::shape::Dependency::Ctrl => !decided,
                };
                if fits {
                    links.push(Some(link));
                }
            }
        }
        links
    }

    /// Where the next thread may run, numbers taken as they come.
    fn places(&self) -> Vec<Place> {
        let columns = || self.shape.columns.iter().map(|column| column.place);
        let mut places: Vec<Place> = Vec::new();
        let gpus = columns().map(|place| place.gpu + 1).max().unwrap_or(0);
        for gpu in 0..=gpus {
            let here = || columns().filter(move |place| place.gpu == gpu);
            let ctas = here().map(|place| place.cta + 1).max().unwrap_or(0);
            for cta in 0..=ctas {
                let here = here().filter(|place| place.cta == cta);
                let warps = here.map(|place| place.warp + 1).max().unwrap_or(0);
                places.extend((0..=warps).map(|warp| Place { gpu, cta, warp }));
            }
        }
        places.retain(|&place| {
            let allowed = |other| self.vocabulary.placements.contains(&level(place, other));
            columns().all(allowed)
        });
        places
    }
}

impl Shape {
    /// Whether its threads are as near to one another as a vocabulary wants them, and shared locations are of
    /// one block.
    #[must_use]
    pub fn is_placed(&self, vocabulary: &Vocabulary) -> bool {
        let places = || self.columns.iter().map(|column| column.place).enumerate();
        let mut pairs = places().flat_map(|one| places().map(move |other| (one, other)));
        let near = pairs.all(|((a, one), (b, other))| {
            a == b || vocabulary.placements.contains(&level(one, other))
        });
        near && self.shares_in_a_block()
    }
}

/// The narrowest thing that two threads share.
#[must_use]
pub const fn level(a: Place, b: Place) -> Level {
    if a.gpu != b.gpu {
        Level::Sys
    } else if a.cta != b.cta {
        Level::Gpu
    } else if a.warp != b.warp {
        Level::Cta
    } else {
        Level::Warp
    }
}

/// The scopes of an access of an order.
fn scopes(vocabulary: &Vocabulary, order: Order) -> Vec<Option<crate::syntax::ast::Scope>> {
    match order {
        Order::Weak => vec![None],
        Order::Relaxed | Order::Acquire | Order::Release | Order::AcqRel | Order::Sc => {
            vocabulary.scopes.iter().copied().map(Some).collect()
        }
    }
}
