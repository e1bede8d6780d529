//! Minimal tests once more: programs by brute force, machines with and without store buffers for the models, and
//! what is minimal.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;

/// An instruction: who it is, `W`, `R` or `U`, where, and whether a fence is before it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct Does {
    pub id: usize,
    pub kind: char,
    pub place: usize,
    pub fence: bool,
}

pub type Program = Vec<Vec<Does>>;

/// Which write (0: none) each read has found, and each location holds.
pub type End = (BTreeMap<usize, usize>, BTreeMap<usize, usize>);

/// A moment: how far each thread is, its buffer, and what was found and left so far.
type Moment = (Vec<usize>, Vec<Vec<(usize, usize)>>, End);

/// How a program ends on a machine, with store buffers or without.
fn ends(program: &Program, buffered: bool) -> BTreeSet<End> {
    let threads = program.len();
    let places = program.iter().flatten().map(|does| (does.place, 0));
    let start = (BTreeMap::new(), places.collect());
    let mut open = vec![(vec![0; threads], vec![Vec::new(); threads], start)];
    let mut seen: BTreeSet<Moment> = BTreeSet::new();
    let mut found = BTreeSet::new();
    while let Some(moment) = open.pop() {
        if !seen.insert(moment.clone()) {
            continue;
        }
        let (at, buffers, end) = &moment;
        let mut stuck = true;
        for thread in 0..threads {
            if let Some(&(place, value)) = buffers[thread].first() {
                let mut next = moment.clone();
                next.1[thread].remove(0);
                next.2.1.insert(place, value);
                open.push(next);
                stuck = false;
            }
            let Some(does) = program[thread].get(at[thread]) else {
                continue;
            };
            let drained = buffers[thread].is_empty();
            if !drained && (does.fence || does.kind == 'U') {
                continue;
            }
            stuck = false;
            let mut next = moment.clone();
            next.0[thread] += 1;
            if does.kind != 'W' {
                let mut own = buffers[thread].iter().rev();
                let own = own.find(|(place, _)| *place == does.place);
                let value = own.map_or(end.1[&does.place], |(_, value)| *value);
                next.2.0.insert(does.id, value);
            }
            match (does.kind, buffered) {
                ('R', _) => {}
                ('W', true) => next.1[thread].push((does.place, does.id)),
                _ => {
                    next.2.1.insert(does.place, does.id);
                }
            }
            open.push(next);
        }
        if stuck {
            found.insert(end.clone());
        }
    }
    found
}

/// All programs with one instruction relaxed.
fn relaxed(program: &Program) -> Vec<Program> {
    let mut found = Vec::new();
    for (thread, column) in program.iter().enumerate() {
        for (index, does) in column.iter().enumerate() {
            let mut less = program.clone();
            less[thread].remove(index);
            if let Some(next) = less[thread].get_mut(index) {
                next.fence |= does.fence && index > 0;
            }
            found.push(less);
            if does.fence {
                let mut less = program.clone();
                less[thread][index].fence = false;
                found.push(less);
            }
            if does.kind == 'U' {
                let mut less = program.clone();
                less[thread][index].kind = 'R';
                let store = Does {
                    kind: 'W',
                    fence: false,
                    ..*does
                };
                less[thread].insert(index + 1, store);
                found.push(less);
            }
        }
    }
    found
}

/// Whether some end of a program is the wanted one, as far as it is about what is still there.
fn allows(ends: &BTreeSet<End>, program: &Program, wanted: &End) -> bool {
    let all = || program.iter().flatten();
    let writes = all().filter(|does| does.kind != 'R').map(|does| does.id);
    let there: BTreeSet<usize> = writes.chain([0]).collect();
    let fits = |own: &BTreeMap<usize, usize>, wanted: &BTreeMap<usize, usize>| {
        let mut own = own.iter();
        own.all(|(what, value)| !there.contains(&wanted[what]) || wanted[what] == *value)
    };
    let mut ends = ends.iter();
    ends.any(|(reads, memory)| fits(reads, &wanted.0) && fits(memory, &wanted.1))
}

/// All ends of a program that can be thought of.
fn thinkable(program: &Program) -> Vec<End> {
    let all = || program.iter().flatten();
    let writes = |place: usize| {
        let here = all().filter(move |does| does.place == place && does.kind != 'R');
        here.map(|does| does.id)
    };
    let mut found: Vec<End> = vec![(BTreeMap::new(), BTreeMap::new())];
    for does in all().filter(|does| does.kind != 'W') {
        let values = || writes(does.place).filter(|id| *id != does.id).chain([0]);
        let more = found.iter().flat_map(|end| {
            values().map(move |value| {
                let mut end = end.clone();
                end.0.insert(does.id, value);
                end
            })
        });
        found = more.collect();
    }
    for place in all().map(|does| does.place).collect::<BTreeSet<_>>() {
        let values: Vec<usize> = writes(place).collect();
        let values = if values.is_empty() { vec![0] } else { values };
        let more = found.iter().flat_map(|end| {
            values.iter().map(move |&value| {
                let mut end = end.clone();
                end.1.insert(place, value);
                end
            })
        });
        found = more.collect();
    }
    found
}

fn permutations(count: usize) -> Vec<Vec<usize>> {
    let mut found = vec![Vec::new()];
    for next in 0..count {
        let more = found.iter().flat_map(|shorter: &Vec<usize>| {
            (0..=shorter.len()).map(move |at| {
                let mut longer = shorter.clone();
                longer.insert(at, next);
                longer
            })
        });
        found = more.collect();
    }
    found
}

/// A name for all tests that are this one by other names.
pub fn class(program: &Program, end: Option<&End>) -> String {
    let named = |order: &Vec<usize>| {
        let all = || order.iter().flat_map(|&thread| &program[thread]);
        let mut places: Vec<usize> = Vec::new();
        for does in all() {
            if !places.contains(&does.place) {
                places.push(does.place);
            }
        }
        let value = |id: usize| all().position(|does| does.id == id).map_or(0, |at| at + 1);
        let mut text = String::new();
        for &thread in order {
            for does in &program[thread] {
                let place = places.iter().position(|one| *one == does.place);
                let found = end.and_then(|end| end.0.get(&does.id)).map(|id| value(*id));
                let _ = write!(text, "{}{}{place:?}{found:?} ", does.fence, does.kind);
            }
            text += "| ";
        }
        if let Some(end) = end {
            let last: Vec<usize> = places.iter().map(|place| value(end.1[place])).collect();
            let _ = write!(text, "{last:?}");
        }
        text
    };
    permutations(program.len()).iter().map(named).min().unwrap()
}

/// All programs of threads of these sizes.
fn programs(sizes: &[usize], kinds: &str, fences: bool) -> Vec<Program> {
    let mut found: Vec<Program> = vec![Vec::new()];
    for &size in sizes {
        for index in 0..size {
            let mut more = Vec::new();
            for program in &found {
                let used = program.iter().flatten();
                let id = used.clone().count() + 1;
                let places = used.map(|does| does.place + 1).max().unwrap_or(0);
                for place in 0..=places.min(2) {
                    for kind in kinds.chars() {
                        for fence in [false, true] {
                            if fence && (index == 0 || !fences) {
                                continue;
                            }
                            let mut longer = program.clone();
                            if index == 0 {
                                longer.push(Vec::new());
                            }
                            let does = Does {
                                id,
                                kind,
                                place,
                                fence,
                            };
                            longer.last_mut().unwrap().push(does);
                            more.push(longer);
                        }
                    }
                }
            }
            found = more;
        }
    }
    found
}

/// The classes of minimal tests, by brute force.
pub fn brute(kinds: &str, fences: bool, most: usize, buffered: bool) -> BTreeSet<String> {
    let sizes: [&[usize]; 11] = [
        &[1],
        &[2],
        &[1, 1],
        &[3],
        &[2, 1],
        &[1, 1, 1],
        &[4],
        &[3, 1],
        &[2, 2],
        &[2, 1, 1],
        &[1, 1, 1, 1],
    ];
    let sizes = sizes
        .iter()
        .filter(|sizes| sizes.iter().sum::<usize>() <= most);
    let mut known = BTreeSet::new();
    let mut found = BTreeSet::new();
    for program in sizes.flat_map(|sizes| programs(sizes, kinds, fences)) {
        if !known.insert(class(&program, None)) {
            continue;
        }
        let own = ends(&program, buffered);
        let less = relaxed(&program).into_iter();
        let less: Vec<_> = less.map(|less| (ends(&less, buffered), less)).collect();
        for end in thinkable(&program) {
            let mut less = less.iter();
            if !own.contains(&end) && less.all(|(ends, less)| allows(ends, less, &end)) {
                found.insert(class(&program, Some(&end)));
            }
        }
    }
    found
}
