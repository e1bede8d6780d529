//! `serve`: the page for browsers, on this machine alone.

use std::collections::BTreeMap;
use std::io::Write as _;
use std::net::{Ipv4Addr, SocketAddr};
use std::path::{Path, PathBuf};

use tiny_http::{Header, Method, Request, Response, Server, StatusCode};
use walkdir::WalkDir;

use crate::syntax::read::printable;

use super::exit::Exit;
use super::failure::Failure;

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
    let server = Server::http(address).map_err(|error| {
        Failure::Usage(format!(
            "port {} cannot be had: {error}; --port names another, 0 takes one that is free",
            args.port
        ))
    })?;
    let port = server
        .server_addr()
        .to_ip()
        .map_or(args.port, |at| at.port());
    // Nobody may be reading: it is served all the same.
    let _ = writeln!(
        std::io::stdout(),
        "http://127.0.0.1:{port}/ shows the page; Ctrl-C ends it"
    );
    for request in server.incoming_requests() {
        answer(&page, request);
    }
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

/// Answers one request; that the other side went away is no matter.
fn answer(page: &Page, request: Request) {
    let path = request.url().split(['?', '#']).next().unwrap_or_default();
    let path = match path.trim_start_matches('/') {
        "" => INDEX.to_owned(),
        path => path.to_owned(),
    };
    if !matches!(request.method(), Method::Get | Method::Head) {
        let _ = request.respond(Response::empty(StatusCode(405)));
        return;
    }
    let Some(bytes) = page.get(&path) else {
        let _ = request.respond(Response::empty(StatusCode(404)));
        return;
    };
    let mut headers = vec![
        ("Content-Type", kind(&path)),
        ("X-Content-Type-Options", "nosniff"),
        ("Cache-Control", "no-cache"),
        ("Vary", "Accept-Encoding"),
    ];
    let small = page.get(&format!("{path}.br"));
    let small = small.filter(|_| request.headers().iter().any(takes_brotli));
    if small.is_some() {
        headers.push(("Content-Encoding", "br"));
    }
    let mut response = Response::from_data(small.unwrap_or(bytes).as_slice());
    for (name, value) in headers {
        if let Ok(header) = Header::from_bytes(name, value) {
            response.add_header(header);
        }
    }
    let _ = request.respond(response);
}

/// Whether a header of a request says that Brotli is welcome (RFC 9110, 12.5.3).
fn takes_brotli(header: &Header) -> bool {
    let coding = |one: &str| {
        let mut parts = one.split(';').map(str::trim);
        let named = parts
            .next()
            .is_some_and(|name| name.eq_ignore_ascii_case("br"));
        let weight = parts.find_map(|part| part.strip_prefix("q="));
        named && weight.is_none_or(|weight| weight.parse().is_ok_and(|weight: f64| weight > 0.0))
    };
    header.field.equiv("Accept-Encoding") && header.value.as_str().split(',').any(coding)
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
