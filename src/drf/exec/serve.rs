//! The other side of the protocol: a device that is built in, served to whoever asks.

use std::io::{self, BufRead, Write};

use crate::drf::config::Config;
use crate::drf::device::{Broken, Device, Kind, Offer, Request, Response, Scope, Step};
use crate::drf::layout;

use super::says::quoted;

/// How a session ended.
#[derive(Debug)]
pub enum Ended {
    /// By `quit`, or because nobody asked any more.
    Well,
    /// A line that means nothing: its number, and what was expected.
    Wrong(u64, String),
    /// Nobody listens.
    Gone(io::Error),
}

impl From<io::Error> for Ended {
    fn from(error: io::Error) -> Self {
        Self::Gone(error)
    }
}

/// What is asked of a device.
#[derive(Debug, Clone, PartialEq, Eq)]
enum Asked {
    Request(Request),
    Tick(u64),
    Cover,
    Quit,
}

/// Ticks of one line.
const TICKS: u64 = 1 << 20;

/// Serves a device until it is asked to quit.
pub fn serve(
    name: &str,
    config: &Config,
    device: &mut dyn Device,
    input: &mut dyn BufRead,
    output: &mut dyn Write,
) -> Ended {
    match session(name, config, device, input, output) {
        Ok(ended) | Err(ended) => ended,
    }
}

fn session(
    name: &str,
    config: &Config,
    device: &mut dyn Device,
    input: &mut dyn BufRead,
    output: &mut dyn Write,
) -> Result<Ended, Ended> {
    let threads = &config.threads;
    writeln!(
        output,
        "hello 1 name={name} units={} threads={} word={} line={} bytes={} scopes=cta,gpu{}{}",
        threads.units,
        threads.per_unit(),
        config.word,
        config.line,
        (config.locks + config.variables) * config.word,
        if device.has_remote() { ",remote" } else { "" },
        if device.keeps_order() {
            " order=kept"
        } else {
            ""
        }
    )?;
    output.flush()?;
    let mut line = String::new();
    let mut answers = Vec::new();
    let mut quiet = false;
    for number in 1.. {
        line.clear();
        if input.read_line(&mut line)? == 0 {
            return Ok(Ended::Well);
        }
        let asked = read(&line, config, device.has_remote())
            .map_err(|text| Ended::Wrong(number, format!("{}: {text}", quoted(&line))))?;
        match asked {
            Asked::Request(request) => {
                quiet = false;
                offer(device, &request, output)?;
            }
            Asked::Tick(ticks) => {
                for _ in 0..ticks {
                    let step = device.advance(&mut answers);
                    quiet = step == Step::Quiet;
                    if let Step::Fault(text) = step {
                        writeln!(output, "fault {text}")?;
                        answers.clear();
                    }
                    told(&mut answers, device.clock(), output)?;
                }
                let (clock, ready) = (device.clock(), device.ready());
                if quiet && ready == 0 {
                    writeln!(output, "tock {clock} quiet")?;
                } else {
                    writeln!(output, "tock {clock} {ready}")?;
                }
                output.flush()?;
            }
            Asked::Cover => covered(device, output)?,
            Asked::Quit => {
                writeln!(output, "bye")?;
                output.flush()?;
                return Ok(Ended::Well);
            }
        }
    }
    Ok(Ended::Well)
}

fn offer(device: &mut dyn Device, request: &Request, output: &mut dyn Write) -> io::Result<()> {
    match device.offer(request) {
        Offer::Taken => Ok(()),
        Offer::Stalled => writeln!(output, "stall {}", request.tag),
        Offer::Refused(why)
        | Offer::Broken(Broken::Lost(why) | Broken::Malformed(why) | Broken::Fault(why)) => {
            writeln!(output, "fault it cannot do this: {why}")
        }
        Offer::Broken(Broken::Stopped(open)) => writeln!(output, "fault {open}"),
    }
}

fn told(answers: &mut Vec<Response>, clock: u64, output: &mut dyn Write) -> io::Result<()> {
    for answer in answers.drain(..) {
        match answer.value {
            Some(value) => writeln!(output, "rsp {} {value} @{clock}", answer.tag)?,
            None => writeln!(output, "rsp {} @{clock}", answer.tag)?,
        }
    }
    Ok(())
}

/// The transitions that were taken.
fn covered(device: &dyn Device, output: &mut dyn Write) -> io::Result<()> {
    let coverage = device.coverage();
    for (number, table) in coverage.controllers.iter().enumerate() {
        for (event, name) in table.events.iter().enumerate() {
            for (state, of) in table.states.iter().enumerate() {
                let hits = coverage.hits(number, state, event);
                if hits > 0 {
                    writeln!(output, "cov {} {of} {name} {hits}", table.name)?;
                }
            }
        }
    }
    Ok(())
}

fn read(line: &str, config: &Config, remote: bool) -> Result<Asked, String> {
    let words: Vec<&str> = line.split_ascii_whitespace().collect();
    match words.as_slice() {
        ["req", tag, thread, rest @ ..] => {
            let form = "expected `req TAG THREAD KIND ADDR [VALUE] [ORDER.SCOPE]`";
            let (Ok(tag), Ok(thread)) = (tag.parse(), thread.parse::<u32>()) else {
                return Err(form.to_owned());
            };
            let all = config.threads.all();
            if thread >= all {
                return Err(format!("there are {all} threads, from 0"));
            }
            request(tag, thread, rest, config, remote).map(Asked::Request)
        }
        ["tick", number] => match number.parse() {
            Ok(ticks) if ticks <= TICKS => Ok(Asked::Tick(ticks)),
            Ok(_) | Err(_) => Err(format!("expected `tick N`, N at most {TICKS}")),
        },
        ["cover"] => Ok(Asked::Cover),
        ["quit"] => Ok(Asked::Quit),
        _ => Err("expected `req`, `tick N`, `cover` or `quit`".to_owned()),
    }
}

fn request(
    tag: u32,
    thread: u32,
    rest: &[&str],
    config: &Config,
    remote: bool,
) -> Result<Request, String> {
    let (kind, address, value, scope) = match rest {
        ["L", address] => (Kind::Load, address, 0, Scope::Device),
        ["S", address, value] => {
            let value = value.parse().map_err(|_| "expected a value".to_owned())?;
            (Kind::Store, address, value, Scope::Device)
        }
        ["U", address, "1", order] => {
            let (kind, scope) = match *order {
                "acquire.gpu" => (Kind::Acquire, Scope::Device),
                "release.gpu" => (Kind::Release, Scope::Device),
                "acquire.cta" => (Kind::Acquire, Scope::Block),
                "release.cta" => (Kind::Release, Scope::Block),
                // These do both, as the first or the last access of an episode.
                "acq_rel.cta" if remote => (Kind::Acquire, Scope::Home),
                "rm_acq_rel.gpu" if remote => (Kind::Acquire, Scope::Remote),
                "acq_rel.cta" | "rm_acq_rel.gpu" => {
                    return Err("this device has no remote atomics".to_owned());
                }
                _ => {
                    return Err(
                        "expected `acquire` or `release`, `.cta` or `.gpu`, or `acq_rel.cta` or \
                         `rm_acq_rel.gpu`"
                            .to_owned(),
                    );
                }
            };
            (kind, address, 0, scope)
        }
        _ => return Err("expected `L ADDR`, `S ADDR VALUE` or `U ADDR 1 ORDER.SCOPE`".to_owned()),
    };
    let number = address
        .strip_prefix("0x")
        .and_then(|digits| u64::from_str_radix(digits, 16).ok());
    let word = number.and_then(|address| layout::word(address, config.word));
    match word.filter(|word| *word < config.locks + config.variables) {
        Some(word) => Ok(Request {
            tag,
            thread,
            kind,
            word,
            value,
            scope,
        }),
        None => Err("there is no word at this address".to_owned()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_means_nothing_is_told() {
        for (line, part) in [
            ("req 1 0", "`L ADDR`"),
            ("req x 0 L 0x10000", "`req TAG"),
            ("req 1 99 L 0x10000", "32 threads"),
            ("req 1 0 L 0x10002", "no word"),
            ("req 1 0 L 65536", "no word"),
            ("req 1 0 S 0x10000 x", "value"),
            ("req 1 0 U 0x10000 1 acquire.sys", "`.gpu`"),
            ("req 1 0 U 0x10000 1 rm_acq_rel.gpu", "no remote atomics"),
            ("tick", "`cover`"),
            ("tick 99999999", "at most"),
            ("go", "`quit`"),
        ] {
            let text = read(line, &Config::DEFAULT, false).unwrap_err();
            assert!(text.contains(part), "{line}: {text}");
        }
    }
}
