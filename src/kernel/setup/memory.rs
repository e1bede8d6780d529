//! Addresses. Buffers, variables, and the windows of blocks and threads are far apart, so that an
//! access that misses its buffer hits nothing.

use crate::ptx::types::{Space, Type};

/// Where buffers and variables of modules begin.
pub const GLOBAL: u64 = 0x7f40_0000_0000;
/// Where the windows of blocks begin.
pub const SHARED: u64 = 0x6000_0000_0000;
/// Where the windows of threads begin.
pub const LOCAL: u64 = 0x5000_0000_0000;
/// Where the parameters of launches begin.
pub const PARAM: u64 = 0x4000_0000_0000;
/// Where functions would lie: nothing is kept there.
const CODE: u64 = 0x3000_0000_0000;
/// The size of a window.
pub const WINDOW: u64 = 1 << 32;
/// Where the variables of a window begin: address 0 is none of them.
pub const FIRST: u64 = 0x400;
/// Variables begin at multiples of this, and lie at least so far apart.
pub const GAP: u64 = 0x100;

/// The address of a function, by its index in the module: a number that is no other's.
#[must_use]
pub const fn function_at(index: usize) -> u64 {
    CODE + GAP * index as u64
}

/// What a region is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Owner {
    /// A buffer, by its index in the description.
    Buffer(usize),
    /// A variable of the module, on a device.
    Variable(usize, u32),
    /// A shared variable of a block, by the block's index.
    Shared(usize),
    /// The workspace of a cooperative grid.
    Workspace(usize),
    /// The parameters of a launch.
    Parameters(usize),
}

/// A piece of memory that accesses must not leave.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Region {
    /// Its name, for people.
    pub name: String,
    /// What it is.
    pub owner: Owner,
    /// The space that it lies in.
    pub space: Space,
    /// Its first address, generic.
    pub base: u64,
    /// Its size.
    pub bytes: u64,
    /// The type of an element.
    pub ty: Type,
    /// What it holds at the start; nothing for a byte that nobody knows.
    pub initial: Vec<Option<u8>>,
}

impl Region {
    /// What up to eight bytes of it hold at the start, if somebody says.
    #[must_use]
    pub fn held_first(&self, address: u64, bytes: usize) -> Option<u64> {
        let start = usize::try_from(address.checked_sub(self.base)?).ok()?;
        let held = self.initial.get(start..start.checked_add(bytes)?)?;
        let mut pattern = [0; 8];
        for (at, byte) in held.iter().enumerate() {
            *pattern.get_mut(at)? = (*byte)?;
        }
        Some(u64::from_le_bytes(pattern))
    }

    /// The address behind it.
    #[must_use]
    pub const fn end(&self) -> u64 {
        self.base + self.bytes
    }

    /// A byte of it as an element: `part[1]`, with the rest in bytes where it is none.
    #[must_use]
    pub fn element(&self, address: u64) -> String {
        let size = self.ty.bytes().max(1);
        if address < self.base {
            let before = self.base - address;
            let (index, rest) = (
                before.div_ceil(size),
                before.next_multiple_of(size) - before,
            );
            return match rest {
                0 => format!("{}[-{index}]", self.name),
                _ => format!("{}[-{index}]+{rest}", self.name),
            };
        }
        let offset = address - self.base;
        if self.bytes == size && offset == 0 {
            return match self.owner {
                Owner::Buffer(_) => format!("{}[0]", self.name),
                Owner::Variable(..)
                | Owner::Shared(_)
                | Owner::Workspace(_)
                | Owner::Parameters(_) => self.name.clone(),
            };
        }
        let (index, rest) = (offset / size, offset % size);
        if rest == 0 {
            format!("{}[{index}]", self.name)
        } else {
            format!("{}[{index}]+{rest}", self.name)
        }
    }
}

/// The region that an address lies in; regions are in the order of their addresses.
#[must_use]
pub fn region_of(regions: &[Region], address: u64) -> Option<usize> {
    let at = regions
        .partition_point(|region| region.base <= address)
        .checked_sub(1)?;
    (address < regions[at].end()).then_some(at)
}

/// The region with the nearest end before an address: what was missed, likely.
#[must_use]
pub fn nearest(regions: &[Region], address: u64) -> Option<usize> {
    let at = regions.partition_point(|region| region.base <= address);
    let before = at
        .checked_sub(1)
        .filter(|&at| address - regions[at].end() < GAP);
    let after = (at < regions.len() && regions[at].base - address < GAP).then_some(at);
    before.or(after)
}
