//! `serve`: the page on the loopback address.

use std::fs;
use std::io::{BufRead as _, BufReader, Read as _, Write as _};
use std::net::TcpStream;
use std::path::Path;
use std::process::{Child, Command, Stdio};

use tempfile::tempdir;

struct Server {
    child: Child,
    port: u16,
}

impl Server {
    fn of(folder: &Path) -> Self {
        let mut child = Command::new(env!("CARGO_BIN_EXE_gpu-litmus"))
            .args(["serve", "--port", "0", "--from"])
            .arg(folder)
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        let mut line = String::new();
        BufReader::new(child.stdout.take().unwrap())
            .read_line(&mut line)
            .unwrap();
        let rest = line.strip_prefix("http://127.0.0.1:").unwrap();
        let port = rest.split('/').next().unwrap().parse().unwrap();
        Self { child, port }
    }

    /// What the server answers to a request that is sent as it stands.
    fn told(&self, method: &str, path: &str) -> String {
        self.told_with(method, path, "")
    }

    /// The same, with more headers.
    fn told_with(&self, method: &str, path: &str, headers: &str) -> String {
        let mut stream = TcpStream::connect(("127.0.0.1", self.port)).unwrap();
        write!(
            stream,
            "{method} {path} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n{headers}\r\n"
        )
        .unwrap();
        let mut answer = Vec::new();
        stream.read_to_end(&mut answer).unwrap();
        String::from_utf8_lossy(&answer).into_owned()
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

fn refused(args: &[&str]) -> (Option<i32>, String) {
    let output = Command::new(env!("CARGO_BIN_EXE_gpu-litmus"))
        .arg("serve")
        .args(args)
        .output()
        .unwrap();
    (
        output.status.code(),
        String::from_utf8_lossy(&output.stderr).into_owned(),
    )
}

#[test]
fn what_is_compressed_is_sent_to_those_who_take_it() {
    let folder = tempdir().unwrap();
    fs::write(folder.path().join("index.html"), "plain").unwrap();
    fs::write(folder.path().join("index.html.br"), "small").unwrap();
    fs::write(folder.path().join("alone.js"), "only plain").unwrap();
    let server = Server::of(folder.path());
    for (welcome, small) in [
        ("gzip, deflate, br, zstd", true),
        ("BR", true),
        ("gzip, br;q=0.5", true),
        ("br;q=0, gzip", false),
        ("brotli", false),
        ("gzip", false),
    ] {
        let told = server.told_with("GET", "/", &format!("Accept-Encoding: {welcome}\r\n"));
        let end = if small { "small" } else { "plain" };
        assert!(told.ends_with(end), "{welcome}: {told}");
        assert_eq!(told.contains("Content-Encoding: br"), small, "{told}");
        assert!(
            told.contains("text/html") && told.contains("Vary: Accept-Encoding"),
            "{told}"
        );
    }
    assert!(server.told("GET", "/").ends_with("plain"));
    let alone = server.told_with("GET", "/alone.js", "Accept-Encoding: br\r\n");
    assert!(
        alone.ends_with("only plain") && !alone.contains("Content-Encoding"),
        "{alone}"
    );
}

#[test]
fn a_page_is_served_to_this_machine() {
    let folder = tempdir().unwrap();
    let page = folder.path().join("page");
    fs::create_dir_all(page.join("assets")).unwrap();
    fs::write(page.join("index.html"), "<!doctype html><p>here").unwrap();
    fs::write(page.join("assets/verifier.wasm"), b"\0asm").unwrap();
    fs::write(folder.path().join("secret"), "not of the page").unwrap();
    let server = Server::of(&page);
    for path in ["/", "/index.html", "/?x=1"] {
        let told = server.told("GET", path);
        assert!(told.starts_with("HTTP/1.1 200"), "{told}");
        assert!(
            told.contains("text/html") && told.ends_with("<p>here"),
            "{told}"
        );
    }
    let module = server.told("GET", "/assets/verifier.wasm");
    // A browser compiles a module while it comes only if it is said to be one.
    assert!(
        module.contains("Content-Type: application/wasm"),
        "{module}"
    );
    let head = server.told("HEAD", "/");
    assert!(
        head.starts_with("HTTP/1.1 200") && !head.contains("here"),
        "{head}"
    );
    for outside in [
        "/secret",
        "/../secret",
        "/assets/../../secret",
        "/assets",
        "//etc/passwd",
        "/%2e%2e/secret",
    ] {
        let told = server.told("GET", outside);
        assert!(told.starts_with("HTTP/1.1 404"), "{outside}: {told}");
    }
    assert!(server.told("POST", "/").starts_with("HTTP/1.1 405"));
    // The port is taken now.
    let (code, told) = refused(&[
        "--from",
        page.to_str().unwrap(),
        "--port",
        &server.port.to_string(),
    ]);
    assert_eq!(code, Some(2), "{told}");
    assert!(
        told.contains(&format!("port {} cannot be had", server.port)),
        "{told}"
    );
}

/// A browser opens several connections at once and keeps them; somebody else asks and does not read.
#[test]
fn nobody_waits_for_who_does_not_read() {
    let folder = tempdir().unwrap();
    fs::write(folder.path().join("index.html"), "here").unwrap();
    fs::write(folder.path().join("large.wasm"), vec![7; 16 << 20]).unwrap();
    let server = Server::of(folder.path());
    let open = |request: &str| {
        let mut stream = TcpStream::connect(("127.0.0.1", server.port)).unwrap();
        stream.write_all(request.as_bytes()).unwrap();
        stream
    };
    let silent = open("GET /large.wasm HTTP/1.1\r\nHost: localhost\r\n\r\n");
    let half: Vec<TcpStream> = (0..12).map(|_| open("GET / HT")).collect();
    let kept = (0..12).map(|_| open("GET / HTTP/1.1\r\nHost: localhost\r\n\r\n"));
    for mut stream in kept.collect::<Vec<_>>() {
        let mut answer = String::new();
        stream.read_to_string(&mut answer).unwrap();
        assert!(
            answer.starts_with("HTTP/1.1 200") && answer.ends_with("here"),
            "{answer}"
        );
    }
    drop((silent, half));
    let mut stream = open("no request\r\n\r\n");
    let mut answer = String::new();
    stream.read_to_string(&mut answer).unwrap();
    assert!(answer.starts_with("HTTP/1.1 400"), "{answer}");
}

#[test]
fn what_is_no_page_is_refused() {
    let folder = tempdir().unwrap();
    let path = folder.path().to_str().unwrap();
    let (code, told) = refused(&["--from", path]);
    assert_eq!(code, Some(2));
    assert_eq!(
        told.trim_end(),
        format!(
            "error: {path}: no page: there is no index.html in it; `make web` makes one in web/dist"
        )
    );
    let (code, told) = refused(&["--from", "/no/such/folder"]);
    assert_eq!(code, Some(2));
    assert!(
        told.contains("/no/such/folder") && told.contains("No such file"),
        "{told}"
    );
    // A program that was built without the page says how to get it.
    if option_env!("GPU_LITMUS_PAGE").is_none_or(str::is_empty) {
        let (code, told) = refused(&[]);
        assert_eq!(code, Some(2));
        assert!(told.contains("`make serve`"), "{told}");
    }
}
