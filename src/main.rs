//! The command line: see `gpu-litmus --help`.

fn main() -> std::process::ExitCode {
    gpu_litmus::cli::main()
}
