//! Several launches in one command.

use serde_json::Value;

use crate::cli::support::run;
use crate::folder::Folder;

fn folder() -> Folder {
    let read = |name: &str| std::fs::read_to_string(format!("tests/kernels/{name}")).unwrap();
    let launch = |name: &str| read(name).replace("../small.ptx", "small.ptx");
    Folder::of(&[
        ("small.ptx", &read("small.ptx")),
        ("tree.toml", &launch("launch/tree.toml")),
        ("beyond.toml", &launch("launch/beyond.toml")),
        ("settings.toml", "[package]\nname = \"x\"\n"),
    ])
}

/// A folder is its launch files, in order; what is violated outweighs what is open.
#[test]
fn a_folder_of_launches() {
    let folder = folder();
    let root = folder.root().display().to_string();
    let said = run(&["kernel", &root]);
    assert_eq!((said.err.as_str(), said.code), ("", 1));
    let beyond = said.out.find("beyond<<<1,4>>> under").unwrap();
    let tree = said.out.find("\n\ntree<<<1,4>>> under").unwrap();
    assert!(beyond < tree);
    let said = run(&["kernel", &root, "--format", "json"]);
    let json: Value = serde_json::from_str(&said.out).unwrap();
    assert_eq!(json.as_array().unwrap().len(), 2);
    let said = run(&["kernel", &root, "--show"]);
    assert_eq!(said.code, 0);
    assert!(said.out.contains("kernel beyond") && said.out.contains("kernel tree"));
}

/// One launch is one document, as ever.
#[test]
fn one_launch_is_an_object() {
    let said = run(&[
        "kernel",
        "tests/kernels/launch/tree.toml",
        "--format",
        "json",
    ]);
    let json: Value = serde_json::from_str(&said.out).unwrap();
    assert!(json.is_object());
}

/// A launch with mistakes does not keep the others from being answered, and the code is that of bad input.
#[test]
fn mistakes_in_one_of_them() {
    let folder = folder();
    folder.add(
        "wrong.toml",
        "ptx = \"small.ptx\"\n[[launch]]\nentri = \"tree\"\n",
    );
    let said = run(&["kernel", &folder.root().display().to_string()]);
    assert_eq!(said.code, 2);
    assert!(said.err.contains("did you mean `entry`?"), "{}", said.err);
    assert!(said.out.contains("tree<<<1,4>>> under"), "{}", said.out);
}

#[test]
fn what_is_no_launch() {
    let folder = folder();
    let said = run(&[
        "kernel",
        &folder.path("tree.toml"),
        &folder.path("small.ptx"),
    ]);
    assert_eq!((said.out.as_str(), said.code), ("", 2));
    assert!(
        said.err.contains("a module of PTX goes alone"),
        "{}",
        said.err
    );
    let empty = Folder::of(&[("x.litmus", "")]);
    let said = run(&["kernel", &empty.root().display().to_string()]);
    assert_eq!(said.code, 2);
    assert!(
        said.err.contains("no launch file in this folder"),
        "{}",
        said.err
    );
}

/// What is nearly a launch is not passed over beside others.
#[test]
fn launches_with_mistakes_are_launches() {
    let good = std::fs::read_to_string("tests/kernels/launch/checked.toml").unwrap_or_default();
    for heading in ["[[launch]", "[[lanch]]", "[[ launch ]]", "[launch]"] {
        let text = good.replace("[[launch]]", heading);
        let folder = Folder::of(&[
            ("one.toml", &text),
            ("settings.toml", "models = [\"sc\"]\n"),
        ]);
        let root = folder.root().display().to_string();
        for command in ["kernel", "batch"] {
            let said = run(&[command, &root]);
            assert_eq!(
                said.code, 2,
                "{command} {heading}: {}{}",
                said.out, said.err
            );
            let told = format!("{}{}", said.out, said.err);
            assert!(told.contains("one.toml"), "{told}");
        }
    }
}

#[test]
fn answers_go_to_a_file() {
    let folder = Folder::of(&[]);
    let target = folder.path("answers.json");
    let said = run(&[
        "kernel",
        "tests/kernels/launch/tree.toml",
        "--format",
        "json",
        "-o",
        &target,
    ]);
    assert_eq!((said.out.as_str(), said.code), ("", 0));
    let json: Value = serde_json::from_str(&std::fs::read_to_string(&target).unwrap()).unwrap();
    assert_eq!(json["launch"], "tree<<<1,4>>>");
}

/// What is known when a batch system ends it is told.
#[cfg(unix)]
#[test]
fn ended_from_outside() {
    use std::io::{BufRead as _, BufReader, Read as _};

    let lock = "ptx = \"spin_lock.ptx\"\n[[launch]]\nentry = \"right\"\ngrid = [9]\nblock = [1]\n\
                args = [\"&lock\", \"&count\"]\n[buffer.lock]\ncount = 1\n[buffer.count]\ncount = 1\n";
    let ptx = std::fs::read_to_string("examples/kernels/spin-lock/spin_lock-sm_75.ptx").unwrap();
    let first = lock.replace("[9]", "[2]");
    let folder = Folder::of(&[
        ("spin_lock.ptx", &ptx),
        ("a.toml", &first),
        ("b.toml", lock),
        ("c.toml", lock),
    ]);
    let mut child = std::process::Command::new(env!("CARGO_BIN_EXE_gpu-litmus"))
        .args(["kernel", "-q", &folder.root().display().to_string()])
        .stdout(std::process::Stdio::piped())
        .stderr(std::process::Stdio::piped())
        .spawn()
        .unwrap();
    let mut out = BufReader::new(child.stdout.take().unwrap());
    let mut text = String::new();
    out.read_line(&mut text).unwrap();
    let kill = std::process::Command::new("kill")
        .args(["-TERM", &child.id().to_string()])
        .status();
    assert!(kill.unwrap().success());
    out.read_to_string(&mut text).unwrap();
    let output = child.wait_with_output().unwrap();
    let err = String::from_utf8(output.stderr).unwrap();
    assert_eq!(output.status.code(), Some(3), "{text}{err}");
    let lines: Vec<&str> = text.lines().collect();
    assert!(
        lines[0].starts_with("right<<<2,1>>> under ptx-7.5: all hold"),
        "{text}"
    );
    // On a busy machine the signal may come before the second launch is begun.
    assert!(lines.len() <= 2, "{text}");
    let second = lines.get(1);
    assert!(
        second.is_none_or(|line| line.starts_with("right<<<9,1>>> under ptx-7.5: unknown: ")),
        "{text}"
    );
    let left = 3 - lines.len();
    assert_eq!(
        err,
        format!("error: interrupted: {left} of 3 launches were not asked\n")
    );
}
