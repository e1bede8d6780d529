//! Requests one after another.

use std::fmt::Write as _;
use std::io::{self, BufRead, Read as _, Write as _};
use std::process::ExitCode;

use super::driver::{Failed, Gpu};
use super::request::Request;

/// Words of an answer on one line.
const LINE: usize = 1000;

/// The longest request, in bytes.
const LONGEST: u64 = 1 << 20;

/// Serves requests until there are none.
pub fn main() -> ExitCode {
    let mut output = io::stdout().lock();
    let started = Gpu::first().and_then(|gpu| Ok((gpu.told()?, gpu)));
    let (told, mut gpu) = match started {
        Ok(started) => started,
        Err(Failed(text)) => {
            let _ = writeln!(output, "error {text}");
            return ExitCode::from(2);
        }
    };
    let words = told.iter().map(|(key, value)| format!(" {key}={value}"));
    let hello = format!("hello 1{}\n", words.collect::<String>());
    if output
        .write_all(hello.as_bytes())
        .and_then(|()| output.flush())
        .is_err()
    {
        return ExitCode::SUCCESS;
    }
    let mut input = io::stdin().lock();
    loop {
        let mut line = Vec::new();
        let read = input.by_ref().take(LONGEST).read_until(b'\n', &mut line);
        if read.is_err() || !line.ends_with(b"\n") {
            return ExitCode::SUCCESS;
        }
        let line = String::from_utf8_lossy(&line);
        let answer = match Request::read(line.trim_end_matches(['\n', '\r'])) {
            Ok(Request::Quit) => return ExitCode::SUCCESS,
            Ok(request) => serve(&mut gpu, request, &mut input),
            Err(text) => Err(Failed(text)),
        };
        let text = match answer {
            Ok(text) => text,
            Err(Failed(text)) => format!("error {}\n", text.replace('\n', " ")),
        };
        if output
            .write_all(text.as_bytes())
            .and_then(|()| output.flush())
            .is_err()
        {
            return ExitCode::SUCCESS;
        }
    }
}

fn serve(gpu: &mut Gpu, request: Request, input: &mut impl BufRead) -> Result<String, Failed> {
    let done = |()| "done\n".to_owned();
    match request {
        Request::Load(bytes) => {
            let mut text = vec![0; bytes];
            let read = input.read_exact(&mut text);
            read.map_err(|error| Failed(format!("the module is cut: {error}")))?;
            gpu.load(&text).map(|size| format!("loaded {size}\n"))
        }
        Request::Save(path) => {
            let written = std::fs::write(&path, gpu.code()?);
            written
                .map(done)
                .map_err(|error| Failed(format!("{path} cannot be written: {error}")))
        }
        Request::Fits {
            kernel,
            threads,
            shared,
        } => {
            let blocks = gpu.fits(&kernel, threads, shared)?;
            Ok(format!("fits {blocks}\n"))
        }
        Request::Alloc(bytes) => gpu.alloc(bytes).map(|at| format!("at {at}\n")),
        Request::Zero(at, bytes) => gpu.zero(at, bytes).map(done),
        Request::Put(at, bytes) => gpu.put(at, &bytes).map(done),
        Request::Launch {
            kernel,
            blocks,
            threads,
            shared,
            parameters,
        } => gpu
            .launch(&kernel, (blocks, threads, shared), &parameters)
            .map(done),
        Request::Words(at, count) => gpu.words(at, count).map(|words| shown(&words)),
        Request::Quit => Ok(String::new()),
    }
}

/// The words that are not 0, some on each line.
fn shown(words: &[u64]) -> String {
    let full: Vec<(usize, &u64)> = words
        .iter()
        .enumerate()
        .filter(|(_, word)| **word != 0)
        .collect();
    let mut out = String::new();
    for line in full.chunks(LINE) {
        out.push_str("words");
        for (at, word) in line {
            let _ = write!(out, " {at}={word}");
        }
        out.push('\n');
    }
    out.push_str("done\n");
    out
}
