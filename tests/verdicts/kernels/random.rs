//! Random kernels as events against the same as interleavings: under sequential consistency both leave the same.

use gpu_litmus::kernel::report::weak::Said;

use super::generator::{Kernel, kernel};
use super::support::{in_order, interleaved, setup};

/// Outcomes of each kernel that are asked for one by one.
const ASKED: usize = 3;

/// Compares what both ways leave in the outputs; how many outcomes there are, or nothing where a kernel is too
/// large.
fn agree(kernel: &Kernel, name: &str) -> Option<usize> {
    let setup = setup(&kernel.launch, &kernel.module);
    let exploration = interleaved(&setup)?;
    let weak = in_order(&setup, &exploration)?;
    if !weak.gaps().ok()?.is_empty() {
        return None;
    }
    for outcome in exploration.outcomes.iter().take(ASKED) {
        let said = weak.gives(&outcome.contents);
        let lost = matches!(said, Said::Never);
        assert!(
            !lost,
            "{name}: {:?} is lost\n{}",
            outcome.contents, kernel.module
        );
    }
    let known: Vec<_> = exploration
        .outcomes
        .iter()
        .map(|one| one.contents.clone())
        .collect();
    // The elements of a vector are one instruction to whoever interleaves.
    if !kernel.vectors
        && let Said::Run(execution) = weak.beyond(&known)
    {
        panic!(
            "{name}: {:?} is no interleaving\n{}",
            weak.left(&execution),
            kernel.module
        );
    }
    Some(known.len())
}

/// Compares kernels from a seed on.
pub fn compare(first: u64, count: u64) {
    let (mut compared, mut large, mut outcomes) = (0_u64, 0_u64, 0);
    for seed in first..first + count {
        match agree(&kernel(seed), &format!("seed {seed}")) {
            Some(found) => {
                compared += 1;
                outcomes += found;
            }
            None => large += 1,
        }
    }
    println!("{compared} compared with {outcomes} outcomes, {large} too large");
    assert!(large * 4 <= count, "{large} of {count} are too large");
}

#[test]
fn kernels_leave_what_interleavings_leave() {
    compare(0, 40);
}
