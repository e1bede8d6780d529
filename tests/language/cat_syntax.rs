//! How expressions group, what they lower to, and what names mean.
#![expect(clippy::unwrap_used, reason = "a test")]

use gpu_litmus::model::cat;
use gpu_litmus::model::relation::expr::{Definition, Expr, Kind};
use gpu_litmus::model::relation::text;
use rstest::rstest;

fn load(text: &str) -> Definition {
    cat::load("t.cat", text)
        .map_err(|report| report.render(false))
        .unwrap()
}

fn reads_as(written: &str) -> String {
    let model = load(&format!("empty {written}"));
    text::full(&model.arena, model.axioms[0].expr)
}

#[rstest]
#[case("po | rf ; co", "po | (rf ; co)")]
#[case("po ; rf \\ co", "po ; (rf \\ co)")]
#[case("po \\ rf & co", "po \\ (rf & co)")]
#[case("po \\ rf \\ co", "(po \\ rf) \\ co")]
#[case("W * R & po", "(W * R) & po")]
#[case("W*R|po", "(W*R) | po")]
#[case("~W * R", "(~W) * R")]
#[case("~po+", "~(po+)")]
#[case("~po & rf", "(~po) & rf")]
#[case("rf^-1;co", "(rf^-1);co")]
#[case("rf^-1+?", "((rf^-1)+)?")]
#[case("(po;rf)* ; co", "((po;rf)^*) ; co")]
#[case("po?; ((rf | co); po?)+", "(po?); (((rf | co); (po?))+)")]
#[case("GEN * GEN | SUR * SUR", "(GEN*GEN) | (SUR*SUR)")]
#[case("((_ * _) \\ (M * M))", "(_*_) \\ (M*M)")]
#[case("fencerel(F)", "(po & (_ * F)) ; po")]
#[case("fencerel F", "fencerel(F)")]
#[case("domain rf", "domain(rf)")]
#[case("[domain(rf)] ; po", "[(domain(rf))] ; po")]
fn grouping(#[case] written: &str, #[case] meant: &str) {
    assert_eq!(reads_as(written), reads_as(meant));
}

#[test]
fn printing_uses_few_parentheses() {
    for minimal in [
        "po;(rf | co);po",
        "po & loc ; rf",
        "po \\ (rf \\ co)",
        "~(po | rf)^-1",
        "(~po)^-1",
        "[W & ~R];po?",
        "(po & loc)+",
        "(W | R) * M",
    ] {
        assert_eq!(reads_as(minimal), minimal);
    }
}

#[test]
fn definitions_shadow_from_the_next_statement_on() {
    let model =
        load("let co = co+ let fr = rf^-1; co let co = co & ext empty fr empty co empty fre");
    let shown = |index: usize| text::full(&model.arena, model.axioms[index].expr);
    assert_eq!(shown(0), "rf^-1;co+");
    assert_eq!(shown(1), "co+ & ext");
    assert_eq!(
        shown(2),
        "fr & ext",
        "built-in definitions use the built-in names"
    );
    let names: Vec<&str> = model.names.iter().map(|(name, _)| name.as_str()).collect();
    assert_eq!(names, ["fr", "co"]);
}

#[test]
fn simultaneous_definitions_do_not_see_each_other() {
    let model = load("let po = rf and rf = po empty po empty rf");
    assert_eq!(text::full(&model.arena, model.axioms[0].expr), "rf");
    assert_eq!(text::full(&model.arena, model.axioms[1].expr), "po");
}

#[test]
fn functions_are_written_out_at_each_kind() {
    let model = load(
        "let f(a, b) = a;b let g a = a | {} let none = 0 let also = none
         empty f(po, g(rf)) empty g(W) empty W | also empty po | also empty [also]",
    );
    let shown = |index: usize| text::full(&model.arena, model.axioms[index].expr);
    assert_eq!(shown(0), "po;(rf | {})");
    assert_eq!(shown(1), "W | {}");
    let kinds: Vec<Kind> = model
        .axioms
        .iter()
        .map(|one| model.arena.kind(one.expr))
        .collect();
    let [set, relation] = [Kind::Set, Kind::Relation];
    assert_eq!(kinds, [relation, set, set, relation, relation]);
}

#[test]
fn recursion_may_define_sets() {
    let model = load("let rec s = W | domain(r) and r = [s]; rf | r; po let rec t = t");
    for (name, kind) in [
        ("s", Kind::Set),
        ("r", Kind::Relation),
        ("t", Kind::Relation),
    ] {
        let id = model.named(name).unwrap();
        assert!(matches!(model.arena.get(id), Expr::Recursive(_)));
        assert_eq!(model.arena.kind(id), kind, "{name}");
    }
    assert_eq!(
        model.arena.recursive[0].group,
        model.arena.recursive[1].group
    );
    assert_ne!(
        model.arena.recursive[0].group,
        model.arena.recursive[2].group
    );
    let text = text::named(&model, model.arena.recursive[0].body.unwrap());
    assert_eq!(text, "W | domain(r)");
}

#[test]
fn a_name_given_to_the_group_before_is_not_recursion() {
    let model = load("let rec a = po | a; a let rec b = rf \\ a | b");
    assert_eq!(model.arena.recursive.len(), 2);
}

#[rstest]
#[case("acyclic po", None, false)]
#[case("PTX acyclic po", Some("PTX"), true)]
#[case("PTX\nacyclic po", Some("PTX"), true)]
#[case("\"PTX\" acyclic po", Some("PTX"), false)]
#[case("PTX \"with a title\"\nacyclic po", Some("with a title"), true)]
#[case("(* c *) // d\n SC acyclic po", Some("SC"), false)]
#[case("option co-partial acyclic po", None, true)]
fn titles(#[case] text: &str, #[case] title: Option<&str>, #[case] partial: bool) {
    let model = load(text);
    assert_eq!(model.title.as_deref(), title);
    assert_eq!(model.options.co_partial, partial);
    assert_eq!(model.axioms.len(), 1);
}

#[test]
fn axioms_have_names_and_places() {
    let model = load(
        "show po, rf as read-from unshow co\nacyclic  po (* order *)\n | rf\nirreflexive po as po-ok
         let x = po* ~empty x flag ~empty rf as race option rmw-one-event",
    );
    let names: Vec<&str> = model
        .axioms
        .iter()
        .map(|axiom| axiom.name.as_str())
        .collect();
    assert_eq!(names, ["acyclic po | rf", "po-ok", "~empty x", "race"]);
    let axiom = &model.axioms[1];
    assert_eq!(axiom.source.slice(axiom.span), "irreflexive po as po-ok");
    assert!(model.options.rmw_one_event);
}
