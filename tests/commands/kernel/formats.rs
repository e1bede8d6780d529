//! The forms of answers: JSON with every place, SARIF, pictures, pages.

use serde_json::Value;

use crate::batch::support::fits_sarif;
use crate::cli::support::{Folder, run, same};

fn json(launch: &str, more: &[&str]) -> Value {
    let said = run(&[&["kernel", launch, "--format", "json"], more].concat());
    serde_json::from_str(&said.out).unwrap_or_else(|error| panic!("{error}: {}", said.err))
}

fn sarif(more: &[&str]) -> Value {
    let said = run(&[&["kernel", "--format", "sarif"], more].concat());
    serde_json::from_str(&said.out).unwrap_or_else(|error| panic!("{error}: {}", said.err))
}

fn check<'a>(report: &'a Value, name: &str) -> &'a Value {
    let checks = report["checks"].as_array().unwrap();
    checks.iter().find(|check| check["name"] == name).unwrap()
}

/// Every place says where in the PTX, where in the CUDA source, and who.
#[test]
fn places_say_who() {
    let report = json("tests/kernels/launch/beyond.toml", &[]);
    assert_eq!(report["vectors"], "elements");
    assert!(report["ptx"].as_str().unwrap().ends_with("small.ptx"));
    let place = &check(&report, "memory")["places"][0];
    let who = serde_json::json!({"launch": 0, "block": [0, 0, 0], "thread": [2, 0, 0]});
    assert_eq!(place["thread"], who);
    assert_eq!(place["cuda"]["line"], 81);
    assert_eq!(place["cuda"]["chain"][0]["line"], 81);
}

/// A race is two accesses; the steps say which write a read reads from.
#[test]
fn races_and_reads() {
    let report = json("examples/kernels/spin-lock/wrong.toml", &[]);
    let races = check(&report, "races");
    let race = &races["race"];
    assert_eq!(race["size"], "uniform");
    let accesses = race["accesses"].as_array().unwrap();
    assert_ne!(
        accesses[0]["place"]["thread"],
        accesses[1]["place"]["thread"]
    );
    assert!(accesses.iter().any(|access| access["kind"] == "write"));
    let steps = races["witness"].as_array().unwrap();
    let from: Vec<usize> = steps
        .iter()
        .flat_map(|step| step["reads_from"].as_array().unwrap())
        .map(|from| usize::try_from(from.as_u64().unwrap()).unwrap())
        .collect();
    assert!(!from.is_empty() && from.iter().all(|&from| from < steps.len()));
}

#[test]
fn sarif_of_a_race() {
    let log = sarif(&["examples/kernels/spin-lock/wrong.toml"]);
    fits_sarif(&log);
    let run = &log["runs"][0];
    let results = run["results"].as_array().unwrap();
    let race = results
        .iter()
        .find(|result| result["ruleId"] == "kernel/race")
        .unwrap();
    let uri = &race["locations"][0]["physicalLocation"]["artifactLocation"]["uri"];
    assert_eq!(uri, "spin_lock.cu");
    let related = race["relatedLocations"].as_array().unwrap();
    let named = |name: &str| {
        related.iter().any(|location| {
            let uri = &location["physicalLocation"]["artifactLocation"]["uri"];
            uri.as_str().unwrap().ends_with(name)
        })
    };
    assert!(named(".cu") && named("spin_lock-sm_90.ptx"));
    // A flow for each thread; the numbers of the steps run through all.
    let flows = race["codeFlows"][0]["threadFlows"].as_array().unwrap();
    assert_eq!(flows.len(), 2);
    let mut order: Vec<u64> = flows
        .iter()
        .flat_map(|flow| flow["locations"].as_array().unwrap())
        .map(|location| location["executionOrder"].as_u64().unwrap())
        .collect();
    order.sort_unstable();
    assert!(order.iter().copied().eq(1..=order.len() as u64));
    for result in results {
        let index = usize::try_from(result["ruleIndex"].as_u64().unwrap()).unwrap();
        assert_eq!(
            run["tool"]["driver"]["rules"][index]["id"],
            result["ruleId"]
        );
    }
}

/// In red are the accesses that race: of a loop, the lap that is about these bytes.
#[test]
fn pictures_mark_what_races() {
    let path = std::path::Path::new("examples/kernels/last-block/wrong.toml");
    let setup = gpu_litmus::kernel::load::load(path).unwrap();
    let asked = gpu_litmus::kernel::report::Ask {
        model: "ptx-7.5".to_owned(),
        bound: 2,
        stop: gpu_litmus::stop::Stop::never(),
        options: gpu_litmus::verdict::query::Options::default(),
        recall: None,
    };
    let report = gpu_litmus::kernel::report::ask_until_wrong(&setup, &asked, &["races"]);
    let races = &report.checks[0];
    let race = races.race.as_ref().unwrap();
    let graph = gpu_litmus::render::kernel::picture::graph(&report, races);
    let nodes = graph.lanes.iter().flat_map(|lane| &lane.nodes);
    let hot: Vec<&str> = nodes
        .filter(|node| node.hot)
        .map(|node| node.title.as_str())
        .collect();
    assert_eq!(hot.len(), 2, "{hot:?}");
    for title in hot {
        assert!(title.contains(&race.accesses[0].element), "{title}");
        assert!(!title.contains("(block"), "{title}");
    }
}

/// A text with what a fix inserts and replaces in a file, told by the lines and columns of the log alone.
fn applied(text: &str, change: &Value) -> String {
    let mut lines: Vec<String> = text.split_inclusive('\n').map(str::to_owned).collect();
    let mut all: Vec<&Value> = change["replacements"].as_array().unwrap().iter().collect();
    let number = |value: &Value| usize::try_from(value.as_u64().unwrap()).unwrap();
    // From the end, so that what is changed moves nothing that is still to be changed.
    all.sort_by_key(|one| std::cmp::Reverse(number(&one["deletedRegion"]["startLine"])));
    for one in all {
        let region = &one["deletedRegion"];
        let [from, start, to, end] = ["startLine", "startColumn", "endLine", "endColumn"]
            .map(|key| number(&region[key]) - 1);
        let before: String = lines[from].chars().take(start).collect();
        let after: String = lines[to].chars().skip(end).collect();
        let new = one["insertedContent"]["text"].as_str().unwrap();
        lines.splice(from..=to, [format!("{before}{new}{after}")]);
    }
    lines.concat()
}

/// What a fix says of its language: the changes, by file.
fn changes<'a>(log: &'a Value, language: &str) -> &'a Vec<Value> {
    let results = log["runs"][0]["results"].as_array().unwrap();
    let fixes = results.iter().filter_map(|one| one["fixes"].as_array());
    let said = |fix: &&Value| {
        let text = fix["description"]["text"].as_str().unwrap();
        text.contains(language)
    };
    let fix = fixes.flatten().find(said).unwrap();
    fix["artifactChanges"].as_array().unwrap()
}

/// A fix in CUDA is whole, in the CUDA source, and where a person would write it.
#[test]
fn fixes_are_applied() {
    let folder = "examples/kernels/spin-lock";
    let log = sarif(&[
        &format!("{folder}/wrong.toml"),
        "--fences",
        "--source-root",
        folder,
    ]);
    fits_sarif(&log);
    let [change] = &changes(&log, "CUDA")[..] else {
        panic!("{log:#}");
    };
    let uri = change["artifactLocation"]["uri"].as_str().unwrap();
    let text = std::fs::read_to_string(format!("{folder}/{uri}")).unwrap();
    let before = "  }\n  *count += 1;\n  atomicExch(lock, 0);\n";
    let after =
        "  }\n  __threadfence();\n  *count += 1;\n  __threadfence();\n  atomicExch(lock, 0);\n";
    let expected = text.replacen(before, after, 1);
    assert_ne!(expected, text);
    assert_eq!(applied(&text, change), expected);
    // The fix in PTX, and with it the launch, mends what was wrong.
    let [change] = &changes(&log, "PTX")[..] else {
        panic!("{log:#}");
    };
    let module = std::fs::read_to_string(format!("{folder}/spin_lock-sm_90.ptx")).unwrap();
    let place = tempfile::tempdir().unwrap();
    std::fs::write(
        place.path().join("spin_lock-sm_90.ptx"),
        applied(&module, change),
    )
    .unwrap();
    let launch = std::fs::read_to_string(format!("{folder}/wrong.toml")).unwrap();
    let launch = launch.split("[expect]").next().unwrap();
    let path = place.path().join("mended.toml");
    std::fs::write(&path, launch).unwrap();
    let said = run(&["kernel", &path.display().to_string()]);
    assert_eq!(said.code, 0, "{}", said.out);
}

/// Each kind of finding has its rule.
#[test]
fn sarif_rules() {
    for (launch, rule) in [
        ("beyond", "kernel/memory"),
        ("checked", "kernel/assert"),
        ("waits", "kernel/deadlock"),
    ] {
        let log = sarif(&[&format!("tests/kernels/launch/{launch}.toml")]);
        fits_sarif(&log);
        let results = log["runs"][0]["results"].as_array().unwrap();
        assert!(
            results.iter().any(|result| result["ruleId"] == rule),
            "{launch}: {results:#?}"
        );
    }
}

/// What was not found out does not look as if nothing were wrong.
#[test]
fn sarif_says_what_is_open() {
    let log = sarif(&["tests/kernels/launch/beyond.toml"]);
    let notes = &log["runs"][0]["invocations"][0]["toolExecutionNotifications"];
    let notes = notes.as_array().unwrap();
    assert!(notes.iter().any(|note| {
        let text = note["message"]["text"].as_str().unwrap();
        text.contains("races is unknown")
    }));
}

#[test]
fn sources_are_relative_to_their_root() {
    let log = sarif(&[
        "examples/kernels/spin-lock/wrong.toml",
        "--source-root",
        "examples/kernels/spin-lock",
    ]);
    fits_sarif(&log);
    let run = &log["runs"][0];
    let base = run["originalUriBaseIds"]["SRCROOT"]["uri"]
        .as_str()
        .unwrap();
    assert!(base.starts_with("file:///") && base.ends_with("/examples/kernels/spin-lock/"));
    let place = &run["results"][0]["locations"][0]["physicalLocation"]["artifactLocation"];
    assert_eq!(place["uriBaseId"], "SRCROOT");
    assert_eq!(place["uri"], "spin_lock.cu");
}

#[test]
fn pictures_and_pages() {
    let said = run(&[
        "kernel",
        "examples/kernels/spin-lock/wrong.toml",
        "--format",
        "svg",
    ]);
    assert!(said.out.starts_with("<svg ") && said.out.ends_with("</svg>\n"));
    assert_eq!(said.out.matches("<svg").count(), 1);
    assert!(said.out.contains("block 0 thread 0") && said.out.contains("race"));
    // A launch without a run to show says so.
    let said = run(&[
        "kernel",
        "tests/kernels/launch/tree.toml",
        "--format",
        "svg",
    ]);
    assert!(said.out.contains("There is no run to show."));
    // Files, and a folder of some.
    let files = ["tree", "beyond"].map(|name| format!("tests/kernels/launch/{name}.toml"));
    let folder = "examples/kernels/spin-lock";
    let said = run(&["kernel", &files[0], &files[1], folder, "--format", "html"]);
    assert!(said.out.starts_with("<!doctype html>"));
    for piece in [
        "tree&lt;&lt;&lt;1,4&gt;&gt;&gt;",
        "small.cu:81",
        "spin_lock.cu:",
        "class=\"violated\"",
    ] {
        assert!(said.out.contains(piece), "no {piece}");
    }
    assert!(!said.out.contains("<<<"));
}

/// Each broken property is a remark, and SARIF tells all of them.
#[test]
fn each_broken_property_is_told() {
    let file = "tests/kernels/launch/values-broken.toml";
    let report = json(file, &[]);
    let remarks = check(&report, "property")["remarks"].as_array().unwrap();
    assert_eq!(remarks.len(), 4, "{remarks:?}");
    let log = sarif(&[file]);
    let text = log["runs"][0]["results"][0]["message"]["text"]
        .as_str()
        .unwrap();
    for formula in [
        "1080033280",
        "0x8000000000000000",
        "s[0] == 1",
        "f[3] == f[3]",
    ] {
        assert!(text.contains(formula), "{text}");
    }
}

/// What keeps a launch from being answered is a result, beside those of the others.
#[test]
fn sarif_of_what_has_no_answer() {
    let folder = Folder::of(&[
        (
            "launch.toml",
            "ptx = \"gone.ptx\"\n[[launch]]\nentry = \"k\"\ngrid = 1\nblock = 1\n",
        ),
        (
            "broken.toml",
            "ptx = \"broken.ptx\"\n[[launch]]\nentry = \"k\"\ngrid = 1\nblock = 1\n",
        ),
        (
            "broken.ptx",
            ".version 7.5\n.target sm_70\n.addres_size 64\n",
        ),
        ("none.toml", "ptx = \"broken.ptx\"\n[[lanch]]\n"),
    ]);
    std::fs::write(folder.path("bytes.toml"), b"[[launch]]\n\xff").unwrap();
    let names = ["launch.toml", "broken.toml", "none.toml", "bytes.toml"];
    let paths = names.map(|name| folder.path(name));
    let mut args: Vec<&str> = paths.iter().map(String::as_str).collect();
    args.push("examples/kernels/spin-lock/wrong.toml");
    let log = sarif(&args);
    fits_sarif(&log);
    let results = log["runs"][0]["results"].as_array().unwrap().iter();
    assert!(results.clone().any(|one| one["ruleId"] == "kernel/race"));
    let told: Vec<String> = results
        .filter(|one| one["ruleId"] == "kernel/input")
        .map(|one| {
            assert_eq!(one["level"], "error");
            let place = &one["locations"][0]["physicalLocation"];
            let uri = place["artifactLocation"]["uri"].as_str().unwrap();
            let name = uri.rsplit('/').next().unwrap();
            let (line, column) = (
                &place["region"]["startLine"],
                &place["region"]["startColumn"],
            );
            let text = one["message"]["text"].as_str().unwrap();
            format!(
                "{name}:{line}:{column}: {}",
                text.replace(&folder.path(""), "")
            )
        })
        .collect();
    same("kernel-input.sarif.txt", &told.join("\n"));
    let said = run(&["kernel", "--format", "sarif", &paths[0]]);
    assert_eq!(said.code, 2, "{}", said.err);
}
