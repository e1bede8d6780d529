//! From a test and a point of the grid to a program.
//!
//! Fences are put into the text, so that witnesses and reasons quote the fence that stands there.
//! Placement and memory space are changed in the syntax tree: nothing quotes them.

use std::collections::{BTreeMap, BTreeSet};

use crate::program::edit::{CellId, Edit, Edited, text, tree};
use crate::program::{
    Instruction, InstructionKind, LocationId, Program, Target, Thread, Value, location_at, resolve,
};
use crate::syntax::ast::{Declaration, Fence, Operation, Space, Statement, Test};
use crate::syntax::diagnostic::{Diagnostic, Report};
use crate::syntax::parse_source;
use crate::syntax::print::{Fences, Style};
use crate::syntax::span::{SourceFile, Span};

use super::grid::Point;
use super::values::FenceKind;

/// A test whose fences, placement and memory spaces can be varied.
#[derive(Debug, Clone)]
pub struct Sweep {
    source: SourceFile,
    test: Test,
    /// The test as written.
    pub program: Program,
    /// The holes, in the order of the text.
    holes: Vec<CellId>,
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
        let holes = holes(&test);
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
        let filled = match &point.fences {
            None => None,
            Some(fences) => Some(self.filled(fences)?),
        };
        let (source, test) = filled
            .as_ref()
            .map_or((&self.source, &self.test), |filled| {
                (&filled.source, &filled.test)
            });
        let mut edits = Vec::new();
        if let Some(blocks) = &point.blocks {
            edits.extend(placed(test, blocks)?);
        }
        if let Some(space) = point.space {
            edits.extend(self.moved(space));
        }
        let test = tree(test, &edits).map_err(|error| error.to_string())?;
        let program = resolve(source, &test).map_err(|report| first(&report))?;
        if !edits.is_empty() {
            parted(&program)?;
        }
        Ok(program)
    }

    /// The test with fences in its holes.
    fn filled(&self, fences: &[FenceKind]) -> Result<Edited, String> {
        let style = Style {
            fences: Fences::Membar,
            // Lines stay where they are in the user's file: witnesses name them.
            rows: true,
            ..Style::default()
        };
        let fill = |(&at, kind): (&CellId, &FenceKind)| match kind.fence() {
            None => Edit::Remove(at),
            Some(fence) => Edit::Replace {
                at,
                operation: Operation::Fence(fence),
            },
        };
        let edits: Vec<Edit> = self.holes.iter().zip(fences).map(fill).collect();
        text(&self.source, &self.test, &edits, &style).map_err(|error| error.to_string())
    }

    /// Every location in a memory space.
    fn moved(&self, space: Space) -> Vec<Edit> {
        let aliases: BTreeSet<&str> = self
            .test
            .init
            .iter()
            .filter_map(|declaration| match &declaration.node {
                Declaration::Alias { name, .. } => Some(name.node.as_str()),
                Declaration::Location { .. } | Declaration::Register { .. } => None,
            })
            .collect();
        let mut seen = BTreeSet::new();
        let locations = self.program.locations.iter();
        let unused = self.program.unused.iter();
        let names = locations
            .map(|location| location.name.as_str())
            .chain(unused.map(|location| location.name.as_str()));
        names
            .filter(|&name| !aliases.contains(name) && seen.insert(name))
            .map(|name| Edit::Space {
                location: name.to_owned(),
                space,
            })
            .collect()
    }
}

/// The holes of a test, in the order of the text.
fn holes(test: &Test) -> Vec<CellId> {
    let mut found = Vec::new();
    for (thread, column) in test.threads.iter().enumerate() {
        for (cell, own) in column.cells.iter().enumerate() {
            if let Statement::Instruction {
                operation: Operation::Fence(Fence::Hole),
                ..
            } = own.node
            {
                found.push((own.span.start, CellId { thread, cell }));
            }
        }
    }
    found.sort_unstable();
    found.into_iter().map(|(_, at)| at).collect()
}

/// The fences of a test with the cells they stand in.
fn fences(test: &Test) -> impl Iterator<Item = (Span, Fence)> {
    let cells = test.threads.iter().flat_map(|column| &column.cells);
    cells.filter_map(|cell| match &cell.node {
        Statement::Instruction {
            operation: Operation::Fence(fence),
            ..
        } => Some((cell.span, *fence)),
        Statement::Instruction { .. } | Statement::Label(_) => None,
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

/// Each thread in its block; devices stay as they are.
fn placed(test: &Test, blocks: &[u32]) -> Result<Vec<Edit>, String> {
    let mut devices: BTreeMap<u32, (u32, u32)> = BTreeMap::new();
    let mut edits = Vec::new();
    for (thread, (column, block)) in test.threads.iter().zip(blocks).enumerate() {
        let number = column.number.node;
        let (device, other) = *devices.entry(*block).or_insert((column.gpu, number));
        if device != column.gpu {
            return Err(format!(
                "P{other} and P{number} are on different devices, so no block holds both"
            ));
        }
        edits.push(Edit::Place {
            thread,
            warp: column.warp,
            cta: *block,
            gpu: column.gpu,
        });
    }
    Ok(edits)
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
        InstructionKind::Fence(_)
        | InstructionKind::Barrier { .. }
        | InstructionKind::Arithmetic { .. }
        | InstructionKind::SetPredicate { .. }
        | InstructionKind::Branch { .. } => (None, Vec::new()),
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
