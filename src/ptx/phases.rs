//! What a barrier in memory holds (PTX ISA, *mbarrier*): how many arrivals end a phase, and how many there were of all phases. To programs
//! it is opaque; a store of how many are expected makes one here.

/// How many bits the number of arrivals that end a phase has (PTX ISA, *mbarrier.init*: it is at most 2^20 - 1).
const WIDTH: u32 = 20;

/// A barrier in memory when so many have arrived, and are not expected any more where they leave. Nothing where more arrive than were
/// still to come, which PTX leaves open, and where it is none.
#[must_use]
pub fn arrived(object: u64, count: u64, leave: bool) -> Option<u64> {
    let (expected, all) = parts(object);
    let came = all.checked_rem(expected)?;
    if !leave {
        let fits = came.checked_add(count)? <= expected;
        return fits.then(|| (all + count) << WIDTH | expected);
    }
    let still = expected.checked_sub(count).filter(|still| came <= *still)?;
    Some(((all / expected) * still + came) << WIDTH | still)
}

/// Whether the phase is over in which a barrier was in this state, or the last one of this parity. Nothing where it is no barrier.
#[must_use]
pub fn is_over(object: u64, state: u64, parity: bool) -> Option<bool> {
    let now = phase(object)?;
    Some(if parity {
        now & 1 != state & 1
    } else {
        now != phase(state)?
    })
}

/// A barrier in memory in words.
#[must_use]
pub fn told(object: u64) -> String {
    let (expected, all) = parts(object);
    let came = all.checked_rem(expected).unwrap_or(all);
    let phase = phase(object).unwrap_or(0);
    format!("{came} of {expected} in phase {phase}")
}

/// How many phases are over.
fn phase(object: u64) -> Option<u64> {
    let (expected, all) = parts(object);
    all.checked_div(expected)
}

/// How many arrivals end a phase, and how many there were.
const fn parts(object: u64) -> (u64, u64) {
    (object & ((1 << WIDTH) - 1), object >> WIDTH)
}
