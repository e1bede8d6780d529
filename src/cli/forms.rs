//! Choices of every command that are about looks.

use clap::ValueEnum;

/// The forms of what is told and is no answer.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum Diagnostics {
    /// Text for a person, with the places underlined
    Text,
    /// A JSON object a line, with places as numbers
    Json,
}

/// When to use colours.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum Color {
    /// On a terminal, unless `NO_COLOR` is set
    Auto,
    /// Always
    Always,
    /// Never
    Never,
}
