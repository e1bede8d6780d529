//! Names as they are written in C++.

use cpp_demangle::{DemangleOptions, Symbol};

/// The name in C++; the name itself where it is not mangled. Parameters stand behind it.
#[must_use]
pub fn demangled(name: &str) -> String {
    plain(name, DemangleOptions::new().no_return_type())
}

/// The demangled name without parameters.
#[must_use]
pub fn short(name: &str) -> String {
    plain(name, DemangleOptions::new().no_return_type().no_params())
}

/// The name in C++; what a compiler makes of a part of a variable (`_$_1` behind its name) keeps that part's number.
fn plain(name: &str, options: DemangleOptions) -> String {
    let (whole, part) = match name.split_once("_$_") {
        Some((whole, part)) => (whole, format!("${part}")),
        None => (name, String::new()),
    };
    let mangled = Some(whole).filter(|whole| whole.starts_with("_Z"));
    let symbol = mangled.and_then(|whole| Symbol::new(whole).ok());
    let plain = symbol.and_then(|symbol| symbol.demangle_with_options(&options).ok());
    plain.map_or_else(|| name.to_owned(), |plain| plain + &part)
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
        assert_eq!(short("_ZZ5earlyE1s_$_0"), "early::s$0");
        assert_eq!(short("plain_$_1"), "plain_$_1");
    }
}
