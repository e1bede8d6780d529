//! What varies, and the points of the grid.

use crate::syntax::ast::Space;

use super::partitions::partitions;
use super::values::{FenceKind, Place, space_name};

/// The most points of a grid.
pub const LIMIT: usize = 5000;

/// What varies; where a list is empty, that is as the test has it.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Grid {
    /// What the holes are filled with.
    pub fences: Vec<FenceKind>,
    /// Each hole for itself, not all alike.
    pub each: bool,
    /// Where the threads go.
    pub places: Vec<Place>,
    /// Where the locations are.
    pub spaces: Vec<Space>,
}

/// A point of a grid: what is nothing is as the test has it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Point {
    /// The fence of each hole.
    pub fences: Option<Vec<FenceKind>>,
    /// Whether the holes may differ.
    pub each: bool,
    /// The block of each thread.
    pub blocks: Option<Vec<u32>>,
    /// The memory space of all locations.
    pub space: Option<Space>,
}

/// Why a grid has no points.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum GridError {
    /// A list of blocks does not fit the test.
    #[error("the placement {} is for {}, and the test has {threads}", groups(.blocks), threads_of(.blocks.len()))]
    Threads {
        /// The list.
        blocks: Vec<u32>,
        /// How many threads the test has.
        threads: usize,
    },
    /// There are too many.
    #[error("there are more than {LIMIT} combinations to try: name fewer fences or placements")]
    TooMany,
}

fn threads_of(count: usize) -> String {
    match count {
        1 => "1 thread".to_owned(),
        count => format!("{count} threads"),
    }
}

/// A list of blocks, as it is written.
fn groups(blocks: &[u32]) -> String {
    let blocks: Vec<String> = blocks.iter().map(u32::to_string).collect();
    blocks.join("/")
}

impl Grid {
    /// The points for a test of so many threads and holes: by placement, then memory space, then
    /// fences.
    ///
    /// # Errors
    ///
    /// A placement does not fit, or there are more than [`LIMIT`].
    pub fn points(&self, threads: usize, holes: usize) -> Result<Vec<Point>, GridError> {
        let blocks = self.blocks(threads)?;
        let fences = self.fillings(holes)?;
        let spaces: Vec<Option<Space>> = optional(distinct(&self.spaces));
        let count = blocks.len().saturating_mul(fences.len());
        if count.saturating_mul(spaces.len()) > LIMIT {
            return Err(GridError::TooMany);
        }
        let mut points = Vec::new();
        for blocks in &blocks {
            for space in &spaces {
                for fences in &fences {
                    points.push(Point {
                        fences: fences.clone(),
                        each: self.each,
                        blocks: blocks.clone(),
                        space: *space,
                    });
                }
            }
        }
        Ok(points)
    }

    fn blocks(&self, threads: usize) -> Result<Vec<Option<Vec<u32>>>, GridError> {
        let mut found: Vec<Vec<u32>> = Vec::new();
        for place in &self.places {
            match place {
                Place::Intra => found.push(vec![0; threads]),
                Place::Inter => found.push(apart(threads)),
                Place::All => found.extend(partitions(threads, LIMIT).ok_or(GridError::TooMany)?),
                Place::Groups(blocks) if blocks.len() == threads => found.push(normal(blocks)),
                Place::Groups(blocks) => {
                    return Err(GridError::Threads {
                        blocks: blocks.clone(),
                        threads,
                    });
                }
            }
        }
        Ok(optional(distinct(&found)))
    }

    fn fillings(&self, holes: usize) -> Result<Vec<Option<Vec<FenceKind>>>, GridError> {
        let fences = distinct(&self.fences);
        if !self.each {
            let alike = fences.iter().map(|fence| vec![*fence; holes]);
            return Ok(optional(alike.collect()));
        }
        let mut all = vec![Vec::new()];
        for _ in 0..holes {
            let longer = all.iter().flat_map(|filled: &Vec<FenceKind>| {
                fences.iter().map(|fence| {
                    let mut filled = filled.clone();
                    filled.push(*fence);
                    filled
                })
            });
            all = longer.take(LIMIT + 1).collect();
            if all.len() > LIMIT {
                return Err(GridError::TooMany);
            }
        }
        Ok(optional(all))
    }
}

/// Each thread in a block of its own.
fn apart(threads: usize) -> Vec<u32> {
    (0..threads)
        .filter_map(|thread| u32::try_from(thread).ok())
        .collect()
}

/// The same grouping with blocks numbered by their first thread.
fn normal(blocks: &[u32]) -> Vec<u32> {
    let mut seen: Vec<u32> = Vec::new();
    let mut result = Vec::new();
    for block in blocks {
        let index = seen.iter().position(|known| known == block);
        let index = index.unwrap_or_else(|| {
            seen.push(*block);
            seen.len() - 1
        });
        result.push(u32::try_from(index).unwrap_or(u32::MAX));
    }
    result
}

/// Each value once, in the order they first come.
fn distinct<T: PartialEq + Clone>(values: &[T]) -> Vec<T> {
    let mut result = Vec::new();
    for value in values {
        if !result.contains(value) {
            result.push(value.clone());
        }
    }
    result
}

/// The values; one that is nothing, if there are none.
fn optional<T>(values: Vec<T>) -> Vec<Option<T>> {
    if values.is_empty() {
        return vec![None];
    }
    values.into_iter().map(Some).collect()
}

impl Point {
    /// The fences in words.
    #[must_use]
    pub fn fence_name(&self) -> String {
        match self.fences.as_deref() {
            None => "as written".to_owned(),
            Some([first, ..]) if !self.each => first.name().to_owned(),
            Some(fences) => {
                let names: Vec<&str> = fences.iter().map(|fence| fence.name()).collect();
                names.join("/")
            }
        }
    }

    /// The placement in words.
    #[must_use]
    pub fn place_name(&self) -> String {
        match &self.blocks {
            None => "as written".to_owned(),
            Some(blocks) if blocks.iter().all(|block| *block == 0) => "intra".to_owned(),
            Some(blocks) if *blocks == apart(blocks.len()) => "inter".to_owned(),
            Some(blocks) => groups(blocks),
        }
    }

    /// The memory space in words.
    #[must_use]
    pub fn space_name(&self) -> &'static str {
        self.space.map_or("as written", space_name)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn equal_points_come_once() {
        let grid = Grid {
            places: vec![
                Place::Intra,
                Place::All,
                Place::Groups(vec![7, 3]),
                Place::Inter,
            ],
            ..Grid::default()
        };
        let points = grid.points(2, 0).unwrap_or_default();
        let names: Vec<String> = points.iter().map(Point::place_name).collect();
        assert_eq!(names, ["intra", "inter"]);
        assert_eq!(points[0].fence_name(), "as written");
    }

    #[test]
    fn holes_alike_or_each_for_itself() {
        let mut grid = Grid {
            fences: vec![
                FenceKind::None,
                FenceKind::Sc(crate::syntax::ast::Scope::Cta),
            ],
            ..Grid::default()
        };
        let names = |grid: &Grid| -> Vec<String> {
            let points = grid.points(2, 2).unwrap_or_default();
            points.iter().map(Point::fence_name).collect()
        };
        assert_eq!(names(&grid), ["none", "cta"]);
        grid.each = true;
        assert_eq!(
            names(&grid),
            ["none/none", "none/cta", "cta/none", "cta/cta"]
        );
        assert_eq!(grid.points(2, 20), Err(GridError::TooMany));
    }

    #[test]
    fn placements_must_fit() {
        let grid = Grid {
            places: vec![Place::Groups(vec![0, 1, 0])],
            ..Grid::default()
        };
        let said = grid.points(2, 0).unwrap_err().to_string();
        assert_eq!(
            said,
            "the placement 0/1/0 is for 3 threads, and the test has 2"
        );
    }
}
