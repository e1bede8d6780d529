//! Every answer of the standard suite is explained: an unreachable outcome by a reason that is
//! irreducible, a reachable one by a smallest execution, a weak one by the cheapest fences.
#![expect(
    clippy::unwrap_used,
    clippy::panic,
    reason = "a test that cannot run should fail"
)]

mod executions;
mod placements;
mod races;
mod reasons;
mod rows;
