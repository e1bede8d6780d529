//! Kernels under NVIDIA's own assembler, and what it does to kernels that were tampered with. `make test-cuda`
//! puts `ptxas` and `nvdisasm` on the PATH and says for which machines: `GPU_LITMUS_ARCHES`.
#![expect(
    clippy::unwrap_used,
    clippy::panic,
    reason = "a test that cannot run should fail"
)]

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use gpu_litmus::device::run::assemble::{assemble, disassemble};
use gpu_litmus::device::run::emit::module::module;
use gpu_litmus::device::run::emit::refuse::lay_out;
use gpu_litmus::device::run::observe::Observed;
use gpu_litmus::device::run::optcheck::check::check;
use gpu_litmus::device::run::place::Mode;

use super::emitted::ours;
use crate::folder::Folder;

/// The machines to assemble for. Those below `sm_75` are not disassembled: today's tools do not know them.
fn arches() -> Vec<String> {
    let said = std::env::var("GPU_LITMUS_ARCHES").unwrap_or_default();
    let arches: Vec<String> = said.split_whitespace().map(str::to_owned).collect();
    assert!(
        !arches.is_empty(),
        "GPU_LITMUS_ARCHES names no machine: use `make test-cuda`"
    );
    arches
}

fn is_known(arch: &str) -> bool {
    arch.trim_start_matches("sm_").parse::<u32>().unwrap() >= 75
}

/// What is lost of a text, unless it is refused.
fn look(folder: &Folder, text: &str, arch: &str) -> Option<Vec<String>> {
    let program = gpu_litmus::load("t.litmus", text).ok()?;
    let observed = Observed::of(&program);
    let layout = lay_out(&program, &observed, Mode::Chain).ok()?;
    let kernels = module(&layout);
    let (ptx, cubin) = (folder.root().join("t.ptx"), folder.root().join("t.cubin"));
    std::fs::write(&ptx, &kernels).unwrap();
    assemble(&ptx, arch, &cubin).unwrap_or_else(|error| panic!("{error}\n{text}\n{kernels}"));
    let sass = disassemble(&cubin).unwrap();
    let lost = check(&layout, &sass).unwrap_or_else(|why| panic!("{why}\n{text}\n{sass}"));
    Some(lost.iter().map(ToString::to_string).collect())
}

/// So many tests are put into one module: the tools take long to start.
const TOGETHER: usize = 40;

/// The kernels of a module under other names, without its head.
fn renamed(kernels: &str, at: usize) -> String {
    let start = kernels.find(".visible .entry").unwrap();
    let mut text = kernels[start..].to_owned();
    for name in ["init", "test", "collect"] {
        text = text.replace(&format!(".entry {name}("), &format!(".entry {name}_{at}("));
    }
    text
}

/// Assembles all and looks at them; how many were written, and what is lost, by file.
fn survey(paths: &[PathBuf], arch: &str, mode: Mode) -> (usize, BTreeMap<String, Vec<String>>) {
    let folder = Folder::of(&[]);
    let (ptx, cubin) = (folder.root().join("t.ptx"), folder.root().join("t.cubin"));
    let (mut written, mut lost) = (0, BTreeMap::new());
    for paths in paths.chunks(TOGETHER) {
        let mut programs = Vec::new();
        for path in paths {
            let text = std::fs::read_to_string(path).unwrap();
            programs.extend(gpu_litmus::load("t.litmus", &text).map(|program| (path, program)));
        }
        let watched: Vec<Observed> = programs.iter().map(|one| Observed::of(&one.1)).collect();
        let mut all = HEAD.to_owned();
        let mut layouts = Vec::new();
        for ((path, program), observed) in programs.iter().zip(&watched) {
            if let Ok(layout) = lay_out(program, observed, mode) {
                all.push_str(&renamed(&module(&layout), layouts.len()));
                layouts.push((path, layout));
            }
        }
        written += layouts.len();
        std::fs::write(&ptx, &all).unwrap();
        assemble(&ptx, arch, &cubin).unwrap_or_else(|error| panic!("{paths:?}: {error}"));
        if !is_known(arch) {
            continue;
        }
        let sass = disassemble(&cubin).unwrap();
        for (at, (path, layout)) in layouts.iter().enumerate() {
            let own = sass.replace(&format!(".text.test_{at}:"), ".text.test:");
            let found =
                check(layout, &own).unwrap_or_else(|why| panic!("{}: {why}", path.display()));
            let found: Vec<String> = found.iter().map(ToString::to_string).collect();
            if !found.is_empty() {
                lost.insert(path.display().to_string(), found);
            }
        }
    }
    (written, lost)
}

const HEAD: &str =
    ".version 6.4\n.target sm_70\n.address_size 64\n.extern .shared .align 8 .b8 cells[];\n";

/// The deque's owner stores so whether it has won or lost: a value is chosen there, and nothing is left to branch on.
const JOINED: &str =
    "P0: `st.volatile bottom, 1` has lost its control dependency on `atom.cas r4, top, 0, 1`";

/// Tests whose threads branch round loops: where the code of two ways comes together again it is not told which way was taken, so that
/// they are said to be changed, for every machine. That errs to the safe side.
const ROUND: [&str; 4] = [
    "/cuda/double-checked-init-broken",
    "/cuda/look-back-broken",
    "/grid-barrier-generation/",
    "/look-back/three-blocks",
];

#[test]
#[ignore = "needs NVIDIA's tools: make test-cuda"]
fn our_tests_are_kept_as_they_are() {
    let paths = ours();
    let some: Vec<PathBuf> = paths.iter().step_by(4).cloned().collect();
    let modes = [(Mode::Chain, &paths, 200), (Mode::Split, &some, 50)];
    for (arch, (mode, paths, least)) in arches()
        .into_iter()
        .flat_map(|arch| modes.map(|mode| (arch.clone(), mode)))
    {
        let (written, mut lost) = survey(paths, &arch, mode);
        println!(
            "{arch}: the kernels of {written} of {} tests, {mode:?}",
            paths.len()
        );
        assert!(written > least, "only {written}");
        lost.retain(|path, found| {
            let joined = path.contains("/deque/") && found.iter().all(|one| one == JOINED);
            let round = ROUND.iter().any(|round| path.contains(round));
            !joined && !round
        });
        assert!(lost.is_empty(), "{arch}: {lost:#?}");
    }
}

#[test]
#[ignore = "needs NVIDIA's tools, and GPU_LITMUS_SUITES: make test-cuda"]
fn the_published_tests_are_kept_as_they_are() {
    if std::env::var_os("GPU_LITMUS_SUITES").is_none_or(|root| root.is_empty()) {
        println!("GPU_LITMUS_SUITES is not set: the published tests were not assembled");
        return;
    }
    let all = crate::suites::tests("hardware", 1306);
    for arch in arches() {
        // All for one machine, one of eight for the others.
        let every = if arch == "sm_90" { 1 } else { 8 };
        let paths: Vec<PathBuf> = all.iter().step_by(every).cloned().collect();
        let (written, lost) = survey(&paths, &arch, Mode::Chain);
        println!("{arch}: {written} of {} tests assembled", paths.len());
        assert_eq!(written, paths.len());
        assert!(lost.is_empty(), "{arch}: {lost:#?}");
    }
}

const HANDOFF: &str = "PTX handoff\n{ x = 0; y = 0; }\n P0@cta 0,gpu 0 | P1@cta 1,gpu 0 ;\n \
    st.weak x, 1 | ld.acquire.gpu r0, y ;\n fence.acq_rel.gpu | ld.weak r1, x ;\n \
    st.relaxed.gpu y, 1 | st.weak x, 2 ;\nexists (P1:r0 == 1 /\\ (P1:r1 == 0 \\/ x == 1))\n";

const COHERENCE: &str = "PTX corr\n{ x = 0; }\n P0@cta 0,gpu 0 | P1@cta 1,gpu 0 ;\n \
    st.weak x, 1 | ld.weak r0, x ;\n st.weak x, 2 | ld.weak r1, x ;\nexists (P1:r0 == 1 /\\ P1:r1 == 0)\n";

/// A kernel that was tampered with: how, of which test, and what takes the place of what in its PTX.
type Tampered = (
    &'static str,
    &'static str,
    &'static [(&'static str, &'static str)],
);

const TAMPERED: [Tampered; 6] = [
    ("fence dropped", HANDOFF, &[("  fence.acq_rel.gpu;\n", "")]),
    (
        "fence weakened",
        HANDOFF,
        &[("fence.acq_rel.gpu", "fence.acq_rel.cta")],
    ),
    (
        "strength changed",
        HANDOFF,
        &[("ld.acquire.gpu", "ld.relaxed.gpu")],
    ),
    (
        "scope changed",
        HANDOFF,
        &[("st.relaxed.gpu", "st.relaxed.cta")],
    ),
    (
        "order changed",
        HANDOFF,
        &[
            ("ld.acquire.gpu.global.s32", "SWAP"),
            ("ld.weak.global.s32", "ld.acquire.gpu.global.s32"),
            ("SWAP", "ld.weak.global.s32"),
        ],
    ),
    ("bases merged", COHERENCE, &[("[p+8]", "[p]")]),
];

/// Each is caught on every machine, and the kernel as it was written is not.
#[test]
#[ignore = "needs NVIDIA's tools: make test-cuda"]
fn tampered_kernels_are_caught() {
    let folder = Folder::of(&[]);
    for arch in arches().iter().filter(|arch| is_known(arch)) {
        for (how, text, changes) in TAMPERED {
            let program = gpu_litmus::load("t.litmus", text).unwrap();
            let observed = Observed::of(&program);
            let layout = lay_out(&program, &observed, Mode::Chain).unwrap();
            let whole = module(&layout);
            let mut kernels = whole.clone();
            for (old, new) in changes {
                assert!(kernels.contains(old), "{how}: {old}");
                kernels = kernels.replace(old, new);
            }
            let sass = |kernels: &str| {
                let (ptx, cubin) = (folder.root().join("t.ptx"), folder.root().join("t.cubin"));
                std::fs::write(&ptx, kernels).unwrap();
                assemble(&ptx, arch, &cubin).unwrap_or_else(|error| panic!("{how}: {error}"));
                disassemble(&cubin).unwrap()
            };
            let lost = check(&layout, &sass(&kernels)).unwrap();
            assert!(!lost.is_empty(), "{how} on {arch}: nothing is seen");
            println!("{arch}, {how}: {}", lost[0]);
            assert_eq!(check(&layout, &sass(&whole)), Ok(Vec::new()), "{arch}");
        }
    }
}

/// What the assembler is known to drop is told.
#[test]
#[ignore = "needs NVIDIA's tools: make test-cuda"]
fn what_is_optimised_is_told() {
    let folder = Folder::of(&[]);
    let code = "ld.relaxed.gpu r0, x ;\nxor r1, r0, r0 ;\nadd r1, r1, 1 ;\nst.relaxed.gpu y, r1";
    let text =
        format!("PTX t\n{{ x = 0; y = 0; }}\nP0@cta 0,gpu 0 ;\n{code} ;\nexists (P0:r0 == 0)\n");
    let wanted =
        "P0: `st.relaxed.gpu y, r1` has lost its data dependency on `ld.relaxed.gpu r0, x`";
    for arch in arches().iter().filter(|arch| is_known(arch)) {
        let lost = look(&folder, &text, arch).unwrap();
        assert_eq!(lost, [wanted], "{arch}");
    }
}

/// The command writes all files and says what it saw.
#[test]
#[ignore = "needs NVIDIA's tools: make test-cuda"]
fn the_command_assembles() {
    let folder = Folder::of(&[]);
    let out = folder.root().join("out").display().to_string();
    for arch in arches().iter().filter(|arch| is_known(arch)) {
        let said = crate::cli::support::run(&[
            "run",
            "examples/mp.litmus",
            "--emit",
            &out,
            "--arch",
            arch,
        ]);
        let wanted = format!("{out}/mp.ptx {out}/mp.cubin {out}/mp.sass: optcheck ok on {arch}\n");
        assert_eq!((said.out, said.code), (wanted, 0), "{}", said.err);
        assert!(Path::new(&out).join("mp.cubin").is_file());
    }
}
