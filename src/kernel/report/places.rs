//! Places for people: lines of PTX and of the CUDA source.

use serde::Serialize;

use crate::kernel::setup::Setup;

/// A line of the CUDA source.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Serialize)]
pub struct Line {
    /// The file as the compiler was given it.
    pub file: String,
    /// As much of its end as tells it from the other files of the module.
    #[serde(skip)]
    pub name: String,
    /// Line, from 1.
    pub line: u32,
    /// Column, from 1; 0 where it is not known.
    pub column: u32,
}

/// The CUDA place of an instruction.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Serialize)]
pub struct Cuda {
    /// The user's line.
    #[serde(flatten)]
    pub line: Line,
    /// What it was inlined from, innermost first.
    pub chain: Vec<Line>,
}

/// The place in the PTX.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Serialize)]
pub struct Ptx {
    /// Line, from 1.
    pub line: usize,
    /// Column, from 1.
    pub column: usize,
}

/// Where an instruction stands.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Serialize)]
pub struct Place {
    /// In the PTX.
    pub ptx: Ptx,
    /// In the CUDA source; none without line information.
    pub cuda: Option<Cuda>,
    /// Who; none where it is no one thread.
    pub thread: Option<Who>,
    /// The opcode.
    pub opcode: String,
}

/// A thread by its numbers.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize)]
pub struct Who {
    /// The launch, from 0.
    pub launch: usize,
    /// The block in the grid: x, y, z.
    pub block: [u64; 3],
    /// The thread in the block: x, y, z.
    pub thread: [u64; 3],
}

impl Place {
    /// Of an instruction of a function.
    #[must_use]
    pub fn of(setup: &Setup, function: usize, at: usize) -> Option<Self> {
        let module = &setup.module;
        let body = module.functions.get(function)?.body.as_ref()?;
        let instruction = body.code.get(at)?;
        let position = module.position(instruction.span.start);
        let own = instruction.line.and_then(|line| body.lines.place(line));
        // What a library's function does is done where it is called.
        let call = match own.and_then(|place| place.user) {
            Some(_) => None,
            None => setup.callers.get(function).and_then(Option::as_ref),
        };
        let line = |frame: crate::ptx::lines::Frame| {
            let file = module.files.get(&frame.file).cloned().unwrap_or_default();
            Line {
                name: name_among(&file, &module.files.values()),
                file,
                line: frame.line,
                column: frame.column,
            }
        };
        Some(Self {
            ptx: Ptx {
                line: position.line,
                column: position.column,
            },
            cuda: call.or(own).and_then(|place| {
                let chain = own.into_iter().chain(call).flat_map(|it| &it.frames);
                Some(Cuda {
                    line: line(place.user?),
                    chain: chain.map(|frame| line(*frame)).collect(),
                })
            }),
            thread: None,
            opcode: module.source.slice(instruction.opcode).to_owned(),
        })
    }

    /// The place, of a thread; of none where it is not among those of the launch.
    #[must_use]
    pub fn by(mut self, setup: &Setup, thread: usize) -> Self {
        self.thread = setup.threads.get(thread).map(|it| Who {
            launch: it.launch,
            block: setup
                .blocks
                .get(it.block)
                .map_or([0; 3], |block| block.index),
            thread: it.index,
        });
        self
    }

    /// `kernel.cu:13`, or the line of PTX where that is all there is.
    #[must_use]
    pub fn short(&self) -> String {
        match &self.cuda {
            Some(cuda) => format!("{}:{}", cuda.line.name, cuda.line.line),
            None => format!("PTX line {}", self.ptx.line),
        }
    }

    /// For a column of lines: `:13` where all are of one file, else `kernel.cu:13`.
    #[must_use]
    pub fn line(&self, one_file: bool) -> String {
        self.cuda.as_ref().map_or(String::new(), |cuda| {
            let name = if one_file { "" } else { &cuda.line.name };
            format!("{name}:{}", cuda.line.line)
        })
    }
}

/// The end of a path that no other of these has.
fn name_among<'f>(path: &str, files: &(impl Iterator<Item = &'f String> + Clone)) -> String {
    let slashes = path.rmatch_indices('/').map(|(at, _)| at + 1);
    let mut ends = slashes.map(|at| &path[at..]).chain([path]);
    let alone = |end: &&str| {
        let mut others = files.clone().filter(|file| *file != path);
        !others.any(|file| {
            let before = file.strip_suffix(end);
            before.is_some_and(|before| before.is_empty() || before.ends_with('/'))
        })
    };
    ends.find(alone).unwrap_or(path).to_owned()
}

#[cfg(test)]
mod tests {
    use super::name_among;

    #[test]
    fn as_much_of_a_path_as_is_needed() {
        let files = ["s.cu", "a/io.cuh", "b/io.cuh", "/x/b/io.cuh", "lib/s.cuh"];
        let files = files.map(str::to_owned);
        let names = files.each_ref().map(|file| name_among(file, &files.iter()));
        let told = ["s.cu", "a/io.cuh", "b/io.cuh", "x/b/io.cuh", "s.cuh"];
        assert_eq!(names, told);
    }
}
