//! Generates the two parsers, lists the standard suite, and makes sure that the intended Z3 is linked.

use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::{fs, io};

fn main() {
    println!("cargo::rerun-if-changed=grammar");
    if let Err(error) = lalrpop::Configuration::new()
        .use_cargo_dir_conventions()
        .set_in_dir("grammar")
        .process()
    {
        println!("cargo::error=the grammars in grammar/ do not compile: {error}");
    }
    println!("cargo::rerun-if-changed=suite");
    if let Err(error) = embed_suite() {
        println!("cargo::error=the tests in suite/ cannot be embedded: {error}");
    }
    println!("cargo::rerun-if-env-changed=GPU_LITMUS_PAGE");
    if let Err(error) = embed_page() {
        println!("cargo::error=the page that GPU_LITMUS_PAGE names cannot be embedded: {error}");
    }
    let feature = |name| std::env::var_os(format!("CARGO_FEATURE_{name}")).is_some();
    if feature("Z3") && !feature("VENDORED") {
        link_wheel();
    }
}

fn variable(name: &str) -> PathBuf {
    std::env::var_os(name)
        .map(PathBuf::from)
        .unwrap_or_default()
}

/// Writes the list of the tests in `suite/`: names without extension, sorted, and texts.
fn embed_suite() -> io::Result<()> {
    let root = variable("CARGO_MANIFEST_DIR").join("suite");
    let mut tests = Vec::new();
    find_files(&root, &mut tests)?;
    tests.retain(|path| path.extension().is_some_and(|end| end == "litmus"));
    let mut names: Vec<(String, PathBuf)> = tests
        .into_iter()
        .map(|path| {
            let name = path.strip_prefix(&root).unwrap_or(&path).with_extension("");
            let parts = name.iter().map(|part| part.to_string_lossy().into_owned());
            (parts.collect::<Vec<_>>().join("/"), path)
        })
        .collect();
    names.sort();
    let mut code = String::from("static FILES: &[(&str, &str)] = &[\n");
    for (name, path) in names {
        let path = path.to_string_lossy();
        let _ = writeln!(code, "    ({name:?}, include_str!({path:?})),");
    }
    code.push_str("];\n");
    fs::write(variable("OUT_DIR").join("suite.rs"), code)
}

/// Writes the list of the files of the page that `GPU_LITMUS_PAGE` names; an empty one without it.
fn embed_page() -> io::Result<()> {
    let mut code = String::from("static PAGE: &[(&str, &[u8])] = &[\n");
    let page = std::env::var_os("GPU_LITMUS_PAGE").filter(|folder| !folder.is_empty());
    if let Some(folder) = page {
        let folder = fs::canonicalize(folder)?;
        println!("cargo::rerun-if-changed={}", folder.display());
        let mut files = Vec::new();
        find_files(&folder, &mut files)?;
        files.sort();
        for path in files {
            let below = path.strip_prefix(&folder).unwrap_or(&path);
            let parts: Vec<_> = below.iter().map(|part| part.to_string_lossy()).collect();
            let (name, path) = (parts.join("/"), path.to_string_lossy());
            let _ = writeln!(code, "    ({name:?}, include_bytes!({path:?})),");
        }
    }
    code.push_str("];\n");
    fs::write(variable("OUT_DIR").join("page.rs"), code)
}

fn find_files(folder: &Path, found: &mut Vec<PathBuf>) -> io::Result<()> {
    for entry in fs::read_dir(folder)? {
        let path = entry?.path();
        if path.is_dir() {
            find_files(&path, found)?;
        } else {
            found.push(path);
        }
    }
    Ok(())
}

/// Points the loader at `.z3/lib`. A build before `.z3/link` exists would link whatever older Z3
/// the system has, and stay so; hence the refusal.
fn link_wheel() {
    let root = std::env::var("CARGO_MANIFEST_DIR").unwrap_or_default();
    let (lib, link) = (
        Path::new(&root).join(".z3/lib"),
        Path::new(&root).join(".z3/link"),
    );
    println!("cargo::rerun-if-changed=.z3/lib");
    println!("cargo::rerun-if-changed=.z3/link");
    let linked = ["libz3.a", "libz3.so", "libz3.dylib"];
    let present = |folder: &Path| linked.iter().any(|name| folder.join(name).exists());
    if !present(&lib) || !present(&link) {
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
