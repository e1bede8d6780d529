//! `kernel`.

use std::path::{Path, PathBuf};

use crate::kernel::launch::flags::Flags;
use crate::kernel::launch::{description::Description, read};
use crate::kernel::report::answer::{Answer, Report};
use crate::kernel::report::{Ask, ask, outline, render, render_outline};
use crate::kernel::setup::{Setup, bind};
use crate::ptx;
use crate::syntax::read::read_source;
use crate::syntax::span::SourceFile;
use crate::verdict::query::Options;

use super::args::Global;
use super::exit::Exit;
use super::failure::Failure;
use super::kernel_args;
use super::output::Output;
use super::request::{json, options};

/// The models that kernels are asked about.
const MODELS: [&str; 3] = ["ptx-7.5", "ptx-6.0", "sc"];

/// The first bytes of a cubin.
const ELF: &[u8] = b"\x7fELF";

/// What `kernel` is to do.
#[derive(Debug)]
pub struct Kernel {
    /// A launch file or a module.
    file: PathBuf,
    /// The launch, where the file is a module.
    flags: Option<Flags>,
    /// The model.
    model: String,
    /// Only show the launch.
    show: bool,
    /// As JSON.
    json: bool,
    /// Limits.
    options: Options,
}

impl Kernel {
    /// Checks the arguments.
    ///
    /// # Errors
    ///
    /// Everything that is wrong with them.
    pub fn new(args: kernel_args::Kernel, global: &Global) -> Result<Self, Vec<Failure>> {
        let mut failures = Vec::new();
        let json = json("kernel", global.format).map_err(|failure| failures.push(failure));
        let options = options(global, &mut failures);
        if !MODELS.contains(&args.model.as_str()) {
            let text = format!(
                "kernels are asked about under {}, not `{}`",
                MODELS.join(", "),
                args.model
            );
            failures.push(Failure::Usage(text));
        }
        let (file, model, show) = (args.file.clone(), args.model.clone(), args.show);
        let flags = flags(args).map_err(|failure| failures.push(failure));
        match (json, flags) {
            (Ok(json), Ok(flags)) if failures.is_empty() => Ok(Self {
                file,
                flags,
                model,
                show,
                json,
                options,
            }),
            (_, _) => Err(failures),
        }
    }
}

/// The launch on the command line; nothing for a launch file, which has its own.
fn flags(args: kernel_args::Kernel) -> Result<Option<Flags>, Failure> {
    let is_launch = args.file.extension().is_some_and(|name| name == "toml");
    let given = args.entry.is_some()
        || args.grid.is_some()
        || args.block.is_some()
        || args.shared.is_some()
        || args.cooperative
        || [&args.args, &args.buffers, &args.outputs, &args.properties]
            .iter()
            .any(|list| !list.is_empty());
    if is_launch {
        if given {
            let text = "a launch file says what is launched: the options of a launch go with a module of PTX";
            return Err(Failure::Usage(text.to_owned()));
        }
        return Ok(None);
    }
    let Some(entry) = args.entry else {
        let text = format!(
            "{}: which kernel? Name it with --entry, or give a launch file (*.toml)",
            args.file.display()
        );
        return Err(Failure::Usage(text));
    };
    Ok(Some(Flags {
        ptx: args.file.to_string_lossy().into_owned(),
        entry,
        grid: args.grid,
        block: args.block,
        args: args.args,
        buffers: args.buffers,
        outputs: args.outputs,
        shared: args.shared,
        cooperative: args.cooperative,
        properties: args.properties,
    }))
}

/// Answers what is asked of a launch.
pub fn run(request: &Kernel, output: &mut Output, exit: &mut Exit) -> Result<(), Failure> {
    let setup = load(request)?;
    if request.show {
        let shown = outline(&setup);
        return if request.json {
            output.json(&shown)
        } else {
            output.print(&render_outline(&shown))
        };
    }
    let limits = request.options.limits();
    let asked = Ask {
        model: request.model.clone(),
        bound: request.options.bound,
        stop: limits.stop,
    };
    let report = ask(&setup, &asked);
    *exit = (*exit).max(exit_of(&report));
    if request.json {
        output.json(&report)
    } else {
        output.print(&render(&report, output.layout.quiet))
    }
}

/// What a report means for the exit code: what is stated counts, where something is.
fn exit_of(report: &Report) -> Exit {
    if let Some(judged) = &report.expectations {
        let worst = judged.iter().map(|one| match one.agrees {
            Some(true) => Exit::Ok,
            Some(false) => Exit::Failed,
            None => Exit::Open,
        });
        let failed = judged.iter().any(|one| one.agrees == Some(false));
        return if failed {
            Exit::Failed
        } else {
            worst.max().unwrap_or(Exit::Ok)
        };
    }
    let answers = || report.checks.iter().map(|check| check.answer);
    if answers().any(|answer| matches!(answer, Answer::Violated | Answer::Undefined)) {
        Exit::Failed
    } else if answers().any(Answer::is_open) {
        Exit::Open
    } else {
        Exit::Ok
    }
}

fn load(request: &Kernel) -> Result<Setup, Failure> {
    let (description, folder) = if let Some(flags) = &request.flags {
        let text = flags.text().map_err(Failure::Usage)?;
        (
            read(&SourceFile::new("<command line>", text))?,
            PathBuf::new(),
        )
    } else {
        let source = read_source(&request.file)?;
        let folder = request
            .file
            .parent()
            .map(Path::to_path_buf)
            .unwrap_or_default();
        (read(&source)?, folder)
    };
    let module = module(&description, &folder)?;
    Ok(bind(description, module)?)
}

fn module(description: &Description, folder: &Path) -> Result<ptx::module::Module, Failure> {
    let path = folder.join(&description.ptx.node);
    // Machine code is no text, and its reader should hear what it is.
    if let Ok(bytes) = std::fs::read(&path)
        && bytes.starts_with(ELF)
    {
        let shown = path.display();
        let text = format!(
            "{shown}: this is a cubin, not PTX: `nvcc -ptx` prints PTX, `cuobjdump -ptx` finds it in a binary"
        );
        return Err(Failure::Read(text));
    }
    let source = read_source(&path)?;
    Ok(ptx::parse(&source)?)
}
