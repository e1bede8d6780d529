//! The axioms of the coherence models, and those that the HRF models share with them.

use super::lesson::{Example, Lesson, new};

pub(super) const HERDING: &str = "Alglave, Maranget, Tautschnig, TOPLAS 2014";
const LECTURES: &str = "lectures on cache coherence";

pub(super) const NO_THIN_AIR: &str = "Values do not justify themselves. A store whose value, address or branch \
    depends on a load cannot be what that load reads, not even by way of other threads.";
pub(super) const ATOMICITY: &str = "A read-modify-write is one step. No other write comes between the one that \
    it reads and the one that it makes.";
pub(super) const ONE_STEP: &str = "a read-modify-write is one event here, and a write in the middle of it would \
    close a circle in the order of its location";

pub(super) const SC: &[(&str, Lesson)] = &[
    (
        "sc",
        new(
            "All accesses stand in one order that agrees with the program order of every thread. \
             Each load returns the latest store before it.",
            Example::Alone(include_str!("../examples/sb.litmus")),
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

pub(super) const PLAIN: &[(&str, Lesson)] = &[
    (
        "coherence",
        new(
            "Each location on its own is sequentially consistent: its accesses stand in one order \
             that agrees with the program order of each thread. Between locations there is no order.",
            Example::Alone(include_str!("../examples/own-store.litmus")),
            LECTURES,
        ),
    ),
    (
        "no-thin-air",
        new(
            NO_THIN_AIR,
            Example::Alone(include_str!("../examples/no-thin-air.litmus")),
            HERDING,
        ),
    ),
    (
        "atomicity",
        new(ATOMICITY, Example::Implied(ONE_STEP), HERDING),
    ),
];

pub(super) const STRICT: &[(&str, Lesson)] = &[
    (
        "strict",
        new(
            "Each access happens at one moment for all threads. Accesses of one location keep \
             program order; those of different locations only where a fence, an acquire, a release \
             or a dependency says so.",
            Example::Alone(include_str!("../examples/mp-fenced.litmus")),
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

pub(super) const TSO: &[(&str, Lesson)] = &[
    (
        "tso",
        new(
            "Each thread has a buffer: a store waits in it while later loads of the thread go ahead. \
             Nothing else overtakes. A fence or a read-modify-write waits until the buffer is empty.",
            Example::Alone(include_str!("../examples/mp.litmus")),
            X86,
        ),
    ),
    (
        "coherence",
        new(
            "Each location on its own is sequentially consistent. So a thread sees its own stores at \
             once: a load looks into the buffer first.",
            Example::Alone(include_str!("../examples/own-store.litmus")),
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
