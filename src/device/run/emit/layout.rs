//! What lies where: the parameters of a kernel, the record of an instance, the key of a final state.

use std::collections::BTreeSet;
use std::fmt::Write as _;

use crate::program::{
    InstructionKind, LocationId, Program, RegisterId, Target, Term, ThreadId, location_at,
};
use crate::syntax::ast::{Space, Type};

use super::super::makeable::{Makeable, holdable};
use super::super::observe::Observed;
use super::super::place::Places;
use super::super::refuse::type_of;
use super::asm::Kind;

/// Keys of so many bits are counted in a table of their own entries; longer ones are hashed.
pub const DIRECT_BITS: u32 = 16;

/// The most bits of a key.
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
    /// The values that the test can make, in order: its part of the key is the place in this list, or the length
    /// of the list for any other. None where they are too many: then the part is the value itself.
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
    /// Of a test that was placed. Keys that are too long make it [refused](super::refuse::lay_out).
    #[must_use]
    pub fn new(program: &'a Program, observed: &Observed, places: Places) -> Self {
        let (globals, shareds) = locations(program);
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
        match find(&self.globals) {
            Some(index) => (index, index),
            None => {
                let index = find(&self.shareds).unwrap_or(0);
                (index, self.globals.len() + index)
            }
        }
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

    /// The kind of PTX register that holds a register of a role: wide as soon as something wide goes into it.
    #[must_use]
    pub fn kind(&self, role: usize, register: RegisterId) -> Kind {
        let thread = &self.program.threads[role];
        let narrow = |value: i64| i32::try_from(value).is_ok();
        let wide = thread.code.iter().any(|one| match &one.kind {
            InstructionKind::Load { dst, access, .. } => *dst == register && access.ty.bits == 64,
            InstructionKind::Atomic { dst, access, .. } => {
                *dst == Some(register) && access.ty.bits == 64
            }
            InstructionKind::Move { dst, ty, .. } | InstructionKind::Arithmetic { dst, ty, .. } => {
                *dst == register && ty.bits == 64
            }
            InstructionKind::SetPredicate { .. }
            | InstructionKind::Store { .. }
            | InstructionKind::Fence(_)
            | InstructionKind::Barrier { .. }
            | InstructionKind::Branch { .. } => false,
        });
        if wide || !narrow(thread.registers[register.0].initial) {
            Kind::Long
        } else {
            Kind::Word
        }
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

    /// Whether a read value has no other reader: its register is written again, or never.
    fn is_lost(&self, role: usize, instruction: usize) -> bool {
        let code = &self.program.threads[role].code;
        let written = |kind: &InstructionKind| match kind {
            InstructionKind::Load { dst, .. }
            | InstructionKind::Move { dst, .. }
            | InstructionKind::Arithmetic { dst, .. }
            | InstructionKind::SetPredicate { dst, .. } => Some(*dst),
            InstructionKind::Atomic { dst, .. } => *dst,
            InstructionKind::Store { .. }
            | InstructionKind::Fence(_)
            | InstructionKind::Barrier { .. }
            | InstructionKind::Branch { .. } => None,
        };
        match &code[instruction].kind {
            InstructionKind::Load { dst, .. } => {
                let same = code.iter().filter(|one| written(&one.kind) == Some(*dst));
                same.count() > 1
            }
            InstructionKind::Atomic { dst: Some(dst), .. } => {
                let same = code.iter().filter(|one| written(&one.kind) == Some(*dst));
                same.count() > 1
            }
            // What is no reduction has a result all the same.
            kind @ InstructionKind::Atomic { dst: None, .. } => !kind.is_reduction(),
            InstructionKind::Move { .. }
            | InstructionKind::Arithmetic { .. }
            | InstructionKind::SetPredicate { .. }
            | InstructionKind::Store { .. }
            | InstructionKind::Fence(_)
            | InstructionKind::Barrier { .. }
            | InstructionKind::Branch { .. } => false,
        }
    }

    /// The locations that a role accesses, with the base copies.
    #[must_use]
    pub fn accesses(&self, role: usize) -> Vec<(LocationId, u32)> {
        let mut all = Vec::new();
        for (index, instruction) in self.program.threads[role].code.iter().enumerate() {
            let Some(target) = target(&instruction.kind) else {
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
            let Some(target) = target(&instruction.kind) else {
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

    /// The parameters: addresses, then numbers.
    fn listed(&self) -> Vec<Parameter> {
        let roles = 0..self.program.threads.len();
        let used = roles.flat_map(|role| self.accesses(role));
        let most = used.map(|(_, copy)| copy).max().unwrap_or(0);
        let mut all: Vec<(String, u32, &str)> = Vec::new();
        for copy in 0..=most {
            all.push((
                format!("mem{copy}"),
                8,
                "the locations; all copies are equal",
            ));
        }
        all.extend(LONGS.map(|(name, meaning)| (name.to_owned(), 8, meaning)));
        all.extend(WORDS.map(|(name, meaning)| (name.to_owned(), 4, meaning)));
        if !self.shareds.is_empty() {
            for copy in 0..=most {
                all.push((format!("zero{copy}"), 4, "0"));
            }
        }
        for location in 1..self.globals.len() + self.shareds.len() {
            let meaning = "slot multiplier of a location, coprime to `total`";
            all.push((format!("mul{location}"), 4, meaning));
        }
        for group in 0..self.places.groups {
            let meaning = "inverse of a warp's lane multiplier, modulo 32";
            all.push((format!("lanes{group}"), 4, meaning));
        }
        let mut offset = 0;
        let all = all.into_iter().map(|(name, size, meaning)| {
            offset += size;
            Parameter {
                name,
                offset: offset - size,
                size,
                meaning: meaning.to_owned(),
            }
        });
        all.collect()
    }

    /// All of this, for whoever launches the kernels.
    #[must_use]
    pub fn told(&self) -> String {
        let mut out = String::new();
        let mut line = |text: String| {
            let _ = writeln!(out, "// {text}");
        };
        line(format!("parameters: p, {} bytes", self.size()));
        for one in &self.parameters {
            line(format!(
                "  p+{:<4} {:<8} {}",
                one.offset, one.name, one.meaning
            ));
        }
        line(format!("record of an instance: {} bytes", self.record()));
        for (at, field) in self.fields.iter().enumerate() {
            line(format!("  {:<4} {}", 8 * at, self.words(*field)));
        }
        let how = if self.bits() <= DIRECT_BITS {
            "entry 3 + key of `counts`".to_owned()
        } else {
            format!("a table of 2^{HASH_BITS} pairs (key + 1, count) behind 3 numbers in `counts`")
        };
        line(format!(
            "key of a state: {} bits, the first part lowest; {how}",
            self.bits()
        ));
        for one in &self.watched {
            let values: Vec<String> = one.values.iter().map(i64::to_string).collect();
            line(format!(
                "  {} bits {}: {}, or another",
                one.bits,
                one.name,
                values.join(" ")
            ));
        }
        out
    }

    fn words(&self, field: Field) -> String {
        let thread = |role: usize| self.program.threads[role].number;
        match field {
            Field::Status(role) => {
                format!("P{}: 0 not played, 1 ended, 2 given up", thread(role))
            }
            Field::Register(role, register) => {
                let name = &self.program.threads[role].registers[register.0].name;
                format!("P{}:{name}", thread(role))
            }
            Field::Kept(role, at) => {
                format!("P{}: what its instruction {at} read", thread(role))
            }
            Field::Final(at) => self.program.location(at).name.clone(),
        }
    }
}

const LONGS: [(&str, &str); 7] = [
    ("out", "records of instances"),
    (
        "counts",
        "64 bits each: not played, given up, not counted; then states",
    ),
    (
        "order",
        "32 bits for each block: its place; from `blocks` on it makes stress",
    ),
    ("gate", "32 bits, 0 before a launch"),
    (
        "spots",
        "for each block, 64 bits: the address that it makes stress on",
    ),
    ("wanted", "a key to be looked for, where `flags` say so"),
    (
        "found",
        "64 bits: the least instance with it; all ones before",
    ),
];

const WORDS: [(&str, &str); 9] = [
    ("blocks", "testing blocks: T"),
    ("slots", "instances that begin in a block"),
    ("total", "instances: blocks times slots"),
    ("stride", "bytes from location to location"),
    ("stripe", "how far apart blocks of an instance are: S"),
    (
        "flags",
        "1 gate, 2 stress before, 4 stress beside, 8 its first access stores, 16 its second, 32 look for `wanted`",
    ),
    ("spin", "how often a backward jump is taken"),
    ("before", "laps of stress before a test"),
    ("beside", "laps of stress beside it"),
];

/// Where an instruction accesses memory.
#[must_use]
pub const fn target(kind: &InstructionKind) -> Option<Target> {
    match kind {
        InstructionKind::Load { target, .. }
        | InstructionKind::Store { target, .. }
        | InstructionKind::Atomic { target, .. } => Some(*target),
        InstructionKind::Fence(_)
        | InstructionKind::Barrier { .. }
        | InstructionKind::Move { .. }
        | InstructionKind::Arithmetic { .. }
        | InstructionKind::SetPredicate { .. }
        | InstructionKind::Branch { .. } => None,
    }
}

/// The locations that take part, by space.
fn locations(program: &Program) -> (Vec<LocationId>, Vec<LocationId>) {
    let all = (0..program.locations.len()).map(LocationId);
    all.partition(|at| program.location(*at).space == Space::Global)
}
