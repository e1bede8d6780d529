//! Compiler mappings, and models compared program by program: against the search by formulas, and against texts that are
//! rewritten line by line and enumerated without a solver.

#![expect(
    clippy::unwrap_used,
    clippy::panic,
    reason = "a test that cannot run should fail"
)]

use std::collections::{BTreeMap, BTreeSet};

use gpu_litmus::explicit;
use gpu_litmus::stop::Stop;
use gpu_litmus::syntax::print::{Style, print};
use gpu_litmus::syntax::span::SourceFile;
use gpu_litmus::tasks::compare::all;
use gpu_litmus::tasks::compare::mapping::{Mapping, SHIPPED, read};
use gpu_litmus::tasks::compare::vocabulary::{self as formulas, Wanted};
use gpu_litmus::tasks::compare::walked::{Request, Standing, Walked, Way, search};
use gpu_litmus::tasks::observe::observed;
use gpu_litmus::tasks::space::{Bounds, Choice, Vocabulary, Walk, Whole};
use gpu_litmus::tasks::survey::How;
use gpu_litmus::verdict::query::Options;
use gpu_litmus::view::answer::Verdict;
use gpu_litmus::{Model, load};

fn words(text: &str) -> Vec<String> {
    text.split_whitespace().map(str::to_owned).collect()
}

/// The words of a vocabulary: instructions, orders, scopes, placements.
type Few<'a> = [&'a str; 4];

fn few(models: [&Model; 2], [with, orders, scopes, placements]: Few<'_>) -> Vocabulary {
    let choice = Choice {
        with: words(with),
        orders: words(orders),
        scopes: words(scopes),
        placements: words(placements),
        threads: Some(3),
        locations: Some(2),
        ..Choice::default()
    };
    let usual = Vocabulary {
        whole: Whole::Joined,
        ..Vocabulary::of(&models)
    };
    usual.choose(&choice, &[models[0]]).unwrap()
}

fn found(names: [&str; 2], mapping: Option<&Mapping>, words: Few<'_>, accesses: usize) -> Walked {
    let [first, second] = names.map(|name| Model::find(name).unwrap());
    let request = Request {
        first: &first,
        second: &second,
        mapping,
        vocabulary: few([&first, &second], words),
        bounds: Bounds::accesses(accesses),
        race_free: false,
        options: Options::default(),
        stop: Stop::never(),
        how: How::default(),
    };
    search(&request, &mut |_| ())
}

fn mapping(rows: &str) -> Mapping {
    let text = format!("[instructions]\n{rows}");
    read("own.toml", &SourceFile::new("own.toml", text.as_str())).unwrap()
}

/// Accesses, fences, threads, dependencies of the smallest test of each way.
fn sizes(walked: &Walked) -> Vec<Option<[usize; 4]>> {
    let ways = walked.ways.iter().map(|way| match &way.standing {
        Standing::Found(found) => {
            let size = found.size;
            Some([size.accesses, size.fences, size.threads, size.dependencies])
        }
        Standing::None => None,
        Standing::Open { why } => panic!("{why}"),
    });
    ways.collect()
}

/// The same by the search by formulas.
fn by_formulas(names: [&str; 2], few: Few<'_>, accesses: usize) -> Vec<Option<[usize; 4]>> {
    let [first, second] = names.map(|name| Model::find(name).unwrap());
    let axioms = [first.axiomatic().unwrap(), second.axiomatic().unwrap()];
    let [elements, orders, scopes, placements] = few.map(words);
    let wanted = Wanted {
        elements,
        orders,
        scopes,
        placements,
        threads: Some(3),
        locations: Some(2),
    };
    let vocabulary = formulas::Vocabulary::of(axioms).with(&wanted, [&first, &second]);
    let request = all::Request {
        first: &first,
        second: &second,
        vocabulary: vocabulary.unwrap(),
        events: accesses,
        all: None,
        options: Options::default(),
        stop: Stop::never(),
        how: How::default(),
    };
    let searched = all::search(&request, &mut |_| ());
    let ways = searched.ways.iter().map(|way| {
        assert_eq!(way.open, None);
        let test = way.tests.first()?;
        Some([test.accesses, test.fences, test.threads, test.dependencies])
    });
    ways.collect()
}

/// Both searches find tests of one size, or none; an identity mapping finds those of the second model.
#[test]
fn program_by_program_is_as_by_formulas() {
    let identity = mapping(
        "\"ld.weak\" = \"ld.weak\"\n\"st.weak\" = \"st.weak\"\n\"fence.sc\" = \"fence.sc\"\n\
         \"atom.relaxed\" = \"atom.relaxed\"\n\"ld.relaxed\" = \"ld.relaxed\"\n",
    );
    let plain = ["ld st fence", "weak", "gpu", "gpu"];
    let scopes = ["ld st", "weak relaxed", "cta gpu", "cta gpu"];
    let mut apart = 0;
    for (names, few, accesses) in [
        (["sc", "tso"], plain, 4),
        (["tso", "plain"], plain, 4),
        (["strict", "tso"], ["ld st", "weak", "gpu", "gpu"], 4),
        (["strict", "plain"], ["ld st rmw", "weak", "gpu", "gpu"], 3),
        (["sc", "ptx-7.5"], scopes, 3),
        (["ptx-6.0", "ptx-7.5"], scopes, 2),
    ] {
        let expected = by_formulas(names, few, accesses);
        assert_eq!(
            sizes(&found(names, None, few, accesses)),
            expected,
            "{names:?}"
        );
        apart += expected.iter().flatten().count();
        if few != scopes {
            let mapped = found(names, Some(&identity), few, accesses);
            assert_eq!(sizes(&mapped), expected[1..], "{names:?}");
        }
    }
    assert_eq!(apart, 4);
}

/// A test as lines a thread, rewritten word by word.
fn rewritten(text: &str, rows: &BTreeMap<&str, Vec<&str>>) -> String {
    let lines: Vec<&str> = text.lines().collect();
    let header = lines
        .iter()
        .position(|line| line.trim_start().starts_with("P0"))
        .unwrap();
    let end = lines
        .iter()
        .position(|line| line.starts_with("exists"))
        .unwrap();
    let cells = |line: &str| -> Vec<String> {
        let cells = line.trim().trim_end_matches(';').split('|');
        cells.map(|cell| cell.trim().to_owned()).collect()
    };
    let mut threads: Vec<Vec<String>> = vec![Vec::new(); cells(lines[header]).len()];
    for line in &lines[header + 1..end] {
        for (thread, cell) in threads.iter_mut().zip(cells(line)) {
            if cell.is_empty() {
                continue;
            }
            let (word, rest) = cell.split_once(' ').unwrap_or((cell.as_str(), ""));
            let becomes = rows
                .get(word)
                .unwrap_or_else(|| panic!("no row for {cell}"));
            thread.extend(becomes.iter().map(|word| {
                if word.starts_with("fence") {
                    (*word).to_owned()
                } else {
                    format!("{word} {rest}")
                }
            }));
        }
    }
    let mut out = lines[..=header].join("\n");
    out.push('\n');
    for row in 0..threads.iter().map(Vec::len).max().unwrap() {
        let cells = threads
            .iter()
            .map(|thread| thread.get(row).map_or("", String::as_str));
        out = out + " " + &cells.collect::<Vec<_>>().join(" | ") + " ;\n";
    }
    out + &lines[end..].join("\n") + "\n"
}

fn states(text: &str, model: &str) -> BTreeSet<Vec<i64>> {
    let program = load("test.litmus", text).unwrap();
    let terms = observed(&program, &["all".to_owned()]).unwrap();
    let model = explicit::Model::from_name(model).unwrap();
    let limits = explicit::Limits::default();
    let found = explicit::states::states(&program, model, (&limits, 2), &terms, (None, false));
    let found = found.unwrap();
    assert_eq!(found.open, None, "{text}");
    found.states.into_keys().collect()
}

/// How many programs there are before the first that is compiled wrongly, by texts and without a solver.
fn by_texts(
    names: [&str; 2],
    rows: &[(&str, &[&str])],
    few: Few<'_>,
    accesses: usize,
) -> Option<u64> {
    let models = names.map(|name| Model::find(name).unwrap());
    let vocabulary = self::few([&models[0], &models[1]], few);
    let rows = rows.iter().map(|(from, to)| (*from, to.to_vec())).collect();
    let walk = Walk::new(&vocabulary, Bounds::accesses(accesses), &Stop::never());
    for (before, shape) in (0..).zip(walk) {
        let text = print(&shape.unwrap().test("walked", None), &Style::default());
        let allowed = states(&rewritten(&text, &rows), names[1]);
        if !allowed.is_subset(&states(&text, names[0])) {
            return Some(before);
        }
    }
    None
}

/// Rows that keep each instruction one of its kind, as texts and as a table: the first wrong program is the same.
#[test]
fn texts_that_are_rewritten_agree() {
    let st_fence: &[(&str, &[&str])] = &[
        ("ld.weak", &["ld.weak"]),
        ("st.weak", &["st.weak", "fence.sc.gpu"]),
        ("fence.sc.gpu", &["fence.sc.gpu"]),
    ];
    let fence_st: &[(&str, &[&str])] = &[
        ("ld.weak", &["ld.weak"]),
        ("st.weak", &["fence.sc.gpu", "st.weak"]),
        ("fence.sc.gpu", &[]),
    ];
    let ptx: &[(&str, &[&str])] = &[
        ("ld.weak", &["fence.sc.sys", "ld.relaxed.sys"]),
        ("st.weak", &["fence.acq_rel.sys", "st.relaxed.sys"]),
        ("fence.sc.gpu", &[]),
        ("fence.acq_rel.gpu", &[]),
    ];
    let plain = ["ld st fence", "weak", "gpu", "gpu"];
    let mut wrong = 0;
    for (names, rows, accesses) in [
        (["sc", "tso"], st_fence, 4),
        (["sc", "tso"], fence_st, 4),
        (["sc", "strict"], st_fence, 4),
        (["sc", "strict"], fence_st, 4),
        (["tso", "ptx-7.5"], ptx, 3),
        (["sc", "plain"], st_fence, 4),
    ] {
        let quoted = |to: &[&str]| {
            to.iter()
                .map(|to| format!("\"{to}\""))
                .collect::<Vec<_>>()
                .join(", ")
        };
        let table = rows
            .iter()
            .map(|(from, to)| format!("\"{from}\" = [{}]\n", quoted(to)));
        let walked = found(
            names,
            Some(&mapping(&table.collect::<String>())),
            plain,
            accesses,
        );
        let first = by_texts(names, rows, plain, accesses);
        let way = &walked.ways[0];
        match &way.standing {
            Standing::None => assert_eq!(first, None, "{names:?} {rows:?}"),
            Standing::Found(_) => {
                assert_eq!(first, Some(way.counted.programs - 1), "{names:?} {rows:?}");
            }
            Standing::Open { why } => panic!("{why}"),
        }
        wrong += usize::from(first.is_some());
    }
    assert_eq!(wrong, 4);
}

/// The classical mapping of sequential consistency to x86: stores are exchanges. What these find is no outcome
/// of the source.
#[test]
fn exchanges_for_stores_are_enough_for_buffers() {
    let bare = ["ld st", "weak", "gpu", "gpu"];
    let load = "\"ld.weak\" = \"ld.weak\"\n";
    let store = |to: &str| mapping(&format!("{load}\"st.weak\" = \"{to}\"\n"));
    let right = found(["sc", "tso"], Some(&store("atom.relaxed.gpu")), bare, 4);
    assert_eq!(sizes(&right), [None]);
    let wrong = found(["sc", "tso"], Some(&store("st.weak")), bare, 4);
    assert_eq!(sizes(&wrong), [Some([4, 0, 2, 0])]);
    // Without the fences that order its loads, PTX has what it is asked for with the exchange's own read.
    let wrong = found(["sc", "ptx-7.5"], Some(&store("atom.relaxed.sys")), bare, 3);
    let Standing::Found(found) = &wrong.ways[0].standing else {
        panic!("loads of one location are out of order");
    };
    assert_eq!(found.forbidden.answer.verdict, Verdict::Unreachable);
    assert_eq!(found.allowed.answer.verdict, Verdict::Reachable);
    assert!(
        found.allowed.text.contains("exch"),
        "{}",
        found.allowed.text
    );
}

/// A program with a race in the source promises nothing, so nothing is wrong; one that gets a race is.
#[test]
fn races() {
    let table = mapping("\"ld.weak\" = \"ld.weak\"\n\"st.weak\" = \"st.weak\"\n");
    let bare = ["ld st", "weak", "gpu", "gpu"];
    let right = found(["hrf-indirect", "plain"], Some(&table), bare, 3);
    assert_eq!(sizes(&right), [None]);
    let wrong = found(["plain", "hrf-indirect"], Some(&table), bare, 3);
    let Standing::Found(found) = &wrong.ways[0].standing else {
        panic!("two weak accesses are a race");
    };
    assert_eq!(found.size.accesses, 2);
    assert_eq!(found.allowed.answer.verdict, Verdict::Racy);
}

/// The shipped tables are right on small tests, and leave out nothing of what their models accept.
#[test]
fn shipped_tables() {
    for (name, _) in SHIPPED {
        let (models, few, accesses) = match name {
            "hrf-to-ptx" => (
                ["hrf-indirect", "ptx-7.5"],
                ["ld st", "weak acquire release", "cta gpu", "cta gpu"],
                2,
            ),
            "sc-to-ptx" => (
                ["sc", "ptx-7.5"],
                ["ld st rmw", "weak", "gpu", "cta gpu"],
                3,
            ),
            "strict-to-ugpu" => (
                ["strict", "ugpu-weak"],
                ["ld st fence", "weak", "gpu", "cta gpu"],
                3,
            ),
            other => panic!("{other} has no test"),
        };
        let table = Mapping::find(name).unwrap();
        let [source, target] = models.map(|name| Model::find(name).unwrap());
        let covered = table.covers(&Vocabulary::of(&[&source]), &target);
        assert!(covered.is_ok(), "{name}: {}", covered.unwrap_err());
        let walked = found(models, Some(&table), few, accesses);
        assert_eq!(sizes(&walked), [None], "{name}");
        assert!(walked.ways[0].counted.programs > 20, "{name}");
    }
}

/// Who is told to stop says what is known by then.
#[test]
fn a_stop_leaves_what_is_known() {
    let [first, second] = ["sc", "ugpu-weak"].map(|name| Model::find(name).unwrap());
    let request = Request {
        first: &first,
        second: &second,
        mapping: None,
        vocabulary: Vocabulary::of(&[&first, &second]),
        bounds: Bounds::accesses(4),
        race_free: false,
        options: Options::default(),
        stop: Stop::after(std::time::Duration::ZERO),
        how: How::default(),
    };
    let walked = search(&request, &mut |_| ());
    let open =
        |way: &Way| matches!(way.standing, Standing::Open { .. }) && way.counted.accesses <= 1;
    assert!(
        walked.ways.len() == 2 && walked.ways.iter().all(open),
        "{walked:#?}"
    );
}
