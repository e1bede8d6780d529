//! The names of tests: those of the literature, or what the threads do.

use std::collections::BTreeMap;

use crate::syntax::ast::{Order, Space};
use crate::tasks::space::notation::{LOCATIONS, Word, last, word};
use crate::tasks::space::{Access, Column, Item, Kind, Outcome, Place, Shape};

use super::relaxed::Relaxed;

/// Name, threads, final values of locations that are written more than once, in the words of [`notation`].
/// Names as in Alglave, Maranget, Tautschnig (TOPLAS 2014) and Lustig et al. (ASPLOS 2017).
///
/// [`notation`]: crate::tasks::space::notation
const CLASSICS: [(&str, &[&str], &str); 37] = [
    ("CoWW", &["Wx1 Wx2"], "x1"),
    ("CoRW1", &["Rx1 Wx1"], ""),
    ("CoRW2", &["Rx2 Wx1", "Wx2"], "x2"),
    ("CoWR0", &["Wx1 Rx0"], ""),
    ("CoWR", &["Wx1 Rx2", "Wx2"], "x1"),
    ("CoRR", &["Wx1", "Rx1 Rx0"], ""),
    ("CoMP", &["Wx1 Wx2", "Rx2 Rx1"], "x2"),
    ("W+W+RR", &["Wx1", "Wx2", "Rx2 Rx1"], "x2"),
    ("W+WRR", &["Wx1", "Wx2 Rx1 Rx2"], "x1"),
    ("Atomic", &["Ux01", "Ux02"], "x2"),
    ("Atomic", &["Wx1", "Ux02"], "x2"),
    ("SB", &["Wx1 Ry0", "Wy1 Rx0"], ""),
    ("LB", &["Rx1 Wy1", "Ry1 Wx1"], ""),
    ("MP", &["Wx1 Wy1", "Ry1 Rx0"], ""),
    ("R", &["Wx1 Wy1", "Wy2 Rx0"], "y2"),
    ("S", &["Wx2 Wy1", "Ry1 Wx1"], "x2"),
    ("2+2W", &["Wx1 Wy2", "Wy1 Wx2"], "x1 y1"),
    ("WRC", &["Wx1", "Rx1 Wy1", "Ry1 Rx0"], ""),
    ("RWC", &["Wx1", "Rx1 Ry0", "Wy1 Rx0"], ""),
    ("WWC", &["Wx2", "Rx2 Wy1", "Ry1 Wx1"], "x2"),
    ("WRR+2W", &["Wx2", "Rx2 Ry0", "Wy1 Wx1"], "x2"),
    ("WRW+WR", &["Wx1", "Rx1 Wy1", "Wy2 Rx0"], "y2"),
    ("WRW+2W", &["Wx2", "Rx2 Wy1", "Wy2 Wx1"], "x2 y2"),
    ("IRIW", &["Wx1", "Wy1", "Rx1 Ry0", "Ry1 Rx0"], ""),
    ("IRRWIW", &["Wx2", "Rx2 Ry0", "Wy1", "Ry1 Wx1"], "x2"),
    ("IRWIW", &["Wx2", "Rx2 Wy1", "Wy2", "Ry2 Wx1"], "x2 y2"),
    ("ISA2", &["Wx1 Wy1", "Ry1 Wz1", "Rz1 Rx0"], ""),
    ("Z6.0", &["Wx1 Wy1", "Ry1 Wz1", "Wz2 Rx0"], "z2"),
    ("Z6.1", &["Wx2 Wy1", "Wy2 Wz1", "Rz1 Wx1"], "x2 y2"),
    ("Z6.2", &["Wx2 Wy1", "Ry1 Wz1", "Rz1 Wx1"], "x2"),
    ("Z6.3", &["Wx1 Wy1", "Wy2 Wz1", "Rz1 Rx0"], "y2"),
    ("Z6.4", &["Wx1 Wy1", "Wy2 Rz0", "Wz1 Rx0"], "y2"),
    ("Z6.5", &["Wx1 Wy1", "Wy2 Wz1", "Wz2 Rx0"], "y2 z2"),
    ("3.SB", &["Wx1 Ry0", "Wy1 Rz0", "Wz1 Rx0"], ""),
    ("3.LB", &["Rx1 Wy1", "Ry1 Wz1", "Rz1 Wx1"], ""),
    ("3.2W", &["Wx2 Wy1", "Wy2 Wz1", "Wz2 Wx1"], "x2 y2 z2"),
    ("W+RWC", &["Wx1 Wy1", "Ry1 Rz0", "Wz1 Rx0"], ""),
];

/// What names are about: who does what where, and which write each read has found. Orders, scopes, places,
/// fences and dependencies are not looked at.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
struct Key(Shape, Vec<Option<i64>>);

/// Names tests, each otherwise.
#[derive(Debug)]
pub(in crate::tasks) struct Names {
    classics: Vec<(&'static str, Key)>,
    /// How often each name was given.
    given: BTreeMap<String, usize>,
}

impl Names {
    pub(in crate::tasks) fn new() -> Self {
        let classics = CLASSICS.iter().filter_map(|(name, threads, last)| {
            let (shape, outcome) = read(threads, last)?;
            let same = Relaxed::same(shape.clone());
            Some((*name, key(&same, &shape, &outcome)))
        });
        Self {
            classics: classics.collect(),
            given: BTreeMap::new(),
        }
    }

    /// The name of a shape in the literature.
    pub(super) fn classic(&self, shape: &Shape, outcome: &Outcome) -> Option<&'static str> {
        self.known(&key(&Relaxed::same(shape.clone()), shape, outcome))
    }

    fn known(&self, own: &Key) -> Option<&'static str> {
        let mut classics = self.classics.iter();
        let found = classics.find(|(_, key)| key == own);
        found.map(|(name, _)| *name)
    }

    /// A name for a test: that of the literature (`SB+U` where exchanges stand for stores), or what each
    /// thread does (`W+RR`, exchanges being `U`); with a number from the second on.
    pub(in crate::tasks) fn name(&mut self, shape: &Shape, outcome: &Outcome) -> String {
        let own = self.classic(shape, outcome).map(str::to_owned);
        let stores = || {
            let stores = key(&Relaxed::same(stores(shape)), shape, outcome);
            Some(format!("{}+U", self.known(&stores)?))
        };
        let name = own.or_else(stores).unwrap_or_else(|| letters(shape));
        let given = self.given.entry(name.clone()).or_default();
        *given += 1;
        if *given == 1 {
            name
        } else {
            format!("{name}-{given}")
        }
    }
}

fn letters(shape: &Shape) -> String {
    let threads = shape.columns.iter().map(|column| {
        let kinds = column.accesses().map(|access| match access.kind {
            Kind::Store => 'W',
            Kind::Load => 'R',
            Kind::Rmw => 'U',
        });
        kinds.collect::<String>()
    });
    threads.collect::<Vec<_>>().join("+")
}

/// The key of a program that was made of another, and an outcome of that.
fn key(relaxed: &Relaxed, before: &Shape, outcome: &Outcome) -> Key {
    let bare = Relaxed {
        shape: bare(&relaxed.shape),
        from: relaxed.from.clone(),
    };
    let bare = bare.canonical();
    let twins = bare.shape.symmetries();
    let asked = twins.iter();
    let asked = asked.map(|order| bare.arranged(order).asks(before, outcome));
    Key(bare.shape.clone(), asked.min().unwrap_or_default())
}

/// The accesses of a program, and nothing of what orders them.
fn bare(shape: &Shape) -> Shape {
    let columns = shape.columns.iter().map(|column| {
        let accesses = column.accesses().map(|access| {
            Item::Access(Access {
                link: None,
                order: Order::Weak,
                scope: None,
                ..*access
            })
        });
        Column {
            place: NOWHERE,
            items: accesses.collect(),
        }
    });
    Shape {
        columns: columns.collect(),
        spaces: vec![Space::Global; shape.spaces.len()],
    }
}

/// The same with stores for exchanges.
fn stores(shape: &Shape) -> Shape {
    let mut shape = shape.clone();
    for item in shape
        .columns
        .iter_mut()
        .flat_map(|column| &mut column.items)
    {
        if let Item::Access(access) = item
            && access.kind == Kind::Rmw
        {
            access.kind = Kind::Store;
        }
    }
    shape
}

const NOWHERE: Place = Place {
    gpu: 0,
    cta: 0,
    warp: 0,
};

/// A test of the table.
fn read(threads: &[&str], finals: &str) -> Option<(Shape, Outcome)> {
    let words = threads.iter().map(|thread| thread.split(' ').map(word));
    let words: Option<Vec<Vec<Word>>> = words.map(Iterator::collect).collect();
    let finals: Option<Vec<(usize, i64)>> = finals.split_whitespace().map(last).collect();
    let (words, finals) = (words?, finals?);
    // What the table calls a value of a location, in the order of the values of the program.
    let written: Vec<Vec<i64>> = (0..LOCATIONS.len())
        .map(|location| {
            let words = words.iter().flatten();
            let own = words.filter(|word| word.location == location);
            own.filter_map(|word| word.stored).collect()
        })
        .take_while(|values: &Vec<i64>| !values.is_empty())
        .collect();
    let value = |location: usize, told: i64| -> Option<i64> {
        let mut known = std::iter::once(&0).chain(written.get(location)?);
        let at = known.position(|known| *known == told)?;
        i64::try_from(at).ok()
    };
    let reads = words.iter().map(|words| {
        let reads = words
            .iter()
            .filter_map(|word| Some((word.location, word.found?)));
        reads
            .map(|(location, told)| value(location, told))
            .collect()
    });
    let memory = written.iter().enumerate().map(|(location, values)| {
        if values.len() == 1 {
            return Some(1);
        }
        let (_, told) = finals.iter().find(|(own, _)| *own == location)?;
        value(location, *told)
    });
    let outcome = Outcome {
        reads: reads.collect::<Option<_>>()?,
        memory: memory.collect::<Option<_>>()?,
    };
    let shape = Shape {
        columns: words.iter().map(|words| column(words)).collect(),
        spaces: vec![Space::Global; written.len()],
    };
    Some((shape, outcome))
}

fn column(words: &[Word]) -> Column {
    let access = |word: &Word| {
        Item::Access(Access {
            kind: word.kind,
            link: None,
            order: Order::Weak,
            scope: None,
            location: word.location,
        })
    };
    Column {
        place: NOWHERE,
        items: words.iter().map(access).collect(),
    }
}

#[cfg(test)]
mod tests {
    use super::{CLASSICS, Names, read};

    /// Every row is understood, and no two are the same test.
    #[test]
    fn the_table_is_read() {
        let mut names = Names::new();
        assert_eq!(names.classics.len(), CLASSICS.len());
        for (name, threads, last) in CLASSICS {
            let (shape, outcome) = read(threads, last).expect(name);
            assert_eq!(names.classic(&shape, &outcome), Some(name));
        }
        names
            .classics
            .sort_by(|(_, one), (_, other)| one.cmp(other));
        let pairs = names.classics.windows(2);
        assert!(pairs.into_iter().all(|pair| pair[0].1 != pair[1].1));
    }
}
