//! Models as views, for lists and explanations.

use std::fmt::Write as _;

use serde::Serialize;

use crate::model::Model;
use crate::model::lessons::{Example, lesson};
use crate::model::registry::{Axiomatic, Kind};
use crate::model::relation::expr::{Axiom, Definition};
use crate::model::relation::text;
use crate::model::rules;
use crate::syntax::shown::harmless;
use crate::ugpu::machine as ugpu;

use super::layout::Layout;
use crate::view::names::Site;

/// A model.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Explained {
    /// Its name.
    pub name: String,
    /// A line about it.
    pub title: String,
    /// Where it comes from.
    pub source: &'static str,
    /// What it accepts beyond accesses, fences, atomics and branches.
    pub accepts: Accepted,
    /// Its axioms and flags.
    pub axioms: Vec<Law>,
    /// Its rules, if it is a machine.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub rules: Vec<Rule>,
    /// Its text; none of a machine.
    pub text: String,
}

/// A rule of a machine.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
pub struct Rule {
    /// Its name.
    pub name: &'static str,
    /// What it says.
    pub text: &'static str,
}

/// What a model accepts.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
pub struct Accepted {
    /// `bar`.
    pub barriers: bool,
    /// Proxies and their fences.
    pub proxies: bool,
}

/// An axiom or a flag.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Law {
    /// Its name.
    pub name: String,
    /// Reported, and no constraint.
    pub flag: bool,
    /// The file it is in.
    pub file: String,
    /// Where, and its text.
    #[serde(flatten)]
    pub site: Site,
    /// Its expression with every name of the model written out.
    pub in_full: String,
    /// What it means, of a built-in model.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub meaning: Option<&'static str>,
    /// The test that it alone forbids, or of a flag, one that raises it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub example: Option<&'static str>,
    /// Of an axiom that the others imply: why.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub implied: Option<&'static str>,
    /// The paper or manual that has it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub source: Option<&'static str>,
}

impl Explained {
    /// The view of a model.
    #[must_use]
    pub fn of(model: &Model) -> Self {
        match &model.kind {
            Kind::Axiomatic(axioms) => Self::of_axioms(model, axioms),
            Kind::Operational(machine) => Self::of_machine(model, *machine),
        }
    }

    fn of_axioms(model: &Model, axiomatic: &Axiomatic) -> Self {
        let definition = &axiomatic.definition;
        let axioms = definition.axioms.iter();
        Self {
            name: model.name.clone(),
            title: model.title.clone(),
            source: model.source,
            accepts: Accepted {
                barriers: axiomatic.accepts.barriers,
                proxies: axiomatic.accepts.proxies,
            },
            axioms: axioms.map(|axiom| law(model, definition, axiom)).collect(),
            rules: Vec::new(),
            text: axiomatic.text().to_owned(),
        }
    }

    fn of_machine(model: &Model, machine: ugpu::Model) -> Self {
        let rules = rules::of(machine).into_iter();
        Self {
            name: model.name.clone(),
            title: model.title.clone(),
            source: model.source,
            accepts: Accepted {
                barriers: false,
                proxies: false,
            },
            axioms: Vec::new(),
            rules: rules
                .map(|rules::Rule { name, text }| Rule { name, text })
                .collect(),
            text: String::new(),
        }
    }

    fn accepted(&self) -> String {
        let mut what = vec!["loads, stores, atomics, fences, branches"];
        if self.accepts.barriers {
            what.push("barriers");
        }
        if self.accepts.proxies {
            what.push("proxies");
        }
        what.join(", ")
    }
}

fn law(model: &Model, definition: &Definition, axiom: &Axiom) -> Law {
    let lesson = lesson(model, &axiom.name);
    let (example, implied) = match lesson.map(|lesson| lesson.example) {
        Some(Example::Alone(test) | Example::Raises(test)) => (Some(test), None),
        Some(Example::Implied(why)) => (None, Some(why)),
        None => (None, None),
    };
    Law {
        meaning: lesson.map(|lesson| lesson.meaning),
        example,
        implied,
        source: lesson.map(|lesson| lesson.source),
        name: axiom.name.clone(),
        flag: axiom.flag,
        file: axiom.source.name.to_string(),
        site: Site::of(&axiom.source, axiom.span),
        in_full: text::full(&definition.arena, axiom.expr),
    }
}

/// A table of models.
#[must_use]
pub fn list(models: &[Explained], layout: Layout) -> String {
    if layout.quiet {
        let names: Vec<&str> = models.iter().map(|model| model.name.as_str()).collect();
        return names.join("\n") + "\n";
    }
    let row = |model: &Explained| {
        vec![
            model.name.clone(),
            model.title.clone(),
            model.source.to_owned(),
        ]
    };
    let rows: Vec<Vec<String>> = models.iter().map(row).collect();
    layout.columns(&["model", "title", "source"], &rows)
}

/// One model at length; with all formulas written out, and its text, if that is asked for.
#[must_use]
pub fn explain(model: &Explained, full: bool, layout: Layout) -> String {
    let paint = layout.paint;
    let mut out = format!("{}: {}\n", paint.bold(&model.name), model.title);
    out.push_str(&layout.hanging("source     ", model.source));
    out.push_str(&layout.hanging("accepts    ", &model.accepted()));
    if !model.rules.is_empty() {
        let _ = writeln!(out, "\n  {}", paint.bold("Rules"));
        for rule in &model.rules {
            let heading = format!("{:<13}", rule.name);
            out.push_str(&layout.hanging(&heading, rule.text));
        }
        return out;
    }
    for law in &model.axioms {
        out.push('\n');
        out.push_str(&explain_law(law, full, layout));
    }
    if !full {
        let more = "`--full` writes the formulas out and prints the text of the model.";
        out.push('\n');
        out.push_str(&layout.hanging("", more));
        return out;
    }
    let _ = writeln!(out, "\n  {}", paint.bold("Text"));
    for line in harmless(&model.text).lines() {
        out.push_str(format!("  {line}").trim_end());
        out.push('\n');
    }
    out
}

/// An axiom: what it means, what shows it, where it is from, how it is written.
fn explain_law(law: &Law, full: bool, layout: Layout) -> String {
    let paint = layout.paint;
    let kind = if law.flag { "flag" } else { "axiom" };
    let mut out = format!("  {kind} {}\n", paint.bold(&law.name));
    if let Some(meaning) = law.meaning {
        out.push_str(&layout.hanging("  ", meaning));
    }
    if let Some(test) = law.example {
        let what = if law.flag {
            "A test that raises it:"
        } else {
            "A test that it alone forbids:"
        };
        out.push_str(&layout.hanging("  ", what));
        // Its first line says only that it is a test.
        for line in test.lines().skip(1) {
            let _ = writeln!(out, "      {line}");
        }
    }
    if let Some(why) = law.implied {
        let text = format!("No test needs it: {why}.");
        out.push_str(&layout.hanging("  ", &text));
    }
    if let Some(source) = law.source {
        out.push_str(&layout.hanging("  source   ", source));
    }
    let formula = format!("{} ({}:{})", law.site.text, law.file, law.site.place());
    out.push_str(&layout.hanging("  formula  ", &formula));
    if full && !law.site.text.contains(&law.in_full) {
        out.push_str(&layout.hanging("  in full  ", &law.in_full));
    }
    out
}
