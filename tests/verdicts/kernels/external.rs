//! The public PTX suite, printed as kernels.

use gpu_litmus::load;
use gpu_litmus::testing::module::print;

use super::printed::{Tally, compare};
use crate::suites::tests;

#[test]
#[ignore = "needs GPU_LITMUS_SUITES"]
fn what_can_be_printed_is_the_same_as_a_kernel() {
    // Relations that are defined by themselves are unfolded deep, where nothing is optimized.
    let work = std::thread::Builder::new().stack_size(64 << 20);
    work.spawn(all).unwrap().join().unwrap();
}

fn all() {
    let mut tally = Tally::default();
    let (mut printed, mut refused) = (0, std::collections::BTreeMap::new());
    for path in tests("ptx", 100) {
        let text = std::fs::read_to_string(&path).unwrap();
        let program = load(&path.display().to_string(), &text).unwrap();
        match print(&program) {
            Ok(module) => {
                printed += 1;
                compare(&program, &module, &mut tally);
            }
            Err(why) => *refused.entry(why.what).or_insert(0) += 1,
        }
    }
    println!(
        "{printed} printed, {} open; {:?}; refused {refused:?}",
        tally.open, tally.same
    );
    assert!(
        tally.wrong.is_empty(),
        "{} disagree:\n{}",
        tally.wrong.len(),
        tally.wrong.join("\n")
    );
    assert!(printed >= 70, "only {printed} printed");
}
