//! No text makes the model language panic, and printed expressions read back as themselves.
#![expect(clippy::unwrap_used, reason = "a test")]

use std::fmt::Write as _;
use std::fs;

use gpu_litmus::model::cat;
use gpu_litmus::model::relation::base::{BaseRelation, BaseSet};
use gpu_litmus::model::relation::expr::{Arena, Expr, ExprId, Kind};
use gpu_litmus::model::relation::text;
use proptest::prelude::*;

/// An expression to build in an arena.
#[derive(Debug, Clone)]
enum Plan {
    Leaf(usize),
    Unary(usize, Box<Plan>),
    Binary(usize, Box<Plan>, Box<Plan>),
}

fn plans() -> impl Strategy<Value = Plan> {
    let leaf = (0_usize..100).prop_map(Plan::Leaf);
    leaf.prop_recursive(8, 60, 2, |inner| {
        prop_oneof![
            (0_usize..100, inner.clone()).prop_map(|(op, a)| Plan::Unary(op, Box::new(a))),
            (0_usize..100, inner.clone(), inner).prop_map(|(op, a, b)| Plan::Binary(
                op,
                Box::new(a),
                Box::new(b)
            )),
        ]
    })
}

/// Any plan makes an expression of any kind: the numbers choose among what the kind allows.
fn build(arena: &mut Arena, plan: &Plan, kind: Kind) -> ExprId {
    use Kind::{Relation, Set};
    let expr = match (plan, kind) {
        (Plan::Leaf(n), _) if n % 10 == 0 => Expr::Empty(kind),
        (Plan::Leaf(n), Set) => Expr::Set(BaseSet::ALL[n % BaseSet::ALL.len()]),
        (Plan::Leaf(n), Relation) => Expr::Relation(BaseRelation::ALL[n % BaseRelation::ALL.len()]),
        (Plan::Unary(op, a), Set) => match op % 3 {
            0 => Expr::Complement(build(arena, a, Set)),
            1 => Expr::Domain(build(arena, a, Relation)),
            _ => Expr::Range(build(arena, a, Relation)),
        },
        (Plan::Unary(op, a), Relation) if op % 6 == 0 => Expr::Identity(build(arena, a, Set)),
        (Plan::Unary(op, a), Relation) => {
            let a = build(arena, a, Relation);
            match op % 6 {
                1 => Expr::Complement(a),
                2 => Expr::Inverse(a),
                3 => Expr::Optional(a),
                4 => Expr::Plus(a),
                _ => Expr::Star(a),
            }
        }
        (Plan::Binary(op, a, b), Relation) if op % 5 == 0 => {
            Expr::Product(build(arena, a, Set), build(arena, b, Set))
        }
        (Plan::Binary(op, a, b), kind) => {
            let (a, b) = (build(arena, a, kind), build(arena, b, kind));
            match op % 5 {
                1 => Expr::Union(a, b),
                2 => Expr::Intersection(a, b),
                3 if kind == Relation => Expr::Compose(a, b),
                _ => Expr::Difference(a, b),
            }
        }
    };
    arena.add(expr)
}

/// The whole expression, bracketed without regard to precedence.
fn shape(arena: &Arena, id: ExprId, out: &mut String) {
    let node = arena.get(id);
    let operands = node.operands();
    if operands[0].is_none() {
        write!(out, "{node:?}").unwrap();
        return;
    }
    let name = format!("{node:?}");
    write!(out, "({}", name.split('(').next().unwrap_or_default()).unwrap();
    for operand in operands.into_iter().flatten() {
        out.push(' ');
        shape(arena, operand, out);
    }
    out.push(')');
}

fn shaped(arena: &Arena, id: ExprId) -> String {
    let mut out = String::new();
    shape(arena, id, &mut out);
    out
}

const WORDS: &[&str] = &[
    "let ",
    "rec ",
    "and ",
    "acyclic ",
    "empty ",
    "irreflexive ",
    "flag ",
    "~",
    "as ",
    "include ",
    "\"basic.cat\"",
    "option ",
    "show ",
    "x",
    "f",
    "(",
    ")",
    "[",
    "]",
    "{}",
    "0",
    "_",
    ";",
    "|",
    "&",
    "\\",
    "*",
    "+",
    "?",
    "^-1",
    "^",
    "=",
    ",",
    " ",
    "\n",
    "po ",
    "W ",
    "(*",
    "*)",
    "//",
    "domain",
    "rfe",
    "co-partial",
    "in ",
    "'",
    "\"",
    "é",
];

proptest! {
    #[test]
    fn any_text(text in ".{0,200}") {
        let _ = cat::load("any", &text).map_err(|report| report.render(false));
    }

    #[test]
    fn any_tokens(words in prop::collection::vec(prop::sample::select(WORDS), 0..60)) {
        let _ = cat::load("any", &words.concat()).map_err(|report| report.render(false));
    }

    #[test]
    fn spoilt_models(at in 0_usize..3000, length in 0_usize..40, word in prop::sample::select(WORDS)) {
        let text = fs::read_to_string("tests/models/ptx-dialect.cat").unwrap();
        let cut = |at: usize| (0..=at.min(text.len())).rev().find(|at| text.is_char_boundary(*at));
        let (start, end) = (cut(at).unwrap_or(0), cut(at + length).unwrap_or(0));
        let spoilt = format!("{}{word}{}", &text[..start], &text[end..]);
        let _ = cat::load("spoilt", &spoilt).map_err(|report| report.render(false));
    }

    #[test]
    fn printed_expressions_read_back(plan in plans()) {
        let mut arena = Arena::default();
        let id = build(&mut arena, &plan, Kind::Relation);
        let printed = text::full(&arena, id);
        let model = cat::load("printed", &format!("acyclic {printed}"))
            .map_err(|report| report.render(false));
        let model = model.unwrap();
        prop_assert_eq!(shaped(&model.arena, model.axioms[0].expr), shaped(&arena, id), "{}", printed);
    }
}

#[test]
fn large_models_do_not_exhaust_the_stack() {
    let chain = vec!["po"; 100_000].join(" | ");
    let lets: String = (1..20_000).fold("let a0 = po\n".into(), |mut text, index| {
        writeln!(text, "let a{index} = a{};rf", index - 1).unwrap();
        text
    });
    let recs: String = (1..10_000).fold("let a0 = po\n".into(), |mut text, index| {
        writeln!(text, "let rec a{index} = a{}", index - 1).unwrap();
        text
    });
    let doubling: String = (1..100).fold("let f0(x) = x;x\n".into(), |mut text, index| {
        let before = index - 1;
        writeln!(
            text,
            "let f{index}(x) = f{before}(x) | f{before}(f{before}(x))"
        )
        .unwrap();
        text
    });
    for text in [
        format!("acyclic {chain}"),
        format!("{lets} acyclic a19999"),
        format!("{recs} acyclic a9999"),
        "(".repeat(100_000),
        "let a = ".to_owned() + &"(".repeat(100_000),
        "let a = ".to_owned() + &"~".repeat(100_000),
        "(*".repeat(100_000),
        doubling.clone(),
        format!("{doubling} acyclic f99(po)"),
    ] {
        if let Ok(model) = cat::load("large", &text) {
            for axiom in &model.axioms {
                let _ = text::full(&model.arena, axiom.expr);
            }
        }
    }
}
