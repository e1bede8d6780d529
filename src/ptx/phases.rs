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

/// The state of a barrier in memory in which somebody arrives: the phase alone, as to who waits for its end it is the same who else has come.
/// Nothing where it is no barrier.
#[must_use]
pub fn begun(object: u64) -> Option<u64> {
    let (expected, all) = parts(object);
    let came = all.checked_rem(expected)?;
    Some((all - came) << WIDTH | expected)
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

#[cfg(test)]
mod tests {
    use super::*;

    /// Three are expected, then one leaves, and two end each phase from then on.
    #[test]
    fn phases_end_with_as_many_as_are_expected() {
        let steps = [
            (1, false, "1 of 3 in phase 0"),
            (2, false, "0 of 3 in phase 1"),
            (1, false, "1 of 3 in phase 1"),
            (1, true, "1 of 2 in phase 1"),
            (1, false, "0 of 2 in phase 2"),
            (2, false, "0 of 2 in phase 3"),
            (1, true, "0 of 1 in phase 3"),
            (1, false, "0 of 1 in phase 4"),
        ];
        let (mut object, mut phases) = (3, Vec::new());
        for (count, leave, text) in steps {
            phases.push(object);
            assert_eq!(begun(object).and_then(phase), phase(object));
            object = arrived(object, count, leave).unwrap_or(0);
            assert_eq!(told(object), text);
        }
        let over = phases.iter().map(|state| is_over(object, *state, false));
        assert!(over.eq([Some(true); 8]));
        assert_eq!(is_over(phases[1], 3, false), Some(false));
        assert_eq!(begun(phases[1]), begun(phases[0]));
        assert_ne!(begun(phases[2]), begun(phases[1]));
        // Of four phases that are over the last had the parity 1.
        assert_eq!(is_over(object, 1, true), Some(true));
        assert_eq!(is_over(object, 0, true), Some(false));
    }

    #[test]
    fn one_too_many_is_not_known() {
        assert_eq!(arrived(2, 3, false), None);
        assert_eq!(arrived(2, 3, true), None);
        let waited = arrived(2, 1, false);
        assert_eq!(waited.and_then(|object| arrived(object, 2, false)), None);
        // Where a phase would end with fewer than have come.
        assert_eq!(waited.and_then(|object| arrived(object, 2, true)), None);
        // Memory that is none.
        assert_eq!(arrived(0, 1, false), None);
        assert_eq!(is_over(0, 0, true), None);
        assert_eq!(begun(0), None);
        assert_eq!(is_over(1, 0, false), None);
    }
}
