//! Loops within loops of a function.

use std::collections::BTreeSet;

use crate::graph::components;
use crate::ptx::module::Body;

/// The loops of a function, and for each instruction the innermost one that it is in.
pub fn loops(body: &Body) -> (Vec<BTreeSet<usize>>, Vec<Option<usize>>) {
    let length = body.code.len();
    let code = body.code.iter().enumerate();
    let next: Vec<Vec<usize>> = code.map(|(at, one)| one.successors(at, length)).collect();
    let mut before: Vec<Vec<usize>> = vec![Vec::new(); length];
    for (from, all) in next.iter().enumerate() {
        for &to in all.iter().filter(|&&to| to < length) {
            before[to].push(from);
        }
    }
    let (mut found, mut innermost) = (Vec::new(), vec![None; length]);
    let mut todo: Vec<Vec<usize>> = vec![(0..length).collect()];
    while let Some(inside) = todo.pop() {
        let index = |one: &usize| inside.binary_search(one).ok();
        let edges = inside.iter().map(|&from| next[from].iter());
        let edges: Vec<Vec<usize>> = edges.map(|all| all.filter_map(index).collect()).collect();
        for part in components(&edges) {
            if part.len() < 2 && !part.iter().any(|one| edges[*one].contains(one)) {
                continue;
            }
            let own: BTreeSet<usize> = part.into_iter().map(|one| inside[one]).collect();
            for &at in &own {
                innermost[at] = Some(found.len());
            }
            // Without where it is entered, the loops within it are left.
            let entered = |to: &usize| *to == 0 || before[*to].iter().any(|it| !own.contains(it));
            let (heads, rest): (Vec<_>, Vec<_>) = own.iter().copied().partition(entered);
            if !heads.is_empty() {
                todo.push(rest);
            }
            found.push(own);
        }
    }
    (found, innermost)
}
