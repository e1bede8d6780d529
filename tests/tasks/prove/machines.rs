//! Smallest reasons and executions of the machines.

use std::collections::BTreeSet;

use gpu_litmus::engine::check;
use gpu_litmus::sat::session::Limits;
use gpu_litmus::stop::Stop;
use gpu_litmus::syntax::ast::Quantifier;
use gpu_litmus::tasks::prove::{Verdict, prove};
use gpu_litmus::ugpu::encode::check::unroll;
use gpu_litmus::ugpu::encode::explain::{explain, items, suffices};
use gpu_litmus::ugpu::encode::minimum;
use gpu_litmus::ugpu::machine::measure::measure;
use gpu_litmus::verdict::machine::{Goal, Item};
use gpu_litmus::verdict::query::Options;

use super::support::{BOUND, model, options, program, seeds, text};

/// The fences as they are written, and the queues and dependencies.
fn cost(items: &[Item]) -> (usize, usize) {
    let mut fences = BTreeSet::new();
    let mut orderings = BTreeSet::new();
    for item in items {
        let (set, from, to, kind) = match item {
            Item::Fence { fence, .. } => (&mut fences, fence, fence, None),
            Item::Queue { first, second } => (&mut orderings, first, second, None),
            Item::Dependency { kind, read, later } => (&mut orderings, read, later, Some(kind)),
            _ => continue,
        };
        let place = |site: &gpu_litmus::verdict::machine::Site| (site.thread, site.instruction);
        set.insert((place(from), place(to), kind.copied()));
    }
    (fences.len(), orderings.len())
}

#[test]
fn nothing_cheaper_suffices() {
    let (mut checked, mut fenced, mut sized) = (0, 0, 0);
    for seed in seeds(40) {
        for name in ["ugpu-weak", "ugpu-coherent", "ugpu-strong"] {
            let text = text(seed, name);
            let program = program(&text);
            let model = model(name);
            let machine = model.machine().unwrap();
            let at = format!("seed {seed}, {name}\n{text}");
            let verdict = prove(&program, &model, &options()).unwrap().verdict;
            if verdict == Verdict::Refuted {
                let smallest = Options {
                    smallest: true,
                    ..options()
                };
                let found = check(&program, &model, &smallest).unwrap();
                let (size, shown) = (
                    found.smallest.as_ref().expect(&at),
                    found.schedule().expect(&at),
                );
                let counted = measure(&program, machine, &shown.schedule).unwrap();
                assert_eq!(
                    (size.accesses, size.relaxations),
                    (counted.accesses, counted.relaxations)
                );
                sized += usize::from(size.proven);
            }
            if verdict != Verdict::Proved {
                continue;
            }
            let unrolled = unroll(&program, machine, BOUND, &Stop::never()).unwrap();
            let goal = match program.quantifier {
                Quantifier::Forall => Goal::Opposite,
                _ => Goal::Condition,
            };
            let limits = Limits::default();
            let found = minimum::smallest(&program, &unrolled, machine, goal, &limits).expect(&at);
            let minimal = explain(&program, &unrolled, machine, goal, &limits).unwrap();
            let enough = |items: &[Item]| {
                suffices(&program, &unrolled, machine, goal, items, &limits).unwrap()
            };
            assert!(cost(&found.items) <= cost(&minimal.items), "{at}");
            assert!(enough(&found.items), "{at}");
            for dropped in 0..found.items.len() {
                let mut rest = found.items.clone();
                let item = rest.remove(dropped);
                assert!(!enough(&rest), "{item:?} is not needed: {at}");
            }
            // No set of fewer fences suffices, even with everything else.
            let all = items(&program, &unrolled, machine, goal);
            let fences = gpu_litmus::tasks::prove::fences::places(&program);
            for bits in 0..1_u32 << fences.len().min(6) {
                if bits.count_ones() as usize >= cost(&found.items).0 {
                    continue;
                }
                let kept = |item: &&Item| match item {
                    Item::Fence { fence, .. } => {
                        let place = (fence.thread, fence.instruction);
                        let index = fences.iter().position(|one| *one == place);
                        index.is_some_and(|index| bits >> index & 1 == 1)
                    }
                    _ => true,
                };
                let rest: Vec<Item> = all.iter().filter(kept).copied().collect();
                assert!(!enough(&rest), "{bits:b} suffices: {at}");
            }
            checked += 1;
            fenced += usize::from(cost(&found.items).0 > 0);
        }
    }
    println!("{checked} reasons, {fenced} with fences, {sized} smallest schedules");
    assert!(
        checked >= 20 && fenced >= 2 && sized >= 20,
        "{checked} {fenced} {sized}"
    );
}
