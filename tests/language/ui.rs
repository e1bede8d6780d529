//! One bad input a file under `tests/ui/litmus`, with the diagnostics it must give beside it.
//!
//! `UPDATE=1 cargo test --test language ui::` writes the expected files anew; read them before committing them.

#![expect(clippy::panic, reason = "a test fails by panicking")]

use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};
use std::{fs, io};

use gpu_litmus::parse;
use gpu_litmus::syntax::read::{ReadError, read_source};
use gpu_litmus::syntax::{Report, parse_source};
use rstest::rstest;

use crate::golden;

#[rstest]
fn bad_input_gives_its_diagnostics(#[files("tests/ui/litmus/*.litmus")] path: PathBuf) {
    let name = path.file_name().unwrap_or_default().to_string_lossy();
    let text = fs::read_to_string(&path).unwrap_or_default();
    let actual = match parse(&name, &text) {
        Ok(_) => panic!("{name} parses"),
        Err(report) => report.render(false),
    };
    let lines: Vec<&str> = actual.lines().map(str::trim_end).chain([""]).collect();
    let actual = lines.join("\n");
    golden::same(path.with_extension("stderr"), &actual);
}

fn rejected(text: &str) -> Report {
    match parse("generated.litmus", text) {
        Ok(_) => panic!("this must not parse"),
        Err(report) => report,
    }
}

/// A test whose only thread does nothing, with the given condition.
fn asking(condition: &str) -> String {
    format!("PTX generated {{ }} P0@cta 0,gpu 0 ; st.weak x, 1 ; exists {condition}")
}

#[rstest]
#[case("(", ")")]
#[case("~", "")]
#[case("~(", ")")]
#[case("not (", ")")]
fn nesting_has_a_limit(#[case] open: &str, #[case] close: &str) {
    let levels = open.matches(['(', '~']).count() + open.matches("not").count();
    let nested = |times: usize| {
        asking(&format!(
            "{}x == 1{}",
            open.repeat(times),
            close.repeat(times)
        ))
    };
    assert!(parse("generated.litmus", &nested(200 / levels)).is_ok());
    for times in [200 / levels + 1, 100_000] {
        let report = rejected(&nested(times));
        assert_eq!(report.diagnostics.len(), 1);
        assert_eq!(
            report.diagnostics[0].message,
            "this condition is nested too deep"
        );
    }
}

#[test]
fn long_chains_are_no_nesting() {
    let chain = vec!["x == 1"; 20_000].join(r" /\ ");
    assert!(parse("generated.litmus", &asking(&chain)).is_ok());
}

#[test]
fn threads_have_a_limit() {
    let with = |threads: usize| {
        let header: Vec<_> = (0..threads)
            .map(|n| format!("P{n}@cta {n},gpu 0"))
            .collect();
        format!(
            "PTX generated {{ }}\n{};\nexists (x == 1)",
            header.join("|")
        )
    };
    assert!(parse("generated.litmus", &with(64)).is_ok());
    let report = rejected(&with(65));
    assert_eq!(report.diagnostics.len(), 1);
    assert_eq!(report.diagnostics[0].message, "this test has 65 threads");
}

#[test]
fn a_flood_of_errors_is_cut_short() {
    let rows = "what is this ; ".repeat(60_000);
    let report = rejected(&format!("PTX generated {{ }} P0@cta 0,gpu 0 ; {rows}"));
    assert_eq!(report.diagnostics.len(), 51);
    let last = report.diagnostics.last().map(|last| last.message.as_str());
    assert_eq!(last, Some("there are more than 50 errors"));
    // It is not the one that is left out.
    assert_eq!(report.shown(), 51);
    let shown = report.to_string();
    assert!(shown.contains("there are more than 50 errors"), "{shown}");
    assert!(!shown.contains("more mistakes"), "{shown}");
}

/// Recovery looks at every open parenthesis for every token it drops.
#[rstest]
#[case("exists ", "(", "x ", "= ")]
#[case("exists ", "~", "x ", "] ")]
#[case("exists ", "((x == 1) /\\ ", "x ", "= ")]
#[case("exists ", "(", "", "x = = /\\ ")]
#[case("exists ", "(", "", "x = = ) /\\ ( ")]
#[case("exists ", "(", "x ", "~ ~ ~ = ")]
#[case("exists ", "", "x ", "= ")]
#[case("exists ", "", "", "x == 1 ")]
#[case("exists ", "", "", "x == 1) ")]
#[case("", "", "st.weak x, ", "( ")]
#[case("", "", "st.weak ", "{r0, ")]
#[case("", "", "", "@ ")]
fn recovery_is_quick(
    #[case] start: &str,
    #[case] open: &str,
    #[case] middle: &str,
    #[case] garbage: &str,
) {
    let deep = format!("{start}{}{middle}", open.repeat(190));
    let flood = garbage.repeat(((1 << 20) - 10_000) / garbage.len());
    let before = Instant::now();
    rejected(&format!(
        "PTX generated {{ }} P0@cta 0,gpu 0 ; {deep}{flood}"
    ));
    assert!(
        before.elapsed() < Duration::from_secs(10),
        "took {:?}",
        before.elapsed()
    );
}

/// The error of a file with the given bytes, without its folder.
fn read_error(name: &str, bytes: &[u8]) -> io::Result<String> {
    let folder = tempfile::tempdir()?;
    let path = folder.path().join(name);
    fs::write(&path, bytes)?;
    Ok(shown(&path))
}

fn shown(path: &Path) -> String {
    match read_source(path).map(|source| parse_source(&source)) {
        Err(error) => {
            let folder = path.parent().unwrap_or(path).display().to_string();
            error.to_string().replace(&format!("{folder}/"), "")
        }
        Ok(_) => "it was read".to_owned(),
    }
}

#[test]
fn binary_files_are_named() -> io::Result<()> {
    let text = read_error("binary.litmus", b"PTX\xff\xfe\x00")?;
    assert_eq!(text, "binary.litmus: not UTF-8 text (at byte 3)");
    Ok(())
}

#[test]
fn large_files_are_not_read() -> io::Result<()> {
    let garbage: Vec<u8> = (0..10_u32 << 20)
        .map(|n| (n.wrapping_mul(2_654_435_761) >> 24) as u8)
        .collect();
    assert_eq!(
        read_error("large.litmus", &garbage)?,
        "large.litmus: larger than 1 MiB"
    );
    let text = "a ".repeat(5 << 20);
    let report = rejected(&text);
    assert_eq!(
        report.diagnostics[0].message,
        "generated.litmus: this test is larger than 1 MiB"
    );
    assert!(report.render(false).len() < 200);
    Ok(())
}

#[test]
fn directories_and_missing_files_are_named() -> io::Result<()> {
    let folder = tempfile::tempdir()?;
    let inner = folder.path().join("inner");
    assert_eq!(shown(&inner), "inner: no such file");
    fs::create_dir(&inner)?;
    assert_eq!(
        shown(&inner),
        "inner: is a directory, expected a litmus test"
    );
    Ok(())
}

#[cfg(unix)]
#[test]
fn unreadable_files_are_named() -> io::Result<()> {
    use std::os::unix::fs::PermissionsExt;

    let folder = tempfile::tempdir()?;
    let path = folder.path().join("secret.litmus");
    fs::write(&path, "PTX secret")?;
    fs::set_permissions(&path, fs::Permissions::from_mode(0o000))?;
    match read_source(&path) {
        Ok(_) => println!("skipped: this user may read everything"),
        Err(error) => {
            assert!(matches!(error, ReadError::Permission { .. }));
            assert_eq!(shown(&path), "secret.litmus: permission denied");
        }
    }
    Ok(())
}
