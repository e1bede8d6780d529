//! What no interleaving leaves in the outputs, where interleavings are too many to look at: of what a run of the model
//! leaves, sequential consistency is asked whether one of its own does.

use crate::execution::concrete::Execution;
use crate::kernel::interpret::exploration::Known;
use crate::kernel::interpret::state::{LOOSE, UNINITIALISED};
use crate::model::cat;
use crate::model::registry::Axiomatic;

use super::answer::{Answer, Checked};
use super::decide::Decision;
use super::weak::{Said, Weak};

/// So many contents are asked about.
const CONTENTS: usize = 16;

/// Of so many that interleavings are known to leave it is asked first whether they can.
const SURE: usize = 2;

/// What is said of those that are not looked at.
const OTHERS: &str =
    "no interleaving leaves that; what they do leave is not told, as there are too many";

/// Sequential consistency in which barriers wait: what comes before one comes before what comes after it. An atomic is a read
/// and a write: of several cells it is several, and what each writes comes of what all have read.
const SEQUENTIAL: &str = r#""sc with barriers"
let meet = po ; (syncbar & same-cta) ; po
acyclic po | rf | co | fr | meet as sc
empty rmw & (fr ; co) as atomicity
"#;

/// The model of interleavings.
#[must_use]
pub fn sequential() -> Option<Axiomatic> {
    let definition = cat::load("sc-with-barriers.cat", SEQUENTIAL).ok()?;
    Some(Axiomatic::of(definition))
}

impl Decision<'_> {
    /// What is left where interleavings are too many, and all that is known of them does not settle it.
    pub(super) fn of_any_order(&self, weak: &Weak, known: Vec<Known>, said: Said) -> Checked {
        let interleaved = self.interleaved(weak);
        let outside = || match said {
            Said::Run(execution) => self.outside(weak, known, execution),
            Said::Never | Said::Open(_) => None,
        };
        let unknown = || Checked::new("robust", Answer::Unknown);
        interleaved.or_else(outside).unwrap_or_else(unknown)
    }

    /// That some run leaves what no interleaving does.
    fn outside(
        &self,
        weak: &Weak,
        known: Vec<Known>,
        mut execution: Box<Execution>,
    ) -> Option<Checked> {
        if weak.leaves_unknown() || weak.threads.know.mixed() {
            return None;
        }
        // All values are known.
        let mut known: Vec<_> = known.into_iter().map(|(contents, _)| contents).collect();
        let mut setup = self.setup.clone();
        // Interleaved are instructions, and no elements of them.
        setup.description.vectors_whole = true;
        let outputs = &self.exploration.outputs;
        let options = &self.asked.options;
        let model = sequential()?;
        let sequential = Weak::under(&setup, outputs, self.seen_shared(), model, options).ok()?;
        // It must have the runs that are known.
        let mut some = known.iter().take(SURE);
        if !some.all(|left| matches!(sequential.gives(left), Said::Run(_))) {
            return None;
        }
        for _ in 0..CONTENTS {
            let left = weak.left(&execution);
            match sequential.gives(&left) {
                Said::Never => {
                    let mut answer = self.leaves(weak, weak.exactly(&left), *execution);
                    answer.remarks.push(OTHERS.to_owned());
                    return Some(answer);
                }
                Said::Run(_) => known.push(left),
                Said::Open(_) => return None,
            }
            let Said::Run(next) = weak.beyond(&known) else {
                return None;
            };
            execution = next;
        }
        None
    }
}

impl Weak<'_> {
    /// Whether some run may leave a value that is not known: it stands for many.
    #[must_use]
    pub(super) fn leaves_unknown(&self) -> bool {
        let unknown = LOOSE | UNINITIALISED;
        let mut cells = self.plain.know.values.iter().flat_map(|cell| cell.keys());
        let mut own = self.plain.finals.iter().flatten().flatten();
        cells.any(|datum| datum.flags & unknown != 0) || own.any(|(_, flags)| flags & unknown != 0)
    }
}
