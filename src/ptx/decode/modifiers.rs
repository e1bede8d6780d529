//! Words that say how an instruction compares, joins and rounds.

use crate::ptx::operation::{Comparison, Join, Pick, Rounding};

pub fn comparison(name: &str) -> Option<Comparison> {
    Some(match name {
        "eq" => Comparison::Eq,
        "ne" => Comparison::Ne,
        "lt" => Comparison::Lt,
        "le" => Comparison::Le,
        "gt" => Comparison::Gt,
        "ge" => Comparison::Ge,
        "lo" => Comparison::Lo,
        "ls" => Comparison::Ls,
        "hi" => Comparison::Hi,
        "hs" => Comparison::Hs,
        "equ" => Comparison::Equ,
        "neu" => Comparison::Neu,
        "ltu" => Comparison::Ltu,
        "leu" => Comparison::Leu,
        "gtu" => Comparison::Gtu,
        "geu" => Comparison::Geu,
        "num" => Comparison::Num,
        "nan" => Comparison::Nan,
        _ => return None,
    })
}

pub fn join(name: &str) -> Option<Join> {
    Some(match name {
        "and" => Join::And,
        "or" => Join::Or,
        "xor" => Join::Xor,
        _ => return None,
    })
}

/// How it rounds, and whether to an integer.
pub fn rounding(name: &str) -> Option<(Rounding, bool)> {
    Some(match name {
        "rn" => (Rounding::Nearest, false),
        "rz" => (Rounding::Zero, false),
        "rm" => (Rounding::Down, false),
        "rp" => (Rounding::Up, false),
        "rni" => (Rounding::Nearest, true),
        "rzi" => (Rounding::Zero, true),
        "rmi" => (Rounding::Down, true),
        "rpi" => (Rounding::Up, true),
        _ => return None,
    })
}

pub fn pick(name: &str) -> Option<Pick> {
    Some(match name {
        "f4e" => Pick::Forward,
        "b4e" => Pick::Backward,
        "rc8" => Pick::Replicate,
        "ecl" => Pick::ClampLeft,
        "ecr" => Pick::ClampRight,
        "rc16" => Pick::ReplicateHalf,
        _ => return None,
    })
}
