//! From bare accesses to instructions: orders, fences, dependencies, loops.

use super::dialect::Dialect;
use super::rng::Rng;
use super::skeleton::{Access, Kind, LOCATIONS};

/// One thread being written.
#[derive(Debug)]
pub struct Writer<'a> {
    rng: &'a mut Rng,
    dialect: &'static Dialect,
    thread: usize,
    /// Cells written so far.
    pub cells: Vec<String>,
    /// Declarations of its pointer registers.
    pub init: Vec<String>,
    /// Conjuncts: what its registers must hold.
    pub outcome: Vec<String>,
    /// Labels for the end of the thread.
    open: Vec<String>,
    /// The latest register read into, and what the outcome has it hold.
    latest: Option<(String, Option<i64>)>,
    counter: usize,
}

/// How an access depends on the latest read.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Link {
    Nothing,
    Fence,
    Data,
    Copy,
    Address,
    Branch,
    Join,
    Predicate,
}

impl<'a> Writer<'a> {
    /// Starts a thread.
    pub const fn new(rng: &'a mut Rng, dialect: &'static Dialect, thread: usize) -> Self {
        Self {
            rng,
            dialect,
            thread,
            cells: Vec::new(),
            init: Vec::new(),
            outcome: Vec::new(),
            open: Vec::new(),
            latest: None,
            counter: 0,
        }
    }

    /// Writes all accesses of the thread.
    pub fn write(&mut self, accesses: &[Access]) {
        for (place, access) in accesses.iter().enumerate() {
            let link = if place == 0 {
                Link::Nothing
            } else {
                self.link(access)
            };
            self.access(access, link);
        }
        let open = std::mem::take(&mut self.open);
        self.cells
            .extend(open.into_iter().map(|label| format!("{label}:")));
    }

    fn link(&mut self, access: &Access) -> Link {
        let mut choices = vec![(38, Link::Nothing), (26, Link::Fence)];
        if self.latest.is_some() {
            choices.extend([
                (8, Link::Address),
                (7, Link::Branch),
                (3, Link::Join),
                (5, Link::Predicate),
            ]);
            if !access.kind.is_load() {
                choices.extend([(9, Link::Data), (4, Link::Copy)]);
            }
        }
        self.rng.weighted(&choices)
    }

    fn access(&mut self, access: &Access, link: Link) {
        let mut target = LOCATIONS[access.location].to_owned();
        let mut value = access.value.to_string();
        let mut guard = String::new();
        if let Some((register, expected)) = self.latest.clone() {
            match link {
                Link::Address => target = self.address(&register, access.location),
                Link::Data => value = self.data(&register, access.value),
                Link::Copy => value = register,
                Link::Branch | Link::Join => self.branch(&register, expected, link == Link::Join),
                Link::Predicate => guard = self.predicate(&register, expected),
                Link::Nothing | Link::Fence => {}
            }
        }
        if link == Link::Fence {
            let fence = self.fence();
            self.cells.push(fence);
        }
        let looped = link == Link::Nothing && self.rng.chance(2);
        let start = self.cells.len();
        self.instruction(access, &guard, &target, &value);
        if looped {
            self.repeat(start, access);
        }
    }

    fn instruction(&mut self, access: &Access, guard: &str, target: &str, value: &str) {
        let text = match access.kind {
            Kind::Store => format!("st.{} {target}, {value}", self.order(self.dialect.stores)),
            Kind::Load => {
                let order = self.order(self.dialect.loads);
                format!("ld.{order} {}, {target}", self.read(access))
            }
            kind => {
                let order = self.order(self.dialect.updates);
                let (name, operands) = match kind {
                    Kind::Add => ("add", value.to_owned()),
                    Kind::Min => ("min", value.to_owned()),
                    Kind::Max => ("max", value.to_owned()),
                    Kind::Cas { expected } => ("cas", format!("{expected}, {value}")),
                    Kind::Exchange | Kind::Load | Kind::Store => ("exch", value.to_owned()),
                };
                if self.reduces(kind) {
                    format!("red.{order}.{name} {target}, {operands}")
                } else {
                    let register = self.read(access);
                    format!("atom.{order}.{name} {register}, {target}, {operands}")
                }
            }
        };
        self.cells.push(format!("{guard}{text}"));
    }

    /// Whether an atomic is written as a reduction, which gives no value.
    fn reduces(&mut self, kind: Kind) -> bool {
        let share = self.dialect.reductions;
        let can = matches!(kind, Kind::Add | Kind::Min | Kind::Max);
        share > 0 && can && self.rng.chance(share)
    }

    /// A fresh register for the value found, and what the outcome says of it.
    fn read(&mut self, access: &Access) -> String {
        let register = self.fresh("r");
        if let Some(found) = access.found {
            self.outcome
                .push(format!("P{}:{register} == {found}", self.thread));
        }
        self.latest = Some((register.clone(), access.found));
        register
    }

    fn fresh(&mut self, prefix: &str) -> String {
        self.counter += 1;
        format!("{prefix}{}", self.counter)
    }

    fn order(&mut self, table: &[(usize, &str)]) -> String {
        let order = self.rng.weighted(table);
        if matches!(order, "weak" | "volatile") {
            return order.to_owned();
        }
        format!("{order}.{}", self.rng.pick(&["cta", "gpu", "sys"]))
    }

    fn fence(&mut self) -> String {
        self.rng.pick(self.dialect.fences).to_owned()
    }

    /// A zero that depends on a register.
    fn zero(&mut self, register: &str) -> String {
        let zero = self.fresh("r");
        self.cells.push(if self.rng.chance(50) {
            format!("xor {zero}, {register}, {register}")
        } else {
            format!("and {zero}, {register}, 0")
        });
        zero
    }

    fn data(&mut self, register: &str, value: i64) -> String {
        let zero = self.zero(register);
        self.cells.push(format!("add {zero}, {zero}, {value}"));
        zero
    }

    fn address(&mut self, register: &str, location: usize) -> String {
        let zero = self.zero(register);
        let pointer = self.fresh("r");
        let place = LOCATIONS[location];
        self.init
            .push(format!("P{}:{pointer} = {place}", self.thread));
        self.cells.push(format!("add {zero}, {zero}, {pointer}"));
        format!("[{zero}]")
    }

    fn branch(&mut self, register: &str, expected: Option<i64>, join: bool) {
        let label = self.fresh("LC");
        let value = expected.unwrap_or(0);
        let jump = if join { "beq" } else { "bne" };
        self.cells
            .push(format!("{jump} {register}, {value}, {label}"));
        if join {
            self.cells.push(format!("{label}:"));
        } else {
            self.open.push(label);
        }
    }

    fn predicate(&mut self, register: &str, expected: Option<i64>) -> String {
        let predicate = self.fresh("p");
        let value = expected.unwrap_or(0);
        let (test, sign) = self.rng.pick(&[("eq", ""), ("ne", "!"), ("ge", "")]);
        self.cells
            .push(format!("setp.{test} {predicate}, {register}, {value}"));
        format!("@{sign}{predicate} ")
    }

    /// Puts the cells from `start` on into a loop: one that waits for the value the outcome asks
    /// for, or one of two laps (seldom more than the usual bound allows).
    fn repeat(&mut self, start: usize, access: &Access) {
        let label = self.fresh("LC");
        let latest = self.latest.clone();
        self.cells.insert(start, format!("{label}:"));
        let load = access.kind == Kind::Load;
        match (latest, access.found) {
            (Some((register, _)), Some(found)) if load && found != 0 => {
                if self.rng.chance(30) {
                    let fence = self.fence();
                    self.cells.push(fence);
                }
                self.cells.push(format!("bne {register}, {found}, {label}"));
            }
            _ => {
                let laps = self.rng.weighted(&[(90, 2), (10, 4)]);
                let counter = self.fresh("r");
                self.cells.push(format!("add {counter}, {counter}, 1"));
                self.cells.push(format!("blt {counter}, {laps}, {label}"));
            }
        }
    }
}
