//! Locations that are not declared and that may be misspelt ones.

use crate::syntax::ast::{Ident, Statement, Test};
use crate::syntax::diagnostic::{Diagnostic, nearest};

use super::locations::Locations;
use super::unused::memory;

impl Locations {
    /// What is to be said of locations that are only used, where one with nearly their name is declared: a misspelt
    /// flag is one that nobody sets, and the test holds for no reason.
    ///
    /// That several threads name it is a sign that it is meant, unless nobody names the declared one.
    pub(super) fn misspelt(&self, test: &Test) -> Vec<Diagnostic> {
        let uses = uses(test);
        let declared = || self.names[..self.declared].iter().chain(&self.unused);
        let used = self.names[self.declared..].iter().filter(|name| {
            let doubtful = self.doubtful.iter().any(|(_, one)| one.node == name.text);
            !doubtful && name.target.is_none() && name.proxy.is_none()
        });
        let warned = used.filter_map(|name| {
            let mut of = uses.iter().filter(|(_, one)| one.node == name.text);
            let (number, first) = of.next()?;
            let alone = of.all(|(other, _)| other == number);
            let known = declared().map(|one| one.text.as_str());
            let near = nearest(&name.text, known.filter(|one| differ(one, &name.text)))?;
            let forgotten = self.unused.iter().any(|one| one.text == near);
            (alone || forgotten).then(|| warning(*number, first, near))
        });
        warned.collect()
    }
}

fn warning(thread: u32, name: &Ident, near: &str) -> Diagnostic {
    let text = &name.node;
    Diagnostic::new(
        format!(
            "`{text}` is not in the init block: it is a location of its own, which starts as 0"
        ),
        name.span,
        format!("P{thread} names it, and `{near}` is declared"),
    )
    .as_warning()
    .with_declaration(format!("{text} = 0;"))
    .with_near(text, near)
}

/// Whether names differ in more than their numbers (`x1` and `x2`), and are more than letters (`x` and `y1`).
fn differ(one: &str, other: &str) -> bool {
    let letters = |text: &str| {
        text.chars()
            .filter(char::is_ascii_alphabetic)
            .collect::<String>()
    };
    let (one, other) = (letters(one), letters(other));
    one != other && one.len() > 1 && other.len() > 1
}

/// Each address of each thread.
fn uses(test: &Test) -> Vec<(u32, &Ident)> {
    let threads = test.threads.iter().flat_map(|column| {
        let cells = column.cells.iter().filter_map(|cell| match &cell.node {
            Statement::Instruction { operation, .. } => memory(operation),
            Statement::Label(_) => None,
        });
        cells.map(|(address, _)| (column.number.node, &address.name))
    });
    threads.collect()
}
