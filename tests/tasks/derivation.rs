//! Derivations of pairs: which steps are shown, and by which names.

#![expect(clippy::unwrap_used, reason = "a test that cannot run should fail")]

use gpu_litmus::execution::derivation::{Derivation, Step};
use gpu_litmus::execution::evaluate::{Base, Evaluation};
use gpu_litmus::model::cat;
use gpu_litmus::model::relation::base::{BaseRelation, BaseSet};
use gpu_litmus::sat::bitset::{BitMatrix, BitSet};

/// Four events: 0 -po-> 1 -rf-> 2 -po-> 3 -fr-> 0.
struct MessagePassing;

impl Base for MessagePassing {
    fn events(&self) -> usize {
        4
    }

    fn set(&self, set: BaseSet) -> BitSet {
        let mut result = BitSet::new(4);
        let members: &[usize] = match set {
            BaseSet::Write => &[0, 1],
            BaseSet::Read => &[2, 3],
            _ => &[0, 1, 2, 3],
        };
        for &member in members {
            result.insert(member);
        }
        result
    }

    fn relation(&self, relation: BaseRelation) -> BitMatrix {
        let mut result = BitMatrix::new(4);
        let pairs: &[(usize, usize)] = match relation {
            BaseRelation::ProgramOrder => &[(0, 1), (2, 3)],
            BaseRelation::ReadsFrom => &[(1, 2)],
            BaseRelation::FromReads => &[(3, 0)],
            _ => &[],
        };
        for &(from, to) in pairs {
            result.insert(from, to);
        }
        result
    }
}

fn shown(steps: &[Step]) -> String {
    let one = |step: &Step| {
        let parts = if step.parts.is_empty() {
            String::new()
        } else {
            format!("({})", shown(&step.parts))
        };
        format!("{}{}{}{parts}", step.from, step.name, step.to)
    };
    steps.iter().map(one).collect::<Vec<_>>().join(" ")
}

fn ways(text: &str, from: usize, to: usize) -> String {
    let definition = cat::load("m", text).unwrap();
    let root = definition.axioms[0].expr;
    let mut evaluation = Evaluation::new(&definition.arena, &MessagePassing);
    let derivation = Derivation::new(&definition, &mut evaluation, root);
    let found = derivation.pair(from, to);
    let ways: Vec<String> = found.ways.iter().map(|way| shown(way)).collect();
    let lacks = found.lacks.map(|lacks| format!(" lacks {lacks}"));
    ways.join(" / ") + &lacks.unwrap_or_default()
}

#[test]
fn names_stay_where_they_say_more_than_the_step() {
    let alias = "let com = rf | fr let hb = (po | com)+ irreflexive hb";
    assert_eq!(ways(alias, 0, 0), "0po1 1rf2 2po3 3fr0");
    let sync = "let sync = [W] ; rf ; [R] let hb = (po | sync)+ irreflexive fr ; hb";
    assert_eq!(ways(sync, 3, 3), "3fr0 0hb3(0po1 1sync2(1rf2) 2po3)");
    let filtered = "let wr = (W * R) & rf empty wr ; po";
    assert_eq!(ways(filtered, 1, 3), "1wr2(1rf2) 2po3");
}

#[test]
fn recursion_and_inverses_are_unfolded() {
    let rec = "let rec hb = po | rf | (hb ; hb) irreflexive hb ; fr";
    assert_eq!(ways(rec, 0, 0), "0hb3(0po1 1hb3(1rf2 2po3)) 3fr0");
    let back = "let back = (po ; rf)^-1 empty back";
    assert_eq!(ways(back, 2, 0), "2rf^-11 1po^-10");
}

#[test]
fn both_sides_of_an_intersection_and_what_a_difference_lacks() {
    assert_eq!(
        ways("empty (po ; rf) & (fr^-1 ; po^-1)", 0, 2),
        "0po1 1rf2 / 0fr^-13 3po^-12"
    );
    assert_eq!(ways("empty po \\ rf", 0, 1), "0po1 lacks rf");
}
