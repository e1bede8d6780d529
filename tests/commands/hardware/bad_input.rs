//! What cannot be run, and arguments that make no sense.
#![expect(
    clippy::format_push_string,
    reason = "texts of tests may be built plainly"
)]

use crate::cli::support::{Folder, run};
use crate::golden;

#[test]
fn usage() {
    let folder = Folder::of(&[
        ("no.json", "{}"),
        (
            "old.json",
            r#"{"version":"0.0.1","backend":"host","device":"d","seed":1,"settings":{},"models":[]}"#,
        ),
        (
            "bound.json",
            r#"{"version":"VERSION","bound":101,"backend":"host","device":"d","seed":1,"settings":{},"models":[]}"#,
        ),
        ("runs.json", "[{}]\n"),
        (
            "host.json",
            r#"{"version":"VERSION","bound":1,"backend":"host","device":"d","seed":1,"settings":{"shuffle":3},"models":[]}"#,
        ),
        ("empty.jsonl", "\n"),
        ("cut.json", "[\n  {\"test\": \"SB\",\n"),
        ("comma.jsonl", "{\"test\": \"SB\",}\n"),
        (
            "count.json",
            "[{\"test\": \"SB\", \"hash\": \"1\",\n  \"instances\": \"many\"}]\n",
        ),
    ]);
    for name in ["bound.json", "host.json"] {
        let text = std::fs::read_to_string(folder.path(name)).unwrap_or_default();
        folder.add(name, &text.replace("VERSION", env!("CARGO_PKG_VERSION")));
    }
    let mut all = String::new();
    for line in [
        "--backend hots",
        "--set shufle=3",
        "--set shuffle=101",
        "--set shuffle",
        "--set threads=32",
        "--backend cuda --set threads=33",
        "--backend cuda --set lanes=4",
        "--backend cuda --set lanes=33",
        "--backend cuda --set mode=splt",
        "--backend cuda --set way=1",
        "--backend cuda --set stress-pattern=stst",
        "--backend cuda --set pattern=3",
        "--backend host --worker none",
        "--backend ugpu-weak --force",
        "--set instances=0",
        "--backend ugpu-weak --set shuffle=3",
        "--set instances=1000000 --set launches=1x",
        "--launches 0",
        "--launches 2 --set launches=5",
        "--set shuffle=50,shuffle=60",
        "--backend ugpu-weak --profile @host.json",
        "--baseline @empty.jsonl --format csv",
        "--time 0s",
        "--format svg",
        "--tune 2 --format sarif",
        "--tune 0",
        "--tune 2 --keep @kept",
        "--save @best.json",
        "--backend ugpu-weak --tune 2",
        "-m tos",
        "--profile @no.json",
        "--profile @old.json",
        "--profile @none.json",
        "--profile @bound.json",
        "--profile @runs.json",
        "--baseline @empty.jsonl",
        "--baseline @no.json",
        "--baseline @cut.json",
        "--baseline @comma.jsonl",
        "--baseline @count.json",
    ] {
        let named = line.replace('@', &folder.path(""));
        let mut args = vec!["run", "examples/sb.litmus"];
        args.extend(named.split(' '));
        let said = run(&args);
        assert_eq!((said.out.as_str(), said.code), ("", 2), "{line}");
        let err = said.err.replace(&folder.path(""), "@");
        all.push_str(&format!(
            "$ gpu-litmus run examples/sb.litmus {line}\n{err}\n"
        ));
    }
    golden::same("tests/ui/run/usage.txt", &all);
}

/// A test for each thing that is refused, by its name.
const REFUSED: [(&str, &str); 13] = [
    ("sc", "ld.sc.gpu r0, x"),
    ("remote", "ld.rm_acquire.gpu r0, x"),
    ("scope", "ld.relaxed.warp r0, x"),
    ("scope-fence", "fence.sc.warp"),
    ("surface", "suld.weak r0, x"),
    ("proxy-fence", "fence.proxy.alias"),
    ("float", "ld.weak.f32 r0, x"),
    ("mixed", "st.weak.u8 x, 1 ;\nld.weak.u32 r0, x"),
    ("signs", "st.weak.u8 x, 1 ;\nld.weak.s8 r0, x"),
    ("register", "bar.sync r0"),
    ("quorums", "bar.sync 0, 0, 1 ;\nbar.sync 0, 0, 2"),
    ("nobody", "bar.sync 0, 0, 0"),
    ("negative", "bar.sync 0, 0, -1"),
];

#[test]
fn refused() {
    let mut all = String::new();
    let mut files = Vec::new();
    for (name, code) in REFUSED {
        let text = format!(
            "PTX {name}\n{{ x = 0; y = 300; P0:r0 = 0; }}\nP0@cta 0,gpu 0 ;\n{code} ;\nexists (P0:r0 == 0)\n"
        );
        files.push((format!("{name}.litmus"), text));
    }
    files.push((
        "ends.litmus".to_owned(),
        "PTX ends\n{ x = 0; }\nP0@cta 0,gpu 0 ;\nst.weak x, 1 ;\nexists (terminates)\n".to_owned(),
    ));
    let files: Vec<(&str, &str)> = files
        .iter()
        .map(|(name, text)| (name.as_str(), text.as_str()))
        .collect();
    let folder = Folder::of(&files);
    for (name, _) in files {
        let said = run(&["run", &folder.path(name), "--launches", "1"]);
        assert_eq!(
            (said.out.as_str(), said.code),
            ("", 2),
            "{name} {}",
            said.err
        );
        let err = said.err.replace(&folder.path(""), "");
        all.push_str(&format!("$ gpu-litmus run {name}\n{err}\n"));
    }
    let barrier = folder.path("quorums.litmus");
    let said = run(&["run", &barrier, "--backend", "ugpu-weak"]);
    assert_eq!((said.out.as_str(), said.code), ("", 2));
    let err = said.err.replace(&folder.path(""), "");
    all.push_str(&format!(
        "$ gpu-litmus run quorums.litmus --backend ugpu-weak\n{err}\n"
    ));
    golden::same("tests/ui/run/refused.txt", &all);
}

/// A bad test does not keep the others from being run, and nothing is written for it.
#[test]
fn the_others_run_all_the_same() {
    let folder = Folder::of(&[("bad.litmus", "PTX bad"), ("x.txt", "no folder")]);
    let bad = folder.path("bad.litmus");
    let args = [
        "run",
        &bad,
        "examples/sb.litmus",
        "--backend",
        "ugpu-strong",
        "--launches",
        "2",
    ];
    let said = run(&args);
    assert_eq!(said.code, 2);
    assert!(said.out.starts_with("SB on ugpu-strong"), "{}", said.out);
    let file = folder.path("x.txt");
    let said = run(&[
        "run",
        "examples/sb.litmus",
        "--launches",
        "1",
        "--keep",
        &file,
    ]);
    assert!(said.code == 2 && said.out.is_empty(), "{}", said.out);
    assert!(said.err.contains("cannot write"), "{}", said.err);
}
