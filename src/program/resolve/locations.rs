//! Which locations a test has: a `.shared` name is one for each block, an alias shares memory.

use std::collections::BTreeMap;

use crate::program::{Location, LocationId};
use crate::syntax::ast::{Declaration, Ident, InitialValue, Proxy, Space, Test, Type};
use crate::syntax::diagnostic::Diagnostic;
use crate::syntax::span::Span;

use super::registers::Registers;
use super::unused::{accesses, looks_like_register};
use super::widths::initial;

/// A name for memory, before it is split by blocks.
pub(super) struct Name {
    pub(super) text: String,
    pub(super) space: Space,
    pub(super) initial: i64,
    /// Index of the name it is an alias of.
    pub(super) target: Option<usize>,
    pub(super) proxy: Option<Proxy>,
    pub(super) span: Span,
    /// The widest type that accesses it.
    pub(super) bits: u8,
    /// The type of the first access; nothing that decides where others have another sign.
    pub(super) ty: Option<Type>,
    /// Whether accesses differ in sign.
    pub(super) signs: bool,
    /// Index of its first location; a `.shared` name has one for each block from there on.
    pub(super) first: usize,
}

/// The locations of a test.
pub(super) struct Locations {
    pub(super) names: Vec<Name>,
    pub(super) known: BTreeMap<String, usize>,
    /// How many of them stand in the init block; they come first.
    pub(super) declared: usize,
    /// Those that an address made locations though they look like registers, each with its thread.
    pub(super) doubtful: Vec<(u32, Ident)>,
    /// Declared, and named by nothing else.
    pub(super) unused: Vec<Name>,
    pub(super) blocks: Vec<(u32, u32)>,
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
            declared: 0,
            doubtful: Vec::new(),
            unused: Vec::new(),
            blocks,
        };
        found.declared(test);
        found.pointed_to(test);
        found.declared = found.names.len();
        found.used(test, registers);
        found.led_to(test, registers, errors);
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

    /// What initial values point to.
    fn pointed_to(&mut self, test: &Test) {
        for declaration in &test.init {
            if let Declaration::Register {
                value: InitialValue::AddressOf(name),
                ..
            } = &declaration.node
            {
                self.add(name, Space::Global, 0);
            }
        }
    }

    fn used(&mut self, test: &Test, registers: &[Registers]) {
        for (column, own, address, access) in accesses(test, registers) {
            let name = &address.name;
            // What is no register of the thread can only be a location where an address stands.
            if own.find(&name.node).is_none() && self.index(&name.node).is_none() {
                self.add(name, Space::Global, 0);
                if looks_like_register(&name.node) {
                    self.doubtful.push((column.number.node, name.clone()));
                }
            }
            let points = own.find(&name.node).is_some();
            let location = self.named(test, column, (address, points));
            if let Some(index) = location.and_then(|name| self.index(name)) {
                self.is_of(index, access.ty);
            }
        }
    }

    /// That an access of a type is of a name.
    pub(super) fn is_of(&mut self, index: usize, ty: Type) {
        let found = &mut self.names[index];
        found.bits = found.bits.max(ty.bits);
        let known = *found.ty.get_or_insert(ty);
        found.signs |= known.kind != ty.kind;
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
                ty: None,
                signs: false,
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
                if let Some(ty) = self.names[index].ty {
                    self.is_of(root, ty);
                }
                self.names[root].signs |= self.names[index].signs;
            }
        }
    }

    /// The name at the end of a chain of aliases; none if the chain is a circle.
    pub(super) fn root(&self, from: usize) -> Option<usize> {
        let mut at = from;
        for _ in 0..=self.names.len() {
            match self.names[at].target {
                None => return Some(at),
                Some(next) => at = next,
            }
        }
        None
    }

    /// The memory that a name stands for: that of all its aliases.
    pub(super) fn memory_of(&self, name: &str) -> Option<usize> {
        self.index(name).and_then(|index| self.root(index))
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

    pub(super) fn index(&self, name: &str) -> Option<usize> {
        self.known.get(name).copied()
    }

    /// Whether a name is a location.
    pub(super) fn contains(&self, name: &str) -> bool {
        self.index(name).is_some() || self.unused.iter().any(|one| one.text == name)
    }

    /// Whether a name is a location by the init block, and not only by its use.
    pub(super) fn is_declared(&self, name: &str) -> bool {
        self.index(name).is_some_and(|index| index < self.declared)
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
                let initial = initial(name.initial, root);
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
