//! The axioms of the HRF models.

use super::coherence::{ATOMICITY, HERDING, NO_THIN_AIR, ONE_STEP};
use super::lesson::{Example, Lesson, new};

const ORR: &str = "Orr et al., ASPLOS 2015, appendix";

const RACE: Lesson = new(
    "Two accesses of one location by different threads race if one is a write at least, nothing \
     orders them, and they are not both atomics with scopes that match. The verdict is then `racy`: \
     a program with a race has no promise.",
    Example::Raises(include_str!("../examples/mp.litmus")),
    "Hower et al., ASPLOS 2014; Orr et al., ASPLOS 2015, appendix",
);

pub(super) const HRF: &[(&str, Lesson)] = &[
    (
        "sc",
        new(
            "A program without a race is sequentially consistent: all accesses stand in one order \
             that agrees with the program order of every thread.",
            Example::Alone(include_str!("../examples/sb-relaxed.litmus")),
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

pub(super) const HRF_RELAXED: &[(&str, Lesson)] = &[
    (
        "coherence",
        new(
            "Each location on its own is sequentially consistent: two reads of it in one thread do \
             not go back to an older write.",
            Example::Alone(include_str!("../examples/corr-relaxed.litmus")),
            ORR,
        ),
    ),
    (
        "happens-before",
        new(
            "Happens-before has no circle: program order and synchronization, from a release to an \
             acquire that comes after it, agree on what came first.",
            Example::Alone(include_str!("../examples/happens-before.litmus")),
            ORR,
        ),
    ),
    (
        "consistency",
        new(
            "Communication does not go against happens-before: no read sees what happens after it, \
             nor what was overwritten before it.",
            Example::Alone(include_str!("../examples/mp-relaxed-data.litmus")),
            ORR,
        ),
    ),
    (
        "sc-atomics",
        new(
            "The `.sc` atomics whose scopes include each other agree on one order.",
            Example::Alone(include_str!("../examples/sb-sc.litmus")),
            ORR,
        ),
    ),
    (
        "no-thin-air",
        new(
            NO_THIN_AIR,
            Example::Alone(include_str!("../examples/no-thin-air-relaxed.litmus")),
            HERDING,
        ),
    ),
    (
        "atomicity",
        new(ATOMICITY, Example::Implied(ONE_STEP), HERDING),
    ),
    ("heterogeneous-race", RACE),
];
