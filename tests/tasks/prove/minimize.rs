//! Smaller tests say the same, and nothing can be taken from them.

#![expect(clippy::unwrap_used, reason = "a test that cannot run should fail")]

use gpu_litmus::Model;
use gpu_litmus::SourceFile;
use gpu_litmus::engine::check;
use gpu_litmus::load;
use gpu_litmus::tasks::minimize::search::keeps;
use gpu_litmus::tasks::minimize::{Found, Keeping, Minimized, minimize, minimize_keeping};

use super::support::{model, options, seeds, text};

fn minimized(text: &str, models: &[Model]) -> Option<Minimized> {
    match minimize(&SourceFile::new("t.litmus", text), models, &options()).unwrap() {
        Found::Minimized(found) => Some(*found),
        Found::Open { .. } => None,
    }
}

#[test]
fn the_verdict_stays_and_no_piece_can_go() {
    let (mut smaller, mut seen) = (0, 0);
    for seed in seeds(25) {
        for names in [
            &["sc"][..],
            &["tso", "sc"],
            &["ptx-6.0"],
            &["ugpu-weak"],
            &["hrf-relaxed"],
        ] {
            let text = text(seed, names[0]);
            let models: Vec<Model> = names.iter().map(|name| model(name)).collect();
            let Some(found) = minimized(&text, &models) else {
                continue;
            };
            let at = format!("seed {seed}, {names:?}\n{text}\n{}", found.text);
            let again = load("again", &found.text).expect(&at);
            for (model, said) in models.iter().zip(&found.said) {
                let outcome = check(&again, model, &options()).unwrap();
                assert_eq!(outcome.verdict(), said.verdict, "{at}");
                assert_eq!(outcome.holds, said.holds, "{at}");
            }
            // What is left is what the search for a still smaller one gives.
            let twice = minimized(&found.text, &models).unwrap();
            assert_eq!(twice.after, found.after, "{at}");
            assert!(found.after.instructions <= found.before.instructions);
            let source = SourceFile::new("t.litmus", &*text);
            let possible = Model::of(
                "any",
                "",
                gpu_litmus::model::cat::load("any.cat", ANY).unwrap(),
            );
            let mut asked = models.clone();
            let mut said = found.said.clone();
            let outcome = check(&again, &possible, &options()).unwrap();
            said.push(gpu_litmus::tasks::minimize::search::Said {
                model: "any".to_owned(),
                verdict: outcome.verdict(),
                holds: outcome.holds,
            });
            asked.push(possible);
            for removal in found.draft.removals() {
                let Some(rest) = found.draft.without(removal) else {
                    continue;
                };
                let allowed = found.keeping.allows(&rest.test());
                let kept = allowed && keeps(&source, &rest, &asked, &said, &options());
                assert!(!kept, "{removal:?} can go: {at}");
            }
            seen += 1;
            smaller += usize::from(found.after.instructions < found.before.instructions);
        }
    }
    println!("{seen} tests, {smaller} smaller");
    assert!(seen >= 50 && smaller >= 25, "{seen} {smaller}");
}

const ANY: &str = "\"any\"\nacyclic rf | addr | data | ctrl as no-thin-air\n";

/// Message passing among much that has nothing to do with it.
const CROWD: &str = r#"// Kept: what the test is about.
// expect sc: unreachable
PTX Crowd
"Message passing, and others"
{ data = 0; flag = 0; other = 7; P1:p = data; P3:q = other; .shared s = 0; }
 P0@cta 0,gpu 0 | P1@cta 1,gpu 0        | P3@cta 1,gpu 0 ;
 st.weak data, 1 (* the data *) | LOOP:             | ld.weak r0, q ;
 membar.gl      | ld.weak r0, flag      | st.weak s, r0 ; // the flag is next
 st.weak flag, 1 | beq r0, 0, LOOP      | ;
 st.weak other, 2 | ld.weak r1, [p]     | ;
 mov r5, 3      | add r2, r1, 1         | ;
filter (P3:r0 != 9)
exists (P1:r0 == 1 /\ P1:r1 == 0 /\ (P1:r2 == 1 \/ P3:r0 == 2))
"#;

#[test]
fn what_has_nothing_to_do_with_it_goes() {
    let found = minimized(CROWD, &[model("sc")]).unwrap();
    let expected = r#"// Kept: what the test is about.
// Minimized from t.litmus
// expect sc: unreachable
PTX Crowd
"Message passing, and others"
{ data = 0; flag = 0; P1:p = data; }
 P0@cta 0,gpu 0                 | P1@cta 1,gpu 0   ;
 st.weak data, 1 (* the data *) | ld.weak r0, flag ; // the flag is next
 st.weak flag, 1                | ld.weak r1, [p]  ;
exists (P1:r0 == 1 /\ P1:r1 == 0)
"#;
    assert_eq!(found.text, expected, "{}", found.text);
    assert_eq!(found.after.instructions, 4);
}

#[test]
fn two_models_are_told_apart_by_less() {
    let found = minimized(CROWD, &[model("plain"), model("sc")]).unwrap();
    assert_eq!(
        (found.after.threads, found.after.instructions),
        (2, 4),
        "{}",
        found.text
    );
}

/// Two threads that take a lock, and one that has nothing to do with it.
const LOCK: &str = r"PTX Lock
{ lock = 0; x = 0; y = 0; }
 P0@cta 0,gpu 0                    | P1@cta 1,gpu 0                    | P2@cta 2,gpu 0 ;
 atom.relaxed.gpu.exch r0, lock, 1 | atom.relaxed.gpu.exch r0, lock, 1 | st.weak y, 1   ;
 ld.weak r1, x                     | ld.weak r1, x                     |                ;
 st.weak x, 1                      | st.weak x, 1                      |                ;
exists (P0:r0 == 0 /\ P1:r0 == 1 /\ P1:r1 == 0 /\ x == 1)
";

#[test]
fn a_reachable_condition_keeps_its_registers_and_locations() {
    let found = minimized(LOCK, &[model("ptx-7.5")]).unwrap();
    let condition = found.text.lines().last().unwrap();
    for name in ["P0:r0 == 0", "P1:r0 == 1", "P1:r1 == 0", "x == 1"] {
        assert!(condition.contains(name), "{name}\n{}", found.text);
    }
    assert!(!found.text.contains("P2@"), "{}", found.text);
    assert!(found.after.instructions < found.before.instructions);
    // Where what is forbidden counts, it is the proof that stays.
    let crowd = minimized(CROWD, &[model("sc")]).unwrap();
    assert!(!crowd.text.contains("P3"), "{}", crowd.text);
}

#[test]
fn what_is_asked_for_stays() {
    let source = SourceFile::new("t.litmus", LOCK);
    let test = gpu_litmus::syntax::parse_source(&source).unwrap();
    let keep = |asked: &[&str]| {
        let asked: Vec<String> = asked.iter().map(|&one| one.to_owned()).collect();
        let keeping = Keeping::read(&test, &asked).map_err(|error| error.to_string())?;
        match minimize_keeping(&source, &[model("ptx-7.5")], keeping, &options()).unwrap() {
            Found::Minimized(found) => Ok(found.text),
            Found::Open { .. } => Err("open".to_owned()),
        }
    };
    let text = keep(&["P0:lock", "P2"]).unwrap();
    assert!(
        text.contains("exch r0, lock, 1") && text.contains("P2@"),
        "{text}"
    );
    let text = keep(&["x"]).unwrap();
    assert_eq!(text.matches("ld.weak r1, x").count(), 2, "{text}");
    assert_eq!(text.matches("st.weak x, 1").count(), 2, "{text}");
    let unknown = keep(&["P0:lokc"]).unwrap_err();
    assert!(unknown.contains("did you mean `lock`?"), "{unknown}");
    assert!(keep(&["P7:x"]).is_err());
}
