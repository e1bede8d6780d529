//! The search: the cheapest choice that no counterexample speaks against, until the model forbids
//! the outcome.
//!
//! Whatever is proposed is as cheap as any choice that is not refuted yet, so the first that the
//! model accepts is a cheapest one; and when none is left to propose, none exists.

use std::time::Instant;

use crate::model::Model;
use crate::program::Program;
use crate::sat::hitting::{Choice, Hitting, Search as Cheapest, Values};
use crate::syntax::Report;

use super::found::{Found, Impossible, Open, Request, Verdict};
use super::learn::{Family, family};
use super::levels::strength;
use super::oracle::{Answer, Counterexample, Oracle};
use super::sites::{Site, Template};

/// Looks for the cheapest choices under a model.
///
/// # Errors
///
/// A thread is too long once its loops are unrolled.
pub fn search(program: &Program, model: &Model, request: &Request) -> Result<Found, Report> {
    let template = Template::new(program, model, &request.prices, request.rules);
    search_among(template, model, request)
}

/// Looks for the cheapest choices among the places and levels of a template.
///
/// # Errors
///
/// A thread is too long once its loops are unrolled.
pub fn search_among(template: Template, model: &Model, request: &Request) -> Result<Found, Report> {
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
    let mut search = Search {
        oracle: Oracle::new(model, &request.options),
        template: &template,
        request,
        problem,
        families: 0,
        open: Vec::new(),
        why: Vec::new(),
        forbidden: None,
        start: Instant::now(),
        strongest: None,
    };
    let verdict = search.run()?;
    let (questions, families) = (search.oracle.questions, search.families);
    let forbidden = search.forbidden;
    Ok(Found {
        given: template.cost(&template.given()),
        forbidden,
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
    start: Instant,
    /// What the strongest choice allows.
    strongest: Option<Counterexample>,
}

impl Search<'_> {
    fn run(&mut self) -> Result<Verdict, Report> {
        if let Some(refused) = self.oracle.model.refuses(&self.template.program) {
            return Ok(Verdict::Refused(refused));
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
            match self.ask(&next.values)? {
                Answer::Forbidden => {
                    cost = next.cost;
                    self.exclude(&next.values);
                    choices.push(next.values);
                    if !self.request.all || choices.len() >= limits.solutions {
                        return Ok(self.found(cost, choices, false));
                    }
                }
                Answer::Allowed(counterexample) => self.learn(&next.values, &counterexample)?,
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

    /// The strongest choice, which often refutes all, and the program as it is.
    fn look_at_both_ends(&mut self) -> Result<(), Report> {
        let strongest = self.template.strongest();
        if let Answer::Allowed(counterexample) = self.ask(&strongest)? {
            let family = self.family(&strongest, &counterexample);
            self.refute(&family);
            self.strongest = Some(*counterexample);
        }
        let given = self.template.given();
        match self.ask(&given)? {
            Answer::Forbidden => self.forbidden = Some(true),
            Answer::Allowed(counterexample) => {
                self.forbidden = Some(false);
                let family = self.family(&given, &counterexample);
                self.refute(&family);
            }
            Answer::Open(_) | Answer::Refused(_) => {}
        }
        Ok(())
    }

    fn is_late(&self) -> bool {
        let limit = self.request.limits.time;
        limit.is_some_and(|limit| self.start.elapsed() > limit)
    }

    fn ask(&mut self, choice: &[usize]) -> Result<Answer, Report> {
        self.oracle.ask(&self.template.program_of(choice))
    }

    /// Refutes a choice and as many others as can be: those that its counterexample refutes, and
    /// those that the counterexample to the strongest choice does that has one.
    fn learn(&mut self, choice: &[usize], counterexample: &Counterexample) -> Result<(), Report> {
        let own = self.family(choice, counterexample);
        let raised = self.raise(choice, own.clone())?;
        let covers = |(family, &level): (&Values, &usize)| family.contains(level);
        if !raised.iter().zip(choice).all(covers) {
            self.refute(&own);
        }
        self.refute(&raised);
        Ok(())
    }

    /// Makes one place after the other as strong as can be while there is a counterexample.
    fn raise(&mut self, choice: &[usize], mut family: Family) -> Result<Family, Report> {
        let mut choice = choice.to_vec();
        for (index, site) in self.template.sites.iter().enumerate() {
            for level in stronger(site, choice[index]) {
                if self.is_late() {
                    return Ok(family);
                }
                if family[index].contains(level) {
                    choice[index] = level;
                    break;
                }
                let before = std::mem::replace(&mut choice[index], level);
                if let Answer::Allowed(counterexample) = self.ask(&choice)? {
                    family = self.family(&choice, &counterexample);
                    break;
                }
                choice[index] = before;
            }
        }
        Ok(family)
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

    fn found(&self, cost: u64, mut choices: Vec<Vec<usize>>, complete: bool) -> Verdict {
        if self.open.iter().any(|&open| open < cost) {
            return self.ended("some answers are open".to_owned(), None, cost, choices);
        }
        let complete = complete && !self.open.contains(&cost);
        choices.sort();
        Verdict::Cheapest {
            cost,
            choices,
            complete,
        }
    }

    fn impossible(&mut self) -> Verdict {
        let choice = self.template.strongest();
        match self.strongest.take() {
            Some(counterexample) if self.open.is_empty() => {
                Verdict::Impossible(Box::new(Impossible {
                    program: self.template.program_of(&choice),
                    choice,
                    counterexample,
                }))
            }
            _ => self.ended("some answers are open".to_owned(), None, 0, Vec::new()),
        }
    }

    /// The search ends too early: everything cheaper than `next` is refuted, or open.
    fn ended(
        &self,
        why: String,
        next: Option<u64>,
        cost: u64,
        choices: Vec<Vec<usize>>,
    ) -> Verdict {
        let least = self.open.iter().copied().chain(next).min();
        let does = choices.into_iter().next();
        let mut reasons = vec![why];
        reasons.extend(self.why.iter().cloned());
        Verdict::Open(Open {
            why: reasons,
            at_least: least,
            does: does.map(|values| Choice { cost, values }),
        })
    }
}

/// The levels that are stronger than one, the strongest first.
fn stronger(site: &Site, than: usize) -> Vec<usize> {
    let levels = 0..site.levels.len();
    let mut found: Vec<usize> = levels
        .filter(|&level| level != than && site.at_least(level, than))
        .collect();
    found.sort_by_key(|&level| std::cmp::Reverse((strength(site.levels[level].form), level)));
    found
}
