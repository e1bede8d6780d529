//! The classical tests under every model: what the cheapest fences cost.

use std::collections::BTreeSet;
use std::fmt::Write as _;

use gpu_litmus::model::registry;
use gpu_litmus::tasks::fences::found::Verdict;
use gpu_litmus::tasks::fences::sites::Rules;

use super::compare::compare;
use super::exhaustive::CHOICES;
use super::support::{ANYTHING, FENCES_ONLY, request, solve, summary};

/// Name, threads in blocks of their own, final values. `Wx1` writes 1 to x, `Rx1` reads 1 from x.
const TESTS: [(&str, &[&str], &str); 10] = [
    ("MP", &["Wx1 Wy1", "Ry1 Rx0"], ""),
    ("SB", &["Wx1 Ry0", "Wy1 Rx0"], ""),
    ("LB", &["Rx1 Wy1", "Ry1 Wx1"], ""),
    ("IRIW", &["Wx1", "Wy1", "Rx1 Ry0", "Ry1 Rx0"], ""),
    ("CoRR", &["Wx1", "Rx1 Rx0"], ""),
    ("2+2W", &["Wx1 Wy2", "Wy1 Wx2"], "x1 y1"),
    ("R", &["Wx1 Wy1", "Wy2 Rx0"], "y2"),
    ("S", &["Wx2 Wy1", "Ry1 Wx1"], "x2"),
    ("ISA2", &["Wx1 Wy1", "Ry1 Wz1", "Rz1 Rx0"], ""),
    ("WRC", &["Wx1", "Rx1 Wy1", "Ry1 Rx0"], ""),
];

fn text((name, threads, finals): (&str, &[&str], &str)) -> String {
    let mut conditions = Vec::new();
    let mut columns = Vec::new();
    for (index, thread) in threads.iter().enumerate() {
        let mut cells = vec![format!("P{index}@cta {index},gpu 0")];
        for (at, word) in thread.split(' ').enumerate() {
            let (location, value) = (&word[1..2], &word[2..]);
            if word.starts_with('W') {
                cells.push(format!("st.weak {location}, {value}"));
            } else {
                cells.push(format!("ld.weak r{at}, {location}"));
                conditions.push(format!("P{index}:r{at} == {value}"));
            }
        }
        columns.push(cells);
    }
    for word in finals.split_whitespace() {
        conditions.push(format!("{} == {}", &word[..1], &word[1..]));
    }
    let height = columns.iter().map(Vec::len).max().unwrap();
    let mut out = format!("PTX {name}\n{{ }}\n");
    for row in 0..height {
        let cell = |column: &Vec<String>| column.get(row).cloned().unwrap_or_default();
        let cells: Vec<String> = columns.iter().map(cell).collect();
        writeln!(out, " {} ;", cells.join(" | ")).unwrap();
    }
    writeln!(out, "exists ({})", conditions.join(" /\\ ")).unwrap();
    out
}

#[test]
fn costs_under_every_model() {
    let mut table = String::new();
    let mut answers = BTreeSet::new();
    for rules in [FENCES_ONLY, ANYTHING] {
        let what = if rules.keep_accesses {
            "fences only"
        } else {
            "fences, orders and scopes"
        };
        writeln!(table, "{what}").unwrap();
        for test in TESTS {
            write!(table, "{:5}", test.0).unwrap();
            for model in registry::names() {
                let found = solve(&text(test), model, &request(rules, false));
                let said = summary(&found).unwrap();
                let said = said.map_or("-".to_owned(), |(cost, _)| cost.to_string());
                write!(table, " {model}:{said}").unwrap();
                answers.insert(said);
            }
            table.push('\n');
        }
    }
    assert!(answers.len() > 5);
    crate::golden::same("tests/ui/cli/fences-classics.txt", &table);
}

#[test]
fn as_exhaustive_search_says() {
    let mut compared = 0;
    for test in TESTS {
        for model in registry::names() {
            let rules = if model.starts_with("hrf") {
                ANYTHING
            } else {
                FENCES_ONLY
            };
            compared += usize::from(compare(&text(test), model, rules, CHOICES).is_some());
        }
    }
    assert_eq!(compared, TESTS.len() * registry::names().len());
}

/// `docs/ugpu.md`: a block fence after each store adds a behaviour.
#[test]
fn taking_a_fence_away_can_forbid_an_outcome() {
    let test = r"PTX anomaly
{ }
 P0@cta 0,gpu 0 | P1@cta 0,gpu 0 | P2@cta 0,gpu 0 | P3@cta 1,gpu 0 ;
 st.weak a, 1   | st.weak a, 2   | ld.weak r1, a  | ld.weak r1, a  ;
 membar.cta     | membar.cta     | membar.cta     | membar.cta     ;
                |                | ld.weak r2, a  | ld.weak r2, a  ;
exists (P2:r1 == 1 /\ P2:r2 == 2 /\ P3:r1 == 2 /\ P3:r2 == 1)
";
    for model in ["ugpu-weak", "ugpu-coherent"] {
        let found = solve(test, model, &request(FENCES_ONLY, true));
        assert_eq!(found.forbidden, Some(false), "{model}");
        let (cost, _) = summary(&found).unwrap().unwrap();
        assert!(cost < found.given, "{model}: {cost}");
        assert!(compare(test, model, FENCES_ONLY, CHOICES).is_some());
    }
    // A fence more is what can be wrong here: what may only be added cannot mend it, or it takes
    // device fences.
    let only_add = Rules {
        may_weaken: false,
        ..FENCES_ONLY
    };
    let found = solve(test, "ugpu-weak", &request(only_add, true));
    match &found.verdict {
        Verdict::Cheapest { cost, .. } => assert!(*cost > found.given),
        other => assert!(matches!(other, Verdict::Impossible(_)), "{other:?}"),
    }
    assert!(compare(test, "ugpu-weak", only_add, CHOICES).is_some());
}

#[test]
fn a_forall_is_made_to_hold() {
    let mp = text(TESTS[0])
        .replace("exists (", "forall (~(")
        .replace(")\n", "))\n");
    for model in ["tso", "strict", "ugpu-weak", "ptx-7.5"] {
        let asked = request(ANYTHING, true);
        let forall = summary(&solve(&mp, model, &asked)).unwrap();
        let exists = summary(&solve(&text(TESTS[0]), model, &asked)).unwrap();
        assert_eq!(forall, exists, "{model}");
    }
}
