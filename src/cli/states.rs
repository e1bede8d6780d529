//! Which final states `check` lists.

use crate::program::Program;
use crate::tasks::ask::asks_how_it_ends;
use crate::tasks::observe::observed;
use crate::verdict::query::Options;
use crate::verdict::states::Wanted;

use super::ask_args;
use super::failure::Failure;
use super::request::CheckFormat;

/// The final states that are asked for, before it is known what a test has.
#[derive(Debug)]
pub struct Listing {
    names: Vec<String>,
    most: Option<usize>,
    runs: bool,
}

impl Listing {
    /// What the arguments ask for, if they do; complains of what does not go with it.
    pub fn new(
        args: &ask_args::Check,
        format: CheckFormat,
        failures: &mut Vec<Failure>,
    ) -> Option<Self> {
        let asked = &args.states;
        if !asked.list {
            return None;
        }
        let mut apart = |other: &str, why: &str| {
            let text = format!("`--states` and {other} go apart: {why}");
            failures.push(Failure::Usage(text));
        };
        match format {
            CheckFormat::Text | CheckFormat::Json | CheckFormat::Herd => {}
            CheckFormat::Dot => apart("`--format dot`", "it has text, json, herd"),
            CheckFormat::Svg => apart("`--format svg`", "it has text, json, herd"),
        }
        if args.minimal {
            apart(
                "`--minimal`",
                "one is about all states, the other about one execution",
            );
        }
        if args.race {
            apart(
                "`--race`",
                "one is about all states, the other about one execution",
            );
        }
        if args.proof.is_some() {
            apart("`--proof`", "proofs are of the condition alone");
        }
        Some(Self {
            names: asked.observe.clone(),
            most: asked.limit.map(std::num::NonZeroUsize::get),
            runs: asked.witnesses,
        })
    }

    /// The same questions, and these states of a test.
    pub fn of(&self, program: &Program, options: &Options) -> Result<Options, Failure> {
        asks_how_it_ends(program, "check --states")?;
        let terms = observed(program, &self.names);
        let terms = terms.map_err(|error| Failure::Usage(error.to_string()))?;
        Ok(Options {
            states: Some(Wanted {
                terms,
                most: self.most,
                runs: self.runs,
            }),
            // What shows or forbids the condition is not what is asked.
            reason: false,
            ..options.clone()
        })
    }
}
