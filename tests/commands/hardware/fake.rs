//! A device that shows what it is told to: each kind of end is told apart.
#![expect(clippy::unwrap_used, reason = "a test that cannot run should fail")]

use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use gpu_litmus::device::run::device::{Backend, Fault};
use gpu_litmus::device::run::judge::Say;
use gpu_litmus::device::run::observe::Observed;
use gpu_litmus::device::run::report::text;
use gpu_litmus::device::run::settings::Settings;
use gpu_litmus::device::run::trial::run;
use gpu_litmus::device::run::view::{Setting, View};
use gpu_litmus::render::layout::Layout;
use gpu_litmus::stop::Stop;
use gpu_litmus::verdict::query::Options;
use gpu_litmus::{Model, Program};

use super::support::{Fake, litmus, until};

pub fn sb() -> Program {
    litmus(
        "x = 0; y = 0;",
        &["st.weak x, 1; ld.weak r0, y", "st.weak y, 1; ld.weak r0, x"],
        "P0:r0 == 0 /\\ P1:r0 == 0",
    )
}

pub fn view(program: &Program, fake: Fake, models: &[&str]) -> View {
    judged(program, fake, models, &Options::default())
}

pub fn judged(program: &Program, mut fake: Fake, models: &[&str], options: &Options) -> View {
    let observed = Observed::of(program);
    let ran = run(&mut fake, &until(2));
    let models: Vec<Model> = models
        .iter()
        .map(|name| Model::find(name).unwrap())
        .collect();
    let setting = Setting {
        backend: Backend::Host,
        device: "a fake".to_owned(),
        driver: None,
        optcheck: None,
        settings: Settings::of(Backend::Host),
        seed: 1,
        witnesses: true,
    };
    let asked: Vec<&Model> = models.iter().collect();
    let each = View::of(program, &observed, &setting, &ran, (&asked, options)).unwrap();
    let setting = Setting {
        witnesses: false,
        ..setting
    };
    // What is listed together is as what is asked one by one.
    let listed = View::of(program, &observed, &setting, &ran, (&asked, options)).unwrap();
    let said = |view: &View| serde_json::to_value(view).unwrap();
    assert_eq!(said(&listed), said(&each));
    each
}

pub fn shows(states: &[[i64; 2]]) -> Fake {
    Fake {
        shows: states.iter().map(|state| state.to_vec()).collect(),
        fault: None,
    }
}

/// Ctrl-C while states are judged leaves them open, and says so.
#[test]
fn an_interrupt_ends_judging() {
    let options = Options {
        stop: Stop::never().and_when(Arc::new(AtomicBool::new(true))),
        ..Options::default()
    };
    let view = judged(&sb(), shows(&[[0, 1], [1, 1]]), &["tso"], &options);
    assert!(view.is_open() && !view.has_forbidden());
    assert_eq!(view.instances, 4);
    for state in &view.states {
        assert_eq!(state.models[0].says, Say::Open);
        let notes = &state.models[0].notes;
        assert!(
            notes.iter().any(|note| note.contains("interrupted")),
            "{notes:?}"
        );
    }
}

#[test]
fn a_forbidden_state_is_told_with_its_reason() {
    let view = view(&sb(), shows(&[[0, 1], [0, 0], [1, 1]]), &["tso", "sc"]);
    assert!(view.has_forbidden() && !view.is_open());
    assert_eq!((view.instances, view.condition_seen), (6, 2));
    let says: Vec<Vec<Say>> = view
        .states
        .iter()
        .map(|state| state.models.iter().map(|one| one.says).collect())
        .collect();
    let [yes, no] = [Say::Allowed, Say::Forbidden];
    assert_eq!(says, [[yes, no], [yes, yes], [yes, yes]]);
    assert_eq!(
        (view.states[0].first.launch, view.states[0].first.instance),
        (0, 1)
    );
    assert!(view.states[0].models[1].reason.is_some());
    let shown = text::render(&view, Layout::default());
    let rows: Vec<&str> = shown.lines().collect();
    assert!(
        rows[2].contains("FORBIDDEN") && rows[2].ends_with("launch 0, instance 1"),
        "{shown}"
    );
    let line = "  condition seen 2 times; tso says reachable; sc says unreachable  ← error";
    assert!(rows.contains(&line), "{shown}");
    assert!(shown.contains("axiom"), "{shown}");
}

#[test]
fn a_value_that_nobody_makes_is_forbidden_by_all() {
    let view = view(&sb(), shows(&[[7, 0]]), &[]);
    assert!(view.states[0].other && view.has_forbidden());
    let shown = text::render(&view, Layout::default());
    assert!(
        shown.contains("a value that no instruction makes"),
        "{shown}"
    );
    let quiet = text::render(
        &view,
        Layout {
            quiet: true,
            ..Layout::default()
        },
    );
    let told = "error: 1 state seen that no instruction makes, first P0:r0=7 P1:r0=0 in launch 0, instance 0";
    assert!(quiet.contains(told), "{quiet}");
}

#[test]
fn a_hang_leaves_what_was_seen() {
    let fault = Fault::Hang("no answer in 10 s".to_owned());
    let fake = Fake {
        fault: Some((1, fault)),
        ..shows(&[[1, 1]])
    };
    let view = view(&sb(), fake, &["tso"]);
    assert_eq!((view.launches, view.instances), (1, 2));
    assert!(view.is_open() && !view.has_forbidden());
    let failure = view.failure.as_deref().unwrap_or_default();
    assert_eq!(failure, "the launch hangs: no answer in 10 s");
}

#[test]
fn nothing_seen_is_an_error_and_never_not_seen() {
    let view = view(&sb(), shows(&[]), &["tso"]);
    assert!(view.is_open() && view.failure.is_some());
    let shown = text::render(&view, Layout::default());
    assert!(!shown.contains("not seen"), "{shown}");
    assert!(shown.contains("no instance came to its end"), "{shown}");
}

#[test]
fn a_model_that_refuses_the_test_does_not_judge() {
    let text = "PTX t\n{ x = 0; }\n P0@cta 0,gpu 0 | P1@cta 0,gpu 0 ;\n st.weak x, 1 | bar.sync 0 ;\n \
                bar.sync 0 | ld.weak r0, x ;\nexists (P1:r0 == 0)";
    let program = gpu_litmus::load("t.litmus", text).unwrap();
    let fake = Fake {
        shows: vec![vec![1]],
        fault: None,
    };
    let view = view(&program, fake, &["tso", "ptx-7.5"]);
    assert_eq!(view.models[0].unsupported.as_deref(), Some("barriers"));
    assert_eq!(view.states[0].models.len(), 1);
    assert!(view.is_open() && !view.has_forbidden());
}
