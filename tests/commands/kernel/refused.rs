//! Instructions that are not interpreted, and modules that cannot be read: each way to be told has the place.

use rstest::rstest;
use serde_json::{Value, json};

use crate::batch::support::fits_sarif;
use crate::cli::support::run;
use crate::folder::Folder;
use crate::golden::same;

const LAUNCH: &str = "ptx = \"k.ptx\"\n[[launch]]\nentry = \"k\"\ngrid = 1\nblock = 1\nargs = [\"&b\"]\n[buffer.b]\ncount = 1\n";

/// A launch of a kernel with this instruction at line 11.
fn folder(instruction: &str) -> Folder {
    let text = format!(
        ".version 7.5
.target sm_70
.address_size 64
.visible .entry k(.param .u64 p)
{{
\t.reg .pred %p<2>;
\t.reg .u32 %r<4>;
\t.reg .u64 %rd<4>;
\tld.param.u64 %rd1, [p];
\tcvta.to.global.u64 %rd2, %rd1;
\t{instruction};
\tret;
}}
"
    );
    Folder::of(&[("k.toml", LAUNCH), ("k.ptx", &text)])
}

fn lines(text: &str) -> Vec<Value> {
    let lines = text.lines().map(serde_json::from_str);
    lines.collect::<Result<_, _>>().unwrap()
}

fn results(out: &str) -> Vec<Value> {
    let log: Value = serde_json::from_str(out).unwrap();
    fits_sarif(&log);
    log["runs"][0]["results"].as_array().unwrap().clone()
}

#[rstest]
#[case("ld.globl.u32 %r1, [%rd2]", ".global", ".globl")]
#[case("ld.GLOBAL.u32 %r1, [%rd2]", ".global", ".GLOBAL")]
#[case("LD.global.u32 %r1, [%rd2]", "ld", "LD")]
#[case("mvo.u32 %r2, 1", "mov", "mvo")]
#[case("atom.global.ad.u32 %r3, [%rd2], 1", ".add", ".ad")]
#[case("fence.acq_rel.gpuu", ".gpu", ".gpuu")]
#[case("membar.gll", ".gl", ".gll")]
#[case("setp.nee.u32 %p1, %r1, 0", ".ne", ".nee")]
#[case("shfl.snyc.idx.b32 %r1, %r2, 0, 31, -1", ".sync", ".snyc")]
#[case("vote.sync.balot.b32 %r1, %p1, -1", ".ballot", ".balot")]
fn misspelt(#[case] instruction: &str, #[case] near: &str, #[case] wrong: &str) {
    let folder = folder(instruction);
    let opcode = instruction.split(' ').next().unwrap();
    let wrong = opcode.rfind(wrong).map(|at| at..at + wrong.len()).unwrap();
    let (first, last) = (2 + wrong.start, 2 + wrong.end);
    for command in ["kernel", "batch"] {
        let file = folder.path("k.toml");
        let said = run(&[command, &file, "--diagnostics", "json"]);
        let told = lines(&said.err);
        let told: Vec<&Value> = told.iter().filter(|one| !one["span"].is_null()).collect();
        assert_eq!(told.len(), 1, "{command}: {}", said.err);
        assert_eq!(told[0]["severity"], "warning");
        assert_eq!(told[0]["file"], folder.path("k.ptx"));
        assert_eq!(told[0]["help"], format!("did you mean `{near}`?"));
        assert_eq!(told[0]["span"]["line"], 11);
        let span = &told[0]["span"];
        assert_eq!(
            (&span["column"], &span["end_column"]),
            (&json!(first), &json!(last))
        );
        assert_eq!(told[0]["suggestion"]["text"], near);
        assert_eq!(told[0]["suggestion"]["span"], *span);
        let found = results(&run(&[command, &file, "--format", "sarif"]).out);
        assert_eq!(found.len(), 1, "{command}: {found:?}");
        let place = &found[0]["locations"][0]["physicalLocation"];
        let uri = place["artifactLocation"]["uri"].as_str().unwrap();
        assert!(uri.ends_with("/k.ptx"), "{uri}");
        assert_eq!(place["region"]["startLine"], 11, "{command}");
        let whole = if command == "kernel" { 2 } else { first };
        assert_eq!(place["region"]["startColumn"], whole, "{command}");
        let text = found[0]["message"]["text"].as_str().unwrap();
        assert!(text.contains(near), "{text}");
    }
}

/// Where the model of a launch is none of kernels, its rows are told as they are.
#[test]
fn a_model_that_is_not_asked_hides_nothing() {
    let folder = folder("mvo.u32 %r2, 1");
    let args = ["batch", &folder.path("k.toml"), "--format", "sarif"];
    let found = results(&run(&[&args[..], &["-m", "tso,ptx-7.5"]].concat()).out);
    let tso = found.iter().filter(|one| {
        let text = one["message"]["text"].as_str().unwrap();
        text.contains("tso")
    });
    assert_eq!((found.len(), tso.count()), (6, 5));
}

/// Registers beyond those that are declared, and misspelt ones.
#[test]
fn names_that_are_none() {
    let mut all = String::new();
    for instruction in [
        "mov.u32 %r9, 1",
        "mov.u32 %ra1, 1",
        "mov.u32 %r1, %tidx",
        "mov.u32 %r1, %ctiad.x",
    ] {
        let folder = folder(instruction);
        let said = run(&["kernel", &folder.path("k.toml")]);
        assert_eq!(said.code, 2, "{}", said.out);
        all += &said.err.replace(&folder.path(""), "");
    }
    let lines: Vec<&str> = all.lines().map(str::trim_end).chain([""]).collect();
    same("tests/ui/kernel/registers.stderr", &lines.join("\n"));
}

/// What cannot be read is told of the module, with the byte.
#[test]
fn a_module_that_is_no_text() {
    let folder = folder("ret");
    std::fs::write(folder.path("k.ptx"), b".version 7.5\n.targ\xffet").unwrap();
    for command in ["kernel", "batch"] {
        let file = folder.path("k.toml");
        let said = run(&[command, &file, "--diagnostics", "json"]);
        let told = lines(&said.err);
        assert_eq!(told[0]["file"], folder.path("k.ptx"), "{command}");
        assert_eq!(told[0]["span"]["start"], 18, "{command}");
        let found = results(&run(&[command, &file, "--format", "sarif"]).out);
        let place = &found[0]["locations"][0]["physicalLocation"];
        let uri = place["artifactLocation"]["uri"].as_str().unwrap();
        assert!(uri.ends_with("/k.ptx"), "{command}: {uri}");
        assert_eq!(place["region"]["startLine"], 2, "{command}");
        assert_eq!(place["region"]["startColumn"], 6, "{command}");
    }
    std::fs::write(folder.path("k.ptx"), b"\x7fELF\xff").unwrap();
    let said = run(&["batch", &folder.path("k.toml"), "--diagnostics", "json"]);
    assert_eq!(lines(&said.err)[0]["file"], folder.path("k.ptx"));
}
