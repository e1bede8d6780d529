//! The arguments of `run`.

use std::path::PathBuf;
use std::time::Duration;

use clap::{Args, ValueEnum};

use super::args::duration;
use super::numbers::within;

/// `run`.
#[derive(Debug, Args)]
pub struct Run {
    /// Tests: files, folders (searched for *.litmus), patterns such as 'suite/**/mp*.litmus', or - for
    /// the standard input
    #[arg(required_unless_present = "list", value_name = "PATH")]
    pub paths: Vec<PathBuf>,
    /// Tell what could run tests here, and what is taken where --backend says nothing; run nothing
    #[arg(long, conflicts_with_all = [
        "paths", "backend", "models", "launches", "time", "seed", "set", "profile", "keep", "launch_timeout", "force", "baseline", "emit", "tune",
    ])]
    pub list: bool,
    /// What runs them [default: that of the profile; cuda, where --worker names the program that launches kernels, or where it is
    /// beside this one (or `GPU_LITMUS_CUDA` names it) and finds a GPU; host]
    #[arg(long, value_enum, value_name = "NAME")]
    pub backend: Option<Backend>,
    /// Models that judge, by name or path of a .cat file, several with commas [default: tso for host on
    /// x86-64; ptx-7.5 for cuda; the sampled machine itself]
    #[arg(short, long = "model", value_name = "MODEL", value_delimiter = ',')]
    pub models: Vec<String>,
    /// How many launches [default: 1000]; with --time alone as many as there is time for
    #[arg(long, value_name = "N", value_parser = within::<u64>(1..=1_000_000_000))]
    pub launches: Option<u64>,
    /// Time for the launches of each test, such as 500ms or 10s
    #[arg(long, value_name = "DURATION", value_parser = duration)]
    pub time: Option<Duration>,
    /// The seed of all that is drawn [default: 1]
    #[arg(long, value_name = "N")]
    pub seed: Option<u64>,
    /// A setting, several with commas: instances=N of a launch; on the host also shuffle=PERCENT of the
    /// launches, and spin=N, the laps of a loop; those of a GPU are in docs/hardware.md
    #[arg(long, value_name = "KEY=VALUE", value_delimiter = ',')]
    pub set: Vec<String>,
    /// Take backend, settings, seed and models from a file that --keep or --tune --save has written
    #[arg(long, value_name = "FILE")]
    pub profile: Option<PathBuf>,
    /// Write each test with its settings, its states and what models say of them into a folder
    #[arg(long, value_name = "FOLDER")]
    pub keep: Option<PathBuf>,
    /// How long a launch may take before it is taken for one that hangs [default: 10s, or 1s where a GPU's
    /// driver ends long ones; walks have none]; any other answer of the program that launches kernels may take as long,
    /// but not less than 10s [default: 2min]
    #[arg(long, value_name = "DURATION", value_parser = duration)]
    pub launch_timeout: Option<Duration>,
    /// The command that launches kernels, for --backend cuda [default: that of the environment variable
    /// `GPU_LITMUS_CUDA`, or gpu-litmus-cuda]
    #[arg(long, value_name = "COMMAND")]
    pub worker: Option<String>,
    /// With --backend cuda: launch kernels whose machine code is not the test any more
    #[arg(long)]
    pub force: bool,
    /// An earlier run (its JSON): which states are new, which are gone?
    #[arg(long, value_name = "FILE")]
    pub baseline: Option<PathBuf>,
    /// Try so many settings, the first those that are said and the others drawn from the seed, and tell which show the condition of each
    /// test most often, and which are best for all; 100 launches of each or a second, unless said
    #[arg(long, value_name = "N", value_parser = within::<u16>(1..=10_000), conflicts_with_all = ["keep", "baseline"])]
    pub tune: Option<u16>,
    /// With --tune: write the best settings to a file, which --profile takes
    #[arg(long, value_name = "FILE", requires = "tune")]
    pub save: Option<PathBuf>,
    /// Write the kernels of each test for a GPU (PTX) into a folder, and run nothing
    #[arg(long, value_name = "FOLDER", conflicts_with_all = [
        "backend", "models", "launches", "time", "seed", "profile", "keep", "baseline", "output", "launch_timeout", "worker", "force", "tune",
    ])]
    pub emit: Option<PathBuf>,
    /// With --emit: assemble them too, for this machine, and look whether every instruction of the test is
    /// still there (needs NVIDIA's ptxas and nvdisasm on the PATH)
    #[arg(long, value_name = "ARCH", requires = "emit", value_parser = arch)]
    pub arch: Option<String>,
    /// Write the report to a file instead of the standard output
    #[arg(short, long, value_name = "FILE")]
    pub output: Option<PathBuf>,
}

/// What runs tests.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum Backend {
    /// Native threads of this machine
    Host,
    /// Random walks of the weak Utah machine
    #[value(name = "ugpu-weak")]
    UgpuWeak,
    /// Random walks of the coherent Utah machine
    #[value(name = "ugpu-coherent")]
    UgpuCoherent,
    /// Random walks of the strong Utah machine
    #[value(name = "ugpu-strong")]
    UgpuStrong,
    /// The first NVIDIA GPU, through the program gpu-litmus-cuda
    Cuda,
}

/// A machine, as NVIDIA's tools call it: `sm_90`, `sm_90a`.
fn arch(text: &str) -> Result<String, String> {
    let digits = text
        .strip_prefix("sm_")
        .map(|rest| rest.trim_end_matches(['a', 'f']));
    let plain = |digits: &str| {
        (2..=3).contains(&digits.len()) && digits.bytes().all(|one| one.is_ascii_digit())
    };
    if digits.is_some_and(plain) {
        Ok(text.to_owned())
    } else {
        Err("a machine is named as in sm_90".to_owned())
    }
}
