//! Any text as a model.
#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| {
    if let Err(why) = gpu_litmus::testing::fuzz::cat(bytes) {
        panic!("{why}");
    }
});
