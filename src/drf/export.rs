//! Programs as litmus tests, to prove that they have no race and that no load can be wrong.
//!
//! A run of the tester is one schedule; its program says in which order episodes that conflict were. The test says the same to
//! every schedule: episode *i* adds `1 << 2i` to its lock when it acquires and `1 << (2i + 1)` when it releases, and its
//! thread ends there unless the acquire saw the releases of all episodes that it depends on. The condition is that some load
//! returned another value than the one that it has to.

use std::fmt::Write as _;

use super::cache::Sizes;
use super::config::{Config, Mode, Threads};
use super::device::{Kind, Scope};
use super::record::Episode;
use super::script::Script;
use super::subject::Subject;
use super::tester::Limits;
use super::trial::Trial;

/// The most episodes: each has two bits of a lock's value.
pub const EPISODES: usize = 15;

/// A program of the generator that is small enough for a solver: episodes of a run, in the order in which they were made.
#[must_use]
pub fn program(mode: Mode, seed: u64) -> (Config, Vec<Episode>) {
    let chain = mode == Mode::Chain;
    let config = Config {
        threads: Threads {
            units: 2,
            wavefronts: 1,
            lanes: 2,
        },
        // One for all, and one for each block.
        locks: if chain { 3 } else { 2 },
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
        // One that runs all modes.
        subject: if mode == Mode::Remote {
            Subject::Rsp(None)
        } else {
            Subject::Viper(None)
        },
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
    /// In `remote` mode, an atomic only acquires or only releases, as in the other modes.
    Halves,
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
    #[must_use]
    pub const fn models(self, mode: Mode) -> &'static [&'static str] {
        match (self, mode) {
            (Self::Ordered, Mode::Device | Mode::Block) => {
                &["hrf-direct", "hrf-indirect", "hrf-relaxed", "hrf-rsp"]
            }
            // HRF-direct has no order through two scopes.
            (Self::Ordered, Mode::Chain) => &["hrf-indirect", "hrf-relaxed", "hrf-rsp"],
            (Self::Ordered, Mode::Remote) => &["hrf-rsp"],
            (Self::Fenced, Mode::Device | Mode::Block) => {
                &["ugpu-weak", "ugpu-coherent", "ugpu-strong", "ptx-7.5"]
            }
            // The fences of the other two share only what their own thread stored.
            (Self::Fenced, Mode::Chain) => &["ugpu-strong", "ptx-7.5"],
            (Self::Fenced, Mode::Remote) => &[],
        }
    }

    /// The instructions of an atomic of a lock, which adds a number; the first access of an episode, or the last one.
    fn lines(self, kind: Kind, scope: Scope, fault: Option<Fault>, add: &str) -> Vec<String> {
        let scope = match fault {
            Some(Fault::Scope) => Scope::Block,
            Some(Fault::Dependencies | Fault::Locks | Fault::Halves) | None => scope,
        };
        let order = if fault == Some(Fault::Halves) {
            half(scope, kind)
        } else {
            scope.order(kind)
        };
        let name = scope.name();
        let fence = if scope.is_block() {
            "membar.cta"
        } else {
            "membar.gl"
        };
        let relaxed = format!("atom.relaxed.{name}.add {add}");
        match (self, kind) {
            (Self::Ordered, _) => vec![format!("atom.{order}.{name}.add {add}")],
            (Self::Fenced, Kind::Acquire) => vec![relaxed, fence.to_owned()],
            (Self::Fenced, Kind::Load | Kind::Store | Kind::Release) => {
                vec![fence.to_owned(), relaxed]
            }
        }
    }
}

/// The order of an atomic that only acquires or only releases.
const fn half(scope: Scope, kind: Kind) -> &'static str {
    match (scope, kind) {
        (Scope::Remote, Kind::Acquire) => "rm_acquire",
        (Scope::Remote, Kind::Load | Kind::Store | Kind::Release) => "rm_release",
        (Scope::Device | Scope::Block | Scope::Home, _) => Scope::Block.order(kind),
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
/// There are too many of them, or fences cannot say what their atomics do.
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
    if atomics.models(config.mode).is_empty() {
        let text = "`--mode remote`: no fence promotes a scope: leave out `--fences`";
        return Err(text.to_owned());
    }
    let script = Script::new(config, episodes.to_vec());
    let mut columns: Vec<Column> = Vec::new();
    columns.resize_with(config.threads.all() as usize, Column::default);
    let mut values = vec![0; config.variables as usize];
    for (number, episode) in script.episodes.iter().enumerate() {
        let named = |lock: u32| match fault {
            Some(Fault::Locks) => format!("l{lock}t{}", episode.thread),
            Some(Fault::Dependencies | Fault::Scope | Fault::Halves) | None => format!("l{lock}"),
        };
        let scope = |lock: u32| config.scope(episode.thread, lock);
        let lock = named(episode.lock);
        let column = &mut columns[episode.thread as usize];
        let lines = &mut column.lines;
        let taken = 1_u64 << (2 * number);
        let add = format!("r{number}, {lock}, {taken}");
        lines.extend(atomics.lines(Kind::Acquire, scope(episode.lock), fault, &add));
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
        let add = format!("s{number}, {}, {released}", named(episode.release));
        lines.extend(atomics.lines(Kind::Release, scope(episode.release), fault, &add));
    }
    columns
        .iter_mut()
        .filter(|one| one.lines.iter().any(|line| line.ends_with("LEND")))
        .for_each(|one| one.lines.push("LEND:".to_owned()));
    let models = atomics.models(config.mode);
    Ok(written(config, &columns, name, models))
}

fn written(config: &Config, columns: &[Column], name: &str, models: &[&str]) -> String {
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
    for model in models {
        let _ = writeln!(out, "// expect {model}: unreachable");
    }
    out
}
