//! Loads, stores and fences.

use crate::ptx::operation::{Access, Operand, Operation, Order, Scope, Target};
use crate::ptx::parse::raw;
use crate::ptx::types::Space;
use crate::syntax::Diagnostic;

use super::words::{Decoded, Refusal, Words, unexpected};

impl Words<'_> {
    pub fn load(&mut self) -> Decoded<Operation> {
        let non_coherent = self.take("nc");
        let access = Access {
            non_coherent,
            ..self.access()?
        };
        if access.order == Order::Release {
            return Err(self.no_order("release", "load", "`.acquire`"));
        }
        let lanes = self.lanes();
        self.count(&[2, 3])?;
        self.fill(0, lanes)?;
        Ok(Operation::Load {
            access,
            targets: self.elements(0)?,
            address: self.address(1)?,
        })
    }

    pub fn store(&mut self) -> Decoded<Operation> {
        let access = self.access()?;
        if access.order == Order::Acquire {
            return Err(self.no_order("acquire", "store", "`.release`"));
        }
        let lanes = self.lanes();
        self.count(&[2, 3])?;
        self.fill(1, lanes)?;
        Ok(Operation::Store {
            access,
            address: self.address(0)?,
            values: self.element_values(1)?,
        })
    }

    /// How many elements it has: `.v4`.
    fn lanes(&mut self) -> usize {
        let lanes = |name: &str| {
            Some(match name {
                "v2" => 2,
                "v4" => 4,
                "v8" => 8,
                _ => return None,
            })
        };
        self.take_as(lanes).unwrap_or(1)
    }

    /// That an operand has as many elements as the instruction says.
    fn fill(&self, at: usize, lanes: usize) -> Decoded<()> {
        let operand = self.operand(at)?;
        let raw::Operand::Vector(parts) = &operand.node else {
            return if lanes == 1 {
                Ok(())
            } else {
                Err(Refusal::unclear("registers that are vectors"))
            };
        };
        let count = parts.len();
        if count == lanes {
            return Ok(());
        }
        let text = format!("{count} registers for {lanes}");
        let label = match lanes {
            1 => "expected one, or `.v2`, `.v4` or `.v8`".to_owned(),
            _ => format!("`.v{lanes}` has so many"),
        };
        Err(Refusal::Misfit(Diagnostic::new(text, operand.span, label)))
    }

    fn no_order(&self, order: &str, what: &str, instead: &str) -> Refusal {
        let text = format!("`.{order}` on a {what}");
        let label = format!("a {what} can be {instead}");
        Refusal::Misfit(Diagnostic::new(text, self.raw.modifier(order), label))
    }

    /// Order, scope, space and type, in any order; hints for caches are dropped.
    fn access(&mut self) -> Decoded<Access> {
        self.hints();
        if self.take("mmio") {
            return Err(Refusal::unclear("`.mmio` accesses"));
        }
        let order = self.take_as(|name| {
            Some(match name {
                "weak" => Order::Weak,
                "volatile" => Order::Volatile,
                "relaxed" => Order::Relaxed,
                "acquire" => Order::Acquire,
                "release" => Order::Release,
                _ => return None,
            })
        });
        let order = order.unwrap_or(Order::Weak);
        let scope = self.scope();
        let scope = match order {
            Order::Weak | Order::Volatile => Scope::System,
            Order::Relaxed | Order::Acquire | Order::Release | Order::AcquireRelease => {
                scope.ok_or_else(|| Refusal::unclear("a strong access without a scope"))?
            }
        };
        let (space, ty) = (self.space(), self.ty()?);
        if ty.bits > 64 {
            return Err(Refusal::unclear("accesses of one element of 128 bits"));
        }
        Ok(Access {
            space,
            order,
            scope,
            non_coherent: false,
            ty,
        })
    }

    /// Hints for caches have no meaning for values.
    pub fn hints(&mut self) {
        self.take_any(&["ca", "cg", "cs", "cv", "lu", "wb", "wt"]);
        let hint = |name: &str| {
            let known = name.starts_with("L1::") || name.starts_with("L2::") || name == "unified";
            known.then_some(())
        };
        if self.take("L2::cache_hint") {
            // The policy comes last.
            let before = self.operands.len().saturating_sub(1);
            self.operands = self.operands.get(..before).unwrap_or(&[]);
        }
        while self.take_as(hint).is_some() {}
    }

    fn elements(&self, at: usize) -> Decoded<Vec<Target>> {
        let operand = self.operand(at)?;
        let raw::Operand::Vector(parts) = &operand.node else {
            return Ok(vec![self.target(at)?]);
        };
        let mut found = Vec::new();
        for part in parts {
            let raw::Operand::Name(name) = part.node else {
                return Err(unexpected(part.span, "expected a register"));
            };
            found.push(self.names.target(name, part.span)?);
        }
        Ok(found)
    }

    fn element_values(&self, at: usize) -> Decoded<Vec<Operand>> {
        let operand = self.operand(at)?;
        let raw::Operand::Vector(parts) = &operand.node else {
            return Ok(vec![self.value(at)?]);
        };
        parts.iter().map(|part| self.names.value(part)).collect()
    }

    /// Those that are not interpreted may have operands.
    pub fn fence(&mut self) -> Decoded<Operation> {
        if self.left.iter().any(|name| name.starts_with("proxy")) {
            return Err(Refusal::unclear("fences between proxies"));
        }
        if self.take("mbarrier_init") {
            return Err(Refusal::unclear("barriers in memory (mbarrier)"));
        }
        if self.left.contains(&"acquire") || self.left.contains(&"release") {
            return Err(Refusal::unclear(
                "one-way fences, which the models do not describe",
            ));
        }
        self.count(&[0])?;
        let acq_rel = self.take("acq_rel");
        let sc = self.take("sc");
        // Without a word, a fence is one that acquires and releases; a membar is sequential.
        let sequential = sc || self.base == "membar" && !acq_rel;
        let scope = self
            .scope()
            .ok_or_else(|| Refusal::unclear("a fence without a scope"))?;
        Ok(Operation::Fence { sequential, scope })
    }

    pub fn plain(&mut self, ignored: &[&str], operation: Operation) -> Decoded<Operation> {
        self.take_any(ignored);
        self.count(&[0])?;
        Ok(operation)
    }

    pub fn nothing(&mut self) -> Operation {
        self.left.clear();
        Operation::Nothing
    }

    /// The space of an atomic; generic where none is written.
    pub fn atomic_space(&mut self) -> Decoded<Space> {
        match self.space() {
            Space::Local | Space::Const | Space::Param => {
                Err(Refusal::unclear("an atomic on memory of a thread"))
            }
            space @ (Space::Generic | Space::Global | Space::Shared) => Ok(space),
        }
    }
}
