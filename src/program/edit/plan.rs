//! A list of edits, sorted by what they change and checked against the test.

use std::collections::{BTreeMap, BTreeSet};

use super::access::AccessKind;
use super::edits::{CellId, Claim, Edit, EditError, Name};
use super::{claim, names};
use crate::syntax::ast::{Column, Declaration, Operation, Order, Scope, Space, Statement, Test};

/// What becomes of a cell.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Change {
    Operation(Operation),
    Access {
        order: Order,
        scope: Scope,
        remote: bool,
    },
    Removed,
}

/// Where a thread goes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Place {
    pub warp: Option<u32>,
    pub cta: u32,
    pub gpu: u32,
}

/// Edits by what they change.
#[derive(Debug, Default)]
pub(super) struct Plan {
    pub cells: BTreeMap<CellId, Change>,
    pub inserted: BTreeMap<CellId, Vec<Operation>>,
    pub placed: BTreeMap<usize, Place>,
    /// In the order of the edits.
    pub spaces: Vec<(String, Space)>,
    pub threads: BTreeSet<usize>,
    pub declarations: BTreeSet<usize>,
    pub filter_goes: bool,
    pub parts: BTreeSet<(Claim, usize)>,
    pub registers: BTreeSet<(u32, String)>,
    pub renamed: BTreeMap<Name, String>,
}

impl Plan {
    pub fn of(test: &Test, edits: &[Edit]) -> Result<Self, EditError> {
        let mut plan = Self::default();
        for edit in edits {
            plan.add(test, edit)?;
        }
        if plan.threads.len() >= test.threads.len() && !plan.threads.is_empty() {
            return Err(EditError::NoThreads);
        }
        plan.check_names()?;
        let gone: Vec<u32> = plan.gone(test).map(|column| column.number.node).collect();
        for (index, declaration) in test.init.iter().enumerate() {
            if let Declaration::Register { thread, .. } = &declaration.node
                && gone.contains(&thread.node)
            {
                plan.declarations.insert(index);
            }
        }
        Ok(plan)
    }

    /// Refuses new names that are in each other's way.
    fn check_names(&self) -> Result<(), EditError> {
        for (index, (name, to)) in self.renamed.iter().enumerate() {
            let own = (name, to.as_str());
            let mut others = self.renamed.iter().skip(index + 1);
            let taken = others.any(|(other, to)| names::collide((other, to), own))
                || self.spaces.iter().any(|(moved, _)| {
                    let moved = (&Name::Location(moved.clone()), moved.as_str());
                    moved.0 != name && names::collide(moved, own)
                });
            if taken {
                return Err(EditError::Taken(to.clone()));
            }
        }
        Ok(())
    }

    /// The threads that go.
    pub fn gone<'a>(&'a self, test: &'a Test) -> impl Iterator<Item = &'a Column> {
        let columns = test.threads.iter().enumerate();
        columns
            .filter(|(index, _)| self.threads.contains(index))
            .map(|(_, column)| column)
    }

    /// Whether the comparisons that name a register go.
    pub fn drops(&self, test: &Test, thread: u32, register: &str) -> bool {
        self.registers.contains(&(thread, register.to_owned()))
            || self.gone(test).any(|column| column.number.node == thread)
    }

    /// Whether a location goes into another memory space.
    pub fn moves(&self, location: &str) -> bool {
        self.spaces.iter().any(|(name, _)| name == location)
    }

    fn add(&mut self, test: &Test, edit: &Edit) -> Result<(), EditError> {
        match edit {
            Edit::Insert { before, operation } => {
                let column = column(test, before.thread)?;
                if before.cell > column.cells.len() {
                    return Err(EditError::NoCell(*before));
                }
                let here = self.inserted.entry(*before).or_default();
                here.push(operation.clone());
            }
            Edit::Replace { at, operation } => {
                self::operation(test, *at)?;
                self.change(*at, Change::Operation(operation.clone()))?;
            }
            Edit::Access {
                at,
                order,
                scope,
                remote,
            } => {
                accepts(test, *at, *order, *remote)?;
                let (order, scope, remote) = (*order, *scope, *remote);
                self.change(
                    *at,
                    Change::Access {
                        order,
                        scope,
                        remote,
                    },
                )?;
            }
            Edit::Remove(at) => {
                statement(test, *at)?;
                self.change(*at, Change::Removed)?;
            }
            Edit::Place {
                thread,
                warp,
                cta,
                gpu,
            } => {
                column(test, *thread)?;
                let (warp, cta, gpu) = (*warp, *cta, *gpu);
                let place = Place { warp, cta, gpu };
                once(self.placed.insert(*thread, place).is_none())?;
            }
            Edit::Space { location, space } => {
                self.move_location(test, location, *space)?;
            }
            Edit::RemoveThread(thread) => {
                column(test, *thread)?;
                self.threads.insert(*thread);
            }
            Edit::RemoveDeclaration(index) => {
                let known = test.init.get(*index);
                known.ok_or(EditError::NoDeclaration(*index))?;
                self.declarations.insert(*index);
            }
            Edit::RemoveFilter => {
                test.filter.as_ref().ok_or(EditError::NoPart)?;
                self.filter_goes = true;
            }
            Edit::RemovePart(claim, part) => {
                let known = claim::parts(test, *claim);
                if *part >= known {
                    return Err(EditError::NoPart);
                }
                self.parts.insert((*claim, *part));
            }
            Edit::RemoveComparisons { thread, register } => {
                self.registers.insert((*thread, register.clone()));
            }
            Edit::Rename { name, to } => {
                names::check(test, name, to)?;
                once(self.renamed.insert(name.clone(), to.clone()).is_none())?;
            }
        }
        Ok(())
    }

    fn change(&mut self, at: CellId, change: Change) -> Result<(), EditError> {
        once(self.cells.insert(at, change).is_none())
    }

    fn move_location(
        &mut self,
        test: &Test,
        location: &str,
        space: Space,
    ) -> Result<(), EditError> {
        if !names::valid(location) {
            return Err(EditError::BadName(location.to_owned()));
        }
        let alias = |declaration: &Declaration| match declaration {
            Declaration::Alias { name, .. } => name.node == location,
            Declaration::Location { .. } | Declaration::Register { .. } => false,
        };
        if test.init.iter().any(|one| alias(&one.node)) {
            return Err(EditError::Alias(location.to_owned()));
        }
        once(!self.moves(location))?;
        self.spaces.push((location.to_owned(), space));
        Ok(())
    }
}

fn once(first: bool) -> Result<(), EditError> {
    if first {
        Ok(())
    } else {
        Err(EditError::Conflict)
    }
}

fn column(test: &Test, thread: usize) -> Result<&Column, EditError> {
    test.threads.get(thread).ok_or(EditError::NoThread(thread))
}

fn statement(test: &Test, at: CellId) -> Result<&Statement, EditError> {
    let cell = column(test, at.thread)?.cells.get(at.cell);
    cell.map(|cell| &cell.node).ok_or(EditError::NoCell(at))
}

fn operation(test: &Test, at: CellId) -> Result<&Operation, EditError> {
    match statement(test, at)? {
        Statement::Instruction { operation, .. } => Ok(operation),
        Statement::Label(_) => Err(EditError::NoInstruction(at)),
    }
}

fn accepts(test: &Test, at: CellId, order: Order, remote: bool) -> Result<(), EditError> {
    let operation = operation(test, at)?;
    let found = AccessKind::of_operation(operation);
    let (kind, access) = found.ok_or(EditError::NoAccess(at))?;
    if kind.accepts(access.proxy, order, remote) {
        Ok(())
    } else {
        Err(EditError::Order { at, order })
    }
}
