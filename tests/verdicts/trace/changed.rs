//! Logs that are changed: what means the same keeps its verdict, what asks for less stays explained, and what was broken on purpose
//! is judged as the search of all orders judges it.
#![expect(clippy::unwrap_used, reason = "a test that cannot run should fail")]

use gpu_litmus::trace::answer::Verdict;
use gpu_litmus::trace::judge::members;
use gpu_litmus::trace::rules::{Rule, Times};

use super::agree::{RULES, ask, parse};
use super::oracle;
use gpu_litmus::testing::logs::{Kind, Rng, log};

/// A log's lines: what all have in common, and the events.
fn lines(text: &str) -> (Vec<String>, Vec<String>) {
    let is_event = |line: &&str| line.contains(": T");
    let all = || text.lines().map(str::trim_end);
    let owned = str::to_owned;
    (
        all().filter(|line| !is_event(line)).map(owned).collect(),
        all().filter(is_event).map(owned).collect(),
    )
}

fn joined(head: &[String], events: &[String]) -> String {
    let all: Vec<&str> = head.iter().chain(events).map(String::as_str).collect();
    all.join("\n") + "\n"
}

/// The thread of an event.
fn thread(event: &str) -> &str {
    event.split_whitespace().nth(1).unwrap()
}

/// The threads' events in another interleaving.
fn interleaved(rng: &mut Rng, events: &[String]) -> Vec<String> {
    let mut names: Vec<&str> = events.iter().map(|event| thread(event)).collect();
    names.sort_unstable();
    names.dedup();
    let of = |name: &str| -> Vec<String> {
        let own = events.iter().filter(|event| thread(event) == name).rev();
        own.cloned().collect()
    };
    let mut left: Vec<Vec<String>> = names.into_iter().map(of).collect();
    let mut all = Vec::new();
    while left.iter().any(|events| !events.is_empty()) {
        let at = rng.below(left.len());
        all.extend(left[at].pop());
    }
    all
}

/// Other names of threads, of locations, of values and of events.
fn renamed(events: &[String]) -> Vec<String> {
    let name = |word: &str| match word {
        "x" => "y".to_owned(),
        "y" => "x".to_owned(),
        "T0" => "later".to_owned(),
        "T1" => "T0".to_owned(),
        _ => match word.strip_prefix('e') {
            Some(number) => format!("event{number}"),
            None => word.to_owned(),
        },
    };
    let value = |word: &str| {
        let parts = word.split('>').map(|part| match part.parse::<u64>() {
            // The initial value keeps its name.
            Ok(number) if number > 0 => (number + 1_000).to_string(),
            Ok(_) | Err(_) => part.to_owned(),
        });
        parts.collect::<Vec<_>>().join(">")
    };
    let line = |event: &String| {
        let words = event.split_whitespace().map(name).map(|word| value(&word));
        words.collect::<Vec<_>>().join(" ")
    };
    events.iter().map(line).collect()
}

fn verdict(text: &str, rule: Rule) -> Verdict {
    ask(&parse(text), rule, Times::Off).verdict
}

fn kind(seed: u64) -> Kind {
    Kind {
        distinct: !seed.is_multiple_of(3),
        timed: false,
        fenced: seed.is_multiple_of(2),
        backs: false,
        events: 9,
    }
}

#[test]
fn another_interleaving_and_other_names_mean_the_same() {
    let mut count = [0, 0];
    for seed in 0..150 {
        let mut rng = Rng::new(seed + 70_000);
        let text = log(&mut rng, kind(seed));
        let (head, events) = lines(&text);
        let others = [
            joined(&head, &interleaved(&mut rng, &events)),
            joined(&head, &renamed(&events)),
        ];
        for rule in RULES {
            let right = verdict(&text, rule);
            count[usize::from(right == Verdict::Explained)] += 1;
            for other in &others {
                assert_eq!(
                    verdict(other, rule),
                    right,
                    "{}\n{text}\n{other}",
                    rule.name()
                );
            }
        }
    }
    assert!(count.iter().all(|count| *count > 50), "{count:?}");
}

/// Who asks for less is answered as well: an explained log without one of its reads is explained.
#[test]
fn without_a_read_what_is_explained_stays_so() {
    let mut count = 0;
    for seed in 0..150 {
        let mut rng = Rng::new(seed + 80_000);
        let text = log(&mut rng, kind(seed));
        let (head, events) = lines(&text);
        for (at, _) in events
            .iter()
            .enumerate()
            .filter(|(_, event)| event.contains(" L "))
        {
            let mut less = events.clone();
            less.remove(at);
            let less = joined(&head, &less);
            for rule in RULES {
                if verdict(&text, rule) == Verdict::Explained {
                    let found = verdict(&less, rule);
                    assert_eq!(found, Verdict::Explained, "{}\n{text}\n{less}", rule.name());
                    count += 1;
                }
            }
        }
    }
    assert!(count > 300, "{count}");
}

/// A log of one memory, which `sc` explains: its events in the order in which they happened.
fn right(rng: &mut Rng) -> Vec<String> {
    let mut memory = [0, 0];
    let mut events = Vec::new();
    for number in 1..=8 {
        let (thread, place) = (rng.below(3), rng.below(2));
        let name = ["x", "y"][place];
        let now = memory[place];
        let what = match rng.below(5) {
            0 | 1 => format!("S {name} {number}"),
            2 => format!("U {name} {now}>{number}"),
            _ => format!("L {name} {now}"),
        };
        if !what.starts_with('L') {
            memory[place] = number;
        }
        events.push(format!("e{number}: T{thread} {what}"));
    }
    events
}

/// A violation, if the log has a place for it.
fn planted(rng: &mut Rng, events: &[String], which: usize) -> Option<Vec<String>> {
    let mut events = events.to_vec();
    let mut with = |kind: &str| -> Option<usize> {
        let fits = |at: &usize| events[*at].contains(kind);
        let all: Vec<usize> = (0..events.len()).filter(fits).collect();
        (!all.is_empty()).then(|| all[rng.below(all.len())])
    };
    match which {
        // A read of the initial value, however much was written since.
        0 => {
            let at = with(" L ")?;
            let (rest, _) = events[at].rsplit_once(' ')?;
            events[at] = format!("{rest} 0");
        }
        // Two events of a thread change places.
        1 => {
            let first = (0..events.len()).find(|first| {
                let later = &events[first + 1..];
                later
                    .iter()
                    .any(|one| thread(one) == thread(&events[*first]))
            })?;
            let second = (first + 1..events.len())
                .find(|second| thread(&events[*second]) == thread(&events[first]))?;
            events.swap(first, second);
        }
        // A store is lost: nobody wrote what is read.
        2 => {
            let at = with(" S ")?;
            events.remove(at);
        }
        // A value that is never written.
        3 => {
            let at = with(" L ")?;
            let (rest, _) = events[at].rsplit_once(' ')?;
            events[at] = format!("{rest} 99");
        }
        // Two read-modify-writes find the same value.
        _ => {
            let at = with(" U ")?;
            let (rest, values) = events[at].rsplit_once(' ')?;
            let (read, _) = values.split_once('>')?;
            let place = rest.split_whitespace().last()?;
            events.push(format!("twin: T3 U {place} {read}>98"));
        }
    }
    Some(events)
}

/// What was broken is judged as the search of all orders judges it, and most of it is impossible.
#[test]
fn planted_violations_are_judged_by_brute_force() {
    let head = ["trace 1".to_owned(), "init * = 0".to_owned()];
    for which in 0..5 {
        let mut impossible = 0;
        for seed in 0..80 {
            let mut rng = Rng::new(seed * 31 + 90_000 + u64::try_from(which).unwrap());
            let events = right(&mut rng);
            assert_eq!(
                verdict(&joined(&head, &events), Rule::Sc),
                Verdict::Explained
            );
            let Some(broken) = planted(&mut rng, &events, which) else {
                continue;
            };
            let text = joined(&head, &broken);
            let log = parse(&text);
            let all = members(&log);
            for rule in RULES {
                let expected = if oracle::explained(&log, &all, rule, Times::Off, true) {
                    Verdict::Explained
                } else {
                    Verdict::Impossible
                };
                assert_eq!(verdict(&text, rule), expected, "{}\n{text}", rule.name());
                impossible += u32::from(expected == Verdict::Impossible);
            }
        }
        assert!(impossible > 30, "violation {which}: {impossible}");
    }
}
