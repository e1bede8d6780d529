//! A thread of a log as instructions.

use super::{BTreeMap, Depends, Event, Form, Log, Op, Order, SCOPES, Word};

pub(super) struct Writing<'a> {
    pub(super) log: &'a Log,
    pub(super) form: Form,
    pub(super) values: BTreeMap<Word, u64>,
    pub(super) names: BTreeMap<u32, String>,
}

/// A thread of a test.
#[derive(Default)]
pub(super) struct Code {
    pub(super) lines: Vec<String>,
    /// Which event of the log each line is of.
    pub(super) owners: Vec<u32>,
    pub(super) pointers: Vec<String>,
    pub(super) condition: Vec<String>,
}

impl Writing<'_> {
    pub(super) fn value(&self, value: Word) -> u64 {
        self.values.get(&value).copied().unwrap_or(0)
    }

    /// A number that no value has.
    pub(super) fn other(&self) -> u64 {
        self.values.values().max().map_or(1, |most| most + 1)
    }

    pub(super) fn initial(&self, place: u32) -> u64 {
        match super::super::answer::initial(self.log, place) {
            Some((value, _)) => self
                .values
                .get(&value)
                .copied()
                .unwrap_or_else(|| self.other() + 1),
            // Nobody reads it: any number that nobody writes.
            None => self.other() + 1,
        }
    }

    pub(super) fn header(&self, column: usize, thread: u16) -> String {
        let Some(one) = self.log.threads.get(usize::from(thread)) else {
            return format!("P{column}");
        };
        let warp = one
            .warp
            .map_or_else(String::new, |warp| format!("warp {warp},"));
        format!(
            "P{column}@{warp}cta {},gpu {}",
            one.cta.unwrap_or(0),
            one.gpu
        )
    }

    pub(super) fn thread(&self, column: usize, events: &[u32]) -> Code {
        let mut out = Code::default();
        let mut registers: BTreeMap<u32, String> = BTreeMap::new();
        let mut guarded = false;
        for (number, &event) in events.iter().enumerate() {
            let Some(one) = self.log.events.get(event as usize) else {
                continue;
            };
            let extra = self.dependencies(column, number, event, &registers, &mut out);
            let register = format!("r{number}");
            out.lines.push(self.instruction(one, &register, &extra));
            if one.reads() {
                registers.insert(event, register.clone());
                let value = self.value(one.read);
                out.condition
                    .push(format!("P{column}:{register} == {value}"));
                let atomic = one.op == Op::Rmw || one.mode.order() != Order::Weak;
                if self.form.guarded && atomic {
                    out.lines.push(format!("bne {register}, {value}, LEND"));
                    guarded = true;
                }
            }
            out.owners.resize(out.lines.len(), event);
        }
        if guarded {
            out.lines.push("LEND:".to_owned());
        }
        out
    }

    /// Computes what an event depends on: what takes the place of its address, and of its value.
    pub(super) fn dependencies(
        &self,
        column: usize,
        number: usize,
        event: u32,
        registers: &BTreeMap<u32, String>,
        out: &mut Code,
    ) -> Extra {
        let mut extra = Extra::default();
        let list = self.log.dependencies.get(&event).into_iter().flatten();
        let mut count = 0;
        for (kind, on) in list {
            let Some(source) = registers.get(on) else {
                continue;
            };
            let zero = format!("z{number}x{count}");
            count += 1;
            match kind {
                Depends::Ctrl => {
                    if self.form.branches {
                        let label = format!("LC{number}x{count}");
                        out.lines.push(format!("beq {source}, {source}, {label}"));
                        out.lines.push(format!("{label}:"));
                    }
                }
                Depends::Addr => {
                    out.lines.push(format!("xor {zero}, {source}, {source}"));
                    let pointer = extra
                        .pointer
                        .clone()
                        .unwrap_or_else(|| format!("a{number}"));
                    out.lines.push(format!("add {pointer}, {pointer}, {zero}"));
                    extra.pointer = Some(pointer);
                }
                Depends::Data => {
                    out.lines.push(format!("xor {zero}, {source}, {source}"));
                    if let Some(value) = &extra.value {
                        out.lines.push(format!("add {value}, {value}, {zero}"));
                    } else {
                        let wrote = self
                            .log
                            .events
                            .get(event as usize)
                            .map_or(Word::NONE, |one| one.wrote);
                        let value = format!("d{number}");
                        out.lines
                            .push(format!("add {value}, {zero}, {}", self.value(wrote)));
                        extra.value = Some(value);
                    }
                }
            }
        }
        if let (Some(pointer), Some(one)) = (&extra.pointer, self.log.events.get(event as usize)) {
            let name = self.names.get(&one.place).cloned().unwrap_or_default();
            out.pointers.push(format!("P{column}:{pointer} = {name};"));
        }
        extra
    }

    pub(super) fn instruction(&self, one: &Event, register: &str, extra: &Extra) -> String {
        let name = self.names.get(&one.place).cloned().unwrap_or_default();
        let place = match &extra.pointer {
            Some(pointer) => format!("[{pointer}]"),
            None => name,
        };
        let scope = SCOPES.iter().find(|(scope, _)| *scope == one.mode.scope());
        let scope = scope.map_or("gpu", |(_, names)| names[0]);
        let order = one.mode.order();
        let mode = match order {
            Order::Weak => "weak".to_owned(),
            Order::Relaxed
            | Order::Acquire
            | Order::Release
            | Order::AcqRel
            | Order::Sc
            | Order::RmAcquire
            | Order::RmRelease
            | Order::RmAcqRel => format!("{}.{scope}", order.name()),
        };
        let value = extra
            .value
            .clone()
            .unwrap_or_else(|| self.value(one.wrote).to_string());
        match one.op {
            Op::Load => format!("ld.{mode} {register}, {place}"),
            Op::Store => format!("st.{mode} {place}, {value}"),
            // Who finds something else leaves the thread, and leaves the memory as it was.
            Op::Rmw if one.writes() && self.form.guarded => {
                let found = self.value(one.read);
                format!("atom.{mode}.cas {register}, {place}, {found}, {value}")
            }
            Op::Rmw if one.writes() => format!("atom.{mode}.exch {register}, {place}, {value}"),
            // What it would write depends on what it depends on, though it does not.
            Op::Rmw => {
                let other = self.other();
                let value = extra.value.clone().unwrap_or_else(|| other.to_string());
                format!("atom.{mode}.cas {register}, {place}, {other}, {value}")
            }
            Op::Fence => format!("fence.{mode}"),
            Op::Barrier => format!("bar.sync {}", one.place),
            Op::WriteBack => String::new(),
        }
    }
}

/// What an instruction takes from registers.
#[derive(Default)]
pub(super) struct Extra {
    pub(super) pointer: Option<String>,
    pub(super) value: Option<String>,
}
