//! Names of a test: locations, registers, labels, threads.

use crate::program::edit::{Edit, Name, text};
use crate::syntax::ast::{Condition, Declaration, Statement, Term, Test};
use crate::syntax::print::Style;
use crate::syntax::span::Span;

use super::analysis::Analysis;
use super::names::{Found, touches};
use super::snapshot::Snapshot;

/// The name at a place; a thread has a number and no name.
pub fn name(analysis: &Analysis, offset: usize) -> Option<&Name> {
    let mut names = analysis.names.iter();
    let found = names.find(|(_, span)| touches(*span, offset));
    found.map(|(name, _)| name)
}

/// All places of the name or thread at a place.
pub fn find(on: &Snapshot, offset: usize) -> Option<Found> {
    let analysis = on.analysis();
    let test = analysis.test.as_ref()?;
    let Some(name) = name(analysis, offset) else {
        return thread(on, test, offset);
    };
    let places = analysis.names.iter().filter(|(other, _)| other == name);
    let places: Vec<Span> = places.map(|(_, span)| *span).collect();
    let first = *places.first()?;
    let definition = definition(test, name).unwrap_or(first);
    Found::of(on, definition, places, offset)
}

/// Where a name is declared; none where it is only used.
fn definition(test: &Test, name: &Name) -> Option<Span> {
    if let Name::Label(thread, label) = name {
        let column = test.threads.iter().find(|one| one.number.node == *thread)?;
        return column.cells.iter().find_map(|cell| match &cell.node {
            Statement::Label(own) if own.node == *label => Some(own.span),
            Statement::Label(_) | Statement::Instruction { .. } => None,
        });
    }
    test.init.iter().find_map(|one| match &one.node {
        Declaration::Location { name: own, .. } | Declaration::Alias { name: own, .. } => {
            (*name == Name::Location(own.node.clone())).then_some(own.span)
        }
        Declaration::Register {
            thread, register, ..
        } => {
            let own = Name::Register(thread.node, register.node.clone());
            (*name == own).then_some(register.span)
        }
    })
}

/// All places of threads, with their numbers; those of the header row come first.
pub fn threads(test: &Test) -> Vec<(u32, Span)> {
    let columns = test.threads.iter();
    let mut found: Vec<(u32, Span)> = columns
        .map(|column| (column.number.node, column.number.span))
        .collect();
    for declaration in &test.init {
        if let Declaration::Register { thread, .. } = &declaration.node {
            found.push((thread.node, thread.span));
        }
    }
    let claims: Vec<&Condition> = test.filter.iter().chain([&test.condition]).collect();
    for term in claims.into_iter().flat_map(Condition::terms) {
        match term {
            Term::Register(thread, _) => found.push((thread.node, thread.span)),
            Term::Constant(_) | Term::Location(..) => {}
        }
    }
    found
}

fn thread(on: &Snapshot, test: &Test, offset: usize) -> Option<Found> {
    let all = threads(test);
    let (number, _) = all.iter().find(|(_, span)| touches(*span, offset))?;
    let places: Vec<Span> = all
        .iter()
        .filter(|(other, _)| other == number)
        .map(|(_, span)| *span)
        .collect();
    Found::of(on, *places.first()?, places, offset)
}

/// Whether what is at a place can get another name, or why not.
pub fn changeable(analysis: &Analysis, offset: usize) -> Result<(), String> {
    match name(analysis, offset) {
        Some(_) => Ok(()),
        None => Err("a thread has a number and no name".to_owned()),
    }
}

/// The text with another name for what is at a place; none where it has that name already.
///
/// Each place of a register keeps the `%` that it has or has not, whatever the new name is written with.
pub fn renamed(on: &Snapshot, offset: usize, to: &str) -> Result<Option<String>, String> {
    let analysis = on.analysis();
    let Some(test) = &analysis.test else {
        return Err(
            "names of a test with mistakes, or of more than 1 MiB, cannot be changed".to_owned(),
        );
    };
    let Some(name) = name(analysis, offset) else {
        return Err("here is no location, register or label".to_owned());
    };
    let mut places = analysis.names.iter().filter(|(other, _)| other == name);
    let signed = places.any(|(_, span)| on.source.slice(*span).starts_with('%'));
    let plain = to.strip_prefix('%');
    if plain.is_some() && !signed {
        return Err(format!(
            "`{to}` cannot be a name: a `%` belongs to how a register is written, and this is written without"
        ));
    }
    let to = plain.unwrap_or(to);
    let (Name::Location(own) | Name::Register(_, own) | Name::Label(_, own)) = name;
    if own == to {
        return Ok(None);
    }
    let edit = Edit::Rename {
        name: name.clone(),
        to: to.to_owned(),
    };
    let edited = text(&on.source, test, &[edit], &Style::default());
    match edited {
        Ok(edited) => Ok(Some(edited.source.text.to_string())),
        Err(error) => Err(error.to_string()),
    }
}
