//! Searching on small tests.

use gpu_litmus::Model;
use gpu_litmus::Program;
use gpu_litmus::load;
use gpu_litmus::tasks::fences::found::{Found, Limits, Request, Verdict};
use gpu_litmus::tasks::fences::oracle::{Answer, Oracle};
use gpu_litmus::tasks::fences::prices::Prices;
use gpu_litmus::tasks::fences::search::search;
use gpu_litmus::tasks::fences::sites::{Rules, Template};
use gpu_litmus::verdict::query::Options;

pub fn program(text: &str) -> Program {
    load("test.litmus", text).unwrap_or_else(|report| panic!("{}\n{text}", report.render(false)))
}

pub fn request(rules: Rules, all: bool) -> Request {
    Request {
        options: Options::default(),
        prices: Prices::default(),
        rules,
        all,
        limits: Limits::default(),
    }
}

pub const FENCES_ONLY: Rules = Rules {
    keep_accesses: true,
    may_weaken: true,
};

/// Everything may be changed.
pub const ANYTHING: Rules = Rules {
    keep_accesses: false,
    may_weaken: true,
};

pub fn solve(text: &str, model: &str, request: &Request) -> Found {
    let program = program(text);
    search(&program, &Model::find(model).unwrap(), request).unwrap()
}

/// What is comparable of a search: the cost and all choices of it, or that there is none.
pub type Summary = Option<(u64, Vec<Vec<usize>>)>;

pub fn summary(found: &Found) -> Result<Summary, String> {
    match &found.verdict {
        Verdict::Cheapest { cost, choices, .. } => Ok(Some((*cost, choices.clone()))),
        Verdict::Impossible(_) => Ok(None),
        other => Err(format!("{other:?}")),
    }
}

/// All choices, one after the other; nothing if there are more than so many, or an answer is open.
pub fn exhaustively(template: &Template, model: &Model, most: usize) -> Option<Summary> {
    let sizes: Vec<usize> = template
        .sites
        .iter()
        .map(|site| site.levels.len())
        .collect();
    let count = sizes
        .iter()
        .try_fold(1_usize, |all, size| all.checked_mul(*size))?;
    if count > most {
        return None;
    }
    let mut oracle = Oracle::new(model, &Options::default());
    let given = template.program_of(&template.given());
    oracle.keep_race_free(&given).unwrap();
    oracle.must_end = oracle.ends(&given).unwrap();
    let mut best: Summary = None;
    for number in 0..count {
        let mut rest = number;
        let choice: Vec<usize> = sizes
            .iter()
            .map(|size| {
                let value = rest % size;
                rest /= size;
                value
            })
            .collect();
        if !template.permits(&choice) {
            continue;
        }
        let cost = template.cost(&choice);
        if best.as_ref().is_some_and(|(known, _)| *known < cost) {
            continue;
        }
        match oracle.ask(&template.program_of(&choice)).unwrap() {
            Answer::Forbidden => match &mut best {
                Some((known, choices)) if *known == cost => choices.push(choice),
                best => *best = Some((cost, vec![choice])),
            },
            Answer::Allowed(_) | Answer::Endless => {}
            Answer::Open(_) | Answer::Refused(_) => return None,
        }
    }
    if let Some((_, choices)) = &mut best {
        choices.sort();
    }
    Some(best)
}
