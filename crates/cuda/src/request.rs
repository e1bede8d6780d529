//! What is asked, a line each.

/// A request.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Request {
    /// `load N`: N bytes of PTX follow.
    Load(usize),
    /// `save PATH`: the machine code that was loaded.
    Save(String),
    /// `fits KERNEL THREADS SHARED`: how many blocks can be resident at once.
    Fits {
        /// The kernel.
        kernel: String,
        /// Threads of a block.
        threads: u32,
        /// Its shared memory, in bytes.
        shared: u32,
    },
    /// `alloc N`: memory of so many bytes, all 0.
    Alloc(usize),
    /// `zero ADDRESS N`.
    Zero(u64, usize),
    /// `put ADDRESS HEX`.
    Put(u64, Vec<u8>),
    /// `launch KERNEL BLOCKS THREADS SHARED HEX`: with this structure as its parameter; waits for its end.
    Launch {
        /// The kernel.
        kernel: String,
        /// Blocks.
        blocks: u32,
        /// Threads of a block.
        threads: u32,
        /// Shared memory of a block, in bytes.
        shared: u32,
        /// Its parameter.
        parameters: Vec<u8>,
    },
    /// `words ADDRESS COUNT`: those words of 64 bits that are not 0.
    Words(u64, usize),
    /// `quit`.
    Quit,
}

/// The most bytes of memory, of a module, or of words that are read at once.
const MOST: usize = 2 << 30;

impl Request {
    /// Reads a line.
    ///
    /// # Errors
    ///
    /// It means nothing: says what was expected.
    pub fn read(line: &str) -> Result<Self, String> {
        let (word, rest) = line.split_once(' ').unwrap_or((line, ""));
        let parts: Vec<&str> = rest.split_whitespace().collect();
        match (word, parts.as_slice()) {
            ("load", [bytes]) => Ok(Self::Load(size(bytes)?)),
            ("save", [_, ..]) => Ok(Self::Save(rest.to_owned())),
            ("fits", [kernel, threads, shared]) => Ok(Self::Fits {
                kernel: (*kernel).to_owned(),
                threads: number(threads)?,
                shared: number(shared)?,
            }),
            ("alloc", [bytes]) => Ok(Self::Alloc(size(bytes)?)),
            ("zero", [at, bytes]) => Ok(Self::Zero(number(at)?, size(bytes)?)),
            ("put", [at, bytes]) => Ok(Self::Put(number(at)?, hex(bytes)?)),
            ("launch", [kernel, blocks, threads, shared, bytes]) => Ok(Self::Launch {
                kernel: (*kernel).to_owned(),
                blocks: number(blocks)?,
                threads: number(threads)?,
                shared: number(shared)?,
                parameters: hex(bytes)?,
            }),
            ("words", [at, count]) => Ok(Self::Words(number(at)?, size(count)?)),
            ("quit", []) => Ok(Self::Quit),
            _ => Err(format!(
                "`{word}` with {} words after it: expected load N, save PATH, fits KERNEL THREADS SHARED, alloc N, zero ADDRESS N, \
                 put ADDRESS HEX, launch KERNEL BLOCKS THREADS SHARED HEX, words ADDRESS COUNT or quit",
                parts.len()
            )),
        }
    }
}

fn number<T: std::str::FromStr>(text: &str) -> Result<T, String> {
    text.parse()
        .map_err(|_| format!("`{text}` is no number that fits here"))
}

fn size(text: &str) -> Result<usize, String> {
    let bytes: usize = number(text)?;
    if bytes > MOST {
        return Err(format!("{bytes} is more than {MOST}"));
    }
    Ok(bytes)
}

fn hex(text: &str) -> Result<Vec<u8>, String> {
    let wrong = || "expected pairs of hexadecimal digits".to_owned();
    if !text.is_ascii() || !text.len().is_multiple_of(2) {
        return Err(wrong());
    }
    (0..text.len())
        .step_by(2)
        .map(|at| u8::from_str_radix(&text[at..at + 2], 16).map_err(|_| wrong()))
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn requests_are_read() {
        let launch = Request::Launch {
            kernel: "test".to_owned(),
            blocks: 4,
            threads: 256,
            shared: 0,
            parameters: vec![0, 0xff, 0x10],
        };
        assert_eq!(Request::read("launch test 4 256 0 00ff10"), Ok(launch));
        assert_eq!(Request::read("zero 7 8"), Ok(Request::Zero(7, 8)));
        assert_eq!(
            Request::read("save /a b"),
            Ok(Request::Save("/a b".to_owned()))
        );
        for wrong in [
            "",
            "launch",
            "put 1 0",
            "put 1 0g",
            "put 1 é1",
            "alloc -1",
            "alloc 99999999999",
            "quit now",
        ] {
            assert!(Request::read(wrong).is_err(), "{wrong}");
        }
    }
}
