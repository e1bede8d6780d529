//! Which reads a machine register comes from.

use std::collections::{BTreeMap, BTreeSet};

use super::depend::Reads;
use super::sass::Sass;

/// The reads that each register comes from.
#[derive(Debug, Clone, Default)]
pub struct Flow {
    from: BTreeMap<String, Reads>,
    /// The reads that branches so far came from.
    pub control: Reads,
}

impl Flow {
    /// What a register comes from.
    fn reads(&self, register: &str) -> Reads {
        self.from.get(register).cloned().unwrap_or_default()
    }

    /// What the registers in a text come from, each as wide as it says or is told.
    pub fn of(&self, text: &str, wide: bool) -> Reads {
        let mut all = Reads::new();
        for (register, pair) in registers(text) {
            all.extend(self.reads(&register));
            if let Some(next) = next(&register).filter(|_| wide || pair) {
                all.extend(self.reads(&next));
            }
        }
        all
    }

    /// What a predicate comes from.
    pub fn guard(&self, one: &Sass) -> Reads {
        let guard = one.guard.iter();
        guard
            .flat_map(|guard| self.reads(guard.trim_start_matches('!')))
            .collect()
    }

    /// Adds what registers come from on another way; whether that is new.
    pub fn join(&mut self, other: &Self) -> bool {
        let mut new = false;
        for (register, reads) in &other.from {
            let own = self.from.entry(register.clone()).or_default();
            for read in reads {
                new |= own.insert(*read);
            }
        }
        for read in &other.control {
            new |= self.control.insert(*read);
        }
        new
    }

    /// Goes past an instruction; of an access of the test, which ones it may be.
    pub fn pass(&mut self, one: &Sass, access: &[usize]) {
        let head = one.opcode.split('.').next().unwrap_or_default();
        let guard = self.guard(one);
        if matches!(
            head,
            "BRA" | "EXIT" | "RET" | "BRX" | "JMP" | "BREAK" | "BSYNC"
        ) {
            self.control.extend(&guard);
            for text in &one.operands {
                let reads = self.of(text, false);
                self.control.extend(reads);
            }
            return;
        }
        let (defined, used) = split(one);
        let mut reads: Reads = access.iter().copied().collect();
        if access.is_empty() {
            let last = used.len().saturating_sub(1);
            let wide = |at: usize| one.opcode.contains("WIDE") && at == last;
            let used = used.iter().enumerate();
            reads = used
                .flat_map(|(at, text)| self.of(text, wide(at)))
                .collect();
        }
        let conditional = one.guard.is_some();
        reads.extend(&guard);
        for register in defined {
            if conditional {
                self.from.entry(register).or_default().extend(&reads);
            } else {
                self.from.insert(register, reads.clone());
            }
        }
    }
}

/// The registers that an instruction writes.
#[must_use]
pub fn defined(one: &Sass) -> Vec<String> {
    split(one).0
}

/// The registers that an instruction writes, and the operands that it reads.
fn split(one: &Sass) -> (Vec<String>, &[String]) {
    let head = one.opcode.split('.').next().unwrap_or_default();
    let silent = matches!(
        head,
        "ST" | "STG"
            | "STS"
            | "STL"
            | "RED"
            | "REDG"
            | "REDS"
            | "MEMBAR"
            | "CCTL"
            | "BAR"
            | "BSSY"
            | "BMOV"
            | "BREAK"
            | "WARPSYNC"
            | "NOP"
            | "ERRBAR"
            | "CGAERRBAR"
            | "DEPBAR"
            | "YIELD"
    );
    if silent {
        return (Vec::new(), &one.operands);
    }
    let predicate = |text: &String| {
        let text = text.trim_start_matches('U');
        text.starts_with('P')
            && text[1..]
                .chars()
                .all(|one| one.is_ascii_digit() || one == 'T')
    };
    let mut at = one
        .operands
        .iter()
        .take_while(|text| predicate(text))
        .count();
    // A comparison writes predicates only, two of them; others go on with a register, and with what carries.
    if head.contains("SETP") || head.contains("LOP3") && head.starts_with('P') || head == "UPLOP3" {
        at = at.min(2);
    } else if at < one.operands.len() {
        at += 1;
        at += one.operands[at..]
            .iter()
            .take_while(|text| predicate(text))
            .count();
    }
    let (defined, used) = one.operands.split_at(at);
    let parts: BTreeSet<&str> = one.opcode.split('.').collect();
    let wide = parts.contains("64") || parts.contains("WIDE") || head == "CS2R";
    let mut all = Vec::new();
    for text in defined {
        for (register, _) in registers(text) {
            all.extend(next(&register).filter(|_| wide));
            all.push(register);
        }
    }
    (all, used)
}

/// The registers in a text, each with whether it stands for two: `desc[UR4][R2.64+0x8]` has `UR4` and the pair `R2`.
fn registers(text: &str) -> Vec<(String, bool)> {
    let mut found = Vec::new();
    let word = |letter: char| letter.is_ascii_alphanumeric() || letter == '.' || letter == '_';
    for part in text.split(|letter| !word(letter)) {
        let (name, rest) = part.split_once('.').unwrap_or((part, ""));
        let digits = name.trim_start_matches('U');
        let plain = digits
            .strip_prefix(['R', 'P'])
            .is_some_and(|rest| !rest.is_empty() && rest.chars().all(|one| one.is_ascii_digit()));
        if plain {
            found.push((name.to_owned(), rest.split('.').any(|one| one == "64")));
        }
    }
    found
}

/// The other half of a pair.
fn next(register: &str) -> Option<String> {
    let at = register.find(|letter: char| letter.is_ascii_digit())?;
    let (head, number) = register.split_at(at);
    let number: u32 = number.parse().ok()?;
    head.ends_with('R').then(|| format!("{head}{}", number + 1))
}
