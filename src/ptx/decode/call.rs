//! Calls.

use crate::ptx::operation::{CallOperand, Operand, Operation, Symbol};
use crate::ptx::parse::raw;
use crate::syntax::Diagnostic;
use crate::syntax::span::Spanned;

use super::names::Found;
use super::passed::Call;
use super::words::{Decoded, Refusal, Words, unexpected};

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
            results = self.call_results(group)?;
            given = Some(group);
            rest.next();
        }
        let Some(callee) = rest.next() else {
            return Err(
                Diagnostic::new("a call of nothing", self.span, "expected a function").into(),
            );
        };
        let raw::Operand::Name(name) = callee.node else {
            return Err(unexpected(callee.span, "expected a function"));
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
        if call.is_in_registers() {
            let what = "a call of a function whose parameters or results are registers";
            return Err(Refusal::unclear(what));
        }
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

    /// Registers, variables, and `_`.
    fn call_results(
        &self,
        group: &[Spanned<raw::Operand<'_>>],
    ) -> Decoded<Vec<Option<CallOperand>>> {
        let one = |operand: &Spanned<raw::Operand<'_>>| {
            if let raw::Operand::Name("_") = operand.node {
                return Ok(None);
            }
            match self.call_operand(operand)? {
                CallOperand::Value(Operand::Literal(_) | Operand::Special(_)) => {
                    let expected = "expected a register, a `.param` variable or `_`";
                    Err(unexpected(operand.span, expected))
                }
                result => Ok(Some(result)),
            }
        };
        group.iter().map(one).collect()
    }

    fn call_operands(&self, group: &[Spanned<raw::Operand<'_>>]) -> Decoded<Vec<CallOperand>> {
        let each = group.iter();
        each.map(|operand| self.call_operand(operand)).collect()
    }

    fn call_operand(&self, operand: &Spanned<raw::Operand<'_>>) -> Decoded<CallOperand> {
        if let raw::Operand::Name("_") = operand.node {
            return Err(unexpected(operand.span, "only a result can be `_`"));
        }
        Ok(match self.names.value(operand)? {
            Operand::Symbol(Symbol::Own(variable), 0) => CallOperand::Variable(variable),
            value => CallOperand::Value(value),
        })
    }
}
