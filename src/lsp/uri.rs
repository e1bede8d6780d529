//! Files behind the names that clients give them.

use std::path::PathBuf;

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
    use super::path;

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
