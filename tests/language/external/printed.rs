//! Every test of every suite is printed so that it is read back.

use crate::suites::tests;
use crate::writing::{check, support::read};

#[test]
#[ignore = "needs GPU_LITMUS_SUITES"]
fn every_test_of_the_suites_is_printed() {
    for path in tests("", 500) {
        check(&read(&path));
    }
}
