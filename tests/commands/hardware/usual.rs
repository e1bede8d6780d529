//! What runs tests where nobody says, and `--list`: a GPU is looked for once, and not for ever.
#![expect(
    clippy::format_push_string,
    clippy::unwrap_used,
    reason = "texts of tests may be built plainly, and a test that cannot run should fail"
)]

use std::path::Path;
use std::process::{Child, Command};
use std::time::{Duration, Instant};

use crate::batch::support::{binary, said};
use crate::cli::support::{Folder, Said, run};
use crate::golden;

const SB: &str = "examples/sb.litmus";

/// What the process that launches kernels says first.
const HELLO: &str =
    "hello 1 name=A_fake_GPU sm=90 driver=12.8 shared=49152 limit=0 free=1000000000";

/// The binary, which looks for a GPU by this command.
fn with(line: &str, args: &[&str]) -> Command {
    let mut command = binary(Path::new(env!("CARGO_MANIFEST_DIR")), args);
    command.env("GPU_LITMUS_CUDA", line);
    command
}

fn told(line: &str, args: &[&str]) -> Said {
    let output = said(with(line, args).output().unwrap());
    Said {
        code: output.code,
        out: output.out,
        err: output.err,
    }
}

/// Waits for its end, for at most so long.
fn ends(child: &mut Child, within: Duration) -> bool {
    let since = Instant::now();
    while since.elapsed() < within {
        if child.try_wait().unwrap().is_some() {
            return true;
        }
        std::thread::sleep(Duration::from_millis(20));
    }
    let _ = child.kill();
    false
}

/// A program that says nothing: then the processor runs the tests, and that is told.
#[test]
fn who_says_nothing_is_waited_for_within_the_time_limit() {
    let args = ["run", SB, "--launches", "1", "--timeout", "500ms"];
    let mut child = with("exec sleep 600", &args).spawn().unwrap();
    assert!(ends(&mut child, Duration::from_secs(60)), "it waits");
    let said = said(child.wait_with_output().unwrap());
    assert_eq!(said.code, 0, "{}{}", said.out, said.err);
    assert_eq!(
        said.err,
        "note: on the host, as no GPU is to be had: it has not answered in time\n"
    );
    assert!(said.out.starts_with("SB on host ("), "{}", said.out);
}

/// The time limit of questions is a minute: so long nobody waits for what he did not ask for.
#[test]
fn nobody_is_waited_for_long() {
    let mut child = with("exec sleep 600", &["run", SB, "--launches", "1"])
        .spawn()
        .unwrap();
    assert!(ends(&mut child, Duration::from_secs(40)), "it waits");
}

#[cfg(unix)]
#[test]
fn ctrl_c_ends_the_search() {
    let folder = Folder::of(&[]);
    let line = format!("touch '{}'; exec sleep 600", folder.path("started"));
    for args in [&["run", SB][..], &["run", "--list"]] {
        let _ = std::fs::remove_file(folder.path("started"));
        let mut child = with(&line, args).spawn().unwrap();
        while !Path::new(&folder.path("started")).exists() {
            assert_eq!(child.try_wait().unwrap(), None, "it has ended");
            std::thread::sleep(Duration::from_millis(20));
        }
        let pid = child.id().to_string();
        let killed = Command::new("kill").args(["-INT", &pid]).status();
        assert!(killed.unwrap().success());
        assert!(ends(&mut child, Duration::from_secs(8)), "{args:?}");
        let said = said(child.wait_with_output().unwrap());
        assert_eq!(said.code, 3, "{}{}", said.out, said.err);
    }
}

/// Who names the program that launches kernels asks for a GPU.
#[test]
fn an_option_that_names_the_program_says_what_runs() {
    let error = "echo error there is no driver here";
    let said = run(&["run", SB, "--worker", error]);
    assert_eq!((said.code, said.out.as_str()), (2, ""), "{}", said.err);
    assert_eq!(
        said.err,
        "error: SB: there is no driver here\n".replace("SB", SB)
    );
    let list = run(&["run", "--list", "--worker", &format!("echo {HELLO}")]);
    assert!(
        list.out.starts_with(
            "cuda           A fake GPU (sm_90), driver 12.8, judged by ptx-7.5; taken where `--backend` says nothing\n"
        ),
        "{}",
        list.out
    );
    assert_eq!(list.out.matches("taken where").count(), 1, "{}", list.out);
}

/// It is started once.
#[test]
fn a_list_looks_once() {
    let folder = Folder::of(&[]);
    let path = folder.path("started");
    let line = format!("echo x >> '{path}'; echo {HELLO}");
    let said = told(&line, &["run", "--list"]);
    assert_eq!(said.code, 0, "{}", said.err);
    assert_eq!(std::fs::read_to_string(&path).unwrap(), "x\n");
}

#[test]
fn a_list_has_rows() {
    let line = "echo error there is no driver here";
    let rows = told(line, &["run", "--list", "--format", "jsonl"]);
    let lines = rows.out.lines().map(serde_json::from_str);
    let lines: Vec<serde_json::Value> = lines.collect::<Result<_, _>>().unwrap();
    let whole = told(line, &["run", "--list", "--format", "json"]);
    let whole: serde_json::Value = serde_json::from_str(&whole.out).unwrap();
    assert_eq!(whole, serde_json::Value::Array(lines));
    let table = told(line, &["run", "--list", "--format", "csv"]);
    let table: Vec<&str> = table.out.lines().collect();
    assert_eq!(table[0], "backend,device,driver,model,why,default");
    assert_eq!(table[1], "cuda,,,ptx-7.5,there is no driver here,false");
    assert!(table[2].starts_with("host,"), "{table:?}");
    assert!(table[2].ends_with(",true"), "{table:?}");
    assert_eq!(
        table[3],
        "ugpu-weak,random walks of the machine,,ugpu-weak,,false"
    );
    assert_eq!(table.len(), 6);
}

/// What a list does not look at does not go with it.
#[test]
fn a_list_runs_nothing() {
    let mut all = String::new();
    for args in [
        "--keep none",
        "--baseline none",
        "-m sc",
        "--launches 3",
        "--time 1s",
        "--seed 3",
        "--set shuffle=3",
        "--launch-timeout 1s",
        "--force",
    ] {
        let mut words = vec!["run", "--list"];
        words.extend(args.split(' '));
        let said = run(&words);
        assert_eq!((said.code, said.out.as_str()), (2, ""), "{args}");
        let line = said.err.lines().next().unwrap_or_default().to_owned();
        all.push_str(&format!("$ gpu-litmus run --list {args}\n{line}\n"));
    }
    golden::same("tests/ui/run/list.txt", &all);
}
