//! A smallest reason suffices, and nothing cheaper does.

#![expect(clippy::unwrap_used, reason = "a test that cannot run should fail")]

use std::collections::BTreeSet;
use std::sync::Arc;

use gpu_litmus::Program;
use gpu_litmus::axiomatic::encoding::{Goal, NamedEncoding};
use gpu_litmus::axiomatic::reason::{explain, smallest, suffices};
use gpu_litmus::engine::check;
use gpu_litmus::model::registry::Axiomatic;
use gpu_litmus::program::events::Unrolled;
use gpu_litmus::sat::session::Limits;
use gpu_litmus::stop::Stop;
use gpu_litmus::verdict::ordering::Ordering;
use gpu_litmus::verdict::outcome::Item;

use super::support::{model, options, program, seeds, text};

struct Question<'a> {
    program: &'a Program,
    unrolled: &'a Arc<Unrolled>,
    model: &'a Axiomatic,
    goal: Goal,
}

impl Question<'_> {
    fn suffices(&self, items: &[Item]) -> bool {
        let (program, unrolled) = (self.program, self.unrolled);
        let limits = Limits::default();
        suffices(program, unrolled, self.model, self.goal, items, &limits).unwrap()
    }

    fn items(&self) -> Vec<Item> {
        let encoding = NamedEncoding::new(
            self.program,
            self.unrolled,
            self.model,
            self.goal,
            &Stop::never(),
        );
        encoding.items.into_iter().map(|(item, _)| item).collect()
    }

    /// What counts: the fences and the other orderings as they are written.
    fn cost(&self, items: &[Item]) -> (usize, usize) {
        let place = |event: gpu_litmus::program::symbolic::EventId| {
            let event = &self.unrolled.events[event.0];
            (event.thread, event.instruction)
        };
        let mut fences = BTreeSet::new();
        let mut orderings = BTreeSet::new();
        for item in items {
            match *item {
                Item::Ordering(Ordering::Fence(fence)) => {
                    fences.insert(place(fence));
                }
                Item::Ordering(Ordering::Program(a, b)) => {
                    orderings.insert((None, None, place(a), place(b)));
                }
                Item::Ordering(Ordering::Role(role, access)) => {
                    orderings.insert((Some(role), None, place(access), place(access)));
                }
                Item::Ordering(Ordering::Dependency(kind, a, b)) => {
                    orderings.insert((None, Some(kind), place(a), place(b)));
                }
                _ => {}
            }
        }
        (fences.len(), orderings.len())
    }

    /// Whether some set with fewer fences, or with as many and fewer orderings, suffices. More
    /// never harms, so only the largest such sets are tried; nothing if those are too many.
    fn beaten(&self, cost: (usize, usize)) -> Option<bool> {
        let items = self.items();
        let is_fence = |item: &&Item| matches!(item, Item::Ordering(Ordering::Fence(_)));
        let is_ordering = |item: &&Item| matches!(item, Item::Ordering(_)) && !is_fence(item);
        let fences: Vec<Item> = items.iter().filter(is_fence).cloned().collect();
        let orderings: Vec<Item> = items.iter().filter(is_ordering).cloned().collect();
        let given = items
            .iter()
            .filter(|item| !matches!(item, Item::Ordering(_)));
        let given: Vec<Item> = given.cloned().collect();
        // In a loop an ordering of the text is several items.
        if self.cost(&items) != (fences.len(), orderings.len()) {
            return None;
        }
        let mut tried = Vec::new();
        if let Some(fewer) = cost.0.checked_sub(1) {
            for chosen in choices(&fences, fewer) {
                tried.push([chosen, orderings.clone(), given.clone()].concat());
            }
        }
        if let Some(fewer) = cost.1.checked_sub(1) {
            for chosen in choices(&fences, cost.0) {
                for some in choices(&orderings, fewer) {
                    tried.push([chosen.clone(), some, given.clone()].concat());
                }
            }
        }
        (tried.len() <= 120).then(|| tried.iter().any(|items| self.suffices(items)))
    }
}

/// All ways to choose so many.
fn choices(items: &[Item], number: usize) -> Vec<Vec<Item>> {
    if number == 0 {
        return vec![Vec::new()];
    }
    let Some((first, rest)) = items.split_first() else {
        return Vec::new();
    };
    let mut result: Vec<Vec<Item>> = choices(rest, number - 1);
    for chosen in &mut result {
        chosen.insert(0, first.clone());
    }
    result.extend(choices(rest, number));
    result
}

#[test]
fn nothing_cheaper_suffices() {
    let (mut checked, mut brute, mut better, mut fenced) = (0, 0, 0, 0);
    for seed in seeds(120) {
        // Fences are seldom needed but under the PTX models.
        let names: &[&str] = if seed < 60 {
            &["sc", "plain", "strict", "tso", "ptx-6.0", "ptx-7.5"]
        } else {
            &["ptx-6.0", "ptx-7.5"]
        };
        for name in names {
            let text = text(seed, name);
            let program = program(&text);
            let model = model(name);
            let outcome = check(&program, &model, &options()).unwrap();
            let Some(reason) = outcome.reason else {
                continue;
            };
            let at = format!("seed {seed}, {name}\n{text}");
            let goal = if reason.of_opposite {
                Goal::Opposite
            } else {
                Goal::Condition
            };
            let question = Question {
                program: &program,
                unrolled: outcome.unrolled.as_ref().unwrap(),
                model: model.axiomatic().unwrap(),
                goal,
            };
            let (unrolled, axioms) = (question.unrolled, question.model);
            let found = smallest(&program, unrolled, axioms, goal, &Limits::default()).expect(&at);
            let minimal = explain(&program, unrolled, axioms, goal, &Limits::default()).unwrap();
            let cost = question.cost(&found.items);
            assert!(cost <= question.cost(&minimal.items), "{at}");
            assert!(question.suffices(&found.items), "{at}");
            for dropped in 0..found.items.len() {
                let mut rest = found.items.clone();
                let item = rest.remove(dropped);
                assert!(!question.suffices(&rest), "{item:?} is not needed: {at}");
            }
            if let Some(beaten) = question.beaten(cost) {
                assert!(!beaten, "{cost:?} is not the least: {at}");
                brute += 1;
            }
            checked += 1;
            better += usize::from(cost < question.cost(&minimal.items));
            fenced += usize::from(cost.0 > 0);
        }
    }
    println!(
        "{checked} reasons, {brute} by brute force, {better} smaller than the minimal one, {fenced} with fences"
    );
    assert!(
        checked >= 60 && brute >= 30 && fenced >= 3,
        "{checked} {brute} {fenced}"
    );
}
