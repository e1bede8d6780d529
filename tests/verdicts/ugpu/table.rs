//! The thesis' Table 4.2 and the figures of the ICS paper, as verdicts in the order weak,
//! coherent, strong.

use gpu_litmus::ugpu::machine::Model;

use super::support::{litmus, verdicts};

/// A test of the papers: `F` stands for the fence.
struct Shape {
    init: &'static [&'static str],
    threads: &'static [&'static str],
    outcome: &'static str,
}

const COHERENCE: Shape = Shape {
    init: &["a"],
    threads: &[
        "st.weak a, 1",
        "st.weak a, 2",
        "ld.weak r1, a; F; ld.weak r2, a",
        "ld.weak r1, a; F; ld.weak r2, a",
    ],
    outcome: "P2:r1 == 1 /\\ P2:r2 == 2 /\\ P3:r1 == 2 /\\ P3:r2 == 1",
};

const IRIW: Shape = Shape {
    init: &["x", "y"],
    threads: &[
        "st.weak x, 1",
        "st.weak y, 1",
        "ld.weak r1, x; F; ld.weak r2, y",
        "ld.weak r1, y; F; ld.weak r2, x",
    ],
    outcome: "P2:r1 == 1 /\\ P2:r2 == 0 /\\ P3:r1 == 1 /\\ P3:r2 == 0",
};

const VISIBILITY: Shape = Shape {
    init: &["a", "b"],
    threads: &[
        "st.weak a, 1; F; st.weak b, 2",
        "ld.weak r1, b; membar.cta; ld.weak r2, a",
    ],
    outcome: "P1:r1 == 2 /\\ P1:r2 == 0",
};

const MP: Shape = Shape {
    init: &["d", "f"],
    threads: &[
        "st.weak d, 1; F; st.weak f, 1",
        "ld.weak r1, f; F; ld.weak r2, d",
    ],
    outcome: "P1:r1 == 1 /\\ P1:r2 == 0",
};

const CORR: Shape = Shape {
    init: &["x"],
    threads: &["st.weak x, 1", "ld.weak r1, x; F; ld.weak r2, x"],
    outcome: "P1:r1 == 1 /\\ P1:r2 == 0",
};

const SB: Shape = Shape {
    init: &["x", "y"],
    threads: &[
        "st.weak x, 1; F; ld.weak r1, y",
        "st.weak y, 1; F; ld.weak r1, x",
    ],
    outcome: "P0:r1 == 0 /\\ P1:r1 == 0",
};

const LB: Shape = Shape {
    init: &["x", "y"],
    threads: &[
        "ld.weak r1, x; F; st.weak y, 1",
        "ld.weak r1, y; F; st.weak x, 1",
    ],
    outcome: "P0:r1 == 1 /\\ P1:r1 == 1",
};

const CAS_LOCK: Shape = Shape {
    init: &["m = 1", "d"],
    threads: &[
        "st.weak d, 1; F; atom.relaxed.exch r0, m, 0",
        "atom.relaxed.cas r1, m, 0, 1; bne r1, 0, LC0; F; ld.weak r2, d; LC0:",
    ],
    outcome: "P1:r1 == 0 /\\ P1:r2 == 0",
};

const NONE: &str = "";
const TFB: &str = "membar.cta";
const TF: &str = "membar.gl";

impl Shape {
    fn text(&self, fence: &str, blocks: &[usize], shared: bool) -> String {
        let space = if shared { ".shared " } else { "" };
        let init = self.init.iter();
        let init: Vec<String> = init
            .map(|location| match location.split_once('=') {
                Some(_) => format!("{space}{location};"),
                None => format!("{space}{location} = 0;"),
            })
            .collect();
        let threads = self.threads.iter().zip(blocks);
        let threads: Vec<(usize, String)> = threads
            .map(|(code, block)| (*block, code.replace('F', fence)))
            .collect();
        let condition = format!("exists ({})", self.outcome);
        litmus(&init.join(" "), &threads, &condition)
    }

    fn verdicts(&self, fence: &str, blocks: &[usize], shared: bool) -> String {
        verdicts(&self.text(fence, blocks, shared))
    }

    /// Checks the verdicts with all threads in one block (in both spaces), and each in its own.
    fn expect(&self, fence: &str, intra: &str, inter: &str) {
        let together = vec![0; self.threads.len()];
        let apart: Vec<usize> = (0..self.threads.len()).collect();
        for shared in [false, true] {
            let found = self.verdicts(fence, &together, shared);
            assert_eq!(found, intra, "intra, shared: {shared}, {fence}");
        }
        let found = self.verdicts(fence, &apart, false);
        assert_eq!(found, inter, "inter, {fence}");
    }
}

/// All rows that are unreachable, with the model.
pub fn unreachable() -> Vec<(String, String, Model)> {
    let shapes = [
        ("coherence", COHERENCE),
        ("IRIW", IRIW),
        ("visibility", VISIBILITY),
        ("MP", MP),
        ("CoRR", CORR),
        ("SB", SB),
        ("LB", LB),
        ("CAS lock", CAS_LOCK),
    ];
    let mut rows = Vec::new();
    for (name, shape) in shapes {
        let together = vec![0; shape.threads.len()];
        let apart: Vec<usize> = (0..shape.threads.len()).collect();
        for fence in [NONE, TFB, TF] {
            for (blocks, shared) in [(&together, false), (&together, true), (&apart, false)] {
                let text = shape.text(fence, blocks, shared);
                let verdicts = verdicts(&text);
                for (model, verdict) in Model::ALL.into_iter().zip(verdicts.chars()) {
                    if verdict == 'u' {
                        let name = format!("{name} {fence} {blocks:?} shared: {shared}");
                        rows.push((name, text.clone(), model));
                    }
                }
            }
        }
    }
    rows
}

#[test]
fn classical_and_weak_coherence() {
    COHERENCE.expect(NONE, "Ruu", "Ruu");
    COHERENCE.expect(TFB, "uuu", "uuu");
    COHERENCE.expect(TF, "uuu", "uuu");
}

#[test]
fn iriw() {
    IRIW.expect(NONE, "RRR", "RRR");
    IRIW.expect(TFB, "RRu", "RRu");
    IRIW.expect(TF, "RRu", "RRu");
    assert_eq!(IRIW.verdicts(TFB, &[0, 1, 0, 1], false), "RRR");
}

#[test]
fn simple_visibility() {
    VISIBILITY.expect(NONE, "RRR", "RRR");
    VISIBILITY.expect(TFB, "uuu", "RRR");
    VISIBILITY.expect(TF, "uuu", "uuu");
}

#[test]
fn message_passing_and_read_coherence() {
    MP.expect(NONE, "RRR", "RRR");
    MP.expect(TFB, "uuu", "RRR");
    MP.expect(TF, "uuu", "uuu");
    CORR.expect(NONE, "Ruu", "Ruu");
    CORR.expect(TFB, "uuu", "uuu");
    CORR.expect(TF, "uuu", "uuu");
}

#[test]
fn buffering() {
    SB.expect(NONE, "RRR", "RRR");
    SB.expect(TFB, "uuu", "RRR");
    SB.expect(TF, "uuu", "uuu");
    LB.expect(NONE, "RRR", "RRR");
    LB.expect(TFB, "uuu", "uuu");
    LB.expect(TF, "uuu", "uuu");
}

#[test]
fn cas_spin_lock() {
    CAS_LOCK.expect(NONE, "RRR", "RRR");
    CAS_LOCK.expect(TFB, "uuu", "RRR");
    CAS_LOCK.expect(TF, "uuu", "uuu");
}

#[test]
fn putting_it_together() {
    for space in ["", ".shared "] {
        let threads = [
            (0, "st.weak g, 1; membar.cta; st.weak a, 1".to_owned()),
            (0, "ld.weak r1, a; membar.gl; st.weak h, 1".to_owned()),
            (1, "ld.weak r2, h; membar.gl; ld.weak r3, g".to_owned()),
        ];
        let condition = "exists (P1:r1 == 1 /\\ P2:r2 == 1 /\\ P2:r3 == 0)";
        let init = format!("g = 0; h = 0; {space}a = 0;");
        assert_eq!(
            verdicts(&litmus(&init, &threads, condition)),
            "RRu",
            "{space}"
        );
    }
}
