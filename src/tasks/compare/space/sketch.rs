//! A test of a shape, read off an assignment, and its text.

use std::fmt::Write as _;

use crate::sat::Lit;
use crate::sat::session::Assignment;
use crate::syntax::ast::{Fence, Scope};
use crate::syntax::print::{Style, fence};
use crate::tasks::compare::vocabulary::{Near, Ordering, SCOPES};

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
    pub near: Vec<Vec<Near>>,
}

/// The names of locations.
const NAMES: [&str; 6] = ["x", "y", "z", "w", "v", "u"];

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
            let levels = [Near::Warp, Near::Cta, Near::Gpu].into_iter();
            let mut levels = levels.zip(&slots.near);
            let nearest = levels.find(|(_, matrix)| truth(matrix.get(a, b)));
            nearest.map_or(Near::Sys, |(near, _)| near)
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
    fn value(&self, write: usize) -> usize {
        let here = self.steps[write].location;
        let earlier = self.steps[..=write].iter();
        earlier
            .filter(|step| step.writes && step.location == here)
            .count()
    }

    /// The group of a thread: threads that are near enough have one number.
    fn group(&self, thread: usize, widest: Near) -> usize {
        let first = |thread: usize| {
            let mut others = 0..self.threads;
            let near = |&other: &usize| other == thread || self.near[thread][other] <= widest;
            others.find(near).unwrap_or(thread)
        };
        let own = first(thread);
        (0..own).filter(|&other| first(other) == other).count()
    }

    /// Whether any threads share a warp.
    fn has_warps(&self) -> bool {
        let pairs = (0..self.threads).flat_map(|a| (0..a).map(move |b| (a, b)));
        let mut near = pairs.map(|(a, b)| self.near[a][b]);
        near.any(|near| near == Near::Warp)
    }

    /// The test as text, in no layout.
    #[must_use]
    pub fn text(&self, name: &str) -> String {
        let columns: Vec<Column> = (0..self.threads).map(|one| self.column(one)).collect();
        let places = self.steps.iter().map(|step| step.location + 1);
        let places = places.max().unwrap_or(0);
        let mut out = format!("PTX {name}\n{{");
        for name in &NAMES[..places.min(NAMES.len())] {
            let _ = write!(out, " {name} = 0;");
        }
        for declared in columns.iter().flat_map(|column| &column.init) {
            let _ = write!(out, " {declared};");
        }
        out.push_str(" }\n");
        let row = |cells: Vec<String>| format!(" {} ;\n", cells.join(" | "));
        let warps = self.has_warps();
        out.push_str(&row((0..self.threads)
            .map(|thread| {
                let (gpu, cta) = (self.group(thread, Near::Gpu), self.group(thread, Near::Cta));
                let warp = match warps {
                    true => format!("warp {},", self.group(thread, Near::Warp)),
                    false => String::new(),
                };
                format!("P{thread}@{warp}cta {cta},gpu {gpu}")
            })
            .collect()));
        let rows = columns.iter().map(|column| column.cells.len()).max();
        for index in 0..rows.unwrap_or(0) {
            let cells = columns.iter();
            let cells = cells.map(|column| column.cells.get(index).cloned().unwrap_or_default());
            out.push_str(&row(cells.collect()));
        }
        let claims = columns.iter().flat_map(|column| column.claims.clone());
        let claims: Vec<String> = claims.chain(self.ends()).collect();
        let claims = if claims.is_empty() {
            "true".to_owned()
        } else {
            claims.join(" /\\ ")
        };
        let _ = writeln!(out, "exists ({claims})");
        out
    }

    /// The final values of locations that are written more than once.
    fn ends(&self) -> Vec<String> {
        let steps = self.steps.iter().enumerate();
        let last = steps.filter(|(index, step)| {
            let mut others = self.steps.iter().enumerate();
            let other = |(other, one): (usize, &Step)| {
                other != *index && one.writes && one.location == step.location
            };
            step.last && others.any(other)
        });
        let mut ends: Vec<(usize, usize)> = last
            .map(|(index, step)| (step.location, self.value(index)))
            .collect();
        ends.sort_unstable();
        let ends = ends.into_iter();
        ends.map(|(place, value)| format!("{} == {value}", NAMES[place % NAMES.len()]))
            .collect()
    }

    fn column(&self, thread: usize) -> Column {
        let mut column = Column {
            thread,
            ..Column::default()
        };
        for (index, step) in self.steps.iter().enumerate() {
            if step.thread == thread {
                column.step(self, index, step);
            }
        }
        column
    }

    /// The register that an access reads into.
    fn register(&self, access: usize) -> String {
        let thread = self.steps[access].thread;
        let earlier = self.steps[..access].iter();
        let number = earlier.filter(|step| step.thread == thread && step.reads);
        format!("r{}", number.count())
    }
}

/// A thread being written.
#[derive(Debug, Default)]
struct Column {
    thread: usize,
    cells: Vec<String>,
    init: Vec<String>,
    claims: Vec<String>,
    labels: usize,
    temporaries: usize,
}

impl Column {
    fn step(&mut self, sketch: &Sketch, index: usize, step: &Step) {
        self.branch(sketch, &step.ctrl_fence);
        if let Some(own) = step.fence {
            self.cells.push(fence(own, &Style::default()));
        }
        self.branch(sketch, &step.ctrl);
        let name = NAMES[step.location % NAMES.len()];
        let place = match self.zero(sketch, &step.addr) {
            None => name.to_owned(),
            Some(zero) => {
                let pointer = format!("p{}", self.init.len());
                self.init
                    .push(format!("P{}:{pointer} = {name}", self.thread));
                self.cells.push(format!("add {zero}, {zero}, {pointer}"));
                format!("[{zero}]")
            }
        };
        let number = sketch.value(index);
        let value = match self.zero(sketch, &step.data) {
            None => number.to_string(),
            Some(zero) => {
                self.cells.push(format!("add {zero}, {zero}, {number}"));
                zero
            }
        };
        let order = order(step);
        let register = sketch.register(index);
        self.cells.push(match (step.reads, step.writes) {
            (true, true) => format!("atom.{order}.exch {register}, {place}, {value}"),
            (true, false) => format!("ld.{order} {register}, {place}"),
            (false, true | false) => format!("st.{order} {place}, {value}"),
        });
        if step.reads {
            let found = step.source.map_or(0, |source| sketch.value(source));
            let claim = format!("P{}:{register} == {found}", self.thread);
            self.claims.push(claim);
        }
    }

    /// A branch that goes on right after it, either way.
    fn branch(&mut self, sketch: &Sketch, from: &[usize]) {
        for &from in from {
            let label = format!("L{}{}", self.thread, self.labels);
            self.labels += 1;
            let register = sketch.register(from);
            self.cells.push(format!("beq {register}, 0, {label}"));
            self.cells.push(format!("{label}:"));
        }
    }

    /// A register that is zero and depends on some accesses; none where these are none.
    fn zero(&mut self, sketch: &Sketch, from: &[usize]) -> Option<String> {
        let mut whole: Option<String> = None;
        for &from in from {
            let zero = format!("t{}", self.temporaries);
            self.temporaries += 1;
            let register = sketch.register(from);
            self.cells.push(format!("and {zero}, {register}, 0"));
            whole = Some(match whole {
                None => zero,
                Some(sum) => {
                    self.cells.push(format!("add {sum}, {sum}, {zero}"));
                    sum
                }
            });
        }
        whole
    }
}

/// `release.gpu`.
fn order(step: &Step) -> String {
    let own = step.order.name();
    let scope = step.scope.and_then(|scope| {
        let mut scopes = SCOPES.iter();
        scopes.find(|(_, one)| *one == scope).map(|(name, _)| *name)
    });
    match scope {
        Some(scope) => format!("{own}.{scope}"),
        None => own.to_owned(),
    }
}

fn picked<T: Copy>(choice: &OneOf<T>, truth: impl Fn(Lit) -> bool) -> Option<T> {
    let mut choice = choice.iter();
    choice.find(|(_, lit)| truth(*lit)).map(|(value, _)| *value)
}
