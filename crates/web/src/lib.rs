//! The verifier for the browser: the functions of `gpu_litmus::embed`, each with a request and an answer as JSON.

mod console;

use wasm_bindgen::prelude::wasm_bindgen;

/// The models.
#[wasm_bindgen]
#[must_use]
pub fn models() -> String {
    gpu_litmus::embed::models()
}

/// Mistakes and warnings.
#[wasm_bindgen]
#[must_use]
pub fn diagnose(request: &str) -> String {
    gpu_litmus::embed::diagnose(request)
}

/// One test under one model.
#[wasm_bindgen]
#[must_use]
pub fn check(request: &str) -> String {
    gpu_litmus::embed::check(request)
}

/// The cheapest fences.
#[wasm_bindgen]
#[must_use]
pub fn fences(request: &str) -> String {
    gpu_litmus::embed::fences(request)
}

/// The smallest part with the same verdict.
#[wasm_bindgen]
#[must_use]
pub fn minimize(request: &str) -> String {
    gpu_litmus::embed::minimize(request)
}

/// The words of tests and models, with their meanings.
#[wasm_bindgen]
#[must_use]
pub fn words() -> String {
    gpu_litmus::embed::words()
}
