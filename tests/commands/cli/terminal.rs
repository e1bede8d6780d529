//! What a person at a terminal sees, through a pseudo-terminal.
#![cfg(target_os = "linux")]

use std::fs::{File, OpenOptions};
use std::io::Read as _;
use std::process::{Child, Command};

use rustix::pty::{OpenptFlags, grantpt, openpt, ptsname, unlockpt};

use super::support::{Folder, MP};

/// A run whose input and output are a terminal.
struct Terminal {
    child: Child,
    screen: File,
    seen: String,
}

impl Terminal {
    fn of(args: &[&str]) -> Self {
        let screen = openpt(OpenptFlags::RDWR | OpenptFlags::NOCTTY).unwrap();
        grantpt(&screen).unwrap();
        unlockpt(&screen).unwrap();
        let name = ptsname(&screen, Vec::new()).unwrap().into_string().unwrap();
        let end = || {
            let mut options = OpenOptions::new();
            options.read(true).write(true).open(&name).unwrap()
        };
        let child = Command::new(env!("CARGO_BIN_EXE_gpu-litmus"))
            .args(args)
            .env("NO_COLOR", "1")
            .stdin(end())
            .stdout(end())
            .stderr(end())
            .spawn()
            .unwrap();
        Self {
            child,
            screen: screen.into(),
            seen: String::new(),
        }
    }

    /// Reads on until some words are there, or to the end.
    fn until(&mut self, words: &str) -> bool {
        let mut some = [0; 4096];
        while !self.seen.contains(words) {
            // Where nobody is left at the other end, reading is an error.
            match self.screen.read(&mut some) {
                Ok(0) | Err(_) => return false,
                Ok(count) => self.seen += &String::from_utf8_lossy(&some[..count]),
            }
        }
        true
    }

    fn rest(mut self) -> String {
        self.until("\u{0}");
        self.child.wait().unwrap();
        std::mem::take(&mut self.seen)
    }
}

impl Drop for Terminal {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

#[test]
fn verdict_and_what_shows_it_are_printed_once_each() {
    let folder = Folder::of(&[("mp.litmus", MP)]);
    let test = folder.path("mp.litmus");
    for (model, verdict, rest) in [
        ("sc", "MP under sc: unreachable", "Reason"),
        ("hrf-relaxed", "MP under hrf-relaxed: racy", "ace"),
        ("plain", "MP under plain: reachable", "Witness"),
    ] {
        let seen = Terminal::of(&["check", &test, "-m", model]).rest();
        assert_eq!(seen.matches(verdict).count(), 1, "{seen}");
        let (_, after) = seen.split_once(verdict).unwrap();
        assert!(after.contains(rest), "{seen}");
    }
}

/// Store buffering around a ring of threads, several times: the verdict is much sooner there than the
/// smallest reason.
fn ring(threads: usize, rounds: usize) -> String {
    let row = |cell: &dyn Fn(usize) -> String| {
        let cells: Vec<String> = (0..threads).map(cell).collect();
        cells.join(" | ") + " ;\n"
    };
    let mut text = "PTX Ring\n{ }\n".to_owned();
    text += &row(&|thread| format!("P{thread}@cta {thread},gpu 0"));
    for round in 0..rounds {
        text += &row(&|thread| format!("st.relaxed.gpu x{thread}_{round}, 1"));
        text += &row(&|_| "fence.sc.gpu".to_owned());
        text += &row(&|thread| {
            let next = (thread + 1) % threads;
            format!("ld.relaxed.gpu r{round}, x{next}_{round}")
        });
    }
    let last = rounds - 1;
    let zero: Vec<String> = (0..threads)
        .map(|thread| format!("P{thread}:r{last} == 0"))
        .collect();
    text + &format!("exists ({})\n", zero.join(" /\\ "))
}

#[test]
fn the_verdict_is_there_before_its_reason_is_sought() {
    let folder = Folder::of(&[("ring.litmus", &ring(8, 5))]);
    let test = folder.path("ring.litmus");
    let long = ["--reason-time", "1h", "--timeout", "1h"];
    let args = [&["check", &test, "-m", "ptx-7.5"], &long[..]].concat();
    let mut terminal = Terminal::of(&args);
    assert!(
        terminal.until("Ring under ptx-7.5: unreachable"),
        "{}",
        terminal.seen
    );
    terminal.child.kill().unwrap();
    let seen = terminal.rest();
    assert!(!seen.contains("Reason"), "{seen}");
}
