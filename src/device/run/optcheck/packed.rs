//! Counts of barriers that stand in a register.
//!
//! On ways where a warp may have parted, `ptxas` puts a barrier's count into the upper half of a register, and its name
//! below: a constant, shifted by 16, then `LOP3` with the name. The constant may be written as a half-precision number.
//! For machines before `sm_90` a subroutine of its own does so, which takes the count in a register.

use super::sass::{Code, Sass, number};

/// Lines that are looked back at.
const MOST: usize = 12;

/// Writes counts that can be told from the code as numbers, where a register stands for them.
pub fn unpack(code: &mut Code) {
    for at in 0..code.lines.len() {
        if let Some(barrier) = called(code, at) {
            code.lines[at] = barrier;
        }
        if let Some(count) = count(code, at)
            && let Some(operand) = code.lines[at].operands.get_mut(1)
        {
            *operand = format!("{count:#x}");
        }
    }
}

/// The count of the barrier that stands there, if it is packed into a register.
fn count(code: &Code, at: usize) -> Option<u64> {
    let one = &code.lines[at];
    let [name, packed] = one.operands.as_slice() else {
        return None;
    };
    if !one.opcode.starts_with("BAR.") || name != packed || number(packed).is_some() {
        return None;
    }
    let both = defined(code, at, packed)?;
    let [_, high, mask, _, table, ..] = code.lines[both].operands.as_slice() else {
        return None;
    };
    let is_union = code.lines[both].opcode == "LOP3.LUT" && mask == "0xf" && table == "0xf8";
    let shifted = defined(code, both, high).filter(|_| is_union)?;
    let line = &code.lines[shifted];
    let [_, from, by, ..] = line.operands.as_slice() else {
        return None;
    };
    let set = defined(code, shifted, from).filter(|_| line.opcode == "SHF.L.U32" && by == "0x10");
    constant(&code.lines[set?])
}

/// What starts the names of subroutines that are a barrier with a count.
const SUBROUTINE: &str = "__cuda_sm70_barrier_";

/// The barrier that a call of such a subroutine is, with its count.
fn called(code: &Code, at: usize) -> Option<Sass> {
    let one = &code.lines[at];
    let label = one
        .operands
        .first()?
        .strip_prefix("`(")?
        .strip_suffix(')')?;
    if one.opcode != "CALL.REL.NOINC" || one.guard.is_some() || !label.contains(SUBROUTINE) {
        return None;
    }
    let body = code.lines.get(*code.labels.get(label)?..)?;
    let end = body.iter().position(|one| one.opcode.starts_with("RET"))?;
    let body = &body[..end];
    let mut barriers = body.iter().filter(|one| one.opcode.starts_with("BAR."));
    let (barrier, others) = (barriers.next()?, barriers.next());
    let [_, count, by, zero] = body[0].operands.as_slice() else {
        return None;
    };
    let shifts = body[0].opcode == "IMAD.U32" && by == "0x10000" && zero == "RZ";
    let alone = others.is_none() && body.iter().all(|one| one.guard.is_none());
    let set = defined(code, at, count).filter(|_| shifts && alone)?;
    let count = constant(&code.lines[set])?;
    let name = barrier.operands.first()?.clone();
    Some(Sass {
        guard: None,
        opcode: barrier.opcode.clone(),
        operands: vec![name, format!("{count:#x}")],
    })
}

/// Where a register got the value that it has at a line: before it, with no way in between from elsewhere.
fn defined(code: &Code, at: usize, register: &str) -> Option<usize> {
    let (mut from, mut left) = (at, MOST);
    while from > 0 && left > 0 {
        left -= 1;
        if is_reached(code, from) {
            from = collective(code, from)?;
            continue;
        }
        from -= 1;
        let one = &code.lines[from];
        if one.operands.first().is_some_and(|text| text == register) {
            return one.guard.is_none().then_some(from);
        }
    }
    None
}

/// The first line of what a warp does as one before this one: a barrier whose count is packed and unpacked again, so that
/// all registers are as they were, for who goes through it as for who does not.
fn collective(code: &Code, end: usize) -> Option<usize> {
    let start = end.checked_sub(6)?;
    let [sync, high, both, barrier, low, last] = code.lines.get(start..end)? else {
        return None;
    };
    let parts = [sync, high, both, barrier, low, last];
    let kept = parts.iter().all(|one| one.guard.is_none());
    let register = high.operands.first()?;
    let shifts = |one: &Sass, opcode: &str| {
        let operands = [register, register, "0x10", "RZ"];
        one.opcode == opcode && one.operands == operands
    };
    let [packed, from, mask, _, table, _] = both.operands.as_slice() else {
        return None;
    };
    let union = both.opcode == "LOP3.LUT" && mask == "0xf" && table == "0xf8";
    let restores = shifts(high, "SHF.L.U32")
        && (union && packed == register && from == register)
        && shifts(low, "SHF.R.U32")
        && barrier.opcode.starts_with("BAR.")
        && sync.opcode.starts_with("WARPSYNC.COLLECTIVE")
        && last.opcode == "ENDCOLLECTIVE";
    // Only the warp itself comes here.
    let names: Vec<String> = code
        .labels
        .iter()
        .filter(|(_, to)| (start + 1..=end).contains(*to))
        .map(|(label, _)| format!("`({label})"))
        .collect();
    let own = |(at, one): (usize, &Sass)| {
        at == start || !one.operands.iter().any(|text| names.contains(text))
    };
    (kept && restores && code.lines.iter().enumerate().all(own)).then_some(start)
}

/// Whether an instruction names the label of a line.
fn is_reached(code: &Code, at: usize) -> bool {
    let labels = code.labels.iter().filter(|(_, to)| **to == at);
    let names: Vec<String> = labels.map(|(label, _)| format!("`({label})")).collect();
    let mut operands = code.lines.iter().flat_map(|one| &one.operands);
    operands.any(|text| names.contains(text))
}

/// The number that an instruction writes.
fn constant(one: &Sass) -> Option<u64> {
    let operands: Vec<&str> = one.operands.iter().map(String::as_str).collect();
    match (one.opcode.as_str(), operands.as_slice()) {
        ("MOV", [_, value]) | ("IMAD.MOV.U32", [_, "RZ", "RZ", value]) => number(value),
        ("HFMA2" | "HFMA2.MMA", [_, "-RZ", "RZ", "0", value]) => half(value),
        _ => None,
    }
}

/// The bits of a half-precision number below 2^-13, which are a multiple of 2^-24.
fn half(text: &str) -> Option<u64> {
    let scaled = text.parse::<f64>().ok()? * f64::from(1 << 24);
    (1..=2048)
        .find(|bits: &u32| f64::from(*bits).total_cmp(&scaled).is_eq())
        .map(u64::from)
}
