//! Files behind the names that clients give them.

use std::fmt::Write as _;
use std::path::{Path, PathBuf};

/// The path of a `file:` URI; none of any other.
pub fn path(uri: &str) -> Option<PathBuf> {
    let rest = uri.strip_prefix("file://")?;
    // Between the slashes stands the host, which is this one.
    let at = rest.find('/')?;
    let (host, path) = rest.split_at(at);
    if !host.is_empty() && host != "localhost" {
        return None;
    }
    let path = decoded(path)?;
    // `file:///C:/x` is `C:/x` where there are drives.
    let drive = path.as_bytes().get(2) == Some(&b':');
    let path = path
        .strip_prefix('/')
        .filter(|_| cfg!(windows) && drive)
        .unwrap_or(&path);
    Some(PathBuf::from(path))
}

/// The `file:` URI of a path.
pub fn of(path: &Path) -> String {
    let mut uri = "file://".to_owned();
    let text = path.to_string_lossy();
    if !text.starts_with('/') {
        uri.push('/');
    }
    for byte in text.bytes() {
        match byte {
            b'\\' if cfg!(windows) => uri.push('/'),
            b'a'..=b'z' | b'A'..=b'Z' | b'0'..=b'9' | b'/' | b'-' | b'_' | b'.' | b'~' => {
                uri.push(char::from(byte));
            }
            _ => {
                let _ = write!(uri, "%{byte:02X}");
            }
        }
    }
    uri
}

fn decoded(text: &str) -> Option<String> {
    let mut bytes = Vec::with_capacity(text.len());
    let mut rest = text.as_bytes();
    while let Some((first, tail)) = rest.split_first() {
        rest = tail;
        if *first != b'%' {
            bytes.push(*first);
            continue;
        }
        let (code, tail) = rest.split_at_checked(2)?;
        let code = std::str::from_utf8(code).ok()?;
        bytes.push(u8::from_str_radix(code, 16).ok()?);
        rest = tail;
    }
    String::from_utf8(bytes).ok()
}

#[cfg(test)]
mod tests {
    use super::{of, path};
    use std::path::Path;

    #[test]
    fn a_path_is_found_again() {
        let uri = of(Path::new("/a/b \u{b5}%.cat"));
        assert_eq!(uri, "file:///a/b%20%C2%B5%25.cat");
        assert_eq!(path(&uri).as_deref(), Some(Path::new("/a/b \u{b5}%.cat")));
    }

    #[test]
    fn only_files_here_have_a_path() {
        let of = |uri| path(uri).map(|path| path.display().to_string());
        assert_eq!(
            of("file:///a/b%20%C2%B5.litmus").as_deref(),
            Some("/a/b \u{b5}.litmus")
        );
        assert_eq!(of("file://localhost/a").as_deref(), Some("/a"));
        for strange in [
            "untitled:1",
            "file://other/a",
            "file:///a%",
            "file:///%ff",
            "file:a",
            "",
        ] {
            assert_eq!(of(strange), None, "{strange}");
        }
    }
}
