//! All programs of one size, by writing them instruction by instruction.

use super::shape::{Column, Item, Kind, Shape};
use super::size::{Size, strength, width};
use super::steps::Step;
use super::vocabulary::{Vocabulary, Whole};

/// A search for all programs of exactly one size: depth first, with what is written so far, and what is
/// left to try at each place.
#[derive(Debug)]
pub(super) struct Search<'v> {
    pub(super) vocabulary: &'v Vocabulary,
    pub(super) reach: Reach,
    pub(super) shape: Shape,
    /// What the rest of the program is to add to its size.
    pub(super) left: Size,
    frames: Vec<Frame>,
}

/// What a step of a search leads to.
#[derive(Debug)]
pub(super) enum Lap {
    /// A program.
    Whole(Shape),
    /// A part of one, or none.
    Part,
    /// There are no more.
    Done,
}

#[derive(Debug)]
struct Frame {
    steps: std::vec::IntoIter<Step>,
    /// What was taken, to take it back.
    taken: Option<Step>,
}

/// How much one instruction can add at most and must add at least.
#[derive(Debug, Clone, Copy)]
pub(super) struct Reach {
    orders: (usize, usize),
    scopes: (usize, usize),
    fence_orders: (usize, usize),
    fence_scopes: (usize, usize),
    dependencies: bool,
}

impl Reach {
    pub(super) fn of(vocabulary: &Vocabulary) -> Self {
        let kinds = vocabulary.kinds.iter();
        let orders = kinds.flat_map(|&kind: &Kind| vocabulary.orders(kind));
        let ends = |found: Vec<usize>| {
            let least = found.iter().copied().min().unwrap_or(0);
            (least, found.into_iter().max().unwrap_or(0))
        };
        let weak = orders.clone().any(|&order| strength(order) == 0);
        let widths = || vocabulary.scopes.iter().map(|&scope| width(scope));
        let fences = vocabulary.fences.iter().map(|fence| match fence {
            super::shape::Strength::AcqRel => 3,
            super::shape::Strength::Sc => 4,
        });
        Self {
            orders: ends(orders.map(|&order| strength(order)).collect()),
            scopes: ends(widths().chain(weak.then_some(0)).collect()),
            fence_orders: ends(fences.collect()),
            fence_scopes: ends(widths().collect()),
            dependencies: !vocabulary.dependencies.is_empty(),
        }
    }

    /// The most that the orders and the scopes of so many accesses and fences come to.
    pub(super) const fn most(&self, accesses: usize, fences: usize) -> (usize, usize) {
        let orders = accesses * self.orders.1 + fences * self.fence_orders.1;
        let scopes = accesses * self.scopes.1 + fences * self.fence_scopes.1;
        (orders, scopes)
    }

    /// Whether so much may still come; `fence` if one may come at once.
    pub(super) fn allows(&self, left: Size, fence: bool) -> bool {
        let within = |what: usize, one: (usize, usize), fence: (usize, usize)| {
            what >= left.accesses * one.0 + left.fences * fence.0
                && what <= left.accesses * one.1 + left.fences * fence.1
        };
        let links =
            left.dependencies <= left.accesses && (self.dependencies || left.dependencies == 0);
        left.accesses >= left.threads
            && left.fences <= left.accesses + usize::from(fence)
            && links
            && within(left.orders, self.orders, self.fence_orders)
            && within(left.scopes, self.scopes, self.fence_scopes)
    }
}

impl<'v> Search<'v> {
    /// All programs of a size, from the first on.
    pub(super) fn new(vocabulary: &'v Vocabulary, size: Size) -> Self {
        let mut search = Self {
            vocabulary,
            reach: Reach::of(vocabulary),
            shape: Shape::default(),
            left: size,
            frames: Vec::new(),
        };
        if search.reach.allows(size, false) {
            search.enter();
        }
        search
    }

    /// A step further.
    pub(super) fn advance(&mut self) -> Lap {
        let Some(frame) = self.frames.last_mut() else {
            return Lap::Done;
        };
        let taken = frame.taken.take();
        let next = frame.steps.next();
        if let Some(step) = taken {
            self.undo(step);
        }
        let Some(step) = next else {
            self.frames.pop();
            return Lap::Part;
        };
        if !self.take(step) {
            return Lap::Part;
        }
        if let Some(frame) = self.frames.last_mut() {
            frame.taken = Some(step);
        }
        let lap = if self.is_whole() {
            Lap::Whole(self.shape.clone())
        } else {
            Lap::Part
        };
        // Where nothing is left, a frame without steps takes the step back on the next call.
        self.enter();
        lap
    }

    fn enter(&mut self) {
        let steps = if self.left == Size::default() {
            Vec::new()
        } else {
            self.steps()
        };
        self.frames.push(Frame {
            steps: steps.into_iter(),
            taken: None,
        });
    }

    fn take(&mut self, step: Step) -> bool {
        let Some(left) = self.left.minus(step.size()) else {
            return false;
        };
        match step {
            Step::Column(place) => self.shape.columns.push(Column {
                place,
                items: Vec::new(),
            }),
            Step::Item(item, space) => {
                let Some(column) = self.shape.columns.last_mut() else {
                    return false;
                };
                column.items.push(item);
                self.shape.spaces.extend(space);
            }
        }
        self.left = left;
        if self.vocabulary.whole != Whole::Twice || self.shape.missing() <= left.accesses {
            return true;
        }
        self.undo(step);
        false
    }

    fn undo(&mut self, step: Step) {
        self.left = self.left.plus(step.size());
        match step {
            Step::Column(_) => {
                self.shape.columns.pop();
            }
            Step::Item(_, space) => {
                if let Some(column) = self.shape.columns.last_mut() {
                    column.items.pop();
                }
                if space.is_some() {
                    self.shape.spaces.pop();
                }
            }
        }
    }

    fn is_whole(&self) -> bool {
        self.left == Size::default()
            && self.may_close()
            && (self.vocabulary.whole == Whole::Apart || self.shape.is_connected())
            && self.shape.shares_in_a_block()
            && self.shape.is_least()
    }

    /// Whether the last thread may end here: it does something, not less than the one before it.
    pub(super) fn may_close(&self) -> bool {
        let Some((last, before)) = self.shape.columns.split_last() else {
            return true;
        };
        let ends = match last.items.last() {
            None => false,
            Some(Item::Access(_)) => true,
            Some(Item::Fence(_)) => self.vocabulary.last_fences,
        };
        let sorted = before
            .last()
            .is_none_or(|before| before.blind().le(last.blind()));
        ends && sorted
    }

    /// Whether the last thread does not come before the one before it, whatever else it will do.
    pub(super) fn keeps_sorted(&self, next: Item) -> bool {
        let Some((last, [.., before])) = self.shape.columns.split_last() else {
            return true;
        };
        let own = last.blind().chain([next.blind()]);
        own.zip(before.blind())
            .find(|(own, other)| own != other)
            .is_none_or(|(own, other)| own > other)
    }
}
