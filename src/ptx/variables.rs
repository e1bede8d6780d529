//! Where `.param` variables are live: what calls are given and give back is of no use once it is read.

use super::module::{Body, Instruction};
use super::operation::{Base, CallOperand, Operand, Operation, Symbol};
use super::registers::{Flow, Liveness};

impl Liveness {
    /// Of the variables of a body.
    #[must_use]
    pub fn of_variables(body: &Body) -> Self {
        let length = body.code.len();
        let flow = body.code.iter().enumerate().map(|(at, one)| Flow {
            reads: read(one),
            kills: written(one, body),
            next: one.successors(at, length),
        });
        Self::solve(body.variables.len(), &flow.collect::<Vec<Flow>>())
    }
}

/// The variables that an instruction may read.
fn read(one: &Instruction) -> Vec<usize> {
    let mut found: Vec<usize> = Vec::new();
    let operands = one.operation.operands();
    found.extend(operands.iter().filter_map(|operand| match operand {
        Operand::Symbol(Symbol::Own(variable), _) => Some(*variable),
        Operand::Symbol(
            Symbol::Module(_) | Symbol::Parameter(_) | Symbol::Result(_) | Symbol::Function(_),
            _,
        )
        | Operand::Register(_)
        | Operand::Not(_)
        | Operand::Literal(_)
        | Operand::Special(_) => None,
    }));
    if let Operation::Load { address, .. } | Operation::Atomic { address, .. } = &one.operation {
        found.extend(own(&address.base));
    }
    if let Operation::Call { arguments, .. } = &one.operation {
        found.extend(arguments.iter().filter_map(variable));
    }
    found
}

/// The variables that an instruction writes as a whole.
fn written(one: &Instruction, body: &Body) -> Vec<usize> {
    if one.guard.is_some() {
        return Vec::new();
    }
    let Operation::Store {
        access,
        address,
        values,
    } = &one.operation
    else {
        return one.operation.given_back().collect();
    };
    let bytes = access.ty.bytes() * values.len() as u64;
    let whole = |variable: &usize| {
        let variable = body.variables.get(*variable);
        let size = variable.and_then(|variable| variable.bytes);
        address.offset == 0 && size.is_some_and(|size| size <= bytes)
    };
    own(&address.base).filter(whole).into_iter().collect()
}

impl Operation {
    /// The variables that a call writes when it comes back.
    pub fn given_back(&self) -> impl Iterator<Item = usize> {
        let results = if let Self::Call { results, .. } = self {
            &results[..]
        } else {
            &[]
        };
        results.iter().flatten().filter_map(variable)
    }
}

const fn own(base: &Base) -> Option<usize> {
    match base {
        Base::Symbol(Symbol::Own(variable)) => Some(*variable),
        Base::Symbol(
            Symbol::Module(_) | Symbol::Parameter(_) | Symbol::Result(_) | Symbol::Function(_),
        )
        | Base::Register(_)
        | Base::Number(_) => None,
    }
}

const fn variable(operand: &CallOperand) -> Option<usize> {
    match operand {
        CallOperand::Variable(variable) => Some(*variable),
        CallOperand::Value(_) => None,
    }
}
