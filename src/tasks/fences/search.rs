//! The search: the cheapest choice that no counterexample speaks against, until the model forbids
//! the outcome.
//!
//! Whatever is proposed is as cheap as any choice that is not refuted yet, so the first that the
//! model accepts is a cheapest one; and when none is left to propose, none exists.

mod ending;
mod learning;

use web_time::Instant;

use crate::model::Model;
use crate::program::Program;
use crate::sat::hitting::{Choice, Hitting, Search as Cheapest, Values};
use crate::syntax::Report;
use crate::syntax::ast::Quantifier;
use crate::tasks::ask::asks_how_it_ends;

use super::found::{Found, Request, Verdict};
use super::learn::{Family, family};
use super::oracle::{Answer, Counterexample, Oracle};
use super::sites::Template;

/// How far a search is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Progress {
    /// How often the model was asked.
    pub questions: usize,
    /// Nothing that costs less will do, as far as it was decided.
    pub at_least: u64,
}

/// Looks for the cheapest choices under a model.
///
/// # Errors
///
/// A thread is too long once its loops are unrolled.
pub fn search(program: &Program, model: &Model, request: &Request) -> Result<Found, Report> {
    search_watched(program, model, request, &mut |_| ())
}

/// As [`search`]; somebody is told before each question how far it is.
///
/// # Errors
///
/// A thread is too long once its loops are unrolled.
pub fn search_watched(
    program: &Program,
    model: &Model,
    request: &Request,
    watch: &mut dyn FnMut(Progress),
) -> Result<Found, Report> {
    asks_how_it_ends(program, "fences")?;
    let template = Template::new(program, model, &request.prices, request.rules);
    among(template, model, request, watch)
}

/// Looks for the cheapest choices among the places and levels of a template.
///
/// # Errors
///
/// A thread is too long once its loops are unrolled.
pub fn search_among(template: Template, model: &Model, request: &Request) -> Result<Found, Report> {
    among(template, model, request, &mut |_| ())
}

fn among(
    template: Template,
    model: &Model,
    request: &Request,
    watch: &mut dyn FnMut(Progress),
) -> Result<Found, Report> {
    let mut problem = Hitting::new(
        template
            .sites
            .iter()
            .map(|site| site.levels.iter().map(|level| level.price).collect())
            .collect(),
    );
    // A place with so many levels that they have no numbers is left as it is.
    for (index, site) in template.sites.iter().enumerate() {
        if site.levels.len() > crate::sat::hitting::MAX_VALUES {
            problem.restrict(index, Values::one(site.given));
        }
    }
    for tie in template.ties() {
        problem.add(tie);
    }
    let mut search = Search {
        oracle: Oracle::new(model, &request.options),
        template: &template,
        request,
        problem,
        families: 0,
        open: Vec::new(),
        why: Vec::new(),
        forbidden: None,
        racy: None,
        start: Instant::now(),
        strongest: None,
        endless: false,
        at_least: 0,
        watch,
    };
    let verdict = search.run()?;
    let (questions, families) = (search.oracle.questions, search.families);
    let (forbidden, racy) = (search.forbidden, search.racy);
    Ok(Found {
        given: template.cost(&template.given()),
        forbidden,
        racy,
        may_weaken: request.rules.may_weaken,
        verdict,
        questions,
        families,
        template,
    })
}

struct Search<'a> {
    oracle: Oracle<'a>,
    template: &'a Template,
    request: &'a Request,
    problem: Hitting,
    families: usize,
    /// The costs of choices that stay open.
    open: Vec<u64>,
    /// Why they do.
    why: Vec<String>,
    forbidden: Option<bool>,
    racy: Option<bool>,
    start: Instant,
    /// What the strongest choice allows.
    strongest: Option<Counterexample>,
    /// The strongest choice leaves no execution that counts.
    endless: bool,
    at_least: u64,
    watch: &'a mut dyn FnMut(Progress),
}

impl Search<'_> {
    fn run(&mut self) -> Result<Verdict, Report> {
        if let Some(refused) = self.oracle.model.refuses(&self.template.program) {
            return Ok(Verdict::Refused(refused));
        }
        if !self.look_at_what_is_given()? {
            return Ok(Verdict::Vacuous);
        }
        self.look_at_both_ends()?;
        let mut choices: Vec<Vec<usize>> = Vec::new();
        let mut cost = 0;
        loop {
            let next = match self.problem.cheapest(self.request.limits.steps) {
                Cheapest::Found(next) if choices.is_empty() || next.cost == cost => next,
                Cheapest::Impossible if choices.is_empty() => return Ok(self.impossible()),
                Cheapest::Found(_) | Cheapest::Impossible => {
                    return Ok(self.found(cost, choices, true));
                }
                Cheapest::Limit => {
                    let why = "there are too many choices to find the cheapest among them";
                    return Ok(self.ended(why.to_owned(), None, cost, choices));
                }
            };
            let limits = self.request.limits;
            if self.is_late() {
                let why = "the time for the search is over".to_owned();
                return Ok(self.ended(why, Some(next.cost), cost, choices));
            }
            if self.oracle.questions >= limits.questions || self.open.len() >= limits.open {
                let (asked, open) = (self.oracle.questions, self.open.len());
                let why = format!("the model was asked {asked} times, {open} answers are open");
                return Ok(self.ended(why, Some(next.cost), cost, choices));
            }
            self.at_least = self.at_least.max(next.cost);
            match self.ask(&next.values)? {
                Answer::Forbidden => {
                    cost = next.cost;
                    self.exclude(&next.values);
                    choices.push(self.rather(next));
                    if !self.request.all || choices.len() >= limits.solutions {
                        return Ok(self.found(cost, choices, false));
                    }
                }
                Answer::Allowed(counterexample) => self.learn(&next.values, &counterexample)?,
                Answer::Endless => self.leave_out(&next.values)?,
                Answer::Refused(refused) => return Ok(Verdict::Refused(refused)),
                Answer::Open(why) => {
                    self.exclude(&next.values);
                    self.open.push(next.cost);
                    if !self.why.contains(&why) {
                        self.why.push(why);
                    }
                }
            }
        }
    }

    /// A cheapest choice; of one alone the program as it is, where that is another.
    fn rather(&self, found: Choice) -> Vec<usize> {
        let given = self.template.given();
        let will_do = !self.request.all && self.forbidden == Some(true);
        if will_do && self.template.cost(&given) == found.cost {
            given
        } else {
            found.values
        }
    }

    /// Whether the program has a race, which no change may add; gives whether it ends at all.
    fn look_at_what_is_given(&mut self) -> Result<bool, Report> {
        let given = self.template.program_of(&self.template.given());
        self.racy = self.oracle.keep_race_free(&given)?;
        // A `forall` that holds has an execution already.
        self.oracle.must_end = given.quantifier != Quantifier::Forall;
        self.oracle.ends(&given)
    }

    /// The strongest choice, which often refutes all, and the program as it is.
    fn look_at_both_ends(&mut self) -> Result<(), Report> {
        let strongest = self.template.strongest();
        match self.ask(&strongest)? {
            Answer::Allowed(counterexample) => {
                let family = self.family(&strongest, &counterexample);
                self.refute(&family);
                self.strongest = Some(*counterexample);
            }
            Answer::Endless => self.endless = true,
            Answer::Forbidden | Answer::Open(_) | Answer::Refused(_) => {}
        }
        let given = self.template.given();
        match self.ask(&given)? {
            Answer::Forbidden => self.forbidden = Some(true),
            Answer::Allowed(counterexample) => {
                self.forbidden = Some(false);
                let family = self.family(&given, &counterexample);
                self.refute(&family);
            }
            Answer::Open(_) | Answer::Refused(_) | Answer::Endless => {}
        }
        Ok(())
    }

    fn is_late(&self) -> bool {
        let limit = self.request.limits.time;
        limit.is_some_and(|limit| self.start.elapsed() > limit)
    }

    fn ask(&mut self, choice: &[usize]) -> Result<Answer, Report> {
        self.tell();
        self.oracle.ask(&self.template.program_of(choice))
    }

    fn tell(&mut self) {
        (self.watch)(Progress {
            questions: self.oracle.questions,
            at_least: self.at_least,
        });
    }

    fn family(&self, choice: &[usize], counterexample: &Counterexample) -> Family {
        let model = self.oracle.model;
        family(self.template, model, choice, &counterexample.shown)
    }

    /// Excludes all choices of a family.
    fn refute(&mut self, family: &Family) {
        self.families += 1;
        let sites = self.template.sites.iter().zip(family).enumerate();
        let others = sites.map(|(index, (site, values))| {
            let all = Values::first(site.levels.len());
            (index, all.without(*values))
        });
        self.problem
            .add(others.filter(|(_, values)| !values.is_empty()).collect());
    }

    fn exclude(&mut self, choice: &[usize]) {
        let alone: Family = choice.iter().map(|&level| Values::one(level)).collect();
        self.refute(&alone);
        self.families -= 1;
    }
}
