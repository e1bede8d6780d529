//! Vectors as one operation.

use crate::cli::support::run;

const LINE: &str = "tests/kernels/launch/vectors-line.toml";

#[test]
fn a_vector_is_one_operation_where_that_is_asked() {
    let apart = run(&["kernel", LINE]);
    assert_eq!(apart.code, 1, "{}", apart.out);
    let whole = run(&["kernel", LINE, "--vectors", "whole", "--format", "json"]);
    assert_eq!(whole.code, 0, "{}", whole.out);
    let json: serde_json::Value = serde_json::from_str(&whole.out).unwrap();
    assert_eq!(json["vectors"], "whole");
}

/// A launch file may say so, for `batch` too; the option is stronger.
#[test]
fn a_launch_file_says_what_a_vector_is() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("line.toml");
    let text = std::fs::read_to_string(LINE).unwrap();
    let text = text.replace("vectors.ptx", &format!("{}/vectors.ptx", launches()));
    std::fs::write(
        &path,
        format!("vectors = \"whole\"\n{text}[expect]\nraces = \"none\"\nrobust = \"yes\"\n"),
    )
    .unwrap();
    let file = path.display().to_string();
    let said = run(&["kernel", &file, "--format", "json"]);
    let json: serde_json::Value = serde_json::from_str(&said.out).unwrap();
    assert_eq!(
        (said.code, &json["vectors"]),
        (0, &"whole".into()),
        "{}",
        said.out
    );
    let said = run(&["kernel", &file, "--vectors", "elements"]);
    assert_eq!(said.code, 1, "{}", said.out);
    let said = run(&["batch", &file]);
    assert_eq!(said.code, 0, "{}{}", said.out, said.err);
}

/// The part of an atomic that changes nothing, as it is wider than the memory's elements, is no step of its own.
#[test]
fn an_atomic_that_is_wider_than_what_it_changes_is_one_step() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("mixed.ptx");
    let file = path.display().to_string();
    let args = "--grid 2 --block 1 --arg &x --buffer x:u32x2";
    let args: Vec<&str> = args.split(' ').collect();
    for (added, step, other) in [
        ("1", "x[0]: 1 -> 2", "x[1]"),
        // Here both parts change.
        ("4294967297", "x[1]: 0 -> 1", "x[2]"),
    ] {
        std::fs::write(&path, MIXED.replace("ADDED", added)).unwrap();
        let said = run(&[&["kernel", &file], &args[..]].concat());
        assert_eq!(said.code, 1, "{}{}", said.out, said.err);
        assert!(said.out.contains(step), "{}", said.out);
        assert!(!said.out.contains(other), "{}", said.out);
    }
}

/// One block adds to 64 bits, the other one to the lower half.
const MIXED: &str = "
.version 8.0
.target sm_90
.address_size 64
.visible .entry mixed(.param .u64 x)
{
    .reg .pred %p<2>;
    .reg .b32 %r<3>;
    .reg .b64 %rd<3>;
    ld.param.u64 %rd1, [x];
    mov.u32 %r1, %ctaid.x;
    setp.eq.u32 %p1, %r1, 0;
    @%p1 atom.global.add.u64 %rd2, [%rd1], ADDED;
    @!%p1 atom.global.add.u32 %r2, [%rd1], 1;
    ret;
}
";

/// The folder of the launches of these tests.
fn launches() -> String {
    format!("{}/tests/kernels/launch", env!("CARGO_MANIFEST_DIR"))
}

/// The three kinds of PTX that sizes are asked of.
#[test]
fn sizes_under_the_other_models() {
    for (name, model, code) in [
        ("packed", "ptx-6.0", 0),
        ("passed", "ptx-6.0", 0),
        ("narrow", "ptx-6.0", 1),
    ] {
        let said = run(&[
            "kernel",
            &format!("tests/kernels/launch/sizes-{name}.toml"),
            "-m",
            model,
        ]);
        assert_eq!(said.code, code, "{name}: {}", said.out);
    }
}
