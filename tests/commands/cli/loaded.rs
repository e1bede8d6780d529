//! Z3's library, which is loaded when it is first asked.
#![cfg(all(
    feature = "z3",
    not(feature = "vendored"),
    target_os = "linux",
    target_env = "gnu",
    any(target_arch = "x86_64", target_arch = "aarch64")
))]

use assert_cmd::Command;

use super::support::Folder;

/// What a run said with a variable set: its exit code, and both outputs.
fn run(variable: (&str, &str), args: &[&str]) -> (Option<i32>, String) {
    let output = Command::cargo_bin("gpu-litmus")
        .unwrap()
        .current_dir(env!("CARGO_MANIFEST_DIR"))
        .env(variable.0, variable.1)
        .args(args)
        .output()
        .unwrap();
    let said = [output.stdout, output.stderr].concat();
    (
        output.status.code(),
        String::from_utf8_lossy(&said).into_owned(),
    )
}

/// The loader of the system lists what a program is loaded with.
#[test]
fn z3_is_not_loaded_at_the_start() {
    let (_, said) = run(("LD_TRACE_LOADED_OBJECTS", "1"), &["--help"]);
    assert!(said.contains("libc.so"), "{said}");
    assert!(!said.contains("libz3"), "{said}");
}

/// Where it cannot be loaded, that is said, and who does not ask it has an answer.
#[test]
fn a_library_that_cannot_be_loaded() {
    let version = std::fs::read_dir(".z3/lib").unwrap().find_map(|entry| {
        let name = entry.unwrap().file_name().into_string().unwrap();
        name.starts_with("libz3.so.").then_some(name)
    });
    let folder = Folder::of(&[]);
    folder.add(&version.unwrap(), "no library");
    let path = folder.path("");
    let asked = |engine: &str| {
        let args = ["check", "examples/mp.litmus", "-m", "sc", "-q", "--engine"];
        run(("LD_LIBRARY_PATH", &path), &[&args[..], &[engine]].concat())
    };
    let (code, said) = asked("z3");
    assert_eq!(code, Some(2), "{said}");
    for part in ["Z3 cannot be loaded", "`--engine sat` does without"] {
        assert!(said.contains(part), "{part}: {said}");
    }
    let (code, said) = asked("sat");
    assert_eq!(code, Some(0), "{said}");
    assert!(said.contains("unreachable"), "{said}");
}
