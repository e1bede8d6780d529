//! The command line as clap reads it: the arguments, with what is known only when the program runs
//! and what each command has of its own.

use std::ffi::OsStr;

use clap::builder::{EnumValueParser, PossibleValue, PossibleValuesParser, TypedValueParser};
use clap::{Arg, Command, CommandFactory as _, ValueEnum as _};

use crate::sat::engine::Finder;

use super::args::{Cli, Format, GLOBAL};

/// The forms that each command has.
pub const FORMATS: &[(&str, &[Format])] = {
    use Format::{Csv, Dot, Herd, Html, Json, Jsonl, Junit, Markdown, Sarif, Svg, Text};
    const BOTH: &[Format] = &[Text, Json];
    const REPORTS: &[Format] = &[Text, Json, Jsonl, Csv, Markdown, Junit, Sarif, Html];
    &[
        ("check", &[Text, Json, Herd, Dot, Svg]),
        ("prove", BOTH),
        ("minimize", BOTH),
        ("batch", REPORTS),
        ("merge", REPORTS),
        ("compare", &[Text, Json, Svg]),
        ("fences", BOTH),
        ("show", &[Text, Json, Dot]),
        ("sweep", &[Text, Json, Csv, Markdown]),
        ("kernel", &[Text, Json, Sarif, Svg, Html]),
        ("trace", BOTH),
        ("drf", &[Text, Json, Svg]),
        ("run", &[Text, Json, Jsonl, Csv]),
        ("audit", BOTH),
        ("synthesize", BOTH),
        ("suite", BOTH),
        ("models", BOTH),
        ("lsp", &[]),
        ("serve", &[]),
        ("completions", &[]),
        ("man", &[]),
    ]
};

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
    FORMATS.iter().fold(whole, |whole, (name, formats)| {
        whole.mut_subcommand(name, |command| {
            command.arg(format(formats)).mut_args(with_negative)
        })
    })
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
