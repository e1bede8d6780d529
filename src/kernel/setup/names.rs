//! What names of a launch file stand for, and what variables hold at the start.

use crate::kernel::launch::description::LaunchText;
use crate::ptx::module::{InitialValue, Variable};
use crate::ptx::types::{Kind, Space, Type};
use crate::syntax::Diagnostic;
use crate::syntax::diagnostic::nearest;
use crate::syntax::span::Span;

use super::arguments::value_bits;
use super::bind::Setup;
use super::memory::{FIRST, Owner, Region, SHARED, WINDOW, function_at};
use super::outputs::names;
use super::regions::size;

/// The type of an element. Compilers print arrays and structures as bytes that are aligned: what these are aligned
/// for is the nearest to the elements that the source has.
fn element(variable: &Variable, bytes: u64) -> Type {
    let declared = variable.ty;
    if (declared.kind, declared.bits) != (Kind::Bits, 8) {
        return declared;
    }
    let unit = match variable.align {
        2 => 16,
        8 => 64,
        4 | 16.. => 32,
        _ => return declared,
    };
    let unit = Type::new(Kind::Unsigned, unit);
    if bytes.is_multiple_of(unit.bytes()) {
        unit
    } else {
        declared
    }
}

/// What names of a launch file stand for.
pub struct Names<'a> {
    pub setup: &'a Setup,
    pub buffers: &'a [u64],
}

impl Names<'_> {
    pub fn address(
        &self,
        name: &str,
        offset: i64,
        device: u32,
        span: Span,
    ) -> Result<u64, Diagnostic> {
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
            Some(near) => mistake.with_near(name, near),
            None => mistake,
        })
    }

    /// The address of a variable or a function of the module. Nothing is kept at that of a function; it is one that
    /// nothing else has.
    fn own_address(&self, name: &str, device: u32) -> u64 {
        let module = &self.setup.module;
        let variable = module.variables.iter().position(|one| one.name == name);
        if let Some(at) = variable {
            let addresses = &self.setup.variables[at];
            return addresses.get(size(u64::from(device))).copied().unwrap_or(0);
        }
        let function = module.functions.iter().position(|one| one.name == name);
        function.map_or(0, function_at)
    }

    /// The module's variables on a device, with what the launch file says they hold.
    pub fn variables(&self, device: u32, mistakes: &mut Vec<Diagnostic>) -> Vec<Region> {
        let module = &self.setup.module;
        let mut found = Vec::new();
        for (index, variable) in module.variables.iter().enumerate() {
            let bytes = variable.bytes.unwrap_or(0);
            if !matches!(variable.space, Space::Global | Space::Const) || bytes == 0 {
                continue;
            }
            // One for all devices is the first one's.
            if variable.is_managed && device > 0 {
                continue;
            }
            let mut initial = vec![Some(0); size(bytes)];
            for piece in &variable.initial {
                let value = match &piece.value {
                    InitialValue::Bits(bits) => *bits,
                    InitialValue::Address {
                        name, offset, byte, ..
                    } => {
                        let address = self.own_address(name, device).wrapping_add_signed(*offset);
                        byte.map_or(address, |byte| address >> (8 * byte))
                    }
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
                ty: element(variable, bytes),
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
        let ty = element(variable, variable.bytes.unwrap_or(0));
        let element = size(ty.bytes()).max(1);
        if values.len() * element > initial.len() {
            let message = format!("too many values for `{}`", symbol.name.node);
            let label = format!("it has {} bytes", initial.len());
            mistakes.push(Diagnostic::new(message, symbol.name.span, label));
            return;
        }
        let resolve =
            |name: &str, offset: i64, span: Span| self.address(name, offset, device, span);
        let ty = if ty.kind == Kind::Bits {
            Type::new(Kind::Unsigned, ty.bits)
        } else {
            ty
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
    pub fn shared(&self) -> Vec<Region> {
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
                    ty: element(variable, bytes),
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
            let none = !found.iter().any(|one| one.owner == Owner::Shared(index));
            if none && text.shared > 0 {
                found.push(undeclared((index, block.linear), base, text));
            }
        }
        found
    }
}

/// The shared memory that a launch gives to a block of a kernel that declares none: what begins at address 0.
fn undeclared((index, linear): (usize, u64), base: u64, text: &LaunchText) -> Region {
    Region {
        name: format!("shared memory (block {linear})"),
        owner: Owner::Shared(index),
        space: Space::Shared,
        base,
        bytes: text.shared,
        ty: if text.shared.is_multiple_of(4) {
            Type::U32
        } else {
            Type::new(Kind::Unsigned, 8)
        },
        initial: vec![text.shared_init; size(text.shared)],
    }
}
