//! Running the binary on small tests.

use std::path::Path;

use assert_cmd::Command;

pub use crate::folder::Folder;

pub const MP: &str = r"PTX MP
{ x = 0; y = 0; }
 P0@cta 0,gpu 0 | P1@cta 1,gpu 0 ;
 st.weak x, 1   | ld.weak r1, y  ;
 st.weak y, 1   | ld.weak r2, x  ;
exists (P1:r1 == 1 /\ P1:r2 == 0)
";

pub const BARRIER: &str = r"PTX Barrier
{ x = 0; }
 P0@cta 0,gpu 0 | P1@cta 0,gpu 0 ;
 st.weak x, 1   | bar.sync 0     ;
 bar.sync 0     | ld.weak r0, x  ;
~exists (P1:r0 == 0)
";

/// Reaches every bound: the loop counts up to what nobody ever sees.
pub const ENDLESS: &str = r"PTX Endless
{ x = 0; }
 P0@cta 0,gpu 0 ;
 AGAIN: ;
 add r0, r0, 1 ;
 st.weak x, r0 ;
 bne r0, 50, AGAIN ;
exists (x == 50)
";

/// What a run said.
pub struct Said {
    pub code: i32,
    pub out: String,
    pub err: String,
}

/// Runs the binary, with the package's root as its folder.
pub fn run(args: &[&str]) -> Said {
    run_with(args, "")
}

/// Runs the binary on a standard input.
pub fn run_with(args: &[&str], input: &str) -> Said {
    let output = Command::cargo_bin("gpu-litmus")
        .unwrap()
        .current_dir(env!("CARGO_MANIFEST_DIR"))
        .env_remove("NO_COLOR")
        // No GPU is looked for.
        .env("GPU_LITMUS_CUDA", "")
        .args(args)
        .write_stdin(input)
        .output()
        .unwrap();
    Said {
        code: output.status.code().unwrap_or(-1),
        out: String::from_utf8(output.stdout).unwrap(),
        err: String::from_utf8(output.stderr).unwrap(),
    }
}

impl Folder {
    pub fn path(&self, name: &str) -> String {
        self.root().join(name).display().to_string()
    }
}

/// Compares with a file under `tests/ui/cli`.
#[track_caller]
pub fn same(name: &str, shown: &str) {
    crate::golden::same(Path::new("tests/ui/cli").join(name), shown);
}
