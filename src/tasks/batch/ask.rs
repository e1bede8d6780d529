//! One question: a test, a model, an answer.

use std::borrow::Cow;
use std::panic::{AssertUnwindSafe, catch_unwind};

use crate::axiomatic::shared::Frames;
use crate::model::Model;
use crate::model::registry::is_called;
use crate::program::Program;
use crate::render::layout::Layout;
use crate::render::text;
use crate::tasks::ask::judged_on;
use crate::tasks::observe::observed_here;
use crate::verdict::query::Options;
use crate::verdict::states::Wanted;
use crate::view::answer::Answer;

use super::row::{Row, Shown};
use super::states::Listing;
use crate::render::picture::inline::picture;

/// A model that is asked.
#[derive(Debug, Clone)]
pub struct Asked {
    /// The model.
    pub model: Model,
    /// Whether it was named, and does not only belong to `all`.
    pub named: bool,
}

/// Which of the models to ask of a test, each with whether it was named: of those that were not named, those that refuse it are
/// left out, unless somebody expects something of them or none would be left.
pub fn chosen<'a>(
    models: impl ExactSizeIterator<Item = (&'a Model, bool)>,
    program: &Program,
    expects: impl Fn(&str) -> bool,
) -> Vec<usize> {
    let stated = |name: &str| {
        let mut all = program.expectations.iter();
        all.any(|expectation| is_called(name, &expectation.node.model))
    };
    let accepts = |(model, named): (&Model, bool)| {
        let name = &model.name;
        named || model.refuses(program).is_none() || stated(name) || expects(name)
    };
    let count = models.len();
    let some: Vec<usize> = models
        .enumerate()
        .filter(|(_, asked)| accepts(*asked))
        .map(|(index, _)| index)
        .collect();
    if some.is_empty() {
        (0..count).collect()
    } else {
        some
    }
}

/// What a row is to have besides its verdict.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Besides {
    /// Pictures.
    pub pictures: bool,
    /// Final states.
    pub states: Option<Listing>,
}

impl Besides {
    /// The same questions, and the states of a test; of one that asks whether executions end there are none, nor of one that has
    /// nothing of what is to be looked at, of which a remark speaks.
    fn asked<'o>(
        &self,
        program: &Program,
        options: &'o Options,
    ) -> (Cow<'o, Options>, Option<String>) {
        let listing = self.states.as_ref();
        let Some(listing) = listing.filter(|_| program.condition.asks_end().is_none()) else {
            return (Cow::Borrowed(options), None);
        };
        let Some(terms) = observed_here(program, &listing.observe) else {
            let names = listing.observe.join(", ");
            let text = format!("no final states: the test has no {names} to observe");
            return (Cow::Borrowed(options), Some(text));
        };
        let asked = Options {
            states: Some(Wanted {
                terms,
                most: listing.most,
                runs: false,
            }),
            ..options.clone()
        };
        (Cow::Owned(asked), None)
    }
}

/// Asks one model. A failure within is a row too: the other tests want their answers. `show` looks
/// at a row and says whether it is to carry what shows its verdict.
#[must_use]
pub fn ask(
    frames: &Frames<'_>,
    hash: &str,
    model: &Model,
    options: &Options,
    besides: &Besides,
    show: impl Fn(&mut Row) -> bool,
) -> Row {
    let program = frames.events().program();
    let of = Some((program.name.as_str(), model.name.as_str()));
    let broken = |error: &str| Row::broken(&program.source.name, hash, of, error);
    let (options, remark) = besides.asked(program, options);
    let found = catch_unwind(AssertUnwindSafe(|| {
        let mut answer = judged_on(frames, model, &options)?.answer;
        answer.notes.extend(remark);
        let source = &program.source;
        answer.notes.extend(program.warnings.iter().map(|warning| {
            let at = warning.labels.first().map_or(0, |label| label.0.start);
            format!("line {}: {}", source.position(at).line, warning.message)
        }));
        Ok(answer)
    }));
    match found {
        Ok(Ok(answer)) => {
            let mut row = Row::of(&answer, hash, None);
            if show(&mut row) {
                row.shown = Some(shown(&answer, besides.pictures));
            }
            row
        }
        Ok(Err(report)) => {
            let report: crate::syntax::Report = report;
            Row::mistaken(&program.source.name, hash, of, &report)
        }
        Err(_) => broken("internal error: the check panicked; please report this test"),
    }
}

/// What shows the verdict, for a person.
#[must_use]
pub fn shown(answer: &Answer, pictures: bool) -> Shown {
    Shown {
        text: text::render(answer, Layout::default()),
        picture: pictures.then(|| picture(answer)).flatten(),
    }
}
