//! What CUDA can say of a fix, what a broken run misses, and smallest runs with barriers: `tests/kernels/scopes.ptx`.

use serde_json::Value;

use crate::cli::support::run;
use crate::folder::Folder;

/// A launch of a kernel; buffers of two zeros.
fn kernel(entry: &str, shape: &[&str], buffers: &[&str], more: &[&str]) -> String {
    let mut args = vec!["kernel", "tests/kernels/scopes.ptx", "--entry", entry];
    args.extend(["--grid", "2"]);
    args.extend(shape);
    let named: Vec<[String; 2]> = buffers
        .iter()
        .map(|name| [format!("&{name}"), format!("{name}:s32x2")])
        .collect();
    for [address, buffer] in &named {
        args.extend(["--arg", address, "--buffer", buffer]);
    }
    args.extend(more);
    let said = run(&args);
    assert_eq!(said.err, "", "{entry}");
    said.out
}

/// The scope of a block is too narrow for two: `atomicAdd` is what CUDA calls the wider one.
#[test]
fn a_wider_atomic_has_a_name() {
    let said = kernel("counter", &[], &["count"], &["--fences"]);
    assert!(said.contains("atomicAdd()  at scopes.cu:2"), "{said}");
    assert!(said.contains("atom.relaxed.gpu.global.add.u32"), "{said}");
    assert!(!said.contains("no CUDA function"), "{said}");
}

/// What a header does itself nobody can write otherwise: the sentence says what was looked for.
#[test]
fn what_was_looked_for_in_cuda_is_said() {
    let said = kernel("hidden", &[], &["count"], &["--fences"]);
    assert!(said.contains("no CUDA function prints it"), "{said}");
    assert!(
        said.contains("In CUDA, none of these mends it: fences, `volatile`"),
        "{said}"
    );
    assert!(
        said.contains("Barriers and other calls were not tried."),
        "{said}"
    );
}

/// Plain accesses are mended by `volatile` and fences.
#[test]
fn plain_accesses_become_volatile() {
    let said = kernel("message", &[], &["data", "flag", "out"], &["--fences"]);
    for line in 11..=14 {
        assert!(
            said.contains(&format!("volatile  at scopes.cu:{line}")),
            "{line}: {said}"
        );
    }
    assert_eq!(said.matches("__threadfence();  after").count(), 2, "{said}");
    assert!(
        said.contains("in CUDA only cuda::atomic_ref says it"),
        "{said}"
    );
}

/// `volatile` is of the system's scope, which costs more than the device's where there are several.
#[test]
fn volatile_has_the_price_of_its_scope() {
    let text = std::fs::read_to_string("tests/kernels/scopes.ptx").unwrap();
    let launch = |device: u32| {
        let kernels = format!(
            "[[launch]]\nentry = \"message\"\ngrid = [2]\nargs = [\"&data\", \"&flag\", \"&out\"]\n\
             [[launch]]\nentry = \"counter\"\ndevice = {device}\nargs = [\"&count\"]\n"
        );
        let buffers = ["data", "flag", "out", "count"];
        let buffers = buffers.map(|name| format!("[buffer.{name}]\ncount = 2\n"));
        format!("ptx = \"scopes.ptx\"\n{kernels}{}", buffers.concat())
    };
    let folder = Folder::of(&[
        ("scopes.ptx", &text),
        ("one.toml", &launch(0)),
        ("two.toml", &launch(1)),
    ]);
    let fixed = |name: &str| run(&["kernel", &folder.path(name), "--fences"]).out;
    // Four accesses and two fences. Two stores are on one line, and would not do with less if they were one text.
    let one = fixed("one.toml");
    assert!(one.contains("Cheapest fix in CUDA, cost 28:"), "{one}");
    let two = fixed("two.toml");
    assert!(two.contains("Cheapest fix in CUDA, cost 76:"), "{two}");
    assert!(two.contains("becomes st.relaxed.sys.global.u32"), "{two}");
    assert!(two.contains("Cheapest in PTX, cost 22:"), "{two}");
}

/// The read that misses a write is named, and SARIF stands at it.
#[test]
fn the_wrong_read_is_named() {
    let buffers = ["data", "flag", "out"];
    let said = kernel("message", &[], &buffers, &["--output", "out"]);
    let words: Vec<&str> = said.split_whitespace().collect();
    let text = "robust: nothing orders scopes.cu:11 (block 0 thread 0: data[0] = 42) before scopes.cu:14 \
                (block 1 thread 0: reads data[0] = 0, the initial value)";
    assert!(words.join(" ").contains(text), "{said}");
    let said = kernel(
        "message",
        &[],
        &buffers,
        &["--output", "out", "--format", "sarif"],
    );
    let log: Value = serde_json::from_str(&said).unwrap();
    let results = log["runs"][0]["results"].as_array().unwrap();
    let robust = results
        .iter()
        .find(|one| one["ruleId"] == "kernel/robust")
        .unwrap();
    assert_eq!(
        robust["locations"][0]["physicalLocation"]["region"]["startLine"],
        14
    );
    let message = robust["message"]["text"].as_str().unwrap();
    assert!(
        message.contains("some run leaves out = {1, 0}. nothing orders"),
        "{message}"
    );
}

/// What barriers rule out is no interleaving, whatever order the accesses of each thread keep.
#[test]
fn barriers_are_measured() {
    let more = ["--output", "out", "--minimal"];
    let said = kernel("across", &["--block", "2"], &["x", "out"], &more);
    assert!(said.contains("violated: robust"), "{said}");
    assert!(
        said.contains("smallest: 4 accesses, 1 reordering"),
        "{said}"
    );
}

/// What is violated may need a fence that nothing else needs.
#[test]
fn fences_of_a_wrong_launch() {
    let said = run(&[
        "kernel",
        "examples/kernels/last-block/wrong.toml",
        "--prove",
    ]);
    assert_eq!(said.code, 0, "{}", said.err);
    assert!(!said.out.contains("not needed"), "{}", said.out);
    assert!(
        said.out
            .contains("open: no check that holds is known to need it"),
        "{}",
        said.out
    );
}
