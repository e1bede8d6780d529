//! Whether what is violated rests on vectors being an operation for each element.

use crate::kernel::setup::Setup;
use crate::ptx::operation::Operation;

use super::answer::{Answer, Report};
use super::{Ask, ask};

/// What is said of a check that holds where vectors are whole.
const VANISHES: &str = "does not happen where a vector is one operation, and not one for each element (`--vectors whole`)";

/// Says of each check that is violated whether it holds where a vector is one operation.
pub fn vanishing(setup: &Setup, asked: &Ask, report: &mut Report) {
    let wrong = |answer: Answer| matches!(answer, Answer::Violated | Answer::Undefined);
    let any = report.checks.iter().any(|check| wrong(check.answer));
    if !any || setup.description.vectors_whole || !has_vectors(setup) {
        return;
    }
    let mut whole = setup.clone();
    whole.description.vectors_whole = true;
    let other = ask(&whole, asked);
    for check in report.checks.iter_mut().filter(|one| wrong(one.answer)) {
        let holds =
            |one: &super::answer::Checked| one.name == check.name && one.answer == Answer::Holds;
        if other.checks.iter().any(holds) {
            check.remarks.push(VANISHES.to_owned());
        }
    }
}

/// Whether some function that threads can reach accesses memory by vectors.
fn has_vectors(setup: &Setup) -> bool {
    setup.reachable().into_iter().any(|function| {
        let body = setup.module.functions[function].body.iter();
        let mut code = body.flat_map(|body| &body.code);
        code.any(|one| is_vector(&one.operation))
    })
}

fn is_vector(operation: &Operation) -> bool {
    operation
        .access()
        .is_some_and(|(_, _, elements)| elements > 1)
}
