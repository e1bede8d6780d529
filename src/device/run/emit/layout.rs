//! What lies where: the parameters of a kernel, the record of an instance, the key of a final state.

use std::collections::BTreeSet;

use crate::program::{LocationId, Program, RegisterId, Target, Term, ThreadId, location_at};
use crate::syntax::ast::{Space, Type};

use super::super::makeable::{Makeable, holdable};
use super::super::observe::Observed;
use super::super::place::Places;
use super::super::refuse::type_of;
use super::asm::Kind;

/// Keys of so many bits are counted in a table of their own entries; longer ones are hashed.
pub const DIRECT_BITS: u32 = 16;

/// The most bits of a key that says the state: that of a longer state is a hash of it, of so many bits.
pub const MOST_BITS: u32 = 63;

/// The entries of the table of hashed keys, as a power of two.
pub const HASH_BITS: u32 = 20;

/// A part of what an instance leaves behind, eight bytes each.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Field {
    /// Whether a role came to its end: 0 not played, 1 ended, 2 given up.
    Status(usize),
    /// A register that is observed.
    Register(usize, RegisterId),
    /// What an instruction read that nobody else looks at.
    Kept(usize, usize),
    /// The final value of a `.shared` location.
    Final(LocationId),
}

/// An observed part of a final state.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Watched {
    /// What.
    pub term: Term,
    /// What it is called.
    pub name: String,
    /// The values that the test can make, in order; the part of the key is the place here, or one more for others.
    pub values: Vec<i64>,
    /// The bits of its part of the key.
    pub bits: u32,
}

/// A parameter: all kernels take the same structure.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Parameter {
    /// Its name.
    pub name: String,
    /// Its place in bytes.
    pub offset: u32,
    /// Its size in bytes.
    pub size: u32,
    /// What it says.
    pub meaning: String,
}

/// What lies where.
#[derive(Debug)]
pub struct Layout<'a> {
    /// The test.
    pub program: &'a Program,
    /// The places of the roles.
    pub places: Places,
    /// The locations in global memory, in their order there.
    pub globals: Vec<LocationId>,
    /// The `.shared` ones.
    pub shareds: Vec<LocationId>,
    /// The fields of a record.
    pub fields: Vec<Field>,
    /// The key of a state, the lowest bits first.
    pub watched: Vec<Watched>,
    /// The parameters.
    pub parameters: Vec<Parameter>,
    /// For each role and instruction: through which base copy it goes.
    copies: Vec<Vec<u32>>,
    /// For each role and register: the values that it may hold.
    holds: Vec<Vec<Option<BTreeSet<i64>>>>,
}

impl<'a> Layout<'a> {
    /// Of a test that was placed; keys may yet be too long.
    #[must_use]
    pub fn new(program: &'a Program, observed: &Observed, places: Places) -> Self {
        let all = (0..program.locations.len()).map(LocationId);
        let (globals, shareds) = all.partition(|at| program.location(*at).space == Space::Global);
        let mut layout = Self {
            program,
            places,
            globals,
            shareds,
            fields: Vec::new(),
            watched: Vec::new(),
            parameters: Vec::new(),
            copies: Vec::new(),
            holds: holdable(program),
        };
        layout.copies = (0..program.threads.len())
            .map(|role| layout.copied(role))
            .collect();
        layout.watched = layout.keyed(observed);
        layout.fields = layout.recorded(observed);
        layout.parameters = layout.listed();
        layout
    }

    /// The locations that an access may go to.
    #[must_use]
    pub fn targets(&self, role: usize, target: Target) -> Vec<LocationId> {
        let count = self.program.locations.len();
        let thread = &self.program.threads[role];
        let block = (thread.placement.gpu, thread.placement.cta);
        match target {
            Target::Location(at) => vec![at],
            Target::Register(register) => {
                let values = self.holds[role][register.0].iter().flatten();
                let named = values.filter_map(|value| location_at(*value, count));
                let own = |at: &LocationId| {
                    let owner = self.program.location(*at).block;
                    owner.is_none_or(|owner| owner == block)
                };
                named.filter(own).collect()
            }
        }
    }

    /// The space of a location.
    #[must_use]
    pub fn space(&self, at: LocationId) -> Space {
        self.program.location(at).space
    }

    /// The place of a location among those of its space, and among all for its multiplier.
    #[must_use]
    pub fn index(&self, at: LocationId) -> (usize, usize) {
        let find = |all: &[LocationId]| all.iter().position(|other| *other == at);
        if let Some(index) = find(&self.globals) {
            return (index, index);
        }
        let index = find(&self.shareds).unwrap_or(0);
        (index, self.globals.len() + index)
    }

    /// Through which base copy an instruction goes.
    #[must_use]
    pub fn copy(&self, role: usize, instruction: usize) -> u32 {
        self.copies[role][instruction]
    }

    /// The type at which a location is accessed.
    #[must_use]
    pub fn type_of(&self, at: LocationId) -> Type {
        type_of(self.program, at)
    }

    /// The field of a record, in bytes.
    #[must_use]
    pub fn field(&self, field: Field) -> usize {
        let at = self.fields.iter().position(|other| *other == field);
        8 * at.unwrap_or(0)
    }

    /// The size of a record.
    #[must_use]
    pub const fn record(&self) -> usize {
        8 * self.fields.len()
    }

    /// The bits of a key.
    #[must_use]
    pub fn bits(&self) -> u32 {
        self.watched.iter().map(|one| one.bits).sum()
    }

    /// Whether a key is only a hash of the state.
    #[must_use]
    pub fn is_hashed(&self) -> bool {
        self.bits() > MOST_BITS
    }

    /// The operand of a parameter: `p+16`.
    #[must_use]
    pub fn parameter(&self, name: &str) -> String {
        let found = self.parameters.iter().find(|one| one.name == name);
        match found.map_or(0, |one| one.offset) {
            0 => "p".to_owned(),
            offset => format!("p+{offset}"),
        }
    }

    /// The size of all parameters.
    #[must_use]
    pub fn size(&self) -> u32 {
        let end = self
            .parameters
            .last()
            .map_or(0, |one| one.offset + one.size);
        end.next_multiple_of(8)
    }

    /// The locations that a role accesses, with the base copies.
    #[must_use]
    pub fn accesses(&self, role: usize) -> Vec<(LocationId, u32)> {
        let mut all = Vec::new();
        for (index, instruction) in self.program.threads[role].code.iter().enumerate() {
            let Some((target, _)) = instruction.kind.accessed() else {
                continue;
            };
            let copy = self.copy(role, index);
            let places = self.targets(role, target);
            let other = places.first().map(|at| (*at, copy + 1));
            all.extend(places.iter().map(|at| (*at, copy)));
            all.extend(other.filter(|_| matches!(target, Target::Register(_))));
        }
        all
    }

    /// The parts of a key.
    fn keyed(&self, observed: &Observed) -> Vec<Watched> {
        let makeable = Makeable::of(self.program, observed);
        let all = observed.terms.iter().zip(&observed.names).enumerate();
        let all = all.map(|(at, (term, name))| {
            let values = makeable.values(at).cloned().unwrap_or_default();
            let wide = match term {
                Term::Register(ThreadId(role), register) => self.kind(*role, *register),
                Term::Location(at) => Kind::of(self.type_of(*at).bits),
                Term::Constant(_) => Kind::Long,
            };
            Watched {
                term: *term,
                name: name.clone(),
                bits: match (values.len(), wide) {
                    (0, Kind::Long) => 64,
                    (0, Kind::Word | Kind::Predicate) => 32,
                    (many, _) => usize::BITS - many.leading_zeros(),
                },
                values: values.into_iter().collect(),
            }
        });
        all.collect()
    }

    /// The fields of a record.
    fn recorded(&self, observed: &Observed) -> Vec<Field> {
        let mut fields = Vec::new();
        for (role, thread) in self.program.threads.iter().enumerate() {
            fields.push(Field::Status(role));
            let own = observed.terms.iter().filter_map(|term| match term {
                Term::Register(ThreadId(owner), register) if *owner == role => Some(*register),
                Term::Register(..) | Term::Location(_) | Term::Constant(_) => None,
            });
            fields.extend(own.map(|register| Field::Register(role, register)));
            let lost = (0..thread.code.len()).filter(|at| self.is_lost(role, *at));
            fields.extend(lost.map(|at| Field::Kept(role, at)));
        }
        let finals = observed.terms.iter().filter_map(|term| match term {
            Term::Location(at) => Some(self.program.location(*at).physical),
            Term::Register(..) | Term::Constant(_) => None,
        });
        let shared = finals.filter(|at| self.space(*at) == Space::Shared);
        fields.extend(shared.map(Field::Final));
        fields
    }

    /// Through which base copy each instruction of a role goes.
    fn copied(&self, role: usize) -> Vec<u32> {
        let mut used = vec![0; self.program.locations.len()];
        let code = self.program.threads[role].code.iter();
        let copies = code.map(|instruction| {
            let Some((target, _)) = instruction.kind.accessed() else {
                return 0;
            };
            let targets = self.targets(role, target);
            let copy = targets.iter().map(|at| used[at.0]).max().unwrap_or(0);
            // An address in a register is chosen between two copies at least.
            let last = copy + u32::from(matches!(target, Target::Register(_)));
            for at in targets {
                used[at.0] = last + 1;
            }
            copy
        });
        copies.collect()
    }
}
