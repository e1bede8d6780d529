//! Which tests are looked at, where all of a vocabulary are.

use clap::Args;

use crate::model::Model;
use crate::tasks::space::{Bounds, Choice, Vocabulary};

use super::failure::Failure;
use super::numbers::within;

/// Which tests are looked at.
#[derive(Debug, Args)]
#[command(next_help_heading = "Which tests are looked at")]
pub struct Space {
    /// Up to how many accesses
    #[arg(long, value_name = "N", default_value_t = 4)]
    #[arg(value_parser = within::<u8>(1..=16))]
    pub events: u8,
    /// The most fences [default: one after each access]
    #[arg(long, value_name = "N")]
    pub fences: Option<usize>,
    /// Instructions and dependencies, several with commas: ld, st, rmw, fence, addr, data, ctrl [default: what
    /// the model accepts and tells apart; so for those below]
    #[arg(long, value_name = "WHAT", value_delimiter = ',')]
    pub with: Vec<String>,
    /// Orders of accesses: weak, relaxed, acquire, release, `acq_rel`, sc
    #[arg(long, value_name = "ORDER", value_delimiter = ',')]
    pub orders: Vec<String>,
    /// Scopes of accesses and fences: thread, warp, cta, gpu, sys
    #[arg(long, value_name = "SCOPE", value_delimiter = ',')]
    pub scopes: Vec<String>,
    /// How near two threads may be, what they share: warp, cta, gpu, sys
    #[arg(long, value_name = "PLACE", value_delimiter = ',')]
    pub placements: Vec<String>,
    /// Memory spaces: global, shared
    #[arg(long, value_name = "SPACE", value_delimiter = ',')]
    pub spaces: Vec<String>,
    /// The most threads [default: 4]
    #[arg(long, value_name = "N", value_parser = within::<u8>(1..=6))]
    pub threads: Option<u8>,
    /// The most locations [default: 3]
    #[arg(long, value_name = "N", value_parser = within::<u8>(1..=6))]
    pub locations: Option<u8>,
}

impl Space {
    /// Up to which size.
    pub fn bounds(&self) -> Bounds {
        Bounds {
            fences: self.fences,
            ..Bounds::accesses(usize::from(self.events))
        }
    }

    /// What is chosen of a vocabulary.
    pub(super) fn vocabulary(
        &self,
        whole: Vocabulary,
        model: &Model,
        failures: &mut Vec<Failure>,
    ) -> Option<Vocabulary> {
        let chosen = whole.choose(&self.choice(), &[model]);
        let chosen = chosen.map_err(|error| failures.push(Failure::Usage(error.to_string())));
        chosen.ok().filter(|_| failures.is_empty())
    }

    fn choice(&self) -> Choice {
        Choice {
            with: self.with.clone(),
            orders: self.orders.clone(),
            scopes: self.scopes.clone(),
            placements: self.placements.clone(),
            spaces: self.spaces.clone(),
            threads: self.threads.map(usize::from),
            locations: self.locations.map(usize::from),
        }
    }
}
