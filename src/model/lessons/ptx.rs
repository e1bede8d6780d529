//! The axioms of the PTX models.

use super::coherence::NO_THIN_AIR;
use super::lesson::{Example, Lesson, new};

pub(super) const PTX: &[(&str, Lesson)] = &[
    (
        "coherence",
        new(
            "Writes of one location that causality orders take effect in that order. Other writes \
             may have none.",
            Example::Alone(include_str!("../examples/ptx-coherence.litmus")),
            "PTX ISA, Memory Consistency Model: Coherence",
        ),
    ),
    (
        "coherence-total",
        new(
            "Two morally strong writes of one location have an order, one way or the other, so two \
             readers agree on it. (Morally strong: of one thread; or both strong, each with a scope \
             that holds the other's thread.)",
            Example::Alone(include_str!("../examples/ptx-coherence-total.litmus")),
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
            Example::Alone(include_str!("../examples/ptx-atomicity.litmus")),
            "PTX ISA, Memory Consistency Model: Atomicity",
        ),
    ),
    (
        "no-thin-air",
        new(
            NO_THIN_AIR,
            Example::Alone(include_str!("../examples/no-thin-air.litmus")),
            "PTX ISA, Memory Consistency Model: No Thin Air",
        ),
    ),
    (
        "sc-per-location",
        new(
            "Morally strong accesses of one location agree with program order. So a thread reads \
             its own last write, or a newer one.",
            Example::Alone(include_str!("../examples/own-store.litmus")),
            "PTX ISA 6.0, Memory Consistency Model: Sequential Consistency Per Location",
        ),
    ),
    (
        "causality",
        new(
            "No read sees what comes after it in causality order, nor what was overwritten before \
             it. Causality is made of program order, of releases with the acquires that observe \
             them, of `fence.sc` and of barriers.",
            Example::Alone(include_str!("../examples/ptx-causality.litmus")),
            "PTX ISA, Memory Consistency Model: Causality",
        ),
    ),
    (
        "data-race",
        new(
            "Two conflicting accesses race if they are not morally strong and causality does not \
             order them. This is told beside the verdict and forbids nothing.",
            Example::Raises(include_str!("../examples/mp.litmus")),
            "PTX ISA, Memory Consistency Model: Data-Races",
        ),
    ),
];
