//! Whether a register, a literal or a name fits the type that an instruction has there.

use crate::ptx::decode::{Found, Names};
use crate::ptx::operation::Literal;
use crate::ptx::parse::raw;
use crate::ptx::types::{Kind, Type};
use crate::syntax::Diagnostic;
use crate::syntax::span::{Span, Spanned};

/// What is wanted of an operand.
#[derive(Clone, Copy)]
pub struct Wanted<'a> {
    /// The instruction.
    pub opcode: &'a str,
    /// The type.
    pub ty: Type,
    /// A wider register will do.
    pub wider: bool,
}

impl Wanted<'_> {
    /// Whether an operand fits.
    pub fn value(
        self,
        names: &Names<'_>,
        operand: &Spanned<raw::Operand<'_>>,
    ) -> Result<(), Diagnostic> {
        match &operand.node {
            raw::Operand::Not(name) if self.ty.kind != Kind::Predicate => {
                Err(self.other(operand.span, &format!("`!{name}` is a predicate")))
            }
            raw::Operand::Name(name)
            | raw::Operand::Sum(name, _)
            | raw::Operand::Element(name, _)
            | raw::Operand::Not(name) => self.name(names, name, operand.span),
            raw::Operand::Literal(literal) => self.literal(*literal, operand.span),
            raw::Operand::Address(..)
            | raw::Operand::Pair(..)
            | raw::Operand::Vector(_)
            | raw::Operand::Group(_)
            | raw::Operand::Composite => Err(Diagnostic::new(
                "unexpected operand",
                operand.span,
                "expected a value",
            )),
        }
    }

    /// Whether what a name stands for fits.
    pub fn name(self, names: &Names<'_>, name: &str, span: Span) -> Result<(), Diagnostic> {
        match names.look_up(name, span)? {
            Found::Register(register) => match names.ty(register) {
                Some(ty) if !self.takes(ty) => Err(self.register(name, ty, span)),
                Some(_) | None => Ok(()),
            },
            Found::Special(_) => self.special(name, span),
            Found::Symbol(_) if matches!(self.ty.kind, Kind::Float | Kind::Predicate) => {
                Err(self.other(span, &format!("`{name}` is an address")))
            }
            Found::Symbol(_) => Ok(()),
        }
    }

    fn takes(self, declared: Type) -> bool {
        let predicate = |ty: Type| ty.kind == Kind::Predicate;
        if predicate(declared) || predicate(self.ty) {
            return predicate(declared) && predicate(self.ty);
        }
        let float = |ty: Type| ty.kind == Kind::Float;
        let untyped = |ty: Type| matches!(ty.kind, Kind::Bits | Kind::Packed);
        let alike = float(declared) == float(self.ty) || untyped(declared) || untyped(self.ty);
        let wide = self.wider && declared.bits > self.ty.bits;
        let wide = wide && (untyped(self.ty) || !float(declared));
        alike && (declared.bits == self.ty.bits || wide)
    }

    fn register(self, name: &str, declared: Type, span: Span) -> Diagnostic {
        let what = format!("`{name}` is `.{declared}`");
        self.other(span, &what)
    }

    fn other(self, span: Span, what: &str) -> Diagnostic {
        let text = format!("{what}, and `{}` takes `.{}` here", self.opcode, self.ty);
        let label = match self.ty.kind {
            Kind::Predicate => "expected a predicate".to_owned(),
            Kind::Float => format!("expected a float of {} bits", self.ty.bits),
            Kind::Unsigned | Kind::Signed => {
                format!("expected a whole number of {} bits", self.ty.bits)
            }
            Kind::Bits | Kind::Packed => format!("expected {} bits", self.ty.bits),
        };
        Diagnostic::new(
            text,
            span,
            if self.wider {
                label + " or more"
            } else {
                label
            },
        )
    }

    fn special(self, name: &str, span: Span) -> Result<(), Diagnostic> {
        // Sixteen bits of those of 32 may be read, and both halves of a grid's number.
        let bits = match name {
            "%is_explicit_cluster" if self.ty.kind == Kind::Predicate => return Ok(()),
            "%gridid" => self.ty.bits,
            "%globaltimer" | "%current_graph_exec" => 64,
            name if name.ends_with("64") => 64,
            _ => 32,
        };
        let size = bits == self.ty.bits || bits > self.ty.bits && (self.wider || bits == 32);
        if matches!(self.ty.kind, Kind::Float | Kind::Predicate) {
            return Err(self.other(span, &format!("`{name}` is a whole number")));
        }
        if size {
            return Ok(());
        }
        Err(self.other(span, &format!("`{name}` has {bits} bits")))
    }

    fn literal(self, literal: Literal, span: Span) -> Result<(), Diagnostic> {
        let (kind, bits) = (self.ty.kind, self.ty.bits);
        let number = match literal {
            Literal::Integer(_) => kind != Kind::Float,
            Literal::Single(_) => {
                kind == Kind::Float && bits >= 32 || kind == Kind::Bits && bits == 32
            }
            Literal::Double(_) => {
                kind == Kind::Float && bits >= 32 || kind == Kind::Bits && bits == 64
            }
        };
        let fits = number || kind == Kind::Packed;
        if fits {
            return Ok(());
        }
        let what = match literal {
            Literal::Integer(_) => "this is a whole number",
            Literal::Single(_) => "this is a float of 32 bits",
            Literal::Double(_) => "this is a float of 64 bits",
        };
        let mistake = self.other(span, what);
        Err(match literal {
            Literal::Integer(_) => mistake.with_help(
                "PTX writes the bits of a float: `0f3F800000` or `0d3FF0000000000000` is 1",
            ),
            Literal::Single(_) | Literal::Double(_) => mistake,
        })
    }
}
