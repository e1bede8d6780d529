//! `serve`: the page for browsers, on this machine alone.

use std::collections::BTreeMap;
use std::io::Write as _;
use std::net::{Ipv4Addr, SocketAddr, TcpListener};
use std::path::{Path, PathBuf};

use walkdir::WalkDir;

use crate::syntax::read::printable;

use super::exit::Exit;
use super::failure::Failure;
use super::http::{Answer, Asked, serve};

include!(concat!(env!("OUT_DIR"), "/page.rs"));

/// A page has less than this: what is larger is another folder.
const LARGEST: u64 = 64 << 20;

/// `serve`.
#[derive(Debug, clap::Args)]
pub struct Args {
    /// The port on the loopback address; 0 takes one that is free
    #[arg(long, value_name = "PORT", default_value_t = 8000)]
    pub port: u16,
    /// The folder of a page that `make web` made, instead of the page in this program
    #[arg(long, value_name = "FOLDER")]
    pub from: Option<PathBuf>,
}

/// The files of a page by their path below it.
type Page = BTreeMap<String, Vec<u8>>;

/// Serves the page until the process is ended.
///
/// # Errors
///
/// There is no page, or the port is taken.
pub fn run(args: &Args) -> Result<Exit, Failure> {
    let page = match &args.from {
        Some(folder) => read(folder)?,
        None => embedded()?,
    };
    let address = SocketAddr::from((Ipv4Addr::LOCALHOST, args.port));
    let taken = |error: std::io::Error| {
        Failure::Usage(format!(
            "port {} cannot be had: {error}; --port names another, 0 takes one that is free",
            args.port
        ))
    };
    let listener = TcpListener::bind(address).map_err(taken)?;
    let port = listener.local_addr().map_err(taken)?.port();
    // Nobody may be reading: it is served all the same.
    let _ = writeln!(
        std::io::stdout(),
        "http://127.0.0.1:{port}/ shows the page; Ctrl-C ends it"
    );
    serve(&listener, &|asked: &Asked| answer(&page, asked));
    Ok(Exit::Ok)
}

fn embedded() -> Result<Page, Failure> {
    if PAGE.is_empty() {
        return Err(Failure::Usage(
            "this program was built without the page: `make serve` builds and serves it, --from FOLDER serves one \
             that `make web` made"
                .to_owned(),
        ));
    }
    let files = PAGE.iter();
    Ok(files
        .map(|&(path, bytes)| (path.to_owned(), bytes.to_vec()))
        .collect())
}

/// The files below a folder.
fn read(folder: &Path) -> Result<Page, Failure> {
    let name = printable(folder);
    let wrong = |why: String| Failure::Read(format!("{name}: {why}")).of(&name);
    let mut page = Page::new();
    let mut left = LARGEST;
    for entry in WalkDir::new(folder) {
        let entry = entry.map_err(|error| match error.io_error() {
            Some(io) => wrong(io.to_string()),
            None => wrong(error.to_string()),
        })?;
        if !entry.file_type().is_file() {
            continue;
        }
        let size = entry.metadata().map_or(0, |found| found.len());
        left = left
            .checked_sub(size)
            .ok_or_else(|| wrong(format!("no page: it has more than {} MiB", LARGEST >> 20)))?;
        let path = entry.path();
        let bytes =
            std::fs::read(path).map_err(|error| wrong(format!("{}: {error}", printable(path))))?;
        let below = path.strip_prefix(folder).unwrap_or(path);
        let parts = below.iter().map(|part| part.to_string_lossy());
        page.insert(parts.collect::<Vec<_>>().join("/"), bytes);
    }
    if page.contains_key(INDEX) {
        Ok(page)
    } else {
        Err(wrong(format!(
            "no page: there is no {INDEX} in it; `make web` makes one in web/dist"
        )))
    }
}

const INDEX: &str = "index.html";

/// The answer to a request for a path, from one to whom Brotli is welcome or not; nothing but pages is had.
fn answer<'p>(page: &'p Page, asked: &Asked) -> Answer<'p> {
    let path = asked.path.split(['?', '#']).next().unwrap_or_default();
    let path = match path.trim_start_matches('/') {
        "" => INDEX,
        path => path,
    };
    if !matches!(asked.method.as_str(), "GET" | "HEAD") {
        return Answer {
            status: "405 Method Not Allowed",
            headers: vec![("Allow", "GET, HEAD")],
            body: b"",
        };
    }
    let Some(bytes) = page.get(path) else {
        return Answer {
            status: "404 Not Found",
            ..Answer::default()
        };
    };
    let mut headers = vec![
        ("Content-Type", kind(path)),
        ("X-Content-Type-Options", "nosniff"),
        ("Cache-Control", "no-cache"),
        ("Vary", "Accept-Encoding"),
    ];
    let small = page.get(&format!("{path}.br"));
    let small = small.filter(|_| asked.encodings.iter().any(|one| takes_brotli(one)));
    if small.is_some() {
        headers.push(("Content-Encoding", "br"));
    }
    Answer {
        status: "200 OK",
        headers,
        body: small.unwrap_or(bytes),
    }
}

/// Whether what a request accepts names Brotli (RFC 9110, 12.5.3).
fn takes_brotli(accepted: &str) -> bool {
    accepted.split(',').any(|one| {
        let mut parts = one.split(';').map(str::trim);
        let named = parts
            .next()
            .is_some_and(|name| name.eq_ignore_ascii_case("br"));
        let weight = parts.find_map(|part| part.strip_prefix("q="));
        named && weight.is_none_or(|weight| weight.parse().is_ok_and(|weight: f64| weight > 0.0))
    })
}

/// What a file is, by the end of its name.
fn kind(path: &str) -> &'static str {
    match path.rsplit('.').next() {
        Some("html") => "text/html; charset=utf-8",
        Some("js") => "text/javascript; charset=utf-8",
        Some("css") => "text/css; charset=utf-8",
        Some("wasm") => "application/wasm",
        Some("json") => "application/json",
        Some("svg") => "image/svg+xml",
        Some(_) | None => "application/octet-stream",
    }
}
