//! Names as they are written in C++.

use cpp_demangle::{DemangleOptions, Symbol};

/// The name in C++; the name itself where it is not mangled. Parameters stand behind it.
#[must_use]
pub fn demangled(name: &str) -> String {
    plain(name, DemangleOptions::new().no_return_type())
}

/// The demangled name without parameters, those of the functions that it is in included.
#[must_use]
pub fn short(name: &str) -> String {
    let plain = plain(name, DemangleOptions::new().no_return_type().no_params());
    let mut rest = plain.as_str();
    let mut kept = String::new();
    while let Some((before, after)) = rest.split_once('(') {
        kept += before;
        let end = closing(after);
        let behind = end.map(|end| &after[end + 1..]);
        // `(anonymous namespace)::` has no function's name before it.
        let named =
            kept.ends_with(|last: char| last.is_alphanumeric() || matches!(last, '_' | '>'));
        if let Some(behind) = behind.filter(|behind| named && behind.starts_with("::")) {
            rest = behind;
        } else {
            kept.push('(');
            rest = after;
        }
    }
    kept + rest
}

/// Where the parenthesis closes that was opened before a text.
fn closing(text: &str) -> Option<usize> {
    let mut open = 1_usize;
    text.char_indices().find_map(|(at, letter)| {
        match letter {
            '(' => open += 1,
            ')' => open -= 1,
            _ => {}
        }
        (open == 0).then_some(at)
    })
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
        assert_eq!(short("_ZZ2mmILb0EEvPKfS1_PfiE1a"), "mm<false>::a");
        assert_eq!(short("_ZZ3runPFiiEE4tile"), "run::tile");
        let hidden = "_ZZN12_GLOBAL__N_13runEiE1a";
        assert_eq!(short(hidden), "(anonymous namespace)::run::a");
    }
}
