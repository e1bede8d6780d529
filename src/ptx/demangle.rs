//! Names as they are written in C++.

use cpp_demangle::{BorrowedSymbol, DemangleOptions};

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
    let read = mangled.and_then(|whole| BorrowedSymbol::with_tail(whole.as_bytes()).ok());
    let plain = read.and_then(|(symbol, tail)| {
        let plain = symbol.demangle_with_options(&options).ok()?;
        // Numba puts names of its own behind the kernel's.
        Some(untagged(&plain) + std::str::from_utf8(tail).ok()?)
    });
    plain.map_or_else(|| name.to_owned(), |plain| plain + &part)
}

/// A name without its ABI tags: Numba puts all that it compiled for into one.
fn untagged(name: &str) -> String {
    let mut parts = name.split("[abi:");
    let mut kept = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        kept += part.split_once(']').map_or("", |(_, rest)| rest);
    }
    kept
}

/// The last part of a name, without what it is a template of and where it lies: `add` of `lib::add<float>`.
#[must_use]
pub fn base(name: &str) -> String {
    let short = short(name);
    let mut depth = 0_usize;
    let mut kept = String::new();
    for letter in short.chars() {
        match letter {
            '<' => depth += 1,
            '>' => depth = depth.saturating_sub(1),
            _ if depth == 0 => kept.push(letter),
            _ => {}
        }
    }
    kept.rsplit("::").next().unwrap_or_default().to_owned()
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

    #[test]
    fn names_of_numba_are_without_tags() {
        let name = "_ZN4pats4lockB2v3B4cw51E5ArrayIiLi1E1C7mutableE";
        assert!(short(name).starts_with("pats::lock"), "{}", short(name));
        assert!(!demangled(name).contains("[abi:"));
        assert_eq!(base(name), "lock");
        assert_eq!(short("_ZN4pats4lockEi__errcode__"), "pats::lock__errcode__");
    }

    #[test]
    fn the_last_part_of_a_name_is_its_base() {
        assert_eq!(base("_Z4lockPi"), "lock");
        assert_eq!(base("_ZN3lib3addIfEEvPT_"), "add");
        assert_eq!(base("plain"), "plain");
    }
}
