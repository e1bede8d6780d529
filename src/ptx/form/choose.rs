//! Which form an opcode is, and what is wrong where it is none.

use rustc_hash::FxHashMap;

use crate::ptx::types::{Kind, Type};

use super::memory::{ATOM, MEMORY};
use super::table::{COMPUTE, CONVERT, Form, TOGETHER};

/// All forms.
pub fn all() -> impl Iterator<Item = &'static Form> {
    [COMPUTE, CONVERT, TOGETHER, MEMORY].into_iter().flatten()
}

/// An opcode, taken apart.
pub struct Opcode<'a> {
    pub base: &'a str,
    pub modifiers: Vec<&'a str>,
    pub types: Vec<&'a str>,
}

impl<'a> Opcode<'a> {
    /// Hints for caches go with everything, and are left out.
    pub fn new(text: &'a str) -> Self {
        let mut parts = text.split('.');
        let base = parts.next().unwrap_or("");
        let hint = |part: &&str| {
            part.starts_with("L1::") || part.starts_with("L2::") || *part == "unified"
        };
        let (types, modifiers) = parts
            .filter(|part| !hint(part))
            .partition(|part| Type::named(part).is_some());
        Self {
            base,
            modifiers,
            types,
        }
    }
}

/// What an opcode is.
pub enum Choice {
    /// A form.
    Form(&'static Form),
    /// Something that is not listed.
    Unknown,
    /// It has a modifier that goes with other instructions, or with none.
    Stray(String),
    /// No instruction.
    Wrong {
        /// What is wrong.
        message: String,
        /// What would be right.
        label: String,
        /// The modifier or type that it is about, where it is about one.
        word: Option<String>,
    },
}

impl Form {
    /// Its words, an alternative each.
    fn words(&self) -> impl Iterator<Item = &'static str> {
        let more = match self.op {
            "atom" | "red" => ATOM,
            _ => "",
        };
        self.modifiers
            .split(' ')
            .chain(more.split(' '))
            .filter(|word| !word.is_empty())
    }

    /// All modifiers that it may have.
    pub fn known(&self) -> impl Iterator<Item = &'static str> {
        self.words()
            .flat_map(|word| word.trim_end_matches('?').split('|'))
    }

    /// What an opcode says too much, and which words it misses.
    fn differs<'a>(&self, said: &[&'a str]) -> (Vec<&'a str>, Vec<&'static str>) {
        let mut left = said.to_vec();
        let mut missing = Vec::new();
        for word in self.words() {
            let names = word.trim_end_matches('?');
            let found = left
                .iter()
                .position(|one| names.split('|').any(|name| name == *one));
            match found {
                Some(at) => {
                    left.remove(at);
                }
                None if names.len() == word.len() => missing.push(names),
                None => {}
            }
        }
        (left, missing)
    }

    fn fits(&self, types: &[&str]) -> bool {
        let listed = |list: &str, ty: &str| list.split(' ').any(|one| one == ty);
        match types {
            [] => self.types.is_empty(),
            [ty] => self.second.is_empty() && listed(self.types, ty),
            [ty, second] => listed(self.types, ty) && listed(self.second, second),
            _ => false,
        }
    }
}

/// What the opcodes are that were met: a module has few, and each of them often.
#[derive(Default)]
pub struct Forms<'i> {
    met: FxHashMap<&'i str, Choice>,
}

impl<'i> Forms<'i> {
    /// What an opcode is.
    pub fn choose(&mut self, text: &'i str, opcode: &Opcode<'_>) -> &Choice {
        self.met.entry(text).or_insert_with(|| choose(text, opcode))
    }
}

/// Finds the form of an opcode.
fn choose(text: &str, opcode: &Opcode<'_>) -> Choice {
    let forms: Vec<&'static Form> = all().filter(|form| form.op == opcode.base).collect();
    let Some(first) = forms.first() else {
        return Choice::Unknown;
    };
    let known = |word: &&str| {
        forms
            .iter()
            .any(|form| form.known().any(|one| one == *word))
    };
    // Of types that are only bits there is none in a conversion.
    let plain =
        |ty: &&str| *ty == "pred" || matches!(Type::named(ty), Some(it) if it.kind == Kind::Bits);
    let listed = |ty: &&str| {
        let mut all = forms.iter().flat_map(|form| [form.types, form.second]);
        opcode.base != "cvt" || plain(ty) || all.any(|list| list.split(' ').any(|one| one == *ty))
    };
    let most = if first.second.is_empty() { 1 } else { 2 };
    if !opcode.types.iter().all(listed) || opcode.types.len() > most {
        return Choice::Unknown;
    }
    if let Some(word) = opcode.modifiers.iter().find(|word| !known(word)) {
        // Of conversions too much is left out here to tell.
        return if opcode.base == "cvt" {
            Choice::Unknown
        } else {
            Choice::Stray((*word).to_owned())
        };
    }
    let mut near: Vec<_> = forms
        .iter()
        .map(|form| {
            (
                *form,
                form.differs(&opcode.modifiers),
                form.fits(&opcode.types),
            )
        })
        .collect();
    if let Some((form, ..)) = near
        .iter()
        .find(|(_, (extra, missing), fits)| *fits && extra.is_empty() && missing.is_empty())
    {
        return Choice::Form(form);
    }
    // Of the right type, and something is missing: `mul.u32`.
    let short = near.iter().find(|(_, (extra, missing), fits)| {
        *fits && extra.is_empty() && missing.len() == 1 && !opcode.types.is_empty()
    });
    if let Some((_, (extra, missing), _)) = short {
        return Choice::apart(text, extra, missing);
    }
    let alike: Vec<&Form> = near
        .iter()
        .filter(|(_, (extra, missing), _)| extra.is_empty() && missing.is_empty())
        .map(|(form, ..)| *form)
        .collect();
    if !alike.is_empty() {
        return of_another_type(text, opcode, &alike);
    }
    near.sort_by_key(|(_, (extra, missing), fits)| {
        2 * extra.len() + missing.len() + usize::from(!fits)
    });
    let Some((_, (extra, missing), _)) = near.first() else {
        return Choice::Unknown;
    };
    Choice::apart(text, extra, missing)
}

/// That the modifiers are right, and the type is not.
fn of_another_type(text: &str, opcode: &Opcode<'_>, forms: &[&Form]) -> Choice {
    let mut lists: Vec<String> = Vec::new();
    let mut word = opcode.types.first();
    for form in forms {
        // The second type where the first is right.
        let right = opcode.types.len() == 2
            && form
                .types
                .split(' ')
                .any(|one| Some(&one) == opcode.types.first());
        let list = if right { form.second } else { form.types };
        if right {
            word = opcode.types.get(1);
        }
        for ty in list.split(' ').filter(|ty| !ty.is_empty()) {
            let ty = format!("`.{ty}`");
            if !lists.contains(&ty) {
                lists.push(ty);
            }
        }
    }
    if lists.is_empty() {
        return Choice::Wrong {
            message: format!("there is no `{text}`"),
            label: "it has no type".to_owned(),
            word: word.map(|word| (*word).to_owned()),
        };
    }
    let message = match opcode.types.first() {
        None => format!("`{text}` without a type"),
        Some(_) => format!("there is no `{text}`"),
    };
    Choice::Wrong {
        message,
        label: format!("expected a type of {}", lists.join(", ")),
        word: word.map(|word| (*word).to_owned()),
    }
}

impl Choice {
    /// Where some modifiers are too much, or missing.
    fn apart(text: &str, extra: &[&str], missing: &[&str]) -> Self {
        Self::Wrong {
            message: format!("there is no `{text}`"),
            label: apart(extra, missing),
            word: extra.first().map(|word| (*word).to_owned()),
        }
    }
}

/// What to add and what to leave out.
fn apart(extra: &[&str], missing: &[&str]) -> String {
    let dotted = |words: &str| {
        let all: Vec<String> = words.split('|').map(|word| format!("`.{word}`")).collect();
        all.join(" or ")
    };
    let more: Vec<String> = missing.iter().map(|words| dotted(words)).collect();
    let less: Vec<String> = extra.iter().map(|word| dotted(word)).collect();
    match (&more[..], &less[..]) {
        ([], []) => "no such combination of modifiers and type".to_owned(),
        ([], less) => format!("{} does not go with the rest", less.join(" and ")),
        (more, []) => format!("{} is missing", more.join(" and ")),
        (more, less) => format!("expected {} for {}", more.join(" and "), less.join(" and ")),
    }
}
