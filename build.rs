//! Generates the two parsers and makes sure that the intended Z3 is linked.

use std::path::Path;

fn main() {
    println!("cargo::rerun-if-changed=grammar");
    if let Err(error) = lalrpop::Configuration::new()
        .use_cargo_dir_conventions()
        .set_in_dir("grammar")
        .process()
    {
        println!("cargo::error=the grammars in grammar/ do not compile: {error}");
    }
    if std::env::var_os("CARGO_FEATURE_VENDORED").is_none() {
        link_wheel();
    }
}

/// Points the loader at `.z3/lib`. A build before that folder exists would link whatever older Z3
/// the system has, and stay so; hence the refusal.
fn link_wheel() {
    let root = std::env::var("CARGO_MANIFEST_DIR").unwrap_or_default();
    let lib = Path::new(&root).join(".z3/lib");
    println!("cargo::rerun-if-changed=.z3/lib");
    let present = ["libz3.so", "libz3.dylib"]
        .iter()
        .any(|name| lib.join(name).exists());
    if !present {
        println!("cargo::error=no Z3: run `make setup` (or build with --features vendored)");
        return;
    }
    let paths = [
        lib.display().to_string(),
        "$ORIGIN/../../.z3/lib".to_owned(),
        "$ORIGIN/../../../.z3/lib".to_owned(),
    ];
    for path in paths {
        println!("cargo::rustc-link-arg=-Wl,-rpath,{path}");
    }
}
