//! Whose memory is whose: views, blocks, and which view holds which location.

use super::model::Model;
use crate::program::{LocationId, Program, ThreadId};
use crate::syntax::ast::Space;

/// A view of memory: a thread's, or a block's in `ugpu-strong`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct View {
    /// The block it belongs to.
    block: (u32, u32),
    /// Its thread, or the first of its block.
    thread: ThreadId,
}

/// The views of a program under a model.
#[derive(Debug, Clone)]
pub struct Layout {
    views: Vec<View>,
    of_thread: Vec<usize>,
    spaces: Vec<Space>,
    owners: Vec<Option<(u32, u32)>>,
    physical: Vec<LocationId>,
}

impl Layout {
    /// The layout of a program.
    #[must_use]
    pub fn new(program: &Program, model: Model) -> Self {
        let placed = program.threads.iter().map(|thread| &thread.placement);
        let blocks = placed.map(|placement| (placement.gpu, placement.cta));
        let (views, of_thread) = views(blocks, model);
        let locations = program.locations.iter();
        Self {
            views,
            of_thread,
            spaces: locations.clone().map(|location| location.space).collect(),
            owners: locations.clone().map(|location| location.block).collect(),
            physical: locations.map(|location| location.physical).collect(),
        }
    }

    /// The layout of threads in blocks, each by its number, and of so many locations that all of them have.
    #[must_use]
    pub fn of(blocks: &[u32], locations: usize, model: Model) -> Self {
        let (views, of_thread) = views(blocks.iter().map(|block| (0, *block)), model);
        Self {
            views,
            of_thread,
            spaces: vec![Space::Global; locations],
            owners: vec![None; locations],
            physical: (0..locations).map(LocationId).collect(),
        }
    }

    /// How many views there are.
    #[must_use]
    pub fn views(&self) -> usize {
        self.views.len()
    }

    /// How many threads there are.
    #[must_use]
    pub fn threads(&self) -> usize {
        self.of_thread.len()
    }

    /// The values of all locations, given those of the memories behind them.
    #[must_use]
    pub fn memory(&self, values: &[i64]) -> Vec<i64> {
        let physical = self.physical.iter();
        physical.map(|location| values[location.0]).collect()
    }

    /// How many locations there are.
    #[must_use]
    pub fn locations(&self) -> usize {
        self.spaces.len()
    }

    /// The view of a thread.
    #[must_use]
    pub fn view(&self, thread: ThreadId) -> usize {
        self.of_thread[thread.0]
    }

    /// The thread that a view is named after.
    #[must_use]
    pub fn thread(&self, view: usize) -> ThreadId {
        self.views[view].thread
    }

    /// Whether all blocks have a location.
    #[must_use]
    pub fn is_global(&self, location: LocationId) -> bool {
        self.spaces[location.0] == Space::Global
    }

    /// Whether a view has a cell for a location.
    #[must_use]
    pub fn holds(&self, view: usize, location: LocationId) -> bool {
        self.owners[location.0].is_none_or(|owner| owner == self.views[view].block)
    }

    /// Whether two views belong to one block.
    #[must_use]
    pub fn same_block(&self, a: usize, b: usize) -> bool {
        self.views[a].block == self.views[b].block
    }

    /// The index of a cell.
    #[must_use]
    pub fn cell(&self, view: usize, location: LocationId) -> usize {
        view * self.locations() + location.0
    }
}

/// The views of threads in these blocks, and each thread's.
fn views(blocks: impl Iterator<Item = (u32, u32)>, model: Model) -> (Vec<View>, Vec<usize>) {
    let mut views: Vec<View> = Vec::new();
    let mut of_thread = Vec::new();
    for (index, block) in blocks.enumerate() {
        let known = views.iter().position(|view| view.block == block);
        let view = known.filter(|_| model.view_per_block());
        of_thread.push(view.unwrap_or(views.len()));
        if view.is_none() {
            let thread = ThreadId(index);
            views.push(View { block, thread });
        }
    }
    (views, of_thread)
}
