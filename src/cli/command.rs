//! The command line as clap reads it: the arguments, with what is known only when the program runs
//! and what each command has of its own.

use std::ffi::OsStr;

use clap::builder::{EnumValueParser, PossibleValue, PossibleValuesParser, TypedValueParser};
use clap::{Arg, Args as _, Command, CommandFactory as _, ValueEnum as _};

use crate::sat::engine::Finder;

use super::args::{Cli, Format, GLOBAL, Global};
use super::{
    ask_args, audit, batch_args, compare_args, drf_args, hardware_args, kernel_args, lsp, serve,
    suite, sweep, synthesize, tell_args, trace_args,
};

/// A command: its name, the forms that it has, and what describes its arguments.
pub struct Known {
    /// As it is called.
    pub name: &'static str,
    /// The forms that it has.
    pub formats: &'static [Format],
    /// Adds its arguments.
    describe: fn(Command) -> Command,
}

/// All commands, in the order of the help.
pub const KNOWN: &[Known] = {
    use Format::{Csv, Dot, Herd, Html, Json, Jsonl, Junit, Markdown, Sarif, Svg, Text};
    const BOTH: &[Format] = &[Text, Json];
    const REPORTS: &[Format] = &[Text, Json, Jsonl, Csv, Markdown, Junit, Sarif, Html];
    &[
        known::<ask_args::Check>("check", &[Text, Json, Herd, Dot, Svg]),
        known::<ask_args::Prove>("prove", BOTH),
        known::<ask_args::Minimize>("minimize", BOTH),
        known::<batch_args::Batch>("batch", REPORTS),
        known::<batch_args::Merge>("merge", REPORTS),
        known::<compare_args::Compare>("compare", &[Text, Json, Svg]),
        known::<ask_args::Fences>("fences", BOTH),
        known::<tell_args::Show>("show", &[Text, Json, Dot]),
        known::<kernel_args::Kernel>("kernel", &[Text, Json, Sarif, Svg, Html]),
        known::<trace_args::Trace>("trace", BOTH),
        known::<drf_args::Drf>("drf", &[Text, Json, Svg]),
        known::<hardware_args::Run>("run", &[Text, Json, Jsonl, Csv]),
        known::<sweep::Args>("sweep", &[Text, Json, Csv, Markdown]),
        known::<audit::Args>("audit", BOTH),
        known::<synthesize::Args>("synthesize", BOTH),
        known::<suite::Args>("suite", BOTH),
        known::<tell_args::Models>("models", BOTH),
        known::<lsp::Args>("lsp", &[]),
        known::<serve::Args>("serve", &[]),
        known::<tell_args::Completions>("completions", &[]),
        known::<tell_args::ManPages>("man", &[]),
    ]
};

const fn known<A: clap::Args>(name: &'static str, formats: &'static [Format]) -> Known {
    Known {
        name,
        formats,
        describe: A::augment_args,
    }
}

/// The command line with no more than the command that it begins with, if it begins with one: to describe all of them is a
/// third of a small process. What cannot be read by it is read by the whole one, which has words for what is wrong.
#[must_use]
pub fn beginning_with(word: &OsStr) -> Option<Command> {
    let known = KNOWN.iter().find(|known| word == known.name)?;
    let command = (known.describe)(Command::new(known.name));
    let whole = Global::augment_args(Command::new("gpu-litmus")).mut_args(with_negative);
    Some(whole.subcommand(with_format(command, known.formats)))
}

/// The whole command line.
#[must_use]
pub fn command() -> Command {
    without_versions().long_version(versions())
}

/// The same, but for the versions of solvers: one of them may have to be loaded to say its own.
#[must_use]
pub fn without_versions() -> Command {
    // What all commands have is theirs only once they are read.
    let whole = Cli::command().mut_args(with_negative);
    KNOWN.iter().fold(whole, |whole, known| {
        whole.mut_subcommand(known.name, |command| with_format(command, known.formats))
    })
}

fn with_format(command: Command, formats: &'static [Format]) -> Command {
    command.arg(format(formats)).mut_args(with_negative)
}

/// An option that takes `-1` for its value: that says what values there are, and does not take it for an option of its own.
fn with_negative(arg: Arg) -> Arg {
    let takes = arg.get_long().is_some() && arg.get_action().takes_values();
    if takes {
        arg.allow_negative_numbers(true)
    } else {
        arg
    }
}

/// The program's version, and those of what it asks.
fn versions() -> String {
    let solver = |finder: Finder, name: &str| match finder.version() {
        Some(version) => format!("{name} {version}"),
        None => format!("{name}: not in this build"),
    };
    format!(
        "{}\nbuilt-in solver: {}\nreference solver: {}",
        env!("CARGO_PKG_VERSION"),
        solver(Finder::BuiltIn, "batsat"),
        solver(Finder::Z3, "Z3"),
    )
}

/// `--format` of a command that has these.
fn format(known: &'static [Format]) -> Arg {
    Arg::new("format")
        .long("format")
        .value_name("FORMAT")
        .help("The form of the output")
        .help_heading(GLOBAL)
        .global(true)
        .hide(known.is_empty())
        .default_value(Format::Text.name())
        .value_parser(Formats(known))
}

/// Reads every form, so that a command can say what it has instead of one; shows those that it has.
#[derive(Debug, Clone)]
struct Formats(&'static [Format]);

impl TypedValueParser for Formats {
    type Value = Format;

    fn parse_ref(
        &self,
        command: &Command,
        arg: Option<&Arg>,
        value: &OsStr,
    ) -> Result<Format, clap::Error> {
        let every = EnumValueParser::<Format>::new();
        every.parse_ref(command, arg, value).map_err(|error| {
            let own = PossibleValuesParser::new(self.0.iter().map(|format| format.name()));
            own.parse_ref(command, arg, value).err().unwrap_or(error)
        })
    }

    fn possible_values(&self) -> Option<Box<dyn Iterator<Item = PossibleValue> + '_>> {
        let shown = self.0.iter().filter_map(Format::to_possible_value);
        Some(Box::new(shown))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What is read of a command alone, and of it among all.
    #[test]
    fn each_command_alone_has_what_it_has_among_all() {
        let mut whole = without_versions();
        whole.build();
        let all: Vec<&str> = whole.get_subcommands().map(Command::get_name).collect();
        let known: Vec<&str> = KNOWN.iter().map(|known| known.name).collect();
        assert_eq!(all[..known.len()], known);
        assert_eq!(all[known.len()..], ["help"]);
        for name in known {
            let mut alone = beginning_with(OsStr::new(name)).expect("it is known");
            alone.build();
            let find = |root: &Command| described(root.find_subcommand(name).expect(name));
            assert_eq!(find(&alone), find(&whole), "{name}");
        }
        assert!(beginning_with(OsStr::new("chek")).is_none());
    }

    /// All that is known of a command and of those below it, but for where its help says it.
    fn described(command: &Command) -> Vec<String> {
        let of = |arg: &Arg| format!("{:?}", arg.clone().display_order(0));
        let below = command.get_subcommands().flat_map(described);
        let own = command.get_arguments().map(of);
        std::iter::once(command.get_name().to_owned())
            .chain(own)
            .chain(below)
            .collect()
    }
}
