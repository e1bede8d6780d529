//! Programs as tests.

use super::outcome::Outcome;
use super::shape::{Access, Column, Dependency, Fence, Item, Kind, Link, Shape, Strength};
use crate::syntax::ast::{
    self, Address, Arithmetic, AtomicOp, Comparison, Condition, Declaration, Ident, InitialValue,
    Operand, Operation, Proxy, Quantifier, Scope, Space, Statement, Term, Test, Type,
};
use crate::syntax::span::{Span, Spanned};

/// The name of a location.
pub(in crate::tasks) fn location(index: usize) -> String {
    const NAMES: [&str; 6] = ["x", "y", "z", "w", "u", "v"];
    NAMES
        .get(index)
        .map_or_else(|| format!("x{index}"), |&name| name.to_owned())
}

/// The name of the register that the read of this number of a thread finds its value in.
pub(in crate::tasks) fn register(read: usize) -> String {
    format!("r{read}")
}

impl Shape {
    /// The test of this name: whether an outcome is possible, or, without one, whether anything is.
    #[must_use]
    pub fn test(&self, name: &str, outcome: Option<&Outcome>) -> Test {
        let written = self.written();
        let mut init: Vec<Spanned<Declaration>> =
            self.spaces.iter().enumerate().map(declared).collect();
        let mut threads = Vec::new();
        for (thread, column) in self.columns.iter().enumerate() {
            let values = written.get(thread).map_or(&[][..], Vec::as_slice);
            let mut writer = Writer {
                thread,
                values,
                ..Writer::default()
            };
            writer.write(column);
            init.extend(writer.init);
            threads.push(ast::Column {
                number: at(number(thread)),
                warp: self.shares_warp(column).then(|| number(column.place.warp)),
                cta: number(column.place.cta),
                gpu: number(column.place.gpu),
                span: NOWHERE,
                cells: writer.cells,
            });
        }
        Test {
            name: ident(name),
            description: String::new(),
            init,
            threads,
            filter: None,
            quantifier: at(Quantifier::Exists),
            condition: outcome.map_or(Condition::Literal(true, NOWHERE), asked),
            expectations: Vec::new(),
        }
    }

    fn shares_warp(&self, column: &Column) -> bool {
        let here = self.columns.iter().filter(|one| one.place == column.place);
        here.count() > 1
    }
}

const NOWHERE: Span = Span::new(0, 0);

const fn at<T>(node: T) -> Spanned<T> {
    Spanned::new(node, NOWHERE)
}

fn ident(name: &str) -> Ident {
    at(name.to_owned())
}

fn number(index: usize) -> u32 {
    (0..).nth(index).unwrap_or_default()
}

fn declared((index, space): (usize, &Space)) -> Spanned<Declaration> {
    let space = match space {
        Space::Global => None,
        Space::Shared => Some(at(Space::Shared)),
    };
    at(Declaration::Location {
        name: ident(&location(index)),
        space,
        value: 0,
    })
}

fn asked(outcome: &Outcome) -> Condition {
    let equal = |term: Term, value: i64| {
        Condition::Compare(Comparison::Eq, term, Term::Constant(at(value)), NOWHERE)
    };
    let mut parts = Vec::new();
    for (thread, reads) in outcome.reads.iter().enumerate() {
        for (read, &value) in reads.iter().enumerate() {
            let term = Term::Register(at(number(thread)), ident(&register(read)));
            parts.push(equal(term, value));
        }
    }
    for (index, &value) in outcome.memory.iter().enumerate() {
        parts.push(equal(Term::Location(ident(&location(index)), None), value));
    }
    match parts.pop() {
        None => Condition::Literal(true, NOWHERE),
        Some(only) if parts.is_empty() => only,
        Some(last) => {
            parts.push(last);
            Condition::And(parts, NOWHERE)
        }
    }
}

/// Writes a thread.
#[derive(Debug, Default)]
struct Writer<'a> {
    thread: usize,
    /// What each access writes.
    values: &'a [Option<i64>],
    init: Vec<Spanned<Declaration>>,
    cells: Vec<Spanned<Statement>>,
    /// For each access, the register that it has read into.
    read: Vec<Option<String>>,
    /// How many helping registers, and labels, there are.
    helpers: usize,
}

impl Writer<'_> {
    fn write(&mut self, column: &Column) {
        for item in &column.items {
            match item {
                Item::Access(access) => self.access(access),
                Item::Fence(fence) => self.push(Operation::Fence(fence_of(*fence))),
            }
        }
    }

    fn push(&mut self, operation: Operation) {
        self.cells.push(at(Statement::Instruction {
            guard: None,
            operation,
        }));
    }

    fn access(&mut self, access: &Access) {
        let index = self.read.len();
        let value = self.values.get(index).copied().flatten().unwrap_or(0);
        let mut operand = Operand::Constant(at(value));
        let mut address = Address {
            name: ident(&location(access.location)),
            bracketed: false,
        };
        if let Some((link, from)) = access.link.and_then(|link| self.linked(link)) {
            match link {
                Dependency::Addr => address = self.address(&from, access.location),
                Dependency::Data => operand = self.data(&from, value),
                Dependency::Ctrl => self.branch(&from),
            }
        }
        let reads = self.read.iter().flatten().count();
        let own = access.kind.reads().then(|| register(reads));
        let dst = ident(own.as_deref().unwrap_or_default());
        self.read.push(own);
        let access_of = ast::Access {
            order: access.order,
            scope: access.scope.unwrap_or(Scope::Sys),
            remote: false,
            proxy: Proxy::Generic,
            space: None,
            ty: Type::default(),
        };
        self.push(match access.kind {
            Kind::Load => Operation::Load {
                dst,
                address,
                access: access_of,
            },
            Kind::Store => Operation::Store {
                address,
                value: operand,
                access: access_of,
            },
            Kind::Rmw => Operation::Atomic {
                dst: Some(dst),
                address,
                op: AtomicOp::Exch,
                operands: vec![operand],
                access: access_of,
            },
        });
    }

    /// What is depended on, by its register.
    fn linked(&self, link: Link) -> Option<(Dependency, String)> {
        let from = self.read.get(link.from)?.clone()?;
        Some((link.kind, from))
    }

    fn helper(&mut self, prefix: &str) -> String {
        self.helpers += 1;
        format!("{prefix}{}", self.helpers)
    }

    fn compute(&mut self, op: Arithmetic, a: &str, b: Operand) -> String {
        let dst = self.helper("t");
        self.push(Operation::Arithmetic {
            op,
            dst: ident(&dst),
            a: Operand::Name(ident(a)),
            b,
            ty: Type::default(),
        });
        dst
    }

    /// A zero that is computed with a register.
    fn zero(&mut self, from: &str) -> String {
        self.compute(Arithmetic::And, from, Operand::Constant(at(0)))
    }

    fn data(&mut self, from: &str, value: i64) -> Operand {
        let zero = self.zero(from);
        let sum = self.compute(Arithmetic::Add, &zero, Operand::Constant(at(value)));
        Operand::Name(ident(&sum))
    }

    fn address(&mut self, from: &str, index: usize) -> Address {
        let zero = self.zero(from);
        let pointer = self.helper("t");
        self.init.push(at(Declaration::Register {
            thread: at(number(self.thread)),
            register: ident(&pointer),
            value: InitialValue::AddressOf(ident(&location(index))),
        }));
        let sum = self.compute(Arithmetic::Add, &zero, Operand::Name(ident(&pointer)));
        Address {
            name: ident(&sum),
            bracketed: true,
        }
    }

    /// A branch that both ways leads to what comes next.
    fn branch(&mut self, from: &str) {
        let label = self.helper("LC");
        self.push(Operation::Branch {
            condition: Some((
                Comparison::Eq,
                Operand::Name(ident(from)),
                Operand::Constant(at(0)),
            )),
            target: ident(&label),
        });
        self.cells.push(at(Statement::Label(ident(&label))));
    }
}

const fn fence_of(fence: Fence) -> ast::Fence {
    match fence.strength {
        Strength::AcqRel => ast::Fence::AcqRel(fence.scope),
        Strength::Sc => ast::Fence::Sc(fence.scope),
    }
}
