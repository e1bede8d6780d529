//! Running the binary on small suites.

use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use gpu_litmus::testing::{Family, generate};
use serde_json::Value;

pub use crate::folder::Folder;

pub const MP: &str = r"PTX MP
{ x = 0; y = 0; }
 P0@cta 0,gpu 0 | P1@cta 1,gpu 0 ;
 st.weak x, 1   | ld.weak r1, y  ;
 st.weak y, 1   | ld.weak r2, x  ;
exists (P1:r1 == 1 /\ P1:r2 == 0)
";

pub const SB: &str = r"PTX SB
{ x = 0; y = 0; }
 P0@cta 0,gpu 0 | P1@cta 1,gpu 0 ;
 st.weak x, 1   | st.weak y, 1   ;
 ld.weak r1, y  | ld.weak r2, x  ;
exists (P0:r1 == 0 /\ P1:r2 == 0)
// expect tso: reachable
";

/// What a run said.
pub struct Said {
    pub code: i32,
    pub out: String,
    pub err: String,
}

impl Said {
    /// The rows of JSON lines.
    pub fn rows(&self) -> Vec<Value> {
        rows(&self.out)
    }
}

pub fn rows(text: &str) -> Vec<Value> {
    text.lines()
        .map(|line| serde_json::from_str(line).unwrap())
        .collect()
}

/// The binary, in a folder, as no terminal and without colours.
pub fn binary(folder: &Path, args: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_gpu-litmus"));
    command
        .current_dir(folder)
        .env_remove("NO_COLOR")
        .env("GPU_LITMUS_CUDA", "")
        .args(args)
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped());
    command
}

/// Runs the binary in a folder.
pub fn run(folder: &Path, args: &[&str]) -> Said {
    said(binary(folder, args).output().unwrap())
}

/// Runs the binary in a folder, on a standard input.
pub fn run_with(folder: &Path, args: &[&str], input: &str) -> Said {
    use std::io::Write as _;
    let mut child = binary(folder, args).stdin(Stdio::piped()).spawn().unwrap();
    child
        .stdin
        .take()
        .unwrap()
        .write_all(input.as_bytes())
        .unwrap();
    said(child.wait_with_output().unwrap())
}

pub fn said(output: std::process::Output) -> Said {
    Said {
        code: output.status.code().unwrap_or(-1),
        out: String::from_utf8(output.stdout).unwrap(),
        err: String::from_utf8(output.stderr).unwrap(),
    }
}

impl Folder {
    /// A folder with so many generated tests.
    pub fn generated(count: u64) -> Self {
        let folder = Self::of(&[]);
        for seed in 0..count {
            folder.add(
                &format!("suite/t{seed:05}.litmus"),
                &generate(seed, Family::Coherence),
            );
        }
        folder
    }

    pub fn read(&self, name: &str) -> String {
        std::fs::read_to_string(self.root().join(name)).unwrap()
    }

    pub fn run(&self, args: &[&str]) -> Said {
        run(self.root(), args)
    }
}

/// Two tests: MP and SB.
pub fn pair() -> Folder {
    Folder::of(&[("suite/mp.litmus", MP), ("suite/sb.litmus", SB)])
}

/// A journal as it was before lines had sums.
pub fn without_sums(journal: &str) -> String {
    let lines = journal.lines().map(|line| {
        let line = line.replace(",\"sums\":true", "");
        let end = line.rfind(",\"sum\":\"").unwrap_or(line.len() - 1);
        format!("{}}}\n", &line[..end])
    });
    lines.collect()
}

/// Rows without what differs between two runs: how long it took.
pub fn timeless(text: &str) -> Vec<String> {
    let rows = rows(text).into_iter().map(|mut row| {
        row.as_object_mut().unwrap().remove("millis");
        row.to_string()
    });
    rows.collect()
}

/// Compares with a file under `tests/ui/batch`.
#[track_caller]
pub fn same(name: &str, shown: &str) {
    crate::golden::same(Path::new("tests/ui/batch").join(name), shown);
}

/// A command in the search path, if there is one.
pub fn find(names: &[&str]) -> Option<PathBuf> {
    let paths = std::env::var_os("PATH")?;
    let folders: Vec<PathBuf> = std::env::split_paths(&paths).collect();
    let files = names
        .iter()
        .flat_map(|name| folders.iter().map(move |folder| folder.join(name)));
    files.into_iter().find(|file| file.is_file())
}

/// What is behind each test of a page, unpacked.
pub fn parts(page: &str) -> Vec<String> {
    let packed = page.split("data-packed=\"").skip(1);
    packed
        .map(|rest| {
            let letters = rest.split('"').next().unwrap();
            let inflated = miniz_oxide::inflate::decompress_to_vec_zlib(&bytes(letters)).unwrap();
            String::from_utf8(inflated).unwrap()
        })
        .collect()
}

/// Base 64 as bytes.
fn bytes(letters: &str) -> Vec<u8> {
    let alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    let bits: Vec<u32> = letters
        .chars()
        .filter(|letter| *letter != '=')
        .map(|letter| u32::try_from(alphabet.find(letter).unwrap()).unwrap())
        .collect();
    let groups = bits.chunks(4).flat_map(|group| {
        let all = (0..4).fold(0, |all, place| all << 6 | group.get(place).unwrap_or(&0));
        let [_, bytes @ ..] = u32::to_be_bytes(all);
        bytes.into_iter().take(group.len() - 1)
    });
    groups.collect()
}

/// The published schema of SARIF 2.1.0 (`schemas/README.md` says where it is from).
pub fn fits_sarif(log: &Value) {
    let schema = include_str!("schemas/sarif-2.1.0.json");
    // A bracket that closes none, in the pattern of a language's name: later revisions mend it.
    let schema = schema.replace("-[a-zA-Z]{2}]?$", "-[a-zA-Z]{2}$");
    let schema: Value = serde_json::from_str(&schema).unwrap();
    let validator = jsonschema::validator_for(&schema).unwrap();
    let wrong: Vec<String> = validator
        .iter_errors(log)
        .map(|error| format!("{}: {error}", error.instance_path()))
        .collect();
    assert!(wrong.is_empty(), "{wrong:#?}");
    // The schema is no rubber stamp.
    let mut bad = log.clone();
    bad["runs"][0]["results"][0]["locations"][0]["physicalLocation"]["region"]["startColumn"] =
        0.into();
    assert!(!validator.is_valid(&bad));
    let mut bad = log.clone();
    bad["runs"][0]["results"][0]
        .as_object_mut()
        .unwrap()
        .remove("message");
    assert!(!validator.is_valid(&bad));
}
