//! Fingerprints of texts: equal for equal texts on every machine and in every version.

use crate::model::Model;

const OFFSET: u128 = 0x6c62_272e_07bb_0142_62b8_2175_6295_c58d;
const PRIME: u128 = 0x0000_0000_0100_0000_0000_0000_0000_013b;

/// The fingerprint of a sequence of parts (FNV-1a, 128 bits). It tells an edited file from the one
/// before; it does not withstand an adversary.
#[must_use]
pub fn fingerprint(parts: &[&str]) -> u128 {
    let mut hash = OFFSET;
    for part in parts {
        // No byte of UTF-8 text is 0xff: it parts the parts.
        for &byte in part.as_bytes().iter().chain(&[0xff]) {
            hash = (hash ^ u128::from(byte)).wrapping_mul(PRIME);
        }
    }
    hash
}

/// The same as 32 hexadecimal digits.
#[must_use]
pub fn hex(parts: &[&str]) -> String {
    format!("{:032x}", fingerprint(parts))
}

/// The fingerprint of a model: of its text, and of the files that it includes, each with its name. What comes with the
/// program is told by the version.
#[must_use]
pub fn of_model(model: &Model) -> String {
    let Some(axiomatic) = model.axiomatic() else {
        return hex(&[""]);
    };
    let included = axiomatic.definition.included.iter();
    let parts = included.flat_map(|(name, source)| [name.as_str(), &*source.text]);
    let parts: Vec<&str> = std::iter::once(axiomatic.text()).chain(parts).collect();
    hex(&parts)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn included_files_are_part_of_a_model() {
        let folder = tempfile::tempdir().unwrap();
        let write = |name: &str, text: &str| std::fs::write(folder.path().join(name), text);
        let own = "include \"base.cat\" include \"stdlib.cat\" acyclic po | rf as a";
        let print = || {
            let path = folder.path().join("m.cat");
            of_model(&Model::read("m.cat", &path).unwrap())
        };
        write("m.cat", own).unwrap();
        write("base.cat", "include \"deeper.cat\"").unwrap();
        let mut all = Vec::new();
        for deeper in ["let one = po", "let one = rf"] {
            write("deeper.cat", deeper).unwrap();
            all.push(print());
        }
        // It takes the place of the one that comes with the language.
        write("stdlib.cat", "let two = co").unwrap();
        all.push(print());
        write("base.cat", "let one = rf").unwrap();
        all.push(print());
        for (index, print) in all.iter().enumerate() {
            assert!(!all[..index].contains(print), "{index}");
        }
        for name in ["sc", "hrf-direct"] {
            let model = Model::find(name).unwrap();
            let text = model.axiomatic().unwrap().text();
            assert_eq!(of_model(&model), hex(&[text]), "{name}");
        }
    }

    #[test]
    fn parts_do_not_run_together() {
        assert_ne!(fingerprint(&["ab", "c"]), fingerprint(&["a", "bc"]));
        assert_ne!(fingerprint(&["a"]), fingerprint(&["a", ""]));
        assert_eq!(hex(&["a"]), hex(&["a"]));
    }
}
