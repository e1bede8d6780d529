//! Requests of browsers on this machine, and what is answered (RFC 9112): one request a connection, each connection on a thread of its own,
//! so that nobody waits for one who does not read, or keeps a connection open.

use std::io::{self, Read as _, Write as _};
use std::net::{Shutdown, TcpListener, TcpStream};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

/// More connections at a time are closed at once.
const CONNECTIONS: usize = 256;
/// How long is waited for somebody to write or read.
const PATIENCE: Duration = Duration::from_secs(30);
/// A request has less than this before what it sends.
const LONGEST: usize = 32 << 10;
/// It has no more headers than these.
const HEADERS: usize = 100;

/// What a request asks for.
#[derive(Debug, Default)]
pub struct Asked {
    /// How: `GET`.
    pub method: String,
    /// For what: `/index.html`.
    pub path: String,
    /// The encodings that it accepts, a text for each such header.
    pub encodings: Vec<String>,
}

/// What is answered to a request.
#[derive(Debug, Default)]
pub struct Answer<'p> {
    /// The number and the words of its status.
    pub status: &'static str,
    /// Names of headers, and what they say.
    pub headers: Vec<(&'static str, &'static str)>,
    /// What follows them.
    pub body: &'p [u8],
}

/// Answers requests for as long as the process runs.
pub fn serve<'p>(listener: &TcpListener, answer: &(dyn Fn(&Asked) -> Answer<'p> + Sync)) {
    let open = AtomicUsize::new(0);
    std::thread::scope(|threads| {
        for stream in listener.incoming() {
            let Ok(stream) = stream else {
                // Somebody has gone again, or there are too many open files: that lasts.
                std::thread::sleep(Duration::from_millis(10));
                continue;
            };
            if open.fetch_add(1, Ordering::Relaxed) >= CONNECTIONS {
                open.fetch_sub(1, Ordering::Relaxed);
                continue;
            }
            let open = &open;
            let talk = move || {
                // That the other side goes away is no matter either.
                let _ = talk(stream, answer);
                open.fetch_sub(1, Ordering::Relaxed);
            };
            let begun = std::thread::Builder::new().spawn_scoped(threads, talk);
            if begun.is_err() {
                open.fetch_sub(1, Ordering::Relaxed);
            }
        }
    });
}

/// A request and its answer, after which the connection is closed.
fn talk<'p>(mut stream: TcpStream, answer: &dyn Fn(&Asked) -> Answer<'p>) -> io::Result<()> {
    stream.set_read_timeout(Some(PATIENCE))?;
    stream.set_write_timeout(Some(PATIENCE))?;
    let Some(asked) = asked(&mut stream)? else {
        let refused = Answer {
            status: "400 Bad Request",
            ..Answer::default()
        };
        return tell(&mut stream, &refused, true);
    };
    tell(&mut stream, &answer(&asked), asked.method != "HEAD")
}

/// The request; nothing where it is none, or too long.
fn asked(stream: &mut TcpStream) -> io::Result<Option<Asked>> {
    let mut bytes = Vec::new();
    let mut more = [0; 4096];
    loop {
        let count = stream.read(&mut more)?;
        bytes.extend_from_slice(more.get(..count).unwrap_or_default());
        let mut headers = [httparse::EMPTY_HEADER; HEADERS];
        let mut request = httparse::Request::new(&mut headers);
        match request.parse(&bytes) {
            Ok(status) if status.is_complete() => return Ok(said(&request)),
            Ok(_) if count > 0 && bytes.len() < LONGEST => {}
            Ok(_) | Err(_) => return Ok(None),
        }
    }
}

fn said(request: &httparse::Request) -> Option<Asked> {
    let accepts = |header: &&httparse::Header| header.name.eq_ignore_ascii_case("Accept-Encoding");
    let encodings = request.headers.iter().filter(accepts);
    let text = |header: &httparse::Header| String::from_utf8_lossy(header.value).into_owned();
    Some(Asked {
        method: request.method?.to_owned(),
        path: request.path?.to_owned(),
        encodings: encodings.map(text).collect(),
    })
}

/// Sends an answer, with what follows its headers or without.
fn tell(stream: &mut TcpStream, answer: &Answer, whole: bool) -> io::Result<()> {
    let mut head = format!("HTTP/1.1 {}\r\n", answer.status);
    let length = answer.body.len().to_string();
    let headers = answer.headers.iter().copied();
    let own = [("Content-Length", length.as_str()), ("Connection", "close")];
    for (name, value) in headers.chain(own) {
        head.push_str(name);
        head.push_str(": ");
        head.push_str(value);
        head.push_str("\r\n");
    }
    head.push_str("\r\n");
    stream.write_all(head.as_bytes())?;
    if whole {
        stream.write_all(answer.body)?;
    }
    stream.shutdown(Shutdown::Write)?;
    // What was sent with the request is read, so that closing does not take the answer away.
    io::copy(&mut stream.take(LONGEST as u64), &mut io::sink())?;
    Ok(())
}
