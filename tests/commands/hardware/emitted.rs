//! Kernels that are written: our own reader of PTX takes them, and what cannot be written is told with its place.
#![expect(
    clippy::unwrap_used,
    clippy::panic,
    clippy::format_push_string,
    reason = "a test that cannot run should fail; texts of tests may be built plainly"
)]

use std::path::PathBuf;

use gpu_litmus::device::run::emit::layout::DIRECT_BITS;
use gpu_litmus::device::run::emit::module::module;
use gpu_litmus::device::run::emit::refuse::lay_out;
use gpu_litmus::device::run::observe::Observed;
use gpu_litmus::device::run::place::Mode;
use gpu_litmus::program::Program;
use gpu_litmus::ptx;
use gpu_litmus::ptx::operation::Operation;
use gpu_litmus::syntax::span::SourceFile;
use walkdir::WalkDir;

use crate::batch::support::{binary, said};
use crate::cli::support::{Folder, run};
use crate::golden;

/// The example tests and those of the standard suite.
pub fn ours() -> Vec<PathBuf> {
    let root = std::path::Path::new(env!("CARGO_MANIFEST_DIR"));
    let folders = ["examples", "suite"].map(|name| root.join(name));
    let entries = folders
        .iter()
        .flat_map(|folder| WalkDir::new(folder).sort_by_file_name());
    let paths = entries.map(|entry| entry.unwrap().into_path());
    let found: Vec<PathBuf> = paths
        .filter(|path| path.extension().is_some_and(|name| name == "litmus"))
        .collect();
    assert!(found.len() > 250, "only {} tests", found.len());
    found
}

/// The kernels of a test, unless they are refused.
pub fn kernels(text: &str) -> Option<String> {
    let program = gpu_litmus::load("t.litmus", text).ok()?;
    let observed = Observed::of(&program);
    let layout = lay_out(&program, &observed, Mode::Chain).ok()?;
    Some(module(&layout))
}

/// Tests that count have kernels: each value of a counter is made once.
#[test]
fn counters_have_kernels() {
    let count = "atom.relaxed.gpu.add r0, x, 1";
    for threads in [2, 4] {
        let heads: Vec<String> = (0..threads)
            .map(|one| format!("P{one}@cta {one},gpu 0"))
            .collect();
        let code = vec![count; threads].join(" | ");
        let text = format!(
            "PTX t\n{{ x = 0; }}\n {} ;\n {code} ;\nexists (x == {threads})\n",
            heads.join(" | ")
        );
        read(&kernels(&text).unwrap());
    }
}

/// Our own reader knows every instruction of a module.
fn read(text: &str) {
    let source = SourceFile::new("t.ptx", text);
    let module = ptx::parse(&source).unwrap_or_else(|report| panic!("{report}\n{text}"));
    let names: Vec<&str> = module.entries().map(|one| one.name.as_str()).collect();
    assert_eq!(names, ["init", "test", "collect"]);
    for kernel in module.entries() {
        for instruction in &kernel.body.as_ref().unwrap().code {
            let refused = matches!(instruction.operation, Operation::Refused { .. });
            assert!(!refused, "{instruction:?}\n{text}");
        }
    }
}

#[test]
fn kernels_of_our_tests_are_read_again() {
    let mut written = 0;
    for path in ours() {
        let text = std::fs::read_to_string(&path).unwrap();
        if let Some(kernels) = kernels(&text) {
            read(&kernels);
            written += 1;
        }
    }
    assert!(written > 150, "only {written}");
}

/// What is rarely written: every type, every operation, guards, loops, shared memory, barriers, addresses.
const RARE: [&str; 6] = [
    "{ x = 0; y = 0; }\nP0@cta 0,gpu 0 | P1@cta 1,gpu 0 ;\n\
     ld.weak.u8 r0, y | ld.relaxed.cta.s8 r0, x ;\nadd.u8 r1, r0, 200 | sub.s8 r1, r0, 100 ;\n\
     shl.u8 r2, r1, 3 | shr.s8 r2, r1, 9 ;\nsetp.lt.u8 r3, r1, r2 | setp.ge.s8 r3, 1, r2 ;\n\
     @r3 st.weak.u8 y, 7 | @!r3 st.relaxed.gpu.s8 x, r2 ;\nexists (P0:r0 == 7)",
    "{ x = 0; y = 0; }\nP0@cta 0,gpu 0 | P1@cta 1,gpu 0 ;\n\
     ld.acquire.sys.u64 r0, x | atom.acq_rel.gpu.cas.b64 r0, x, 0, 5000000000 ;\n\
     shr.u64 r1, r0, r0 | mov.u64 r1, 7 ;\nadd.s32 r2, r0, 1 | mul.u64 r2, r1, r0 ;\n\
     mov.u16 r3, r0 | st.release.gpu.u64 y, r2 ;\nst.weak.u64 y, r3 | ;\nexists (P0:r0 == 7)",
    "{ x = 0; }\nP0@cta 0,gpu 0 | P1@cta 1,gpu 0 ;\natom.add r0, x, 1 | red.sub x, 2 ;\n\
     atom.release.cta.exch _, x, 3 | red.release.gpu.max.u32 x, 9 ;\n\
     atom.acquire.gpu.inc _, x, 7 | atom.sys.dec _, x, 3 ;\n\
     atom.acq_rel.gpu.or _, x, 8 | red.xor x, 1 ;\nexists (P0:r0 == 0)",
    "{ x = 0; .shared s = 3; }\nP0@cta 0,gpu 0 | P1@cta 0,gpu 0 | P2@cta 1,gpu 0 ;\n\
     st.shared.weak s, 1 | ld.shared.weak r0, s | ld.weak r0, s ;\n\
     bar.cta.arrive 3, 3, 2 | bar.sync 3, 3, 2 | st.weak x, 1 ;\n\
     | ld.shared.relaxed.cta r1, s | ;\nexists (P1:r1 == 1)",
    "{ x = 0; P0:r0 = 0; }\nP0@cta 0,gpu 0 | P1@cta 1,gpu 0 ;\nAGAIN: | st.weak x, 1 ;\n\
     ld.relaxed.gpu r0, x | ;\nbne r0, 1, AGAIN | ;\nsetp.eq r1, r0, 1 | ;\n@r1 bra OUT | ;\n\
     st.weak x, 2 | ;\nOUT: | ;\nexists (x == 2)",
    "{ x = 0; y = 0; p = 0; P1:r0 = x; }\nP0@cta 0,gpu 0 | P1@cta 1,gpu 0 ;\nmov r1, y | ld.acquire.gpu r0, p ;\n\
     st.release.gpu p, r1 | ld.weak r2, [r0] ;\n| st.weak [r0], r2 ;\nexists (P1:r2 == 0)",
];

#[test]
fn rare_instructions_are_written() {
    for (at, text) in RARE.iter().enumerate() {
        let text = format!("PTX rare\n{text}\n");
        let program =
            gpu_litmus::load("t.litmus", &text).unwrap_or_else(|error| panic!("{at}: {error}"));
        let observed = Observed::of(&program);
        let layout = lay_out(&program, &observed, Mode::Chain);
        let layout = layout.unwrap_or_else(|report| panic!("{at}: {report}"));
        read(&module(&layout));
    }
}

/// Tests for kernels that are read as a whole: one of each mode.
#[test]
fn whole_modules() {
    let mut all = String::new();
    for (name, text) in [
        (
            "mp",
            std::fs::read_to_string(concat!(env!("CARGO_MANIFEST_DIR"), "/examples/mp.litmus"))
                .unwrap(),
        ),
        ("barrier", crate::cli::support::BARRIER.to_owned()),
    ] {
        all.push_str(&format!("== {name}\n{}", kernels(&text).unwrap()));
    }
    golden::same("tests/ui/run/kernels.ptx", &all);
}

/// A thread that stores so many values, one after the other, and one that loads them into so many registers.
fn many(values: usize, registers: usize) -> Program {
    let row = |at| format!("st.weak x, {} | ld.weak r{}, x ;", at + 1, at % registers);
    let rows: Vec<String> = (0..values).map(row).collect();
    let text = format!(
        "PTX many\n{{ x = 0; }}\nP0@cta 0,gpu 0 | P1@cta 0,gpu 0 ;\n{}\nexists (P1:r0 == 1)\n",
        rows.join("\n")
    );
    gpu_litmus::load("t.litmus", &text).unwrap()
}

/// Long keys are looked up in a table.
#[test]
fn long_keys() {
    let program = many(39, 4);
    let observed = Observed::of(&program);
    let layout = lay_out(&program, &observed, Mode::Chain).unwrap();
    assert!(layout.bits() > DIRECT_BITS, "{}", layout.bits());
    let text = module(&layout);
    assert!(text.contains("cas.b64"), "{text}");
    assert!(!text.contains("a hash of 63 bits"), "{text}");
    read(&text);
}

/// States that no key has room for have kernels, too: a hash of them is counted.
#[test]
fn longer_states() {
    let program = many(99, 99);
    let observed = Observed::of(&program);
    let layout = lay_out(&program, &observed, Mode::Chain).unwrap();
    assert!(layout.is_hashed(), "{}", layout.bits());
    let text = module(&layout);
    let told = "// key of a state: a hash of 63 bits of the values below";
    assert!(text.contains(told), "{text}");
    read(&text);
}

/// A test for each thing that is refused, by its name.
const REFUSED: [(&str, &str); 17] = [
    ("nobody", "bar.sync 0, 0, 0"),
    ("crowd", "bar.sync 0, 0, 33"),
    ("sc", "ld.sc.gpu r0, x"),
    ("remote", "ld.rm_acquire.gpu r0, x"),
    ("scope", "ld.relaxed.warp r0, x"),
    ("scope-fence", "fence.sc.warp"),
    ("surface", "suld.weak r0, x"),
    ("proxy-fence", "fence.proxy.alias"),
    ("mixed", "st.weak.u8 x, 1 ;\nld.weak.u32 r0, x"),
    ("register", "bar.sync r0"),
    ("quorums", "bar.sync 0, 0, 1 ;\nbar.sync 0, 0, 2"),
    ("narrow", "atom.cas.b16 r0, x, 0, 1"),
    ("float", "atom.exch.f32 r0, x, 1"),
    ("inc", "atom.inc.u64 r0, x, 7"),
    ("address", "mov r0, 3 ;\nld.weak r1, [r0]"),
    ("spaces", "mov r0, x ;\nmov r0, s ;\nld.weak r1, [r0]"),
    ("barriers", "BARRIERS"),
];

#[test]
fn refused() {
    let mut all = String::new();
    let mut files: Vec<(String, String)> = Vec::new();
    let many: Vec<String> = (0..16).map(|at| format!("bar.sync {at}")).collect();
    for (name, code) in REFUSED {
        let code = code.replace("BARRIERS", &many.join(" ;\n"));
        let shared = if name == "spaces" {
            ".shared s = 0; "
        } else {
            ""
        };
        let text = format!(
            "PTX {name}\n{{ x = 0; y = 300; {shared}P0:r0 = 0; }}\nP0@cta 0,gpu 0 ;\n{code} ;\nexists (P0:r0 == 0)\n"
        );
        files.push((format!("{name}.litmus"), text));
    }
    let heads = |second: &str| {
        format!(
            "PTX two\n{{ x = 0; }}\nP0@warp 0,cta 0,gpu 0 | P1@{second} ;\nbar.sync 0 | bar.sync 0 ;\nexists (x == 0)\n"
        )
    };
    files.push(("gpus.litmus".to_owned(), heads("warp 0,cta 0,gpu 1")));
    files.push(("warp.litmus".to_owned(), heads("warp 0,cta 0,gpu 0")));
    let alias = "PTX alias\n{ x = 0; y @ generic aliases x; }\nP0@cta 0,gpu 0 ;\nld.weak r0, y ;\nexists (P0:r0 == 0)\n";
    files.push(("alias.litmus".to_owned(), alias.to_owned()));
    let named: Vec<(&str, &str)> = files
        .iter()
        .map(|(name, text)| (&**name, &**text))
        .collect();
    let folder = Folder::of(&named);
    for (name, _) in named {
        let out = folder.path("out");
        let said = run(&["run", &folder.path(name), "--emit", &out]);
        assert_eq!(
            (said.out.as_str(), said.code),
            ("", 2),
            "{name} {}",
            said.err
        );
        let err = said.err.replace(&folder.path(""), "");
        all.push_str(&format!("$ gpu-litmus run {name} --emit out\n{err}\n"));
    }
    assert_eq!(std::fs::read_dir(folder.path("out")).unwrap().count(), 0);
    golden::same("tests/ui/run/not-emitted.txt", &all);
}

#[test]
fn kernels_are_written_and_nothing_runs() {
    let folder = Folder::of(&[]);
    let out = folder.path("out");
    let said = run(&[
        "run",
        "examples/sb.litmus",
        "examples/sb.litmus",
        "--emit",
        &out,
    ]);
    let told = said.out.replace(&folder.path(""), "");
    assert_eq!(
        (told.as_str(), said.code),
        ("out/sb.ptx\nout/sb-2.ptx\n", 0),
        "{}",
        said.err
    );
    read(&std::fs::read_to_string(folder.path("out/sb.ptx")).unwrap());
}

/// Whatever launches kernels elsewhere: here they are only written.
#[test]
fn kernels_are_written_whatever_the_environment_says() {
    let folder = Folder::of(&[("sb.litmus", include_str!("../../../examples/sb.litmus"))]);
    let mut command = binary(folder.root(), &["run", "sb.litmus", "--emit", "out"]);
    let said = said(command.env("GPU_LITMUS_CUDA", "no-such").output().unwrap());
    assert_eq!(
        (said.out.as_str(), said.code),
        ("out/sb.ptx\n", 0),
        "{}",
        said.err
    );
}

#[test]
fn bad_usage() {
    let mut all = String::new();
    for line in [
        "--arch sm_90",
        "--emit out --arch 90",
        "--emit out --keep kept",
        "--emit out --worker w",
        "--emit out --format json",
    ] {
        let mut args = vec!["run", "examples/sb.litmus"];
        args.extend(line.split(' '));
        let said = run(&args);
        assert_eq!((said.out.as_str(), said.code), ("", 2), "{line}");
        all.push_str(&format!(
            "$ gpu-litmus run examples/sb.litmus {line}\n{}\n",
            said.err
        ));
    }
    golden::same("tests/ui/run/emit-usage.txt", &all);
}
