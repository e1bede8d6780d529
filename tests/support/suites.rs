//! Suites that are kept outside the repository. A test that needs one is
//! `#[ignore = "needs GPU_LITMUS_SUITES"]`, lies in a module `external` (so that the Makefile can
//! name all of them), and fails where the suite is not there.
#![expect(
    clippy::unwrap_used,
    clippy::panic,
    reason = "a test that cannot run should fail"
)]

use std::path::PathBuf;

use walkdir::WalkDir;

/// A folder of the suites.
pub fn folder(part: &str) -> PathBuf {
    let root = std::env::var_os("GPU_LITMUS_SUITES").filter(|root| !root.is_empty());
    let root = root.unwrap_or_else(|| panic!("GPU_LITMUS_SUITES names no folder of suites"));
    let folder = PathBuf::from(root).join(part);
    assert!(folder.is_dir(), "{} is no folder", folder.display());
    folder
}

/// The tests of a suite, in order; there are at least so many.
pub fn tests(part: &str, least: usize) -> Vec<PathBuf> {
    let entries = WalkDir::new(folder(part)).sort_by_file_name();
    let paths = entries.into_iter().map(|entry| entry.unwrap().into_path());
    let found: Vec<PathBuf> = paths
        .filter(|path| path.extension().is_some_and(|name| name == "litmus"))
        .collect();
    let count = found.len();
    assert!(count >= least, "{count} tests of {part}, not {least}");
    found
}
