//! Tests of which no execution counts: all engines say so, and who waits.
#![expect(clippy::unwrap_used, clippy::panic, reason = "a test")]

use gpu_litmus::engine::endless::endless;
use gpu_litmus::tasks::observe::observed;
use gpu_litmus::tasks::prove;
use gpu_litmus::verdict::endless::{Cause, Endless};
use gpu_litmus::verdict::outcome::{Quantity, Verdict};
use gpu_litmus::verdict::query::Options;
use gpu_litmus::verdict::states::Wanted;
use gpu_litmus::{Model, Program, check, load};
use rstest::rstest;

fn program(text: &str) -> Program {
    load("test.litmus", text).unwrap_or_else(|report| panic!("{}\n{text}", report.render(false)))
}

fn found(text: &str, model: &str, explicit: bool) -> Option<Endless> {
    let options = Options {
        explicit,
        ..Options::default()
    };
    endless(&program(text), &Model::find(model).unwrap(), &options).unwrap()
}

/// The threads and the texts of the places where they wait.
fn waits(text: &str, model: &str) -> Vec<(usize, String)> {
    let program = program(text);
    let found = found(text, model, false).unwrap_or_else(|| panic!("{model}: it ends\n{text}"));
    let place = |span| program.source.slice(span).trim().to_owned();
    let waits = found.waits.iter();
    waits
        .map(|wait| (wait.thread.0, place(wait.span)))
        .collect()
}

const NOBODY: &str = r"PTX nobody
{ x = 0; flag = 0; }
 P0@cta 0,gpu 0 | P1@cta 1,gpu 0  ;
 st.weak x, 1   | L:              ;
                | ld.weak r0, flag ;
                | bne r0, 1, L    ;
                | ld.weak r1, x   ;
exists (P1:r1 == 0)
";

const CROSSED: &str = r"PTX crossed
{ flag = 0; }
 P0@cta 0,gpu 0          | P1@cta 0,gpu 0          ;
 bar.sync 0              | L:                      ;
 st.relaxed.cta flag, 1  | ld.relaxed.cta r0, flag ;
                         | bne r0, 1, L            ;
                         | bar.sync 0              ;
exists (P1:r0 == 1)
";

/// A register that lasts from lap to lap makes each another: that does not matter where there is no end at which it is read.
const LASTING: &str = r"PTX lasting
{ x = 0; }
 P0@cta 0,gpu 0       ;
 st.relaxed.gpu x, 1  ;
 L:                   ;
 ld.relaxed.gpu r0, x ;
 beq r0, 0, M         ;
 ld.relaxed.gpu r7, x ;
 beq r7, 1, L         ;
 M:                   ;
exists (P0:r7 == 1)
";

#[test]
fn where_none_ends_nothing_is_open() {
    for (statement, holds) in [("exists", false), ("~exists", true), ("forall", false)] {
        let test = program(&LASTING.replace("exists", statement));
        for (model, explicit) in [
            ("sc", false),
            ("sc", true),
            ("tso", false),
            ("ptx-7.5", false),
            ("ugpu-weak", false),
        ] {
            let options = Options {
                explicit,
                states: Some(Wanted {
                    terms: observed(&test, &[]).unwrap(),
                    most: None,
                    runs: false,
                }),
                ..Options::default()
            };
            let outcome = check(&test, &Model::find(model).unwrap(), &options).unwrap();
            let told = (outcome.verdict(), outcome.quantity, outcome.holds);
            let wanted = (Verdict::Unreachable, Some(Quantity::Never), Some(holds));
            assert_eq!(told, wanted, "{statement} {model} {explicit}");
            let states = outcome.states.unwrap();
            assert_eq!(
                (states.found.len(), states.open),
                (0, None),
                "{model} {explicit}"
            );
        }
    }
    // Where one ends, it counts.
    let ends = program(&LASTING.replace("st.relaxed.gpu x, 1 ", "st.relaxed.gpu x, 2 "));
    let outcome = check(&ends, &Model::find("sc").unwrap(), &Options::default()).unwrap();
    assert_eq!(outcome.verdict(), Verdict::Unreachable);
    assert!(outcome.endless.is_none());
}

#[test]
fn a_wait_that_nobody_answers() {
    for model in ["sc", "tso", "strict", "ptx-6.0", "ptx-7.5", "hrf-rsp"] {
        let wanted = [(1, "bne r0, 1, L".to_owned())];
        assert_eq!(waits(NOBODY, model), wanted, "{model}");
    }
    let answered = NOBODY.replace("st.weak x, 1   |", "st.weak flag, 1 |");
    assert_eq!(found(&answered, "sc", false), None);
}

#[test]
fn a_deadlock_at_a_barrier() {
    for model in ["ptx-6.0", "ptx-7.5"] {
        let found = waits(CROSSED, model);
        // Either wait: P0 at the barrier, or P1 for what P0 stores behind it.
        let both = [(0, "bar.sync 0".to_owned()), (1, "bne r0, 1, L".to_owned())];
        assert_eq!(found, both, "{model}");
    }
}

/// The place is where the thread stands for ever, not one that it has passed: a barrier of an earlier round, or a loop that
/// every execution leaves.
#[rstest]
#[case::second_round(
    "bar.sync 0;st.weak x, 1;bar.sync 0;st.weak x, 2",
    "bar.sync 0",
    &[(0, 6)]
)]
#[case::crossed(
    "bar.sync 0;st.weak x, 1;bar.sync 1",
    "bar.sync 0;bar.sync 0;bar.sync 1",
    &[(0, 6), (1, 5)]
)]
#[case::second_loop(
    "A:;ld.relaxed.cta r0, x;bne r0, 1, A;B:;ld.relaxed.cta r0, x;bne r0, 0, B",
    "st.relaxed.cta x, 1;C:;ld.relaxed.cta r0, y;bne r0, 2, C",
    &[(0, 9), (1, 7)]
)]
fn the_places_are_those_of_an_execution(
    #[case] first: &str,
    #[case] second: &str,
    #[case] wanted: &[(usize, usize)],
) {
    let columns = [first, second].map(|code| code.split(';').collect::<Vec<_>>());
    let height = columns.iter().map(Vec::len).max().unwrap();
    let mut text = "PTX p\n{ x = 0; y = 0; }\nP0@cta 0,gpu 0 | P1@cta 0,gpu 0 ;\n".to_owned();
    for row in 0..height {
        let cells = columns
            .each_ref()
            .map(|column| column.get(row).copied().unwrap_or(""));
        text.push_str(&cells.join(" | "));
        text.push_str(" ;\n");
    }
    text.push_str("exists (x == 2)\n");
    let program = program(&text);
    let found = found(&text, "ptx-7.5", false).unwrap();
    assert!(found.shown, "{text}");
    let line = |span: gpu_litmus::syntax::span::Span| program.source.position(span.start).line;
    let places: Vec<(usize, usize)> = found
        .waits
        .iter()
        .map(|wait| (wait.thread.0, line(wait.span)))
        .collect();
    assert_eq!(places, wanted, "{text}");
}

/// Who has come to a round of a barrier takes part in it once: to come again is not to come as another.
#[rstest]
fn nobody_meets_oneself(#[values("sync", "arrive")] second: &str) {
    let text = format!(
        "PTX t\n{{ x = 0; }}\nP0@cta 0,gpu 0 ;\nbar.cta.arrive 0, 0, 2 ;\nbar.cta.{second} 0, 0, 2 ;\n\
         st.weak x, 1 ;\nexists (terminates)\n"
    );
    let holds = |text: &str, explicit| {
        let options = Options {
            explicit,
            ..Options::default()
        };
        let outcome = check(&program(text), &Model::find("ptx-7.5").unwrap(), &options).unwrap();
        outcome.holds
    };
    let ends = second == "arrive";
    assert_eq!(holds(&text, false), Some(ends), "{text}");
    let never = text.replace("(terminates)", "(~terminates)");
    assert_eq!(holds(&never, false), Some(!ends), "{never}");
}

#[test]
fn a_filter_that_nothing_passes() {
    let text = "PTX f\n{ x = 0; }\nP0@cta 0,gpu 0 ;\nld.weak r0, x ;\nfilter (P0:r0 == 7)\n\
                exists (P0:r0 == 0)\n";
    for model in ["sc", "ptx-7.5", "ugpu-weak"] {
        assert!(
            found(text, model, false).unwrap().cause == Cause::Filter,
            "{model}"
        );
    }
    let passed = text.replace("== 7", "== 0");
    assert_eq!(found(&passed, "sc", false), None);
}

#[test]
fn nothing_is_proved_by_it() {
    let options = Options::default();
    for (text, model) in [(NOBODY, "sc"), (CROSSED, "ptx-7.5")] {
        let model = Model::find(model).unwrap();
        for quantifier in ["exists", "~exists", "forall"] {
            let text = text.replace("exists", quantifier);
            let proof = prove::prove(&program(&text), &model, &options).unwrap();
            assert_eq!(proof.verdict, prove::Verdict::Vacuous, "{text}");
        }
        let outcome = check(&program(text), &model, &options).unwrap();
        assert_eq!(outcome.verdict(), Verdict::Unreachable);
        assert!(outcome.endless.is_some() && outcome.reason.is_none());
    }
}

/// Two threads that store to two flags and wait for them, in any order.
fn generated(seed: u64) -> String {
    let mut state = seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1;
    let mut coin = || {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        usize::from(state >> 40 & 1 == 1)
    };
    let mut columns: Vec<Vec<String>> = Vec::new();
    for thread in 0..2 {
        let mut cells = vec![format!("P{thread}@cta {thread},gpu 0")];
        for step in 0..2 {
            let flag = ["f", "g"][coin()];
            let value = 1 + coin();
            if coin() == 0 {
                cells.push(format!("st.relaxed.gpu {flag}, {value}"));
            } else {
                cells.push(format!("L{thread}{step}:"));
                cells.push(format!("ld.relaxed.gpu r{step}, {flag}"));
                cells.push(format!("bne r{step}, {value}, L{thread}{step}"));
            }
        }
        columns.push(cells);
    }
    let rows = columns.iter().map(Vec::len).max().unwrap();
    let mut text = "PTX generated\n{ f = 0; g = 0; }\n".to_owned();
    for row in 0..rows {
        let cell = |column: &Vec<String>| column.get(row).cloned().unwrap_or_default();
        let cells: Vec<String> = columns.iter().map(cell).collect();
        text += &[&cells.join(" | "), " ;\n"].concat();
    }
    text + "exists (f == 1)\n"
}

#[test]
fn the_enumerator_and_the_explorer_say_the_same() {
    let (mut never, mut ends) = (0, 0);
    for seed in 0..40 {
        let text = generated(seed);
        for model in ["sc", "tso", "strict", "ptx-6.0", "hrf-rsp", "ugpu-strong"] {
            let solver = found(&text, model, false);
            let other = found(&text, model, true);
            // The explorer leaves no laps out: what waits reaches its bound, and stays open.
            if model != "ugpu-strong" || other.is_some() {
                assert_eq!(solver, other, "{model}\n{text}");
            }
            if solver.is_some() {
                never += 1;
            } else {
                ends += 1;
            }
        }
    }
    assert!(never > 20 && ends > 20, "{never} {ends}");
}

const STRAY: &str = r"PTX stray
{ P1:p = 3; data = 0; flag = 0; }
 P0@cta 0,gpu 0  | P1@cta 1,gpu 0   ;
 st.weak data, 1 | ld.weak r0, flag ;
 st.weak flag, 1 | ld.weak r1, [p]  ;
exists (P1:r0 == 1 /\ P1:r1 == 0)
";

/// A register with a number where the name of a location was meant.
#[test]
fn an_access_of_no_location() {
    for model in ["sc", "tso", "strict", "ptx-7.5", "hrf-rsp", "ugpu-weak"] {
        let test = program(STRAY);
        let found = found(STRAY, model, false).unwrap_or_else(|| panic!("{model}"));
        assert_eq!((found.cause, found.waits.len()), (Cause::Threads, 0));
        let [stray] = &found.strays[..] else {
            panic!("{model}: {found:?}");
        };
        assert_eq!((stray.thread.0, stray.held), (1, Some(3)), "{model}");
        assert_eq!(test.source.slice(stray.span).trim(), "ld.weak r1, [p]");
        let model = Model::find(model).unwrap();
        let proof = prove::prove(&test, &model, &Options::default()).unwrap();
        assert_eq!(proof.verdict, prove::Verdict::Vacuous, "{}", model.name);
    }
    let every = STRAY.replace("exists", "forall");
    let model = Model::find("sc").unwrap();
    let proof = prove::prove(&program(&every), &model, &Options::default()).unwrap();
    assert_eq!(proof.verdict, prove::Verdict::Vacuous);
    let right = STRAY.replace("P1:p = 3", "P1:p = data");
    assert_eq!(found(&right, "sc", false), None);
    // Not all executions go there.
    let some = STRAY
        .replace("st.weak data, 1 ", "ld.weak r2, flag")
        .replace(
            " st.weak flag, 1 | ld.weak r1, [p]  ;",
            " st.weak flag, 1 | beq r0, 1, END ;\n | ld.weak r1, [p] ;\n | END: ;",
        );
    assert_eq!(found(&some, "sc", false), None);
    let both = STRAY.replace("flag ;\n st.weak flag, 1", "flag ;\n bar.sync 0");
    let found = found(&both, "ptx-7.5", false);
    assert!(found.is_none_or(|found| !found.strays.is_empty()));
}

/// Who waits through a pointer that is right waits, and goes nowhere else.
#[test]
fn a_pointer_that_is_right_is_no_stray() {
    let lock = "PTX lock\n{ P0:p = lock; P0:q = 3; lock = 1; x = 0; }\n P0@cta 0,gpu 0 ;\n L: ;\n ld.acquire.gpu r1, [p] ;\n \
        bne r1, 0, L ;\n ld.weak r2, x ;\nexists (P0:r2 == 0)\n";
    for model in ["sc", "ptx-7.5"] {
        let only = found(lock, model, false).unwrap();
        assert_eq!((only.waits.len(), only.strays.len()), (1, 0), "{model}");
        let both = found(&lock.replace("r2, x", "r2, [q]"), model, false).unwrap();
        assert_eq!((both.waits.len(), both.strays.len()), (1, 1), "{model}");
        assert_eq!(both.strays[0].held, Some(3), "{model}");
    }
}

/// A model of the user's own that forbids all.
#[test]
fn a_model_that_allows_nothing() {
    let nothing = gpu_litmus::model::cat::load("none.cat", "empty po as none\n").unwrap();
    let nothing = Model::of("none.cat", "a test", nothing);
    let test = program(&STRAY.replace("P1:p = 3", "P1:p = data"));
    let found = endless(&test, &nothing, &Options::default()).unwrap();
    assert_eq!(found.map(|found| found.cause), Some(Cause::Model));
    let proof = prove::prove(&test, &nothing, &Options::default()).unwrap();
    assert_eq!(proof.verdict, prove::Verdict::Vacuous);
    let all = gpu_litmus::model::cat::load("all.cat", "acyclic po as program\n").unwrap();
    let all = Model::of("all.cat", "a test", all);
    assert_eq!(endless(&test, &all, &Options::default()).unwrap(), None);
}

/// A model of the user's own that forbids executions in which threads meet at a barrier: nobody waits, as each of them comes.
#[test]
fn a_model_that_forbids_what_nobody_waits_for() {
    let test = program(
        "PTX q\n{ x = 0; }\n P0@cta 0,gpu 0 | P1@cta 0,gpu 0 ;\n bar.sync 1 | bar.sync 1 ;\n st.weak x, 1 | ;\nexists (x == 1)\n",
    );
    for axiom in ["acyclic syncbar", "empty B"] {
        let text = format!("{axiom} as nobody-meets\n");
        let none = gpu_litmus::model::cat::load("none.cat", &text).unwrap();
        let none = Model::of("none.cat", "a test", none);
        let found = endless(&test, &none, &Options::default()).unwrap().unwrap();
        assert_eq!(
            (found.cause, found.waits.len()),
            (Cause::Model, 0),
            "{axiom}"
        );
    }
}
