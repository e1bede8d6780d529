//! Whether what is violated rests on vectors being an operation for each element.

use crate::kernel::setup::Setup;
use crate::ptx::operation::Operation;

use super::answer::{Answer, Checked, Report};
use super::{Ask, ask};

/// What is said of a check that holds where vectors are whole.
const VANISHES: &str = "does not happen where a vector is one operation, and not one for each element (`--vectors whole`)";

/// What is said of a check that is not known.
const LESS: &str = "there is less to look at where a vector is one operation, and not one for each element (`--vectors whole`)";

/// Says of each check that is violated whether it holds where a vector is one operation, and of each that is not known that it may be asked so.
pub fn vanishing(setup: &Setup, asked: &Ask, report: &mut Report) {
    if setup.description.vectors_whole || !has_vectors(setup) {
        return;
    }
    let unknown = |check: &&mut Checked| check.answer == Answer::Unknown;
    for check in report.checks.iter_mut().filter(unknown) {
        check.remarks.push(LESS.to_owned());
    }
    let wrong = |answer: Answer| matches!(answer, Answer::Violated | Answer::Undefined);
    let any = report.checks.iter().any(|check| wrong(check.answer));
    if !any {
        return;
    }
    let mut whole = setup.clone();
    whole.description.vectors_whole = true;
    let other = ask(&whole, asked);
    for check in report.checks.iter_mut().filter(|one| wrong(one.answer)) {
        let holds = |one: &Checked| one.name == check.name && one.answer == Answer::Holds;
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
