//! `--export`: no test in the place of another.
#![expect(clippy::unwrap_used, reason = "a test that cannot run should fail")]

use std::path::Path;

use crate::cli::support::{Folder, run};

const LOG: &str = "trace 1\ninit * = 0\nT1 S x 1\nT1 L x 0\n";

/// The files of a folder, in their order.
fn files(folder: &str) -> Vec<String> {
    let all = std::fs::read_dir(folder).unwrap();
    let names = all.map(|one| one.unwrap().file_name().into_string().unwrap());
    let mut names: Vec<String> = names.collect();
    names.sort();
    names
}

/// Logs of one name in two folders, and one whose own name is that of another's part: each test is there, under its own name.
#[test]
fn tests_of_equal_names() {
    let other = LOG.replace(" 0\n", " 7\n");
    let folder = Folder::of(&[
        ("a/bad.log", LOG),
        ("b/bad.log", &other),
        ("bad-sc.log", LOG),
    ]);
    let out = folder.path("out");
    let [one, two, three] = ["a/bad.log", "b/bad.log", "bad-sc.log"].map(|name| folder.path(name));
    let args = [
        "trace", &one, &two, &three, "-m", "sc", "--export", &out, "-q",
    ];
    let said = run(&args);
    assert_eq!(said.code, 1, "{}{}", said.out, said.err);
    let all = [
        "bad-2.litmus",
        "bad-sc-2.litmus",
        "bad-sc-3.litmus",
        "bad-sc-sc.litmus",
        "bad-sc.litmus",
        "bad.litmus",
    ];
    assert_eq!(files(&out), all);
    for file in all {
        let text = std::fs::read_to_string(Path::new(&out).join(file)).unwrap();
        let name = file.strip_suffix(".litmus").unwrap();
        assert!(text.starts_with(&format!("PTX {name}\n")), "{text}");
    }
    // The same again is no change; something else is not written over it.
    assert_eq!(run(&args).code, 1);
    let said = run(&["trace", &two, "-m", "sc", "--export", &out, "-q"]);
    assert_eq!(said.code, 2, "{}", said.out);
    assert!(
        said.err
            .contains("bad.litmus is there already and is another test"),
        "{}",
        said.err
    );
    assert_eq!(files(&out), all);
    let text = std::fs::read_to_string(Path::new(&out).join("bad.litmus")).unwrap();
    assert!(!text.contains('7'), "{text}");
}

/// Programs with atomics that acquire and release, and the same with fences.
#[test]
fn programs_of_equal_seeds() {
    let folder = Folder::of(&[]);
    let out = folder.path("out");
    for more in [&[][..], &["--fences"]] {
        let said = run(&[&["drf", "export", &out, "--count", "1"], more].concat());
        assert_eq!(said.code, 0, "{}", said.err);
    }
    let fenced = "drf-device-fenced-1.litmus";
    assert_eq!(files(&out), ["drf-device-1.litmus", fenced]);
    std::fs::write(Path::new(&out).join(fenced), "mine\n").unwrap();
    let said = run(&["drf", "export", &out, "--count", "1", "--fences"]);
    assert_eq!(said.code, 2, "{}", said.out);
    assert_eq!(
        std::fs::read_to_string(Path::new(&out).join(fenced)).unwrap(),
        "mine\n"
    );
}

/// Tests that set models apart, of each way in which they are looked for.
#[test]
fn separators() {
    let folder = Folder::of(&[]);
    let apart = ["tso-not-sc-1.litmus", "tso-not-sc-2.litmus"];
    for (at, (args, names)) in [
        ("sc tso --events 4 --with ld,st --all", &apart[..]),
        ("sc tso suite/coherence/sb.litmus", &["sb-apart.litmus"]),
        (
            "plain ugpu-weak --events 2",
            &["ugpu-weak-not-plain.litmus"],
        ),
        (
            "strict ugpu-weak --map mappings/strict-to-ugpu-stores.toml --with ld,st --orders weak",
            &[
                "ugpu-weak-not-strict-source.litmus",
                "ugpu-weak-not-strict.litmus",
            ],
        ),
    ]
    .into_iter()
    .enumerate()
    {
        let out = folder.path(&at.to_string());
        let words: Vec<&str> = args.split(' ').collect();
        let said = run(&[&["compare"], &words[..], &["--export", &out, "-q"]].concat());
        assert!(said.code < 2, "{}", said.err);
        assert_eq!(files(&out), names, "{args}: {}", said.out);
        let checked = run(&["check", &out, "-m", "sc", "-q"]);
        assert_ne!(checked.code, 2, "{}", checked.err);
    }
    // How many they are is said to who reads along.
    let out = folder.path("told");
    let args = "compare sc tso --events 4 --with ld,st --all --export";
    let args: Vec<&str> = args.split(' ').chain([out.as_str()]).collect();
    let said = run(&args);
    let note = format!("note: {} tests written to {out}\n", apart.len());
    assert_eq!((said.code, said.err), (0, note));
    // A name that is a path elsewhere is none here.
    let text = std::fs::read_to_string("suite/coherence/sb.litmus").unwrap();
    let text = text.replacen("PTX sb", "PTX ../out/sb", 1);
    let paths = Folder::of(&[("sb.litmus", &text)]);
    let (test, out) = (paths.path("sb.litmus"), paths.path("in"));
    let said = run(&["compare", "sc", "tso", &test, "--export", &out, "-q"]);
    assert!(said.code < 2, "{}", said.err);
    assert_eq!(files(&out), ["out-sb-apart.litmus"], "{}", said.out);
    let file = folder.path("0/tso-not-sc-1.litmus");
    let said = run(&["compare", "sc", "tso", "--events", "2", "--export", &file]);
    assert_eq!(
        (said.code, said.err.as_str()),
        (
            2,
            "error: `--export` names a file; it takes the name of a folder\n"
        )
    );
}

/// What a model gives no meaning is not impossible under it, whatever values are read: no test says so.
#[test]
fn what_has_no_meaning_is_not_impossible() {
    for value in ["0", "4"] {
        let log = format!("trace 1\ninit * = 0\nT1 L.sc.gpu x {value}\n");
        let folder = Folder::of(&[("in.log", &log)]);
        let out = folder.path("out");
        let said = run(&[
            "trace",
            &folder.path("in.log"),
            "-m",
            "ptx-7.5,ugpu-weak",
            "--export",
            &out,
        ]);
        assert_eq!(said.out.matches("unsupported").count(), 2, "{}", said.out);
        let text = std::fs::read_to_string(Path::new(&out).join("in.litmus")).unwrap();
        assert!(!text.contains("expect"), "{text}");
    }
}

/// What a compare-and-swap would have written depends on what was read before, though it failed: so models of machines have it, and
/// models of users.
#[test]
fn a_failed_exchange_depends_on_what_was_read() {
    let log = "trace 1\ninit * = 0\nthread T1 cta 0 gpu 0\nthread T2 cta 1 gpu 0\na: T1 L.relaxed.gpu x 1\n\
        b: T1 U.relaxed.gpu y 0>- data=a\nc: T1 S.relaxed.gpu z 1 data=b\nd: T2 L.relaxed.gpu z 1\n\
        e: T2 S.relaxed.gpu x 1 data=d\n";
    let own = "option rmw-one-event\nacyclic po-loc | rf | co | fr | addr | data as own\n";
    let folder = Folder::of(&[("cas.log", log), ("own.cat", own)]);
    let (log, own, out) = (
        folder.path("cas.log"),
        folder.path("own.cat"),
        folder.path("out"),
    );
    let models = format!("{own},ugpu-weak,ugpu-coherent,ugpu-strong,strict");
    let said = run(&["trace", &log, "-m", &models, "-q", "--export", &out]);
    assert_eq!(said.code, 1, "{}", said.err);
    let impossible = said.out.matches(": impossible").count();
    assert_eq!(impossible, 5, "{}", said.out);
    let tests = files(&out);
    let text = |name: &String| std::fs::read_to_string(Path::new(&out).join(name)).unwrap();
    assert!(
        tests
            .iter()
            .any(|name| text(name).contains("cas r1, y, 2, d1")),
        "{tests:?}"
    );
}
