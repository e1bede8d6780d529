//! How far accesses must reach to be strong.

use crate::kernel::setup::Setup;
use crate::ptx::operation::{Access, Order, Scope};

/// How far an access must reach so that all threads of a launch are in its scope.
#[derive(Debug, Clone, Copy, Default)]
pub struct Wide {
    one_device: bool,
    one_block: bool,
}

impl Wide {
    /// Among all threads of a launch.
    #[must_use]
    pub fn of(setup: &Setup) -> Self {
        Self::among(setup, 0..setup.threads.len())
    }

    /// Among some of them.
    #[must_use]
    pub fn among(setup: &Setup, threads: impl Iterator<Item = usize> + Clone) -> Self {
        let threads = threads.map(|thread| &setup.threads[thread]);
        let mut devices = threads.clone().map(|it| setup.launches[it.launch].device);
        let mut blocks = threads.map(|it| it.block);
        let (device, block) = (devices.next(), blocks.next());
        Self {
            one_device: devices.all(|other| Some(other) == device),
            one_block: blocks.all(|other| Some(other) == block),
        }
    }

    /// Whether an access is strong as far as all threads go.
    #[must_use]
    pub fn is_strong(self, access: Access) -> bool {
        access.order != Order::Weak
            && match access.scope {
                _ if access.order == Order::Volatile => true,
                Scope::System => true,
                Scope::Device => self.one_device,
                Scope::Block => self.one_block,
            }
    }
}
