//! NVIDIA's assembler and disassembler, where they are installed.

use std::ffi::OsStr;
use std::io;
use std::path::Path;
use std::process::Command;

/// Why a kernel was not assembled or disassembled.
#[derive(Debug, thiserror::Error)]
pub enum ToolError {
    /// The program is not there.
    #[error(
        "`{0}` is not installed or not on the PATH: it comes with the CUDA toolkit, and with the packages \
         nvidia-cuda-nvcc and nvidia-cuda-nvdisasm of PyPI"
    )]
    Missing(&'static str),
    /// The program cannot be run.
    #[error("`{0}` cannot be run: {1}")]
    Broken(&'static str, io::Error),
    /// The program refuses its input.
    #[error("`{0}` refuses it: {1}")]
    Refused(&'static str, String),
}

/// Assembles PTX for a machine.
///
/// # Errors
///
/// There is no `ptxas`, or it refuses the module or the machine.
pub fn assemble(ptx: &Path, arch: &str, cubin: &Path) -> Result<(), ToolError> {
    let arguments = [
        OsStr::new("-arch"),
        OsStr::new(arch),
        ptx.as_os_str(),
        OsStr::new("-o"),
        cubin.as_os_str(),
    ];
    run("ptxas", &arguments).map(drop)
}

/// The machine code in a cubin, as text.
///
/// # Errors
///
/// There is no `nvdisasm`, or it refuses the file.
pub fn disassemble(cubin: &Path) -> Result<String, ToolError> {
    run("nvdisasm", &[OsStr::new("-c"), cubin.as_os_str()])
}

fn run(tool: &'static str, arguments: &[&OsStr]) -> Result<String, ToolError> {
    let ran = Command::new(tool).args(arguments).output();
    let ran = ran.map_err(|error| match error.kind() {
        io::ErrorKind::NotFound => ToolError::Missing(tool),
        _ => ToolError::Broken(tool, error),
    })?;
    if ran.status.success() {
        return Ok(String::from_utf8_lossy(&ran.stdout).into_owned());
    }
    let said = String::from_utf8_lossy(&ran.stderr);
    let said = said.lines().map(str::trim).filter(|line| !line.is_empty());
    let said: Vec<&str> = said.take(3).collect();
    let said = if said.is_empty() {
        ran.status.to_string()
    } else {
        said.join("; ")
    };
    Err(ToolError::Refused(tool, said))
}
