//! Text made small for a page: compressed, in letters that an attribute may hold.

use miniz_oxide::deflate::compress_to_vec_zlib;

/// The best that the format knows; a page is read more often than it is written.
const LEVEL: u8 = 9;

const LETTERS: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

/// The text as a zlib stream in base 64: what a browser's `atob` and `DecompressionStream` read.
#[must_use]
pub fn packed(text: &str) -> String {
    base64(&compress_to_vec_zlib(text.as_bytes(), LEVEL))
}

fn base64(bytes: &[u8]) -> String {
    let mut out = String::with_capacity(bytes.len().div_ceil(3) * 4);
    for group in bytes.chunks(3) {
        let byte = |index: usize| u32::from(group.get(index).copied().unwrap_or(0));
        let bits = byte(0) << 16 | byte(1) << 8 | byte(2);
        for place in 0..4 {
            if place > group.len() {
                out.push('=');
            } else {
                let letter = (bits >> (18 - 6 * place)) & 63;
                out.push(char::from(LETTERS[letter as usize]));
            }
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::base64;

    #[test]
    fn the_letters_are_those_of_the_standard() {
        for (plain, coded) in [
            ("", ""),
            ("f", "Zg=="),
            ("fo", "Zm8="),
            ("foo", "Zm9v"),
            ("foobar", "Zm9vYmFy"),
        ] {
            assert_eq!(base64(plain.as_bytes()), coded);
        }
        assert_eq!(base64(&[0xfb, 0xff, 0xbf]), "+/+/");
    }
}
