//! `--watch`, through pipes.
#![cfg(unix)]

use std::io::{BufRead as _, BufReader};
use std::process::{Child, ChildStderr, ChildStdout, Command, Stdio};

use super::support::{Folder, MP, run, run_with};

struct Watched {
    child: Child,
    out: BufReader<ChildStdout>,
    err: BufReader<ChildStderr>,
}

impl Watched {
    fn of(args: &[&str]) -> Self {
        let mut child = Command::new(env!("CARGO_BIN_EXE_gpu-litmus"))
            .args(args)
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        let out = BufReader::new(child.stdout.take().unwrap());
        let err = BufReader::new(child.stderr.take().unwrap());
        Self { child, out, err }
    }

    /// The next line of the answers; it comes, or the test waits for ever.
    fn line(&mut self) -> String {
        let mut line = String::new();
        self.out.read_line(&mut line).unwrap();
        line
    }

    /// What is said up to the remark that it waits.
    fn waits(&mut self) -> String {
        let mut said = String::new();
        loop {
            let mut line = String::new();
            assert_ne!(
                self.err.read_line(&mut line).unwrap(),
                0,
                "it has ended: {said}"
            );
            if line.starts_with("waiting for changes") {
                return said;
            }
            said.push_str(&line);
        }
    }

    fn interrupt(mut self) -> Option<i32> {
        let pid = self.child.id().to_string();
        let sent = Command::new("kill").args(["-INT", &pid]).status().unwrap();
        assert!(sent.success());
        self.child.wait().unwrap().code()
    }
}

impl Drop for Watched {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// Changes a file at once: whoever looks at it sees the whole or what was there before.
fn put(folder: &Folder, name: &str, text: &str) {
    folder.add("draft", text);
    std::fs::rename(folder.path("draft"), folder.path(name)).unwrap();
}

#[test]
fn every_change_is_answered_and_ctrl_c_ends_with_the_last_exit_code() {
    let wrong = format!("{MP}// expect sc: reachable\n");
    let folder = Folder::of(&[("mp.litmus", MP)]);
    let test = folder.path("mp.litmus");
    let mut watched = Watched::of(&["check", &test, "-m", "sc", "-q", "--watch"]);
    let plain = run(&["check", &test, "-m", "sc", "-q"]).out;
    assert_eq!(watched.line(), plain);
    assert_eq!(watched.waits(), "");
    put(&folder, "mp.litmus", &wrong);
    let line = watched.line();
    // Nothing is cleared where nobody looks at a terminal.
    assert!(line.starts_with("MP under sc: unreachable"), "{line:?}");
    assert!(line.contains("expects reachable"), "{line:?}");
    assert_eq!(watched.waits(), "");
    assert_eq!(watched.interrupt(), Some(1));
}

#[test]
fn mistakes_models_settings_and_new_files_count() {
    let folder = Folder::of(&[
        ("suite/mp.litmus", MP),
        ("own.cat", "acyclic po | rf as own\n"),
    ]);
    let (suite, own) = (folder.path("suite"), folder.path("own.cat"));
    let mut watched = Watched::of(&["check", &suite, "-m", &own, "-q", "--watch"]);
    assert!(watched.line().contains("reachable"));
    watched.waits();
    // A model.
    put(&folder, "own.cat", "acyclic po | rf | co | fr as own\n");
    assert!(watched.line().contains("unreachable"));
    watched.waits();
    // A mistake, which is told, and mended.
    put(&folder, "suite/mp.litmus", "PTX");
    assert!(watched.waits().contains('×'));
    put(&folder, "suite/mp.litmus", MP);
    assert!(watched.line().contains("unreachable"));
    watched.waits();
    // Settings.
    put(&folder, "gpu-litmus.toml", "bond = 3");
    assert!(watched.waits().contains("did you mean `bound`?"));
    put(&folder, "gpu-litmus.toml", "bound = 3");
    assert!(watched.line().contains("unreachable"));
    watched.waits();
    // A file more.
    put(&folder, "suite/a.litmus", &MP.replace("PTX MP", "PTX New"));
    assert!(watched.line().starts_with("New under"));
    assert!(watched.line().starts_with("MP under"));
    watched.waits();
    assert_eq!(watched.interrupt(), Some(0));
}

#[test]
fn who_closes_the_pipe_has_seen_enough() {
    let folder = Folder::of(&[("mp.litmus", MP)]);
    let test = folder.path("mp.litmus");
    let mut watched = Watched::of(&["check", &test, "-m", "sc", "-q", "--watch"]);
    watched.line();
    watched.waits();
    let (reader, writer) = std::io::pipe().unwrap();
    drop(writer);
    watched.out = {
        // The pipe that was read from is closed here.
        let mut child = Command::new("true")
            .stdin(reader)
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        let out = BufReader::new(child.stdout.take().unwrap());
        child.wait().unwrap();
        out
    };
    put(&folder, "mp.litmus", &MP.replace("PTX MP", "PTX Changed"));
    assert_eq!(watched.child.wait().unwrap().code(), Some(0));
}

#[test]
fn the_standard_input_does_not_change() {
    let said = run_with(&["check", "-", "-m", "sc", "--watch"], MP);
    assert_eq!((said.code, said.out.as_str()), (2, ""));
    assert!(said.err.contains("does not change"), "{}", said.err);
}

#[test]
fn proofs_mends_and_smaller_tests_are_found_again_too() {
    let folder = Folder::of(&[("mp.litmus", MP)]);
    let test = folder.path("mp.litmus");
    for command in ["prove", "fences", "minimize"] {
        put(&folder, "mp.litmus", MP);
        let mut watched = Watched::of(&[command, &test, "-m", "sc", "-q", "--watch"]);
        let first = watched.line();
        assert!(!first.is_empty());
        watched.waits();
        put(&folder, "mp.litmus", "PTX");
        assert!(watched.waits().contains('×'), "{command}");
        assert_eq!(watched.interrupt(), Some(2), "{command}");
    }
}

#[test]
fn a_launch_is_answered_again_when_its_module_changes() {
    let from = |name: &str| {
        std::fs::read_to_string(format!("examples/kernels/double-buffer/{name}")).unwrap()
    };
    let module = from("double_buffer-sm_90.ptx");
    let folder = Folder::of(&[
        ("right.toml", &from("right.toml")),
        ("double_buffer-sm_90.ptx", &module),
    ]);
    let launch = folder.path("right.toml");
    let mut watched = Watched::of(&["kernel", &launch, "-q", "--watch"]);
    let first = watched.line();
    watched.waits();
    put(
        &folder,
        "double_buffer-sm_90.ptx",
        &format!("{module}\n// changed\n"),
    );
    watched.waits();
    put(&folder, "double_buffer-sm_90.ptx", ".version");
    assert!(watched.waits().contains('×'), "{first}");
    assert_eq!(watched.interrupt(), Some(2));
}

#[test]
fn what_is_written_is_not_what_is_watched() {
    let folder = Folder::of(&[("mp.litmus", MP)]);
    let test = folder.path("mp.litmus");
    for command in ["fences", "minimize"] {
        let said = run(&[command, &test, "-m", "sc", "--watch", "-o", &test]);
        assert_eq!((said.code, said.out.as_str()), (2, ""));
        assert!(said.err.contains("cannot be used with"), "{}", said.err);
    }
}
