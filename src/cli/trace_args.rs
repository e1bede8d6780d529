//! The arguments of `trace`.

use std::path::PathBuf;

use clap::{Args, ValueEnum};

use super::numbers::within;

/// `trace`.
#[derive(Debug, Args)]
#[command(after_help = AFTER)]
pub struct Trace {
    /// Logs: text, JSON lines or tables; - for the standard input
    #[arg(required = true, value_name = "LOG")]
    pub files: Vec<PathBuf>,
    /// The models: names, model files, or all
    #[arg(
        short,
        long = "model",
        visible_alias = "models",
        value_name = "MODEL",
        value_delimiter = ','
    )]
    pub models: Vec<String>,
    /// Which times of the log count: auto heeds those of one location under strict, where there are some
    #[arg(long, value_enum, value_name = "WHICH", default_value_t = Which::Auto)]
    pub times: Which,
    /// The verdict that is right, such as tso=impossible; explained where none is given
    #[arg(long, value_name = "MODEL=VERDICT", value_delimiter = ',')]
    pub expect: Vec<String>,
    /// Write each log, or the impossible part of it, as litmus tests into a folder
    #[arg(long, value_name = "DIR")]
    pub export: Option<PathBuf>,
    /// The files are histograms of runs of this litmus test, as litmus7 prints them, or the JSON of `run`: each outcome is
    /// judged
    #[arg(long, value_name = "TEST", conflicts_with_all = ["times", "export", "partial"])]
    pub outcomes: Option<PathBuf>,
    /// Judge the log as it is read, in bounded memory: for plain, and logs that promise unique values
    #[arg(long, conflicts_with_all = ["times", "export", "outcomes"])]
    pub stream: bool,
    /// Judge the log as it is read, in windows of at most so many events: for sc, tso, strict and plain, and values that
    /// are repeated; unknown where a window is too small
    #[arg(long, value_name = "EVENTS", value_parser = within::<u32>(1..=u64::from(u32::MAX)), conflicts_with_all = ["stream", "export", "outcomes"])]
    pub window: Option<u32>,
    /// Memory for --stream, such as 512M or 2G; at least 1M
    #[arg(long, value_name = "SIZE", default_value = "1G", requires = "stream", value_parser = size)]
    pub memory: u64,
    /// The last line may be cut: it is left out then
    #[arg(long)]
    pub partial: bool,
}

/// Reads a size such as `512M`.
fn size(text: &str) -> Result<u64, String> {
    let (digits, unit) = text.split_at(text.trim_end_matches(char::is_alphabetic).len());
    let shift = match unit.to_ascii_uppercase().as_str() {
        "K" => 10,
        "M" => 20,
        "G" => 30,
        _ => return Err("expected a number and K, M or G".to_owned()),
    };
    let number: u64 = digits
        .parse()
        .map_err(|_| "expected a number and K, M or G".to_owned())?;
    let bytes = number
        .checked_mul(1 << shift)
        .filter(|bytes| *bytes >= 1 << 20);
    bytes.ok_or_else(|| "expected at least 1M, and less than 2^64 bytes".to_owned())
}

/// Which times count.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum Which {
    /// What the model says
    Auto,
    /// None
    Off,
    /// Those of accesses of one location
    Location,
    /// Those of all events
    All,
}

const AFTER: &str = "\
Exit codes: 0 every verdict as expected (explained, unless --expect says otherwise); 1 another verdict;
            2 bad usage or a bad log; 3 a verdict is unknown, or unsupported where asked for by name";
