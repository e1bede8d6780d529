//! Laws of the algebra, checked on random relations; and recursion against closures.
#![expect(clippy::unwrap_used, reason = "a test")]

use gpu_litmus::execution::axioms::{Evidence, evaluate, shortest_cycle};
use gpu_litmus::execution::evaluate::{Base, Evaluation, Value};
use gpu_litmus::model::cat;
use gpu_litmus::model::relation::base::{BaseRelation, BaseSet};
use gpu_litmus::model::relation::expr::Definition;
use gpu_litmus::sat::bitset::{BitMatrix, BitSet};
use proptest::prelude::*;

/// An execution made of `po`, `rf`, `co` and `W` at random, some events of which are not executed.
#[derive(Debug, Clone)]
struct Random {
    size: usize,
    executed: BitSet,
    writes: BitSet,
    relations: Vec<BitMatrix>,
}

impl Base for Random {
    fn events(&self) -> usize {
        self.size
    }

    fn set(&self, set: BaseSet) -> BitSet {
        match set {
            BaseSet::All => self.executed.clone(),
            BaseSet::Write => self.writes.clone(),
            _ => BitSet::new(self.size),
        }
    }

    fn relation(&self, relation: BaseRelation) -> BitMatrix {
        match relation {
            BaseRelation::ProgramOrder => self.relations[0].clone(),
            BaseRelation::ReadsFrom => self.relations[1].clone(),
            BaseRelation::Coherence => self.relations[2].clone(),
            BaseRelation::Identity => {
                let mut result = BitMatrix::new(self.size);
                for event in self.executed.iter() {
                    result.insert(event, event);
                }
                result
            }
            _ => BitMatrix::new(self.size),
        }
    }
}

fn executions() -> impl Strategy<Value = Random> {
    (1_usize..8).prop_flat_map(|size| {
        let flags = prop::collection::vec(prop::bool::weighted(0.8), size);
        let pairs = prop::collection::vec((0..size, 0..size), 0..2 * size);
        let relations = prop::collection::vec(pairs, 3);
        (flags.clone(), flags, relations).prop_map(move |(executed, writes, pairs)| {
            let executed = set(&executed);
            let mut writes = set(&writes);
            writes.intersect_with(&executed);
            let relations = pairs
                .iter()
                .map(|pairs| {
                    let mut matrix = BitMatrix::new(size);
                    for &(from, to) in pairs {
                        if executed.contains(from) && executed.contains(to) {
                            matrix.insert(from, to);
                        }
                    }
                    matrix
                })
                .collect();
            Random {
                size,
                executed,
                writes,
                relations,
            }
        })
    })
}

fn set(flags: &[bool]) -> BitSet {
    let mut result = BitSet::new(flags.len());
    for (event, _) in flags.iter().enumerate().filter(|(_, flag)| **flag) {
        result.insert(event);
    }
    result
}

fn model(text: &str) -> Definition {
    cat::load("laws", text)
        .map_err(|report| report.render(false))
        .unwrap()
}

fn value(definition: &Definition, name: &str, base: &Random) -> Value {
    let expr = definition.named(name).unwrap();
    Evaluation::new(&definition.arena, base).value(expr).clone()
}

/// Pairs of expressions that are equal, whatever `a`, `b`, `c` and `S` are.
const LAWS: &[(&str, &str)] = &[
    ("(a;b)^-1", "b^-1;a^-1"),
    ("(a|b)^-1", "a^-1 | b^-1"),
    ("(a;b);c", "a;(b;c)"),
    ("a;(b|c)", "a;b | a;c"),
    ("a*", "id | a+"),
    ("a?", "id | a"),
    ("a+", "a;a*"),
    ("a+", "(a+)+"),
    ("(a*)?", "a*"),
    ("a \\ b", "a & ~b"),
    ("~(a | b)", "~a & ~b"),
    ("~~a", "a"),
    ("~0", "_ * _"),
    ("a | {}", "a"),
    ("a;id", "a"),
    ("[S];a", "(S * _) & a"),
    ("[S]", "id & S * S"),
    ("[domain(a)]", "id & (a;a^-1)"),
    ("[range(a)]", "[domain(a^-1)]"),
    ("[~S]", "id \\ [S]"),
    ("fencerel(S)", "po;[S];po"),
    ("toid(S)", "[S]"),
    ("[W \\ S | S \\ W]", "[(W | S) \\ (W & S)]"),
];

proptest! {
    #[test]
    fn laws(base in executions()) {
        for (left, right) in LAWS {
            let text = format!(
                "let a = po let b = rf let c = co let S = domain(co) let l = {left} let r = {right}"
            );
            let definition = model(&text);
            prop_assert_eq!(
                value(&definition, "l", &base),
                value(&definition, "r", &base),
                "{} = {}", left, right
            );
        }
    }

    #[test]
    fn recursion_is_the_least_solution(base in executions()) {
        let definition = model(
            "let rec left = po | (left; po)
             let rec right = po | po; right
             let rec both = po | both; both
             let rec odd = po | po; even and even = po; odd
             let rec from-writes = W | range([from-writes]; rf)
             let rec nothing = nothing
             let outer = po+
             let rec nested = left | nested; rf; outer
             let plus = po+
             let odd-direct = po; (po; po)^*
             let even-direct = (po; po)+
             let from-direct = range([W]; rf^*)
             let nested-direct = po+; (rf; po+)^*
             let none = rf \\ rf",
        );
        let equal = [
            ("left", "plus"), ("right", "plus"), ("both", "plus"),
            ("odd", "odd-direct"), ("even", "even-direct"), ("from-writes", "from-direct"),
            ("nothing", "none"), ("nested", "nested-direct"),
        ];
        for (name, direct) in equal {
            prop_assert_eq!(
                value(&definition, name, &base), value(&definition, direct, &base), "{}", name
            );
        }
    }

    #[test]
    fn evidence_is_in_the_relation(base in executions()) {
        let definition = model("acyclic po irreflexive rf empty co ~empty W flag ~acyclic po as cyclic");
        let verdicts = evaluate(&definition, &base);
        let po = &base.relations[0];
        match &verdicts.0[0].evidence {
            Some(Evidence::Cycle(cycle)) => {
                prop_assert!(!verdicts.0[0].holds);
                for (index, from) in cycle.iter().enumerate() {
                    prop_assert!(po.contains(*from, cycle[(index + 1) % cycle.len()]));
                }
                // Shortest: no power of the relation below its length has a loop.
                let mut power = po.clone();
                for _ in 1..cycle.len() {
                    prop_assert!(power.iter().all(|(from, to)| from != to));
                    power = power.compose(po);
                }
            }
            other => {
                prop_assert_eq!(other, &None);
                prop_assert!(verdicts.0[0].holds);
                prop_assert!(po.closure().iter().all(|(from, to)| from != to));
            }
        }
        let loops = base.relations[1].iter().find(|(from, to)| from == to);
        prop_assert_eq!(&verdicts.0[1].evidence, &loops.map(|(from, to)| Evidence::Pair(from, to)));
        prop_assert_eq!(verdicts.0[2].holds, base.relations[2].is_empty());
        prop_assert_eq!(verdicts.0[3].holds, !base.writes.is_empty());
        prop_assert_eq!(verdicts.flagged().count(), usize::from(shortest_cycle(po).is_some()));
        prop_assert_eq!(verdicts.allowed(), verdicts.violated().count() == 0);
    }
}
