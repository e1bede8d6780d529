//! The forms of a report.

use serde_json::Value;

use super::support::{Folder, MP, SB, Said};

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
    for result in results {
        let index = usize::try_from(result["ruleIndex"].as_u64().unwrap()).unwrap();
        assert_eq!(
            log["runs"][0]["tool"]["driver"]["rules"][index]["id"],
            result["ruleId"]
        );
    }
}

#[test]
fn html_escapes_what_it_shows() {
    let said = report("html");
    assert!(!said.out.contains("<script>alert"), "{}", said.out);
    assert!(said.out.contains("&lt;script&gt;alert(1)&lt;/script&gt;"));
    assert!(!said.out.contains("http"), "a page that needs nothing else");
    assert_eq!(said.out.matches("<details class=\"test\"").count(), 4);
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
