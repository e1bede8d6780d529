//! Jumps and barriers.

use crate::ptx::operation::{Operation, Reduction};
use crate::ptx::parse::raw;
use crate::syntax::Diagnostic;

use super::names;
use super::words::{Decoded, Refusal, Words, unexpected};

impl Words<'_> {
    pub fn branch(&mut self) -> Decoded<Operation> {
        self.take("uni");
        self.count(&[1])?;
        let operand = self.operand(0)?;
        let raw::Operand::Name(name) = operand.node else {
            return Err(unexpected(operand.span, "expected a label"));
        };
        let target = names::label(self.names.scopes, self.names.scope, name, operand.span)?;
        Ok(Operation::Branch { target })
    }

    /// `brx.idx %r1, table`.
    pub fn branch_indexed(&mut self) -> Decoded<Operation> {
        self.take("idx");
        self.take("uni");
        self.count(&[2])?;
        let operand = self.operand(1)?;
        let raw::Operand::Name(name) = operand.node else {
            return Err(unexpected(operand.span, "expected a table"));
        };
        let Some(targets) = self.names.table(name) else {
            let message = format!("unknown table `{name}`");
            return Err(Diagnostic::new(message, operand.span, "expected `.branchtargets`").into());
        };
        Ok(Operation::BranchIndexed {
            index: self.value(0)?,
            targets: targets.to_vec(),
        })
    }

    pub fn barrier(&mut self) -> Decoded<Operation> {
        if self.take("warp") {
            self.take("sync");
            self.count(&[1])?;
            return Ok(Operation::WarpBarrier {
                mask: self.value(0)?,
            });
        }
        if self.take("cluster") {
            return Err(Refusal::unclear("barriers of clusters"));
        }
        self.take("cta");
        let aligned = self.take("aligned") || self.base == "bar";
        let arrives = self.take("arrive");
        if self.take("red") {
            return self.reducing_barrier(aligned);
        }
        if !arrives {
            self.take("sync");
        }
        self.count(if arrives { &[2] } else { &[1, 2] })?;
        let count = (self.operands.len() > 1)
            .then(|| self.value(1))
            .transpose()?;
        Ok(Operation::Barrier {
            aligned,
            arrives,
            reduction: None,
            id: self.value(0)?,
            count,
        })
    }

    fn reducing_barrier(&mut self, aligned: bool) -> Decoded<Operation> {
        let reduction = self.take_as(|name| {
            Some(match name {
                "and" => Reduction::And,
                "or" => Reduction::Or,
                "popc" => Reduction::Popc,
                _ => return None,
            })
        });
        let reduction =
            reduction.ok_or_else(|| Refusal::unclear("`bar.red` without an operation"))?;
        self.take_any(&["u32", "pred"]);
        self.count(&[3, 4])?;
        let last = self.operands.len() - 1;
        let count = (last > 2).then(|| self.value(2)).transpose()?;
        Ok(Operation::Barrier {
            aligned,
            arrives: false,
            reduction: Some((reduction, self.target(0)?, self.value(last)?)),
            id: self.value(1)?,
            count,
        })
    }
}
