//! What a call passes, held against what the function declares.

use crate::ptx::module::Variable;
use crate::ptx::operation::Symbol;
use crate::ptx::parse::raw;
use crate::ptx::types::{Kind, Space, Type};
use crate::syntax::Diagnostic;
use crate::syntax::span::{Span, Spanned};

use super::names::{Found, Names};

/// A call of a function of the module.
pub struct Call<'a> {
    pub names: &'a Names<'a>,
    pub name: &'a str,
    pub callee: Span,
    pub function: usize,
}

impl Call<'_> {
    /// Whether the function takes or gives registers.
    pub fn is_in_registers(&self) -> bool {
        let function = self.names.module.functions.get(self.function);
        function.is_some_and(|function| !function.registers.is_empty())
    }

    /// Whether all that is passed fits.
    pub fn fits(
        &self,
        results: &[Spanned<raw::Operand<'_>>],
        arguments: &[Spanned<raw::Operand<'_>>],
    ) -> Result<(), Diagnostic> {
        let Some(function) = self.names.module.functions.get(self.function) else {
            return Ok(());
        };
        if function.is_entry {
            let message = format!("`{}` is a kernel", self.name);
            return Err(
                Diagnostic::new(message, self.callee, "only functions can be called")
                    .with_label(function.span, "declared here"),
            );
        }
        let groups = [
            (results, &function.results, "result"),
            (arguments, &function.parameters, "argument"),
        ];
        for (given, declared, what) in groups {
            // What prints takes as many arguments as there are.
            let open = declared.last().is_some_and(|last| last.bytes.is_none());
            if given.len() != declared.len() && !open {
                return Err(self.count(given.len(), declared.len(), what, function.span));
            }
            for (operand, declared) in given.iter().zip(declared) {
                self.one(operand, declared, what)?;
            }
        }
        Ok(())
    }

    fn count(&self, given: usize, declared: usize, what: &str, span: Span) -> Diagnostic {
        let plural = if declared == 1 { "" } else { "s" };
        let message = format!("`{}` has {declared} {what}{plural}, not {given}", self.name);
        Diagnostic::new(message, self.callee, "called here").with_label(span, "declared here")
    }

    fn one(
        &self,
        operand: &Spanned<raw::Operand<'_>>,
        declared: &Variable,
        what: &str,
    ) -> Result<(), Diagnostic> {
        let raw::Operand::Name(name) = operand.node else {
            return Ok(());
        };
        let wanted = declared.bytes.unwrap_or(0);
        match self.names.find(name) {
            Some(Found::Register(register)) => {
                let ty = self.names.ty(register).unwrap_or(Type::B64);
                let scalar = declared.ty.bytes() == wanted;
                let narrow = wanted < 2 && ty.bits == 16;
                if scalar && ty.kind != Kind::Predicate && (ty.bytes() == wanted || narrow) {
                    return Ok(());
                }
                Err(self.size(
                    name,
                    ty.bytes(),
                    wanted,
                    (operand.span, declared.span),
                    what,
                ))
            }
            Some(Found::Symbol(Symbol::Own(at))) => {
                let own = self
                    .names
                    .own
                    .get(at)
                    .filter(|own| own.space == Space::Param);
                let Some(own) = own else {
                    return Err(no_place(name, operand.span));
                };
                let bytes = own.bytes.unwrap_or(0);
                if bytes == wanted || declared.bytes.is_none() {
                    return Ok(());
                }
                Err(self.size(name, bytes, wanted, (operand.span, declared.span), what))
            }
            Some(Found::Symbol(_)) => Err(no_place(name, operand.span)),
            Some(Found::Special(_)) | None => Ok(()),
        }
    }

    fn size(
        &self,
        name: &str,
        given: u64,
        wanted: u64,
        spans: (Span, Span),
        what: &str,
    ) -> Diagnostic {
        let message = format!(
            "`{name}` has {given} bytes, and the {what} of `{}` {wanted}",
            self.name
        );
        Diagnostic::new(message, spans.0, format!("expected {wanted} bytes"))
            .with_label(spans.1, "declared here")
    }
}

fn no_place(name: &str, span: Span) -> Diagnostic {
    let message = format!("`{name}` cannot be passed");
    Diagnostic::new(
        message,
        span,
        "expected a register, or a `.param` variable of this function's body",
    )
}
