//! Operands and registers.

use crate::kernel::arithmetic::{cut, extended};
use crate::kernel::setup::memory::{FIRST, LOCAL, PARAM, SHARED, WINDOW, function_at};
use crate::ptx::module::RegisterId;
use crate::ptx::operation::{Comparison, Literal, Operand, Special, Symbol};
use crate::ptx::types::{Kind, Space, Type};

use super::holes;
use super::machine::Machine;
use super::place::local_place;
use super::state::{LOOSE, State, Thread, Value};

/// Why an operand has no value.
pub type Missing = String;

impl Machine<'_> {
    /// The value of an operand, read at a type.
    pub fn operand(
        &self,
        state: &State,
        thread: usize,
        operand: Operand,
        ty: Type,
    ) -> Result<Value, Missing> {
        let it = &state.threads[thread];
        Ok(match operand {
            Operand::Register(register) => it.register(register),
            Operand::Not(register) => {
                let value = it.register(register);
                Value {
                    bits: value.bits ^ 1,
                    ..value
                }
            }
            Operand::Literal(Literal::Integer(bits)) => Value::known(bits),
            Operand::Literal(Literal::Single(bits)) => {
                Value::known(if ty.kind == Kind::Float && ty.bits == 64 {
                    f64::from(f32::from_bits(bits)).to_bits()
                } else {
                    u64::from(bits)
                })
            }
            #[expect(
                clippy::cast_possible_truncation,
                reason = "a literal of 64 bits for an instruction of 32"
            )]
            Operand::Literal(Literal::Double(bits)) => {
                Value::known(if ty.kind == Kind::Float && ty.bits == 32 {
                    u64::from((f64::from_bits(bits) as f32).to_bits())
                } else {
                    bits
                })
            }
            Operand::Special(special) => self.special(thread, special),
            Operand::Symbol(symbol, offset) => {
                let address = self.symbol(it, thread, symbol)?.1;
                Value::known(address.wrapping_add_signed(offset))
            }
        })
    }

    /// What the hardware says of a thread.
    fn special(&self, thread: usize, special: Special) -> Value {
        let it = self.setup.threads[thread];
        let launch = &self.setup.launches[it.launch];
        let block = &self.setup.blocks[it.block];
        let threads: u64 = launch.block.iter().product();
        let lane = it.lane();
        Value::known(match special {
            Special::Thread(axis) => it.index[axis],
            Special::Threads(axis) => launch.block[axis],
            Special::Block(axis) => block.index[axis],
            Special::Blocks(axis) => launch.grid[axis],
            Special::Lane => lane,
            Special::Warp => it.warp(),
            Special::Warps => threads.div_ceil(32),
            Special::Lanes(comparison) => {
                let below = (1_u64 << lane) - 1;
                let own = 1_u64 << lane;
                if comparison == Comparison::Lt {
                    below
                } else if comparison == Comparison::Le {
                    below | own
                } else if comparison == Comparison::Gt {
                    0xFFFF_FFFF & !(below | own)
                } else if comparison == Comparison::Ge {
                    0xFFFF_FFFF & !below
                } else {
                    own
                }
            }
            Special::Clock => {
                return Value {
                    bits: 0,
                    taint: if self.setup.description.clock_any {
                        LOOSE
                    } else {
                        0
                    },
                };
            }
            Special::Environment(1) => launch.workspace >> 32,
            Special::Environment(_) => launch.workspace & 0xFFFF_FFFF,
            Special::DynamicShared => launch.shared,
            Special::Fixed(value) => u64::from(value),
            Special::Any => {
                return Value {
                    bits: 0,
                    taint: LOOSE,
                };
            }
        })
    }

    /// The space and the address in it that a symbol stands for.
    pub fn symbol(
        &self,
        it: &Thread,
        thread: usize,
        symbol: Symbol,
    ) -> Result<(Space, u64), Missing> {
        let place = self.setup.threads[thread];
        let launch = &self.setup.launches[place.launch];
        let module = &self.setup.module;
        let frame = it.frame().ok_or("a thread that has ended")?;
        Ok(match symbol {
            Symbol::Module(at) => {
                let variable = &module.variables[at];
                let device = usize::try_from(launch.device).unwrap_or(0);
                let address = self.setup.variables[at].get(device).copied().unwrap_or(0);
                if variable.is_extern && variable.bytes.is_some() {
                    return Err(format!(
                        "the variable `{}` of another module",
                        variable.name
                    ));
                }
                (variable.space, address)
            }
            Symbol::Own(at) => {
                let body = module.functions[frame.function]
                    .body
                    .as_ref()
                    .ok_or("a body")?;
                let variable = &body.variables[at];
                match variable.space {
                    Space::Shared => (Space::Shared, self.setup.shared[frame.function][at]),
                    Space::Local => {
                        let mut end = frame.local;
                        let mut start = end;
                        for variable in body.variables[..=at]
                            .iter()
                            .filter(|one| one.space == Space::Local)
                        {
                            start = local_place(end, variable.align);
                            end = start + usize::try_from(variable.bytes.unwrap_or(0)).unwrap_or(0);
                        }
                        (Space::Local, FIRST + start as u64)
                    }
                    Space::Param => return Err("the address of a parameter of a call".to_owned()),
                    Space::Generic | Space::Global | Space::Const => {
                        return Err("a global variable within a function".to_owned());
                    }
                }
            }
            Symbol::Parameter(at) if it.frames.len() == 1 => (Space::Param, launch.offsets[at]),
            Symbol::Parameter(_) | Symbol::Result(_) => {
                return Err("the address of a parameter of a function".to_owned());
            }
            Symbol::Function(at) => (Space::Generic, function_at(at)),
        })
    }

    /// The window that a space has for a thread.
    #[must_use]
    pub fn window(&self, thread: usize, space: Space) -> u64 {
        let place = self.setup.threads[thread];
        match space {
            Space::Shared => SHARED + WINDOW * place.block as u64,
            Space::Local => LOCAL + WINDOW * thread as u64,
            Space::Param => PARAM + WINDOW * place.launch as u64,
            Space::Generic | Space::Global | Space::Const => 0,
        }
    }

    /// The generic address of an address in a space.
    #[must_use]
    pub fn generic(&self, thread: usize, space: Space, address: u64) -> u64 {
        match space {
            Space::Shared => self.window(thread, space) + (address & 0xFFFF_FFFF),
            Space::Local | Space::Param => self.window(thread, space).wrapping_add(address),
            Space::Generic | Space::Global | Space::Const => address,
        }
    }

    /// Writes a register: a result of a narrower type is extended as that type is. All of it depends on all of what it
    /// was computed from.
    pub fn set(&self, it: &mut Thread, target: Option<RegisterId>, value: Value, ty: Type) {
        let taint = holes::whole(value.taint);
        self.set_bytes(it, target, Value { taint, ..value }, ty);
    }

    /// The same of a result whose taint says which of its bytes nobody wrote.
    pub fn set_bytes(&self, it: &mut Thread, target: Option<RegisterId>, value: Value, ty: Type) {
        let Some(RegisterId(at)) = target else { return };
        self.keeps(value.taint);
        let Some(frame) = it.frames.last_mut() else {
            return;
        };
        let body = self.setup.module.functions[frame.function].body.as_ref();
        let width = body
            .and_then(|body| body.registers.get(at))
            .map_or(64, |register| register.ty.bits);
        if let Some(register) = frame.registers.get_mut(at) {
            *register = Value {
                bits: cut(extended(value.bits, ty), width),
                taint: holes::in_register(value.taint, ty, width),
            };
        }
    }
}
