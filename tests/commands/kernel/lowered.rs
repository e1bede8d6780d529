//! Launches as events against launches as interleavings: under sequential consistency both leave the same.
//! `tests/verdicts/kernels` does so with random kernels.
use gpu_litmus::kernel::interpret::exploration::Limits;
use gpu_litmus::kernel::interpret::explore::explore;
use gpu_litmus::kernel::report::outside::sequential;
use gpu_litmus::kernel::report::weak::{Said, Weak};
use gpu_litmus::kernel::setup::Setup;
use gpu_litmus::verdict::query::Options;

/// Outcomes of each that are asked for one by one.
const ASKED: usize = 4;

/// Compares what both ways leave in the outputs.
pub fn agree(setup: &Setup, name: &str) {
    let model = sequential().unwrap();
    let exploration = explore(setup, &Limits::default());
    assert!(exploration.complete(), "{name}");
    let options = Options::default();
    let weak = Weak::under(
        setup,
        &exploration.outputs,
        &exploration.contended,
        model,
        &options,
    );
    let weak = weak.unwrap_or_else(|why| panic!("{name}: {why:?}"));
    for outcome in exploration.outcomes.iter().take(ASKED) {
        let said = weak.gives(&outcome.contents);
        assert!(
            matches!(said, Said::Run(_)),
            "{name}: {:?} is lost: {said:?}",
            outcome.contents
        );
    }
    let known: Vec<_> = exploration
        .outcomes
        .iter()
        .map(|one| one.contents.clone())
        .collect();
    let said = weak.beyond(&known);
    assert!(matches!(said, Said::Never), "{name}: {said:?}");
}

#[test]
fn examples_leave_what_interleavings_leave() {
    for name in [
        "grid-barrier-counter/right",
        "last-block/wrong",
        "spin-lock/wrong",
        "look-back/wrong",
        "flag-payload/right",
        "two-gpus/right",
        // Its threads forget what they compared in vain.
        "semaphore/right",
    ] {
        let path = format!(
            "{}/examples/kernels/{name}.toml",
            env!("CARGO_MANIFEST_DIR")
        );
        let setup = gpu_litmus::kernel::load::load(std::path::Path::new(&path)).unwrap();
        agree(&setup, name);
    }
}
