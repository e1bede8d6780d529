//! One program of each class of symmetry.
//!
//! Threads are sorted by what they do, locations and places not looked at. Of the orders that are left,
//! those among threads that do the same, the one counts whose places and locations, numbered as they come,
//! are the least.

use super::shape::{Access, Column, Item, Place, Shape};
use crate::syntax::ast::Space;

/// What tells two orders of the same threads apart: the places, and the locations with their spaces,
/// numbered as they come.
type Labels = (Vec<Place>, Vec<(usize, Space)>);

impl Shape {
    /// The one of its class.
    #[must_use]
    pub fn canonical(&self) -> Self {
        self.arranged(&self.canonical_order())
    }

    /// The order of its threads in the one of its class.
    #[must_use]
    pub fn canonical_order(&self) -> Vec<usize> {
        let mut sorted: Vec<usize> = (0..self.columns.len()).collect();
        sorted.sort_by(|&a, &b| {
            let (a, b) = (&self.columns[a], &self.columns[b]);
            a.blind().cmp(b.blind()).then_with(|| a.cmp(b))
        });
        let columns: Vec<Column> = sorted.iter().map(|&at| self.columns[at].clone()).collect();
        let orders = orders(&columns).into_iter();
        let orders = orders.map(|order| order.iter().map(|&at| sorted[at]).collect::<Vec<_>>());
        let least = orders.min_by_key(|order| self.labels(order));
        least.unwrap_or_default()
    }

    /// The orders of its threads that leave it as it is, if it is the one of its class.
    #[must_use]
    pub fn symmetries(&self) -> Vec<Vec<usize>> {
        let orders = orders(&self.columns).into_iter();
        orders
            .filter(|order| self.arranged(order) == *self)
            .collect()
    }

    /// The same with places and locations numbered as they come.
    #[must_use]
    pub fn renumbered(&self) -> Self {
        let order: Vec<usize> = (0..self.columns.len()).collect();
        self.arranged(&order)
    }

    /// Whether it is the one of its class; its threads are sorted already, and its labels are numbered as
    /// they come.
    pub(super) fn is_least(&self) -> bool {
        let mut orders = orders(&self.columns).into_iter();
        let Some(own) = orders.next() else {
            return true;
        };
        let own = self.labels(&own);
        orders.all(|order| own <= self.labels(&order))
    }

    fn labels(&self, order: &[usize]) -> Labels {
        let mut places = Places::default();
        let mut locations = Numbers::default();
        let columns = || order.iter().filter_map(|&index| self.columns.get(index));
        let placed = columns().map(|column| places.number(column.place));
        let placed = placed.collect();
        let accesses = columns().flat_map(Column::accesses);
        let named = accesses.map(|access| {
            let space = self.spaces.get(access.location).copied();
            (locations.number(access.location), space.unwrap_or_default())
        });
        (placed, named.collect())
    }

    /// The same with its threads in another order, places and locations numbered as they come.
    #[must_use]
    pub fn arranged(&self, order: &[usize]) -> Self {
        let mut places = Places::default();
        let mut locations = Numbers::default();
        let columns = order.iter().filter_map(|&index| self.columns.get(index));
        let columns = columns.map(|column| {
            let items = column.items.iter().map(|item| match *item {
                Item::Access(access) => Item::Access(Access {
                    location: locations.number(access.location),
                    ..access
                }),
                Item::Fence(fence) => Item::Fence(fence),
            });
            Column {
                place: places.number(column.place),
                items: items.collect(),
            }
        });
        let columns = columns.collect();
        let spaces = locations.0.iter();
        let spaces = spaces.map(|&old| self.spaces.get(old).copied().unwrap_or_default());
        Self {
            columns,
            spaces: spaces.collect(),
        }
    }
}

/// Things numbered as they come.
#[derive(Debug)]
struct Numbers<T>(Vec<T>);

impl<T> Default for Numbers<T> {
    fn default() -> Self {
        Self(Vec::new())
    }
}

impl<T: PartialEq> Numbers<T> {
    fn number(&mut self, thing: T) -> usize {
        let known = self.0.iter().position(|other| *other == thing);
        known.unwrap_or_else(|| {
            self.0.push(thing);
            self.0.len() - 1
        })
    }
}

/// Places numbered as they come: devices, the blocks of each, the warps of each of these.
#[derive(Debug, Default)]
struct Places {
    gpus: Numbers<usize>,
    ctas: Vec<(usize, Numbers<usize>)>,
    warps: Vec<((usize, usize), Numbers<usize>)>,
}

impl Places {
    fn number(&mut self, place: Place) -> Place {
        let gpu = self.gpus.number(place.gpu);
        let cta = within(&mut self.ctas, gpu).number(place.cta);
        let warp = within(&mut self.warps, (gpu, cta)).number(place.warp);
        Place { gpu, cta, warp }
    }
}

fn within<K: PartialEq, T>(all: &mut Vec<(K, Numbers<T>)>, key: K) -> &mut Numbers<T> {
    let index = all.iter().position(|(known, _)| *known == key);
    let index = index.unwrap_or_else(|| {
        all.push((key, Numbers::default()));
        all.len() - 1
    });
    &mut all[index].1
}

/// All orders of threads that are sorted by what they do and stay so; the given one first.
fn orders(columns: &[Column]) -> Vec<Vec<usize>> {
    let mut found: Vec<Vec<usize>> = vec![Vec::new()];
    let mut start = 0;
    while let Some(first) = columns.get(start) {
        let alike = columns[start..].iter();
        let alike = alike.take_while(|other| first.blind().eq(other.blind()));
        let end = start + alike.count();
        let group: Vec<usize> = (start..end).collect();
        let ways = permutations(&group);
        found = found
            .iter()
            .flat_map(|before| ways.iter().map(move |way| [&before[..], way].concat()))
            .collect();
        start = end;
    }
    found
}

/// All orders of some numbers, the given one first.
fn permutations(of: &[usize]) -> Vec<Vec<usize>> {
    let mut found: Vec<Vec<usize>> = vec![Vec::new()];
    for _ in of {
        found = found
            .iter()
            .flat_map(|before| {
                let rest = of.iter().filter(|number| !before.contains(number));
                rest.map(move |&number| [&before[..], &[number]].concat())
            })
            .collect();
    }
    found
}
