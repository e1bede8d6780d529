//! The verifier of kernels for the browser, apart from that of tests: a page fetches it when somebody looks at a kernel.

#[path = "../../web/src/console.rs"]
mod console;

use wasm_bindgen::prelude::wasm_bindgen;

/// A launch of a kernel under one model.
#[wasm_bindgen]
#[must_use]
pub fn kernel(request: &str) -> String {
    gpu_litmus::embed::kernel(request)
}

/// The cheapest changes with which what is violated holds.
#[wasm_bindgen]
#[must_use]
pub fn mend(request: &str) -> String {
    gpu_litmus::embed::mend(request)
}
