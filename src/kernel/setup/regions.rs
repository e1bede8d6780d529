//! Memory laid out.

use crate::kernel::launch::description::Buffer;
use crate::ptx::module::Variable;
use crate::ptx::types::{Space, Type};
use crate::syntax::Diagnostic;
use crate::syntax::span::Span;

use super::arguments::{self, write_part};
use super::bind::Setup;
use super::memory::{FIRST, GAP, GLOBAL, Owner, PARAM, Region, WINDOW};
use super::names::Names;

/// The bytes of a cooperative grid's workspace.
const WORKSPACE: u64 = 256;

pub fn size(bytes: u64) -> usize {
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
        let mut own = || {
            if global {
                place(variable.bytes.unwrap_or(0))
            } else {
                0
            }
        };
        let addresses: Vec<u64> = if variable.is_managed {
            vec![own(); size(devices.into())]
        } else {
            (0..devices).map(|_| own()).collect()
        };
        variables.push(addresses);
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
        match arguments::bytes(
            text,
            (&setup.module.functions[launch.function], &setup.module),
            &resolve,
        ) {
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
