//! From what runs do to answers. What is not known for certain is never `holds`.

use crate::kernel::arithmetic::extended;
use crate::kernel::interpret::exploration::{Exploration, Found, Limits};
use crate::kernel::interpret::explore::explore;
use crate::kernel::interpret::finding::Finding;
use crate::kernel::launch::description::Check;
use crate::kernel::setup::{Setup, outputs};
use crate::stop::Stop;

use super::answer::{Answer, Checked, Report};
use super::places::Place;
use super::witness::{contents, steps};

/// What is asked of a launch.
#[derive(Debug, Clone)]
pub struct Ask {
    /// The model's name: `ptx-7.5`, `ptx-6.0` or `sc`.
    pub model: String,
    /// How often a loop is gone round.
    pub bound: usize,
    /// When to give up.
    pub stop: Stop,
}

/// Answers all that is asked of a launch.
#[must_use]
pub fn ask(setup: &Setup, asked: &Ask) -> Report {
    let limits = Limits {
        stop: asked.stop.clone(),
        ..Limits::default()
    };
    let exploration = explore(setup, &limits);
    let mut decision = Decision {
        setup,
        asked,
        exploration: &exploration,
        limits: &limits,
        fixed: false,
    };
    decision.fixed = decision.barriers_order_all();
    let wanted = &setup.description.checks;
    let named = |check: &Check| wanted.is_empty() || wanted.contains(check);
    let stated =
        |check: &Check| *check != Check::Property || !setup.description.properties.is_empty();
    let checks: Vec<Checked> = Check::ALL
        .into_iter()
        .filter(named)
        .filter(stated)
        .map(|check| decision.answer(check))
        .collect();
    let expect = &setup.description.expect;
    Report {
        launch: setup.title(),
        file: setup.description.source.name.to_string(),
        model: asked.model.clone(),
        bound: asked.bound,
        assumptions: assumptions(setup),
        expectations: (!expect.is_empty()).then(|| super::judge(expect, &checks)),
        checks,
    }
}

fn assumptions(setup: &Setup) -> Vec<String> {
    use crate::ptx::operation::{Operand, Operation, Special};
    let mut found = setup.warnings.clone();
    let (mut clock, mut mask, mut print) = (false, false, false);
    for at in setup.reachable() {
        let function = &setup.module.functions[at];
        print |= function.body.is_none() && function.name == "vprintf";
        for instruction in function.body.iter().flat_map(|body| &body.code) {
            mask |= matches!(instruction.operation, Operation::ActiveMask { .. });
            clock |= instruction
                .operation
                .operands()
                .contains(&Operand::Special(Special::Clock));
        }
    }
    if clock && !setup.description.clock_any {
        found.push("clocks stand still: no timeout fires".to_owned());
    }
    if mask {
        found.push("`activemask` gives the lanes that have not ended".to_owned());
    }
    if print {
        found.push("`printf` has no effect".to_owned());
    }
    found
}

pub struct Decision<'a> {
    pub setup: &'a Setup,
    pub asked: &'a Ask,
    pub exploration: &'a Exploration,
    pub limits: &'a Limits,
    /// Whether barriers order all that conflicts.
    pub fixed: bool,
}

/// Why all runs are one.
const FIXED: &str = "program order and barriers order every two conflicting accesses";

impl Decision<'_> {
    fn answer(&self, check: Check) -> Checked {
        if let Some(violated) = self.violated(check) {
            return violated;
        }
        if check == Check::Races
            && let Some(race) = self.race()
        {
            return race;
        }
        if let Some(open) = self.open(check) {
            return open;
        }
        match check {
            Check::Robust => self.robust(),
            Check::Races if self.fixed => {
                Checked::new("races", Answer::Holds).word("none").proof(FIXED)
            }
            Check::Races => Checked::new("races", Answer::Unknown).remark(
                "no interleaving that was looked at has a race; other executions are not looked at yet",
            ),
            Check::Property => self.property(),
            Check::Asserts | Check::Barriers | Check::Memory => self.independent(check),
        }
    }

    /// A run under sequential consistency that shows it is a run under every model.
    fn violated(&self, check: Check) -> Option<Checked> {
        let belongs = |finding: &&Finding| match finding {
            Finding::Trap => check == Check::Asserts,
            Finding::OutOfBounds(_)
            | Finding::Misaligned(_)
            | Finding::WrongSpace(_)
            | Finding::WritesConst(_)
            | Finding::NonCoherent(_)
            | Finding::UninitialisedBranch
            | Finding::UninitialisedAddress
            | Finding::UninitialisedOutput(_) => check == Check::Memory,
            Finding::Divergence | Finding::OutsideMask | Finding::Deadlock => {
                check == Check::Barriers
            }
        };
        let mut answer = Checked::new(check.name(), Answer::Violated);
        let mut first = None;
        for finding in self.exploration.found.keys().filter(belongs) {
            let found = &self.exploration.found[finding];
            // One remark for each word: addresses that are missed differ by thread.
            if answer.word == Some(finding.word()) && !answer.remarks.is_empty() && first.is_some()
            {
                continue;
            }
            answer.remarks.push(self.remark(finding, found));
            answer.places.extend(self.place(found));
            if first.is_none() {
                answer.word = Some(finding.word());
                first = Some(found);
            }
        }
        let first = first?;
        answer.witness = steps(self.setup, self.exploration, &first.schedule, self.limits);
        Some(answer)
    }

    pub fn place(&self, found: &Found) -> Option<Place> {
        if found.thread == usize::MAX {
            return None;
        }
        Place::of(self.setup, found.place.0, found.place.1)
    }

    /// Where no branch and no address depends on what others write, all runs of every model do the
    /// same instructions.
    fn independent(&self, check: Check) -> Checked {
        let name = check.name();
        if self.fixed {
            return Checked::new(name, Answer::Holds).word("none").proof(FIXED);
        }
        let uninitialised = check == Check::Memory
            && self.setup.regions.iter().any(|region| {
                region
                    .initial
                    .iter()
                    .zip(region.base..)
                    .any(|(byte, address)| {
                        byte.is_none() && self.exploration.contended.contains(&address)
                    })
            });
        if self.asked.model == "sc" {
            return Checked::new(name, Answer::Holds)
                .word("none")
                .proof("of all interleavings");
        }
        if self.exploration.dependent || uninitialised {
            return Checked::new(name, Answer::Unknown).remark(
                "no interleaving breaks it; what other executions do depends on values that are read",
            );
        }
        Checked::new(name, Answer::Holds)
            .word("none")
            .proof("no branch and no address depends on what other threads write")
    }

    fn sc_contents(&self) -> Vec<String> {
        let regions: Vec<_> = self
            .exploration
            .outputs
            .iter()
            .map(|&at| &self.setup.regions[at])
            .collect();
        let outcomes = self.exploration.outcomes.iter().map(|outcome| {
            let all = regions
                .iter()
                .zip(&outcome.contents)
                .map(|(region, bytes)| contents(region, bytes));
            all.collect::<Vec<_>>().join(", ")
        });
        outcomes.collect()
    }

    fn robust(&self) -> Checked {
        let mut answer = if self.fixed {
            Checked::new("robust", Answer::Holds)
                .word("yes")
                .proof(FIXED)
        } else if self.asked.model == "sc" {
            Checked::new("robust", Answer::Holds)
                .word("yes")
                .proof("every outcome of `sc` is one of sequential consistency")
        } else {
            Checked::new("robust", Answer::Unknown)
                .remark("outcomes beyond those of interleavings are not looked for yet")
        };
        answer.sc_contents = self.sc_contents();
        answer
    }

    /// A property of all runs, broken where some interleaving breaks it.
    fn property(&self) -> Checked {
        let exact = self.fixed || self.asked.model == "sc";
        let mut open = Vec::new();
        for property in &self.setup.description.properties {
            let text = &property.text.node;
            let mut truths = self.exploration.outcomes.iter().map(|outcome| {
                let value = |name: &str, index: u64| self.value(&outcome.contents, name, index);
                (property.formula.holds(&value), outcome)
            });
            if property.exists {
                if !truths.any(|(truth, _)| truth == Some(true)) {
                    open.push(format!("no interleaving gives `{text}`"));
                }
                continue;
            }
            let broken = truths.find(|(truth, _)| *truth != Some(true));
            if let Some((truth, outcome)) = broken {
                if truth.is_none() {
                    open.push(format!("`{text}` speaks of what is no output"));
                    continue;
                }
                let mut answer = Checked::new("property", Answer::Violated).word("no");
                answer
                    .remarks
                    .push(format!("some run does not end with `{text}`"));
                answer.witness =
                    steps(self.setup, self.exploration, &outcome.schedule, self.limits);
                return answer;
            }
            if !exact {
                open.push(format!(
                    "every interleaving ends with `{text}`; other executions are not looked at yet"
                ));
            }
        }
        if open.is_empty() {
            return Checked::new("property", Answer::Holds).word("yes");
        }
        Checked {
            remarks: open,
            ..Checked::new("property", Answer::Unknown)
        }
    }

    /// An element of an output at the end of a run, as a signed number.
    fn value(&self, contents: &[Vec<u8>], name: &str, index: u64) -> Option<i64> {
        let region = outputs::find(self.setup, name)?;
        let at = self
            .exploration
            .outputs
            .iter()
            .position(|&output| output == region)?;
        let ty = self.setup.regions[region].ty;
        let size = usize::try_from(ty.bytes()).ok()?;
        let start = usize::try_from(index).ok()?.checked_mul(size)?;
        let bytes = contents.get(at)?.get(start..start + size)?;
        let mut pattern = [0; 8];
        pattern[..size].copy_from_slice(bytes);
        Some(extended(u64::from_le_bytes(pattern), ty).cast_signed())
    }
}
