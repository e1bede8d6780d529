//! What models say of outcomes.

use std::collections::BTreeMap;

use crate::device::run::asking::{Asking, listed};
use crate::device::run::earlier;
use crate::engine::check;
use crate::engine::states::Ends;
use crate::model::Model;
use crate::model::accepts::Unsupported;
use crate::program::{Condition, LocationId, Program, RegisterId, Term, ThreadId, resolve};
use crate::syntax::diagnostic::Diagnostic;
use crate::syntax::span::{SourceFile, Span};
use crate::syntax::{Report, parse_source};
use crate::trace::answer::Verdict;
use crate::verdict::outcome;
use crate::verdict::query::Options;
use crate::view::names;

use super::read::{Histogram, Seen};
use super::terms::{Alike, alike, does_not_fit, equation, leaves_out};

/// What a model says of an outcome.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Said {
    /// The word.
    pub verdict: Verdict,
    /// Why there is no verdict, or the model refuses the test.
    pub open: Option<String>,
}

/// A test whose outcomes are judged.
#[derive(Debug)]
pub struct Judging {
    program: Program,
    asking: Asking,
    /// What can have a value at the end, by its name.
    terms: BTreeMap<String, Term>,
    /// What locations hold that are declared and not used.
    idle: BTreeMap<String, i64>,
}

impl Judging {
    /// Of a test.
    ///
    /// # Errors
    ///
    /// It has mistakes.
    pub fn new(source: &SourceFile) -> Result<Self, Report> {
        let program = resolve(source, &parse_source(source)?)?;
        let asking = Asking::new(&program)?;
        let registers = program.threads.iter().enumerate().flat_map(|(at, thread)| {
            let registers = (0..thread.registers.len()).map(RegisterId);
            registers.map(move |register| Term::Register(ThreadId(at), register))
        });
        let locations = (0..program.locations.len()).map(|at| Term::Location(LocationId(at)));
        let terms = registers
            .chain(locations)
            .filter_map(|term| Some((names::term(&program, term)?, term)))
            .collect();
        let idle = program.unused.iter();
        let idle = idle.map(|one| (one.name.clone(), one.initial)).collect();
        Ok(Self {
            program,
            asking,
            terms,
            idle,
        })
    }

    /// The test's name.
    #[must_use]
    pub fn name(&self) -> &str {
        &self.program.name
    }

    /// The fingerprint of its text, as runs have it.
    #[must_use]
    pub fn hash(&self) -> String {
        earlier::hash(&self.program)
    }

    /// A value of it as text: `&x` for the address of a location.
    pub(super) fn value(&self, value: i64) -> String {
        names::value(&self.program, value)
    }

    fn none_of(&self, why: &str, span: Span) -> Diagnostic {
        let message = format!("the outcome is none of the test {}: {why}", self.name());
        Diagnostic::new(message, span, "this one")
    }

    /// The values of an outcome by their names, each name once. A location that no instruction uses holds what it held: said
    /// of one, that is no news, and another value is kept beside it, as nothing explains it.
    pub(super) fn named<'n>(
        &self,
        values: impl IntoIterator<Item = (&'n String, i64)>,
        span: Span,
    ) -> Result<Vec<(Term, i64)>, Diagnostic> {
        let mut found = Vec::new();
        for (name, value) in values {
            match (self.terms.get(name), self.idle.get(name)) {
                (Some(term), _) => found.push((*term, value)),
                (None, Some(held)) if *held == value => {}
                (None, Some(held)) => found.push((Term::Constant(*held), value)),
                (None, None) => {
                    let known = self.terms.keys().chain(self.idle.keys());
                    return Err(self
                        .none_of(&format!("it has no `{name}`"), span)
                        .with_suggestion(name, known.map(String::as_str)));
                }
            }
        }
        Ok(found)
    }

    /// The values of an outcome that is written as a condition.
    pub(super) fn written(
        &self,
        condition: &str,
        span: Span,
    ) -> Result<Vec<(Term, i64)>, Diagnostic> {
        let source = SourceFile::new(&*self.program.source.name, self.asking.text(condition));
        let read = parse_source(&source).and_then(|test| resolve(&source, &test));
        let program = read.map_err(|report| {
            let what = report.diagnostics.first();
            self.none_of(what.map_or("", |one| one.message.as_str()), span)
        })?;
        // A register that the test does not have counts as 0: that is no outcome of the test.
        let mut strangers = program.warnings.iter().filter(|one| {
            let mut known = self.program.warnings.iter();
            !known.any(|known| known.message == one.message)
        });
        if let Some(stranger) = strangers.next() {
            return Err(self.none_of(&stranger.message, span));
        }
        let parts = match &program.condition {
            Condition::And(parts, _) => parts.as_slice(),
            Condition::Literal(true, _) => &[],
            one => std::slice::from_ref(one),
        };
        let mut values = BTreeMap::new();
        let mut said = condition.split(" /\\ ");
        for part in parts {
            let said = said.next().unwrap_or_default();
            let (name, value) = equation(&program, part).ok_or_else(|| {
                self.none_of("a part of it does not say that something is a number", span)
                    .with_help("expected NAME=NUMBER; such as 0:r0=1; or x=2;")
            })?;
            if does_not_fit(said, value) {
                let why = format!("{name} has 32 bits, and no value so large");
                return Err(self.none_of(&why, span));
            }
            let before = values.insert(name.clone(), value);
            if before.is_some_and(|before| before != value) {
                return Err(self.none_of(&format!("it says two values of {name}"), span));
            }
        }
        self.named(values.iter().map(|(name, value)| (name, *value)), span)
    }

    /// The filter that what was counted has passed.
    fn filter_of(&self, histogram: &Histogram) -> Option<&Condition> {
        let filter = self.program.filter.as_ref();
        filter.filter(|_| !histogram.unfiltered)
    }

    /// How many outcomes the test's filter leaves out, of a histogram that should have none of these: they are judged without it.
    #[must_use]
    pub fn left_out(&self, histogram: &Histogram) -> usize {
        let Some(filter) = self.filter_of(histogram) else {
            return 0;
        };
        let out = |seen: &&Seen| leaves_out(filter, seen);
        histogram.seen.iter().filter(out).count()
    }

    /// What a model says of each outcome of a histogram.
    ///
    /// # Errors
    ///
    /// A thread is too long once its loops are unrolled.
    pub fn judge(
        &self,
        histogram: &Histogram,
        model: &Model,
        options: &Options,
    ) -> Result<Vec<Said>, Report> {
        let asked = Asked {
            filter: self.filter_of(histogram).cloned(),
            model,
            options,
        };
        let mut found: Vec<Option<Said>> = vec![None; histogram.seen.len()];
        for (terms, mut alike) in alike(&histogram.seen) {
            alike.retain(|(_, seen)| !asked.leaves_out(seen));
            let idle = |term: &Term| matches!(term, Term::Constant(_));
            if alike.len() > 1 && !terms.iter().any(idle) {
                self.together(&asked, (terms, &alike), &mut found)?;
            }
        }
        let outcomes = histogram.seen.iter().zip(found);
        outcomes
            .map(|(seen, found)| found.map_or_else(|| self.alone(&asked, seen), Ok))
            .collect()
    }

    /// Lists which of some outcomes that speak of the same terms there are: one formula, for the hundreds that a histogram may have.
    /// What it leaves open stays open.
    fn together(
        &self,
        asked: &Asked<'_>,
        (terms, alike): (Vec<Term>, &Alike<'_>),
        found: &mut [Option<Said>],
    ) -> Result<(), Report> {
        let values =
            |seen: &Seen| -> Vec<i64> { seen.values.iter().map(|(_, value)| *value).collect() };
        let states: Vec<Vec<i64>> = alike.iter().map(|(_, seen)| values(seen)).collect();
        let filter = asked.filter.clone();
        let how = (asked.model, asked.options);
        let each = states.iter().map(Vec::as_slice);
        let ends = listed(&self.program, filter, how, &terms, each)?;
        for ((at, _), state) in alike.iter().zip(&states) {
            found[*at] = match &ends {
                Ends::Racy => Some(Said::only(Verdict::Racy)),
                Ends::Refused(refused) => Some(Said::refused(asked.model, refused)),
                Ends::Open(_) => None,
                Ends::States(states) => {
                    if states.found.contains_key(state) {
                        Some(Said::only(Verdict::Explained))
                    } else {
                        let all = states.open.is_none();
                        all.then(|| Said::only(Verdict::Impossible))
                    }
                }
            };
        }
        Ok(())
    }

    /// What a model says of an outcome, as a question of its own.
    fn alone(&self, asked: &Asked<'_>, seen: &Seen) -> Result<Said, Report> {
        let values = seen.values.iter().copied();
        let filter = asked.filter.clone().filter(|_| !asked.leaves_out(seen));
        let program = self.asking.ends(&self.program, values, filter);
        let outcome = check(&program, asked.model, asked.options)?;
        Ok(match outcome.verdict() {
            outcome::Verdict::Reachable => Said::only(Verdict::Explained),
            outcome::Verdict::Unreachable => Said::only(Verdict::Impossible),
            outcome::Verdict::Racy => Said::only(Verdict::Racy),
            outcome::Verdict::Unknown => Said {
                verdict: Verdict::Unknown,
                open: outcome.notes().into_iter().next(),
            },
            outcome::Verdict::Unsupported => match outcome.unsupported() {
                Some(refused) => Said::refused(asked.model, refused),
                None => Said::only(Verdict::Unsupported),
            },
        })
    }
}

/// How outcomes are judged.
struct Asked<'a> {
    filter: Option<Condition>,
    model: &'a Model,
    options: &'a Options,
}

impl Asked<'_> {
    fn leaves_out(&self, seen: &Seen) -> bool {
        let filter = self.filter.as_ref();
        filter.is_some_and(|filter| leaves_out(filter, seen))
    }
}

impl Said {
    const fn only(verdict: Verdict) -> Self {
        Self {
            verdict,
            open: None,
        }
    }

    fn refused(model: &Model, refused: &Unsupported) -> Self {
        let why = format!("{} gives no meaning to {}", model.name, refused.what);
        Self {
            verdict: Verdict::Unsupported,
            open: Some(why),
        }
    }
}
