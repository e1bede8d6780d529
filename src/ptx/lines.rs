//! From instructions to lines of the CUDA source, through what was inlined.

use std::collections::BTreeMap;
use std::path::Path;

use rustc_hash::FxHashMap;

use super::module::Module;

/// A place in a file.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Frame {
    /// The number of the file.
    pub file: u32,
    /// Line, from 1.
    pub line: u32,
    /// Column, from 1; 0 where it is not known.
    pub column: u32,
}

/// Where an instruction comes from.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Place {
    /// The innermost place, then the call that it was inlined at, and so on.
    pub frames: Vec<Frame>,
    /// The innermost place outside the toolkit's headers; of a compiler that does not say what was
    /// inlined, the one before.
    pub user: Option<Frame>,
    /// The compiler names no line, as where it made one access of several: this is the line of what was before.
    pub is_kept: bool,
}

/// The places of a body, in order.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Lines {
    places: Vec<Place>,
}

impl Lines {
    /// A place by its index.
    #[must_use]
    pub fn place(&self, index: usize) -> Option<&Place> {
        self.places.get(index)
    }
}

/// Reads the `.loc` directives of one body in their order.
#[derive(Debug)]
pub struct Reader<'a> {
    files: &'a BTreeMap<u32, String>,
    lines: Lines,
    /// For each place, the call that it was last inlined at.
    parents: FxHashMap<Frame, Option<Frame>>,
    user: Option<Frame>,
    /// The file that the body begins in.
    own: Option<u32>,
    current: Option<usize>,
    /// What follows is not come to from what was before.
    away: bool,
}

impl<'a> Reader<'a> {
    /// For a module with these files.
    #[must_use]
    pub fn new(files: &'a BTreeMap<u32, String>) -> Self {
        Self {
            files,
            lines: Lines::default(),
            parents: FxHashMap::default(),
            user: None,
            own: None,
            current: None,
            away: false,
        }
    }

    /// The place of what follows.
    #[must_use]
    pub const fn current(&self) -> Option<usize> {
        self.current
    }

    #[must_use]
    pub fn finish(self) -> Lines {
        self.lines
    }

    /// Nobody comes to what follows from what was before.
    pub const fn leave(&mut self) {
        self.away = true;
    }

    /// Reads a `.loc`.
    pub fn read(&mut self, place: Frame, inlined_at: Option<Frame>) {
        // Line 0 is no line: that of what was done before stays.
        if place.line == 0 {
            if self.away {
                self.current = None;
            } else if let Some(before) = self.current.and_then(|at| self.lines.place(at)) {
                let kept = Place {
                    is_kept: true,
                    ..before.clone()
                };
                self.current = Some(self.lines.places.len());
                self.lines.places.push(kept);
            }
            return;
        }
        self.away = false;
        self.parents.insert(place, inlined_at);
        let frames = self.chain(place);
        let own = *self
            .own
            .get_or_insert_with(|| frames.last().unwrap_or(&place).file);
        let outside = |frame: &&Frame| {
            let path = self.files.get(&frame.file);
            // A kernel of a package of Python is its user's.
            let is_own = |path: &str| frame.file == own && path.contains("-packages/");
            let library = |path: &String| is_toolkit(path) && !is_own(path);
            frame.line > 0 && !path.is_some_and(library)
        };
        if let Some(user) = frames.iter().find(outside) {
            self.user = Some(*user);
        }
        self.current = Some(self.lines.places.len());
        self.lines.places.push(Place {
            frames,
            user: self.user,
            is_kept: false,
        });
    }

    fn chain(&self, place: Frame) -> Vec<Frame> {
        let mut frames = vec![place];
        let mut at = place;
        while let Some(Some(parent)) = self.parents.get(&at) {
            // A place that was inlined into itself is a recursion, or a mistake of the compiler.
            if frames.contains(parent) {
                break;
            }
            frames.push(*parent);
            at = *parent;
        }
        frames
    }
}

/// Whether a file is of Python.
#[must_use]
pub fn is_python(path: &str) -> bool {
    Path::new(path).extension().is_some_and(|it| it == "py")
}

/// Whether a file belongs to the toolkit or the compiler and is not the user's.
#[must_use]
pub fn is_toolkit(path: &str) -> bool {
    const PARTS: [&str; 14] = [
        "local/cuda",
        "/site-packages/",
        "/dist-packages/",
        "/cccl/",
        "/cuda/std/",
        "/cuda/include/",
        "/cuda/__",
        "lib/clang/",
        "/nvidia/cu",
        "/include/crt/",
        "/include/cub/",
        "/include/thrust/",
        "/cooperative_groups/",
        "/usr/include/",
    ];
    const FILES: [&str; 7] = [
        "cooperative_groups.h",
        "device_atomic_functions.hpp",
        "device_functions.hpp",
        "cuda_device_runtime_api.h",
        "cuda_runtime.h",
        "vector_functions.hpp",
        "math_functions.hpp",
    ];
    let name = path.rsplit('/').next().unwrap_or(path);
    if name.strip_suffix(".cu").is_some() {
        return false;
    }
    let versioned = |(_, after): (&str, &str)| after.starts_with(|one: char| one.is_ascii_digit());
    PARTS.iter().any(|part| path.contains(part))
        || path.split_once("/cuda-").is_some_and(versioned)
        || FILES.contains(&name)
        || name.starts_with("sm_") && name.rsplit('.').next() == Some("hpp")
}

impl Module {
    /// The path of a file, without its folders.
    #[must_use]
    pub fn file_name(&self, file: u32) -> &str {
        let path = self.files.get(&file).map_or("?", String::as_str);
        path.rsplit('/').next().unwrap_or(path)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn frame(file: u32, line: u32) -> Frame {
        Frame {
            file,
            line,
            column: 3,
        }
    }

    fn files() -> BTreeMap<u32, String> {
        let paths = [
            "kernel.cu",
            "/usr/local/cuda/include/device_atomic_functions.hpp",
            "my.cuh",
        ];
        (1..).zip(paths.map(str::to_owned)).collect()
    }

    #[test]
    fn chains_lead_to_the_user() {
        let files = files();
        let mut reader = Reader::new(&files);
        reader.read(frame(1, 9), None);
        reader.read(frame(3, 4), Some(frame(1, 9)));
        reader.read(frame(2, 112), Some(frame(3, 4)));
        let lines = reader.finish();
        let place = lines.place(2).unwrap();
        assert_eq!(place.frames, [frame(2, 112), frame(3, 4), frame(1, 9)]);
        assert_eq!(place.user, Some(frame(3, 4)));
    }

    #[test]
    fn without_chains_the_last_line_of_the_user_counts() {
        let files = files();
        let mut reader = Reader::new(&files);
        reader.read(frame(1, 7), None);
        reader.read(frame(2, 112), None);
        reader.read(frame(1, 0), None);
        assert_eq!(reader.current(), Some(2));
        let lines = reader.finish();
        let told = |at: usize| lines.place(at).map(|place| (place.user, place.is_kept));
        assert_eq!(told(1), Some((Some(frame(1, 7)), false)));
        assert_eq!(told(2), Some((Some(frame(1, 7)), true)));
    }

    #[test]
    fn files_of_the_user_may_be_called_as_the_toolkit_is() {
        for own in [
            "/home/me/cuda-examples/pats.py",
            "/home/me/cuda-examples/pats.cuh",
            "my_cooperative_groups_test.py",
        ] {
            assert!(!is_toolkit(own), "{own}");
        }
        for other in [
            "/opt/cuda-12.4/include/x.h",
            "/usr/lib/python3/site-packages/warp/native/array.h",
            "/usr/local/cuda/include/cooperative_groups.h",
        ] {
            assert!(is_toolkit(other), "{other}");
        }
    }

    #[test]
    fn a_kernel_of_a_package_is_its_users() {
        let file = |at: u32, name: &str| (at, format!("/usr/lib/python3/site-packages/{name}"));
        let files = BTreeMap::from([file(1, "mine/kernels.py"), file(2, "triton/standard.py")]);
        let mut reader = Reader::new(&files);
        let at = |file, line| Frame {
            file,
            line,
            column: 1,
        };
        reader.read(at(1, 7), None);
        reader.read(at(2, 30), Some(at(1, 9)));
        let lines = reader.finish();
        let user = |index| lines.place(index).and_then(|place| place.user);
        assert_eq!(user(0), Some(at(1, 7)));
        assert_eq!(user(1), Some(at(1, 9)));
    }
}
