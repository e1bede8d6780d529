//! Any text as a litmus test.
#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| {
    if let Err(why) = gpu_litmus::testing::fuzz::litmus(bytes) {
        panic!("{why}");
    }
});
