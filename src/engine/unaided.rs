//! Who waits for ever, found without a solver.

use crate::explicit;
use crate::program::Program;
use crate::stop::Open;
use crate::ugpu::encode::waiting::said;
use crate::ugpu::machine as ugpu;
use crate::verdict::endless::Wait;
use crate::verdict::outcome::{Run, Shown};
use crate::verdict::query::Options;
use crate::verdict::settled::Settled;
use crate::verdict::termination::Waiting;

use super::Explicit;

impl Explicit {
    /// An execution in which some thread waits for ever.
    pub(super) fn waiting(self, program: &Program, options: &Options) -> Settled<Waiting> {
        let stop = options.limits().stop;
        let found = match self {
            Self::Enumerator(known) => {
                let limits = explicit::Limits {
                    stop,
                    ..explicit::Limits::default()
                };
                let found = explicit::waiting::waiting(program, known, &limits, options.bound);
                found.map_err(|refused| refused.what).map(|answer| {
                    let found = answer
                        .found
                        .map(|(execution, waits)| enumerated(program, execution, &waits));
                    (found, answer.open)
                })
            }
            Self::Explorer(machine) => {
                let limits = ugpu::Limits {
                    stop,
                    ..ugpu::Limits::default()
                };
                let found = ugpu::waiting::waiting(program, machine, &limits, options.bound);
                found.map_err(|refused| refused.what).map(|answer| {
                    let found = answer.found.map(|(execution, waits)| Waiting {
                        shown: Shown::schedule(execution),
                        waits: said(program, &waits),
                    });
                    (found, answer.open)
                })
            }
        };
        match found {
            Ok((Some(waiting), _)) => Settled::Shown(waiting),
            Ok((None, Some(why))) => Settled::Open(why),
            Ok((None, None)) => Settled::None,
            Err(what) => Settled::Open(Open::Missing(what.to_string())),
        }
    }
}

/// What the enumerator found.
fn enumerated(
    program: &Program,
    execution: explicit::Witness,
    waits: &[explicit::waiting::Wait],
) -> Waiting {
    let waits = waits.iter().map(|wait| {
        let code = &program.thread(wait.thread).code;
        let own = execution.events.iter();
        let own = own.filter(|event| event.thread == Some(wait.thread));
        let reads = own.skip(wait.lap).filter(|event| event.is_read());
        Wait {
            thread: wait.thread,
            span: code[wait.jump].span,
            reads: reads.map(|event| code[event.instruction].span).collect(),
        }
    });
    let waits = waits.collect();
    let run = Run::Enumerated {
        execution: Box::new(execution),
        race: None,
    };
    let flags = Vec::new();
    Waiting {
        shown: Shown { run, flags },
        waits,
    }
}
