//! Messages on a stream: a head with their length, then JSON. What cannot be read is left out, and the
//! next message is read.

use std::io::{self, BufRead, Read as _};

use lsp_server::Message;
use serde_json::{Value, json};

/// The longest message: a text of some tens of megabytes, with every character escaped.
const MOST: u64 = 256 << 20;

/// The longest line of a head.
const LINE: u64 = 4096;

/// What was read.
#[derive(Debug)]
pub enum Read {
    /// A message.
    Message(Message),
    /// None, and why; with the code that JSON-RPC has for that.
    Wrong(i32, String),
    /// The end.
    End,
}

/// `Parse error` of JSON-RPC.
const PARSE: i32 = -32700;
/// `Invalid Request` of JSON-RPC.
const INVALID: i32 = -32600;

/// Reads the next message.
pub fn read(from: &mut impl BufRead) -> Read {
    match text(from) {
        Ok(Some(text)) => message(&text),
        Err(error) if error.kind() == io::ErrorKind::InvalidData => {
            Read::Wrong(PARSE, error.to_string())
        }
        // The stream is broken: nobody is left.
        Ok(None) | Err(_) => Read::End,
    }
}

fn message(text: &[u8]) -> Read {
    let read = serde_json::from_slice(text).or_else(|error| {
        let whole = whole_characters(text).ok_or(error)?;
        serde_json::from_slice(&whole)
    });
    let value: Value = match read {
        Ok(value) => value,
        Err(error) => return Read::Wrong(PARSE, format!("this is no JSON: {error}")),
    };
    // A request whose number is none would pass for something that is only told.
    let numbered = value.get("id").is_some();
    match serde_json::from_value(value) {
        Ok(message) if !numbered || !matches!(message, Message::Notification(_)) => {
            Read::Message(message)
        }
        Ok(_) | Err(_) => Read::Wrong(INVALID, "this is no message of JSON-RPC".to_owned()),
    }
}

/// A text of JSON with U+FFFD for each escaped half of a surrogate pair that stands alone: editors of UTF-16 send what they have, and a text
/// without that change would be another than theirs. It is one unit, as the half is. Nothing where there is none.
fn whole_characters(text: &[u8]) -> Option<Vec<u8>> {
    let unit = |at: usize| {
        let digits = text.get(at..at + 6)?.strip_prefix(b"\\u")?;
        u16::from_str_radix(std::str::from_utf8(digits).ok()?, 16).ok()
    };
    let mut whole = Vec::with_capacity(text.len());
    let (mut at, mut alone) = (0, false);
    while at < text.len() {
        let wide = if text[at] == b'\\' {
            match (unit(at), unit(at + 6)) {
                (Some(0xD800..=0xDBFF), Some(0xDC00..=0xDFFF)) => 12,
                (Some(0xD800..=0xDFFF), _) => {
                    alone = true;
                    whole.extend(b"\\ufffd");
                    at += 6;
                    continue;
                }
                (Some(_), _) => 6,
                (None, _) => 2,
            }
        } else {
            1
        };
        whole.extend(&text[at..(at + wide).min(text.len())]);
        at += wide;
    }
    alone.then_some(whole)
}

fn wrong(text: &str) -> io::Error {
    io::Error::new(io::ErrorKind::InvalidData, text)
}

/// The next message's text; none at the end.
fn text(from: &mut impl BufRead) -> io::Result<Option<Vec<u8>>> {
    let length = match head(from)? {
        Head::Length(length) => length,
        Head::None => return Err(wrong("a message begins with `Content-Length: N`")),
        Head::End => return Ok(None),
    };
    if length > MOST {
        io::copy(&mut from.by_ref().take(length), &mut io::sink())?;
        return Err(wrong("this message is larger than 256 MiB"));
    }
    let mut text = Vec::new();
    let read = from.by_ref().take(length).read_to_end(&mut text)?;
    // A message that is cut off is the end of all.
    let whole = u64::try_from(read).is_ok_and(|read| read == length);
    Ok(whole.then_some(text))
}

/// What a head says of the length.
enum Head {
    Length(u64),
    /// Nothing, or no number.
    None,
    /// There is no further head.
    End,
}

fn head(from: &mut impl BufRead) -> io::Result<Head> {
    let mut length = Head::None;
    let mut begun = false;
    loop {
        let mut line = Vec::new();
        from.by_ref().take(LINE).read_until(b'\n', &mut line)?;
        if line.is_empty() {
            return Ok(Head::End);
        }
        let line = String::from_utf8_lossy(&line);
        let line = line.trim();
        if line.is_empty() {
            // Empty lines between messages say nothing.
            if begun {
                return Ok(length);
            }
            continue;
        }
        begun = true;
        if let Some((name, value)) = line.split_once(':')
            && name.trim().eq_ignore_ascii_case("content-length")
        {
            length = value.trim().parse().map_or(Head::None, Head::Length);
        }
    }
}

/// The answer to what was no message.
pub fn refusal(code: i32, why: &str) -> Value {
    json!({ "jsonrpc": "2.0", "id": null, "error": { "code": code, "message": why } })
}

/// A message as it is written.
pub fn framed(value: &Value) -> Vec<u8> {
    let text = value.to_string();
    format!("Content-Length: {}\r\n\r\n{text}", text.len()).into_bytes()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn all(mut text: &[u8]) -> Vec<String> {
        let mut found = Vec::new();
        loop {
            found.push(match read(&mut text) {
                Read::Message(Message::Request(request)) => request.method,
                Read::Message(Message::Notification(told)) => told.method,
                Read::Message(Message::Response(_)) => "response".to_owned(),
                Read::Wrong(code, _) => code.to_string(),
                Read::End => return found,
            });
        }
    }

    #[test]
    fn what_is_wrong_is_left_out() {
        let message = |text: &str| format!("Content-Length: {}\r\n\r\n{text}", text.len());
        let good = message(r#"{"jsonrpc":"2.0","method":"m"}"#);
        for (wrong, said) in [
            (message("{"), "-32700"),
            (message("[]"), "-32600"),
            (message(r#"{"id":1.5,"method":3}"#), "-32600"),
            (message(r#"{"id":1.5,"method":"m"}"#), "-32600"),
            (message(&"[".repeat(100_000)), "-32700"),
            ("Content-Type: x\r\n\r\n".to_owned(), "-32700"),
            ("Content-Length: -1\r\n\r\n".to_owned(), "-32700"),
        ] {
            assert_eq!(
                all(format!("{wrong}{good}").as_bytes()),
                [said, "m"],
                "{wrong:.60}"
            );
        }
        assert_eq!(
            all(b"Content-Length: 99999999999999999999\r\n\r\n"),
            ["-32700"]
        );
        assert_eq!(
            all(b"Content-Length: 9000000000000000\r\n\r\nx"),
            ["-32700"]
        );
        // Half of a surrogate pair is one character.
        let halves = r#"{"jsonrpc":"2.0","method":"a\\\ud83d\ud83d\ude00\ude00\""}"#;
        assert_eq!(
            all(message(halves).as_bytes()),
            ["a\\\u{fffd}\u{1f600}\u{fffd}\""]
        );
        // Cut off.
        assert_eq!(all(b"Content-Length: 10\r\n\r\n{"), [""; 0]);
        assert_eq!(all(b""), [""; 0]);
    }
}
