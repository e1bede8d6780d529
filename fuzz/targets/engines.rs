//! Any bytes as a small test, asked of both solvers and the enumerator.
#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| {
    if let Err(why) = gpu_litmus::testing::fuzz::engines(bytes) {
        panic!("{why}");
    }
});
