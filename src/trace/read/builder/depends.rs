//! Which events have what depends on a read.

use crate::trace::log::{Depends, Op};
use crate::trace::read::event::Piece;
use crate::trace::read::mistake::Mistake;

/// Whether an event of this kind has what depends on a read.
pub(super) fn depends(kind: Depends, op: Op, piece: &Piece<'_>) -> Result<(), Mistake> {
    let (has, what) = match (kind, op) {
        (Depends::Ctrl, _)
        | (Depends::Data, Op::Store | Op::Rmw)
        | (Depends::Addr, Op::Load | Op::Store | Op::Rmw) => return Ok(()),
        (Depends::Data, Op::Load | Op::Fence | Op::Barrier | Op::WriteBack) => {
            ("data", "writes no value that depends on another")
        }
        (Depends::Addr, Op::Fence | Op::Barrier | Op::WriteBack) => {
            ("addr", "has no address that depends on another")
        }
    };
    let op = match op {
        Op::Load => "a load",
        Op::Store => "a store",
        Op::Rmw => "a read-modify-write",
        Op::Fence => "a fence",
        Op::Barrier => "a barrier",
        Op::WriteBack => "a write-back",
    };
    let text = format!("{op} {what}");
    let one = Mistake::new(piece.at.clone(), text, format!("not by `{has}`"));
    Err(one.with_help(
        "`data` is of stores and read-modify-writes, `addr` of accesses, `ctrl` of all that comes behind a branch",
    ))
}
