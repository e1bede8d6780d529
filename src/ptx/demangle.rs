//! Names as they are written in C++.

use cpp_demangle::{DemangleOptions, Symbol};

/// The name in C++; the name itself where it is not mangled. Parameters stand behind it.
#[must_use]
pub fn demangled(name: &str) -> String {
    if !name.starts_with("_Z") {
        return name.to_owned();
    }
    let options = DemangleOptions::new().no_return_type();
    let symbol = Symbol::new(name).ok();
    let plain = symbol.and_then(|symbol| symbol.demangle_with_options(&options).ok());
    plain.unwrap_or_else(|| name.to_owned())
}

/// The demangled name without parameters.
#[must_use]
pub fn short(name: &str) -> String {
    if !name.starts_with("_Z") {
        return name.to_owned();
    }
    let options = DemangleOptions::new().no_return_type().no_params();
    let symbol = Symbol::new(name).ok();
    let plain = symbol.and_then(|symbol| symbol.demangle_with_options(&options).ok());
    plain.unwrap_or_else(|| name.to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_of_kernels() {
        assert_eq!(demangled("reduce"), "reduce");
        assert_eq!(demangled("_Z4warpPiPy"), "warp(int*, unsigned long long*)");
        assert_eq!(short("_Z4warpPiPy"), "warp");
        assert_eq!(short("_Zzz"), "_Zzz");
    }
}
