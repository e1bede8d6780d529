//! The tests of the Utah papers, for every fence, placement and memory space.

use std::fmt::Write as _;

/// The models, in the order in which verdicts are written below.
pub const MODELS: [&str; 3] = ["ugpu-weak", "ugpu-coherent", "ugpu-strong"];

/// A test of the papers.
pub struct Shape {
    /// The first part of its files' names.
    pub name: &'static str,
    title: &'static str,
    source: &'static str,
    init: &'static [&'static str],
    /// The code of each thread: `F` stands for the fence.
    threads: &'static [&'static str],
    /// The outcome in question.
    outcome: &'static str,
    /// For each fence, the verdicts with one block and with a block for each thread.
    verdicts: &'static [(Fence, &'static str, &'static str)],
}

/// The fences of the papers.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Fence {
    None,
    Tfb,
    Tf,
}

use Fence::{None as No, Tf, Tfb};

impl Fence {
    const fn name(self) -> &'static str {
        match self {
            No => "none",
            Tfb => "tfb",
            Tf => "tf",
        }
    }

    const fn words(self) -> &'static str {
        match self {
            No => "no fence",
            Tfb => "TFB",
            Tf => "TF",
        }
    }

    const fn code(self) -> &'static str {
        match self {
            No => "",
            Tfb => "membar.cta",
            Tf => "membar.gl",
        }
    }
}

const COHERENCE: &[&str] = &[
    "st.weak a, 1",
    "st.weak a, 2",
    "ld.weak r1, a; F; ld.weak r2, a",
    "ld.weak r1, a; F; ld.weak r2, a",
];
const ORDERS_DIFFER: &str = "P2:r1 == 1 /\\ P2:r2 == 2 /\\ P3:r1 == 2 /\\ P3:r2 == 1";
const STALE: &str = "P1:r1 == 1 /\\ P1:r2 == 0";
const IRIW: &[&str] = &[
    "st.weak x, 1",
    "st.weak y, 1",
    "ld.weak r1, x; F; ld.weak r2, y",
    "ld.weak r1, y; F; ld.weak r2, x",
];
const NOT_ATOMIC: &str = "P2:r1 == 1 /\\ P2:r2 == 0 /\\ P3:r1 == 1 /\\ P3:r2 == 0";

/// What the papers, or for the CAS spin lock and the two SB and LB rows we, say.
pub const SHAPES: &[Shape] = &[
    Shape {
        name: "classical-coherence",
        title: "Two readers see the two stores to one location in different orders",
        source: "Sorensen 2013, Fig. 3.1 and Table 4.2",
        init: &["a"],
        threads: COHERENCE,
        outcome: ORDERS_DIFFER,
        verdicts: &[(No, "Ruu", "Ruu")],
    },
    Shape {
        name: "weak-coherence",
        title: "Two readers, each with a fence, see the two stores to one location in different \
                orders",
        source: "Sorensen 2013, Fig. 3.3 and Table 4.2",
        init: &["a"],
        threads: COHERENCE,
        outcome: ORDERS_DIFFER,
        verdicts: &[(Tfb, "uuu", "uuu"), (Tf, "uuu", "uuu")],
    },
    Shape {
        name: "iriw",
        title: "Independent reads of independent writes: write atomicity",
        source: "Sorensen 2013, Fig. 1.2 and Table 4.2",
        init: &["x", "y"],
        threads: IRIW,
        outcome: NOT_ATOMIC,
        verdicts: &[(No, "RRR", "RRR"), (Tfb, "RRu", "RRu"), (Tf, "RRu", "RRu")],
    },
    Shape {
        name: "visibility",
        title: "Simple visibility: the reader, always with a TFB, sees the second store and not \
                the first",
        source: "Sorensen 2013, Fig. 3.5 and Table 4.2",
        init: &["a", "b"],
        threads: &[
            "st.weak a, 1; F; st.weak b, 2",
            "ld.weak r1, b; membar.cta; ld.weak r2, a",
        ],
        outcome: "P1:r1 == 2 /\\ P1:r2 == 0",
        verdicts: MESSAGE,
    },
    Shape {
        name: "mp",
        title: "Message passing: the reader sees the flag and not the data",
        source: "Sorensen et al. 2014, Figs. 4, 8 and 9",
        init: &["d", "f"],
        threads: &[
            "st.weak d, 1; F; st.weak f, 1",
            "ld.weak r1, f; F; ld.weak r2, d",
        ],
        outcome: STALE,
        verdicts: MESSAGE,
    },
    Shape {
        name: "corr",
        title: "Read-read coherence: the second read goes back in time",
        source: "Sorensen et al. 2014, Figs. 5, 8 and 9",
        init: &["x"],
        threads: &["st.weak x, 1", "ld.weak r1, x; F; ld.weak r2, x"],
        outcome: STALE,
        verdicts: &[(No, "Ruu", "Ruu"), (Tfb, "uuu", "uuu"), (Tf, "uuu", "uuu")],
    },
    Shape {
        name: "sb",
        title: "Store buffering: neither thread sees the other's store",
        source: "Sorensen et al. 2014, Fig. 2",
        init: &["x", "y"],
        threads: &[
            "st.weak x, 1; F; ld.weak r1, y",
            "st.weak y, 1; F; ld.weak r1, x",
        ],
        outcome: "P0:r1 == 0 /\\ P1:r1 == 0",
        verdicts: MESSAGE,
    },
    Shape {
        name: "lb",
        title: "Load buffering: each thread sees the store that the other makes later",
        source: "our addition; shape of Alglave, Maranget, Tautschnig 2014",
        init: &["x", "y"],
        threads: &[
            "ld.weak r1, x; F; st.weak y, 1",
            "ld.weak r1, y; F; st.weak x, 1",
        ],
        outcome: "P0:r1 == 1 /\\ P1:r1 == 1",
        verdicts: &[(No, "RRR", "RRR"), (Tfb, "uuu", "uuu"), (Tf, "uuu", "uuu")],
    },
    Shape {
        name: "cas-lock",
        title: "CAS spin lock: the lock is taken over and the protected store not seen",
        source: "Sorensen et al. 2014, Figs. 10 and 11; RMWs and branches are our extension",
        init: &["m = 1", "d"],
        threads: &[
            "st.weak d, 1; F; atom.relaxed.gpu.exch r0, m, 0",
            "atom.relaxed.gpu.cas r1, m, 0, 1; bne r1, 0, LC0; F; ld.weak r2, d; LC0:",
        ],
        outcome: "P1:r1 == 0 /\\ P1:r2 == 0",
        verdicts: MESSAGE,
    },
];

const MESSAGE: &[(Fence, &str, &str)] =
    &[(No, "RRR", "RRR"), (Tfb, "uuu", "RRR"), (Tf, "uuu", "uuu")];

/// A file of the suite: its name without folder and extension, and its text.
pub type File = (String, String);

/// All files of `suite/ugpu`.
pub fn files() -> Vec<File> {
    let mut files: Vec<File> = SHAPES.iter().flat_map(Shape::files).collect();
    files.extend(together());
    files.extend(placements());
    files
}

impl Shape {
    fn files(&self) -> Vec<File> {
        let one = vec![0; self.threads.len()];
        let apart: Vec<usize> = (0..self.threads.len()).collect();
        let mut files = Vec::new();
        for (fence, intra, inter) in self.verdicts {
            for (place, space, blocks, verdicts) in [
                ("intra", "shared", &one, intra),
                ("intra", "global", &one, intra),
                ("inter", "global", &apart, inter),
            ] {
                let name = format!("{}-{}-{place}-{space}", self.name, fence.name());
                let place = if place == "intra" {
                    "one block"
                } else {
                    "a block for each thread"
                };
                let (title, source, words) = (self.title, self.source, fence.words());
                let test = Test {
                    description: format!("{title}; {words}, {place}, {space} memory.\n{source}."),
                    init: init(self.init, space),
                    threads: self.code(*fence, blocks),
                };
                files.extend(test.both(&name, self.outcome, verdicts));
            }
        }
        files
    }

    fn code(&self, fence: Fence, blocks: &[usize]) -> Vec<(usize, String)> {
        let threads = self.threads.iter().zip(blocks);
        threads
            .map(|(code, block)| (*block, code.replace('F', fence.code())))
            .collect()
    }
}

fn init(locations: &[&str], space: &str) -> String {
    let space = if space == "shared" { ".shared " } else { "" };
    let declared = locations
        .iter()
        .map(|location| match location.split_once('=') {
            Some(_) => format!("{space}{location};"),
            None => format!("{space}{location} = 0;"),
        });
    declared.collect::<Vec<_>>().join(" ")
}

/// "Putting it together": the thesis' picture is lost, this is our reading of its text.
fn together() -> Vec<File> {
    let mut files = Vec::new();
    for space in ["global", "shared"] {
        let shared = if space == "shared" { ".shared " } else { "" };
        let test = Test {
            description: format!(
                "Putting it together: does T2's TF cover what T1 did? `a` is {space}.\n\
                 Sorensen 2013, Fig. 3.6, whose picture is lost: our reading of the text."
            ),
            init: format!("g = 0; h = 0; {shared}a = 0;"),
            threads: vec![
                (0, "st.weak g, 1; membar.cta; st.weak a, 1".to_owned()),
                (0, "ld.weak r1, a; membar.gl; st.weak h, 1".to_owned()),
                (1, "ld.weak r2, h; membar.gl; ld.weak r3, g".to_owned()),
            ],
        };
        let outcome = "P1:r1 == 1 /\\ P2:r2 == 1 /\\ P2:r3 == 0";
        files.extend(test.both(&format!("together-{space}"), outcome, "RRu"));
    }
    files
}

/// Placements that the papers do not look at.
fn placements() -> Vec<File> {
    let split = |threads: &[&str], blocks: [usize; 4], fence: &str| {
        let threads = threads.iter().zip(blocks);
        let code = threads.map(|(code, block)| (block, code.replace('F', fence)));
        code.collect::<Vec<_>>()
    };
    let iriw = Test {
        description: "Independent reads of independent writes; TFB, each reader in a block with \
                      a writer.\nThe test of Sorensen 2013, Fig. 1.2; the placement is ours."
            .to_owned(),
        init: init(&["x", "y"], "global"),
        threads: split(IRIW, [0, 1, 0, 1], "membar.cta"),
    };
    let plain = Test {
        description: "Weak coherence; TFB, the second reader in another block.\nThe test of \
                      Sorensen 2013, Fig. 3.3; the placement is ours."
            .to_owned(),
        init: init(&["a"], "global"),
        threads: split(COHERENCE, [0, 0, 0, 1], "membar.cta"),
    };
    let mut fenced = split(COHERENCE, [0, 0, 0, 1], "membar.cta");
    for (_, code) in &mut fenced[..2] {
        code.push_str("; membar.cta");
    }
    let anomaly = Test {
        description: "Weak coherence as in weak-coherence-split, with a TFB after each store as \
                      well: adding a fence adds a behaviour.\nOur finding; docs/ugpu.md shows \
                      the execution."
            .to_owned(),
        threads: fenced,
        ..plain.clone()
    };
    let mut files = Vec::new();
    files.extend(iriw.both("iriw-split", NOT_ATOMIC, "RRR"));
    files.extend(plain.both("weak-coherence-split", ORDERS_DIFFER, "uuu"));
    files.extend(anomaly.both("weak-coherence-anomaly", ORDERS_DIFFER, "RRu"));
    files
}

/// A test without its statement.
#[derive(Clone)]
struct Test {
    description: String,
    init: String,
    threads: Vec<(usize, String)>,
}

impl Test {
    /// The test whether the outcome is possible, and the test whether it is never seen.
    fn both(&self, name: &str, outcome: &str, verdicts: &str) -> [File; 2] {
        let words = |reachable, unreachable| {
            let letters = verdicts.chars();
            let words = letters.map(|letter| {
                if letter == 'R' {
                    reachable
                } else {
                    unreachable
                }
            });
            words.collect::<Vec<_>>()
        };
        let forall = format!("{name}-forall");
        let exists = self.text(name, &format!("exists ({outcome})"));
        let never = self.text(&forall, &format!("forall (~({outcome}))"));
        [
            (
                name.to_owned(),
                expecting(&exists, &words("reachable", "unreachable")),
            ),
            (forall, expecting(&never, &words("sometimes", "always"))),
        ]
    }

    fn text(&self, name: &str, statement: &str) -> String {
        let mut columns: Vec<Vec<String>> = Vec::new();
        for (thread, (block, code)) in self.threads.iter().enumerate() {
            let cells = code
                .split(';')
                .map(str::trim)
                .filter(|cell| !cell.is_empty());
            let mut column = vec![format!("P{thread}@cta {block},gpu 0")];
            column.extend(cells.map(str::to_owned));
            columns.push(column);
        }
        let height = columns.iter().map(Vec::len).max().unwrap_or(0);
        let mut text = format!(
            "PTX {name}\n\"{}\"\n{{ {} }}\n",
            self.description, self.init
        );
        for row in 0..height {
            let cells = columns.iter().map(|column| {
                let width = column.iter().map(String::len).max().unwrap_or(0);
                let cell = column.get(row).map_or("", String::as_str);
                format!(" {cell:width$} ")
            });
            let cells: Vec<String> = cells.collect();
            writeln!(text, "{};", cells.join("|")).expect("strings take text");
        }
        text + statement + "\n"
    }
}

fn expecting(text: &str, verdicts: &[&str]) -> String {
    let mut text = format!("{text}\n");
    for (model, verdict) in MODELS.iter().zip(verdicts) {
        writeln!(text, "// expect {model}: {verdict}").expect("strings take text");
    }
    text
}
