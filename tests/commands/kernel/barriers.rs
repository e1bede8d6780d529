//! `kernel --fences` where what is missing is a barrier.

use serde_json::Value;

use crate::cli::support::{Folder, run};

/// A screen with single blanks.
fn words(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// What mends a launch of a folder of launches with `--fences`.
fn mended(launch: &str) -> String {
    let launch = format!("tests/kernels/launch/{launch}.toml");
    words(&run(&["kernel", &launch, "--fences", "-q"]).out)
}

/// One barrier, where the source has the place for it, with the checks that then hold.
#[test]
fn one_barrier() {
    for (launch, place, holds) in [
        (
            "meets-last",
            "__syncthreads(); after meets.cu:18 (bar.sync 0 after PTX line 105",
            "races holds",
        ),
        (
            "meets-unrolled",
            "__syncthreads(); before meets.cu:46 (bar.sync 0 before PTX lines 269 and 280",
            "races holds",
        ),
        (
            "swap-wrong",
            "__syncthreads(); after swap.cu:10",
            "races, robust hold",
        ),
    ] {
        let said = mended(launch);
        let head = format!("Fix with a barrier, cost 8: {place}");
        assert!(said.contains(&head), "{said}");
        assert!(said.contains(&format!("Proof: with it, {holds}")), "{said}");
    }
}

/// Between the read and the write of a scan in place, and behind it.
#[test]
fn two_barriers() {
    let said = mended("meets-scan");
    for part in [
        "Fix with barriers, cost 16: __syncthreads(); before meets.cu:11",
        "__syncthreads(); after meets.cu:11",
        "with them, races, robust hold; no single one does",
        "Without barriers, which leaves the threads to run in any order: Cheapest fix in CUDA, cost 7:",
    ] {
        assert!(said.contains(part), "{part}: {said}");
    }
}

/// Others have exited, so that nobody waits for them; but CUDA wants all threads at a barrier.
#[test]
fn a_branch_of_some_threads_has_none() {
    let said = mended("meets-branch");
    assert!(!said.contains("Fix with"), "{said}");
    for part in [
        "No `__syncthreads()` that was tried mends it",
        "meets.cu:35 and meets.cu:36 race within a block: `__syncthreads()`, or as both are of one warp, `__syncwarp()` of the threads",
    ] {
        assert!(said.contains(part), "{part}: {said}");
    }
}

/// A barrier of the warp does where a block is one warp.
#[test]
fn barriers_of_a_warp() {
    let warp = "The blocks here are one warp: as long as they are, `__syncwarp()` in its place does as well.";
    // Asked for races alone: 32 threads have more orders than are looked at.
    let said = mended("meets-warp-races");
    assert!(
        said.contains("__syncthreads(); after meets.cu:55"),
        "{said}"
    );
    assert!(said.contains(warp), "{said}");
    assert!(!mended("meets-last").contains(warp));
}

/// The launch with the barrier in its module is asked again, and holds; data has the fix with the checks that it mends.
#[test]
fn the_module_with_the_barrier_holds() {
    let folder = crate::folder::Folder::of(&[]);
    let launch = "tests/kernels/launch/meets-last.toml";
    let said = run(&["kernel", launch, "--fences", "-q", "--diff"]);
    let added = said.out.lines().filter(|line| line.starts_with('+'));
    let added: Vec<&str> = added.collect();
    assert_eq!(added.last(), Some(&"+\tbar.sync 0;"), "{}", said.out);
    let ptx = std::fs::read_to_string("tests/kernels/meets.ptx").unwrap();
    let mut lines: Vec<&str> = ptx.lines().collect();
    lines.insert(105, "\tbar.sync 0;");
    folder.add("meets.ptx", &lines.join("\n"));
    let asked = std::fs::read_to_string(launch).unwrap();
    folder.add("l.toml", &asked.replace("../meets.ptx", "meets.ptx"));
    let again = run(&["kernel", &folder.path("l.toml"), "-q"]);
    assert_eq!(again.code, 0, "{}", again.out);

    let said = run(&["kernel", launch, "--fences", "--format", "json"]);
    let data: Value = serde_json::from_str(&said.out).unwrap();
    let checks = data["checks"].as_array().unwrap();
    let raced = checks.iter().find(|check| check["name"] == "races");
    let fixes = raced.unwrap()["fixes"].as_array().unwrap();
    assert_eq!(fixes[0]["barriers"], true);
    assert_eq!(fixes[0]["edits"][0]["cuda"], "__syncthreads();");
    assert_eq!(fixes[1]["barriers"], false);
    let sarif = run(&["kernel", launch, "--fences", "--format", "sarif"]).out;
    assert!(sarif.contains("with barriers, cost 8"), "{sarif}");
}

/// Asks for fixes of a kernel of four threads with a word and four more.
fn fixes_of(entry: &str) -> String {
    let launch = [
        "kernel",
        "tests/kernels/meets.ptx",
        "--entry",
        entry,
        "--block",
        "4",
        "--buffer",
        "word:s32x1",
        "--buffer",
        "out:s32x4",
        "--arg",
        "&word",
        "--arg",
        "&out",
        "--output",
        "out",
        "--fences",
        "-q",
    ];
    words(&run(&launch).out)
}

/// Who comes to a barrier is seen in many runs: not where it hangs on the order, nor where one thread waits for another.
#[test]
fn all_threads_come_to_a_barrier_in_every_run() {
    for entry in ["order", "before", "half"] {
        let said = fixes_of(entry);
        assert!(said.contains("violated: races"), "{said}");
        assert!(!said.contains("Fix with"), "{said}");
    }
}

/// That nobody waits for ever counts where it is not asked for, too.
#[test]
fn barriers_are_asked_about_with_a_fix() {
    let said = mended("meets-before");
    assert!(said.contains("violated: races"), "{said}");
    assert!(!said.contains("Fix with"), "{said}");
}

/// Without lines of CUDA a barrier is said in PTX.
#[test]
fn a_barrier_without_lines_is_of_the_ptx() {
    let folder = crate::folder::Folder::of(&[]);
    let ptx = std::fs::read_to_string("tests/kernels/meets.ptx").unwrap();
    let lines = ptx
        .lines()
        .filter(|line| !line.trim_start().starts_with(".loc"));
    folder.add("meets.ptx", &lines.collect::<Vec<_>>().join("\n"));
    let asked = std::fs::read_to_string("tests/kernels/launch/meets-last.toml").unwrap();
    folder.add("l.toml", &asked.replace("../meets.ptx", "meets.ptx"));
    let said = run(&[
        "kernel",
        &folder.path("l.toml"),
        "--fences",
        "--format",
        "json",
    ]);
    let data: Value = serde_json::from_str(&said.out).unwrap();
    let checks = data["checks"].as_array().unwrap();
    let raced = checks
        .iter()
        .find(|check| check["name"] == "races")
        .unwrap();
    let fix = &raced["fixes"][0];
    assert_eq!(
        (&fix["barriers"], &fix["language"]),
        (&true.into(), &"ptx".into()),
        "{fix}"
    );
    assert!(fix["edits"][0]["cuda"].is_null(), "{fix}");
}

/// A line of one statement has an access in a branch before it, where the compiler moved it: the barrier is none within the statement.
#[test]
fn a_barrier_within_a_statement_is_one_before_it() {
    let said = mended("halo");
    for part in [
        "Fix with a barrier, cost 8: __syncthreads(); inside halo.cu:15, before access 2 of 3 in its PTX",
        "with it, races, robust, memory hold",
        "Where halo.cu:15 is one statement, an access of which the compiler moved up, `__syncthreads()` is written before it.",
    ] {
        assert!(said.contains(part), "{part}: {said}");
    }
}

/// Shared memory is of one block, however many there are: `volatile` costs there what relaxed of the block costs.
#[test]
fn shared_memory_needs_no_scope_beyond_its_block() {
    let ptx = ".version 8.0\n.target sm_75\n.address_size 64\n.shared .align 4 .b8 s[8];\n\
        .visible .entry k(.param .u64 out) {\n.reg .b32 %r<9>; .reg .b64 %rd<5>;\nld.param.u64 %rd1, [out];\n\
        .loc 1 2 1\nmov.u32 %r1, %tid.x;\nmov.u32 %r2, %ctaid.x;\nmov.u32 %r3, s;\nshl.b32 %r4, %r1, 2;\n\
        add.s32 %r4, %r3, %r4;\nxor.b32 %r5, %r1, 1;\nshl.b32 %r5, %r5, 2;\nadd.s32 %r5, %r3, %r5;\n\
        .loc 1 3 1\nst.shared.u32 [%r4], 1;\n.loc 1 4 1\nld.shared.u32 %r6, [%r5];\n\
        mad.lo.s32 %r7, %r2, 2, %r1;\nmul.wide.u32 %rd2, %r7, 4;\nadd.s64 %rd3, %rd1, %rd2;\n\
        st.global.u32 [%rd3], %r6;\nret;\n}\n.file 1 \"s.cu\"\n";
    let launch = "ptx = \"s.ptx\"\nchecks = [\"races\"]\n[[launch]]\nentry = \"k\"\ngrid = [2]\nblock = [2]\n\
        args = [\"&out\"]\n[buffer.out]\ncount = 4\n";
    let folder = Folder::of(&[("s.ptx", ptx), ("s.toml", launch)]);
    let said = words(&run(&["kernel", &folder.path("s.toml"), "--fences"]).out);
    for part in [
        "Cheapest fix in CUDA, cost 4: volatile at s.cu:3 (PTX line 18 becomes st.relaxed.cta.shared.u32",
        "volatile at s.cu:4",
        "nothing cheaper does",
    ] {
        assert!(said.contains(part), "{part}: {said}");
    }
}

/// Before `sm_70` all lanes must come to one `bar.warp.sync`; from there on the mask says who meets (`syncs`).
#[test]
fn lanes_of_old_machines_meet_at_one_instruction() {
    let ptx = std::fs::read_to_string("tests/kernels/syncs.ptx").unwrap();
    let old = ptx.replace(".target sm_75", ".target sm_60");
    assert_ne!(ptx, old);
    let launch = std::fs::read_to_string("tests/kernels/launch/syncs.toml").unwrap();
    let launch = launch.split("[expect]").next().unwrap();
    let launch = launch.replace("../syncs.ptx", "syncs.ptx");
    let folder = Folder::of(&[("syncs.ptx", &old), ("syncs.toml", &launch)]);
    let said = run(&["kernel", &folder.path("syncs.toml")]);
    assert_eq!(said.code, 3, "{}", said.err);
    let said = words(&said.out);
    for part in [
        "unknown: races, robust, barriers, memory",
        "lanes wait for each other at different instructions, or with different masks",
    ] {
        assert!(said.contains(part), "{part}: {said}");
    }
}
