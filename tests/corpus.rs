//! Every test of the suites under `GPU_LITMUS_SUITES` parses.

use std::path::Path;

use gpu_litmus::syntax::parse_source;
use gpu_litmus::syntax::read::read_source;
use walkdir::WalkDir;

#[test]
fn every_test_of_the_suites_parses() {
    let Some(root) = std::env::var_os("GPU_LITMUS_SUITES").filter(|folder| !folder.is_empty())
    else {
        println!("skipped: GPU_LITMUS_SUITES names no folder of suites");
        return;
    };
    let files: Vec<_> = WalkDir::new(&root)
        .sort_by_file_name()
        .into_iter()
        .filter_map(Result::ok)
        .map(walkdir::DirEntry::into_path)
        .filter(|path| {
            path.extension()
                .is_some_and(|extension| extension == "litmus")
        })
        .collect();
    assert!(
        !files.is_empty(),
        "no litmus test under {}",
        Path::new(&root).display()
    );
    let failures: Vec<String> = files.iter().filter_map(|path| failure(path)).collect();
    println!("{} tests parsed", files.len());
    assert!(
        failures.is_empty(),
        "{} of {} failed:\n{}",
        failures.len(),
        files.len(),
        failures.join("\n")
    );
}

fn failure(path: &Path) -> Option<String> {
    match read_source(path).map(|source| parse_source(&source)) {
        Ok(Ok(_)) => None,
        Ok(Err(report)) => Some(report.render(false)),
        Err(error) => Some(error.to_string()),
    }
}
