//! The languages whose words a fix can be told in, other than CUDA C++: Python that becomes PTX (Numba, *CUDA Python
//! Reference*; Triton, `triton.language`). Of sources of other languages nothing is said but places.

use crate::kernel::report::places::Place;
use crate::kernel::setup::Setup;
use crate::ptx::lines::is_python;
use crate::ptx::operation::{Operation, Order, Scope};
use crate::ptx::origin::Origin;

use super::strength::{Strength, cuda_fence, order_word, scope_word};

/// What the source of an instruction is written in.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Tongue {
    /// CUDA C++.
    Cuda,
    /// Python, compiled by Numba.
    Numba,
    /// Python, compiled by Triton.
    Triton,
    /// Something else.
    Other,
}

/// Endings of the names of files that are of CUDA C++.
const CUDA: [&str; 12] = [
    "cu", "cuh", "h", "hh", "hpp", "hxx", "inl", "c", "cc", "cpp", "cxx", "inc",
];

impl Tongue {
    /// That of an instruction; CUDA where no line is known.
    #[must_use]
    pub fn of(setup: &Setup, function: usize, at: usize) -> Self {
        let place = Place::of(setup, function, at);
        let Some(cuda) = place.and_then(|place| place.cuda) else {
            return Self::Cuda;
        };
        let name = cuda.line.file.rsplit('/').next().unwrap_or_default();
        let ending = name.rsplit_once('.').map(|(_, ending)| ending);
        if ending.is_none_or(|ending| CUDA.contains(&ending)) {
            return Self::Cuda;
        }
        if !is_python(name) {
            return Self::Other;
        }
        let kernel = setup.launches.first().map(|launch| launch.function);
        let kernel = kernel.and_then(|function| setup.module.functions.get(function));
        match kernel.and_then(|kernel| Origin::of(&setup.module, &kernel.name)) {
            Some(Origin::Numba) => Self::Numba,
            Some(Origin::Triton) => Self::Triton,
            None => Self::Other,
        }
    }

    /// A barrier of a block.
    #[must_use]
    pub const fn barrier(self) -> Option<&'static str> {
        match self {
            Self::Cuda => Some("__syncthreads();"),
            Self::Numba => Some("cuda.syncthreads()"),
            Self::Triton => Some("tl.debug_barrier()"),
            Self::Other => None,
        }
    }

    /// A fence.
    #[must_use]
    pub const fn fence(self, scope: Scope) -> Option<&'static str> {
        match self {
            Self::Cuda => Some(cuda_fence(scope)),
            Self::Numba => Some(match scope {
                Scope::Block => "cuda.threadfence_block()",
                Scope::Device => "cuda.threadfence()",
                Scope::System => "cuda.threadfence_system()",
            }),
            // Triton has none.
            Self::Triton | Self::Other => None,
        }
    }

    /// An access of a strength, in a language other than CUDA.
    #[must_use]
    pub fn access(self, operation: &Operation, order: Order, scope: Scope) -> Option<String> {
        let atomic = matches!(operation, Operation::Atomic { .. });
        match self {
            Self::Triton if atomic && order >= Order::Relaxed => Some(format!(
                "sem=\"{}\", scope=\"{}\"",
                order_word(order),
                scope_word(scope)
            )),
            Self::Cuda | Self::Numba | Self::Triton | Self::Other => None,
        }
    }

    /// An instruction of a strength, in a language other than CUDA.
    #[must_use]
    pub fn called(self, operation: &Operation, strength: Strength) -> Option<String> {
        match strength {
            Strength::Nothing => None,
            Strength::Barrier => self.barrier().map(str::to_owned),
            Strength::Fence { scope, .. } => self.fence(scope).map(str::to_owned),
            Strength::Access { order, scope } => self.access(operation, order, scope),
        }
    }
}
