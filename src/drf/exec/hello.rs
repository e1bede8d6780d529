//! What a device is, in its own words, against what a run needs.

use crate::drf::config::{Config, Mode};
use crate::syntax::diagnostic::nearest;

/// What a device says of itself; what it leaves out, it leaves to the run.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Hello {
    units: Option<u32>,
    threads: Option<u32>,
    word: Option<u32>,
    line: Option<u32>,
    bytes: Option<u64>,
    scopes: Option<Vec<String>>,
    /// Whether it keeps the order that threads else wait for.
    pub kept: bool,
}

/// What it can say.
const KEYS: [&str; 8] = [
    "name", "units", "threads", "word", "line", "bytes", "scopes", "order",
];

impl Hello {
    /// Reads `KEY=VALUE…`.
    ///
    /// # Errors
    ///
    /// A key or value that means nothing.
    pub fn read(keys: &[&str]) -> Result<Self, String> {
        let mut hello = Self::default();
        let mut said: Vec<&str> = Vec::new();
        for pair in keys {
            let Some((key, value)) = pair.split_once('=') else {
                return Err(format!("`{pair}`: expected KEY=VALUE"));
            };
            if said.contains(&key) {
                return Err(format!("`{pair}`: `{key}` is said twice"));
            }
            said.push(key);
            let wrong = || format!("`{pair}`: expected a number below 2^32");
            let number = || value.parse::<u32>().map_err(|_| wrong());
            match key {
                // For people who read along.
                "name" => {}
                "units" => hello.units = Some(number()?),
                "threads" => hello.threads = Some(number()?),
                "word" => hello.word = Some(number()?),
                "line" => hello.line = Some(number()?),
                "bytes" => hello.bytes = Some(value.parse().map_err(|_| wrong())?),
                "order" => {
                    hello.kept = match value {
                        "kept" => true,
                        "waits" => false,
                        _ => return Err(format!("`{pair}`: expected kept or waits")),
                    };
                }
                "scopes" => hello.scopes = Some(scopes(value)?),
                other => return Err(unknown(other)),
            }
        }
        Ok(hello)
    }

    /// Whether the run fits the device.
    ///
    /// # Errors
    ///
    /// What does not fit, and the option that would.
    pub fn fits(&self, config: &Config) -> Result<(), String> {
        let threads = &config.threads;
        let shape = [
            ("units", self.units, threads.units, "--units"),
            (
                "threads",
                self.threads,
                threads.per_unit(),
                "--wavefronts times --lanes",
            ),
            ("word", self.word, config.word, "--word"),
            ("line", self.line, config.line, "--line"),
        ];
        for (key, said, ours, option) in shape {
            if let Some(said) = said.filter(|said| *said != ours) {
                return Err(format!(
                    "the device has {key}={said}, and the run {ours}: say so with {option}, or to the device"
                ));
            }
        }
        let words = u64::from(config.locks) + u64::from(config.variables);
        let needed = words * u64::from(config.word);
        if let Some(bytes) = self.bytes.filter(|bytes| *bytes < needed) {
            return Err(format!(
                "the device has bytes={bytes}, and locks and variables need {needed}: fewer --variables?"
            ));
        }
        let needed: &[&str] = match config.mode {
            Mode::Device => &["gpu"],
            Mode::Block => &["cta"],
            Mode::Chain => &["cta", "gpu"],
            Mode::Remote => &["cta", "remote"],
        };
        let has = |scope: &&str| match &self.scopes {
            Some(scopes) => scopes.iter().any(|known| known == scope),
            // What it leaves out fits; but few devices have remote atomics.
            None => *scope != "remote",
        };
        let Some(lacking) = needed.iter().find(|scope| !has(scope)) else {
            return Ok(());
        };
        let said = self.scopes.as_ref().map_or_else(
            || "says nothing of its scopes".to_owned(),
            |scopes| format!("has scopes={}", scopes.join(",")),
        );
        Err(format!(
            "the device {said}, and `--mode {}` needs {lacking}",
            config.mode.name()
        ))
    }
}

fn scopes(value: &str) -> Result<Vec<String>, String> {
    let names: Vec<String> = value.split(',').map(str::to_owned).collect();
    let known = ["cta", "gpu", "remote"];
    match names.iter().find(|name| !known.contains(&name.as_str())) {
        Some(other) => Err(format!(
            "`{other}` is no scope here: expected {}",
            known.join(", ")
        )),
        None => Ok(names),
    }
}

fn unknown(key: &str) -> String {
    let near = nearest(key, KEYS);
    let near = near.map_or_else(String::new, |near| format!("; did you mean `{near}`?"));
    format!(
        "`{key}` is nothing that a device says of itself{near} ({})",
        KEYS.join(", ")
    )
}
