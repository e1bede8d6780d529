//! Memory laid out.

use crate::kernel::launch::description::Buffer;
use crate::ptx::module::{InitialValue, Variable};
use crate::ptx::types::{Space, Type};
use crate::syntax::Diagnostic;
use crate::syntax::diagnostic::nearest;
use crate::syntax::span::Span;

use super::arguments::{self, value_bits, write_part};
use super::bind::Setup;
use super::memory::{FIRST, GAP, GLOBAL, Owner, PARAM, Region, SHARED, WINDOW};

/// The bytes of a cooperative grid's workspace.
const WORKSPACE: u64 = 256;

fn size(bytes: u64) -> usize {
    usize::try_from(bytes).unwrap_or(0)
}

/// Gives everything its address and initial bytes.
pub fn lay_out(setup: &mut Setup, mistakes: &mut Vec<Diagnostic>) {
    let mut at = GLOBAL;
    let mut place = |bytes: u64| {
        let base = at;
        at = (at + bytes).next_multiple_of(GAP) + GAP;
        base
    };
    let mut found = Vec::new();
    let buffers: Vec<u64> = setup
        .description
        .buffers
        .iter()
        .map(|one| place(one.bytes))
        .collect();
    let devices = setup
        .launches
        .iter()
        .map(|launch| launch.device)
        .max()
        .unwrap_or(0)
        + 1;
    let mut variables = Vec::new();
    for variable in &setup.module.variables {
        let global = matches!(variable.space, Space::Global | Space::Const);
        let each = (0..devices).map(|_| {
            if global {
                place(variable.bytes.unwrap_or(0))
            } else {
                0
            }
        });
        variables.push(each.collect::<Vec<_>>());
    }
    for (launch, text) in setup.launches.iter_mut().zip(&setup.description.launches) {
        if text.cooperative {
            launch.workspace = place(WORKSPACE);
        }
    }
    setup.variables = variables;
    shared_offsets(setup);
    let names = Names {
        setup,
        buffers: &buffers,
    };
    let resolve = |name: &str, offset: i64, span: Span| names.address(name, offset, 0, span);
    for (index, buffer) in setup.description.buffers.iter().enumerate() {
        let mut initial = vec![(!buffer.any).then_some(0); size(buffer.bytes)];
        for part in &buffer.parts {
            let written = write_part(part, buffer.bytes, buffer.name.span, &resolve, &mut initial);
            mistakes.extend(written.err());
        }
        found.push(region(buffer, index, buffers[index], initial));
    }
    for device in 0..devices {
        found.extend(names.variables(device, mistakes));
    }
    found.extend(names.shared());
    for (at, (launch, text)) in setup
        .launches
        .iter()
        .zip(&setup.description.launches)
        .enumerate()
    {
        if launch.workspace != 0 {
            found.push(bytes_region(
                "grid workspace",
                Owner::Workspace(at),
                Space::Global,
                launch.workspace,
                vec![Some(0); size(WORKSPACE)],
            ));
        }
        let device = launch.device;
        let resolve =
            |name: &str, offset: i64, span: Span| names.address(name, offset, device, span);
        match arguments::bytes(text, &setup.module.functions[launch.function], &resolve) {
            Ok(bytes) => {
                let base = PARAM + WINDOW * u64::try_from(at).unwrap_or(0);
                found.push(bytes_region(
                    "parameters",
                    Owner::Parameters(at),
                    Space::Param,
                    base,
                    bytes,
                ));
            }
            Err(wrong) => mistakes.extend(wrong),
        }
    }
    found.sort_by_key(|region| region.base);
    setup.regions = found;
}

fn region(buffer: &Buffer, index: usize, base: u64, initial: Vec<Option<u8>>) -> Region {
    Region {
        name: buffer.name.node.clone(),
        owner: Owner::Buffer(index),
        space: Space::Global,
        base,
        bytes: buffer.bytes,
        ty: buffer.ty,
        initial,
    }
}

fn bytes_region(
    name: &str,
    owner: Owner,
    space: Space,
    base: u64,
    initial: Vec<Option<u8>>,
) -> Region {
    Region {
        name: name.to_owned(),
        owner,
        space,
        base,
        bytes: initial.len() as u64,
        ty: Type::new(crate::ptx::types::Kind::Unsigned, 8),
        initial,
    }
}

/// Static shared variables first, then all arrays whose size the launch gives, at one address.
fn shared_offsets(setup: &mut Setup) {
    let mut at = FIRST;
    let mut place = |variable: &Variable| {
        at = at.next_multiple_of(variable.align.max(GAP));
        let base = at;
        at += variable.bytes.unwrap_or(0) + GAP;
        base
    };
    let sized = |variable: &&Variable| {
        variable.space == Space::Shared && variable.bytes.is_some_and(|bytes| bytes > 0)
    };
    for (variable, addresses) in setup.module.variables.iter().zip(&mut setup.variables) {
        if sized(&variable) {
            addresses.fill(place(variable));
        }
    }
    let mut shared = Vec::new();
    for function in &setup.module.functions {
        let own = function.body.iter().flat_map(|body| &body.variables);
        shared.push(
            own.map(|one| if sized(&one) { place(one) } else { 0 })
                .collect::<Vec<_>>(),
        );
    }
    let dynamic = at.next_multiple_of(1024);
    for (variable, addresses) in setup.module.variables.iter().zip(&mut setup.variables) {
        if variable.space == Space::Shared && !sized(&variable) {
            addresses.fill(dynamic);
        }
    }
    for (function, addresses) in setup.module.functions.iter().zip(&mut shared) {
        let own = function.body.iter().flat_map(|body| &body.variables);
        for (variable, address) in own.zip(addresses) {
            if variable.space == Space::Shared && !sized(&variable) {
                *address = dynamic;
            }
        }
    }
    setup.shared = shared;
}

/// What names of a launch file stand for.
struct Names<'a> {
    setup: &'a Setup,
    buffers: &'a [u64],
}

impl Names<'_> {
    fn address(&self, name: &str, offset: i64, device: u32, span: Span) -> Result<u64, Diagnostic> {
        let buffers = &self.setup.description.buffers;
        let buffer = buffers.iter().position(|one| one.name.node == name);
        if let Some(at) = buffer {
            return Ok(self.buffers[at].wrapping_add_signed(offset));
        }
        let variables = &self.setup.module.variables;
        let variable = variables
            .iter()
            .position(|one| one.name == name && matches!(one.space, Space::Global | Space::Const));
        if let Some(at) = variable {
            return Ok(
                self.setup.variables[at][size(u64::from(device))].wrapping_add_signed(offset)
            );
        }
        let known: Vec<&str> = buffers.iter().map(|one| one.name.node.as_str()).collect();
        let label = match &known[..] {
            [] => "there are no buffers".to_owned(),
            known => format!("there are {}", known.join(", ")),
        };
        let mistake = Diagnostic::new(format!("there is no buffer `{name}`"), span, label);
        Err(match nearest(name, known) {
            Some(near) => mistake.with_help(format!("did you mean `{near}`?")),
            None => mistake,
        })
    }

    /// The module's variables on a device, with what the launch file says they hold.
    fn variables(&self, device: u32, mistakes: &mut Vec<Diagnostic>) -> Vec<Region> {
        let module = &self.setup.module;
        let mut found = Vec::new();
        for (index, variable) in module.variables.iter().enumerate() {
            let bytes = variable.bytes.unwrap_or(0);
            if !matches!(variable.space, Space::Global | Space::Const) || bytes == 0 {
                continue;
            }
            let mut initial = vec![Some(0); size(bytes)];
            for piece in &variable.initial {
                let value = match &piece.value {
                    InitialValue::Bits(bits) => *bits,
                    InitialValue::Address { name, offset, .. } => self
                        .address(name, *offset, device, Span::default())
                        .unwrap_or(0),
                };
                let end = size(piece.offset + piece.bytes).min(initial.len());
                let start = size(piece.offset).min(end);
                for (byte, value) in initial[start..end].iter_mut().zip(value.to_le_bytes()) {
                    *byte = Some(value);
                }
            }
            self.override_initial(variable, device, &mut initial, mistakes);
            let name = crate::ptx::demangle::short(&variable.name);
            found.push(Region {
                name: if device == 0 {
                    name
                } else {
                    format!("{name} (device {device})")
                },
                owner: Owner::Variable(index, device),
                space: variable.space,
                base: self.setup.variables[index][size(u64::from(device))],
                bytes,
                ty: variable.ty,
                initial,
            });
        }
        for symbol in &self.setup.description.symbols {
            let known = module
                .variables
                .iter()
                .any(|one| names(one, &symbol.name.node));
            if !known && device == 0 {
                let message = format!("the module has no variable `{}`", symbol.name.node);
                let all: Vec<&str> = module
                    .variables
                    .iter()
                    .map(|one| one.name.as_str())
                    .collect();
                let mistake = Diagnostic::new(message, symbol.name.span, "named here");
                mistakes.push(mistake.with_suggestion(&symbol.name.node, all));
            }
        }
        found
    }

    fn override_initial(
        &self,
        variable: &Variable,
        device: u32,
        initial: &mut [Option<u8>],
        mistakes: &mut Vec<Diagnostic>,
    ) {
        let symbols = &self.setup.description.symbols;
        let Some(symbol) = symbols.iter().find(|one| names(variable, &one.name.node)) else {
            return;
        };
        let Some(values) = &symbol.values else {
            initial.fill(None);
            return;
        };
        let element = size(variable.ty.bytes()).max(1);
        if values.len() * element > initial.len() {
            let message = format!("too many values for `{}`", symbol.name.node);
            let label = format!("it has {} bytes", initial.len());
            mistakes.push(Diagnostic::new(message, symbol.name.span, label));
            return;
        }
        let resolve =
            |name: &str, offset: i64, span: Span| self.address(name, offset, device, span);
        let ty = match variable.ty.kind {
            crate::ptx::types::Kind::Bits => {
                Type::new(crate::ptx::types::Kind::Unsigned, variable.ty.bits)
            }
            _ => variable.ty,
        };
        for (chunk, value) in initial.chunks_mut(element).zip(values) {
            match value_bits(&value.node, ty, value.span, &resolve) {
                Ok(bits) => {
                    for (byte, value) in chunk.iter_mut().zip(bits.to_le_bytes()) {
                        *byte = Some(value);
                    }
                }
                Err(mistake) => mistakes.push(mistake),
            }
        }
    }

    /// The shared variables of every block.
    fn shared(&self) -> Vec<Region> {
        let setup = self.setup;
        let mut found = Vec::new();
        for (index, block) in setup.blocks.iter().enumerate() {
            let text = &setup.description.launches[block.launch];
            let base = SHARED + WINDOW * u64::try_from(index).unwrap_or(0);
            let mut dynamic = false;
            let mut add = |variable: &Variable, offset: u64| {
                let bytes = match variable.bytes {
                    Some(bytes) if bytes > 0 => bytes,
                    _ if dynamic || text.shared == 0 => return,
                    _ => {
                        dynamic = true;
                        text.shared
                    }
                };
                found.push(Region {
                    name: format!(
                        "{} (block {})",
                        crate::ptx::demangle::short(&variable.name),
                        block.linear
                    ),
                    owner: Owner::Shared(index),
                    space: Space::Shared,
                    base: base + offset,
                    bytes,
                    ty: variable.ty,
                    initial: vec![text.shared_init; size(bytes)],
                });
            };
            for (variable, addresses) in setup.module.variables.iter().zip(&setup.variables) {
                if variable.space == Space::Shared {
                    add(variable, addresses.first().copied().unwrap_or(FIRST));
                }
            }
            let entry = setup.launches[block.launch].function;
            for (at, function) in setup.module.functions.iter().enumerate() {
                // Other kernels' variables are not there.
                if function.is_entry && at != entry {
                    continue;
                }
                let own = function.body.iter().flat_map(|body| &body.variables);
                for (variable, &offset) in own.zip(&setup.shared[at]) {
                    if variable.space == Space::Shared {
                        add(variable, offset);
                    }
                }
            }
        }
        found
    }
}

fn names(variable: &Variable, name: &str) -> bool {
    variable.name == name || crate::ptx::demangle::short(&variable.name) == name
}

/// Finds the regions whose contents are compared.
pub fn outputs(setup: &mut Setup, mistakes: &mut Vec<Diagnostic>) {
    for output in &setup.description.outputs {
        if let Some(at) = find(setup, &output.node) {
            setup.outputs.push(at);
        } else {
            let known: Vec<&str> = setup.regions.iter().map(|one| one.name.as_str()).collect();
            let mistake = Diagnostic::new(
                format!("there is no buffer `{}`", output.node),
                output.span,
                "named as an output",
            );
            mistakes.push(match nearest(&output.node, known) {
                Some(near) => mistake.with_help(format!("did you mean `{near}`?")),
                None => mistake,
            });
        }
    }
}

/// The region of a buffer or variable.
pub fn find(setup: &Setup, name: &str) -> Option<usize> {
    setup.regions.iter().position(|region| match region.owner {
        Owner::Buffer(_) => region.name == name,
        Owner::Variable(at, _) => names(&setup.module.variables[at], name),
        Owner::Shared(_) | Owner::Workspace(_) | Owner::Parameters(_) => false,
    })
}

/// Properties speak of what there is.
pub fn properties(setup: &Setup, mistakes: &mut Vec<Diagnostic>) {
    for property in &setup.description.properties {
        for (name, index) in property.formula.elements() {
            let region = find(setup, name).map(|at| &setup.regions[at]);
            let problem = match region {
                None => format!("there is no buffer `{name}`"),
                Some(region) if (index + 1).saturating_mul(region.ty.bytes()) > region.bytes => {
                    format!("`{name}` has no element {index}")
                }
                Some(_) => continue,
            };
            mistakes.push(Diagnostic::new(
                problem,
                property.text.span,
                "in this property",
            ));
        }
    }
}
