//! The smallest sub-log, by hitting sets.

use super::{Asked, Open, first_hitting};

/// The smallest, and of these the earliest, by hitting sets: what an impossible sub-log must have some of is
/// what a largest possible one lacks.
pub(super) fn fewest(
    asked: &Asked<'_>,
    members: &[u32],
    known: usize,
) -> Result<Option<Vec<u32>>, Open> {
    let mut clauses: Vec<u64> = Vec::new();
    let all = if members.len() >= 64 {
        u64::MAX
    } else {
        (1_u64 << members.len()) - 1
    };
    let pick = |set: u64| -> Vec<u32> {
        let chosen = members
            .iter()
            .enumerate()
            .filter(|(at, _)| set >> at & 1 == 1);
        chosen.map(|(_, event)| *event).collect()
    };
    let known = u32::try_from(known).unwrap_or(0);
    let mut size = 0;
    loop {
        let mut steps = 200_000_u64;
        let set = loop {
            asked.stop.check()?;
            if size > known {
                return Ok(None);
            }
            match first_hitting(&clauses, all, size, &mut steps)? {
                Some(set) => break set,
                None => size += 1,
            }
        };
        let chosen = pick(set);
        if asked.impossible(&chosen)? {
            return Ok(Some(chosen));
        }
        // A largest possible one around it, the later events first: they are needed the least.
        let mut possible = set;
        for at in (0..members.len()).rev() {
            let more = possible | 1 << at;
            if more != possible && !asked.impossible(&pick(more))? {
                possible = more;
            }
        }
        clauses.push(all & !possible);
    }
}
