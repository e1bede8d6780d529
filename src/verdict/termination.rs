//! Whether executions end.

use std::sync::Arc;

use crate::program::events::Unrolled;
use crate::sat::engine::Credit;
use crate::stop::Open;

use super::endless::Wait;
use super::outcome::Shown;
use super::plain::{Findings, Quantity};
use super::settled::Settled;

/// Which executions end, and pass the filter if there is one; and who waits in one that does not end.
#[derive(Debug, Clone)]
pub struct Termination {
    /// In all executions, in some, or in none; nothing where that is open.
    pub quantity: Option<Quantity>,
    /// In an execution that never ends: who waits where.
    pub waits: Vec<Wait>,
    /// Why it is open.
    pub open: Option<Open>,
}

/// The answer to whether some execution waits for ever.
#[derive(Debug, Clone)]
pub struct Asked {
    /// One that does.
    pub waiting: Settled<Waiting>,
    /// The events that it speaks of, where an engine has such.
    pub unrolled: Option<Arc<Unrolled>>,
    /// Who answered.
    pub credit: Credit,
}

/// An execution in which somebody waits for ever.
#[derive(Debug, Clone)]
pub struct Waiting {
    /// The execution, up to where all threads have ended or wait.
    pub shown: Shown,
    /// Who waits where.
    pub waits: Vec<Wait>,
}

impl Termination {
    /// What two answers make together: whether some execution ends, and whether some waits for ever.
    #[must_use]
    pub fn of<T>(ends: &Settled<T>, waiting: &Settled<Waiting>) -> Self {
        let findings = Findings {
            condition: ends.known(),
            opposite: waiting.known(),
        };
        let quantity = findings.quantity();
        let open = match (ends, waiting) {
            (Settled::Open(why), _) | (_, Settled::Open(why)) => Some(why.clone()),
            (Settled::Shown(_) | Settled::None, Settled::Shown(_) | Settled::None) => None,
        };
        let waits = match waiting {
            Settled::Shown(waiting) => waiting.waits.clone(),
            Settled::None | Settled::Open(_) => Vec::new(),
        };
        Self {
            quantity,
            waits,
            open: open.filter(|_| quantity.is_none()),
        }
    }
}
