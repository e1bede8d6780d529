//! A test of a shape, read off an assignment.

use crate::sat::Lit;
use crate::sat::session::Assignment;
use crate::syntax::ast::{Fence, Scope};
use crate::tasks::compare::vocabulary::Ordering;
use crate::tasks::space::Level;

use super::matrix::Matrix;
use super::slots::{OneOf, Slots};

/// An access of a test.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Step {
    /// Its thread.
    pub thread: usize,
    /// Whether it reads.
    pub reads: bool,
    /// Whether it writes.
    pub writes: bool,
    /// Where.
    pub location: usize,
    /// Its order.
    pub order: Ordering,
    /// Its scope; none of a weak access.
    pub scope: Option<Scope>,
    /// The fence before it.
    pub fence: Option<Fence>,
    /// The earlier accesses that its address depends on.
    pub addr: Vec<usize>,
    /// Those that what it writes depends on.
    pub data: Vec<usize>,
    /// Those that a branch right before it depends on.
    pub ctrl: Vec<usize>,
    /// Those that a branch right before its fence depends on.
    pub ctrl_fence: Vec<usize>,
    /// The write that it reads from, or the initial one.
    pub source: Option<usize>,
    /// Whether what it writes is there at the end.
    pub last: bool,
}

/// A test with its outcome.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Sketch {
    /// How many threads there are.
    pub threads: usize,
    /// The accesses, thread by thread.
    pub steps: Vec<Step>,
    /// How near two threads are.
    pub near: Vec<Vec<Level>>,
}

impl Sketch {
    /// The test of an assignment.
    #[must_use]
    pub fn of(slots: &Slots, assignment: &Assignment) -> Self {
        let truth = |lit: Lit| assignment.truth(lit);
        let from = |matrix: &Matrix, to: usize| -> Vec<usize> {
            let all = 0..slots.accesses.len();
            all.filter(|&from| truth(matrix.get(from, to))).collect()
        };
        let all = &slots.dependencies;
        let steps = slots.accesses.iter().enumerate().map(|(index, access)| {
            let started = |matrix: &Matrix, index: usize| {
                let earlier = |from: &usize| index == 0 || !truth(all.ctrl.get(*from, index - 1));
                let found = from(matrix, index);
                found.into_iter().filter(earlier).collect::<Vec<_>>()
            };
            let ctrl_fence = started(&all.ctrl_fence, index);
            let mut ctrl = started(&all.ctrl, index);
            ctrl.retain(|from| !ctrl_fence.contains(from));
            let mut places = access.location.iter();
            let scope = picked(&access.fence_scope, truth);
            Step {
                thread: access.thread,
                reads: truth(access.reads),
                writes: truth(access.writes),
                location: places.position(|&lit| truth(lit)).unwrap_or(0),
                order: picked(&access.order, truth).unwrap_or(Ordering::NAMES[0].1),
                scope: picked(&access.scope, truth),
                fence: scope.map(|scope| Slots::fence_of(truth(access.heavy), scope)),
                addr: from(&all.addr, index),
                data: from(&all.data, index),
                ctrl,
                ctrl_fence,
                source: from(&slots.rf, index).first().copied(),
                last: truth(slots.last[index]),
            }
        });
        let threads = slots.shape.threads.len();
        let near = |a: usize, b: usize| {
            let levels = [Level::Warp, Level::Cta, Level::Gpu].into_iter();
            let mut levels = levels.zip(&slots.near);
            let nearest = levels.find(|(_, matrix)| truth(matrix.get(a, b)));
            nearest.map_or(Level::Sys, |(near, _)| near)
        };
        Self {
            threads,
            steps: steps.collect(),
            near: (0..threads)
                .map(|a| (0..threads).map(|b| near(a, b)).collect())
                .collect(),
        }
    }

    /// The accesses that decide a branch somewhere before an access, or before the fence that it has.
    #[must_use]
    pub fn decides(&self, access: usize, fence: bool) -> Vec<usize> {
        let own = &self.steps[access];
        if fence && own.fence.is_none() {
            return Vec::new();
        }
        let earlier = self.steps[..access].iter();
        let earlier = earlier.filter(|step| step.thread == own.thread);
        let mut found: Vec<usize> = earlier
            .flat_map(|step| step.ctrl.iter().chain(&step.ctrl_fence))
            .copied()
            .collect();
        found.extend(&own.ctrl_fence);
        if !fence {
            found.extend(&own.ctrl);
        }
        found
    }

    /// The value that a write leaves: they are numbered location by location.
    pub(super) fn value(&self, write: usize) -> usize {
        let here = self.steps[write].location;
        let earlier = self.steps[..=write].iter();
        earlier
            .filter(|step| step.writes && step.location == here)
            .count()
    }

    /// The group of a thread: threads that are near enough have one number.
    pub(super) fn group(&self, thread: usize, widest: Level) -> usize {
        let first = |thread: usize| {
            let mut others = 0..self.threads;
            let near = |&other: &usize| other == thread || self.near[thread][other] <= widest;
            others.find(near).unwrap_or(thread)
        };
        let own = first(thread);
        (0..own).filter(|&other| first(other) == other).count()
    }

    /// Whether any threads share a warp.
    pub(super) fn has_warps(&self) -> bool {
        let pairs = (0..self.threads).flat_map(|a| (0..a).map(move |b| (a, b)));
        let mut near = pairs.map(|(a, b)| self.near[a][b]);
        near.any(|near| near == Level::Warp)
    }
}

fn picked<T: Copy>(choice: &OneOf<T>, truth: impl Fn(Lit) -> bool) -> Option<T> {
    let mut choice = choice.iter();
    choice.find(|(_, lit)| truth(*lit)).map(|(value, _)| *value)
}
