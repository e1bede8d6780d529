//! Which axioms forbid a test.

use crate::engine;
use crate::model::Model;
use crate::program::load;
use crate::stop::Open;
use crate::tasks::audit::Shown;
use crate::verdict::outcome::Verdict;
use crate::verdict::query::Options;
use crate::view::reason::PartKind;

/// The axioms of a model, each as a model of its own.
#[derive(Debug)]
pub(super) struct Axioms {
    alone: Vec<(String, Model)>,
}

/// What forbids a test.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Forbidden {
    /// The axioms, as the model names them.
    pub(super) axioms: Vec<String>,
    /// None of them does alone.
    pub(super) together: bool,
}

impl Axioms {
    pub(super) fn of(model: &Model) -> Self {
        let Some(axioms) = model.axiomatic() else {
            return Self { alone: Vec::new() };
        };
        let all = axioms.definition.axioms.iter();
        let alone = all.filter(|axiom| !axiom.flag).map(|axiom| {
            let mut definition = (*axioms.definition).clone();
            definition.axioms = vec![axiom.clone()];
            let alone = Model::of(&model.name, model.source, definition);
            (axiom.name.clone(), alone)
        });
        Self {
            alone: alone.collect(),
        }
    }

    /// The axioms that forbid a test alone; if none does, those of the reason.
    ///
    /// # Errors
    ///
    /// A question stayed open.
    pub(super) fn forbid(&self, shown: &Shown, options: &Options) -> Result<Forbidden, Open> {
        let doubt = |what: String| Open::Internal(what);
        let program = load(&format!("{}.litmus", shown.name), &shown.text)
            .map_err(|report| doubt(report.to_string()))?;
        let options = Options {
            reason: false,
            quantity: false,
            flags: false,
            confirm: false,
            ..options.clone()
        };
        let mut found = Vec::new();
        for (name, model) in &self.alone {
            let outcome = engine::check(&program, model, &options);
            let outcome = outcome.map_err(|report| doubt(report.to_string()))?;
            match outcome.verdict() {
                Verdict::Unreachable => found.push(name.clone()),
                Verdict::Reachable => {}
                Verdict::Unknown | Verdict::Racy | Verdict::Unsupported => {
                    let why = outcome.open().next().map(|remark| remark.why.clone());
                    let nothing = || doubt(format!("{name} alone says nothing of a test"));
                    return Err(why.unwrap_or_else(nothing));
                }
            }
        }
        if !found.is_empty() {
            return Ok(Forbidden {
                axioms: found,
                together: false,
            });
        }
        let reason = shown.answer.reason.iter().flat_map(|reason| &reason.items);
        let named = reason.filter(|part| part.kind == PartKind::Axiom);
        Ok(Forbidden {
            axioms: named.filter_map(|part| part.name.clone()).collect(),
            together: true,
        })
    }
}
