//! `--memory`: what is open when it is reached is unknown, and says so.

use std::fmt::Write as _;

use super::support::{Folder, run};

/// The least limit that is taken. What is asked here needs several times as much.
const LEAST: &str = "64M";

/// Many stores and many loads of one location, in a thread each: a new value first, an old one last.
fn large() -> String {
    let (stores, loads) = (40, 60);
    let mut text = "PTX Large\n{}\nP0@cta 0,gpu 0 | P1@cta 1,gpu 0 ;\n".to_owned();
    for at in 0..loads {
        let store = if at < stores {
            format!("st.weak x, {}", at + 1)
        } else {
            String::new()
        };
        let _ = writeln!(text, "{store} | ld.weak r{at}, x ;");
    }
    let last = loads - 1;
    let _ = writeln!(text, "exists (P1:r0 == {stores} /\\ P1:r{last} == 1)");
    text
}

#[cfg(target_os = "linux")]
#[test]
fn what_needs_too_much_memory_is_unknown() {
    let folder = Folder::of(&[("large.litmus", &large())]);
    let test = folder.path("large.litmus");
    let told = |args: &[&str]| {
        let said = run(&[args, &["--memory", LEAST]].concat());
        assert_eq!(said.code, 3, "{args:?}: {}{}", said.out, said.err);
        let limit = "the memory limit of 64 MiB was reached";
        assert!(said.out.contains(limit), "{args:?}: {}", said.out);
        said.out
    };
    let check = told(&["check", &test, "-m", "ugpu-coherent"]);
    assert!(
        check.starts_with("Large under ugpu-coherent: unknown"),
        "{check}"
    );
    told(&["check", &test, "-m", "tso", "--engine", "explicit"]);
    told(&["prove", &test, "-m", "ugpu-coherent"]);
    let fences = told(&["fences", &test, "-m", "ugpu-coherent"]);
    assert!(
        fences.starts_with("Large under ugpu-coherent: unknown"),
        "{fences}"
    );
    let json = told(&["check", &test, "-m", "ugpu-coherent", "--format", "json"]);
    assert!(json.contains("\"why\": \"memory\""), "{json}");
    let kernel = told(&["kernel", "examples/kernels/semaphore/turns-right.toml"]);
    assert!(kernel.contains("unknown"), "{kernel}");
}

#[cfg(target_os = "linux")]
#[test]
fn what_needs_little_is_answered() {
    let plain = run(&["check", "examples/mp.litmus", "-m", "sc,tso"]);
    let bounded = run(&[
        "check",
        "examples/mp.litmus",
        "-m",
        "sc,tso",
        "--memory",
        "1G",
    ]);
    assert_eq!((bounded.code, bounded.out), (plain.code, plain.out));
}

#[test]
fn a_limit_is_a_size() {
    for (size, why) in [
        ("12", "expected a number with M or G, such as 500M"),
        ("1M", "less than 64M is too little for the solver itself"),
    ] {
        let said = run(&["check", "examples/mp.litmus", "--memory", size]);
        assert_eq!((said.code, said.out.as_str()), (2, ""), "{size}");
        assert!(said.err.contains(why), "{}", said.err);
    }
}
