//! What edits mean: the changed syntax tree.

use std::collections::{BTreeMap, BTreeSet};

use super::claim::Cut;
use super::edits::{CellId, Claim, Edit, EditError, Name};
use super::names;
use super::plan::{Change, Plan};
use crate::syntax::ast::{
    Access, Column, Condition, Declaration, Ident, Operation, Statement, Test,
};
use crate::syntax::span::{Span, Spanned};

/// The tree with some edits. What they leave alone keeps its place.
///
/// # Errors
///
/// The first edit that cannot be made, or two that are in each other's way.
pub fn tree(test: &Test, edits: &[Edit]) -> Result<Test, EditError> {
    changed(test, &Plan::of(test, edits)?)
}

pub(super) fn changed(test: &Test, plan: &Plan) -> Result<Test, EditError> {
    let mut result = test.clone();
    move_locations(&mut result, plan);
    let filter = result.filter.take().filter(|_| !plan.filter_goes);
    result.filter = filter.and_then(|filter| cut(test, plan, Claim::Filter, &filter));
    let condition = cut(test, plan, Claim::Condition, &result.condition);
    result.condition = condition.ok_or(EditError::NoCondition)?;
    names::each(&mut result, &mut |name, ident| {
        if let Some(to) = plan.renamed.get(&name) {
            ident.node.clone_from(to);
        }
    });
    for (thread, column) in result.threads.iter_mut().enumerate() {
        if let Some(place) = plan.placed.get(&thread) {
            (column.warp, column.cta, column.gpu) = (place.warp, place.cta, place.gpu);
        }
        column.cells = cells(column, thread, plan);
    }
    let mut index = 0;
    result.init.retain(|_| {
        index += 1;
        !plan.declarations.contains(&(index - 1))
    });
    let mut thread = 0;
    result.threads.retain(|_| {
        thread += 1;
        !plan.threads.contains(&(thread - 1))
    });
    Ok(result)
}

fn cut(test: &Test, plan: &Plan, claim: Claim, condition: &Condition) -> Option<Condition> {
    let part = |part| plan.parts.contains(&(claim, part));
    let register = |thread, name: &str| plan.drops(test, thread, name);
    Cut::new(&part, &register, &[]).apply(condition)
}

fn cells(column: &Column, thread: usize, plan: &Plan) -> Vec<Spanned<Statement>> {
    let mut cells = Vec::new();
    let insert = |cells: &mut Vec<Spanned<Statement>>, cell: usize| {
        let here = plan.inserted.get(&CellId { thread, cell });
        for operation in here.into_iter().flatten() {
            let node = Statement::Instruction {
                guard: None,
                operation: operation.clone(),
            };
            cells.push(Spanned::new(node, Span::default()));
        }
    };
    for (cell, own) in column.cells.iter().enumerate() {
        insert(&mut cells, cell);
        let mut own = own.clone();
        let change = plan.cells.get(&CellId { thread, cell });
        match (&mut own.node, change) {
            (_, Some(Change::Removed)) => continue,
            (Statement::Instruction { operation, .. }, Some(Change::Operation(new))) => {
                operation.clone_from(new);
            }
            (
                Statement::Instruction { operation, .. },
                Some(&Change::Access {
                    order,
                    scope,
                    remote,
                }),
            ) => {
                if let Some(access) = access_mut(operation) {
                    access.order = order;
                    access.scope = order.scope(scope);
                    access.remote = remote;
                }
            }
            (Statement::Instruction { .. } | Statement::Label(_), _) => {}
        }
        cells.push(own);
    }
    insert(&mut cells, column.cells.len());
    cells
}

fn access_mut(operation: &mut Operation) -> Option<&mut Access> {
    match operation {
        Operation::Load { access, .. }
        | Operation::Store { access, .. }
        | Operation::Atomic { access, .. } => Some(access),
        Operation::Fence(_)
        | Operation::Barrier { .. }
        | Operation::Move { .. }
        | Operation::Arithmetic { .. }
        | Operation::SetPredicate { .. }
        | Operation::Branch { .. } => None,
    }
}

/// Puts locations into other memory spaces.
fn move_locations(test: &mut Test, plan: &Plan) {
    if plan.spaces.is_empty() {
        return;
    }
    let mut first: BTreeMap<Name, Span> = BTreeMap::new();
    names::each_used(test, &mut |name, ident| {
        let place = first.entry(name).or_insert(ident.span);
        *place = ident.span.min(*place);
    });
    for (name, to) in &plan.spaces {
        let own = test.init.iter_mut().find_map(|one| match &mut one.node {
            Declaration::Location {
                name: own, space, ..
            } if own.node == *name => Some((own.span, space)),
            Declaration::Location { .. }
            | Declaration::Register { .. }
            | Declaration::Alias { .. } => None,
        });
        if let Some((at, space)) = own {
            *space = Some(Spanned::new(*to, at));
            continue;
        }
        let used = first.get(&Name::Location(name.clone()));
        let at = used.copied().unwrap_or_default();
        let declaration = Declaration::Location {
            name: Ident::new(name.clone(), at),
            space: Some(Spanned::new(*to, at)),
            value: 0,
        };
        test.init.push(Spanned::new(declaration, at));
    }
    let registers: Vec<_> = test
        .threads
        .iter()
        .map(|column| names::registers(test, column))
        .collect();
    for (column, registers) in test.threads.iter_mut().zip(&registers) {
        for cell in &mut column.cells {
            if let Statement::Instruction { operation, .. } = &mut cell.node
                && forgets_space(operation, plan, registers)
                && let Some(access) = access_mut(operation)
            {
                access.space = None;
            }
        }
    }
}

/// Whether an access goes to a location that moves, as far as one can see.
pub(super) fn forgets_space(
    operation: &Operation,
    plan: &Plan,
    registers: &BTreeSet<String>,
) -> bool {
    match operation {
        Operation::Load { address, .. }
        | Operation::Store { address, .. }
        | Operation::Atomic { address, .. } => {
            let name = &address.name.node;
            registers.contains(name) || plan.moves(name)
        }
        Operation::Fence(_)
        | Operation::Barrier { .. }
        | Operation::Move { .. }
        | Operation::Arithmetic { .. }
        | Operation::SetPredicate { .. }
        | Operation::Branch { .. } => false,
    }
}
