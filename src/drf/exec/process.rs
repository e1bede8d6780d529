//! The other process, and its lines.

use std::io::{BufRead, BufReader, Read as _, Write as _};
use std::process::{Child, ChildStdin, ChildStdout, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, SyncSender, channel, sync_channel};
use std::time::{Duration, Instant};

use crate::drf::device::Broken;
use crate::stop::Stop;

use super::says::{Said, quoted};

/// How a device is started, and how long it may be silent.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Command {
    /// What a shell is given.
    pub line: String,
    /// So long a line may take.
    pub patience: Duration,
}

/// The longest line.
const LINE: u64 = 1 << 16;

/// Lines that wait to be read: a device that says more waits.
const WAITING: usize = 1024;

/// Between two looks at the limits.
const LOOK: Duration = Duration::from_millis(50);

/// So long a device may take to end once its output has.
const LEAVE: Duration = Duration::from_secs(2);

enum Heard {
    Line(String),
    Long,
    NotText,
}

/// Who writes what it is told.
#[derive(Debug)]
enum Input {
    /// Who says it.
    Here(ChildStdin),
    /// A thread.
    Thread(Sender<String>),
}

/// The process.
#[derive(Debug)]
pub(crate) struct Process {
    child: Child,
    input: Option<Input>,
    lines: Receiver<Heard>,
    /// Lines so far.
    pub number: u64,
    /// Nothing came for as long as was waited.
    pub silent: bool,
    /// What the shell was given.
    command: String,
    patience: Duration,
    stop: Stop,
    ended: bool,
}

impl Process {
    /// Starts it.
    pub(crate) fn start(command: &Command, stop: &Stop) -> Result<Self, Broken> {
        let cannot =
            |error: std::io::Error| Broken::Lost(format!("cannot start the device: {error}"));
        let mut shell = std::process::Command::new("sh");
        shell.arg("-c").arg(&command.line);
        alone(&mut shell);
        let mut child = shell
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .map_err(cannot)?;
        let (input, output) = (child.stdin.take(), child.stdout.take());
        let (sender, lines) = sync_channel(WAITING);
        if let Some(output) = output {
            // It ends with the output, or when nobody reads on.
            let thread = std::thread::Builder::new().name("device".to_owned());
            thread
                .spawn(move || listen(output, &sender))
                .map_err(cannot)?;
        }
        Ok(Self {
            child,
            input: input.map(Input::Here),
            lines,
            number: 0,
            silent: false,
            command: command.line.clone(),
            patience: command.patience,
            stop: stop.clone(),
            ended: false,
        })
    }

    /// The same, but a thread writes: where a process does not read what is too long for a pipe, that counts for the time of its answer
    /// and holds nobody up. Short lines take longer so.
    pub(crate) fn told_by_a_thread(mut self) -> Result<Self, Broken> {
        if let Some(Input::Here(input)) = self.input.take() {
            let (sender, lines) = channel();
            // It ends when nobody says more, or with the process.
            let thread = std::thread::Builder::new().name("teller".to_owned());
            thread
                .spawn(move || tell(input, &lines))
                .map_err(|error| Broken::Lost(format!("cannot talk to the device: {error}")))?;
            self.input = Some(Input::Thread(sender));
        }
        Ok(self)
    }

    /// Says something to it. If it is gone, whoever listens will notice.
    pub(crate) fn say(&mut self, lines: &str) {
        match &mut self.input {
            Some(Input::Here(input)) => {
                let _ = input.write_all(lines.as_bytes());
                let _ = input.flush();
            }
            Some(Input::Thread(sender)) => {
                let _ = sender.send(lines.to_owned());
            }
            None => {}
        }
    }

    /// The next line, as what it says.
    pub(super) fn hear(&mut self) -> Result<Said, Broken> {
        let line = self.line(self.patience)?;
        Said::read(&line).map_err(|text| self.wrong(&format!("{}: {text}", quoted(&line))))
    }

    /// The next line, which may take so long.
    pub(crate) fn line(&mut self, patience: Duration) -> Result<String, Broken> {
        let since = Instant::now();
        loop {
            match self.lines.recv_timeout(LOOK) {
                Ok(heard) => {
                    self.number += 1;
                    return self.understood(heard);
                }
                Err(RecvTimeoutError::Disconnected) => return Err(self.left()),
                Err(RecvTimeoutError::Timeout) => {}
            }
            self.stop.check().map_err(Broken::Stopped)?;
            if since.elapsed() >= patience {
                self.silent = true;
                let seconds = patience.as_secs_f64();
                let text = format!("the device has said nothing for {seconds} s");
                return Err(Broken::Lost(text));
            }
        }
    }

    fn understood(&self, heard: Heard) -> Result<String, Broken> {
        match heard {
            Heard::Line(line) => Ok(line.trim_end_matches(['\n', '\r']).to_owned()),
            Heard::Long => Err(self.wrong(&format!("longer than {LINE} bytes"))),
            Heard::NotText => Err(self.wrong("not UTF-8")),
        }
    }

    /// The last line means nothing where it is.
    pub(crate) fn wrong(&self, text: &str) -> Broken {
        Broken::Malformed(self.strange(text))
    }

    /// The same in words.
    pub(crate) fn strange(&self, text: &str) -> String {
        format!("line {} of the device: {text}", self.number)
    }

    /// How it ended: what a shell could not even start is a mistake of whoever asked for it.
    fn left(&mut self) -> Broken {
        self.input = None;
        let since = Instant::now();
        while since.elapsed() < LEAVE {
            match self.child.try_wait() {
                Ok(Some(status)) => {
                    let why = status.code().and_then(never_ran);
                    return match why.filter(|_| self.number == 0) {
                        Some(why) => Broken::Malformed(format!(
                            "cannot start {}: {why}",
                            quoted(&self.command)
                        )),
                        None => Broken::Lost(format!("the device has ended, {status}")),
                    };
                }
                Ok(None) => std::thread::sleep(Duration::from_millis(5)),
                Err(_) => break,
            }
        }
        Broken::Lost("the device has closed its output".to_owned())
    }
}

/// What a shell's exit status says of a command that did not run.
const fn never_ran(code: i32) -> Option<&'static str> {
    match code {
        126 => Some("the shell may not run this, it says above why (exit status 126)"),
        127 => Some("the shell finds no such command (exit status 127)"),
        _ => None,
    }
}

impl Process {
    /// Ends it, and all that it started. Once: what has its number afterwards is another.
    pub(crate) fn end(&mut self) {
        if std::mem::replace(&mut self.ended, true) {
            return;
        }
        self.input = None;
        end(&self.child);
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        self.end();
    }
}

/// What a shell starts is ended with it.
#[cfg(unix)]
fn alone(shell: &mut std::process::Command) {
    use std::os::unix::process::CommandExt as _;
    shell.process_group(0);
}

#[cfg(not(unix))]
fn alone(_shell: &mut std::process::Command) {}

/// Ends a shell that was not waited for yet, and all that it started.
#[cfg(unix)]
fn end(shell: &Child) {
    if let Ok(group) = i32::try_from(shell.id()) {
        let group = nix::unistd::Pid::from_raw(group);
        let _ = nix::sys::signal::killpg(group, nix::sys::signal::Signal::SIGKILL);
    }
}

#[cfg(not(unix))]
fn end(_shell: &Child) {}

/// Writes what is said, until nobody says more or nobody reads on.
fn tell(mut input: ChildStdin, from: &Receiver<String>) {
    for lines in from {
        if input.write_all(lines.as_bytes()).is_err() || input.flush().is_err() {
            return;
        }
    }
}

/// Reads lines until there are none, or nobody wants them.
fn listen(output: ChildStdout, to: &SyncSender<Heard>) {
    let mut reader = BufReader::new(output);
    loop {
        let mut line = Vec::new();
        match reader.by_ref().take(LINE + 1).read_until(b'\n', &mut line) {
            Ok(0) | Err(_) => return,
            Ok(_) => {}
        }
        let long = line.len() as u64 > LINE;
        let heard = match String::from_utf8(line) {
            _ if long => Heard::Long,
            Ok(line) => Heard::Line(line),
            Err(_) => Heard::NotText,
        };
        if to.send(heard).is_err() || long {
            return;
        }
    }
}
