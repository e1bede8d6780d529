//! Models beside each other, on all tests up to a size.

use std::time::Duration;

use serde::Deserialize;

use crate::model::Model;
use crate::model::registry::built_in;
use crate::render::compare as render;
use crate::stop::Stop;
use crate::syntax::span::SourceFile;
use crate::tasks::compare::all::{self, Searched};
use crate::tasks::compare::among::{self, EVENTS, EVENTS_ONE_BY_ONE};
use crate::tasks::compare::diagram::{self, Diagram};
use crate::tasks::compare::mapping::{Mapping, NoMapping, SHIPPED, read};
use crate::tasks::compare::vocabulary::{EVENTS as MOST, Vocabulary, Wanted};
use crate::tasks::compare::walked::{self, Walked};
use crate::tasks::space::{Bounds, Choice};
use crate::tasks::survey::How;
use crate::verdict::query::Options;

use super::compare::{Question, Said};
use super::request::{Engine, Refused, lines_of, told};

/// All tests up to a size. What is left out is as `compare` has it.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Space {
    /// All models that are built in, and not two.
    #[serde(default)]
    all_models: bool,
    events: Option<u8>,
    /// Every test of the smallest size.
    #[serde(default)]
    all: bool,
    /// No more of them than so many.
    limit: Option<usize>,
    #[serde(default)]
    with: Vec<String>,
    #[serde(default)]
    orders: Vec<String>,
    #[serde(default)]
    scopes: Vec<String>,
    #[serde(default)]
    placements: Vec<String>,
    #[serde(default)]
    spaces: Vec<String>,
    threads: Option<usize>,
    locations: Option<usize>,
    /// A compiler mapping.
    mapping: Option<Table>,
    /// Milliseconds for the whole search; ten minutes, unless said.
    within: Option<u64>,
}

/// A compiler mapping: one that is built in, by its name, or one's own by its text.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Table {
    name: String,
    text: Option<String>,
}

/// The time for a search, unless the request says one.
const WITHIN: Duration = Duration::from_secs(600);

/// Searches.
pub(super) fn searched(question: &Question, space: &Space) -> String {
    let one_by_one = |(first, second): &(Model, Model)| {
        space.mapping.is_some() || first.machine().is_some() || second.machine().is_some()
    };
    if space.all_models {
        return told(question.diagram(space));
    }
    match question.models(space.mapping.is_some()) {
        Err(refused) => told::<()>(Err(refused)),
        Ok(models) if one_by_one(&models) => told(question.walked(space, &models)),
        Ok(models) => told(question.all(space, &models)),
    }
}

fn refused(wrong: &[String]) -> Refused {
    Refused::Error(wrong.join("\n"))
}

fn none_wrong(wrong: &[String]) -> Result<(), Refused> {
    if wrong.is_empty() {
        Ok(())
    } else {
        Err(refused(wrong))
    }
}

impl Question {
    fn all(
        &self,
        space: &Space,
        (first, second): &(Model, Model),
    ) -> Result<Said<Searched>, Refused> {
        self.solves(among::FORMULAS_SOLVE)?;
        none_wrong(&among::spaces(&space.spaces))?;
        let (Some(one), Some(other)) = (first.axiomatic(), second.axiomatic()) else {
            let text = "a model without axioms is compared test by test";
            return Err(Refused::Error(text.to_owned()));
        };
        let axioms = [one, other];
        let wanted = Vocabulary::of(axioms).with(&space.wanted(), [first, second]);
        let vocabulary = wanted.map_err(|wrong| refused(&wrong))?;
        let (options, stop) = self.limits(space)?;
        let found = all::search(
            &all::Request {
                first,
                second,
                vocabulary,
                events: space.events(EVENTS)?,
                all: space.every()?,
                stop,
                options,
                how: How::default(),
            },
            &mut |_| (),
        );
        let text = render::all(&found, lines_of(self.width));
        Ok(Said::new("compare-all", text, found))
    }

    fn walked(
        &self,
        space: &Space,
        (first, second): &(Model, Model),
    ) -> Result<Said<Walked>, Refused> {
        self.solves(among::WALK_SOLVES)?;
        if space.every()?.is_some() {
            return Err(Refused::Error(among::shows_one(
                (first, second),
                space.mapping.is_some(),
            )));
        }
        let mapping = space.mapping.as_ref().map(Table::mapping).transpose()?;
        let choice = space.choice()?;
        let vocabulary = among::of_two((first, second), mapping.is_some(), &choice);
        let vocabulary = vocabulary.map_err(|error| Refused::Error(error.to_string()))?;
        if let Some(mapping) = &mapping {
            mapping.covers(&vocabulary, second)?;
        }
        let (options, stop) = self.limits(space)?;
        let found = walked::search(
            &walked::Request {
                first,
                second,
                mapping: mapping.as_ref(),
                vocabulary,
                bounds: Bounds::accesses(space.events(EVENTS_ONE_BY_ONE)?),
                race_free: false,
                stop,
                options,
                how: How::default(),
            },
            &mut |_| (),
        );
        let text = render::walked(&found, lines_of(self.width));
        Ok(Said::new("compare-walk", text, found))
    }

    fn diagram(&self, space: &Space) -> Result<Said<Diagram>, Refused> {
        self.solves(among::DIAGRAM_SOLVES)?;
        if self.first.is_some() || self.second.is_some() || space.mapping.is_some() {
            let text = "all models are compared, so none is named, and no mapping";
            return Err(Refused::Error(text.to_owned()));
        }
        if space.every()?.is_some() {
            let text = "`--all` is for two models";
            return Err(Refused::Error(text.to_owned()));
        }
        let vocabulary = among::of_all(&space.choice()?);
        let vocabulary = vocabulary.map_err(|error| Refused::Error(error.to_string()))?;
        let (options, stop) = self.limits(space)?;
        let found = diagram::search(
            &diagram::Request {
                models: built_in(),
                vocabulary,
                bounds: Bounds::accesses(space.events(EVENTS_ONE_BY_ONE)?),
                stop,
                options,
                how: How::default(),
            },
            &mut |_| (),
        );
        let text = render::diagram(&found, lines_of(self.width));
        Ok(Said {
            picture: Some(render::picture(&found)),
            ..Said::new("compare-models", text, found)
        })
    }

    /// What to find out of each test, and when the whole search ends.
    fn limits(&self, space: &Space) -> Result<(Options, Stop), Refused> {
        let options = self.options()?;
        let stop = options.stop.and_after(space.within());
        Ok((options, stop))
    }

    /// Refuses the enumerator.
    fn solves(&self, why: &str) -> Result<(), Refused> {
        if self.engine == Engine::Explicit {
            let text = format!("{why}: leave out the engine `explicit`");
            return Err(Refused::Error(text));
        }
        Ok(())
    }
}

impl Space {
    fn within(&self) -> Duration {
        self.within.map_or(WITHIN, Duration::from_millis)
    }

    /// The most accesses.
    fn events(&self, usual: u8) -> Result<usize, Refused> {
        let events = usize::from(self.events.unwrap_or(usual));
        if (1..=MOST).contains(&events) {
            return Ok(events);
        }
        let text = format!("`--events {events}` is not from 1 to {MOST}");
        Err(Refused::Error(text))
    }

    /// How many tests of the smallest size are wanted, if not one.
    fn every(&self) -> Result<Option<usize>, Refused> {
        match (self.all, self.limit) {
            (false, None) => Ok(None),
            (true, None) => Ok(Some(usize::MAX)),
            (true, Some(limit)) if limit > 0 => Ok(Some(limit)),
            (true | false, Some(_)) => {
                let text = "`--limit` is more than 0, and goes with `--all`";
                Err(Refused::Error(text.to_owned()))
            }
        }
    }

    fn wanted(&self) -> Wanted {
        Wanted {
            elements: self.with.clone(),
            orders: self.orders.clone(),
            scopes: self.scopes.clone(),
            placements: self.placements.clone(),
            threads: self.threads,
            locations: self.locations,
        }
    }

    fn choice(&self) -> Result<Choice, Refused> {
        let choice = Choice {
            with: self.with.clone(),
            orders: self.orders.clone(),
            scopes: self.scopes.clone(),
            placements: self.placements.clone(),
            spaces: self.spaces.clone(),
            threads: self.threads,
            locations: self.locations,
        };
        none_wrong(&among::numbers(&choice))?;
        Ok(choice)
    }
}

impl Table {
    fn mapping(&self) -> Result<Mapping, Refused> {
        let name = self.name.as_str();
        let (text, place) = match (&self.text, SHIPPED.iter().find(|(own, _)| *own == name)) {
            (Some(text), _) => (text.as_str(), name.to_owned()),
            (None, Some((_, text))) => (*text, format!("{name}.toml")),
            (None, None) => {
                let name = name.to_owned();
                let none = NoMapping::Unknown { name };
                return Err(Refused::Error(none.to_string()));
            }
        };
        Ok(read(name, &SourceFile::new(place, text))?)
    }
}
