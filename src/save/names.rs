//! Names for files that are written into one folder.

use std::collections::BTreeSet;
use std::path::Path;

/// Names of files without their endings: of letters that are in no path, and none twice, also where small and large
/// letters are the same.
#[derive(Debug, Default)]
pub struct Names {
    taken: BTreeSet<String>,
}

impl Names {
    /// The name that is wanted, without what leads out of a folder, and with a number where it is taken.
    pub fn name(&mut self, wanted: &str) -> String {
        let plain = |letter: char| {
            if letter.is_alphanumeric() || "-_+.".contains(letter) {
                letter
            } else {
                '-'
            }
        };
        let stem: String = wanted.chars().map(plain).collect();
        let stem = match stem.trim_start_matches(['.', '-']) {
            "" => "test",
            stem => stem,
        };
        let mut name = stem.to_owned();
        let mut number = 2_u64;
        while !self.taken.insert(name.to_lowercase()) {
            name = format!("{stem}-{number}");
            number = number.saturating_add(1);
        }
        name
    }
}

impl Names {
    /// The same for what is made of a file: its name without folders and ending.
    pub fn of_file(&mut self, file: &str) -> String {
        let stem = Path::new(file).file_stem();
        self.name(&stem.unwrap_or_default().to_string_lossy())
    }
}

#[cfg(test)]
mod tests {
    use super::Names;

    #[test]
    fn what_is_made_of_a_file_has_its_name() {
        let mut names = Names::default();
        let files = ["a/sb.litmus", "b/sb.litmus", "<stdin>", ".."];
        let given = files.map(|file| names.of_file(file));
        assert_eq!(given, ["sb", "sb-2", "stdin-", "test"]);
    }

    #[test]
    fn names_stay_in_their_folder_and_are_different() {
        let mut names = Names::default();
        let given = ["a", "A", "../a", "a/b", "..", "", "a"].map(|wanted| names.name(wanted));
        assert_eq!(given, ["a", "A-2", "a-3", "a-b", "test", "test-2", "a-4"]);
    }
}
