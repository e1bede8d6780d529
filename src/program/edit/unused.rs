//! Which names of a test are used.

use std::collections::BTreeSet;

use super::edits::Name;
use super::names;
use crate::syntax::ast::{Declaration, InitialValue, Test};

/// The names that threads and conditions use.
#[must_use]
pub fn mentions(test: &Test) -> BTreeSet<Name> {
    let mut found = BTreeSet::new();
    names::each_used(&mut test.clone(), &mut |name, _| {
        found.insert(name);
    });
    found
}

/// The declarations that say something of nothing that is used: neither by a thread or a condition,
/// nor through an alias or a pointer that is.
#[must_use]
pub fn unused(test: &Test) -> Vec<usize> {
    let mut used = mentions(test);
    let mut size = 0;
    while size != used.len() {
        size = used.len();
        for declaration in &test.init {
            let (own, refers) = named(&declaration.node);
            if used.contains(&own) {
                used.extend(refers);
            }
        }
    }
    let all = test.init.iter().enumerate();
    all.filter(|(_, one)| !used.contains(&named(&one.node).0))
        .map(|(index, _)| index)
        .collect()
}

/// What a declaration names, and what it refers to.
fn named(declaration: &Declaration) -> (Name, Option<Name>) {
    match declaration {
        Declaration::Location { name, .. } => (Name::Location(name.node.clone()), None),
        Declaration::Alias { name, target, .. } => (
            Name::Location(name.node.clone()),
            Some(Name::Location(target.node.clone())),
        ),
        Declaration::Register {
            thread,
            register,
            value,
        } => {
            let refers = match value {
                InitialValue::Constant(_) => None,
                InitialValue::AddressOf(name) => Some(Name::Location(name.node.clone())),
            };
            (Name::Register(thread.node, register.node.clone()), refers)
        }
    }
}
