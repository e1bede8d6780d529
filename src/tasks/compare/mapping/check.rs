//! Whether a mapping says what it has to.

use std::collections::BTreeSet;

use crate::model::Model;
use crate::syntax::{Diagnostic, Report};
use crate::tasks::space::{Vocabulary, refuses};

use super::table::Mapping;

impl Mapping {
    /// That it has a row for every instruction of a vocabulary, and that a model gives a meaning to what each
    /// becomes.
    ///
    /// # Errors
    ///
    /// What it leaves out, and what the model refuses, with the places in the table.
    pub fn covers(&self, vocabulary: &Vocabulary, target: &Model) -> Result<(), Report> {
        let mut left_out: BTreeSet<String> = BTreeSet::new();
        let mut mistakes: Vec<Diagnostic> = Vec::new();
        let mut seen = Vec::new();
        for item in vocabulary.items() {
            let Some(becomes) = self.becomes(&item) else {
                left_out.insert(item.mnemonic());
                continue;
            };
            for to in becomes {
                if seen.contains(&(to.span, to.node)) {
                    continue;
                }
                seen.push((to.span, to.node));
                let Some(refused) = refuses(target, to.node) else {
                    continue;
                };
                let text = format!("`{}` gives {} no meaning", target.name, refused.what);
                let label = format!("`{}`", to.node.mnemonic());
                let mistake = Diagnostic::new(text, to.span, label);
                mistakes.push(mistake.with_help(refused.advice));
            }
        }
        if !left_out.is_empty() {
            mistakes.insert(0, self.incomplete(&left_out));
        }
        if mistakes.is_empty() {
            Ok(())
        } else {
            Err(Report::new(self.source.clone(), mistakes))
        }
    }

    fn incomplete(&self, left_out: &BTreeSet<String>) -> Diagnostic {
        let named: Vec<String> = left_out.iter().map(|name| format!("`{name}`")).collect();
        let text = format!("the mapping leaves out {}", named.join(", "));
        let mistake = Diagnostic::new(text, self.place, "expected a row for each instruction");
        mistake.with_help(
            "add a row, or search without these instructions: --with, --orders, --scopes",
        )
    }
}
