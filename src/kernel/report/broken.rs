//! Stated properties, where interleavings are not all there is.

use std::collections::BTreeSet;

use crate::axiomatic::demand::Demand;
use crate::execution::concrete::Execution;
use crate::kernel::launch::Property;
use crate::program::Condition;
use crate::stop::Open;

use super::answer::{Answer, Checked};
use super::asking::Asking;
use super::decide::Decision;
use super::left::Left;
use super::loose::UNCLEAR;
use super::property::{OTHERS, never, otherwise};
use super::run::{Ends, numbered};
use super::small::Wanted;
use super::weak::{Said, Weak, here};

/// A property that is broken.
struct Broken {
    /// The bytes that it names.
    named: BTreeSet<u64>,
    /// What a run leaves that breaks it; nothing where no run does what it asks for.
    left: Option<Left>,
    /// The run in which a value that is not known decides, where it is not broken for certain.
    run: Option<Box<Execution>>,
    /// How, in words.
    why: String,
}

impl Decision<'_> {
    /// How runs of the model break a property, where they do.
    fn breaks(&self, asking: &mut Asking, property: &Property) -> Result<Option<Broken>, Open> {
        let weak = asking.weak;
        let value =
            |contents: &[Vec<u8>], name: &str, index: u64| self.value(contents, name, index);
        let Some(condition) = weak.states(&property.formula, &value) else {
            let why = format!(
                "too many values decide together whether `{}`",
                property.text.node
            );
            return Err(Open::Bound(why));
        };
        let named = self.named(property);
        let loose = weak.loose(&|byte| named.contains(&byte));
        if property.exists {
            self.missing(asking, property, (condition, loose))
        } else {
            self.against(asking, property, (condition, loose))
        }
    }

    /// How no run does what a property asks of some run, given when it is true and when a value that it names is not
    /// known.
    fn missing(
        &self,
        asking: &mut Asking,
        property: &Property,
        (condition, loose): (Condition, Option<Condition>),
    ) -> Result<Option<Broken>, Open> {
        let outcomes = self.exploration.outcomes.iter();
        let mut contents = outcomes.map(|outcome| &outcome.contents);
        if contents.any(|contents| self.is_true(property, contents)) {
            return Ok(None);
        }
        match asking.complete(vec![condition]) {
            Said::Run(_) => return Ok(None),
            Said::Open(open) => return Err(open),
            Said::Never if asking.weak.narrow => {
                return Err(Open::Bound("other runs were not looked at".to_owned()));
            }
            Said::Never => {}
        }
        // A value that is not known may be the one that is asked for.
        let run = match loose.map(|loose| asking.complete(vec![loose])) {
            None | Some(Said::Never) => None,
            Some(Said::Run(execution)) => Some(execution),
            Some(Said::Open(open)) => return Err(open),
        };
        Ok(Some(Broken {
            named: self.named(property),
            left: None,
            run,
            why: never(&property.text.node),
        }))
    }

    /// Whether no run of the launch does what some property asks for, whatever values are that are not known.
    pub(super) fn surely_missing(&self, weak: &Weak) -> bool {
        let mut asking = Asking::of(weak);
        let properties = self.setup.description.properties.iter();
        let mut some = properties.filter(|property| property.exists && !self.has_run(property));
        some.any(|property| {
            let how = self.breaks(&mut asking, property);
            matches!(how, Ok(Some(broken)) if broken.run.is_none())
        })
    }

    /// How some run breaks what a property says of all: for certain where one does, else with a value that is not known.
    fn against(
        &self,
        asking: &mut Asking,
        property: &Property,
        (condition, loose): (Condition, Option<Condition>),
    ) -> Result<Option<Broken>, Open> {
        let (text, named) = (&property.text.node, self.named(property));
        let mut known = self.known().into_iter();
        if let Some((contents, unclear)) =
            known.find(|(contents, _)| !self.is_true(property, contents))
        {
            return Ok(Some(Broken {
                named,
                why: otherwise(text, &self.contents(&contents, &unclear)),
                left: Some((contents, None)),
                run: None,
            }));
        }
        let not = |condition| Condition::Not(Box::new(condition), here());
        let broken = not(condition);
        let perhaps = loose.is_some();
        let firmly = loose.map(|loose| (vec![broken.clone(), not(loose)], false));
        for (way, perhaps) in firmly.into_iter().chain([(vec![broken], perhaps)]) {
            let execution = match asking.complete(way) {
                Said::Never => continue,
                Said::Open(open) => return Err(open),
                Said::Run(execution) => execution,
            };
            let weak = asking.weak;
            let contents = weak.left(&execution);
            return Ok(Some(Broken {
                named,
                why: otherwise(text, &self.contents(&contents, &weak.unclear(&execution))),
                left: Some((contents, Some((*execution).clone()))),
                run: perhaps.then_some(execution),
            }));
        }
        Ok(None)
    }

    /// Properties, of all that runs leave in the outputs.
    pub fn properties(&self, weak: &Weak) -> Checked {
        let unknown =
            |open: Open| Checked::new("property", Answer::Unknown).remark(open.to_string());
        let properties = self.setup.description.properties.iter();
        let properties: Vec<&Property> = properties.filter(|one| !self.has_run(one)).collect();
        let mut asking = Asking::of(weak);
        let mut broken: Vec<Broken> = Vec::new();
        let mut other = None;
        for property in &properties {
            match self.breaks(&mut asking, property) {
                Ok(how) => broken.extend(how),
                // Of a part of the runs, those that break another property can be shown.
                Err(open) if weak.narrow => other = Some(open),
                Err(open) => return unknown(open),
            }
        }
        if broken.is_empty() {
            if let Some(open) = other {
                return unknown(open);
            }
            let named: BTreeSet<u64> = properties.iter().flat_map(|one| self.named(one)).collect();
            return self.but_loose(weak, "property", &|byte| named.contains(&byte), || {
                Checked::new("property", Answer::Holds).word("yes")
            });
        }
        let mut answer = self.broken(weak, &broken);
        if other.is_some() {
            answer.remarks.push(OTHERS.to_owned());
        }
        answer
    }

    /// What is said of properties that are broken, for certain or perhaps.
    fn broken(&self, weak: &Weak, broken: &[Broken]) -> Checked {
        let certain = broken.iter().any(|one| one.run.is_none());
        let mut answer = Checked::new("property", Answer::Violated).word("no");
        let why = broken.iter().map(|one| match &one.run {
            Some(_) if certain => format!("{}, perhaps: {UNCLEAR}", one.why),
            Some(_) | None => one.why.clone(),
        });
        answer.remarks = why.collect();
        let mut alike = broken.iter().filter(|one| one.run.is_none() == certain);
        let shown = alike.clone().find(|one| one.left.is_some());
        let mut loose = !certain;
        if let Some((one, (contents, execution))) =
            shown.and_then(|one| Some((one, one.left.as_ref()?)))
        {
            let still = self.ending(
                weak,
                (contents, execution.as_ref()),
                &one.named,
                &mut answer,
            );
            loose &= still;
        } else if let Some(run) = alike.find_map(|one| one.run.as_ref()) {
            answer.witness = numbered(self.setup, &weak.plain, run, Ends::Matter).0;
        }
        answer.resting_on(loose.then(|| UNCLEAR.to_owned()).into_iter().collect())
    }

    /// Shows a run that leaves these contents: the one at hand, or a smallest one where that is asked for. Tells
    /// whether what the model's run leaves rests on values that nobody knows.
    fn ending(
        &self,
        weak: &Weak,
        (contents, found): (&[Vec<u8>], Option<&Execution>),
        named: &BTreeSet<u64>,
        answer: &mut Checked,
    ) -> bool {
        let execution = match found {
            Some(execution) => execution.clone(),
            None if !self.asked.options.smallest => return false,
            None => match weak.gives(contents) {
                Said::Run(execution) => *execution,
                Said::Never | Said::Open(_) => return false,
            },
        };
        let demand = Demand::Ends(weak.exactly(contents));
        let shown = weak.least(Wanted::of(&weak.plain, &demand), execution, |_| true);
        shown.tell(self, &weak.plain, Ends::Matter, answer);
        found.is_some() && weak.leaves_loose(&shown.execution, &|byte| named.contains(&byte))
    }
}
