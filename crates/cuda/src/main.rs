//! Launches kernels on an NVIDIA GPU for `gpu-litmus run --backend cuda`: requests as lines on the standard input, answers as lines on
//! the standard output. `docs/hardware.md` has the protocol.
//!
//! It is a process of its own, so that a kernel that hangs, or a driver that ends the process, ends nothing else; and it
//! alone is trusted with what is unsafe. The driver's library is loaded when it starts: the program is built, and says
//! what is missing, without CUDA.

#[cfg(feature = "cuda")]
mod driver;
mod request;
#[cfg(feature = "cuda")]
mod serve;

use std::process::ExitCode;

#[cfg(feature = "cuda")]
fn main() -> ExitCode {
    serve::main()
}

#[cfg(not(feature = "cuda"))]
fn main() -> ExitCode {
    let _ = request::Request::read("");
    println!("error this program was built without CUDA: build it with the feature `cuda`");
    ExitCode::from(2)
}
