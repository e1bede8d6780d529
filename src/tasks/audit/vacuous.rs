//! Whether a property that no test breaks could be broken by one: where none could, nothing is proved.

use crate::stop::Open;
use crate::tasks::space::{Kind, Promise, Shape, weaker};

use super::order::{cyclic, events_of};
use super::property::Property;
use super::refute::{Judge, Races};
use super::split::split;

impl Judge<'_> {
    /// Whether some outcome of a program would break a property, whatever the model says of outcomes.
    pub(super) fn could_break(&mut self, property: Property, shape: &Shape) -> Result<bool, Open> {
        let several = shape.columns.len() > 1;
        Ok(match property {
            Property::FencesMonotone => !weaker(shape, self.vocabulary).is_empty(),
            Property::PlacementMonotone => !split(shape, self.vocabulary).is_empty(),
            Property::Coherent => shape.accesses().count() > 1,
            Property::DrfSc => several && self.promises(shape)?,
            Property::NoThinAir => could_justify_itself(shape),
            Property::MultiCopyAtomic => {
                // An access that reads and writes sees an order, as two of a thread do.
                let mut columns = shape.columns.iter();
                let both = |kind: Kind| kind.reads() && kind.writes();
                several
                    && (columns.any(|column| column.accesses().count() > 1)
                        || shape.accesses().any(|(_, access)| both(access.kind)))
            }
            Property::EnginesAgree => true,
        })
    }

    /// Whether a program has no race.
    fn promises(&self, shape: &Shape) -> Result<bool, Open> {
        Ok(match self.races {
            Races::Unknown => false,
            Races::Undefined => self.own.ask(shape)? != Promise::Nothing,
            Races::Flagged => !self.own.races(shape)?,
        })
    }
}

/// Whether reads-from, chosen freely, and dependencies can have a cycle.
fn could_justify_itself(shape: &Shape) -> bool {
    let events = events_of(shape);
    let mut steps = Vec::new();
    for (index, event) in events.iter().enumerate() {
        steps.extend(super::thin_air::depends(&events, index));
        let writes = |other: &&(usize, &super::order::Event)| {
            let write = other.1.access;
            write.kind.writes() && write.location == event.access.location && other.0 != index
        };
        if event.access.kind.reads() {
            let sources = events.iter().enumerate();
            steps.extend(
                sources
                    .filter(|other| writes(&other))
                    .map(|(write, _)| (write, index)),
            );
        }
    }
    cyclic(events.len(), &steps)
}

/// Why no program could break a property.
pub(super) const fn why(property: Property) -> &'static str {
    match property {
        Property::FencesMonotone => {
            "no test has a fence that could be left out, or a scope or an order that could be weaker"
        }
        Property::PlacementMonotone => "no test has threads that could be farther apart",
        Property::Coherent => "no test has two accesses",
        Property::DrfSc => "each test with more than one thread has a race",
        Property::NoThinAir => "in no test could a value come to depend on itself",
        Property::MultiCopyAtomic => {
            "no test has two threads of which one has two accesses, or one that reads and writes, so that nobody could disagree"
        }
        Property::EnginesAgree => "there is no test",
    }
}
