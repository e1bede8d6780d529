//! The search for a smaller test: one piece after another is taken out, and put back if a model
//! then says something else.

use crate::engine::check;
use crate::model::Model;
use crate::model::cat;
use crate::model::registry;
use crate::program::{Program, load, resolve};
use crate::syntax::ast::Test;
use crate::syntax::print::{Style, print};
use crate::syntax::span::SourceFile;
use crate::syntax::{Report, parse_source};
use crate::verdict::outcome::Verdict;
use crate::verdict::query::Options;

use super::draft::{Draft, Size};
use super::keep::Keeping;

/// How the comment begins that says where a smaller test comes from.
pub const ORIGIN: &str = "Minimized from ";

/// What a search found.
#[derive(Debug, Clone)]
pub enum Found {
    /// A test from which nothing more can be taken.
    Minimized(Box<Minimized>),
    /// A model has no verdict that could be kept.
    Open {
        /// The model.
        model: String,
        /// What it says.
        verdict: Verdict,
        /// Why.
        notes: Vec<String>,
    },
}

/// A smaller test.
#[derive(Debug, Clone)]
pub struct Minimized {
    /// The test.
    pub draft: Draft,
    /// Its text.
    pub text: String,
    /// How large the test was.
    pub before: Size,
    /// How large it is.
    pub after: Size,
    /// What each model says of both.
    pub said: Vec<Said>,
    /// What it had to keep.
    pub keeping: Keeping,
}

/// What a model says of a test.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Said {
    /// The model.
    pub model: String,
    /// Its verdict.
    pub verdict: Verdict,
    /// Whether the test's own statement is true.
    pub holds: Option<bool>,
}

/// A model that forbids nothing but values that justify themselves. What is unreachable under it is
/// so for want of a write, and no model is needed to see that.
const ANY: &str = "\"any execution\"\nacyclic rf | addr | data | ctrl as no-thin-air\n";

/// Takes pieces out of a test as long as every model says the same of it: of its condition, and of
/// whether its statement holds. Nothing can be taken alone from what is left.
///
/// Where a model's axioms or steps are what makes the verdict, they stay so: a condition that some
/// execution satisfies if no model forbids it is not made unreachable by taking out the writes.
///
/// Where every model says that the condition is reachable, the registers and locations that it speaks of
/// stay in it: of most reachable conditions one conjunct alone is reachable by a single load, which
/// nobody wants to look at.
///
/// # Errors
///
/// The text has mistakes, or a thread is too long once its loops are unrolled.
pub fn minimize(source: &SourceFile, models: &[Model], options: &Options) -> Result<Found, Report> {
    minimize_keeping(source, models, Keeping::default(), options)
}

/// As [`minimize`], with more that must stay.
///
/// # Errors
///
/// The text has mistakes, or a thread is too long once its loops are unrolled.
pub fn minimize_keeping(
    source: &SourceFile,
    models: &[Model],
    keeping: Keeping,
    options: &Options,
) -> Result<Found, Report> {
    let test = parse_source(source)?;
    let program = resolve(source, &test)?;
    let mut said = Vec::new();
    for model in models {
        let outcome = check(&program, model, &plain(options))?;
        let open = matches!(outcome.verdict(), Verdict::Unknown | Verdict::Unsupported);
        // Of a `forall` that is reachable it may not be known whether it holds.
        if open || outcome.holds.is_none() && outcome.verdict() != Verdict::Racy {
            let mut notes = outcome.notes();
            notes.extend(outcome.unsupported().map(|refused| refused.what.to_owned()));
            return Ok(Found::Open {
                model: model.name.clone(),
                verdict: outcome.verdict(),
                notes,
            });
        }
        said.push(Said {
            model: model.name.clone(),
            verdict: outcome.verdict(),
            holds: outcome.holds,
        });
    }
    let keeping = if said.iter().all(|one| one.verdict == Verdict::Reachable) {
        keeping.and_condition_of(&test)
    } else {
        keeping
    };
    let mut models = models.to_vec();
    let mut kept = said.clone();
    if let Ok(any) = cat::load("any.cat", ANY) {
        let any = Model::of("any", "", any);
        let outcome = check(&program, &any, &plain(options))?;
        if !matches!(outcome.verdict(), Verdict::Unknown | Verdict::Unsupported) {
            kept.push(Said {
                model: any.name.clone(),
                verdict: outcome.verdict(),
                holds: outcome.holds,
            });
            models.push(any);
        }
    }
    let mut draft = Draft::of(source, &test);
    draft.set_heading(heading(source, &said));
    let before = draft.size();
    let keeps = |draft: &Draft| {
        keeping.allows(&draft.test()) && keeps(source, draft, &models, &kept, options)
    };
    while let Some(smaller) = pass(&draft, &keeps) {
        draft = smaller;
    }
    let text = draft.render();
    if !says(source, &text, &draft) {
        return Ok(Found::Open {
            model: String::new(),
            verdict: Verdict::Unknown,
            notes: vec!["internal error: the test could not be written anew".to_owned()],
        });
    }
    Ok(Found::Minimized(Box::new(Minimized {
        text,
        before,
        after: draft.size(),
        said,
        keeping,
        draft,
    })))
}

/// Whether a text is that of a draft, apart from what is expected of it.
fn says(source: &SourceFile, text: &str, draft: &Draft) -> bool {
    let source = SourceFile::new(source.name.clone(), text);
    let printed = |test: Test| {
        let test = Test {
            expectations: Vec::new(),
            ..test
        };
        print(&test, &Style::default())
    };
    parse_source(&source).is_ok_and(|found| printed(found) == printed(draft.test()))
}

/// Tries every removal once; nothing if none is possible.
fn pass(draft: &Draft, keeps: &impl Fn(&Draft) -> bool) -> Option<Draft> {
    let mut current = draft.clone();
    let mut position = 0;
    while let Some(&removal) = current.removals().get(position) {
        match current.without(removal).filter(keeps) {
            // What follows moves up.
            Some(smaller) => current = smaller,
            None => position += 1,
        }
    }
    (current != *draft).then_some(current)
}

/// Whether the models say of a test what they said before.
#[must_use]
pub fn keeps(
    source: &SourceFile,
    draft: &Draft,
    models: &[Model],
    said: &[Said],
    options: &Options,
) -> bool {
    let Ok(program) = read(source, draft) else {
        return false;
    };
    // A register whose writer is gone would count as 0.
    let before = || load(&source.name, &source.text).map_or(0, |whole| whole.warnings.len());
    if !program.warnings.is_empty() && program.warnings.len() > before() {
        return false;
    }
    models.iter().zip(said).all(|(model, said)| {
        check(&program, model, &plain(options))
            .is_ok_and(|found| (found.verdict(), found.holds) == (said.verdict, said.holds))
    })
}

fn read(source: &SourceFile, draft: &Draft) -> Result<Program, Report> {
    resolve(source, &draft.test())
}

/// Where the test comes from, and what is expected of it.
fn heading(source: &SourceFile, said: &[Said]) -> Vec<String> {
    let file = source.name.split_whitespace().collect::<Vec<_>>().join(" ");
    let mut lines = vec![format!("{ORIGIN}{file}")];
    let known = registry::names();
    let named = said
        .iter()
        .filter(|one| known.contains(&one.model.as_str()));
    lines.extend(named.map(|one| format!("expect {}: {}", one.model, one.verdict.name())));
    lines
}

/// Options for a verdict alone.
fn plain(options: &Options) -> Options {
    Options {
        quantity: false,
        reason: false,
        flags: false,
        ..options.clone()
    }
}
