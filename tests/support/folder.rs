//! Folders for files of a test.
#![expect(clippy::unwrap_used, reason = "a test that cannot run should fail")]

use std::path::Path;

use tempfile::TempDir;

/// A folder with files that goes when it is dropped.
pub struct Folder(TempDir);

impl Folder {
    pub fn of(files: &[(&str, &str)]) -> Self {
        let folder = Self(tempfile::tempdir().unwrap());
        for (name, text) in files {
            folder.add(name, *text);
        }
        folder
    }

    pub fn add(&self, name: &str, text: &(impl AsRef<[u8]> + ?Sized)) {
        let path = self.root().join(name);
        std::fs::create_dir_all(path.parent().unwrap()).unwrap();
        std::fs::write(path, text).unwrap();
    }

    pub fn root(&self) -> &Path {
        self.0.path()
    }
}
