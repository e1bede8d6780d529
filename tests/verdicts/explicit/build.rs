//! Programs built by hand: three locations, sixteen registers a thread, all in one block.

use gpu_litmus::program::{
    Condition, Instruction, InstructionKind, Location, LocationId, Placement, Program, Register,
    RegisterId, Target, Term, Thread, ThreadId, Value, Warp, address_of,
};
use gpu_litmus::syntax::ast::{
    Access, Arithmetic, AtomicOp, Comparison, Fence, Order, Proxy, Quantifier, Scope, Space, Type,
};
use gpu_litmus::syntax::span::{SourceFile, Span};

/// The locations. Register 10, 11 and 12 of each thread hold their addresses.
pub const X: LocationId = LocationId(0);
pub const Y: LocationId = LocationId(1);
pub const Z: LocationId = LocationId(2);

const REGISTERS: usize = 16;

/// An instruction without guard and place.
pub type Op = InstructionKind;

pub fn access(order: Order) -> Access {
    Access {
        order,
        scope: Scope::Gpu,
        remote: false,
        proxy: Proxy::Generic,
        space: None,
        ty: Type::default(),
    }
}

pub fn load(dst: usize, location: LocationId) -> Op {
    load_as(Order::Weak, dst, location)
}

pub fn load_as(order: Order, dst: usize, location: LocationId) -> Op {
    Op::Load {
        dst: RegisterId(dst),
        target: Target::Location(location),
        access: access(order),
    }
}

pub fn load_at(dst: usize, pointer: usize) -> Op {
    Op::Load {
        dst: RegisterId(dst),
        target: Target::Register(RegisterId(pointer)),
        access: access(Order::Weak),
    }
}

pub fn store(location: LocationId, value: i64) -> Op {
    store_as(Order::Weak, location, value)
}

pub fn store_as(order: Order, location: LocationId, value: i64) -> Op {
    Op::Store {
        target: Target::Location(location),
        value: Value::Constant(value),
        access: access(order),
    }
}

pub fn store_register(location: LocationId, register: usize) -> Op {
    Op::Store {
        target: Target::Location(location),
        value: Value::Register(RegisterId(register)),
        access: access(Order::Weak),
    }
}

pub fn exchange(dst: usize, location: LocationId, value: i64) -> Op {
    atomic(Order::Relaxed, AtomicOp::Exch, dst, location, &[value])
}

pub fn atomic(order: Order, op: AtomicOp, dst: usize, location: LocationId, with: &[i64]) -> Op {
    Op::Atomic {
        dst: Some(RegisterId(dst)),
        target: Target::Location(location),
        op,
        operands: with.iter().copied().map(Value::Constant).collect(),
        access: access(order),
    }
}

pub fn fence() -> Op {
    Op::Fence(Fence::Sc(Scope::Cta))
}

pub fn arithmetic(op: Arithmetic, dst: usize, a: usize, b: Value) -> Op {
    Op::Arithmetic {
        op,
        dst: RegisterId(dst),
        a: Value::Register(RegisterId(a)),
        b,
        ty: Type::default(),
    }
}

pub fn register(index: usize) -> Value {
    Value::Register(RegisterId(index))
}

/// Jumps to an instruction if a register compares so with a number.
pub fn branch(cmp: Comparison, index: usize, value: i64, target: usize) -> Op {
    Op::Branch {
        condition: Some((cmp, register(index), Value::Constant(value))),
        target,
    }
}

pub fn jump(target: usize) -> Op {
    Op::Branch {
        condition: None,
        target,
    }
}

/// `r == value`, of a thread.
pub fn holds(thread: usize, index: usize, value: i64) -> Condition {
    equal(Term::Register(ThreadId(thread), RegisterId(index)), value)
}

/// The final value of a location.
pub fn ends(location: LocationId, value: i64) -> Condition {
    equal(Term::Location(location), value)
}

fn equal(term: Term, value: i64) -> Condition {
    Condition::Compare(Comparison::Eq, term, Term::Constant(value), Span::default())
}

/// A program whose condition is the conjunction of those given.
pub fn program(threads: Vec<Vec<Op>>, condition: Vec<Condition>) -> Program {
    Program {
        source: SourceFile::new("test", ""),
        name: "test".to_owned(),
        description: String::new(),
        threads: threads.into_iter().enumerate().map(thread).collect(),
        unused: Vec::new(),
        warnings: Vec::new(),
        locations: ["x", "y", "z"]
            .into_iter()
            .enumerate()
            .map(location)
            .collect(),
        filter: None,
        quantifier: Quantifier::Exists,
        condition: Condition::And(condition, Span::default()),
        expectations: Vec::new(),
    }
}

fn thread((index, code): (usize, Vec<Op>)) -> Thread {
    let initial = |register: usize| match register {
        10..=12 => address_of(LocationId(register - 10)),
        _ => 0,
    };
    Thread {
        number: u32::try_from(index).unwrap_or(0),
        placement: Placement {
            gpu: 0,
            cta: 0,
            warp: Warp::Own(ThreadId(index)),
        },
        registers: (0..REGISTERS)
            .map(|register| Register {
                name: format!("r{register}"),
                initial: initial(register),
            })
            .collect(),
        code: code
            .into_iter()
            .map(|kind| Instruction {
                span: Span::default(),
                guard: None,
                kind,
            })
            .collect(),
        span: Span::default(),
    }
}

fn location((index, name): (usize, &str)) -> Location {
    Location {
        name: name.to_owned(),
        space: Space::Global,
        block: None,
        initial: 0,
        physical: LocationId(index),
        address: LocationId(index),
        proxy: None,
        span: Span::default(),
    }
}
