//! The axioms of the built-in models in words: what each means, a test that shows it, where it is from.

use super::registry::Model;

/// An axiom or flag in words.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Lesson {
    /// What it says, for who meets it for the first time.
    pub meaning: &'static str,
    /// What shows it.
    pub example: Example,
    /// The paper or manual, and the place there.
    pub source: &'static str,
}

/// What shows an axiom.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Example {
    /// A test that this axiom alone forbids: without it the outcome is reachable.
    Alone(&'static str),
    /// None: the other axioms imply it. The sentence says how.
    Implied(&'static str),
    /// Of a flag: a test that raises it.
    Raises(&'static str),
}

/// What is known of an axiom of a built-in model.
///
/// ```
/// use gpu_litmus::{Model, model::lessons::lesson};
/// let tso = Model::find("tso").unwrap();
/// assert!(lesson(&tso, "tso").unwrap().meaning.contains("buffer"));
/// assert_eq!(lesson(&tso, "no such axiom"), None);
/// ```
#[must_use]
pub fn lesson(model: &Model, axiom: &str) -> Option<Lesson> {
    let all: &[(&str, Lesson)] = match model.name.as_str() {
        "sc" => SC,
        "plain" => PLAIN,
        "strict" => STRICT,
        "tso" => TSO,
        "hrf-direct" | "hrf-indirect" => HRF,
        "hrf-relaxed" | "hrf-rsp" => HRF_RELAXED,
        "ptx-6.0" | "ptx-7.5" => PTX,
        _ => &[],
    };
    let found = all.iter().find(|(name, _)| *name == axiom);
    found.map(|(_, lesson)| *lesson)
}

const fn new(meaning: &'static str, example: Example, source: &'static str) -> Lesson {
    Lesson {
        meaning,
        example,
        source,
    }
}

const HERDING: &str = "Alglave, Maranget, Tautschnig, TOPLAS 2014";
const ORR: &str = "Orr et al., ASPLOS 2015, appendix";
const LECTURES: &str = "lectures on cache coherence";

const NO_THIN_AIR: &str = "Values do not justify themselves. A store whose value, address or branch \
    depends on a load cannot be what that load reads, not even by way of other threads.";
const ATOMICITY: &str = "A read-modify-write is one step. No other write comes between the one that \
    it reads and the one that it makes.";
const ONE_STEP: &str = "a read-modify-write is one event here, and a write in the middle of it would \
    close a circle in the order of its location";

const SC: &[(&str, Lesson)] = &[
    (
        "sc",
        new(
            "All accesses stand in one order that agrees with the program order of every thread. \
             Each load returns the latest store before it.",
            Example::Alone(include_str!("examples/sb.litmus")),
            "Lamport, IEEE Transactions on Computers, 1979; as an axiom: Alglave, Maranget, \
             Tautschnig, TOPLAS 2014",
        ),
    ),
    (
        "no-thin-air",
        new(
            NO_THIN_AIR,
            Example::Implied("dependencies are part of program order, which axiom sc respects"),
            HERDING,
        ),
    ),
    (
        "atomicity",
        new(ATOMICITY, Example::Implied(ONE_STEP), HERDING),
    ),
];

const PLAIN: &[(&str, Lesson)] = &[
    (
        "coherence",
        new(
            "Each location on its own is sequentially consistent: its accesses stand in one order \
             that agrees with the program order of each thread. Between locations there is no order.",
            Example::Alone(include_str!("examples/own-store.litmus")),
            LECTURES,
        ),
    ),
    (
        "no-thin-air",
        new(
            NO_THIN_AIR,
            Example::Alone(include_str!("examples/no-thin-air.litmus")),
            HERDING,
        ),
    ),
    (
        "atomicity",
        new(ATOMICITY, Example::Implied(ONE_STEP), HERDING),
    ),
];

const STRICT: &[(&str, Lesson)] = &[
    (
        "strict",
        new(
            "Each access happens at one moment for all threads. Accesses of one location keep \
             program order; those of different locations only where a fence, an acquire, a release \
             or a dependency says so.",
            Example::Alone(include_str!("examples/mp-fenced.litmus")),
            LECTURES,
        ),
    ),
    (
        "no-thin-air",
        new(
            NO_THIN_AIR,
            Example::Implied("axiom strict has the dependencies in its order"),
            HERDING,
        ),
    ),
    (
        "atomicity",
        new(ATOMICITY, Example::Implied(ONE_STEP), HERDING),
    ),
];

const X86: &str = "Sewell et al., CACM 2010; Alglave, Maranget, Tautschnig, TOPLAS 2014";

const TSO: &[(&str, Lesson)] = &[
    (
        "tso",
        new(
            "Each thread has a buffer: a store waits in it while later loads of the thread go ahead. \
             Nothing else overtakes. A fence or a read-modify-write waits until the buffer is empty.",
            Example::Alone(include_str!("examples/mp.litmus")),
            X86,
        ),
    ),
    (
        "coherence",
        new(
            "Each location on its own is sequentially consistent. So a thread sees its own stores at \
             once: a load looks into the buffer first.",
            Example::Alone(include_str!("examples/own-store.litmus")),
            X86,
        ),
    ),
    (
        "no-thin-air",
        new(
            NO_THIN_AIR,
            Example::Implied("axiom tso keeps loads before all that comes after them"),
            HERDING,
        ),
    ),
    (
        "atomicity",
        new(ATOMICITY, Example::Implied(ONE_STEP), HERDING),
    ),
];

const RACE: Lesson = new(
    "Two accesses of one location by different threads race if one is a write at least, nothing \
     orders them, and they are not both atomics with scopes that match. The verdict is then `racy`: \
     a program with a race has no promise.",
    Example::Raises(include_str!("examples/mp.litmus")),
    "Hower et al., ASPLOS 2014; Orr et al., ASPLOS 2015, appendix",
);

const HRF: &[(&str, Lesson)] = &[
    (
        "sc",
        new(
            "A program without a race is sequentially consistent: all accesses stand in one order \
             that agrees with the program order of every thread.",
            Example::Alone(include_str!("examples/sb-relaxed.litmus")),
            "Hower et al., ASPLOS 2014",
        ),
    ),
    (
        "no-thin-air",
        new(
            NO_THIN_AIR,
            Example::Implied("dependencies are part of program order, which axiom sc respects"),
            HERDING,
        ),
    ),
    (
        "atomicity",
        new(ATOMICITY, Example::Implied(ONE_STEP), HERDING),
    ),
    ("heterogeneous-race", RACE),
];

const HRF_RELAXED: &[(&str, Lesson)] = &[
    (
        "coherence",
        new(
            "Each location on its own is sequentially consistent: two reads of it in one thread do \
             not go back to an older write.",
            Example::Alone(include_str!("examples/corr-relaxed.litmus")),
            ORR,
        ),
    ),
    (
        "happens-before",
        new(
            "Happens-before has no circle: program order and synchronization, from a release to an \
             acquire that comes after it, agree on what came first.",
            Example::Alone(include_str!("examples/happens-before.litmus")),
            ORR,
        ),
    ),
    (
        "consistency",
        new(
            "Communication does not go against happens-before: no read sees what happens after it, \
             nor what was overwritten before it.",
            Example::Alone(include_str!("examples/mp-relaxed-data.litmus")),
            ORR,
        ),
    ),
    (
        "sc-atomics",
        new(
            "The `.sc` atomics whose scopes include each other agree on one order.",
            Example::Alone(include_str!("examples/sb-sc.litmus")),
            ORR,
        ),
    ),
    (
        "no-thin-air",
        new(
            NO_THIN_AIR,
            Example::Alone(include_str!("examples/no-thin-air-relaxed.litmus")),
            HERDING,
        ),
    ),
    (
        "atomicity",
        new(ATOMICITY, Example::Implied(ONE_STEP), HERDING),
    ),
    ("heterogeneous-race", RACE),
];

const PTX: &[(&str, Lesson)] = &[
    (
        "coherence",
        new(
            "Writes of one location that causality orders take effect in that order. Other writes \
             may have none.",
            Example::Alone(include_str!("examples/ptx-coherence.litmus")),
            "PTX ISA, Memory Consistency Model: Coherence",
        ),
    ),
    (
        "coherence-total",
        new(
            "Two morally strong writes of one location have an order, one way or the other, so two \
             readers agree on it. (Morally strong: of one thread; or both strong, each with a scope \
             that holds the other's thread.)",
            Example::Alone(include_str!("examples/ptx-coherence-total.litmus")),
            "PTX ISA, Memory Consistency Model: Coherence Order",
        ),
    ),
    (
        "fence-sc",
        new(
            "All `fence.sc` whose scopes hold each other's thread stand in one order, and causality \
             does not go against it.",
            Example::Implied(
                "the order of the fences is a part of causality, and axiom causality forbids each \
                 outcome that a circle through it would need",
            ),
            "PTX ISA, Memory Consistency Model: Fence-SC",
        ),
    ),
    (
        "atomicity",
        new(
            "A read-modify-write is one step for all that are morally strong with it: no such write \
             comes between its read and its write.",
            Example::Alone(include_str!("examples/ptx-atomicity.litmus")),
            "PTX ISA, Memory Consistency Model: Atomicity",
        ),
    ),
    (
        "no-thin-air",
        new(
            NO_THIN_AIR,
            Example::Alone(include_str!("examples/no-thin-air.litmus")),
            "PTX ISA, Memory Consistency Model: No Thin Air",
        ),
    ),
    (
        "sc-per-location",
        new(
            "Morally strong accesses of one location agree with program order. So a thread reads \
             its own last write, or a newer one.",
            Example::Alone(include_str!("examples/own-store.litmus")),
            "PTX ISA 6.0, Memory Consistency Model: Sequential Consistency Per Location",
        ),
    ),
    (
        "causality",
        new(
            "No read sees what comes after it in causality order, nor what was overwritten before \
             it. Causality is made of program order, of releases with the acquires that observe \
             them, of `fence.sc` and of barriers.",
            Example::Alone(include_str!("examples/ptx-causality.litmus")),
            "PTX ISA, Memory Consistency Model: Causality",
        ),
    ),
    (
        "data-race",
        new(
            "Two conflicting accesses race if they are not morally strong and causality does not \
             order them. This is told beside the verdict and forbids nothing.",
            Example::Raises(include_str!("examples/mp.litmus")),
            "PTX ISA, Memory Consistency Model: Data-Races",
        ),
    ),
];
