//! Which locations a test has: a `.shared` name is one for each block, an alias shares memory.

use std::collections::{BTreeMap, BTreeSet};

use crate::program::types::{Location, LocationId, Unused};
use crate::program::value::fit;
use crate::syntax::ast::{
    Access, Address, Condition, Declaration, Ident, InitialValue, Operand, Operation, Proxy, Space,
    Statement, Term, Test, Type,
};
use crate::syntax::diagnostic::Diagnostic;
use crate::syntax::span::Span;

use super::registers::Registers;

/// A name for memory, before it is split by blocks.
struct Name {
    text: String,
    space: Space,
    initial: i64,
    /// Index of the name it is an alias of.
    target: Option<usize>,
    proxy: Option<Proxy>,
    span: Span,
    /// The widest type that writes it.
    bits: u8,
    /// Index of its first location; a `.shared` name has one for each block from there on.
    first: usize,
}

/// The locations of a test.
pub(super) struct Locations {
    names: Vec<Name>,
    known: BTreeMap<String, usize>,
    /// Declared, and named by nothing else.
    unused: Vec<Name>,
    blocks: Vec<(u32, u32)>,
}

impl Locations {
    /// Finds them: declared ones first, in order, then those that are only used.
    pub(super) fn collect(
        test: &Test,
        registers: &[Registers],
        errors: &mut Vec<Diagnostic>,
    ) -> Self {
        let mut blocks = Vec::new();
        for column in &test.threads {
            if !blocks.contains(&(column.gpu, column.cta)) {
                blocks.push((column.gpu, column.cta));
            }
        }
        let mut found = Self {
            names: Vec::new(),
            known: BTreeMap::new(),
            unused: Vec::new(),
            blocks,
        };
        found.declared(test);
        found.used(test, registers);
        found.aliases(test, errors);
        found.leave_out(test, registers);
        found.number();
        found
    }

    fn declared(&mut self, test: &Test) {
        for declaration in &test.init {
            match &declaration.node {
                Declaration::Location { name, space, value } => {
                    let space = space.as_ref().map_or(Space::Global, |space| space.node);
                    self.add(name, space, *value);
                }
                Declaration::Alias { name, proxy, .. } => {
                    self.add(name, Space::Global, 0);
                    if let Some(index) = self.index(&name.node) {
                        self.names[index].proxy = Some(proxy.node);
                    }
                }
                Declaration::Register { .. } => {}
            }
        }
    }

    fn used(&mut self, test: &Test, registers: &[Registers]) {
        for declaration in &test.init {
            if let Declaration::Register {
                value: InitialValue::AddressOf(name),
                ..
            } = &declaration.node
            {
                self.add(name, Space::Global, 0);
            }
        }
        for (column, own) in test.threads.iter().zip(registers) {
            for cell in &column.cells {
                let Statement::Instruction { operation, .. } = &cell.node else {
                    continue;
                };
                let Some((address, access)) = memory(operation) else {
                    continue;
                };
                let name = &address.name;
                if own.find(&name.node).is_none() && !looks_like_register(&name.node) {
                    self.add(name, Space::Global, 0);
                }
                if let Some(index) = self.index(&name.node) {
                    self.names[index].bits = self.names[index].bits.max(access.ty.bits);
                }
            }
        }
    }

    fn add(&mut self, name: &Ident, space: Space, initial: i64) {
        if self.index(&name.node).is_none() {
            self.known.insert(name.node.clone(), self.names.len());
            self.names.push(Name {
                text: name.node.clone(),
                space,
                initial,
                target: None,
                proxy: None,
                span: name.span,
                bits: 0,
                first: 0,
            });
        }
    }

    fn aliases(&mut self, test: &Test, errors: &mut Vec<Diagnostic>) {
        for declaration in &test.init {
            let Declaration::Alias { name, target, .. } = &declaration.node else {
                continue;
            };
            self.add(target, Space::Global, 0);
            let (Some(alias), Some(index)) = (self.index(&name.node), self.index(&target.node))
            else {
                continue;
            };
            self.names[alias].target = Some(index);
            if self.root(alias).is_none() {
                self.names[alias].target = None;
                errors.push(Diagnostic::new(
                    format!("`{}` is an alias of itself", name.node),
                    declaration.span,
                    "an alias needs a location that is not one of its own aliases",
                ));
            }
        }
        for index in 0..self.names.len() {
            if let Some(root) = self.root(index) {
                self.names[index].space = self.names[root].space;
                self.names[index].initial = self.names[root].initial;
                self.names[root].bits = self.names[root].bits.max(self.names[index].bits);
            }
        }
    }

    /// The name at the end of a chain of aliases; none if the chain is a circle.
    fn root(&self, from: usize) -> Option<usize> {
        let mut at = from;
        for _ in 0..=self.names.len() {
            match self.names[at].target {
                None => return Some(at),
                Some(next) => at = next,
            }
        }
        None
    }

    /// The name whose virtual address a name has: aliases for proxies are seen through.
    fn address(&self, from: usize) -> usize {
        let mut at = from;
        for _ in 0..=self.names.len() {
            match self.names[at].target {
                Some(next) if self.names[at].proxy != Some(Proxy::Generic) => at = next,
                _ => return at,
            }
        }
        from
    }

    /// Locations that nothing names are no part of the program: where there are no pointers, nothing
    /// can reach them. Those that share memory with others stay.
    fn leave_out(&mut self, test: &Test, registers: &[Registers]) {
        let Some(named) = named(test, registers) else {
            return;
        };
        let joined = |name: &Name| name.target.is_some() || name.proxy.is_some();
        if self.names.iter().any(joined) {
            return;
        }
        let all = std::mem::take(&mut self.names);
        let wanted = |name: &Name| named.contains(name.text.as_str());
        (self.names, self.unused) = all.into_iter().partition(wanted);
        let texts = self.names.iter().map(|name| name.text.clone());
        self.known = texts
            .enumerate()
            .map(|(index, text)| (text, index))
            .collect();
    }

    fn number(&mut self) {
        let mut next = 0;
        for name in &mut self.names {
            name.first = next;
            next += match name.space {
                Space::Global => 1,
                Space::Shared => self.blocks.len(),
            };
        }
    }

    fn index(&self, name: &str) -> Option<usize> {
        self.known.get(name).copied()
    }

    /// Whether a name is a location.
    pub(super) fn contains(&self, name: &str) -> bool {
        self.index(name).is_some() || self.unused.iter().any(|one| one.text == name)
    }

    /// All names, for suggestions.
    pub(super) fn names(&self) -> impl Iterator<Item = &str> {
        let all = self.names.iter().chain(&self.unused);
        all.map(|name| name.text.as_str())
    }

    /// The location a name means in a block, its memory space, and where it is declared.
    pub(super) fn find(&self, name: &str, block: (u32, u32)) -> Option<(LocationId, Space, Span)> {
        let found = &self.names[self.index(name)?];
        let offset = match found.space {
            Space::Global => 0,
            Space::Shared => self.blocks.iter().position(|known| *known == block)?,
        };
        Some((LocationId(found.first + offset), found.space, found.span))
    }

    /// The location a condition means by a name, and the widest type that writes it; none if it
    /// is one for each of several blocks.
    pub(super) fn find_unique(&self, name: &str) -> Option<(LocationId, u8)> {
        let index = self.index(name)?;
        let found = &self.names[index];
        let bits = self.root(index).map_or(0, |root| self.names[root].bits);
        let unique = found.space == Space::Global || self.blocks.len() == 1;
        unique.then_some((LocationId(found.first), bits))
    }

    /// The locations that are no part of the program.
    pub(super) fn unused(&self) -> Vec<Unused> {
        let unused = self.unused.iter().map(|name| Unused {
            name: name.text.clone(),
            space: name.space,
            initial: fit(name.initial, Type::default()),
            span: name.span,
        });
        unused.collect()
    }

    /// The locations, numbered as [`Self::find`] numbers them.
    pub(super) fn finish(&self) -> Vec<Location> {
        let mut result = Vec::new();
        for (index, name) in self.names.iter().enumerate() {
            let root = &self.names[self.root(index).unwrap_or(index)];
            let address = &self.names[self.address(index)];
            let copies: Vec<Option<(u32, u32)>> = match name.space {
                Space::Global => vec![None],
                Space::Shared => self.blocks.iter().copied().map(Some).collect(),
            };
            for (offset, block) in copies.into_iter().enumerate() {
                let initial = if root.bits > 32 {
                    name.initial
                } else {
                    fit(name.initial, Type::default())
                };
                result.push(Location {
                    name: name.text.clone(),
                    space: name.space,
                    block,
                    initial,
                    physical: LocationId(root.first + offset),
                    address: LocationId(address.first + offset),
                    proxy: name.proxy,
                    span: name.span,
                });
            }
        }
        result
    }
}

/// The names that instructions and conditions use; none where an address may be computed, or may be
/// seen as a number.
fn named<'a>(test: &'a Test, registers: &[Registers]) -> Option<BTreeSet<&'a str>> {
    let mut names = BTreeSet::new();
    for declaration in &test.init {
        match &declaration.node {
            Declaration::Register {
                value: InitialValue::AddressOf(_),
                ..
            } => return None,
            Declaration::Register { .. }
            | Declaration::Location { .. }
            | Declaration::Alias { .. } => {}
        }
    }
    for (column, own) in test.threads.iter().zip(registers) {
        for cell in &column.cells {
            let Statement::Instruction { operation, .. } = &cell.node else {
                continue;
            };
            if let Operation::Move {
                src: Operand::Name(name),
                ..
            } = operation
                && own.find(&name.node).is_none()
            {
                return None;
            }
            if let Some((address, _)) = memory(operation) {
                if own.find(&address.name.node).is_some() {
                    return None;
                }
                names.insert(address.name.node.as_str());
            }
        }
    }
    let conditions = [test.filter.as_ref(), Some(&test.condition)];
    let mut left: Vec<&Condition> = conditions.into_iter().flatten().collect();
    while let Some(condition) = left.pop() {
        match condition {
            Condition::Literal(..) => {}
            Condition::Compare(_, a, b, _) => {
                names.extend([a, b].into_iter().filter_map(|term| match term {
                    Term::Location(name) => Some(name.node.as_str()),
                    Term::Constant(_) | Term::Register(..) => None,
                }))
            }
            Condition::Not(inner, _) => left.push(inner),
            Condition::And(parts, _) | Condition::Or(parts, _) => left.extend(parts),
        }
    }
    Some(names)
}

/// The memory operand of an operation.
fn memory(operation: &Operation) -> Option<(&Address, &Access)> {
    match operation {
        Operation::Load {
            address, access, ..
        }
        | Operation::Store {
            address, access, ..
        }
        | Operation::Atomic {
            address, access, ..
        } => Some((address, access)),
        _ => None,
    }
}

/// Whether a name that is neither declared nor written can only have been meant as a register:
/// `r0`, `rd1`, `p2` and the like.
pub(super) fn looks_like_register(name: &str) -> bool {
    let digits = name.trim_start_matches(|c: char| c.is_ascii_lowercase());
    let prefix = &name[..name.len() - digits.len()];
    matches!(prefix, "r" | "rd" | "rs" | "p" | "f" | "fd")
        && !digits.is_empty()
        && digits.bytes().all(|byte| byte.is_ascii_digit())
}
