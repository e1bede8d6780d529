//! A description and a module, put together.

use std::collections::BTreeSet;

use crate::kernel::launch::description::{Description, LaunchText};
use crate::ptx::callers::callers;
use crate::ptx::demangle::short;
use crate::ptx::lines::Place;
use crate::ptx::module::{Module, NEWEST};
use crate::ptx::operation::Operation;
use crate::syntax::{Diagnostic, Report};

use super::memory::Region;
use super::threads::{Block, Thread};
use super::{arguments, entry, limits, outputs, regions};

/// A launch, resolved.
#[derive(Debug, Clone)]
pub struct Launch {
    /// The kernel, as an index into the module's functions.
    pub function: usize,
    /// Blocks.
    pub grid: [u64; 3],
    /// Threads of a block.
    pub block: [u64; 3],
    /// The device.
    pub device: u32,
    /// Bytes of shared memory beyond what the kernel declares.
    pub shared: u64,
    /// The address of the workspace of a cooperative grid.
    pub workspace: u64,
    /// Where each parameter begins.
    pub offsets: Vec<u64>,
    /// Launches that end before.
    pub after: Vec<usize>,
}

/// All there is to run.
#[derive(Debug, Clone)]
pub struct Setup {
    /// The module.
    pub module: Module,
    /// What was described.
    pub description: Description,
    /// The launches.
    pub launches: Vec<Launch>,
    /// The blocks.
    pub blocks: Vec<Block>,
    /// The threads, block by block.
    pub threads: Vec<Thread>,
    /// Memory, in the order of addresses.
    pub regions: Vec<Region>,
    /// Addresses of the module's variables, by variable and device; those of shared variables are
    /// relative to the window.
    pub variables: Vec<Vec<u64>>,
    /// Addresses in the window of a block of the shared variables of bodies, by function and variable.
    pub shared: Vec<Vec<u64>>,
    /// The regions whose contents are compared; none if every buffer counts.
    pub outputs: Vec<usize>,
    /// What should be known of the launch before its answers are believed.
    pub warnings: Vec<String>,
    /// The line from which each function is called, where that is one.
    pub callers: Vec<Option<Place>>,
}

impl Setup {
    /// `block 0 thread 1`, with the launch where there are several.
    #[must_use]
    pub fn thread_name(&self, thread: usize) -> String {
        let it = &self.threads[thread];
        let launch = &self.launches[it.launch];
        let block = written(self.blocks[it.block].index, launch.grid);
        let place = format!("block {block} thread {}", written(it.index, launch.block));
        if self.launches.len() > 1 {
            let name = short(&self.module.functions[launch.function].name);
            // Only where the name does not tell which.
            let alike = self.launches.iter().enumerate();
            let mut alike = alike.filter(|(at, other)| {
                *at != it.launch && short(&self.module.functions[other.function].name) == name
            });
            match alike.next() {
                Some(_) => format!("{name} (launch {}) {place}", it.launch),
                None => format!("{name} {place}"),
            }
        } else {
            place
        }
    }

    /// The functions that the launches can reach.
    #[must_use]
    pub fn reachable(&self) -> BTreeSet<usize> {
        let mut work: Vec<usize> = self.launches.iter().map(|launch| launch.function).collect();
        let mut seen = BTreeSet::new();
        while let Some(at) = work.pop() {
            if !seen.insert(at) {
                continue;
            }
            let body = self.module.functions[at].body.iter();
            for instruction in body.flat_map(|body| &body.code) {
                if let Operation::Call { function, .. } = instruction.operation {
                    work.push(function);
                }
            }
        }
        seen
    }

    /// `last_block<<<2,2>>>`.
    #[must_use]
    pub fn title(&self) -> String {
        let titles = self.launches.iter().map(|launch| {
            let name = short(&self.module.functions[launch.function].name);
            format!(
                "{name}<<<{},{}>>>",
                extent(launch.grid),
                extent(launch.block)
            )
        });
        titles.collect::<Vec<_>>().join(" and ")
    }
}

fn extent(size: [u64; 3]) -> String {
    match size {
        [x, 1, 1] => x.to_string(),
        [x, y, 1] => format!("({x},{y})"),
        [x, y, z] => format!("({x},{y},{z})"),
    }
}

fn written(index: [u64; 3], size: [u64; 3]) -> String {
    match size {
        [_, 1, 1] => index[0].to_string(),
        [_, _, 1] => format!("({},{})", index[0], index[1]),
        _ => format!("({},{},{})", index[0], index[1], index[2]),
    }
}

/// Puts a description and its module together.
///
/// # Errors
///
/// All the mistakes in the description, as far as the module shows them.
pub fn bind(description: Description, module: Module) -> Result<Setup, Report> {
    let source = description.source.clone();
    let mut mistakes = Vec::new();
    let setup = build(description, module, &mut mistakes);
    match setup {
        Some(setup) if mistakes.is_empty() => Ok(setup),
        _ => Err(Report::new(source, mistakes)),
    }
}

fn build(
    description: Description,
    module: Module,
    mistakes: &mut Vec<Diagnostic>,
) -> Option<Setup> {
    let mut setup = Setup {
        module,
        description,
        launches: Vec::new(),
        blocks: Vec::new(),
        threads: Vec::new(),
        regions: Vec::new(),
        variables: Vec::new(),
        shared: Vec::new(),
        outputs: Vec::new(),
        warnings: Vec::new(),
        callers: Vec::new(),
    };
    if setup.module.target < 70 {
        setup.warnings.push(format!(
            "the target is sm_{}: the memory model of PTX begins at sm_70",
            setup.module.target
        ));
    }
    let (major, minor) = setup.module.version;
    if setup.module.version > NEWEST {
        setup.warnings.push(format!(
            "the module is of PTX {major}.{minor}, newer than {}.{}: what changed since is not known here",
            NEWEST.0, NEWEST.1
        ));
    }
    for (at, text) in setup.description.launches.iter().enumerate() {
        match launch(&setup.module, text, at) {
            Ok(launch) => setup.launches.push(launch),
            Err(found) => mistakes.extend(found),
        }
    }
    if !mistakes.is_empty() {
        return None;
    }
    let entries = setup.launches.iter().map(|launch| launch.function);
    setup.callers = callers(&setup.module, entries);
    limits::place_threads(&mut setup, mistakes);
    if !mistakes.is_empty() {
        return None;
    }
    regions::lay_out(&mut setup, mistakes);
    outputs::outputs(&mut setup, mistakes);
    outputs::properties(&setup, mistakes);
    Some(setup)
}

fn launch(module: &Module, text: &LaunchText, at: usize) -> Result<Launch, Vec<Diagnostic>> {
    let function = entry::find(module, &text.entry).map_err(|mistake| vec![mistake])?;
    let kernel = &module.functions[function];
    let mut mistakes = limits::limits(text);
    let block = text.block.node;
    let label = |size: [u64; 3]| format!("the kernel says {}, {}, {}", size[0], size[1], size[2]);
    if let Some(required) = kernel.required_block.filter(|required| *required != block) {
        let mistake = Diagnostic::new(
            "the block is not as `.reqntid` requires",
            text.block.span,
            label(required),
        );
        mistakes.push(mistake);
    }
    let threads = |size: [u64; 3]| size.iter().fold(1_u64, |all, &one| all.saturating_mul(one));
    if let Some(cluster) = kernel.cluster.filter(|cluster| threads(*cluster) != 1) {
        let mistake = Diagnostic::new(
            "clusters of more than one block are not supported",
            text.entry.span,
            label(cluster) + " blocks a cluster",
        );
        mistakes.push(mistake);
    }
    if let Some(largest) = kernel
        .largest_block
        .filter(|largest| threads(block) > threads(*largest))
    {
        let mistake = Diagnostic::new(
            "the block is larger than `.maxntid` allows",
            text.block.span,
            label(largest),
        );
        mistakes.push(mistake);
    }
    let mut after = Vec::new();
    for before in &text.after {
        if before.node < at {
            after.push(before.node);
        } else {
            mistakes.push(Diagnostic::new(
                "a launch can only come after one before it",
                before.span,
                format!("this is launch {at}, counted from 0"),
            ));
        }
    }
    if !mistakes.is_empty() {
        return Err(mistakes);
    }
    Ok(Launch {
        function,
        grid: text.grid.node,
        block,
        device: text.device,
        shared: text.shared,
        workspace: 0,
        offsets: arguments::offsets(kernel).0,
        after,
    })
}
