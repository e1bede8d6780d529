//! The same test with nothing that orders: what a forbidden outcome looks like where it is not forbidden.

use crate::program::{Program, load};
use crate::syntax::ast::{Fence, Operation, Order, Statement, Test};
use crate::syntax::diagnostic::Report;
use crate::syntax::parse_source;
use crate::syntax::print::{Style, print};

/// A test without its fences and with relaxed accesses where they order; none where it has nothing of the kind. It expects nothing of models.
///
/// # Errors
///
/// Its text has mistakes.
///
/// ```
/// use gpu_litmus::device::run::tune::relax::relaxed;
/// let text = "PTX T\n{}\n P0@cta 0,gpu 0 ;\n st.release.gpu x, 1 ;\n fence.sc.gpu ;\n st.weak y, 1 ;\nexists (x == 1)";
/// let program = relaxed(&gpu_litmus::load("t.litmus", text)?)?.unwrap();
/// assert_eq!(program.threads[0].code.len(), 2);
/// assert!(program.source.text.contains("st.relaxed.gpu"));
/// # Ok::<(), gpu_litmus::Report>(())
/// ```
pub fn relaxed(program: &Program) -> Result<Option<Program>, Report> {
    let mut test = parse_source(&program.source)?;
    if !relax(&mut test) {
        return Ok(None);
    }
    test.expectations.clear();
    let text = print(&test, &Style::default());
    load(&program.source.name, &text).map(Some)
}

/// Whether anything of it ordered.
fn relax(test: &mut Test) -> bool {
    let mut changed = false;
    for column in &mut test.threads {
        let before = column.cells.len();
        column.cells.retain(|cell| !orders(&cell.node));
        changed |= column.cells.len() < before;
        for cell in &mut column.cells {
            let Statement::Instruction { operation, .. } = &mut cell.node else {
                continue;
            };
            let (Operation::Load { access, .. }
            | Operation::Store { access, .. }
            | Operation::Atomic { access, .. }) = operation
            else {
                continue;
            };
            match access.order {
                Order::Acquire | Order::Release | Order::AcqRel | Order::Sc => {
                    access.order = Order::Relaxed;
                    access.remote = false;
                    changed = true;
                }
                Order::Weak | Order::Relaxed => {}
            }
        }
    }
    changed
}

/// Whether a statement is there for order alone.
const fn orders(statement: &Statement) -> bool {
    let Statement::Instruction { operation, .. } = statement else {
        return false;
    };
    match operation {
        Operation::Fence(Fence::Sc(_) | Fence::AcqRel(_)) => true,
        Operation::Fence(Fence::Proxy(_) | Fence::Alias | Fence::Hole)
        | Operation::Load { .. }
        | Operation::Store { .. }
        | Operation::Atomic { .. }
        | Operation::Barrier { .. }
        | Operation::Move { .. }
        | Operation::Arithmetic { .. }
        | Operation::SetPredicate { .. }
        | Operation::Branch { .. } => false,
    }
}
