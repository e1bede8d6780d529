//! Launches that use memory at several sizes (PTX ISA, "Limitations on Mixed-size Data-races").
//!
//! Bytes are cut into cells; operations of other bytes than those of a cell go through an alias of it, a location of
//! its own with the same memory. The models of PTX are asked in a form in which `vloc` is what completely overlaps,
//! and `loc` what overlaps: morally strong are only operations that overlap completely, and what orders operations orders
//! them however they overlap. Where operations race that overlap in part, the axioms do not apply: so that is asked first.

use crate::axiomatic::demand::Demand;
use crate::axiomatic::questions::{Questions, Reply};
use crate::execution::concrete::Execution;
use crate::kernel::interpret::Event;
use crate::kernel::lower::lowered::Lowered;
use crate::kernel::lower::next::WHOLE;
use crate::kernel::setup::Setup;
use crate::model::cat;
use crate::model::registry::Axiomatic;
use crate::stop::Open;

use super::weak::{Said, Weak};

/// A model of PTX for memory that is used at several sizes.
#[derive(Debug, Clone)]
pub struct Sized {
    /// The model.
    pub model: Axiomatic,
    /// The same, with the flag of data races for those of operations that overlap in part.
    pub partial: Axiomatic,
}

/// What a text says of one size, and what of several.
type Changes = &'static [(&'static str, &'static str)];

const ISA_7_5: Changes = &[("let one-address = vloc &", "let one-address = loc &")];

const ISA_6_0: Changes = &[
    (
        "aware \\ ((M * M) \\ loc)",
        "aware \\ ((M * M) \\ (vloc | (loc & (po | po^-1))))",
    ),
    (
        "observation = (morally-strong & rf)",
        "observation = (morally-strong & vloc & rf)",
    ),
    ("[W & REL] ; po-loc? ;", "[W & REL] ; (po & vloc)? ;"),
    ("; po-loc? ; [R & ACQ", "; (po & vloc)? ; [R & ACQ"),
];

/// The flag of races, and of those of operations that overlap in part.
const FLAG: (&str, &str) = (
    "flag ~empty (conflict & started) \\ ordered as data-race",
    "flag ~empty ((conflict & started) \\ ordered) \\ vloc as data-race",
);

impl Sized {
    /// The model of that name; none where it has no such form.
    #[must_use]
    pub fn named(name: &str) -> Option<Self> {
        let text = text(name)?;
        let changes = if name == "ptx-6.0" { ISA_6_0 } else { ISA_7_5 };
        let text = changes
            .iter()
            .try_fold(text.to_owned(), |text, change| changed(&text, *change))?;
        let partial = changed(&text, FLAG)?;
        let load = |text: &str| {
            let definition = cat::load(&format!("{name}.cat"), text).ok()?;
            Some(Axiomatic::of(definition))
        };
        Some(Self {
            model: load(&text)?,
            partial: load(&partial)?,
        })
    }
}

/// A model of PTX that flags something else in place of data races; none where it has no such form.
#[must_use]
pub fn flagging(name: &str, flag: &str) -> Option<Axiomatic> {
    let text = text(name)?;
    let (before, _) = FLAG.0.split_once(" as ")?;
    let line = text.lines().find(|line| line.starts_with(before))?;
    let text = changed(text, (line, flag))?;
    let definition = cat::load(&format!("{name}.cat"), &text).ok()?;
    Some(Axiomatic::of(definition))
}

/// The text of a model of PTX.
fn text(name: &str) -> Option<&'static str> {
    match name {
        "ptx-7.5" => Some(include_str!("../../model/texts/ptx-7.5.cat")),
        "ptx-6.0" => Some(include_str!("../../model/texts/ptx-6.0.cat")),
        _ => None,
    }
}

/// A text with one thing said otherwise; none where it does not say it once.
fn changed(text: &str, (from, to): (&str, &str)) -> Option<String> {
    (text.matches(from).count() == 1).then(|| text.replace(from, to))
}

/// Asks for executions in which each operation of several cells is one. Where the model may also have others, and only
/// these do as demanded, the answer is open.
pub fn one_by_one(
    lowered: &Lowered,
    demand: &Demand,
    ask: &mut dyn FnMut(&Demand) -> Option<Reply>,
) -> Option<Reply> {
    if lowered.whole.is_empty() {
        return ask(demand);
    }
    let with = |pairs| Demand::All(vec![demand.clone(), Demand::Whole(pairs)]);
    let reply = ask(&with(lowered.whole.clone()))?;
    let strong = lowered.whole.iter().filter(|pair| pair.strong).cloned();
    let strong: Vec<_> = strong.collect();
    if !matches!(reply, Reply::None) || strong.len() == lowered.whole.len() {
        return Some(reply);
    }
    let reply = ask(&with(strong))?;
    Some(match reply {
        Reply::Execution(_) => Reply::Open(Open::Bound(TORN.to_owned())),
        Reply::None | Reply::Open(_) => reply,
    })
}

/// Asks for an execution in which operations of several cells are one.
pub fn put(questions: &mut Questions, lowered: &Lowered, demand: &Demand) -> Reply {
    let reply = one_by_one(lowered, demand, &mut |demand| {
        Some(questions.ask_for(demand))
    });
    reply.unwrap_or(Reply::None)
}

const TORN: &str = "it would take a weak access that finds a part of another of the same bytes: whether it can is not \
                    said";

/// A race of operations that overlap in part.
pub struct Partial {
    /// The execution.
    pub execution: Box<Execution>,
    /// The events that it is of.
    pub lowered: Lowered,
    /// The two.
    pub pair: Option<(usize, usize)>,
}

/// Whether memory is used at several sizes, and whether operations that overlap in part can race.
pub enum Overlaps {
    /// They cannot.
    Ordered,
    /// They can.
    Raced(Box<Partial>),
    /// It was not found out.
    Open(Open),
}

impl Weak<'_> {
    /// Whether operations that overlap in part can race.
    #[must_use]
    pub fn overlaps(&self) -> Overlaps {
        if !self.threads.know.mixed() {
            return Overlaps::Ordered;
        }
        let Some(partial) = &self.partial else {
            let why = "memory that is used at several sizes is not asked of this model";
            return Overlaps::Open(Open::Bound(why.to_owned()));
        };
        match self.race_under(partial) {
            (Said::Never, ..) => Overlaps::Ordered,
            (Said::Open(open), ..) => Overlaps::Open(open),
            (Said::Run(execution), lowered, pair) => Overlaps::Raced(Box::new(Partial {
                execution,
                lowered,
                pair,
            })),
        }
    }
}

/// What an event does to memory: addresses, numbers of bytes, whether it reads and whether it writes.
#[must_use]
pub fn operations(setup: &Setup, event: &Event) -> Vec<(u64, u64, bool, bool)> {
    let each = event.elements.iter().map(|one| {
        (
            one.address,
            one.size as u64,
            one.read.is_some(),
            one.written.is_some(),
        )
    });
    let each: Vec<_> = each.collect();
    let bytes = each.iter().map(|(_, bytes, ..)| bytes).sum();
    match each.first() {
        Some(&(address, _, read, written)) if setup.description.vectors_whole && bytes <= WHOLE => {
            vec![(address, bytes, read, written)]
        }
        Some(_) | None => each,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn models_of_ptx_have_a_form_for_several_sizes() {
        for name in ["ptx-7.5", "ptx-6.0"] {
            assert!(Sized::named(name).is_some(), "{name}");
        }
        assert!(Sized::named("sc").is_none());
    }
}
