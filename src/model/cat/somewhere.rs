//! What all of a model defines, wherever it does: what is said of a name that is not defined where it is used.

use std::collections::BTreeMap;

use super::ast::{Name, Statement};
use super::parse::Parsed;
use crate::syntax::diagnostic::{Diagnostic, nearest};
use crate::syntax::span::Span;

/// The definitions of a model, each with the number of its file.
#[derive(Debug, Default)]
pub(super) struct Somewhere {
    defined: BTreeMap<String, (usize, Span)>,
    /// What a misspelt `rec` takes for its parameter.
    misspelt: BTreeMap<String, (usize, Name)>,
}

impl Somewhere {
    pub(super) fn of(statements: &[(usize, Parsed)]) -> Self {
        let mut found = Self::default();
        for (file, parsed) in statements {
            let Statement::Let { bindings, .. } = &parsed.statement else {
                continue;
            };
            for binding in bindings {
                let name = &binding.name;
                let place = (*file, name.span);
                found.defined.entry(name.node.clone()).or_insert(place);
                if let ([defined], Some("rec")) =
                    (&binding.params[..], nearest(&name.node, ["rec"]))
                {
                    let slip = (*file, name.clone());
                    found.misspelt.insert(defined.node.clone(), slip);
                }
            }
        }
        found
    }

    /// That a name is defined elsewhere only, or would be but for a slip. The statement is the one that uses it.
    pub(super) fn undefined(
        &self,
        name: &Name,
        file: usize,
        statement: Span,
    ) -> Option<Diagnostic> {
        let slip = self.misspelt.get(&name.node);
        if let Some((_, slip)) = slip.filter(|slip| slip.0 == file) {
            return Some(
                Diagnostic::new(
                    format!("`{}` is not defined", name.node),
                    slip.span,
                    format!("this defines a function of `{}`", name.node),
                )
                .with_near(&slip.node, "rec"),
            );
        }
        let (defined, span) = self.defined.get(&name.node)?;
        let told = Diagnostic::new(
            format!("`{}` is not defined yet", name.node),
            name.span,
            "used before its definition",
        );
        if *defined != file {
            return Some(told.with_help("a file that is included further down defines it"));
        }
        let own = statement.start <= span.start && span.end <= statement.end;
        Some(if own {
            told.with_label(*span, "defined here")
                .with_help("what is defined by itself needs `let rec`")
        } else {
            told.with_label(*span, "defined only here").with_help(
                "move its definition up; definitions that need each other are one `let rec … and …`",
            )
        })
    }
}
