//! The limit on memory of commands that answer in one process.

use clap::Args;

use crate::stop::memory;
use crate::verdict::query::Options;

use super::failure::Failure;

/// The least memory limit.
const LEAST: u64 = 64 << 20;

/// How large the process may grow.
#[derive(Debug, Args)]
pub struct Memory {
    /// Memory for the whole process, such as 500M or 2G: what is open when it is reached is unknown
    #[arg(long, value_name = "SIZE", value_parser = size)]
    pub memory: Option<u64>,
}

/// The complaint that sizes cannot be found out.
pub const NO_SIZES: &str =
    "--memory needs /proc to see how large a process is, and there is none here";

impl Memory {
    /// The options with this limit.
    pub(super) fn bound(&self, options: Options, failures: &mut Vec<Failure>) -> Options {
        let Some(bytes) = self.memory else {
            return options;
        };
        if let Some(limit) = memory::Memory::limit(bytes) {
            return Options {
                stop: options.stop.and_beyond(limit),
                ..options
            };
        }
        failures.push(Failure::Usage(NO_SIZES.to_owned()));
        options
    }
}

/// Reads `500M`.
///
/// # Errors
///
/// It is no size, or too small a one.
pub fn size(text: &str) -> Result<u64, String> {
    let end = text
        .find(|letter: char| !letter.is_ascii_digit())
        .unwrap_or(text.len());
    let (number, unit) = text.split_at(end);
    let shift = match unit.trim().to_ascii_uppercase().as_str() {
        "M" | "MB" | "MIB" => 20,
        "G" | "GB" | "GIB" => 30,
        _ => return Err("expected a number with M or G, such as 500M".to_owned()),
    };
    let number: u64 = number
        .parse()
        .map_err(|_| "expected a number with M or G, such as 500M")?;
    let bytes = number
        .checked_mul(1 << shift)
        .ok_or("that is more than any machine has")?;
    if bytes < LEAST {
        return Err("less than 64M is too little for the solver itself".to_owned());
    }
    Ok(bytes)
}
