//! Running commands as a reader would, in a copy of the repository.

use std::env;
use std::fs;
use std::path::Path;
use std::process::{Command, Output};

use crate::folder::Folder;

const PROGRAM: &str = env!("CARGO_BIN_EXE_gpu-litmus");

/// What a service puts in, for each of four machines in turn.
const SHARD: &str = "${{ matrix.shard }}";

/// What a run said.
pub struct Said {
    pub code: i32,
    pub out: String,
    pub err: String,
}

impl From<Output> for Said {
    fn from(output: Output) -> Self {
        Self {
            code: output.status.code().unwrap_or(-1),
            out: String::from_utf8(output.stdout).unwrap(),
            err: String::from_utf8(output.stderr).unwrap(),
        }
    }
}

/// A copy of what a reader has before building.
pub struct Scratch(Folder);

impl Scratch {
    pub fn new() -> Self {
        let scratch = Self(Folder::of(&[]));
        for folder in ["examples", "mappings", "suite", "docs"] {
            scratch.copy(&Path::new(env!("CARGO_MANIFEST_DIR")).join(folder), folder);
        }
        scratch
    }

    fn copy(&self, from: &Path, to: &str) {
        for entry in fs::read_dir(from).unwrap() {
            let entry = entry.unwrap();
            let name = format!("{to}/{}", entry.file_name().to_str().unwrap());
            if entry.path().is_dir() {
                self.copy(&entry.path(), &name);
            } else {
                self.0.add(&name, &fs::read(entry.path()).unwrap());
            }
        }
    }

    /// Runs a command by a shell. Other programs at the end of a pipe, which a machine may lack, are left
    /// out, and so are the values that a service would put in.
    pub fn run(&self, command: &str) -> Said {
        let ours = command
            .split(" | ")
            .take_while(|part| part.starts_with("gpu-litmus "));
        let ours: Vec<&str> = ours.collect();
        let command = ours.join(" | ");
        if command.contains(SHARD) {
            let mut all = (1..=4).map(|n| self.shell(&command.replace(SHARD, &n.to_string())));
            let first = all.next().unwrap();
            return all.fold(
                first,
                |worst, next| if worst.code == 0 { next } else { worst },
            );
        }
        self.shell(&command)
    }

    fn shell(&self, command: &str) -> Said {
        let folder = Path::new(PROGRAM).parent().unwrap();
        let path = env::var("PATH").unwrap_or_default();
        Command::new("sh")
            .args(["-c", command])
            .current_dir(self.0.root())
            .env("PATH", format!("{}:{path}", folder.display()))
            .env("GITHUB_STEP_SUMMARY", "summary.md")
            .env("SLURM_CPUS_PER_TASK", "2")
            .env("SLURM_ARRAY_TASK_ID", "1")
            .env("GPU_LITMUS_CUDA", "")
            .env_remove("CLICOLOR_FORCE")
            .output()
            .unwrap()
            .into()
    }
}

/// Whether there are the command and the options that a synopsis names.
#[track_caller]
pub fn known(synopsis: &str, page: &str) {
    let words: Vec<&str> = synopsis.split_whitespace().skip(1).collect();
    let below = |word: &&&str| word.chars().all(|letter| letter.is_ascii_lowercase());
    let commands: Vec<&str> = match words.as_slice() {
        ["suite", next, ..] if below(&next) => vec!["suite", next],
        [first, ..] => vec![first],
        [] => vec![],
    };
    let help = Command::new(PROGRAM)
        .args(&commands)
        .arg("--help")
        .output()
        .unwrap();
    assert!(help.status.success(), "{page}: no command in `{synopsis}`");
    let help = String::from_utf8(help.stdout).unwrap();
    for option in words.iter().filter(|word| word.starts_with('-')) {
        let option = option.trim_matches(|letter| ",.]".contains(letter));
        let mut named = help.split_whitespace();
        let there = named.any(|word| word.trim_end_matches(',') == option);
        assert!(there, "{page}: no option {option} in `{synopsis}`");
    }
}
