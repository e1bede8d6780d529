//! Locations that each block has for itself, by the names of the blocks: `x@cta1`, `x@gpu0.cta1`.

use crate::program::LocationId;
use crate::syntax::ast::Space;

use super::locations::Locations;

impl Locations {
    /// The copy of a location that a block has, which is called `cta1` or `gpu0.cta1`, and the widest type that writes it.
    pub(super) fn find_of(&self, name: &str, block: &str) -> Option<(LocationId, u8)> {
        let index = self.index(name)?;
        let found = &self.names[index];
        if found.space == Space::Global {
            return None;
        }
        let mut blocks = self.blocks.iter();
        let at = blocks.position(|&own| self.calls(own).any(|called| called == block))?;
        let bits = self.root(index).map_or(0, |root| self.names[root].bits);
        Some((LocationId(found.first + at), bits))
    }

    /// What the blocks are called that have a location of their own of this name.
    pub(super) fn blocks_of(&self, name: &str) -> Vec<String> {
        let index = self.index(name);
        let own = index.is_some_and(|index| self.names[index].space == Space::Shared);
        let blocks = self.blocks.iter().filter(|_| own);
        blocks
            .filter_map(|&block| self.calls(block).next())
            .collect()
    }

    /// What a block may be called, the shortest first: its number, where no other device has a block of it, and both numbers.
    fn calls(&self, (gpu, cta): (u32, u32)) -> impl Iterator<Item = String> {
        let near = self.blocks.iter().all(|block| block.0 == gpu);
        let short = near.then(|| format!("cta{cta}"));
        short.into_iter().chain([format!("gpu{gpu}.cta{cta}")])
    }
}
