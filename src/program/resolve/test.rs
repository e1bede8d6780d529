//! The order of the work.

use crate::program::flow;
use crate::program::{Placement, Program, Thread, ThreadId, Warp};
use crate::syntax::ast::{Column, Test};
use crate::syntax::diagnostic::{Diagnostic, Report};
use crate::syntax::shown::{shown, shown_lines};
use crate::syntax::span::SourceFile;

use super::code::{ThreadNames, code};
use super::condition::Scope;
use super::locations::Locations;
use super::registers::Registers;

/// Resolves a parsed test.
///
/// # Errors
///
/// Every name that means nothing, every contradiction between a use and a declaration, and every
/// thread that cannot end, each with its place.
///
/// ```
/// let test = "PTX T\n{ x = 0; }\nP0@cta 0,gpu 0 ;\nld.weak r0, x ;\nexists (P0:r0 == 0)";
/// let program = gpu_litmus::load("t.litmus", test)?;
/// assert_eq!(program.threads[0].registers[0].name, "r0");
/// # Ok::<(), gpu_litmus::Report>(())
/// ```
pub fn resolve(source: &SourceFile, test: &Test) -> Result<Program, Report> {
    let mut errors = Vec::new();
    let mut registers: Vec<Registers> = test
        .threads
        .iter()
        .map(|column| Registers::collect(column, &test.init))
        .collect();
    let locations = Locations::collect(test, &registers, &mut errors);
    for (column, own) in test.threads.iter().zip(&mut registers) {
        own.imply(column, test, &locations);
    }
    let mut threads = Vec::new();
    for (index, (column, names)) in test.threads.iter().zip(&registers).enumerate() {
        threads.push(thread(index, column, names, test, &locations, &mut errors));
    }
    errors.extend(locations.sizes(test, &registers));
    for declaration in &test.init {
        Registers::check_thread(declaration, test, &mut errors);
    }
    let scope = Scope::new(test, &threads, &registers, &locations);
    let filter = test
        .filter
        .as_ref()
        .map(|condition| scope.filter(condition, &mut errors));
    let condition = scope.asked(&test.condition, &mut errors);
    if !errors.is_empty() {
        return Err(Report::new(source.clone(), errors));
    }
    let program = Program {
        source: source.clone(),
        name: shown(&test.name.node),
        description: shown_lines(&test.description),
        threads,
        locations: locations.finish(),
        unused: locations.unused(),
        warnings: warnings(test, &registers, &locations),
        filter,
        quantifier: test.quantifier.node,
        condition,
        expectations: test.expectations.clone(),
    };
    let endless: Vec<Diagnostic> = program.threads.iter().filter_map(endless).collect();
    if endless.is_empty() {
        Ok(program)
    } else {
        Err(Report::new(source.clone(), endless))
    }
}

/// What has a meaning, and perhaps not the one that was meant, in the order of the text.
fn warnings(test: &Test, registers: &[Registers], locations: &Locations) -> Vec<Diagnostic> {
    let columns = test.threads.iter().zip(registers);
    let registers = columns.flat_map(|(column, own)| own.warnings(column.number.node, locations));
    let locations = locations.warnings().chain(locations.misspelt(test));
    registers.chain(locations).collect()
}

fn thread(
    index: usize,
    column: &Column,
    registers: &Registers,
    test: &Test,
    locations: &Locations,
    errors: &mut Vec<Diagnostic>,
) -> Thread {
    let placement = Placement {
        gpu: column.gpu,
        cta: column.cta,
        warp: column
            .warp
            .map_or(Warp::Own(ThreadId(index)), Warp::Numbered),
    };
    let names = ThreadNames {
        number: column.number.node,
        registers,
        locations,
        block: (column.gpu, column.cta),
    };
    Thread {
        number: column.number.node,
        placement,
        registers: registers.finish(column, &test.init, &names, errors),
        code: code(column, &names, errors),
        span: column.span,
    }
}

/// A thread none of whose paths ends is a mistake, not a test.
fn endless(thread: &Thread) -> Option<Diagnostic> {
    let jump = flow::endless_jump(thread)?;
    Some(
        Diagnostic::new(
            format!("P{} can never end", thread.number),
            jump,
            "this jump backward has no way out",
        )
        .with_help("a loop needs a branch that leaves it"),
    )
}
