//! Fixes of what has a text of its own that is in several places, and of what has none.

use serde_json::Value;

use crate::cli::support::{Folder, run};

/// Before what was inlined, a fence is one of the function that was: it is of all calls, and costs once.
#[test]
fn a_fence_goes_into_the_function_that_was_inlined() {
    let said = run(&["kernel", "tests/kernels/launch/helpers.toml", "--fences"]);
    assert_eq!(said.code, 1, "{}", said.err);
    for part in [
        "fix in CUDA, cost 8:",
        "__threadfence();  before helpers.cu:3",
        "__threadfence();  inside helpers.cu:7",
        "nothing cheaper does",
    ] {
        assert!(said.out.contains(part), "{part}: {}", said.out);
    }
}

/// Of what the compiler made of two statements it names no line: the line that was before is no place for a barrier.
#[test]
fn what_has_no_line_is_mended_in_the_ptx() {
    let launch = "tests/kernels/launch/merged-stores.toml";
    let said = run(&["kernel", launch, "--fences"]);
    assert_eq!(said.code, 1, "{}", said.err);
    let place = "bar.sync 0;  after PTX line 37";
    assert!(said.out.contains(place), "{}", said.out);
    assert!(!said.out.contains("__syncthreads"), "{}", said.out);
    let sarif = run(&["kernel", launch, "--fences", "--format", "sarif"]);
    let sarif: Value = serde_json::from_str(&sarif.out).unwrap();
    let results = sarif["runs"][0]["results"].as_array().unwrap();
    let fixes = results.iter().filter_map(|one| one["fixes"].as_array());
    let changes: Vec<&Value> = fixes
        .flatten()
        .flat_map(|fix| fix["artifactChanges"].as_array().unwrap())
        .map(|change| &change["artifactLocation"]["uri"])
        .collect();
    assert!(!changes.is_empty(), "{sarif}");
    let of_ptx = |uri: &&Value| uri.as_str().is_some_and(|uri| uri.contains("stores.ptx"));
    assert!(changes.iter().all(of_ptx), "{changes:?}");
}

/// What is said of fences for another module in the place of the helpers'.
fn mended(ptx: &str) -> String {
    let folder = Folder::of(&[]);
    folder.add("helpers.ptx", ptx);
    let launch = std::fs::read_to_string("tests/kernels/launch/helpers.toml").unwrap();
    folder.add("l.toml", &launch.replace("../helpers.ptx", "helpers.ptx"));
    let said = run(&["kernel", &folder.path("l.toml"), "--fences"]);
    assert_eq!(said.code, 1, "{}", said.err);
    said.out
}

/// So it is where one of the calls begins behind a branch.
#[test]
fn a_call_may_begin_where_control_comes_together() {
    let ptx = std::fs::read_to_string("tests/kernels/helpers.ptx").unwrap();
    let store = "\tst.global.u32 \t[%rd2], %r6;\n";
    let branch = "\tmov.u32 %r8, %nctaid.y;\n\tsetp.eq.s32 %p5, %r8, 5;\n\t@%p5 bra $L__BB0_7;\n";
    let joined = ptx
        .replace("%p<4>", "%p<9>")
        .replace("%r<8>", "%r<9>")
        .replace(store, &format!("{branch}{store}$L__BB0_7:\n"));
    assert_eq!(joined.matches("$L__BB0_7").count(), 2, "{joined}");
    let out = mended(&joined);
    for part in ["fix in CUDA, cost 8:", "before helpers.cu:3"] {
        assert!(out.contains(part), "{part}: {out}");
    }
}

/// What has no line of its own is on no side of the line that was before.
#[test]
fn what_has_no_line_is_not_inside_one() {
    let ptx = std::fs::read_to_string("tests/kernels/helpers.ptx").unwrap();
    let raised =
        "\t.loc\t1 14 5\n\t.loc\t1 3 3, function_name $L__info_string1, inlined_at 1 14 5\n";
    assert_eq!(ptx.matches(raised).count(), 1, "{ptx}");
    let out = mended(&ptx.replace(raised, "\t.loc\t1 0 0\n"));
    let place = "__threadfence();  after helpers.cu:13";
    assert!(out.contains(place), "{out}");
}

/// A load that the compiler moved out of a loop has no line: that `volatile` in the source keeps it there is said, not that it does not mend it.
#[test]
fn what_was_moved_out_of_a_loop_is_not_said_to_be_beyond_volatile() {
    let launch = "tests/kernels/launch/hoisted-plain.toml";
    let said = run(&["kernel", launch, "--fences"]).out;
    let said = said.split_whitespace().collect::<Vec<_>>().join(" ");
    for part in [
        "The compiler names no line of CUDA for PTX line 38",
        "it reads again in each lap where that is `volatile` or atomic",
    ] {
        assert!(said.contains(part), "{part}: {said}");
    }
    assert!(!said.contains("none of these mends it"), "{said}");
}

/// What a library's function does is told, and changed, where it is called; where several lines call it, it has no line of CUDA, and
/// nobody says that nothing mends it there.
#[test]
fn what_several_lines_call_has_no_line() {
    let ptx = std::fs::read_to_string("tests/kernels/library.ptx").unwrap();
    let narrow = ptx
        .replace("ld.relaxed.gpu", "ld.relaxed.cta")
        .replace("st.relaxed.cta", "st.relaxed.gpu");
    let mended = |kernel: &str| {
        let launch = format!("tests/kernels/launch/library-{kernel}.toml");
        let launch = std::fs::read_to_string(launch).unwrap();
        let launch = launch.replace("../library.ptx", "library.ptx");
        let folder = Folder::of(&[("library.ptx", &narrow), ("k.toml", &launch)]);
        let said = run(&["kernel", &folder.path("k.toml"), "--fences"]);
        assert_eq!(said.code, 1, "{}", said.err);
        said.out.split_whitespace().collect::<Vec<_>>().join(" ")
    };
    let once = mended("once");
    let change = "line 13 becomes ld.relaxed.gpu.u32 %r1, [%rd1]; (user.cu:8)";
    assert!(once.contains(change), "{once}");
    assert!(!once.contains("names no line"), "{once}");
    let twice = mended("twice");
    for part in [
        "line 13 becomes ld.relaxed.gpu.u32 %r1, [%rd1];",
        "The compiler names no line of CUDA for PTX line 13",
        "or several lines call it",
    ] {
        assert!(twice.contains(part), "{part}: {twice}");
    }
    assert!(!twice.contains("none of these mends it"), "{twice}");
}
