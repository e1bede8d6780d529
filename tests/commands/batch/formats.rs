//! The forms of a report.

use serde_json::Value;

use super::junit;
use super::support::{Folder, MP, SB, Said, fits_sarif, parts};

/// A test that agrees, one that does not, one that is refused, one that is none, and names and
/// texts that mean something to every format.
fn mixed() -> Folder {
    Folder::of(&[
        (
            "suite/a<&|>.litmus",
            &MP.replace("PTX MP", "PTX M&amp;P<b>|x|"),
        ),
        (
            "suite/bad.litmus",
            "PTX T\n{ x = 0; }\n P0@cta 0 ;\n st.weak x, ]]>&<script>alert(1)</script> ;\n",
        ),
        ("suite/sb.litmus", &format!("{SB}// expect sc: reachable\n")),
        (
            "suite/fence.litmus",
            &SB.replace("ld.weak r1, y ", "fence.acq_rel.sys ")
                .replace("P0:r1 == 0 /\\ ", "")
                .replace("// expect tso: reachable", ""),
        ),
    ])
}

fn report(format: &str) -> Said {
    let said = mixed().run(&["batch", "suite", "-m", "sc,tso", "--format", format]);
    assert_eq!(said.code, 2, "{}", said.err);
    said
}

#[test]
fn json_is_one_document_and_a_baseline() {
    let timeless = |mut row: Value| {
        row["millis"] = Value::Null;
        row["stats"] = Value::Null;
        row
    };
    let all: Vec<Value> = serde_json::from_str(&report("json").out).unwrap();
    let lines = report("jsonl").rows();
    assert_eq!(all.len(), 7);
    let [all, lines] = [all, lines].map(|rows| rows.into_iter().map(timeless).collect::<Vec<_>>());
    assert_eq!(all, lines);
    let folder = Folder::of(&[("suite/mp.litmus", MP), ("suite/sb.litmus", SB)]);
    let args = ["batch", "suite", "-m", "sc,tso"];
    let first = folder.run(&[&args[..], &["--format", "json"]].concat());
    assert_eq!(first.code, 0, "{}", first.err);
    folder.add("old.json", &first.out);
    let again = folder.run(&[&args[..], &["--baseline", "old.json"]].concat());
    assert_eq!(again.code, 0, "{}", again.err);
    // None has gone, and each was compared: one that says something else is a change.
    let other = first.out.replacen("\"unreachable\"", "\"reachable\"", 1);
    folder.add("old.json", &other);
    let changed = folder.run(&[&args[..], &["--baseline", "old.json"]].concat());
    assert_eq!(changed.code, 1, "{}", changed.err);
}

#[test]
fn csv() {
    let said = report("csv");
    let mut reader = csv::Reader::from_reader(said.out.as_bytes());
    let records: Vec<csv::StringRecord> = reader.records().map(Result::unwrap).collect();
    assert_eq!(records.len(), 7);
    let disagrees = records.iter().filter(|record| &record[6] == "false");
    let disagrees: Vec<&str> = disagrees.map(|record| &record[0]).collect();
    assert_eq!(disagrees, ["suite/sb.litmus"]);
    assert!(
        records
            .iter()
            .any(|record| &record[0] == "suite/a<&|>.litmus")
    );
}

#[test]
fn markdown() {
    let said = report("markdown");
    let table: Vec<&str> = said
        .out
        .lines()
        .take_while(|line| !line.is_empty())
        .collect();
    assert_eq!(table.len(), 2 + 4);
    let bars = |line: &str| line.replace("\\|", "").matches('|').count();
    assert!(table.iter().all(|line| bars(line) == 4), "{table:#?}");
    assert!(
        said.out
            .contains("| sb.litmus | unreachable (never) **✗** | reachable (sometimes) ✓ |"),
        "{}",
        said.out
    );
    assert!(
        said.out.contains("- suite/sb.litmus:8 expects reachable"),
        "{}",
        said.out
    );
    assert!(!said.out.contains("\n<script>"));
}

#[test]
fn junit() {
    let said = report("junit");
    for words in [
        "<testsuite name=\"suite/sb.litmus\" tests=\"2\" failures=\"1\" errors=\"0\" skipped=\"0\"",
        "<failure message=\"unreachable (never), but suite/sb.litmus:8 expects reachable\">",
        "<error message=",
        "name=\"suite/a&lt;&amp;|&gt;.litmus\"",
    ] {
        assert!(said.out.contains(words), "no `{words}` in\n{}", said.out);
    }
    well_formed(&said.out);
    junit::fits(&said.out);
}

/// Elements close in the order they open, and no bare `<` or `&` is in a text.
fn well_formed(text: &str) {
    let mut open: Vec<String> = Vec::new();
    let mut rest = text;
    while let Some(start) = rest.find('<') {
        let before = &rest[..start];
        assert!(!before.contains('>'), "{before}");
        for part in before.split('&').skip(1) {
            assert!(part.contains(';'), "{part}");
        }
        let end = start + rest[start..].find('>').unwrap();
        let tag = &rest[start + 1..end];
        rest = &rest[end + 1..];
        if let Some(name) = tag.strip_prefix('/') {
            assert_eq!(open.pop().as_deref(), Some(name));
        } else if !tag.ends_with('/') && !tag.starts_with('?') {
            open.push(tag.split(' ').next().unwrap().to_owned());
        }
    }
    assert!(open.is_empty(), "{open:?}");
}

#[test]
fn sarif() {
    let said = report("sarif");
    let log: Value = serde_json::from_str(&said.out).unwrap();
    assert_eq!(log["version"], "2.1.0");
    let results = log["runs"][0]["results"].as_array().unwrap();
    let found: Vec<(&str, &str, u64)> = results
        .iter()
        .map(|result| {
            let place = &result["locations"][0]["physicalLocation"];
            let uri = place["artifactLocation"]["uri"].as_str().unwrap();
            let line = place["region"]["startLine"].as_u64().unwrap();
            (result["ruleId"].as_str().unwrap(), uri, line)
        })
        .collect();
    assert_eq!(found[0].0, "no-test");
    assert_eq!(
        found.last().unwrap(),
        &("disagreement", "suite/sb.litmus", 8)
    );
    assert!(found[0].2 > 1, "the line of the mistake: {found:?}");
    let regions: Vec<&Value> = results
        .iter()
        .map(|result| &result["locations"][0]["physicalLocation"]["region"])
        .collect();
    // The mistake, and what states the expectation, without the bars before it.
    assert_eq!(
        *regions[0],
        serde_json::json!({"startLine": 3, "startColumn": 2, "endLine": 3, "endColumn": 10})
    );
    let last = serde_json::json!({"startLine": 8, "startColumn": 4, "endLine": 8, "endColumn": 24});
    assert_eq!(**regions.last().unwrap(), last);
    fits_sarif(&log);
    for result in results {
        let index = usize::try_from(result["ruleIndex"].as_u64().unwrap()).unwrap();
        assert_eq!(
            log["runs"][0]["tool"]["driver"]["rules"][index]["id"],
            result["ruleId"]
        );
    }
}

/// Each mistake of a text is told where it is, and what cannot be read at the first letter: hosts want a whole region.
#[test]
fn sarif_has_all_mistakes() {
    let bad = MP
        .replace("st.weak x", "st.waek x")
        .replace("st.weak y", "st.waek y")
        .replace("ld.weak r2", "ld.waek r2");
    let folder = Folder::of(&[("suite/bad.litmus", &bad)]);
    std::fs::write(folder.root().join("suite/bytes.litmus"), [0xff, 0xfe]).unwrap();
    let args = [
        "batch",
        "suite",
        "gone.litmus",
        "-m",
        "sc",
        "--format",
        "sarif",
    ];
    let said = folder.run(&args);
    let log: Value = serde_json::from_str(&said.out).unwrap();
    fits_sarif(&log);
    let results = log["runs"][0]["results"].as_array().unwrap();
    let told: Vec<(&str, &str, Vec<u64>)> = results
        .iter()
        .map(|result| {
            let place = &result["locations"][0]["physicalLocation"];
            let region = ["startLine", "startColumn", "endLine", "endColumn"];
            (
                place["artifactLocation"]["uri"].as_str().unwrap(),
                result["message"]["text"].as_str().unwrap(),
                region
                    .map(|key| place["region"][key].as_u64().unwrap())
                    .to_vec(),
            )
        })
        .collect();
    let store = "unknown modifier `.waek` of `st` (not a modifier of this instruction): did you mean `.weak`?";
    let load = "unknown modifier `.waek` of `ld` (not a modifier of this instruction): did you mean `.weak`?";
    assert_eq!(
        told,
        [
            ("gone.litmus", "no such file", vec![1, 1, 1, 1]),
            ("suite/bad.litmus", store, vec![4, 5, 4, 9]),
            ("suite/bad.litmus", store, vec![5, 5, 5, 9]),
            ("suite/bad.litmus", load, vec![5, 22, 5, 26]),
            (
                "suite/bytes.litmus",
                "not UTF-8 text (at byte 0)",
                vec![1, 1, 1, 2]
            ),
        ]
    );
    let prints = results
        .iter()
        .map(|result| &result["partialFingerprints"]["question/v1"]);
    let prints: std::collections::BTreeSet<&str> = prints.filter_map(Value::as_str).collect();
    assert_eq!(prints.len(), results.len());
    // What a journal keeps is told alike.
    let journal = ["--journal", "rows", "--format", "jsonl"];
    folder.run(&[&args[..5], &journal].concat());
    let merged = folder.run(&["merge", "rows", "--format", "sarif"]);
    let merged: Value = serde_json::from_str(&merged.out).unwrap();
    assert_eq!(merged["runs"][0]["results"], log["runs"][0]["results"]);
}

#[test]
fn a_refused_instruction_has_its_place_in_sarif() {
    let folder = Folder::of(&[(
        "suite/bar.litmus",
        "PTX Bar\n{ x = 0; }\n P0@cta 0,gpu 0 | P1@cta 0,gpu 0 ;\n st.weak x, 1 | bar.sync 0 ;\n bar.sync 0 | ld.weak r0, x ;\nexists (P1:r0 == 0)\n",
    )]);
    let said = folder.run(&["batch", "suite", "-m", "sc", "--format", "sarif"]);
    let log: Value = serde_json::from_str(&said.out).unwrap();
    let result = &log["runs"][0]["results"][0];
    let region = &result["locations"][0]["physicalLocation"]["region"];
    assert_eq!(
        *region,
        serde_json::json!({"startLine": 4, "startColumn": 17, "endLine": 4, "endColumn": 27})
    );
    let text = result["message"]["text"].as_str().unwrap();
    assert!(text.contains("barriers"), "{text}");
    fits_sarif(&log);
    // The same in words elsewhere, and counted as the table calls it.
    let said = folder.run(&["batch", "suite", "-m", "sc", "--format", "junit"]);
    let words = "<skipped message=\"unsupported: the model gives barriers no meaning\"/>";
    assert!(said.out.contains(words), "{}", said.out);
    assert!(said.err.contains("1 row: 1 refused"), "{}", said.err);
    for (format, told) in [
        (
            "text",
            "\nrefused: sc gives barriers no meaning (suite/bar.litmus:4)\n",
        ),
        (
            "markdown",
            "\n- refused: sc gives barriers no meaning (suite/bar.litmus:4)\n",
        ),
    ] {
        let said = folder.run(&["batch", "suite", "-m", "sc", "--format", format]);
        assert!(said.out.contains(told), "{}", said.out);
    }
}

/// What Markdown would take for its own is as it is: names in a line of HTML, answers between fences.
#[test]
fn markdown_shows_names_and_answers_as_they_are() {
    let folder = Folder::of(&[("store_buf<b>.litmus", SB)]);
    let said = folder.run(&["batch", ".", "-m", "sc", "--strict", "--format", "markdown"]);
    let (_, details) = said.out.split_once("<details>").unwrap();
    assert!(
        details.starts_with("<summary>./store_buf&lt;b&gt;.litmus sc:"),
        "{details}"
    );
    let (_, answer) = details.split_once("\n```text\n").unwrap();
    let (answer, _) = answer.split_once("\n```\n\n</details>").unwrap();
    assert!(answer.contains("exists (P0:r1 == 0"), "{answer}");
}

#[test]
fn html_escapes_what_it_shows() {
    let said = report("html");
    let parts = parts(&said.out);
    assert_eq!(parts.len(), 4);
    assert!(said.out.contains("M&amp;amp;P&lt;b&gt;|x|"), "{}", said.out);
    for text in parts.iter().chain([&said.out]) {
        assert!(!text.contains("<script>alert"), "{text}");
        assert!(!text.contains("http"), "a page that needs nothing else");
    }
    let bad = parts
        .iter()
        .filter(|text| text.contains("&lt;script&gt;alert(1)&lt;/script&gt;"));
    assert_eq!(bad.count(), 1);
    assert_eq!(said.out.matches("<details class=\"test\"").count(), 4);
}

#[test]
fn html_has_each_arrowhead_once_outside_of_all_tests() {
    let said = report("html");
    let outside = &said.out[..said.out.find("<details").unwrap()];
    let mut pictures = 0;
    for part in parts(&said.out) {
        assert!(
            !part.contains(" id=") && !part.contains("<style>"),
            "{part}"
        );
        pictures += part.matches("<svg").count();
        for arrow in part.split("url(#").skip(1) {
            let name = arrow.split(')').next().unwrap();
            let id = format!(" id=\"{name}\"");
            assert_eq!(outside.matches(&id).count(), 1, "{name}");
            assert_eq!(said.out.matches(&id).count(), 1, "{name}");
        }
    }
    assert!(pictures >= 4, "{pictures} pictures");
}

#[test]
fn html_puts_what_is_wrong_first_and_verdicts_below_each_other() {
    let said = report("html");
    let tests: Vec<&str> = said.out.split("<details class=\"test\"").skip(1).collect();
    let rank = |name: &str| {
        let test = tests.iter().find(|test| test.contains(name)).unwrap();
        let (_, rest) = test.split_once("data-rank=\"").unwrap();
        rest.split('"').next().unwrap().parse::<u8>().unwrap()
    };
    assert_eq!((rank("<b>sb</b>"), rank("<b>bad</b>")), (0, 0));
    assert!(rank("<b>fence</b>") > 0 && rank("<b>a&lt;&amp;|&gt;</b>") > 0);
    // The order of the page is that of the ranks, without the script too.
    assert!(said.out.contains("[data-rank=\"0\"] { order: -3; }"));
    // The same models in the same places, of a test that has rows.
    for test in tests
        .iter()
        .filter(|test| !test.contains("data-verdict=\"error\""))
    {
        let (summary, _) = test.split_once("</summary>").unwrap();
        let models: Vec<&str> = summary
            .split("data-model=\"")
            .skip(1)
            .map(|rest| rest.split('"').next().unwrap())
            .collect();
        assert_eq!(models, ["sc", "tso"], "{summary}");
    }
    let wrong =
        "<p class=\"wrong\">sc: unreachable (never), but suite/sb.litmus:8 expects reachable</p>";
    assert!(said.out.contains(wrong), "{}", said.out);
}

#[test]
fn html_of_many_tests_is_small() {
    let page = |count| {
        let said =
            Folder::generated(count).run(&["batch", "suite", "-m", "sc,tso", "--format", "html"]);
        said.out.len()
    };
    // The styles are there once; what a test adds is a few thousand letters with its pictures.
    let each = (page(30) - page(10)) / 20;
    assert!(each < 6_000, "{each} bytes a test");
}

#[test]
fn the_same_bytes_twice_and_with_any_number_of_threads() {
    let folder = Folder::generated(30);
    let run = |jobs| {
        folder
            .run(&[
                "batch", "suite", "-m", "sc,tso", "--format", "jsonl", "-j", jobs,
            ])
            .out
    };
    let one = super::support::timeless(&run("1"));
    assert_eq!(one, super::support::timeless(&run("4")));
}

/// Places that explain a mistake, and what is told of a test that has an answer, once for all models.
#[test]
fn sarif_has_related_places_and_warnings() {
    let twice = MP.replace("y = 0; }", "y = 0; x = 1; }");
    let unused = MP.replace("P1:r2 == 0", "P1:r3 == 0");
    let folder = Folder::of(&[
        ("suite/twice.litmus", &twice),
        ("suite/unused.litmus", &unused),
    ]);
    let args = [
        "batch",
        "suite",
        "-m",
        "sc,tso",
        "--journal",
        "rows",
        "--format",
        "sarif",
    ];
    let said = folder.run(&args);
    let log: Value = serde_json::from_str(&said.out).unwrap();
    fits_sarif(&log);
    let results = log["runs"][0]["results"].as_array().unwrap();
    assert_eq!(results.len(), 2, "{results:#?}");
    let related = &results[0]["relatedLocations"][0];
    assert!(related["message"]["text"].is_string(), "{related}");
    let place = &related["physicalLocation"];
    assert_eq!(place["artifactLocation"]["uri"], "suite/twice.litmus");
    let region =
        serde_json::json!({"startLine": 2, "startColumn": 3, "endLine": 2, "endColumn": 4});
    assert_eq!(place["region"], region);
    let warning = &results[1];
    assert_eq!(
        (&warning["ruleId"], &warning["level"]),
        (&"warning".into(), &"warning".into())
    );
    let text = warning["message"]["text"].as_str().unwrap();
    assert!(text.contains("r3"), "{text}");
    let place = &warning["locations"][0]["physicalLocation"];
    assert_eq!(place["artifactLocation"]["uri"], "suite/unused.litmus");
    assert_eq!(place["region"]["startLine"], 6);
    // Of a journal the same is told, as long as the test is what it was.
    let merged = folder.run(&["merge", "rows", "--format", "sarif"]);
    let merged: Value = serde_json::from_str(&merged.out).unwrap();
    assert_eq!(merged["runs"][0]["results"], log["runs"][0]["results"]);
    folder.add("suite/unused.litmus", MP);
    let merged = folder.run(&["merge", "rows", "--format", "sarif"]);
    let merged: Value = serde_json::from_str(&merged.out).unwrap();
    assert_eq!(merged["runs"][0]["results"].as_array().unwrap().len(), 1);
}

/// What editors put before a text is no part of it.
#[test]
fn html_shows_a_test_from_its_first_word() {
    let text = std::fs::read_to_string("suite/coherence/sb.litmus").unwrap();
    let folder = Folder::of(&[("sb.litmus", &format!("\u{feff}{text}"))]);
    let said = folder.run(&["batch", "sb.litmus", "-m", "sc", "--format", "html"]);
    let parts = parts(&said.out);
    let source = |part: &String| part.contains("<pre class=\"source\">PTX ");
    assert!(!parts.is_empty() && parts.iter().all(source), "{parts:?}");
}
