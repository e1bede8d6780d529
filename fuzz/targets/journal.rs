//! Any bytes as the journal of a batch.
#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| {
    if let Err(why) = gpu_litmus::testing::fuzz::journal(bytes) {
        panic!("{why}");
    }
});
