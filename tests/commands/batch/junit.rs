//! What the schema of `JUnit` reports that Jenkins publishes says (`junit-10.xsd` of its xUnit plugin), as
//! facts: of each element its attributes with their types, those that must be there, what may be within
//! it and in which order, and whether it may hold text.

#![expect(clippy::panic, reason = "what is wrong with a report is said in words")]

/// What an attribute may be.
#[derive(Clone, Copy, PartialEq)]
enum Kind {
    /// Anything.
    Text,
    /// A whole number. The schema has strings here; those that other tools publish have numbers.
    Count,
    /// Seconds with at most three decimals: what all editions of the schema take.
    Time,
}

/// What may be within an element.
enum Within {
    /// Text only, or nothing.
    Text,
    /// These elements, as often as one likes, in any order, and no text.
    Any(&'static [&'static str]),
}

struct Rule {
    name: &'static str,
    attributes: &'static [(&'static str, Kind)],
    must: &'static [&'static str],
    within: Within,
}

const RESULT: &[(&str, Kind)] = &[("type", Kind::Text), ("message", Kind::Text)];

const RULES: [Rule; 9] = [
    Rule {
        name: "testsuites",
        attributes: &[
            ("name", Kind::Text),
            ("time", Kind::Time),
            ("tests", Kind::Count),
            ("failures", Kind::Count),
            ("errors", Kind::Count),
        ],
        must: &[],
        within: Within::Any(&["testsuite"]),
    },
    Rule {
        name: "testsuite",
        attributes: &[
            ("name", Kind::Text),
            ("tests", Kind::Count),
            ("failures", Kind::Count),
            ("errors", Kind::Count),
            ("group", Kind::Text),
            ("time", Kind::Time),
            ("skipped", Kind::Count),
            ("timestamp", Kind::Text),
            ("hostname", Kind::Text),
            ("id", Kind::Text),
            ("package", Kind::Text),
            ("file", Kind::Text),
            ("log", Kind::Text),
            ("url", Kind::Text),
        ],
        must: &["name", "tests", "failures", "errors"],
        within: Within::Any(&[
            "testsuite",
            "properties",
            "testcase",
            "system-out",
            "system-err",
        ]),
    },
    Rule {
        name: "testcase",
        attributes: &[
            ("name", Kind::Text),
            ("time", Kind::Time),
            ("classname", Kind::Text),
            ("group", Kind::Text),
        ],
        must: &["name"],
        within: Within::Any(&["skipped", "error", "failure", "system-out", "system-err"]),
    },
    Rule {
        name: "skipped",
        attributes: RESULT,
        must: &[],
        within: Within::Text,
    },
    Rule {
        name: "error",
        attributes: RESULT,
        must: &[],
        within: Within::Text,
    },
    Rule {
        name: "failure",
        attributes: RESULT,
        must: &[],
        within: Within::Text,
    },
    Rule {
        name: "properties",
        attributes: &[],
        must: &[],
        within: Within::Any(&["property"]),
    },
    Rule {
        name: "system-out",
        attributes: &[],
        must: &[],
        within: Within::Text,
    },
    Rule {
        name: "system-err",
        attributes: &[],
        must: &[],
        within: Within::Text,
    },
];

impl Kind {
    fn takes(self, value: &str) -> bool {
        let digits = |text: &str| text.chars().all(|letter| letter.is_ascii_digit());
        match self {
            Self::Text => true,
            Self::Count => !value.is_empty() && digits(value),
            Self::Time => {
                let (whole, part) = value.split_once('.').unwrap_or((value, ""));
                !whole.is_empty() && digits(whole) && digits(part) && part.len() <= 3
            }
        }
    }
}

/// An element that is open: its rule, and what its attributes promise of the cases within.
struct Open {
    rule: &'static Rule,
    promised: [usize; 4],
    seen: [usize; 4],
}

const COUNTED: [&str; 4] = ["tests", "failures", "errors", "skipped"];
const CASES: [&str; 4] = ["testcase", "failure", "error", "skipped"];

/// Checks a report.
pub fn fits(text: &str) {
    let mut open: Vec<Open> = Vec::new();
    let mut roots = 0;
    for piece in text.split('<').skip(1) {
        let (tag, behind) = piece.split_once('>').unwrap();
        if tag.starts_with('?') {
            assert!(
                open.is_empty() && roots == 0,
                "a declaration behind an element"
            );
            continue;
        }
        if let Some(closed) = tag.strip_prefix('/') {
            let last = open.pop().unwrap();
            assert_eq!(closed, last.rule.name);
            assert!(
                last.rule.name != "testsuite" || last.promised == last.seen,
                "a suite promises {:?} of {COUNTED:?}, and has {:?}",
                last.promised,
                last.seen
            );
        } else {
            let element = element(tag, open.last());
            roots += usize::from(open.is_empty());
            if let Some(at) = CASES.iter().position(|case| *case == element.rule.name) {
                let mut suites = open.iter_mut().rev();
                let suite = suites.find(|each| each.rule.name == "testsuite").unwrap();
                suite.seen[at] += 1;
            }
            if !tag.ends_with('/') {
                open.push(element);
            }
        }
        let text = open
            .last()
            .is_some_and(|last| matches!(last.rule.within, Within::Text));
        assert!(
            text || behind.trim().is_empty(),
            "text where none may be: {behind:?}"
        );
    }
    assert!(
        open.is_empty() && roots == 1,
        "there is one element around all"
    );
}

fn element(tag: &str, parent: Option<&Open>) -> Open {
    let bare = tag.trim_end_matches('/');
    let name = bare.split(' ').next().unwrap();
    let rule = RULES.iter().find(|rule| rule.name == name);
    let rule = rule.unwrap_or_else(|| panic!("no such element: <{tag}>"));
    match parent.map(|parent| &parent.rule.within) {
        Some(Within::Any(within)) => assert!(within.contains(&name), "<{tag}> is out of place"),
        Some(Within::Text) => panic!("<{tag}> where only text may be"),
        None => assert_eq!(name, "testsuites"),
    }
    // Quotes within values are escaped.
    let words: Vec<&str> = bare[name.len()..].split('"').collect();
    let mut names: Vec<&str> = Vec::new();
    let mut promised = [0; 4];
    for pair in words.chunks_exact(2) {
        let attribute = pair[0].trim().trim_end_matches('=');
        let known = rule.attributes.iter().find(|(name, _)| *name == attribute);
        let (_, kind) = known.unwrap_or_else(|| panic!("{attribute} in <{tag}>"));
        assert!(kind.takes(pair[1]), "{attribute} in <{tag}>");
        assert!(!names.contains(&attribute), "{attribute} twice in <{tag}>");
        if let Some(at) = COUNTED.iter().position(|counted| *counted == attribute) {
            promised[at] = pair[1].parse().unwrap();
        }
        names.push(attribute);
    }
    for attribute in rule.must {
        assert!(names.contains(attribute), "no {attribute} in <{tag}>");
    }
    Open {
        rule,
        promised,
        seen: [0; 4],
    }
}

/// The check finds what the schema does not take.
#[test]
fn what_does_not_fit_is_found() {
    let case = "<testcase name=\"a\" time=\"0.001\"/>";
    let suite = |attributes: &str, within: &str| {
        format!("<testsuites><testsuite name=\"n\" {attributes}>{within}</testsuite></testsuites>")
    };
    let counts = "tests=\"1\" failures=\"0\" errors=\"0\"";
    fits(&suite(counts, case));
    let wrong = [
        suite("tests=\"1\"", case),
        suite(&format!("{counts} disabled=\"0\""), case),
        suite(&counts.replace('1', "2"), case),
        suite(&format!("{counts} time=\"0.0001\""), case),
        suite(&format!("{counts} time=\"\""), case),
        suite(counts, &format!("{case}words")),
        suite(counts, &case.replace("testcase", "case")),
        suite(
            counts,
            "<testcase name=\"a\"><failure><error/></failure></testcase>",
        ),
        format!("<testsuites>{case}</testsuites>"),
        suite(counts, case).replace("testsuites>", "testsuite>"),
    ];
    for text in wrong {
        let said = std::panic::catch_unwind(|| fits(&text));
        assert!(said.is_err(), "{text}");
    }
}
