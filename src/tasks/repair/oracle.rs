//! The launch with a changed module, asked again.

use std::collections::BTreeMap;

use crate::kernel::report::answer::{Answer, Report};
use crate::kernel::report::{Ask, ask, ask_until_wrong};
use crate::kernel::setup::{Setup, bind};
use crate::ptx::parse;
use crate::syntax::span::SourceFile;

use super::edits::{Splice, spliced};

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
    setup: &'a Setup,
    asked: &'a dyn Fn() -> Ask,
    /// The checks that should hold.
    goals: Vec<&'static str>,
    known: BTreeMap<Vec<usize>, Said>,
    /// How often the launch was asked.
    pub questions: usize,
}

impl<'a> Oracle<'a> {
    #[must_use]
    pub fn new(setup: &'a Setup, asked: &'a dyn Fn() -> Ask) -> Self {
        Self {
            setup,
            asked,
            goals: Vec::new(),
            known: BTreeMap::new(),
            questions: 0,
        }
    }

    /// What should hold from now on.
    pub fn aim(&mut self, goals: Vec<&'static str>) {
        self.goals = goals;
        self.known.clear();
    }

    /// The report of the launch with splices in its module; none where what comes of them is no module.
    pub fn report(&mut self, splices: Vec<Splice>) -> Option<Report> {
        self.questions += 1;
        Some(ask(&changed(self.setup, splices)?, &(self.asked)()))
    }

    /// What a choice comes to: all that should hold is asked, up to the first that does not.
    pub fn ask(&mut self, choice: &[usize], splices: Vec<Splice>) -> Said {
        if let Some(said) = self.known.get(choice) {
            return *said;
        }
        self.questions += 1;
        let said = changed(self.setup, splices).map_or(Said::Open, |setup| {
            let report = ask_until_wrong(&setup, &(self.asked)(), &self.goals);
            judged(&report, &self.goals)
        });
        self.known.insert(choice.to_vec(), said);
        said
    }
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
