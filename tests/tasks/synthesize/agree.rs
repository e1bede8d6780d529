//! What is found is what an enumeration written apart finds.
use std::collections::{BTreeMap, BTreeSet};
use std::time::Duration;

use gpu_litmus::Model;
use gpu_litmus::stop::Stop;
use gpu_litmus::tasks::space::{Bounds, Choice, Vocabulary, Whole};
use gpu_litmus::tasks::survey::How;
use gpu_litmus::tasks::synthesize::{Request, Synthesis, run};
use gpu_litmus::verdict::query::Options;

use super::apart::{Does, Program, brute, class};

fn synthesize(model: &str, with: &str, events: usize, stop: Stop) -> Synthesis {
    let model = Model::find(model).unwrap();
    let vocabulary = Vocabulary {
        whole: Whole::Joined,
        ..Vocabulary::of(&[&model])
    };
    let choice = Choice {
        with: with.split(',').map(str::to_owned).collect(),
        ..Choice::default()
    };
    let request = Request {
        vocabulary: vocabulary.choose(&choice, &[&model]).unwrap(),
        bounds: Bounds::accesses(events),
        options: Options {
            timeout: Some(Duration::from_secs(3600)),
            stop,
            ..Options::default()
        },
        how: How::default(),
    };
    run(&model, &request, &mut |_| {})
}

/// The class of a test that was found, read off its line.
fn read(line: &str) -> String {
    let mut program: Program = Vec::new();
    let mut told: Vec<(usize, usize, usize)> = Vec::new();
    let mut values: BTreeMap<(usize, usize), usize> = BTreeMap::new();
    let mut last: BTreeMap<usize, usize> = BTreeMap::new();
    let place = |name: &str| "xyz".find(name).unwrap();
    let number = |text: &str| text.trim().parse::<usize>().unwrap();
    for part in line.split(" | ") {
        if let Some(ends) = part.strip_prefix("at the end ") {
            for end in ends.split(", ") {
                let (name, value) = end.split_once(" = ").unwrap();
                last.insert(place(name), number(value));
            }
            continue;
        }
        program.push(Vec::new());
        let mut fence = false;
        for word in part.split("; ") {
            let (mnemonic, rest) = word.split_once(' ').unwrap_or((word, ""));
            if mnemonic.starts_with("fence") {
                fence = true;
                continue;
            }
            let id = program.iter().flatten().count() + 1;
            let (name, rest) = rest.split_at(1);
            let (found, value) = rest.split_once(", ").unwrap_or((rest, ""));
            if let Some(found) = found.strip_prefix(" = ") {
                told.push((id, place(name), number(found)));
            }
            if !value.is_empty() {
                values.insert((place(name), number(value)), id);
            }
            let kind = match (found.is_empty(), value.is_empty()) {
                (true, _) => 'W',
                (false, true) => 'R',
                (false, false) => 'U',
            };
            let does = Does {
                id,
                kind,
                place: place(name),
                fence: std::mem::take(&mut fence),
            };
            program.last_mut().unwrap().push(does);
        }
    }
    let write = |place, value| match value {
        0 => 0,
        _ => values[&(place, value)],
    };
    let reads = told
        .iter()
        .map(|&(id, place, value)| (id, write(place, value)));
    let places: BTreeSet<usize> = program.iter().flatten().map(|does| does.place).collect();
    let memory = places.into_iter().map(|place| {
        // What is written once, or never, is not said.
        let only = usize::from(values.contains_key(&(place, 1)));
        (
            place,
            write(place, last.get(&place).copied().unwrap_or(only)),
        )
    });
    class(&program, Some(&(reads.collect(), memory.collect())))
}

/// Both find the same tests; how many.
fn agree(model: &str, with: &str, most: usize) -> usize {
    let kinds = [("st", 'W'), ("ld", 'R'), ("rmw", 'U')].into_iter();
    let kinds: String = kinds
        .filter(|(word, _)| with.contains(word))
        .map(|(_, kind)| kind)
        .collect();
    let found = synthesize(model, with, most, Stop::never());
    assert_eq!(found.open, None);
    let classes: BTreeSet<String> = found.tests.iter().map(|test| read(&test.line)).collect();
    // Each class once, and each name.
    assert_eq!(classes.len(), found.tests.len());
    let names: BTreeSet<&str> = found.tests.iter().map(|test| &*test.shown.name).collect();
    assert_eq!(names.len(), found.tests.len());
    let fences = with.contains("fence");
    assert_eq!(classes, brute(&kinds, fences, most, model == "tso"));
    classes.len()
}

#[test]
fn sequential_consistency() {
    assert_eq!(agree("sc", "ld,st", 4), 16);
    assert_eq!(agree("sc", "ld,st,rmw", 3), 11);
}

#[test]
fn store_buffers() {
    assert_eq!(agree("tso", "ld,st,fence", 4), 16);
    assert_eq!(agree("tso", "ld,st,rmw,fence", 3), 11);
}

/// The ten that litmustestgen lists for this axiom and size.
#[test]
fn the_ten_of_tso() {
    let found = synthesize("tso", "ld,st", 4, Stop::never());
    let tests = found.tests.iter();
    let of = tests.filter(|test| test.axioms.iter().any(|axiom| axiom == "tso"));
    let names: BTreeSet<&str> = of.filter_map(|test| test.shape).collect();
    let ten = [
        "CoWW", "S", "2+2W", "W+W+RR", "CoMP", "CoRR", "W+WRR", "MP", "LB", "CoRW2",
    ];
    assert_eq!(names, BTreeSet::from(ten));
}

/// Who is told to stop has what was found by then, and says up to where it is all.
#[test]
fn a_stop_leaves_what_is_found() {
    let found = synthesize("sc", "ld,st", 4, Stop::after(Duration::ZERO));
    assert!(found.open.is_some());
    assert_eq!((found.counted.accesses, found.tests.len()), (0, 0));
}

/// Larger ones, for `make long`.
mod long {
    use gpu_litmus::stop::Stop;

    use super::{agree, synthesize};

    #[test]
    #[ignore = "slow: make long"]
    fn store_buffers() {
        assert_eq!(agree("tso", "ld,st,rmw,fence", 4), 32);
        assert!(agree("sc", "ld,st,rmw", 4) > 16);
    }

    #[test]
    #[ignore = "slow: make long"]
    fn classical_shapes_of_six() {
        let found = synthesize("sc", "ld,st", 6, Stop::never());
        let shape = |name: &str| found.tests.iter().any(|test| test.shape == Some(name));
        let names = [
            "SB", "LB", "MP", "R", "S", "2+2W", "WRC", "RWC", "IRIW", "ISA2", "3.SB", "CoRR",
        ];
        assert!(names.iter().all(|name| shape(name)));
    }
}
