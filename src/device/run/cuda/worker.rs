//! The process that holds the driver, and what it says.

mod hello;

use std::ops::Range;
use std::time::Duration;

use crate::drf::device::Broken;
use crate::drf::exec::Command;
use crate::drf::exec::process::Process;
use crate::stop::Stop;

use super::super::device::{Fault, NoDevice};
use super::optimised::Looked;

pub use super::idle::Idle;
pub use hello::Told;
use hello::hello;

/// How it is started, and how long a launch may take.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Way {
    /// What a shell is given.
    pub line: String,
    /// So long a launch may take; what the machine allows where none is said.
    pub patience: Option<Duration>,
    /// Machine code that is another test runs, too.
    pub force: bool,
}

/// So long a launch may take, unless another time is said.
pub const PATIENCE: Duration = Duration::from_secs(10);

/// The same where the driver ends long ones.
const LIMITED: Duration = Duration::from_secs(1);

/// So long anything else may take: the driver starts, and its assembler works.
const OTHERS: Duration = Duration::from_secs(120);

/// The least of that, where somebody says how long a launch may take: that is often less than a driver needs to start.
const LEAST: Duration = Duration::from_secs(10);

const HELP: &str = "kernels are launched by the program gpu-litmus-cuda, which `cargo build --release -p gpu-litmus-cuda` makes; \
                    `--worker COMMAND` says where it is";

/// The process.
#[derive(Debug)]
pub struct Worker {
    process: Process,
    /// What it said of the GPU.
    pub told: Told,
    patience: Duration,
    /// So long anything but a launch may take.
    others: Duration,
    /// Something failed: the process was ended, for what it holds may be spoilt.
    pub broken: bool,
    /// The kernels whose machine code was looked at last, and what was seen.
    pub(super) looked: Option<(String, Looked)>,
}

/// What an answer is waited for.
#[derive(Clone, Copy)]
enum Asked<'a> {
    /// The end of a launch.
    Launch,
    /// Anything else, by its word.
    Other(&'a str),
}

impl<'a> Asked<'a> {
    fn of(request: &'a str) -> Self {
        match request.split_whitespace().next() {
            Some("launch") => Self::Launch,
            word => Self::Other(word.unwrap_or_default()),
        }
    }
}

impl Way {
    /// So long anything but a launch may take.
    fn others(&self) -> Duration {
        self.patience.map_or(OTHERS, |said| said.max(LEAST))
    }
}

fn fault(broken: Broken) -> Fault {
    match broken {
        Broken::Lost(text) | Broken::Malformed(text) | Broken::Fault(text) => Fault::Failed(text),
        Broken::Stopped(open) => Fault::Stopped(open),
    }
}

impl Worker {
    /// Starts it, and hears what GPU there is.
    ///
    /// # Errors
    ///
    /// It cannot be started, or there is no GPU: why.
    pub fn start(way: &Way, stop: &Stop) -> Result<Self, NoDevice> {
        let others = way.others();
        let command = Command {
            line: way.line.clone(),
            patience: others,
        };
        let started = Process::start(&command, stop).and_then(Process::told_by_a_thread);
        let heard = started.and_then(|mut process| Ok((process.line(others)?, process)));
        let (line, process) = heard.map_err(|broken| match broken {
            Broken::Lost(why) | Broken::Malformed(why) | Broken::Fault(why) => {
                NoDevice::Unfit(format!("{why}: {HELP}"))
            }
            Broken::Stopped(open) => NoDevice::Stopped(open),
        })?;
        if let Some(why) = line.strip_prefix("error ") {
            return Err(NoDevice::Unfit(why.to_owned()));
        }
        let told = hello(&line).map_err(|why| process.strange(&why))?;
        let patience = way
            .patience
            .unwrap_or(if told.limit { LIMITED } else { PATIENCE });
        Ok(Self {
            process,
            told,
            patience,
            others,
            broken: false,
            looked: None,
        })
    }

    /// Ends it, whose next test gets a new one.
    fn broken(&mut self, fault: Fault) -> Fault {
        self.broken = true;
        self.process.end();
        fault
    }

    fn hear(&mut self, asked: Asked) -> Result<String, Fault> {
        let patience = match asked {
            Asked::Launch => self.patience,
            Asked::Other(_) => self.others,
        };
        let seconds = patience.as_secs_f64();
        let heard = match self.process.line(patience) {
            Ok(line) => match line.strip_prefix("error ") {
                Some(why) => Err(Fault::Failed(why.to_owned())),
                None => Ok(line),
            },
            Err(_) if self.process.silent => Err(match asked {
                Asked::Launch => Fault::Hang(format!(
                    "no answer in {seconds} s, and the process that launched it was ended"
                )),
                Asked::Other(what) => Fault::Failed(format!(
                    "no answer to `{what}` in {seconds} s, and the process that was asked was ended"
                )),
            }),
            Err(broken) => Err(fault(broken)),
        };
        heard.map_err(|fault| self.broken(fault))
    }

    /// Asks for something, and hears a line that begins with a word; the rest of it.
    fn ask(&mut self, request: &str, word: &str) -> Result<String, Fault> {
        self.process.say(&format!("{request}\n"));
        let line = self.hear(Asked::of(request))?;
        match line.strip_prefix(word) {
            Some(rest) => Ok(rest.trim_start().to_owned()),
            None => Err(self.strange(&line, word)),
        }
    }

    fn strange(&mut self, line: &str, word: &str) -> Fault {
        let told = format!("`{line}` where `{word}` was expected");
        let fault = Fault::Failed(self.process.strange(&told));
        self.broken(fault)
    }

    fn number(&mut self, request: &str, word: &str) -> Result<u64, Fault> {
        let rest = self.ask(request, word)?;
        rest.parse().map_err(|_| self.strange(&rest, "a number"))
    }

    /// Loads kernels.
    ///
    /// # Errors
    ///
    /// The driver's assembler refuses them, or the process is gone.
    pub fn load(&mut self, ptx: &str) -> Result<(), Fault> {
        // The newline that ends a request is the last byte of the text.
        let text = ptx.trim_end_matches('\n');
        let request = format!("load {}\n{text}", text.len() + 1);
        self.ask(&request, "loaded").map(drop)
    }

    /// Writes the machine code that was loaded into a file.
    ///
    /// # Errors
    ///
    /// It cannot be written.
    pub fn save(&mut self, path: &str) -> Result<(), Fault> {
        self.ask(&format!("save {path}"), "done").map(drop)
    }

    /// How many blocks can be resident at once.
    ///
    /// # Errors
    ///
    /// There is no such kernel.
    pub fn fits(&mut self, kernel: &str, threads: u32, shared: u32) -> Result<u64, Fault> {
        self.number(&format!("fits {kernel} {threads} {shared}"), "fits")
    }

    /// Memory, all 0.
    ///
    /// # Errors
    ///
    /// There is not so much.
    pub fn alloc(&mut self, bytes: u64) -> Result<u64, Fault> {
        self.number(&format!("alloc {bytes}"), "at")
    }

    /// Sets bytes to 0.
    ///
    /// # Errors
    ///
    /// They are none of this process.
    pub fn zero(&mut self, at: u64, bytes: u64) -> Result<(), Fault> {
        self.ask(&format!("zero {at} {bytes}"), "done").map(drop)
    }

    /// Writes bytes.
    ///
    /// # Errors
    ///
    /// They are none of this process.
    pub fn put(&mut self, at: u64, bytes: &[u8]) -> Result<(), Fault> {
        self.ask(&format!("put {at} {}", hex(bytes)), "done")
            .map(drop)
    }

    /// Launches a kernel, and waits for its end.
    ///
    /// # Errors
    ///
    /// It fails, or takes too long.
    pub fn launch(
        &mut self,
        kernel: &str,
        (blocks, threads, shared): (u32, u32, u32),
        parameters: &[u8],
    ) -> Result<(), Fault> {
        let bytes = hex(parameters);
        let request = format!("launch {kernel} {blocks} {threads} {shared} {bytes}");
        self.ask(&request, "done").map(drop)
    }

    /// The words of 64 bits that are not 0, with their places, which ascend.
    ///
    /// # Errors
    ///
    /// They are none of this process, or its answer means nothing.
    pub fn words(&mut self, at: u64, count: u64) -> Result<Vec<(u64, u64)>, Fault> {
        self.process.say(&format!("words {at} {count}\n"));
        let mut all = Vec::new();
        // Each place is past the one before, so no answer goes on for ever.
        let mut next = 0;
        loop {
            let line = self.hear(Asked::Other("words"))?;
            if line == "done" {
                return Ok(all);
            }
            let pairs = line.strip_prefix("words ").unwrap_or("?");
            for pair in pairs.split(' ') {
                let Some((place, word)) = word(pair, next..count) else {
                    let wanted = "words PLACE=WORD, places that ascend and words that are not 0";
                    return Err(self.strange(&line, wanted));
                };
                all.push((place, word));
                next = place + 1;
            }
        }
    }
}

/// `PLACE=WORD`, of places that can be.
fn word(pair: &str, places: Range<u64>) -> Option<(u64, u64)> {
    let (place, word) = pair.split_once('=')?;
    let (place, word) = (place.parse().ok()?, word.parse().ok()?);
    (places.contains(&place) && word != 0).then_some((place, word))
}

fn hex(bytes: &[u8]) -> String {
    use std::fmt::Write as _;
    bytes.iter().fold(String::new(), |mut out, byte| {
        let _ = write!(out, "{byte:02x}");
        out
    })
}
