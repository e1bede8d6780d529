//! Launches of texts, and all that they leave.

use gpu_litmus::kernel::interpret::exploration::{Exploration, Limits};
use gpu_litmus::kernel::interpret::explore::explore;
use gpu_litmus::kernel::launch::read;
use gpu_litmus::kernel::report::Ask;
use gpu_litmus::kernel::report::outside::sequential;
use gpu_litmus::kernel::report::weak::{Said, Weak};
use gpu_litmus::kernel::setup::{Setup, bind};
use gpu_litmus::stop::Stop;
use gpu_litmus::syntax::span::SourceFile;
use gpu_litmus::verdict::query::Options;

/// The loop bound of these tests.
pub const BOUND: usize = 2;

pub fn setup(launch: &str, module: &str) -> Setup {
    let description =
        read(&SourceFile::new("k.toml", launch)).unwrap_or_else(|why| panic!("{why}\n{launch}"));
    let module = gpu_litmus::ptx::parse(&SourceFile::new("k.ptx", module))
        .unwrap_or_else(|why| panic!("{why}\n{module}"));
    bind(description, module).unwrap_or_else(|why| panic!("{why}\n{launch}"))
}

/// All interleavings; nothing where there are too many.
pub fn interleaved(setup: &Setup) -> Option<Exploration> {
    let limits = Limits {
        states: 30_000,
        stop: Stop::never(),
        ..Limits::default()
    };
    let exploration = explore(setup, &limits);
    exploration.complete().then_some(exploration)
}

pub fn options() -> Options {
    Options {
        bound: BOUND,
        reason: false,
        confirm: false,
        ..Options::default()
    }
}

/// What is asked of a launch under a model.
pub fn asked(model: &str) -> Ask {
    Ask {
        model: model.to_owned(),
        bound: BOUND,
        stop: Stop::never(),
        options: options(),
        recall: None,
    }
}

/// A launch under a model; nothing where it is too large.
pub fn weak<'a>(setup: &'a Setup, exploration: &Exploration, model: &str) -> Option<Weak<'a>> {
    Weak::new(
        setup,
        &exploration.outputs,
        &exploration.contended,
        model,
        &options(),
    )
    .ok()
}

/// The same under sequential consistency.
pub fn in_order<'a>(setup: &'a Setup, exploration: &Exploration) -> Option<Weak<'a>> {
    let (outputs, shared) = (&exploration.outputs, &exploration.contended);
    Weak::under(setup, outputs, shared, sequential()?, &options()).ok()
}

/// All that complete runs leave, with what is known to be.
pub fn all(weak: &Weak, known: &[Vec<Vec<u8>>]) -> Option<Vec<Vec<Vec<u8>>>> {
    let mut found = known.to_vec();
    loop {
        match weak.beyond(&found) {
            Said::Never => return Some(found),
            Said::Open(_) => return None,
            Said::Run(execution) => found.push(weak.left(&execution)),
        }
    }
}
