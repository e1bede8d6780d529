//! What was found, as a person reads it.

use std::fmt::Write as _;

use crate::drf::finding::{Access, Finding, Place};
use crate::drf::layout::Layout;
use crate::drf::trial::Trial;

use super::count;

/// Two accesses beside each other.
fn table(trial: &Trial, left: (&str, &Access), right: Option<(&str, &Access)>, out: &mut String) {
    let threads = trial.config.threads;
    let heads = format!(
        "  {:14}{:22}{}",
        "",
        left.0,
        right.map_or("", |right| right.0)
    );
    let _ = writeln!(out, "{}", heads.trim_end());
    let mut row = |name: &str, of: &dyn Fn(&Access) -> u64| {
        let second = right.map_or_else(String::new, |(_, access)| of(access).to_string());
        let line = format!("  {name:14}{:<22}{second}", of(left.1));
        let _ = writeln!(out, "{}", line.trim_end());
    };
    row("thread", &|one| one.thread.into());
    row("wavefront", &|one| threads.wavefront(one.thread).into());
    row("unit", &|one| threads.unit(one.thread).into());
    row("episode", &|one| one.episode.into());
    row("access of it", &|one| one.action.into());
    row("clock", &|one| one.clock);
}

/// A finding.
pub(super) fn finding(trial: &Trial, layout: &Layout, found: &Finding, out: &mut String) {
    match found {
        Finding::Value {
            variable,
            reader,
            read,
            writer,
            expected,
        } => {
            let address = layout.address(layout.variable(*variable));
            let writer = writer.as_ref().map(|writer| ("last writer", writer));
            table(trial, ("last reader (wrong)", reader), writer, out);
            let first = if writer.is_none() {
                " (never stored)"
            } else {
                ""
            };
            let _ = writeln!(
                out,
                "  {:14}{read:<22}{:<12}variable {variable} at {address:#x}",
                "value",
                format!("{expected}{first}"),
            );
        }
        Finding::Atomic {
            lock,
            access,
            read,
            other,
            offered,
            before,
        } => {
            let address = layout.address(layout.lock(*lock));
            let other = other.as_ref().map(|other| ("the same before", other));
            table(trial, ("atomic (wrong)", access), other, out);
            let _ = writeln!(
                out,
                "  {:14}{read:<22}{:<12}lock {lock} at {address:#x}, {}",
                "returned",
                other.map_or_else(String::new, |_| read.to_string()),
                count((*offered).into(), "atomic so far", "atomics so far"),
            );
            if let Some(text) = unnamed(*read, *before, *offered).filter(|_| other.is_none()) {
                let _ = writeln!(out, "  {text}");
            }
        }
        Finding::Protocol { text } | Finding::Fault { text } => {
            let _ = writeln!(out, "  {text}");
        }
        Finding::Deadlock {
            access,
            place,
            taken,
            quiet,
        } => {
            let (what, word) = match place {
                Place::Variable(variable) => {
                    (format!("variable {variable}"), layout.variable(*variable))
                }
                Place::Lock(lock) => (format!("lock {lock}"), layout.lock(*lock)),
            };
            table(trial, ("oldest request", access), None, out);
            let state = if *taken {
                "it was taken and is not answered"
            } else {
                "the device does not take it"
            };
            let since = if *quiet {
                "and nothing moves any more".to_owned()
            } else {
                format!("for {} steps and more", trial.config.patience)
            };
            let _ = writeln!(
                out,
                "  to {what} at {:#x}: {state}, {since}",
                layout.address(word)
            );
        }
    }
}

/// Why an atomic cannot return a value where nobody is known who returned the same before; nothing for what is too large,
/// which the numbers say.
fn unnamed(read: u32, before: u32, offered: u32) -> Option<String> {
    if read < before {
        let all = count(before.into(), "atomic was", "atomics were");
        return Some(format!(
            "{all} answered before it was asked for, so it comes after them"
        ));
    }
    (read < offered)
        .then(|| "another atomic returned the same before, too long ago to tell which".to_owned())
}

#[cfg(test)]
mod tests {
    use super::unnamed;

    #[test]
    fn why_a_value_is_wrong_that_nobody_is_known_for() {
        let text = |read, before, offered| unnamed(read, before, offered).unwrap_or_default();
        assert_eq!(
            text(2, 3, 9),
            "3 atomics were answered before it was asked for, so it comes after them"
        );
        assert_eq!(
            text(3, 3, 9),
            "another atomic returned the same before, too long ago to tell which"
        );
        assert_eq!(text(9, 3, 9), "");
    }
}
