//! Files that hold what is to be seen. `UPDATE=1` writes them anew; read them before committing them.

use std::fs;
use std::path::Path;

/// Compares with a file, named from the package's root.
#[track_caller]
pub fn same(path: impl AsRef<Path>, shown: &str) {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(path);
    if std::env::var_os("UPDATE").is_some() {
        let folder = path.parent().map_or(Ok(()), fs::create_dir_all);
        let written = folder.and_then(|()| fs::write(&path, shown));
        assert!(written.is_ok(), "{}: {written:?}", path.display());
        return;
    }
    let known = fs::read_to_string(&path).unwrap_or_default();
    assert!(
        shown == known,
        "{} differs, UPDATE=1 writes it anew; it is now\n{shown}",
        path.display()
    );
}
