//! Every two models with axioms: the search for tests that set them apart against brute force, on whether there are any,
//! of which size they are, and on the whole set of them, up to symmetry.

use std::collections::{BTreeMap, BTreeSet};

use gpu_litmus::explicit::Model;
use gpu_litmus::syntax::ast::{Order, Scope};
use gpu_litmus::tasks::compare::space::shape::shapes;
use gpu_litmus::tasks::compare::vocabulary::Vocabulary;
use gpu_litmus::tasks::space::Level;

use super::compare::{BARE, class, searched, states, tests, vocabulary};

/// A text of each class of tests of this size.
fn texts(vocabulary: &Vocabulary, accesses: usize) -> BTreeMap<String, String> {
    let mut found = BTreeMap::new();
    for shape in shapes(accesses, vocabulary.threads) {
        for sketch in tests(vocabulary, &shape) {
            let text = || sketch.text("brute");
            found.entry(class(&sketch, &shape)).or_insert_with(text);
        }
    }
    found
}

/// Both find the same tests for every pair of models and every size; how many pairs are apart.
fn every_pair(vocabulary: &Vocabulary, most: usize) -> usize {
    let mut apart = BTreeSet::new();
    for accesses in 1..=most {
        let texts = texts(vocabulary, accesses);
        let all = Model::ALL.map(|model| {
            let each = texts.values().map(|text| states(text, model.name()));
            each.collect::<Vec<_>>()
        });
        for (a, first) in Model::ALL.iter().enumerate() {
            for (b, second) in Model::ALL.iter().enumerate().skip(a + 1) {
                let more = |more: usize, less: usize| {
                    let both = all[more].iter().zip(&all[less]);
                    let both = texts.keys().zip(both);
                    let both = both.filter(|(_, (more, less))| !more.is_subset(less));
                    both.map(|(class, _)| class.clone())
                        .collect::<BTreeSet<_>>()
                };
                let seen = [more(a, b), more(b, a)];
                let names = [first.name(), second.name()];
                let found = searched(vocabulary, accesses, names);
                assert_eq!(found, seen, "{names:?} with {accesses} accesses");
                apart.extend(
                    (0..2)
                        .filter(|&way| !seen[way].is_empty())
                        .map(|way| (a, b, way)),
                );
            }
        }
    }
    apart.len()
}

/// Coherence, which PTX and HRF do not promise where there is a race.
#[test]
fn every_pair_to_three_accesses() {
    let vocabulary = vocabulary(BARE, &[Order::Weak], 2);
    assert!(every_pair(&vocabulary, 3) > 0);
}

/// Larger ones, for `make long`.
mod long {
    use super::{BARE, BTreeSet, Level, Order, Scope, every_pair, vocabulary};

    #[test]
    #[ignore = "slow: make long"]
    fn every_pair_to_four_accesses() {
        let vocabulary = vocabulary(BARE, &[Order::Weak], 4);
        let apart = every_pair(&vocabulary, 4);
        assert!(apart >= 35, "{apart}");
    }

    #[test]
    #[ignore = "slow: make long"]
    fn every_pair_with_scopes() {
        let mut vocabulary = vocabulary(BARE, &[Order::Relaxed, Order::Acquire, Order::Release], 2);
        vocabulary.placements.insert(Level::Cta);
        vocabulary.scopes = BTreeSet::from([Scope::Cta]);
        assert!(every_pair(&vocabulary, 3) > 0);
    }
}
