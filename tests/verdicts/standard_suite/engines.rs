//! The expectations, asked of the engines without a solver.

use gpu_litmus::explicit;
use gpu_litmus::explicit::Switches;
use gpu_litmus::stop::Open;
use gpu_litmus::tasks::suite;
use gpu_litmus::ugpu::machine as ugpu;
use gpu_litmus::ugpu::machine::Bends;

const BOUND: usize = 2;

/// What an engine says, if it knows the model and finds an end.
fn answer(
    program: &gpu_litmus::Program,
    model: &str,
) -> Option<(&'static str, Option<&'static str>)> {
    let ugpu = ugpu::Model::ALL
        .into_iter()
        .find(|known| known.name() == model);
    if let Some(model) = ugpu {
        let limits = ugpu::Limits {
            states: 1_000_000,
            ..ugpu::Limits::default()
        };
        let found = ugpu::check(program, model, &limits, BOUND, Bends::NONE).ok()?;
        let open =
            found.verdict == ugpu::Verdict::Unknown && matches!(found.open, Some(Open::Size(_)));
        let quantity = found.quantity.map(ugpu::Quantity::name);
        return (!open).then_some((found.verdict.name(), quantity));
    }
    let model = explicit::Model::from_name(model)?;
    let limits = explicit::Limits::default();
    let found = explicit::check(program, model, &limits, BOUND, &Switches::ALL).ok()?;
    let open =
        found.verdict == explicit::Verdict::Unknown && matches!(found.open, Some(Open::Size(_)));
    let quantity = found.quantity.map(explicit::Quantity::name);
    (!open).then_some((found.verdict.name(), quantity))
}

#[test]
fn the_engines_without_a_solver_meet_every_expectation_they_can_judge() {
    let (mut asked, mut judged) = (0, 0);
    let mut wrong = Vec::new();
    for test in suite::all() {
        let program = test.load().unwrap_or_else(|report| panic!("{report}"));
        for expectation in &program.expectations {
            asked += 1;
            let model = &expectation.node.model;
            let Some((verdict, quantity)) = answer(&program, model) else {
                println!("{}, {model}: not judged", test.name);
                continue;
            };
            judged += 1;
            if !expectation.node.is_met(verdict, quantity) {
                wrong.push(format!("{}, {model}: {verdict} {quantity:?}", test.name));
            }
        }
    }
    println!("{judged} of {asked} expectations judged");
    assert!(wrong.is_empty(), "{wrong:#?}");
    assert!(judged * 4 >= asked * 3, "{judged} of {asked} judged");
}
