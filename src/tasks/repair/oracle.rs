//! The launch with a changed module, asked again.

use std::collections::BTreeMap;

use crate::kernel::report::answer::{Answer, Report};
use crate::kernel::report::recall::{Origin, Recall};
use crate::kernel::report::{Ask, ask, ask_until_wrong, asks_beyond};
use crate::kernel::setup::{Setup, bind};
use crate::ptx::module::Function;
use crate::ptx::parse;
use crate::syntax::span::SourceFile;

use super::edits::{Splice, spliced, splices};
use super::search::Effort;
use super::sites::{Site, SiteKind};

/// What a changed module comes to.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Said {
    /// All that should hold holds.
    Holds,
    /// Something does not.
    Broken,
    /// Something is open, and nothing is broken.
    Open,
}

/// Asks a launch with changes.
pub struct Oracle<'a> {
    /// The launch as it is.
    pub setup: &'a Setup,
    asked: &'a dyn Fn() -> Ask,
    /// The checks that should hold.
    goals: Vec<&'static str>,
    known: BTreeMap<Vec<usize>, Said>,
    /// The runs that broke choices so far.
    recall: Recall,
    /// Interleavings were looked at: they are those of all choices.
    explored: bool,
    /// Choices that none of the first so many of these breaks.
    unbroken: BTreeMap<Vec<usize>, usize>,
    /// Whether somebody else confirms what the solver rules out.
    confirm: bool,
    /// How often the launch was asked.
    pub questions: usize,
}

impl<'a> Oracle<'a> {
    /// Somebody else confirms what the solver rules out, as it is asked to, or nobody does.
    #[must_use]
    pub fn new(setup: &'a Setup, asked: &'a dyn Fn() -> Ask, confirm: bool) -> Self {
        Self {
            setup,
            asked,
            goals: Vec::new(),
            known: BTreeMap::new(),
            recall: Recall::default(),
            explored: false,
            unbroken: BTreeMap::new(),
            confirm,
            questions: 0,
        }
    }

    /// What should hold from now on.
    pub fn aim(&mut self, goals: Vec<&'static str>) {
        if goals == self.goals {
            return;
        }
        self.goals = goals;
        self.known.clear();
        self.unbroken.clear();
    }

    /// From now on, somebody else confirms all that the solver rules out; what was said before does not count.
    pub fn doubt(&mut self) {
        self.confirm = true;
        self.known.clear();
    }

    /// The report of the launch with splices in its module; none where what comes of them is no module.
    pub fn report(&mut self, splices: Vec<Splice>) -> Option<Report> {
        self.questions += 1;
        Some(ask(&changed(self.setup, splices)?, &self.request()))
    }

    /// What a choice comes to: all that should hold is asked, up to the first that does not.
    pub fn ask(&mut self, sites: &[Site], choice: &[usize], effort: Effort) -> Said {
        if let Some(said) = self.known.get(choice) {
            return *said;
        }
        let only = effort == Effort::Recalled;
        self.explore();
        let runs = self.recall.count();
        if only && self.unbroken.get(choice) == Some(&runs) {
            return Said::Open;
        }
        self.questions += usize::from(!only);
        let recall = self.recall.of(origin(self.setup, sites, choice), only);
        let asked = Ask {
            recall: Some(recall),
            ..self.request()
        };
        let said = self.judged(splices(self.setup, sites, choice), &asked);
        if !only || said == Said::Broken {
            self.known.insert(choice.to_vec(), said);
        } else {
            self.unbroken.insert(choice.to_vec(), runs);
        }
        said
    }

    /// Looks at interleavings, once.
    fn explore(&mut self) {
        if !self.explored {
            self.explored = true;
            self.recall.explored(self.setup, &self.request());
        }
    }

    /// Whether some property asks for a run that stronger choices may not have.
    pub fn asks_beyond(&mut self) -> bool {
        let mut properties = self.setup.description.properties.iter();
        if !properties.any(|property| property.exists) {
            return false;
        }
        self.explore();
        let known = self.recall.interleavings();
        known.is_none_or(|known| asks_beyond(self.setup, &self.request(), known))
    }

    /// Whether all that should hold holds of a choice, and somebody else confirms it.
    pub fn confirms(&mut self, sites: &[Site], choice: &[usize]) -> bool {
        self.questions += 1;
        let asked = (self.asked)();
        self.judged(splices(self.setup, sites, choice), &asked) == Said::Holds
    }

    fn judged(&self, splices: Vec<Splice>, asked: &Ask) -> Said {
        changed(self.setup, splices).map_or(Said::Open, |setup| {
            judged(&ask_until_wrong(&setup, asked, &self.goals), &self.goals)
        })
    }

    fn request(&self) -> Ask {
        let mut asked = (self.asked)();
        asked.options.confirm &= self.confirm;
        asked
    }
}

/// What the instructions of a choice's module are in the module as it is.
fn origin(setup: &Setup, sites: &[Site], choice: &[usize]) -> Origin {
    let functions = setup.module.functions.iter().enumerate();
    let of = |(function, one): (usize, &Function)| {
        let new = |at: usize, kind: SiteKind| {
            let mut chosen = sites.iter().zip(choice).filter(|(_, level)| **level > 0);
            chosen.any(|(site, _)| {
                site.kind == kind && site.places().any(|place| place == (function, at))
            })
        };
        let code = one.body.iter().flat_map(|body| 0..body.code.len());
        code.flat_map(|at| {
            let before = new(at, SiteKind::Before).then_some(None);
            let after = new(at, SiteKind::After).then_some(None);
            before.into_iter().chain([Some(at)]).chain(after)
        })
        .collect()
    };
    functions.map(of).collect()
}

/// Whether all goals hold in a report.
#[must_use]
pub fn judged(report: &Report, goals: &[&str]) -> Said {
    let goals = report
        .checks
        .iter()
        .filter(|check| goals.contains(&check.name));
    let mut said = Said::Holds;
    for check in goals {
        match check.answer {
            Answer::Holds => {}
            Answer::Violated | Answer::Undefined => return Said::Broken,
            Answer::Possible | Answer::Unsupported | Answer::Unknown => said = Said::Open,
        }
    }
    said
}

/// The launch with splices in its module.
#[must_use]
pub fn changed(setup: &Setup, splices: Vec<Splice>) -> Option<Setup> {
    let source = &setup.module.source;
    let text = spliced(&source.text, splices);
    let module = parse(&SourceFile::new(&*source.name, text)).ok()?;
    bind(setup.description.clone(), module).ok()
}

#[cfg(test)]
mod tests;
