//! Any text as a module of PTX.
#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| {
    if let Err(why) = gpu_litmus::testing::fuzz::ptx(bytes) {
        panic!("{why}");
    }
});
