//! From a test and a point of the grid to a program.
//!
//! Fences are put into the text, so that witnesses and reasons quote the fence that stands there.
//! Placement and memory space are changed in the syntax tree: nothing quotes them.

use std::collections::BTreeMap;

use crate::program::{
    Instruction, InstructionKind, LocationId, Program, Target, Thread, Value, location_at, resolve,
};
use crate::syntax::ast::{Declaration, Fence, Operation, Space, Statement, Test};
use crate::syntax::diagnostic::{Diagnostic, Report};
use crate::syntax::parse_source;
use crate::syntax::span::{SourceFile, Span, Spanned};

use super::grid::Point;
use super::holes;
use super::holes::Hole;

/// A test whose fences, placement and memory spaces can be varied.
#[derive(Debug, Clone)]
pub struct Sweep {
    source: SourceFile,
    test: Test,
    /// The test as written.
    pub program: Program,
    /// The holes, in the order of the text.
    holes: Vec<Hole>,
}

impl Sweep {
    /// Reads a test.
    ///
    /// # Errors
    ///
    /// Its mistakes, as it is written.
    pub fn new(source: SourceFile) -> Result<Self, Report> {
        let test = parse_source(&source)?;
        let program = resolve(&source, &test)?;
        let holes = Hole::all(&source, &test);
        Ok(Self {
            source,
            test,
            program,
            holes,
        })
    }

    /// How many holes there are.
    #[must_use]
    pub const fn holes(&self) -> usize {
        self.holes.len()
    }

    /// The complaint that there is no hole for a fence.
    #[must_use]
    pub fn lacks_holes(&self) -> Report {
        let fixed = fences(&self.test).min_by_key(|(span, _)| *span);
        let header = self.test.threads.first().map(|column| column.span);
        let (place, label) = match fixed {
            Some((span, _)) => (span, "this fence stays as it is"),
            None => (header.unwrap_or_default(), "no thread has one"),
        };
        let message = "this test has no `fence.?`, so that no fence can vary";
        let diagnostic = Diagnostic::new(message, place, label)
            .with_help("write `fence.?` where the fences of the sweep go");
        Report::new(self.source.clone(), vec![diagnostic])
    }

    /// The program of a point.
    ///
    /// # Errors
    ///
    /// The point makes no sense: why, in words.
    pub fn variant(&self, point: &Point) -> Result<Program, String> {
        let (source, mut test) = match &point.fences {
            None => (self.source.clone(), self.test.clone()),
            Some(fences) => {
                let source = holes::fill(&self.source, &self.holes, fences);
                let test = parse_source(&source).map_err(|report| first(&report))?;
                if !Hole::all(&source, &test).is_empty() {
                    return Err("a comment beside `fence.?` is in the way".to_owned());
                }
                (source, test)
            }
        };
        if let Some(blocks) = &point.blocks {
            place(&mut test, blocks)?;
        }
        if let Some(space) = point.space {
            self.declare(&mut test, space);
        }
        let program = resolve(&source, &test).map_err(|report| first(&report))?;
        if point.blocks.is_some() || point.space.is_some() {
            parted(&program)?;
        }
        Ok(program)
    }

    /// Puts every location into a memory space.
    fn declare(&self, test: &mut Test, space: Space) {
        let mut declared = Vec::new();
        for declaration in &mut test.init {
            match &mut declaration.node {
                Declaration::Location {
                    name, space: own, ..
                } => {
                    *own = Some(Spanned::new(space, name.span));
                    declared.push(name.node.clone());
                }
                Declaration::Alias { name, .. } => declared.push(name.node.clone()),
                Declaration::Register { .. } => {}
            }
        }
        for location in &self.program.locations {
            if !declared.contains(&location.name) {
                declared.push(location.name.clone());
                let declaration = Declaration::Location {
                    name: Spanned::new(location.name.clone(), location.span),
                    space: Some(Spanned::new(space, location.span)),
                    value: 0,
                };
                test.init.push(Spanned::new(declaration, location.span));
            }
        }
        // A state space that an instruction names is that of the test as written.
        for operation in operations_mut(test) {
            if let Operation::Load { access, .. }
            | Operation::Store { access, .. }
            | Operation::Atomic { access, .. } = operation
            {
                access.space = None;
            }
        }
    }
}

/// The fences of a test with the cells they stand in.
fn fences(test: &Test) -> impl Iterator<Item = (Span, Fence)> {
    let cells = test.threads.iter().flat_map(|column| &column.cells);
    cells.filter_map(|cell| match &cell.node {
        Statement::Instruction {
            operation: Operation::Fence(fence),
            ..
        } => Some((cell.span, *fence)),
        _ => None,
    })
}

fn operations_mut(test: &mut Test) -> impl Iterator<Item = &mut Operation> {
    let cells = test.threads.iter_mut().flat_map(|column| &mut column.cells);
    cells.filter_map(|cell| match &mut cell.node {
        Statement::Instruction { operation, .. } => Some(operation),
        Statement::Label(_) => None,
    })
}

/// The first mistake in words.
fn first(report: &Report) -> String {
    let Some(diagnostic) = report.diagnostics.first() else {
        return "it has a mistake".to_owned();
    };
    match diagnostic.labels.first() {
        Some((_, label)) if !label.is_empty() => format!("{}: {label}", diagnostic.message),
        _ => diagnostic.message.clone(),
    }
}

/// Puts each thread into its block; devices stay as they are.
fn place(test: &mut Test, blocks: &[u32]) -> Result<(), String> {
    let mut devices: BTreeMap<u32, (u32, u32)> = BTreeMap::new();
    for (column, block) in test.threads.iter_mut().zip(blocks) {
        let number = column.number.node;
        let (device, other) = *devices.entry(*block).or_insert((column.gpu, number));
        if device != column.gpu {
            return Err(format!(
                "P{other} and P{number} are on different devices, so no block holds both"
            ));
        }
        column.cta = *block;
    }
    Ok(())
}

/// Refuses a program in which threads of different blocks use one name for different memory.
fn parted(program: &Program) -> Result<(), String> {
    let mut first: BTreeMap<&str, &Thread> = BTreeMap::new();
    for thread in &program.threads {
        for location in used(program, thread) {
            let location = program.location(location);
            if location.space == Space::Global {
                continue;
            }
            let other = *first.entry(&location.name).or_insert(thread);
            if !other.placement.same_cta(&thread.placement) {
                let (a, b) = (other.number, thread.number);
                return Err(format!(
                    "P{a} and P{b} use `{}` in different blocks, and each block has its own",
                    location.name
                ));
            }
        }
    }
    Ok(())
}

/// The locations that a thread names.
fn used(program: &Program, thread: &Thread) -> Vec<LocationId> {
    let count = program.locations.len();
    let initial = thread.registers.iter().map(|register| register.initial);
    let mut found: Vec<LocationId> = initial
        .filter_map(|value| location_at(value, count))
        .collect();
    for instruction in &thread.code {
        found.extend(named(instruction, count));
    }
    found
}

/// The locations that an instruction names: as a target, or by address.
fn named(instruction: &Instruction, count: usize) -> Vec<LocationId> {
    let (target, values) = match &instruction.kind {
        InstructionKind::Load { target, .. } => (Some(*target), Vec::new()),
        InstructionKind::Store { target, value, .. } => (Some(*target), vec![*value]),
        InstructionKind::Atomic {
            target, operands, ..
        } => (Some(*target), operands.clone()),
        InstructionKind::Move { src, .. } => (None, vec![*src]),
        _ => (None, Vec::new()),
    };
    let mut found = Vec::new();
    if let Some(Target::Location(location)) = target {
        found.push(location);
    }
    found.extend(values.into_iter().filter_map(|value| match value {
        Value::Constant(number) => location_at(number, count),
        Value::Register(_) => None,
    }));
    found
}
