//! Machine code as `nvdisasm -c` prints it.

use std::collections::BTreeMap;
use std::fmt::Write as _;

/// A machine instruction.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Sass {
    /// The predicate it runs under: `P0`, `!P0`.
    pub guard: Option<String>,
    /// `LDG.E.STRONG.GPU`.
    pub opcode: String,
    /// What follows, at its commas.
    pub operands: Vec<String>,
}

/// The code of a kernel.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Code {
    /// The instructions, in the order in which they lie.
    pub lines: Vec<Sass>,
    /// Where each label is.
    pub labels: BTreeMap<String, usize>,
}

/// Finds a kernel.
///
/// # Errors
///
/// There is none of this name, or a line of it that is no instruction.
pub fn kernel(text: &str, name: &str) -> Result<Code, String> {
    let head = format!(".text.{name}:");
    let mut lines = text.lines().skip_while(|line| line.trim() != head);
    if lines.next().is_none() {
        return Err(format!("the machine code has no kernel `{name}`"));
    }
    let mut code = Code::default();
    for line in lines {
        let line = line.trim();
        if line.starts_with(".section") || line.starts_with(".text.") {
            break;
        }
        if let Some(label) = line
            .strip_suffix(':')
            .filter(|label| label.starts_with(['.', '$']))
        {
            code.labels.insert(label.to_owned(), code.lines.len());
            continue;
        }
        // Directives and the words around sections.
        if !line.starts_with("/*") {
            continue;
        }
        let Some((_, rest)) = line.split_once("*/") else {
            return Err(format!("`{line}` is no line of machine code"));
        };
        let text = rest.split_once(';').map_or(rest, |(text, _)| text).trim();
        // Under a predicate that is never true it does nothing: drivers put such loads before fences.
        if text.is_empty() || text.starts_with("@!PT") {
            continue;
        }
        code.lines.push(instruction(text));
    }
    if code.lines.is_empty() {
        return Err(format!("the kernel `{name}` has no machine code"));
    }
    Ok(code)
}

fn instruction(text: &str) -> Sass {
    let (guard, rest) = match text.strip_prefix('@') {
        Some(rest) => {
            let (guard, rest) = rest.split_once(char::is_whitespace).unwrap_or((rest, ""));
            (Some(guard.to_owned()), rest.trim())
        }
        None => (None, text),
    };
    let (opcode, operands) = rest.split_once(char::is_whitespace).unwrap_or((rest, ""));
    let operands = operands.split(',').map(|one| one.trim().to_owned());
    Sass {
        guard,
        opcode: opcode.to_owned(),
        operands: operands.filter(|one| !one.is_empty()).collect(),
    }
}

/// Where each role begins: after its marker. A compiler may have made several of one.
///
/// # Errors
///
/// A role has no marker, or it cannot be told whose one is.
pub fn starts(code: &Code, markers: &[usize]) -> Result<Vec<Vec<usize>>, String> {
    let mut found: BTreeMap<u64, Vec<usize>> = BTreeMap::new();
    for (at, one) in code.lines.iter().enumerate() {
        if one.opcode == "PMTRIG" {
            let mask = one.operands.first().and_then(|text| number(text));
            let mask = mask.ok_or("a marker has no number")?;
            found.entry(mask).or_default().push(at + 1);
        }
    }
    let mut roles = Vec::new();
    for (role, marker) in markers.iter().enumerate() {
        let alike: Vec<usize> = (0..markers.len())
            .filter(|at| markers[*at] == *marker)
            .collect();
        let all = found.get(&(1 << marker)).cloned().unwrap_or_default();
        let own = match alike.as_slice() {
            [_] => all,
            // One each, in their order.
            _ if all.len() == alike.len() => {
                let place = alike.iter().position(|at| *at == role);
                place
                    .and_then(|place| all.get(place))
                    .copied()
                    .into_iter()
                    .collect()
            }
            _ => return Err(format!("the marker {marker} is not that of one thread")),
        };
        if own.is_empty() {
            return Err(format!("thread {role} of the test has no marker"));
        }
        roles.push(own);
    }
    Ok(roles)
}

/// The word of an instruction that matters to memory, without what differs between machines and means the same:
/// `LDG.STRONG.SM`, `ATOMG.ADD.S32.STRONG.GPU`, `MEMBAR.SC.GPU`, `CCTL.IVALL`; of a barrier for 64 threads `BAR.SYNC 64`.
#[must_use]
pub fn word(one: &Sass) -> Option<String> {
    let mut parts = one.opcode.split('.');
    let head = parts.next()?;
    let memory = matches!(
        head,
        "LD" | "ST"
            | "LDG"
            | "STG"
            | "LDS"
            | "STS"
            | "LDL"
            | "STL"
            | "ATOM"
            | "ATOMG"
            | "ATOMS"
            | "RED"
            | "REDG"
            | "REDS"
            | "MEMBAR"
            | "FENCE"
            | "CCTL"
            | "CCTLL"
            | "BAR"
            | "SUATOM"
            | "SULD"
            | "SUST"
            | "TEX"
            | "LDGSTS"
            | "LDSM"
            | "STSM"
    );
    if !memory {
        return None;
    }
    let mut word = if head == "REDG" { "RED" } else { head }.to_owned();
    let parts: Vec<&str> = parts.collect();
    let strong = parts.contains(&"STRONG");
    for part in parts {
        let said = match part {
            // An address of 64 bits; a load of a warp that is not alike; how a barrier waits.
            "E" | "U" | "DEFER_BLOCKING" => continue,
            // sm_75 says it of weak accesses.
            "SYS" if !strong && head != "MEMBAR" => continue,
            "CTA" if strong => "SM",
            other => other,
        };
        word.push('.');
        word.push_str(said);
    }
    if head == "BAR"
        && let Some(count) = one.operands.get(1)
    {
        let plain = number(count).map_or_else(|| count.clone(), |count| count.to_string());
        let _ = write!(word, " {plain}");
    }
    Some(word)
}

/// Whether it is a barrier whose count is in a register: then nobody looks what it is.
#[must_use]
pub fn counts_unseen(one: &Sass) -> bool {
    let count = one.operands.get(1);
    one.opcode.starts_with("BAR.") && count.is_some_and(|text| number(text).is_none())
}

/// A number as it stands in machine code.
#[must_use]
pub fn number(text: &str) -> Option<u64> {
    let digits = text.strip_prefix("0x")?;
    u64::from_str_radix(digits, 16).ok()
}
