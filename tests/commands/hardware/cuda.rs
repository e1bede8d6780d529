//! A GPU behind a process: each way in which a run may end, without a GPU.
#![expect(
    clippy::format_push_string,
    reason = "texts of tests may be built plainly"
)]

use std::path::Path;

use crate::batch::support::{binary, said};
use crate::cli::support::{Folder, Said, run};
use crate::golden;

/// A command that answers as the launcher of kernels does.
fn worker(mode: &str) -> String {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/commands/hardware/worker.py");
    format!("exec python3 '{}' {mode}", path.display())
}

fn on_cuda(test: &str, mode: &str, args: &[&str]) -> Said {
    let worker = worker(mode);
    let all = [
        "run",
        test,
        "--backend",
        "cuda",
        "--worker",
        &worker,
        "--launches",
        "2",
    ];
    run(&[&all[..], args].concat())
}

const SB: &str = "examples/sb.litmus";

/// The command may be in the environment; an option goes before it.
#[test]
fn who_launches_is_said_by_the_environment() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let args = ["run", SB, "--backend", "cuda", "--launches", "2"];
    let right = worker("right 3=2 4=100");
    let told = |variable: &str, more: &[&str]| {
        let mut command = binary(root, &[&args[..], more].concat());
        said(command.env("GPU_LITMUS_CUDA", variable).output().unwrap())
    };
    for said in [told(&right, &[]), told("no-such", &["--worker", &right])] {
        assert_eq!(said.code, 0, "{}{}", said.out, said.err);
        assert!(said.out.contains("A fake GPU (sm_90)"), "{}", said.out);
    }
    let none = told("no-such", &[]);
    assert_eq!((none.code, none.out.as_str()), (2, ""), "{}", none.err);
}

/// Keys are counted behind three numbers: 0 is both loads 0, 1 and 4 one of them, 5 none.
#[test]
fn what_is_counted_is_judged() {
    let said = on_cuda(SB, "right 3=2 4=100 7=50 8=4096", &["--format", "json"]);
    assert_eq!(said.code, 0, "{}{}", said.out, said.err);
    let answers: serde_json::Value = serde_json::from_str(&said.out).unwrap_or_default();
    let one = &answers[0];
    assert_eq!(one["device"], "A fake GPU (sm_90)");
    assert_eq!(
        (&one["driver"], &one["backend"]),
        (&"12.8".into(), &"cuda".into())
    );
    assert_eq!(
        (&one["instances"], &one["condition_seen"]),
        (&8496.into(), &4.into())
    );
    assert_eq!(one["states"].as_array().map(Vec::len), Some(4));
    assert_eq!(one["models"][0]["model"], "ptx-7.5");
    assert_eq!(one["settings"]["stripe"], 4);
    let said = on_cuda(SB, "right 3=2 1=9 4=1", &[]);
    assert!(
        said.out.contains("A fake GPU (sm_90), 6 instances"),
        "{}",
        said.out
    );
    assert!(
        said.out.contains("18 unfinished") || said.out.contains("18 instances"),
        "{}",
        said.out
    );
}

#[test]
fn a_forbidden_state_has_its_launch_and_instance() {
    let said = on_cuda("examples/mp-fenced.litmus", "right 4=3 8=100", &[]);
    assert_eq!(said.code, 1, "{}{}", said.out, said.err);
    let row = said.out.lines().find(|line| line.contains("FORBIDDEN"));
    assert!(
        row.is_some_and(|row| row.ends_with("launch 0, instance 7")),
        "{}",
        said.out
    );
}

/// A value that no instruction makes is read where it lies, and forbidden by all.
#[test]
fn another_value_is_forbidden() {
    let said = on_cuda(SB, "right 5=1", &["--format", "json"]);
    assert_eq!(said.code, 1, "{}{}", said.out, said.err);
    let answers: serde_json::Value = serde_json::from_str(&said.out).unwrap_or_default();
    let state = &answers[0]["states"][0];
    assert_eq!(
        (&state["other"], &state["values"]["P0:r0"]),
        (&true.into(), &7.into())
    );
}

#[test]
fn every_other_end() {
    let mut all = String::new();
    for (test, mode, args) in [
        // The process is ended, and the next test has one of its own.
        (
            "hang",
            "hang",
            &["examples/mp.litmus", "--launch-timeout", "300ms"][..],
        ),
        ("dies", "dies 3=1", &[]),
        ("zero", "zero", &[]),
        ("not played", "idle 0=5", &[]),
        ("too many states", "many 2=5", &[]),
        ("no driver", "none", &[]),
        ("strange", "strange", &[]),
        ("old", "old", &[]),
        ("full", "full", &[]),
        ("refuses", "refuses", &[]),
        ("a setting", "right", &["--set", "stripe=0"]),
        ("host's setting", "right", &["--set", "instances=5"]),
    ] {
        let said = on_cuda(SB, mode, args);
        let times = |text: &str| {
            // Whether `nvdisasm` is there is not asked here.
            let text = text
                .lines()
                .filter(|line| !line.contains("`nvdisasm`") && !line.contains("nvidia-cuda"));
            let lines = text.map(|line| match line.split_once(" in ") {
                Some((before, _)) if line.contains("instance") && line.contains("seed") => before,
                Some(_) | None => line,
            });
            let mut told = String::new();
            for line in lines {
                told += line.trim_end();
                told.push('\n');
            }
            told
        };
        all += &format!(
            "{test}: exit code {}\n{}{}\n",
            said.code,
            times(&said.out),
            said.err
        );
    }
    golden::same("tests/ui/run/cuda.txt", &all);
}

/// Where there is no such program, that is told, and how to get it.
#[test]
fn no_program_that_launches() {
    let folder = Folder::of(&[]);
    let none = format!("exec '{}' 2>/dev/null", folder.path("none"));
    let said = run(&["run", SB, "--backend", "cuda", "--worker", &none]);
    assert_eq!((said.out.as_str(), said.code), ("", 2));
    assert!(said.err.contains("gpu-litmus-cuda"), "{}", said.err);
}
