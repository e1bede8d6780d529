//! Operands: registers, numbers, and the locations that accesses go to.

use crate::program::{LocationId, RegisterId, Target, Value, address_of};
use crate::syntax::ast::{Access, Address, Ident, Operand, Space};
use crate::syntax::diagnostic::Diagnostic;
use crate::syntax::span::Span;

use super::code::{Errors, ThreadNames};

impl ThreadNames<'_> {
    pub(super) fn register(&self, name: &Ident, errors: &mut Errors) -> Option<RegisterId> {
        let found = self.registers.find(&name.node);
        if found.is_none() {
            errors.push(self.no_register(name));
        }
        found
    }

    pub(super) fn value(&self, operand: &Operand, errors: &mut Errors) -> Option<Value> {
        match operand {
            Operand::Constant(value) => Some(Value::Constant(value.node)),
            Operand::Name(name) => {
                if self.registers.find(&name.node).is_none() && self.locations.contains(&name.node)
                {
                    errors.push(
                        Diagnostic::new(
                            format!("`{}` is a location, not a value", name.node),
                            name.span,
                            "a register or a number is needed here",
                        )
                        .with_help(format!(
                            "load it first (`ld.weak r, {0}`), or take its address with `mov r, {0}`",
                            name.node
                        )),
                    );
                    return None;
                }
                self.register(name, errors).map(Value::Register)
            }
        }
    }

    /// The source of a `mov`: also the address of a location.
    pub(super) fn movable(&self, operand: &Operand, errors: &mut Errors) -> Option<Value> {
        if let Operand::Name(name) = operand
            && self.registers.find(&name.node).is_none()
            && let Some((location, ..)) = self.locations.find(&name.node, self.block)
        {
            return Some(Value::Constant(address_of(location)));
        }
        self.value(operand, errors)
    }

    pub(super) fn target(
        &self,
        address: &Address,
        access: Access,
        errors: &mut Errors,
    ) -> Option<Target> {
        let name = &address.name;
        let register = self.registers.find(&name.node);
        let declared = self.locations.find(&name.node, self.block);
        match (register, declared) {
            (None, Some((location, space, declared_at))) => {
                Self::check_space(name, access, space, declared_at, errors);
                Some(Target::Location(location))
            }
            // A location that only another thread's address made one hides no register.
            (Some(_), Some((location, space, declared_at)))
                if !address.bracketed && self.locations.is_declared(&name.node) =>
            {
                Self::check_space(name, access, space, declared_at, errors);
                Some(Target::Location(location))
            }
            (Some(register), _) => Some(Target::Register(register)),
            (None, None) => {
                errors.push(self.no_register(name));
                None
            }
        }
    }

    fn check_space(
        name: &Ident,
        access: Access,
        declared: Space,
        declared_at: Span,
        errors: &mut Errors,
    ) {
        let Some(written) = access.space else { return };
        if written == declared {
            return;
        }
        let word = |space| match space {
            Space::Global => ".global",
            Space::Shared => ".shared",
        };
        let mut error = Diagnostic::new(
            format!(
                "`{}` is {}, but this access says {}",
                name.node,
                word(declared),
                word(written)
            ),
            name.span,
            format!("accessed as {}", word(written)),
        );
        if declared_at == name.span {
            error = error.with_help(format!(
                "a location that is not declared is .global; add `{} {} = 0;` to the init block",
                word(written),
                name.node
            ));
        } else {
            error = error.with_label(declared_at, format!("{} here", word(declared)));
        }
        errors.push(error);
    }

    /// The location of that name in this thread's block.
    pub(super) fn location(&self, name: &Ident, errors: &mut Errors) -> Option<LocationId> {
        let found = self.locations.find(&name.node, self.block);
        if found.is_none() {
            errors.push(
                Diagnostic::new(
                    format!("there is no location `{}`", name.node),
                    name.span,
                    "not declared and not used",
                )
                .with_suggestion(&name.node, self.locations.names()),
            );
        }
        found.map(|(location, ..)| location)
    }

    fn no_register(&self, name: &Ident) -> Diagnostic {
        let error = Diagnostic::new(
            format!("P{} has no register `{}`", self.number, name.node),
            name.span,
            "never written, and not in the init block",
        );
        error
            .with_suggestion(&name.node, self.registers.names())
            .with_declaration(format!("P{}:{} = 0;", self.number, name.node))
    }
}
