//! Audits: models with a fault are refuted by a smallest test, and those without one are proved.
#![expect(
    clippy::unwrap_used,
    clippy::panic,
    reason = "a test that cannot run should fail"
)]

use std::time::Duration;

use gpu_litmus::model::cat;
use gpu_litmus::stop::Open;
use gpu_litmus::syntax::ast::{Order, Scope};
use gpu_litmus::tasks::audit::{Audit, Proof, Property, Request, Standing, run};
use gpu_litmus::tasks::space::{Bounds, Dependency, Kind, Level, Size, Strength, Vocabulary};
use gpu_litmus::tasks::survey::How;
use gpu_litmus::verdict::query::Options;
use gpu_litmus::{Model, Verdict};

fn model(axioms: &str) -> Model {
    let text = format!("\"a model with a fault\"\n{axioms}");
    Model::of(
        "fault.cat",
        "a test",
        cat::load("fault.cat", &text).unwrap(),
    )
}

/// Weak loads and stores, one fence.
fn plain(model: &Model) -> Vocabulary {
    Vocabulary {
        kinds: vec![Kind::Store, Kind::Load],
        loads: vec![Order::Weak],
        stores: vec![Order::Weak],
        fences: Vec::new(),
        dependencies: Vec::new(),
        placements: vec![Level::Gpu],
        threads: 2,
        locations: 2,
        ..Vocabulary::of(&[model])
    }
}

fn audit(model: &Model, properties: &[Property], vocabulary: Vocabulary, bounds: Bounds) -> Audit {
    let request = Request {
        properties: properties.to_vec(),
        vocabulary,
        bounds,
        options: Options {
            timeout: Some(Duration::from_secs(600)),
            ..Options::default()
        },
        how: How::default(),
    };
    run(model, &Model::find("sc").unwrap(), &request, &mut |_| {})
}

fn only(audit: &Audit) -> &Proof {
    match &audit.findings[0].standing {
        Standing::Refuted(proof) => proof,
        other => panic!("{other:?}"),
    }
}

/// What refutes a property of a model with these axioms, among tests of so many accesses or fewer.
fn refuted(
    axioms: &str,
    property: Property,
    accesses: usize,
    vocabulary: impl Fn(Vocabulary) -> Vocabulary,
) -> (Size, String) {
    let model = model(axioms);
    let found = audit(
        &model,
        &[property],
        vocabulary(plain(&model)),
        Bounds::accesses(accesses),
    );
    let proof = only(&found);
    assert_eq!(proof.test.answer.verdict, Verdict::Reachable);
    assert!(proof.test.answer.witness.is_some());
    assert_eq!(proof.against.answer.verdict, Verdict::Unreachable);
    assert!(proof.against.answer.reason.is_some());
    // What is printed is a test, of that name.
    for shown in [&proof.test, &proof.against] {
        let program = gpu_litmus::load("shown.litmus", &shown.text).unwrap();
        assert_eq!(program.name, shown.name);
    }
    (proof.size, proof.test.text.clone())
}

const COHERENT: &str =
    "acyclic po-loc | rf | co | fr as coherence\nempty rmw & (fr ; co) as atomicity\n";

#[test]
fn a_fence_that_sets_free() {
    // Program order across a fence does not count.
    let axioms =
        format!("{COHERENT}acyclic ((po & (M * M)) \\ (po ; [F] ; po)) | rf | co | fr as order");
    let fenced = |vocabulary| Vocabulary {
        fences: vec![Strength::Sc],
        ..vocabulary
    };
    let (size, text) = refuted(&axioms, Property::FencesMonotone, 4, fenced);
    assert_eq!(
        (size.accesses, size.fences, size.threads),
        (4, 1, 2),
        "{text}"
    );
    // With all other fences left out, there is nothing to refute it.
    let model = model(&axioms);
    let none = audit(
        &model,
        &[Property::FencesMonotone],
        plain(&model),
        Bounds::accesses(4),
    );
    assert!(matches!(
        none.findings[0].standing,
        Standing::Vacuous { .. }
    ));
}

#[test]
fn a_scope_that_sets_free() {
    let axioms = format!("{COHERENT}acyclic (po \\ ([GPU] ; po)) | rf | co | fr as order");
    let scoped = |vocabulary| Vocabulary {
        stores: vec![Order::Relaxed],
        scopes: vec![
            gpu_litmus::syntax::ast::Scope::Cta,
            gpu_litmus::syntax::ast::Scope::Gpu,
        ],
        ..vocabulary
    };
    let (size, text) = refuted(&axioms, Property::FencesMonotone, 4, scoped);
    assert_eq!((size.accesses, size.fences), (4, 0), "{text}");
    assert!(text.contains("st.relaxed.gpu"), "{text}");
}

#[test]
fn neighbours_that_see_less() {
    let axioms = format!("{COHERENT}acyclic po | ((rf | co | fr) \\ same-cta) as order");
    let placed = |vocabulary| Vocabulary {
        placements: vec![Level::Cta, Level::Gpu],
        ..vocabulary
    };
    let (size, text) = refuted(&axioms, Property::PlacementMonotone, 4, placed);
    assert_eq!((size.accesses, size.threads), (4, 2), "{text}");
    assert!(text.contains("P1@cta 0"), "{text}");
}

#[test]
fn a_read_of_what_was_overwritten() {
    let (size, text) = refuted("acyclic po | rf as order", Property::Coherent, 3, |one| one);
    assert_eq!((size.accesses, size.threads), (2, 1), "{text}");
}

#[test]
fn a_race_that_nobody_calls_one() {
    let axioms = format!("{COHERENT}flag ~empty (rf & rf^-1) as data-race");
    let (size, text) = refuted(&axioms, Property::DrfSc, 4, |one| one);
    assert_eq!((size.accesses, size.threads), (4, 2), "{text}");
    // Once the model calls all accesses of two threads a race, the same test says nothing.
    let strict = model(&format!(
        "{COHERENT}let race = loc & ext & ((W * M) | (M * W)) & ((M \\ IW) * (M \\ IW))\nflag ~empty race as data-race"
    ));
    let found = audit(
        &strict,
        &[Property::DrfSc],
        plain(&strict),
        Bounds::accesses(4),
    );
    assert!(
        matches!(found.findings[0].standing, Standing::Vacuous { .. }),
        "{found:?}"
    );
}

#[test]
fn values_out_of_thin_air() {
    let linked = |vocabulary| Vocabulary {
        dependencies: vec![Dependency::Data],
        ..vocabulary
    };
    let (size, text) = refuted(COHERENT, Property::NoThinAir, 4, linked);
    assert_eq!((size.accesses, size.dependencies), (4, 2), "{text}");
    let model = model(&format!("{COHERENT}acyclic rf | data as no-thin-air"));
    let found = audit(
        &model,
        &[Property::NoThinAir],
        linked(plain(&model)),
        Bounds::accesses(4),
    );
    assert!(
        matches!(found.findings[0].standing, Standing::Proved),
        "{found:?}"
    );
}

#[test]
fn a_write_between_the_halves_of_an_update() {
    let updates = |vocabulary| Vocabulary {
        kinds: vec![Kind::Store, Kind::Rmw],
        ..vocabulary
    };
    let axioms = "acyclic po-loc | rf | co | fr as coherence";
    let (size, text) = refuted(axioms, Property::MultiCopyAtomic, 2, updates);
    assert_eq!((size.accesses, size.threads), (2, 2), "{text}");
}

#[test]
fn engines_that_do_not_agree() {
    // The enumerator answers for what is called `sc`; the solver reads the text.
    let weak = cat::load("sc.cat", COHERENT).unwrap();
    let weak = Model::of("sc", "a test", weak);
    let found = audit(
        &weak,
        &[Property::EnginesAgree],
        plain(&weak),
        Bounds::accesses(4),
    );
    let proof = only(&found);
    assert_eq!(proof.size.accesses, 4);
    assert_ne!(proof.test.answer.verdict, proof.against.answer.verdict);
}

#[test]
fn sound_models_are_proved() {
    for name in ["sc", "tso"] {
        let model = Model::find(name).unwrap();
        let vocabulary = Vocabulary {
            dependencies: vec![Dependency::Data],
            ..Vocabulary::of(&[&model])
        };
        let bounds = Bounds {
            fences: Some(1),
            ..Bounds::accesses(3)
        };
        let fast = Property::ALL.into_iter();
        let fast: Vec<Property> = fast.filter(|one| *one != Property::EnginesAgree).collect();
        let found = audit(&model, &fast, vocabulary, bounds);
        for finding in &found.findings {
            let property = finding.property;
            match &finding.standing {
                Standing::Proved => assert!(finding.counted.programs > 30, "{property:?}"),
                // Threads are near by one device alone, and sequential consistency needs no fence.
                Standing::Vacuous { .. } => assert!(
                    property == Property::PlacementMonotone
                        || (name == "sc" && property == Property::FencesMonotone),
                    "{name}: {property:?}"
                ),
                Standing::NotAsked { .. } => assert_eq!(property, Property::DrfSc),
                other => panic!("{name}: {property:?}: {other:?}"),
            }
        }
        let found = audit(
            &model,
            &[Property::EnginesAgree],
            plain(&model),
            Bounds::accesses(3),
        );
        assert!(matches!(found.findings[0].standing, Standing::Proved));
    }
}

#[test]
fn what_was_proved_in_time_is_said() {
    let model = Model::find("tso").unwrap();
    let request = Request {
        properties: vec![Property::Coherent],
        vocabulary: Vocabulary::of(&[&model]),
        bounds: Bounds::accesses(16),
        options: Options {
            timeout: Some(Duration::ZERO),
            ..Options::default()
        },
        how: How::default(),
    };
    let found = run(&model, &Model::find("sc").unwrap(), &request, &mut |_| {});
    let finding = &found.findings[0];
    assert!(
        matches!(finding.standing, Standing::Open { why: Open::Time }),
        "{finding:?}"
    );
    assert!(finding.counted.accesses < 3);
}

/// The anomaly of weak coherence: a fence after a store delivers it in two parts.
#[test]
fn a_fence_of_the_machine_adds_an_outcome() {
    let weak = Model::find("ugpu-weak").unwrap();
    let vocabulary = Vocabulary {
        kinds: vec![Kind::Store, Kind::Load],
        dependencies: Vec::new(),
        locations: 1,
        threads: 3,
        scopes: vec![Scope::Cta],
        ..Vocabulary::of(&[&weak])
    };
    let bounds = Bounds {
        fences: Some(2),
        ..Bounds::accesses(4)
    };
    let found = audit(&weak, &[Property::FencesMonotone], vocabulary, bounds);
    let proof = only(&found);
    assert_eq!(
        (proof.size.accesses, proof.size.threads),
        (4, 3),
        "{}",
        proof.test.text
    );
    assert!(
        proof.says.contains("without its `fence.sc.cta`"),
        "{}",
        proof.says
    );
}

/// What other threads see in order nobody sees where there is no other thread: such a test refutes nothing.
#[test]
fn one_thread_has_no_onlookers() {
    let model = model("acyclic po | rf as tied\nempty rmw & (fr ; co) as atomicity");
    let vocabulary = Vocabulary {
        kinds: vec![Kind::Store, Kind::Load, Kind::Rmw],
        threads: 3,
        ..plain(&model)
    };
    let property = [Property::MultiCopyAtomic];
    let found = audit(&model, &property, vocabulary, Bounds::accesses(3));
    let several = match &found.findings[0].standing {
        Standing::Refuted(proof) => proof.size.threads > 1,
        Standing::Proved
        | Standing::Vacuous { .. }
        | Standing::Open { .. }
        | Standing::NotAsked { .. } => true,
    };
    assert!(several, "{:?}", found.findings[0].standing);
    let two = |standing: &Standing| matches!(standing, Standing::Refuted(proof) if proof.size.threads == 2);
    assert!(two(&found.findings[0].standing), "{found:?}");
}
