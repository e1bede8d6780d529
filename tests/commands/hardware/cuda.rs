//! A GPU behind a process: each way in which a run may end, without a GPU.
#![expect(
    clippy::format_push_string,
    clippy::unwrap_used,
    reason = "texts of tests may be built plainly, and a test that cannot run should fail"
)]

use std::path::Path;
use std::process::{Command, Stdio};
use std::time::Duration;

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
        assert!(
            said.out.contains("A fake GPU (sm_90, driver 12.8)"),
            "{}",
            said.out
        );
    }
    let none = told("no-such", &[]);
    assert_eq!((none.code, none.out.as_str()), (2, ""), "{}", none.err);
}

/// Where nobody says, a GPU runs the tests if the program that launches kernels is known and finds one; and that is said.
#[test]
fn a_gpu_that_is_here_is_taken() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let told = |variable: &str, args: &[&str]| {
        let mut command = binary(root, args);
        said(command.env("GPU_LITMUS_CUDA", variable).output().unwrap())
    };
    let args = ["run", SB, "--launches", "2"];
    let right = worker("right 3=2 4=100");
    let here = told(&right, &args);
    assert_eq!(here.code, 0, "{}{}", here.out, here.err);
    assert!(
        here.out.contains("on A fake GPU (sm_90, driver 12.8)"),
        "{}",
        here.out
    );
    assert!(here.out.contains("ptx-7.5"), "{}", here.out);
    assert_eq!(
        here.err,
        "note: on A fake GPU, a GPU that is here: `--backend host` runs on the processor\n"
    );
    let none = told(&worker("none"), &args);
    assert_eq!(none.code, 0, "{}{}", none.out, none.err);
    assert!(none.out.contains("SB on host ("), "{}", none.out);
    assert!(
        none.err
            .starts_with("note: on the host, as no GPU is to be had: there is no CUDA driver here"),
        "{}",
        none.err
    );
    let named = told(&right, &[&args[..], &["--backend", "host"]].concat());
    assert_eq!((named.code, named.err.as_str()), (0, ""), "{}", named.out);
    let list = told(&right, &["run", "--list"]);
    assert_eq!((list.code, list.err.as_str()), (0, ""));
    let lines: Vec<&str> = list.out.lines().collect();
    assert_eq!(lines.len(), 5, "{}", list.out);
    assert_eq!(
        lines[0],
        "cuda           A fake GPU (sm_90), driver 12.8, judged by ptx-7.5; taken where `--backend` says nothing"
    );
    assert!(
        lines[1].starts_with("host           host ("),
        "{}",
        list.out
    );
    assert!(
        lines[2].starts_with("ugpu-weak      random walks of the machine, judged by ugpu-weak"),
        "{}",
        list.out
    );
    let list = told(&worker("none"), &["run", "--list", "--format", "json"]);
    let list: serde_json::Value = serde_json::from_str(&list.out).unwrap();
    assert_eq!(list[0]["device"], serde_json::Value::Null);
    assert!(list[0]["why"].as_str().unwrap().contains("no CUDA driver"));
    assert_eq!(
        (&list[0]["default"], &list[1]["default"]),
        (&false.into(), &true.into())
    );
}

/// Kernels are kept, and the machine code that was loaded.
#[test]
fn kernels_are_kept() {
    let folder = Folder::of(&[]);
    let keep = folder.path("kept");
    let said = on_cuda(SB, "right 3=2", &["--keep", &keep]);
    assert_eq!(said.code, 0, "{}{}", said.out, said.err);
    let read = |ending: &str| std::fs::read_to_string(folder.path(&format!("kept/sb.{ending}")));
    assert!(read("ptx").unwrap().contains(".entry test"));
    assert_eq!(read("cubin").unwrap(), "machine code");
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
    assert_eq!(one["settings"]["stripe"], 1);
    let said = on_cuda(SB, "right 1=9 3=2 4=1", &[]);
    assert!(
        said.out
            .contains("A fake GPU (sm_90, driver 12.8), 6 instances"),
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
        ("places that descend", "right 5=1 4=1", &[]),
        ("a word that is 0", "right 3=0", &[]),
        ("words without end", "endless", &[]),
        ("more than there are", "right 3=4097", &[]),
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

/// A test with a key of more bits than have entries of their own.
const LONG: &str = "PTX long\n{ x = 0; }\n P0@cta 0,gpu 0 | P1@cta 1,gpu 0 ;\n st.weak x, 1 | ld.weak r0, x ;\n \
    | ld.weak r1, x ;\n | ld.weak r2, x ;\n | ld.weak r3, x ;\n | ld.weak r4, x ;\n | ld.weak r5, x ;\n \
    | ld.weak r6, x ;\n | ld.weak r7, x ;\n | ld.weak r8, x ;\nexists (P1:r0 == 1)\n";

/// Of long keys an entry has the key and one more, and then how often it was seen.
#[test]
fn long_keys_come_with_their_counts() {
    let folder = Folder::of(&[("long.litmus", LONG)]);
    let test = folder.path("long.litmus");
    let said = on_cuda(&test, "right 3=1 4=5 7=2 8=6", &["--format", "json"]);
    let answers: serde_json::Value = serde_json::from_str(&said.out).unwrap_or_default();
    let states = &answers[0]["states"];
    assert_eq!(
        (&answers[0]["instances"], states.as_array().map(Vec::len)),
        (&22.into(), Some(2)),
        "{}{}",
        said.out,
        said.err
    );
    for (counts, wrong) in [("4=5", 1), ("3=1", 1), ("3=1 6=2", 3), ("3=1 5=2 6=2", 2)] {
        let said = on_cuda(&test, &format!("right {counts}"), &[]);
        let told = format!("entry {wrong} is half of a key and its count");
        assert!(
            said.out.contains(&told),
            "{counts}: {}{}",
            said.out,
            said.err
        );
        assert_eq!(said.code, 3);
    }
}

/// Of a state that is too long for a key the key is a hash, and the first instance says the values: once for all launches.
#[test]
fn longer_states_come_from_an_instance() {
    let folder = Folder::of(&[("asked", "")]);
    let test = "examples/cuda/double-checked-init-broken.litmus";
    let ran = command(test, "tells 3=8 4=5", &folder).output().unwrap();
    let (out, err) = (
        String::from_utf8_lossy(&ran.stdout),
        String::from_utf8_lossy(&ran.stderr),
    );
    let answers: serde_json::Value = serde_json::from_str(&out).unwrap_or_default();
    let states = answers[0]["states"].as_array().unwrap();
    assert_eq!(
        (states.len(), &states[0]["count"]),
        (1, &10.into()),
        "{out}{err}"
    );
    let first = &states[0]["first"];
    assert_eq!(
        (&first["launch"], &first["instance"]),
        (&0.into(), &7.into())
    );
    let values = states[0]["values"].as_object().unwrap();
    assert!(
        values.len() > 1 && values.values().all(|value| *value == 7),
        "{out}"
    );
    // Two launches of three kernels, and one that looks for the key.
    assert_eq!(asked(&folder).matches("launch ").count(), 7, "{out}{err}");
}

/// A driver takes a while to start: one process serves all tests, and a new one those behind a test that failed in it.
#[test]
fn one_process_for_all_tests() {
    for (mode, processes, code) in [("right 3=2", 1, 0), ("refuses", 2, 2)] {
        let folder = Folder::of(&[("asked", "")]);
        let mut command = command(SB, mode, &folder);
        let ran = command.arg("examples/mp.litmus").output().unwrap();
        let asked = asked(&folder);
        assert_eq!(asked.matches("begin").count(), processes, "{asked}");
        assert_eq!(asked.matches("load").count(), 2, "{asked}");
        assert_eq!(
            ran.status.code(),
            Some(code),
            "{}",
            String::from_utf8_lossy(&ran.stderr)
        );
    }
}

/// A value of 32 bits has a sign, as those have that the test can make.
#[test]
fn another_value_has_its_sign() {
    let said = on_cuda(SB, "minus 5=1", &["--format", "json"]);
    let answers: serde_json::Value = serde_json::from_str(&said.out).unwrap_or_default();
    let state = &answers[0]["states"][0];
    assert_eq!(state["values"]["P0:r0"], -2, "{}{}", said.out, said.err);
}

/// What is small is counted, too: all memory together is at most a quarter of what is free.
#[test]
fn memory_is_a_quarter_of_what_is_free() {
    let stress = ["--set", "lines=1024", "--set", "words=1024"];
    let said = on_cuda(SB, "tight 3=2", &stress);
    assert_eq!(said.code, 0, "{}{}", said.out, said.err);
}

/// The program with its own environment.
fn command(test: &str, mode: &str, folder: &Folder) -> Command {
    command_as(test, mode, folder, "json")
}

/// The same, with a form of its answer.
fn command_as(test: &str, mode: &str, folder: &Folder, form: &str) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_gpu-litmus"));
    let tools = folder.path("tools");
    let path = std::env::var("PATH").unwrap_or_default();
    command
        .current_dir(env!("CARGO_MANIFEST_DIR"))
        .args(["run", test, "--backend", "cuda", "--launches", "2"])
        .args(["--worker", &worker(mode), "--format", form])
        .env("PATH", format!("{tools}:{path}"))
        .env("ASKED", folder.path("asked"))
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped());
    command
}

fn asked(folder: &Folder) -> String {
    std::fs::read_to_string(folder.path("asked")).unwrap_or_default()
}

/// How a run says that it can be made again.
#[cfg(unix)]
fn replay(folder: &Folder, force: bool) -> String {
    let keep = folder.path("kept");
    let mut command = command_as(SB, "right 3=2", folder, "text");
    command.args(force.then_some("--force"));
    let ran = command.args(["--keep", &keep]).output().unwrap();
    let out = String::from_utf8_lossy(&ran.stdout);
    let (_, replay) = out.split_once("replay:").unwrap();
    replay.split_whitespace().collect::<Vec<&str>>().join(" ")
}

/// Machine code of the test, as `nvdisasm` shows it.
const CODE: &str = "\t.section\t.text.test,\"ax\"\n.text.test:\n        /*0000*/  PMTRIG 0x2 ;\n        \
    /*0000*/  STG.E desc[UR4][R2.64], R7 ;\n        /*0000*/  LDG.E R5, desc[UR4][R8.64] ;\n        \
    /*0000*/  PMTRIG 0x4 ;\n        /*0000*/  STG.E desc[UR4][R8.64], R7 ;\n        \
    /*0000*/  LDG.E R6, desc[UR4][R2.64] ;\n        /*0000*/  PMTRIG 0x1 ;\n        /*0000*/  EXIT ;\n";

/// The machine code that was loaded is looked at; where it is another test, nothing is launched unless somebody wants so.
#[cfg(unix)]
#[test]
fn machine_code_is_looked_at() {
    use std::os::unix::fs::PermissionsExt as _;
    let other = CODE.replace("LDG.E R6", "LDG.E.64 R6");
    for (code, kept, force) in [
        (CODE, true, false),
        (other.as_str(), false, false),
        (other.as_str(), false, true),
    ] {
        let folder = Folder::of(&[("code", code), ("asked", "")]);
        let script = format!(
            "#!/bin/sh\n[ -s \"$2\" ] && cat '{}'\n",
            folder.path("code")
        );
        folder.add("tools/nvdisasm", &script);
        let tool = folder.path("tools/nvdisasm");
        std::fs::set_permissions(&tool, std::fs::Permissions::from_mode(0o755)).unwrap();
        let mut command = command(SB, "right 3=2", &folder);
        command.args(force.then_some("--force"));
        let ran = command.output().unwrap();
        let (out, err) = (
            String::from_utf8_lossy(&ran.stdout),
            String::from_utf8_lossy(&ran.stderr),
        );
        assert!(asked(&folder).contains("save"), "{err}");
        assert_eq!(
            asked(&folder).contains("launch"),
            kept || force,
            "{out}{err}"
        );
        let answers: serde_json::Value = serde_json::from_str(&out).unwrap_or_default();
        let one = &answers[0];
        if kept {
            assert_eq!(one["optcheck"], "ok", "{out}{err}");
            assert_eq!(ran.status.code(), Some(0));
            continue;
        }
        assert_eq!(
            (&one["optcheck"], ran.status.code()),
            (&"optimised".into(), Some(3)),
            "{out}{err}"
        );
        let told = "optimised: P1: `ld.weak r0, x` should be LDG";
        let notes = one["notes"].as_array().unwrap();
        let mut notes = notes.iter().filter_map(|note| note.as_str());
        assert!(notes.any(|note| note.starts_with(told)), "{out}");
        let failure = one["failure"].as_str();
        assert_eq!(failure.is_some_and(|text| text.contains("--force")), !force);
        assert_eq!(one["instances"], if force { 4 } else { 0 });
        assert_eq!(replay(&folder, force).ends_with(" --force"), force);
        let rows = command_as(SB, "right 3=2", &folder, "csv").output();
        let rows = String::from_utf8_lossy(&rows.unwrap().stdout).into_owned();
        assert!(rows.contains(",optimised"), "{rows}");
    }
}

/// Starts it, waits until it has asked for something, and interrupts it; what it said, if it ends.
#[cfg(unix)]
fn interrupted(test: &str, mode: &str, until: &str) -> (Option<i32>, String, String) {
    use std::io::Read as _;
    let folder = Folder::of(&[("asked", "")]);
    let mut child = command(test, mode, &folder).spawn().unwrap();
    while !asked(&folder).lines().any(|line| line == until) {
        assert_eq!(child.try_wait().unwrap(), None, "it has ended");
        std::thread::sleep(Duration::from_millis(20));
    }
    let pid = child.id().to_string();
    assert!(
        Command::new("kill")
            .args(["-INT", &pid])
            .status()
            .unwrap()
            .success()
    );
    // One that does not end is a failure, not a test that hangs.
    for _ in 0..600 {
        if child.try_wait().unwrap().is_some() {
            break;
        }
        std::thread::sleep(Duration::from_millis(100));
    }
    let _ = child.kill();
    let code = child.wait().unwrap().code();
    let (mut out, mut err) = (String::new(), String::new());
    child
        .stdout
        .take()
        .unwrap()
        .read_to_string(&mut out)
        .unwrap();
    child
        .stderr
        .take()
        .unwrap()
        .read_to_string(&mut err)
        .unwrap();
    (code, out, err)
}

/// What is no launch is not waited for longer than the option says either, but for as long as a driver may need to start.
#[test]
fn other_answers_are_waited_for_as_long_as_is_said() {
    let started = std::time::Instant::now();
    let said = on_cuda(SB, "stuck load", &["--launch-timeout", "300ms"]);
    let took = started.elapsed();
    assert_eq!((said.code, said.out.as_str()), (2, ""), "{}", said.err);
    let told = "no answer to `load` in 10 s, and the process that was asked was ended";
    assert!(said.err.contains(told), "{}", said.err);
    let least = Duration::from_secs(10);
    assert!((least..6 * least).contains(&took), "{took:?}");
}

/// Ctrl-C is no failure of the device, whatever it was asked for.
#[cfg(unix)]
#[test]
fn an_interrupt_is_told_as_one() {
    let (code, out, err) = interrupted(SB, "stuck launch test", "launch");
    let answers: serde_json::Value = serde_json::from_str(&out).unwrap_or_default();
    assert_eq!(
        answers[0]["failure"], "it was ended early: it was interrupted",
        "{out}{err}"
    );
    assert_eq!(code, Some(3));
    for (mode, until) in [("stuck save", "save"), ("stuck alloc", "alloc")] {
        let (code, out, err) = interrupted(SB, mode, until);
        assert_eq!(
            (err.as_str(), code),
            (
                "examples/sb.litmus: it was ended early: it was interrupted\n",
                Some(3)
            ),
            "{out}"
        );
    }
}

/// Kernels that do not fit into a pipe are given to a process that does not read: it is waited for no longer than for an answer.
#[cfg(unix)]
#[test]
fn who_does_not_read_holds_nobody_up() {
    let stores = " st.weak x, 1 ;\n".repeat(2000);
    let text = format!("PTX large\n{{ x = 0; }}\n P0@cta 0,gpu 0 ;\n{stores}exists (x == 1)\n");
    let folder = Folder::of(&[("large.litmus", &text)]);
    let test = folder.path("large.litmus");
    let (code, out, err) = interrupted(&test, "deaf", "hello");
    assert!(err.contains("it was ended early"), "{out}{err}");
    assert_eq!(code, Some(3));
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
