//! Generic addresses and those of a space.

use crate::ptx::operation::Operation;

use super::words::{Decoded, Words};

impl Words<'_> {
    pub fn convert_address(&mut self) -> Decoded<Operation> {
        let from_generic = self.take("to");
        let space = self.space();
        let ty = self.ty()?;
        self.count(&[2])?;
        Ok(Operation::ConvertAddress {
            space,
            from_generic,
            ty,
            dst: self.target(0)?,
            source: self.value(1)?,
        })
    }

    pub fn is_in_space(&mut self) -> Decoded<Operation> {
        let space = self.space();
        self.count(&[2])?;
        Ok(Operation::IsInSpace {
            space,
            dst: self.target(0)?,
            source: self.value(1)?,
        })
    }
}
