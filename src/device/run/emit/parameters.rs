//! The parameters of a kernel, and all of its layout in words.

use std::fmt::Write as _;

use super::layout::{DIRECT_BITS, Field, HASH_BITS, Layout, MOST_BITS, Parameter};

impl Layout<'_> {
    /// The parameters: addresses, then numbers.
    pub(super) fn listed(&self) -> Vec<Parameter> {
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
        if self.is_hashed() {
            line(format!(
                "key of a state: a hash of {MOST_BITS} bits of the values below; {how}"
            ));
        } else {
            let bits = self.bits();
            line(format!(
                "key of a state: {bits} bits, the first part lowest; {how}"
            ));
        }
        for one in &self.watched {
            if self.is_hashed() {
                line(format!("  {}", one.name));
                continue;
            }
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
        "1 gate, 2 stress before, 4 stress beside, 8 its first access stores, 16 its second, 32 look for `wanted`, 64 the first access of stress before stores, 128 its second",
    ),
    ("spin", "how often a backward jump is taken"),
    ("before", "laps of stress before a test"),
    ("beside", "laps of stress beside it"),
];
