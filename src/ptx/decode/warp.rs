//! What the lanes of a warp do together.

use crate::ptx::operation::{Operation, Shuffle, Vote};

use super::atomic::update;
use super::words::{Decoded, Refusal, Words};

impl Words<'_> {
    fn synchronous(&mut self) -> Decoded<()> {
        if self.take("sync") {
            return Ok(());
        }
        let what = format!("`{}` without `.sync`", self.base);
        Err(Refusal::unclear(what))
    }

    pub fn shuffle(&mut self) -> Decoded<Operation> {
        self.synchronous()?;
        let mode = self.take_as(|name| {
            Some(match name {
                "up" => Shuffle::Up,
                "down" => Shuffle::Down,
                "bfly" => Shuffle::Bfly,
                "idx" => Shuffle::Idx,
                _ => return None,
            })
        });
        let mode = mode.ok_or_else(|| Refusal::unclear("`shfl` without a mode"))?;
        self.ty()?;
        self.count(&[5])?;
        let (dst, within) = self.targets(0)?;
        Ok(Operation::Shuffle {
            mode,
            dst,
            within,
            sources: [self.value(1)?, self.value(2)?, self.value(3)?],
            mask: self.value(4)?,
        })
    }

    pub fn vote(&mut self) -> Decoded<Operation> {
        self.synchronous()?;
        let vote = self.take_as(|name| {
            Some(match name {
                "all" => Vote::All,
                "any" => Vote::Any,
                "uni" => Vote::Uniform,
                "ballot" => Vote::Ballot,
                _ => return None,
            })
        });
        let vote = vote.ok_or_else(|| Refusal::unclear("`vote` without a question"))?;
        self.take_any(&["pred", "b32"]);
        self.count(&[3])?;
        Ok(Operation::Vote {
            vote,
            dst: self.target(0)?,
            source: self.value(1)?,
            mask: self.value(2)?,
        })
    }

    pub fn matches(&mut self) -> Decoded<Operation> {
        self.synchronous()?;
        let all = self.take("all");
        self.take("any");
        let ty = self.ty()?;
        self.count(&[3])?;
        let (dst, same) = self.targets(0)?;
        Ok(Operation::Match {
            all,
            ty,
            dst,
            same,
            source: self.value(1)?,
            mask: self.value(2)?,
        })
    }

    pub fn reduce(&mut self) -> Decoded<Operation> {
        self.synchronous()?;
        let op = self.take_as(update);
        let op = op.ok_or_else(|| Refusal::unclear("`redux` without an operation"))?;
        let ty = self.ty()?;
        if ty.is_float() {
            return Err(Refusal::unclear("`redux` on floats"));
        }
        self.count(&[3])?;
        Ok(Operation::Reduce {
            op,
            ty,
            dst: self.target(0)?,
            source: self.value(1)?,
            mask: self.value(2)?,
        })
    }

    pub fn elect(&mut self) -> Decoded<Operation> {
        self.synchronous()?;
        self.count(&[2])?;
        let (dst, leads) = self.targets(0)?;
        Ok(Operation::Elect {
            dst,
            leads,
            mask: self.value(1)?,
        })
    }

    pub fn active_mask(&mut self) -> Decoded<Operation> {
        self.take("b32");
        self.count(&[1])?;
        Ok(Operation::ActiveMask {
            dst: self.target(0)?,
        })
    }
}
