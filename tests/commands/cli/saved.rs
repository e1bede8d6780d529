//! What `-o` writes, and where it goes: files whole, devices, pipes and links written through.
#![cfg(unix)]

use std::fs;
use std::os::unix::fs::{MetadataExt as _, PermissionsExt as _, symlink};
use std::process::Command;

use rstest::rstest;

use super::support::{Folder, MP, Said, run, run_with};

/// Each command that writes, on `test.litmus`, with where it writes still to be said.
const COMMANDS: [&[&str]; 6] = [
    &["minimize", "-m", "plain"],
    &["fences", "-m", "ugpu-weak", "-q"],
    &["check", "-m", "sc,plain"],
    &["batch", "-m", "sc", "--format", "jsonl", "-q"],
    &["show"],
    &["prove", "-m", "plain"],
];

fn write(folder: &Folder, command: &[&str], to: &str) -> Said {
    let test = folder.path("test.litmus");
    run(&[command, &[&test, "-o", to]].concat())
}

fn wrote(said: &Said) {
    assert!(said.code == 0 || said.code == 1, "{}", said.err);
}

/// Bad input leaves no answer, and a heading or an empty list is none.
#[test]
fn a_file_stays_where_there_is_no_answer() {
    let folder = Folder::of(&[("out", "old content\n")]);
    let (none, out) = (folder.path("none.litmus"), folder.path("out"));
    for (command, form) in [
        ("check", "text"),
        ("check", "json"),
        ("check", "dot"),
        ("check", "svg"),
        ("prove", "json"),
        ("run", "json"),
        ("run", "csv"),
    ] {
        let said = run(&[command, &none, "-m", "sc", "--format", form, "-o", &out]);
        assert_eq!(said.code, 2, "{command} {form}");
        let there = fs::read_to_string(&out).unwrap();
        assert_eq!(there, "old content\n", "{command} {form}");
    }
    // What is written as it comes has them all the same.
    let said = run(&["check", &none, "-m", "sc", "--format", "json"]);
    assert_eq!(said.out, "[]\n");
}

#[rstest]
fn a_file_keeps_its_mode(#[values(0, 1, 2, 3, 4, 5)] command: usize) {
    let folder = Folder::of(&[("test.litmus", MP), ("out", "old content\n")]);
    let out = folder.path("out");
    fs::set_permissions(&out, fs::Permissions::from_mode(0o600)).unwrap();
    wrote(&write(&folder, COMMANDS[command], &out));
    let text = fs::read_to_string(&out).unwrap();
    assert!(
        text.contains("MP") && !text.contains("old content"),
        "{text}"
    );
    assert_eq!(fs::metadata(&out).unwrap().mode() & 0o777, 0o600);
    assert_eq!(fs::read_dir(folder.root()).unwrap().count(), 2);
}

#[rstest]
fn a_link_stays_one(#[values(0, 1, 2, 3, 4, 5)] command: usize) {
    let folder = Folder::of(&[("test.litmus", MP), ("deep/real", "old content\n")]);
    symlink("deep/real", folder.path("link")).unwrap();
    // One whose target is not there yet, too.
    symlink("deep/new", folder.path("dangling")).unwrap();
    for (link, real) in [("link", "deep/real"), ("dangling", "deep/new")] {
        wrote(&write(&folder, COMMANDS[command], &folder.path(link)));
        let kind = fs::symlink_metadata(folder.path(link)).unwrap().file_type();
        assert!(kind.is_symlink(), "{link}");
        assert!(
            fs::read_to_string(folder.path(real))
                .unwrap()
                .contains("MP")
        );
    }
}

#[rstest]
fn a_pipe_is_written_through(#[values(0, 1, 2, 3, 4, 5)] command: usize) {
    let folder = Folder::of(&[("test.litmus", MP)]);
    let pipe = folder.path("pipe");
    let made = Command::new("mkfifo").arg(&pipe).status().unwrap();
    assert!(made.success());
    let from = pipe.clone();
    let reader = std::thread::spawn(move || fs::read_to_string(from));
    wrote(&write(&folder, COMMANDS[command], &pipe));
    assert!(reader.join().unwrap().unwrap().contains("MP"));
    let mode = fs::metadata(&pipe).unwrap().mode();
    assert_eq!(mode & 0o170_000, 0o010_000, "it is a pipe no more");
}

#[rstest]
fn a_device_stays_one(#[values(0, 1, 2, 3, 4, 5)] command: usize) {
    let folder = Folder::of(&[("test.litmus", MP)]);
    let before = fs::metadata("/dev/null").unwrap();
    wrote(&write(&folder, COMMANDS[command], "/dev/null"));
    let after = fs::metadata("/dev/null").unwrap();
    assert_eq!((before.ino(), before.mode()), (after.ino(), after.mode()));
    let full = write(&folder, COMMANDS[command], "/dev/full");
    assert_eq!(full.code, 2, "{}", full.out);
    assert!(full.err.contains("/dev/full: No space"), "{}", full.err);
}

#[test]
fn the_standard_output_has_names() {
    let folder = Folder::of(&[("test.litmus", MP)]);
    let plain = write(&folder, COMMANDS[0], "-").out;
    assert!(plain.contains("PTX MP"), "{plain}");
    let device = write(&folder, COMMANDS[0], "/dev/stdout").out;
    assert!(device.contains("PTX MP"), "{device}");
}

#[test]
fn a_second_name_sees_the_change() {
    let folder = Folder::of(&[("test.litmus", MP), ("one", "old content\n")]);
    fs::hard_link(folder.path("one"), folder.path("two")).unwrap();
    wrote(&write(&folder, COMMANDS[2], &folder.path("one")));
    assert!(
        fs::read_to_string(folder.path("two"))
            .unwrap()
            .contains("MP")
    );
}

#[test]
fn a_failure_leaves_what_was_there() {
    let folder = Folder::of(&[("test.litmus", "PTX"), ("out", "old content\n")]);
    let out = folder.path("out");
    for command in [COMMANDS[0], COMMANDS[1], COMMANDS[4], COMMANDS[5]] {
        assert_eq!(write(&folder, command, &out).code, 2);
        assert_eq!(fs::read_to_string(&out).unwrap(), "old content\n");
    }
}

#[rstest]
fn a_place_that_cannot_be_written(
    #[values(0, 1, 2, 3, 4, 5)] command: usize,
    #[values("no/such/out", ".", "test.litmus/out")] to: &str,
) {
    let folder = Folder::of(&[("test.litmus", MP)]);
    let said = write(&folder, COMMANDS[command], &folder.path(to));
    assert_eq!((said.code, said.out.as_str()), (2, ""));
    assert_eq!(said.err.lines().count(), 1, "{}", said.err);
    assert!(
        said.err.contains("out") || said.err.contains("folder") || said.err.contains("director")
    );
}

#[test]
fn proofs_of_tests_with_one_name_have_files_of_their_own() {
    let unreachable = |fence: &str| {
        MP.replace(
            "st.weak y, 1   |",
            &format!("{fence} | ;\n st.weak y, 1   |"),
        )
    };
    let folder = Folder::of(&[
        ("a.litmus", MP),
        ("b.litmus", &MP.replace("PTX MP", "PTX mp")),
        ("c.litmus", &unreachable("fence.sc.sys")),
        ("d.litmus", &MP.replace("PTX MP", "PTX MP~2")),
    ]);
    let proofs = folder.path("proofs");
    let root = folder.root().display().to_string();
    let said = run(&["check", &root, "-m", "sc", "--proof", &proofs, "-q"]);
    assert_eq!(said.code, 0, "{}", said.err);
    let mut files: Vec<String> = fs::read_dir(&proofs)
        .unwrap()
        .map(|entry| entry.unwrap().file_name().into_string().unwrap())
        .collect();
    files.sort();
    let formulas: Vec<&String> = files.iter().filter(|name| name.contains(".cnf")).collect();
    assert_eq!(files.len(), 2 * formulas.len());
    let first = |name: &str| formulas.iter().filter(|file| file.ends_with(name)).count();
    assert_eq!(first(".sc.1.cnf"), 4, "{files:?}");
    let mut tests: Vec<String> = Vec::new();
    for file in &formulas {
        let text = fs::read_to_string(format!("{proofs}/{file}")).unwrap();
        let head: Vec<&str> = text.lines().take(4).collect();
        assert!(head[0].starts_with("c test: "), "{text}");
        assert_eq!(head[2], "c model: sc");
        let question = if file.contains(".1.cnf") {
            "satisfies the condition"
        } else {
            "goes on past the bound of loops"
        };
        assert_eq!(
            head[3],
            format!("c unsatisfiable: some execution {question}")
        );
        tests.push(head[1].to_owned());
    }
    tests.sort();
    tests.dedup();
    assert_eq!(tests.len(), 4, "each file has its own: {tests:?}");
}

#[test]
fn proofs_that_cannot_be_written_end_the_run() {
    let folder = Folder::of(&[("test.litmus", MP), ("file", "")]);
    let said = run(&[
        "check",
        &folder.path("test.litmus"),
        "-m",
        "sc,tso",
        "--proof",
        &folder.path("file/proofs"),
    ]);
    assert_eq!((said.code, said.out.as_str()), (2, ""));
    assert!(said.err.contains("cannot write"), "{}", said.err);
    assert_eq!(said.err.lines().count(), 1, "{}", said.err);
}

/// Of what an answer is made nothing is lost by it.
#[test]
fn an_answer_does_not_take_the_place_of_what_it_is_made_of() {
    let folder = Folder::of(&[("t.litmus", MP), ("other.litmus", MP), ("l.toml", "")]);
    let (test, other, journal) = (
        folder.path("t.litmus"),
        folder.path("other.litmus"),
        folder.path("j"),
    );
    let suite = folder.path("*.litmus");
    let journaled = ["batch", &suite, "-m", "sc", "--journal", &journal];
    for (args, target) in [
        (vec!["check", &test, "-m", "sc"], &test),
        (vec!["show", &test], &test),
        (vec!["check", &test, "-m", "sc"], &other),
        (journaled.to_vec(), &journal),
    ] {
        let said = run(&[&args[..], &["-o", target]].concat());
        assert_eq!(said.code, 2, "{args:?}");
        assert!(said.err.contains("-o would replace"), "{}", said.err);
        assert_eq!(
            (
                folder.read("t.litmus").as_str(),
                folder.read("other.litmus").as_str()
            ),
            (MP, MP)
        );
    }
    wrote(&run(&journaled));
    let kept = folder.read("j");
    for args in [
        vec!["merge", &journal],
        vec!["batch", &suite, "-m", "sc", "--baseline", &journal],
        [&journaled[..], &["--resume"]].concat(),
    ] {
        let said = run(&[&args[..], &["-o", &journal]].concat());
        assert_eq!(said.code, 2, "{args:?}");
        assert_eq!(folder.read("j"), kept);
    }
    // What is no such file is replaced, as ever; one may be called as a model is.
    for name in ["report", "sc"] {
        let report = folder.path(name);
        for _ in 0..2 {
            wrote(&run(&["check", &test, "-m", "sc", "-o", &report]));
            let launch = "tests/kernels/launch/tree.toml";
            wrote(&run(&["kernel", launch, "-o", &report]));
        }
    }
    // Nor is a file read that is called as a form is.
    for _ in 0..2 {
        let mut command = assert_cmd::Command::cargo_bin("gpu-litmus").unwrap();
        let args = ["check", "t.litmus", "-m", "sc", "--format", "json"];
        let said = command
            .current_dir(folder.path(""))
            .args(args)
            .args(["-o", "json"])
            .output()
            .unwrap();
        assert_eq!(said.status.code(), Some(0), "{said:?}");
    }
    let launch = fs::read_to_string("tests/kernels/launch/tree.toml").unwrap();
    let ptx = format!("{}/tests/kernels/", env!("CARGO_MANIFEST_DIR"));
    folder.add("l.toml", &launch.replace("../", &ptx));
    let launch = folder.path("l.toml");
    let said = run(&["kernel", &launch, "-o", &launch]);
    assert_eq!(said.code, 2, "{}", said.out);
}

/// Neither a model, a log, settings, nor a test by another name.
#[test]
fn nothing_takes_the_place_of_what_is_read() {
    let model = "\"mine\"\nacyclic po | rf | co | fr as order\n";
    let folder = Folder::of(&[
        ("t.litmus", MP),
        ("mine.cat", model),
        ("mine.model", model),
        ("l.toml", "ptx = \"k.ptx\"\n"),
    ]);
    let [test, cat, other, launch] =
        ["t.litmus", "mine.cat", "mine.model", "l.toml"].map(|name| folder.path(name));
    let linked = folder.path("linked.txt");
    fs::hard_link(&test, &linked).unwrap();
    for (args, option) in [
        (vec!["fences", &test, "-m", &cat, "-o", &cat], "-o"),
        (vec!["minimize", &test, "-m", &cat, "-o", &cat], "-o"),
        (vec!["fences", &test, "-m", "sc", "-o", &launch], "-o"),
        (vec!["check", &test, "-m", &other, "-o", &other], "-o"),
        (vec!["check", &test, "-m", "sc", "-o", &linked], "-o"),
        (
            vec![
                "run",
                &test,
                "--tune",
                "2",
                "--launches",
                "1",
                "--save",
                &test,
            ],
            "--save",
        ),
        (vec!["drf", "--until", "50", "--log", &test], "--log"),
    ] {
        let said = run(&args);
        assert_eq!((said.code, said.out.as_str()), (2, ""), "{args:?}");
        let told = format!("error: {option} would replace ");
        assert!(said.err.starts_with(&told), "{args:?}: {}", said.err);
    }
    assert_eq!(
        (
            folder.read("t.litmus").as_str(),
            folder.read("mine.cat").as_str()
        ),
        (MP, model)
    );
    assert_eq!(folder.read("mine.model"), model);
    wrote(&run(&["fences", &test, "-m", &cat, "-q", "-o", &test]));
}

/// Both standard streams have one name, and are two.
#[test]
fn from_the_standard_input_to_the_standard_output() {
    let args = ["check", "-", "-m", "sc", "-q"];
    let plain = run_with(&args, MP);
    assert_eq!((plain.code, plain.err.as_str()), (0, ""));
    let named = run_with(&[&args[..], &["-o", "-"]].concat(), MP);
    assert_eq!((named.out, named.err.as_str()), (plain.out, ""));
}

/// A folder of tests is not one of others.
#[test]
fn tests_of_a_search_take_the_place_of_no_others() {
    let folder = Folder::of(&[]);
    let into = folder.path("out");
    let search = ["synthesize", "sc", "--events", "2", "-o", &into];
    wrote(&run(&search));
    wrote(&run(&search));
    let first = walkdir::WalkDir::new(&into)
        .into_iter()
        .filter_map(Result::ok);
    let first = first
        .map(walkdir::DirEntry::into_path)
        .find(|path| path.is_file())
        .unwrap();
    fs::write(&first, MP).unwrap();
    let said = run(&search);
    assert_eq!(said.code, 2);
    assert!(
        said.err.contains("is there already and is another test"),
        "{}",
        said.err
    );
    assert_eq!(fs::read_to_string(first).unwrap(), MP);
}
