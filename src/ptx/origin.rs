//! Who compiled a module, where that is no compiler of CUDA C++.

use super::lines::is_python;
use super::module::Module;

/// A compiler of Python.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Origin {
    /// Numba: names are mangled, with a tag for its version, or in a space of its own.
    Numba,
    /// Triton: lines are of Python, and the back end is that of LLVM.
    Triton,
}

impl Origin {
    /// That of a kernel of a module, by its name and by what stands at the head of the module.
    #[must_use]
    pub fn of(module: &Module, kernel: &str) -> Option<Self> {
        if kernel.starts_with("_Z") && (kernel.contains("B2v") || kernel.contains("cudapy")) {
            return Some(Self::Numba);
        }
        let python = || module.files.values().any(|path| is_python(path));
        let mut head = module.source.text.lines().take(4);
        (head.any(|line| line.contains("LLVM NVPTX")) && python()).then_some(Self::Triton)
    }
}
