//! What is said of launches: `tests/kernels/launch/NAME.toml` and `NAME.out`.

use std::path::PathBuf;

use rstest::rstest;

use crate::cli::support::run;
use crate::golden;

#[rstest]
fn answered(#[files("tests/kernels/launch/*.toml")] path: PathBuf) {
    let name = path.file_name().unwrap().to_string_lossy().into_owned();
    let said = run(&["kernel", &format!("tests/kernels/launch/{name}")]);
    assert_eq!(said.err, "");
    let shown = format!("{}exit code {}\n", said.out, said.code);
    golden::same(path.with_extension("out"), &shown);
}

/// A lap that computes a value which decides nothing is still there for what it reads. (Which run is shown hangs on how much could be
/// asked in time: the answer does not.)
#[test]
fn laps_of_an_open_value_are_looked_at() {
    let said = run(&["kernel", "tests/kernels/laps-open.toml"]);
    assert_eq!((said.code, said.err.as_str()), (1, ""));
    for part in [
        "violated: robust, property   (races, asserts, barriers, memory hold)",
        "robust: some run leaves out = {1, 0, 0, 0, 0, 0, 0, 0}",
        "property: some run does not end with `out[0] == 9`: out = {1, 0, 0, 0, 0, 0, 0, 0}",
    ] {
        assert!(said.out.contains(part), "{part}: {}", said.out);
    }
}

/// A launch on the command line is the same as one in a file.
#[test]
fn flags_say_what_a_file_says() {
    let file = run(&["kernel", "tests/kernels/launch/tree.toml"]);
    let flags = run(&[
        "kernel",
        "tests/kernels/small.ptx",
        "--entry",
        "tree",
        "--block",
        "4",
        "--shared",
        "16",
        "--arg",
        "&in",
        "--arg",
        "&out",
        "--buffer",
        "in:s32=1,2,3,4",
        "--buffer",
        "out:s32x1",
        "--output",
        "out",
    ]);
    assert_eq!((flags.err.as_str(), flags.code), ("", file.code));
    assert_eq!(flags.out, file.out);
}

#[test]
fn shown() {
    let said = run(&["kernel", "tests/kernels/launch/last.toml", "--show"]);
    assert_eq!((said.err.as_str(), said.code), ("", 0));
    golden::same("tests/kernels/launch/last.show", &said.out);
    let said = run(&[
        "kernel",
        "tests/kernels/launch/last.toml",
        "--show",
        "--format",
        "json",
    ]);
    let json: serde_json::Value = serde_json::from_str(&said.out).unwrap();
    assert_eq!(json["threads"].as_array().unwrap().len(), 4);
}

/// Every place is one of the PTX and one of the CUDA source.
#[test]
fn json_has_both_places() {
    let said = run(&[
        "kernel",
        "tests/kernels/launch/checked.toml",
        "--format",
        "json",
    ]);
    let json: serde_json::Value = serde_json::from_str(&said.out).unwrap();
    assert_eq!(json["model"], "ptx-7.5");
    let asserts = &json["checks"]
        .as_array()
        .unwrap()
        .iter()
        .find(|one| one["name"] == "asserts")
        .unwrap();
    assert_eq!(asserts["answer"], "violated");
    let place = &asserts["places"][0];
    assert!(place["ptx"]["line"].as_u64().unwrap() > 0);
    assert!(
        place["cuda"]["file"]
            .as_str()
            .unwrap()
            .ends_with("small.cu")
    );
}

/// What a file states is judged.
#[test]
fn expectations_are_judged() {
    let folder = crate::folder::Folder::of(&[]);
    let text = std::fs::read_to_string("tests/kernels/launch/beyond.toml").unwrap();
    let ptx = std::fs::canonicalize("tests/kernels/small.ptx").unwrap();
    let text = text.replace("../small.ptx", &ptx.display().to_string());
    for (stated, code) in [("out-of-bounds", 0), ("none", 1), ("misaligned", 1)] {
        folder.add(
            "l.toml",
            &format!("{text}[expect]\nmemory = \"{stated}\"\n"),
        );
        let said = run(&["kernel", &folder.path("l.toml")]);
        assert_eq!(said.code, code, "{stated}: {}", said.out);
    }
}

/// What is expected of the examples is not contradicted; what is open is no disagreement. Screens fit.
#[rstest]
fn no_example_is_contradicted(#[files("examples/kernels/*/*.toml")] path: PathBuf) {
    let said = run(&["kernel", &path.display().to_string()]);
    assert!(matches!(said.code, 0 | 3), "{}{}", said.out, said.err);
    assert!(!said.out.contains("NOT as expected"), "{}", said.out);
    for line in said.out.lines() {
        assert!(
            line.chars().count() <= 100,
            "a screen has fewer columns: {line}"
        );
    }
}

/// `--minimal` shows a smallest run: as many accesses as are counted, and no more than any run has.
#[rstest]
#[case("examples/kernels/deque/wrong", "robust", 11, 1)]
#[case("examples/kernels/spin-lock/wrong", "robust", 8, 1)]
#[case("examples/kernels/spin-lock/wrong", "races", 8, 0)]
#[case("examples/kernels/two-gpus/wrong", "robust", 4, 1)]
// Only barriers order what each thread does.
#[case("tests/kernels/launch/one-each", "robust", 4, 1)]
fn smallest_runs(
    #[case] example: &str,
    #[case] check: &str,
    #[case] accesses: usize,
    #[case] relaxations: usize,
) {
    let path = format!("{example}.toml");
    let asked = |more: &[&str]| {
        let said = run(&[&["kernel", &path, "--format", "json"], more].concat());
        let json: serde_json::Value = serde_json::from_str(&said.out).unwrap();
        let checks = json["checks"].as_array().unwrap().clone();
        checks.into_iter().find(|one| one["name"] == check).unwrap()
    };
    let memory = |found: &serde_json::Value| {
        let steps = found["witness"].as_array().unwrap();
        let touches = |step: &&serde_json::Value| {
            let opcode = step["place"]["opcode"].as_str().unwrap();
            ["ld", "st", "atom", "red"].contains(&opcode.split('.').next().unwrap())
        };
        steps.iter().filter(touches).count()
    };
    let (any, least) = (asked(&[]), asked(&["--minimal"]));
    assert!(any.get("smallest").is_none());
    let size = &least["smallest"];
    assert_eq!(size["minimal"], true, "{size}");
    assert_eq!(size["accesses"], accesses, "{size}");
    assert_eq!(size["relaxations"], relaxations, "{size}");
    assert_eq!(memory(&least), accesses);
    assert!(memory(&any) >= accesses);
    assert_eq!(any["answer"], least["answer"]);
}

/// A run that is told without the model's help is said not to be known for a smallest one.
#[test]
fn smallest_runs_that_are_not_looked_for() {
    let said = run(&[
        "kernel",
        "examples/kernels/spin-lock/wrong.toml",
        "-m",
        "sc",
        "--minimal",
    ]);
    let text = "smallest: not looked for: it is the first interleaving that was found";
    assert!(said.out.contains(text), "{}", said.out);
}

/// Races are those of all interleavings, also of such that leave what others leave.
#[rstest]
#[case("tests/kernels/launch/hidden-late", 1)]
#[case("examples/kernels/last-block/wrong", 1)]
#[case("examples/kernels/last-block/right", 0)]
#[case("examples/kernels/two-gpus/wrong", 1)]
#[case("tests/kernels/launch/after-chain", 0)]
fn races_of_interleavings(#[case] launch: &str, #[case] code: i32) {
    let said = run(&["kernel", &format!("{launch}.toml"), "-m", "sc"]);
    assert_eq!(said.code, code, "{}", said.out);
    let raced = said.out.contains("violated: races");
    assert_eq!(raced, code == 1, "{}", said.out);
}

/// Where there are too many interleavings to look for a race in each, that is said.
#[test]
fn too_many_interleavings() {
    let said = run(&[
        "kernel",
        "tests/kernels/launch/hidden.ptx",
        "--entry",
        "many",
        "--grid",
        "4",
        "--arg",
        "&x",
        "--buffer",
        "x:u32x1",
        "-m",
        "sc",
    ]);
    assert_eq!((said.err.as_str(), said.code), ("", 3));
    let text = "too many interleavings to look for a race in each";
    assert!(said.out.contains(text), "{}", said.out);
}

/// What is told of a smallest run: who waits where, and that no run shows what none does.
#[rstest]
fn least(#[values("hidden-apart", "hidden-late")] name: &str) {
    let path = format!("tests/kernels/launch/{name}");
    let said = run(&["kernel", &format!("{path}.toml"), "--minimal"]);
    assert_eq!((said.err.as_str(), said.code), ("", 1));
    golden::same(format!("{path}.least"), &said.out);
}
