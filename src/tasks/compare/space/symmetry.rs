//! Tests that are one test by other names, and the literals that say which test it is.

use crate::sat::Lit;
use crate::syntax::ast::Fence;

use super::matrix::Matrix;
use super::sketch::{Sketch, Step};
use super::slots::Slots;

/// The literals that say which test it is, whatever its execution.
#[must_use]
pub fn attributes(slots: &Slots) -> Vec<Lit> {
    let mut found = Vec::new();
    for access in &slots.accesses {
        found.extend([access.reads, access.writes, access.fence, access.heavy]);
        found.extend(&access.location);
        found.extend(access.order.iter().map(|(_, lit)| *lit));
        found.extend(access.scope.iter().map(|(_, lit)| *lit));
        found.extend(access.fence_scope.iter().map(|(_, lit)| *lit));
    }
    let all = &slots.dependencies;
    let matrices = [&all.addr, &all.data, &all.ctrl, &all.ctrl_fence];
    for matrix in matrices.into_iter().chain(&slots.near) {
        found.extend(matrix.lits());
    }
    found.retain(|lit| ![Lit::TRUE, Lit::FALSE].contains(lit));
    found.sort_unstable();
    found.dedup();
    found
}

/// The literals that hold of exactly this test; none where the formula has no such test.
#[must_use]
pub fn describe(slots: &Slots, sketch: &Sketch) -> Option<Vec<Lit>> {
    let mut lits = Vec::new();
    let mut say = |lit: Lit, holds: bool| lits.push(if holds { lit } else { !lit });
    for (index, (access, step)) in slots.accesses.iter().zip(&sketch.steps).enumerate() {
        say(access.reads, step.reads);
        say(access.writes, step.writes);
        for (place, &lit) in access.location.iter().enumerate() {
            say(lit, place == step.location);
        }
        for &(order, lit) in &access.order {
            say(lit, order == step.order);
        }
        for &(scope, lit) in &access.scope {
            say(lit, step.scope == Some(scope));
        }
        say(access.fence, step.fence.is_some());
        say(access.heavy, matches!(step.fence, Some(Fence::Sc(_))));
        for &(scope, lit) in &access.fence_scope {
            let own = [Fence::Sc(scope), Fence::AcqRel(scope)];
            say(lit, step.fence.is_some_and(|fence| own.contains(&fence)));
        }
        let all = &slots.dependencies;
        for (matrix, from) in [
            (&all.addr, &step.addr),
            (&all.data, &step.data),
            (&all.ctrl, &sketch.decides(index, false)),
            (&all.ctrl_fence, &sketch.decides(index, true)),
        ] {
            for source in 0..index {
                say(matrix.get(source, index), from.contains(&source));
            }
        }
    }
    for a in 0..sketch.threads {
        for b in a + 1..sketch.threads {
            nearness(slots, sketch, (a, b), &mut say);
        }
    }
    lits.retain(|lit| *lit != Lit::TRUE);
    (!lits.contains(&Lit::FALSE)).then_some(lits)
}

fn nearness(
    slots: &Slots,
    sketch: &Sketch,
    (a, b): (usize, usize),
    say: &mut impl FnMut(Lit, bool),
) {
    use crate::tasks::space::Level;
    let levels = [Level::Warp, Level::Cta, Level::Gpu].into_iter();
    for (level, matrix) in levels.zip(&slots.near) {
        let matrix: &Matrix = matrix;
        say(matrix.get(a, b), sketch.near[a][b] <= level);
    }
}

/// The test with its threads in every order that leaves their sizes, locations numbered as they come.
#[must_use]
pub fn images(sketch: &Sketch, sizes: &[usize]) -> Vec<Sketch> {
    let mut found = Vec::new();
    for order in permutations(sizes) {
        let image = renamed(sketch, &order);
        if !found.contains(&image) {
            found.push(image);
        }
    }
    found
}

/// The orders of threads: which thread stands at each place.
fn permutations(sizes: &[usize]) -> Vec<Vec<usize>> {
    let mut found = vec![Vec::new()];
    for place in 0..sizes.len() {
        let mut longer = Vec::new();
        for begun in &found {
            for thread in 0..sizes.len() {
                if sizes[thread] == sizes[place] && !begun.contains(&thread) {
                    let mut more: Vec<usize> = begun.clone();
                    more.push(thread);
                    longer.push(more);
                }
            }
        }
        found = longer;
    }
    found
}

/// The test whose thread at each place is the one named.
fn renamed(sketch: &Sketch, order: &[usize]) -> Sketch {
    let mut old = Vec::new();
    for thread in order {
        let steps = sketch.steps.iter().enumerate();
        let own = steps.filter(|(_, step)| step.thread == *thread);
        old.extend(own.map(|(index, _)| index));
    }
    let place = |index: &usize| old.iter().position(|one| one == index).unwrap_or(0);
    let all = |list: &[usize]| {
        let mut list: Vec<usize> = list.iter().map(place).collect();
        list.sort_unstable();
        list
    };
    let mut names: Vec<usize> = Vec::new();
    let mut steps = Vec::new();
    for &index in &old {
        let step = &sketch.steps[index];
        if !names.contains(&step.location) {
            names.push(step.location);
        }
        let thread = order.iter().position(|one| *one == step.thread);
        let location = names.iter().position(|one| *one == step.location);
        steps.push(Step {
            thread: thread.unwrap_or(0),
            location: location.unwrap_or(0),
            addr: all(&step.addr),
            data: all(&step.data),
            ctrl: all(&step.ctrl),
            ctrl_fence: all(&step.ctrl_fence),
            source: step.source.as_ref().map(place),
            ..step.clone()
        });
    }
    let near = order.iter().map(|&a| {
        let row = order.iter().map(|&b| sketch.near[a][b]);
        row.collect()
    });
    Sketch {
        threads: sketch.threads,
        steps,
        near: near.collect(),
    }
}
