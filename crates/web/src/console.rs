//! Where a browser says that something is broken.

use std::panic::PanicHookInfo;

use wasm_bindgen::prelude::wasm_bindgen;

#[wasm_bindgen]
extern "C" {
    #[wasm_bindgen(js_namespace = console)]
    fn error(message: &str);
}

/// Has the console say where an internal error was: the module cannot be used after one.
#[wasm_bindgen(start)]
pub fn start() {
    std::panic::set_hook(Box::new(|info: &PanicHookInfo<'_>| {
        error(&format!("gpu-litmus: internal error: {info}"));
    }));
}
