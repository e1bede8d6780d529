//! Calls.

use crate::ptx::operation::{CallOperand, Operand, Operation, Symbol};
use crate::ptx::parse::raw;
use crate::syntax::Diagnostic;
use crate::syntax::span::Spanned;

use super::names::Found;
use super::passed::Call;
use super::words::{Decoded, Refusal, Words};

impl Words<'_> {
    /// `call.uni (r), f, (a, b);`: results and arguments are optional.
    pub fn call(&mut self) -> Decoded<Operation> {
        self.take("uni");
        let mut rest = self.operands.iter().peekable();
        let (mut results, mut given) = (Vec::new(), None);
        if let Some(Spanned {
            node: raw::Operand::Group(group),
            ..
        }) = rest.peek()
        {
            results = self.call_operands(group)?;
            given = Some(group);
            rest.next();
        }
        let Some(callee) = rest.next() else {
            return Err(
                Diagnostic::new("a call of nothing", self.span, "expected a function").into(),
            );
        };
        let raw::Operand::Name(name) = callee.node else {
            return Err(
                Diagnostic::new("unexpected operand", callee.span, "expected a function").into(),
            );
        };
        let function = match self.names.look_up(name, callee.span)? {
            Found::Symbol(Symbol::Function(function)) => function,
            Found::Register(_) => return Err(Refusal::unclear("a call through a pointer")),
            Found::Symbol(_) | Found::Special(_) => {
                let message = format!("`{name}` is no function");
                return Err(Diagnostic::new(message, callee.span, "called here").into());
            }
        };
        let (mut arguments, mut passed) = (Vec::new(), None);
        if let Some(Spanned {
            node: raw::Operand::Group(group),
            ..
        }) = rest.next()
        {
            arguments = self.call_operands(group)?;
            passed = Some(group);
        }
        let call = Call {
            names: self.names,
            name,
            callee: callee.span,
            function,
        };
        call.fits(
            given.map_or(&[], Vec::as_slice),
            passed.map_or(&[], Vec::as_slice),
        )?;
        Ok(Operation::Call {
            function,
            results,
            arguments,
        })
    }

    fn call_operands(&self, group: &[Spanned<raw::Operand<'_>>]) -> Decoded<Vec<CallOperand>> {
        let one = |operand| {
            Ok(match self.names.value(operand)? {
                Operand::Symbol(Symbol::Own(variable), 0) => CallOperand::Variable(variable),
                value => CallOperand::Value(value),
            })
        };
        group.iter().map(one).collect()
    }
}
