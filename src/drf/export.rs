//! Programs as litmus tests, to prove that they have no race and that no load can be wrong.
//!
//! A run of the tester is one schedule; its program says in which order episodes that conflict were. The test says the same to
//! every schedule: episode *i* adds `1 << 2i` to its lock when it acquires and `1 << (2i + 1)` when it releases, and its
//! thread ends there unless the acquire saw the releases of all episodes that it depends on. The condition is that some load
//! returned another value than the one that it has to.

use std::fmt::Write as _;

use super::config::{Config, Mode, Threads};
use super::record::Episode;
use super::script::Script;
use super::subject::Subject;
use super::tester::Limits;
use super::trial::Trial;
use super::viper::Sizes;

/// The most episodes: each has two bits of a lock's value.
pub const EPISODES: usize = 15;

/// A program of the generator that is small enough for a solver: episodes of a run, in the order in which they were made.
#[must_use]
pub fn program(mode: Mode, seed: u64) -> (Config, Vec<Episode>) {
    let config = Config {
        threads: Threads {
            units: 2,
            wavefronts: 1,
            lanes: 2,
        },
        locks: 2,
        variables: 4,
        actions: 1,
        episodes: 2,
        stores: 50,
        mode,
        seed,
        ..Config::DEFAULT
    };
    let trial = Trial {
        config,
        sizes: Sizes::Small,
        subject: Subject::Viper(None),
        hold: 200,
    };
    let outcome = trial.run(&Limits::default(), true);
    let mut episodes = outcome.record.map(|one| one.episodes).unwrap_or_default();
    // What is read back comes after all others.
    episodes.truncate((config.threads.all() * config.episodes) as usize);
    (config, episodes)
}

/// What a generator of programs might get wrong: to see that the models notice.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Fault {
    /// Each episode forgets what it depends on.
    Dependencies,
    /// Each thread has a lock of its own.
    Locks,
    /// Locks are of block scope, whoever uses them.
    Scope,
}

/// How a test writes the atomics of locks.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Atomics {
    /// They acquire and release.
    Ordered,
    /// They are relaxed, with a fence after an acquire and before a release.
    Fenced,
}

impl Atomics {
    /// The models that give such tests a meaning, and find no race and no wrong load.
    const fn models(self) -> [&'static str; 4] {
        match self {
            Self::Ordered => ["hrf-direct", "hrf-indirect", "hrf-relaxed", "hrf-rsp"],
            Self::Fenced => ["ugpu-weak", "ugpu-coherent", "ugpu-strong", "ptx-7.5"],
        }
    }
}

/// A thread's instructions, and what its loads have to return.
#[derive(Default)]
struct Column {
    lines: Vec<String>,
    loads: Vec<(String, u32)>,
}

/// The test of some episodes.
///
/// # Errors
///
/// There are too many of them.
pub fn litmus(
    config: &Config,
    episodes: &[Episode],
    name: &str,
    fault: Option<Fault>,
    atomics: Atomics,
) -> Result<String, String> {
    if episodes.len() > EPISODES {
        return Err(format!(
            "{} episodes are too many for a test: expected at most {EPISODES}",
            episodes.len()
        ));
    }
    let script = Script::new(config, episodes.to_vec());
    let block = config.mode == Mode::Block || fault == Some(Fault::Scope);
    let scope = if block { "cta" } else { "gpu" };
    let fence = if block { "membar.cta" } else { "membar.gl" };
    let mut columns: Vec<Column> = Vec::new();
    columns.resize_with(config.threads.all() as usize, Column::default);
    let mut values = vec![0; config.variables as usize];
    for (number, episode) in episodes.iter().enumerate() {
        let lock = match fault {
            Some(Fault::Locks) => format!("l{}t{}", episode.lock, episode.thread),
            Some(Fault::Dependencies | Fault::Scope) | None => format!("l{}", episode.lock),
        };
        let column = &mut columns[episode.thread as usize];
        let lines = &mut column.lines;
        let taken = 1_u64 << (2 * number);
        match atomics {
            Atomics::Ordered => lines.push(format!(
                "atom.acquire.{scope}.add r{number}, {lock}, {taken}"
            )),
            Atomics::Fenced => lines.extend([
                format!("atom.relaxed.{scope}.add r{number}, {lock}, {taken}"),
                fence.to_owned(),
            ]),
        }
        let needs = script.after[number].iter();
        let mask: u64 = needs.map(|other| 2_u64 << (2 * other)).sum();
        let forgets = matches!(fault, Some(Fault::Dependencies | Fault::Locks));
        if mask != 0 && !forgets {
            lines.push(format!("and g{number}, r{number}, {mask}"));
            lines.push(format!("bne g{number}, {mask}, LEND"));
        }
        for (at, action) in episode.actions.iter().enumerate() {
            let value = &mut values[action.variable as usize];
            if action.store {
                *value += 1;
                lines.push(format!("st.weak v{}, {value}", action.variable));
            } else {
                let register = format!("d{number}x{at}");
                lines.push(format!("ld.weak {register}, v{}", action.variable));
                column.loads.push((register, *value));
            }
        }
        let released = 2_u64 << (2 * number);
        match atomics {
            Atomics::Ordered => lines.push(format!(
                "atom.release.{scope}.add s{number}, {lock}, {released}"
            )),
            Atomics::Fenced => lines.extend([
                fence.to_owned(),
                format!("atom.relaxed.{scope}.add s{number}, {lock}, {released}"),
            ]),
        }
    }
    columns
        .iter_mut()
        .filter(|one| one.lines.iter().any(|line| line.ends_with("LEND")))
        .for_each(|one| one.lines.push("LEND:".to_owned()));
    Ok(written(config, &columns, name, atomics))
}

fn written(config: &Config, columns: &[Column], name: &str, atomics: Atomics) -> String {
    let mut out = format!(
        "PTX {name}\n\"Episodes of random programs; the condition holds where a load is wrong\"\n"
    );
    // What is not executed is not wrong.
    let mut init = Vec::new();
    let mut wrong = Vec::new();
    for (thread, column) in columns.iter().enumerate() {
        for (register, value) in &column.loads {
            init.push(format!("P{thread}:{register} = {value};"));
            wrong.push(format!("P{thread}:{register} != {value}"));
        }
    }
    let _ = writeln!(out, "{{ {} }}", init.join(" "));
    let header = |thread: usize| {
        let unit = config.threads.unit(super::number::small(thread));
        format!("P{thread}@cta {unit},gpu 0")
    };
    let rows = columns.iter().map(|one| one.lines.len()).max().unwrap_or(0);
    let wide = |thread: usize, column: &Column| {
        let lines = column.lines.iter().map(String::len);
        lines.chain([header(thread).len()]).max().unwrap_or(0)
    };
    let mut row = |cell: &dyn Fn(usize, &Column) -> String| {
        let cells: Vec<String> = columns
            .iter()
            .enumerate()
            .map(|(thread, column)| {
                let wide = wide(thread, column);
                format!("{:wide$}", cell(thread, column))
            })
            .collect();
        let _ = writeln!(out, "{} ;", cells.join(" | "));
    };
    row(&|thread, _| header(thread));
    for at in 0..rows {
        row(&|_, column| column.lines.get(at).cloned().unwrap_or_default());
    }
    let wrong = if wrong.is_empty() {
        "false".to_owned()
    } else {
        wrong.join(" \\/ ")
    };
    let _ = writeln!(out, "exists ({wrong})");
    for model in atomics.models() {
        let _ = writeln!(out, "// expect {model}: unreachable");
    }
    out
}
