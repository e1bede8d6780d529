//! `kernel --fences` and `--prove`.

use serde_json::Value;

use crate::cli::support::run;

/// What no fence can mend is said to be so, or open; never a fix.
#[test]
fn what_fences_do_not_mend() {
    let said = run(&["kernel", "tests/kernels/launch/beyond.toml", "--fences"]);
    assert_eq!(said.code, 1);
    assert!(
        said.out
            .contains("No fences, orders or scopes mend memory."),
        "{}",
        said.out
    );
    let said = run(&["kernel", "tests/kernels/launch/tree.toml", "--fences"]);
    assert_eq!(said.code, 0);
    assert!(
        said.out.contains("there is nothing to mend"),
        "{}",
        said.out
    );
}

/// A fence that reaches farther than it must is made stronger as it is: no other is put beside it.
#[test]
fn fences_that_reach_far_are_made_stronger() {
    let said = run(&["kernel", "tests/kernels/launch/wide.toml", "--fences"]);
    assert_eq!(said.code, 1);
    for part in ["cost 4", "becomes fence.sc.sys", "nothing cheaper does"] {
        assert!(said.out.contains(part), "{part}: {}", said.out);
    }
}

/// A fence behind a barrier publishes what others have written before it.
#[test]
fn fences_behind_barriers_are_tried() {
    let launch = "tests/kernels/launch/behind.toml";
    // Where releases are dear.
    let said = run(&["kernel", launch, "--fences", "--cost", "release=50"]);
    assert_eq!(said.code, 1);
    let fix = "fence.acq_rel.gpu; before line 28";
    for part in ["cost 4:", fix, "nothing cheaper does"] {
        assert!(said.out.contains(part), "{part}: {}", said.out);
    }
}

/// What a reduction has already it may have farther.
#[test]
fn reductions_that_acquire_reach_farther() {
    let said = run(&["kernel", "tests/kernels/launch/publish.toml", "--fences"]);
    assert_eq!(said.code, 1);
    for part in ["becomes red.acq_rel.gpu", "nothing cheaper does"] {
        assert!(said.out.contains(part), "{part}: {}", said.out);
    }
}

/// A property that asks for a run which only weak orders have is no goal of a search; that it is lost is said.
#[test]
fn a_run_that_was_asked_for_may_be_lost() {
    let launch = "tests/kernels/launch/message.toml";
    let said = run(&["kernel", launch, "--fences"]);
    assert_eq!(said.code, 1);
    let lost = "The property that asks for some run does not hold with it";
    for part in ["with it, races, robust hold; nothing cheaper does", lost] {
        assert!(said.out.contains(part), "{part}: {}", said.out);
    }
    let json = run(&["kernel", launch, "--fences", "--format", "json"]);
    assert!(json.out.contains(lost), "{}", json.out);
}

/// A run that interleavings have stays, however strong the orders are: its property is a goal as others are.
#[test]
fn a_run_of_an_interleaving_is_kept() {
    let launch = "tests/kernels/launch/message-kept.toml";
    let said = run(&["kernel", launch, "--fences"]);
    assert_eq!(said.code, 1);
    let mended = "with it, races, robust, property hold; nothing cheaper does";
    assert!(said.out.contains(mended), "{}", said.out);
}

#[test]
fn fences_that_are_not_there() {
    let said = run(&["kernel", "tests/kernels/launch/tree.toml", "--prove"]);
    assert_eq!(said.code, 0);
    assert!(
        said.out.contains("suffice: all checks hold"),
        "{}",
        said.out
    );
    assert!(said.out.contains("There are no fences."), "{}", said.out);
}

/// Each fence is told, with its place.
#[test]
fn fences_are_listed() {
    let said = run(&[
        "kernel",
        "tests/kernels/launch/last.toml",
        "--prove",
        "--format",
        "json",
    ]);
    let json: Value = serde_json::from_str(&said.out).unwrap();
    let fences = json["fences"].as_array().unwrap();
    assert_eq!(fences.len(), 2);
    for fence in fences {
        assert_eq!(fence["place"]["opcode"], "membar.gl");
    }
}

#[test]
fn prices_with_mistakes() {
    let said = run(&[
        "kernel",
        "tests/kernels/launch/tree.toml",
        "--fences",
        "--cost",
        "gpus=1",
    ]);
    assert_eq!((said.out.as_str(), said.code), ("", 2));
    assert!(said.err.contains("did you mean `gpu`?"), "{}", said.err);
}

/// The cheapest fix in PTX is an order; the cheapest that CUDA can say, a fence. Both are proved, and each
/// makes a module in which the launch is right.
#[test]
fn a_lock_is_mended() {
    let said = run(&[
        "kernel",
        "examples/kernels/spin-lock/wrong.toml",
        "--fences",
        "--diff",
    ]);
    assert!(
        said.out.contains("Cheapest fix in CUDA, cost 8:"),
        "{}",
        said.out
    );
    assert!(
        said.out.contains("Cheapest in PTX, cost 2:"),
        "{}",
        said.out
    );
    assert!(
        said.out
            .contains("line 37 becomes atom.acquire.gpu.global.cas.b32"),
        "{}",
        said.out
    );
    let screen = said.out.lines().take_while(|line| !line.starts_with("---"));
    for line in screen {
        assert!(line.chars().count() <= 100, "{line}");
    }
    assert!(
        said.out.contains("hold; nothing cheaper does"),
        "{}",
        said.out
    );
    let (_, diff) = said.out.split_once("\n--- ").unwrap();
    assert_eq!(diff.matches("\n+\tfence.acq_rel.gpu;").count(), 2, "{diff}");
}

/// Without its fences a lock is none: both are needed.
#[test]
fn fences_of_a_lock_are_needed() {
    let said = run(&["kernel", "examples/kernels/spin-lock/right.toml", "--prove"]);
    assert_eq!(said.code, 0, "{}", said.out);
    assert!(
        said.out.contains("suffice: all checks hold"),
        "{}",
        said.out
    );
    assert_eq!(
        said.out.matches("needed: without it").count(),
        2,
        "{}",
        said.out
    );
}

/// Races within a block lack a barrier; those of different blocks do not.
#[test]
fn barriers_are_named() {
    let folder = crate::folder::Folder::of(&[]);
    let ptx = std::fs::canonicalize("tests/kernels/beside.ptx").unwrap();
    let asked = |block: usize| {
        let launch = format!(
            "ptx = \"{}\"\n[[launch]]\nentry = \"exchanged\"\nblock = [{block}]\nargs = [\"&out\"]\n\
             [buffer.out]\ncount = {block}\n",
            ptx.display()
        );
        folder.add("l.toml", &launch);
        run(&["kernel", &folder.path("l.toml"), "--fences"]).out
    };
    let both = asked(2);
    let words = both.split_whitespace().collect::<Vec<_>>().join(" ");
    let fix = "Fix with a barrier, cost 8: __syncthreads(); after beside.cu:6";
    assert!(words.contains(fix), "{both}");
    let blocks = run(&[
        "kernel",
        "examples/kernels/spin-lock/wrong.toml",
        "--fences",
    ]);
    assert!(!blocks.out.contains("__syncthreads"), "{}", blocks.out);
}

/// A statement before the line of a loop runs once, and one behind its last line may stand outside.
#[test]
fn fences_in_loops_say_so() {
    for (launch, place, sarif) in [
        ("spins-head", "__threadfence();  after spins.cu:6", true),
        (
            "spins-last",
            "__threadfence();  after spins.cu:25, in the loop of line 24",
            false,
        ),
        // Behind a loop, though the compiler tells the line of the loop there.
        ("wavefront", "__threadfence();  before wavefront.cu:8", true),
    ] {
        let launch = format!("tests/kernels/launch/{launch}.toml");
        let said = run(&["kernel", &launch, "--fences"]);
        assert!(said.out.contains(place), "{}", said.out);
        let said = run(&["kernel", &launch, "--fences", "--format", "sarif"]);
        assert_eq!(said.out.contains("cheapest in CUDA"), sarif, "{}", said.out);
    }
}

/// A race of two blocks that goes where both accesses are made strong, though a barrier is missing.
#[test]
fn what_another_thread_publishes_may_lack_a_barrier() {
    let said = run(&["kernel", "tests/kernels/launch/leader.toml", "--fences"]);
    let told = said.out.split_whitespace().collect::<Vec<_>>().join(" ");
    for words in [
        "Fix with a barrier, cost 8: __syncthreads(); after leader.cu:4",
        "Without barriers, which leaves the threads to run in any order:",
        "volatile at leader.cu:4",
    ] {
        assert!(told.contains(words), "{}", said.out);
    }
}

/// One fence before a barrier orders what all ways to it have seen.
#[test]
fn fences_go_before_barriers() {
    let said = run(&[
        "kernel",
        "tests/kernels/launch/waits-either.toml",
        "--fences",
    ]);
    assert_eq!(said.code, 0, "{}", said.err);
    let fix = "fix in CUDA, cost 4:    __threadfence();  before waits.cu:49";
    for part in [fix, "nothing cheaper does"] {
        assert!(said.out.contains(part), "{part}: {}", said.out);
    }
}

/// What the compiler made of one text changes together, and costs once; the lines of PTX are named.
#[test]
fn copies_are_mended_together() {
    let launch = "tests/kernels/launch/waits-each.toml";
    let said = run(&["kernel", launch, "--fences"]);
    assert_eq!(said.code, 0, "{}", said.err);
    assert_eq!(said.out.matches("__threadfence();  after").count(), 1);
    for part in ["fix in CUDA, cost 4:", "PTX lines ", "nothing cheaper does"] {
        assert!(said.out.contains(part), "{part}: {}", said.out);
    }
    let json = run(&["kernel", launch, "--fences", "--format", "json"]);
    let json: Value = serde_json::from_str(&json.out).unwrap();
    let copies = &json["checks"][0]["fixes"][0]["edits"][0]["copies"];
    assert_eq!(copies.as_array().map(Vec::len), Some(2), "{copies}");
    // Of the fences that are there, the copies are one, too.
    let proof = run(&["kernel", launch, "--prove"]);
    assert_eq!(proof.out.matches("waits.cu:66").count(), 1, "{}", proof.out);
    assert!(proof.out.contains("(also PTX lines "), "{}", proof.out);
}

/// Two statements of a line are no copies of one, though the compiler gives them one place: each fence costs, and is told by what it
/// is beside.
#[test]
fn statements_of_a_line_are_mended_one_by_one() {
    let launch = |name: &str| format!("tests/kernels/launch/oneline-{name}.toml");
    let said = run(&["kernel", &launch("peterson"), "--fences"]);
    for part in [
        "A fix in CUDA, cost 20:",
        "inside oneline.cu:13, after access 1 of 2",
        "inside oneline.cu:13, after access 2 of 2",
        "whether something cheaper does is open",
    ] {
        assert!(said.out.contains(part), "{part}: {}", said.out);
    }
    let said = run(&["kernel", &launch("buffered"), "--fences"]);
    for part in [
        "Cheapest fix in CUDA, cost 6:",
        "inside oneline.cu:5, after access 2 of 2",
        "nothing cheaper does",
    ] {
        assert!(said.out.contains(part), "{part}: {}", said.out);
    }
}

/// A branch without braces is no place for a line of its own: it is said, and no program is given such a change.
#[test]
fn branches_without_braces_are_not_changed() {
    let launch = "tests/kernels/launch/waits-last.toml";
    let said = run(&["kernel", launch, "--fences"]);
    assert_eq!(said.code, 0, "{}", said.err);
    let fix = "__threadfence();  before waits.cu:76, in the same branch";
    assert!(said.out.contains(fix), "{}", said.out);
    let sarif = run(&["kernel", launch, "--fences", "--format", "sarif"]);
    assert!(sarif.out.contains("cheapest in PTX"), "{}", sarif.out);
    assert!(!sarif.out.contains("cheapest in CUDA"), "{}", sarif.out);
}
