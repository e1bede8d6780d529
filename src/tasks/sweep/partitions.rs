//! Every way to group things.

/// The groupings of `count` things, each as the group of every thing, groups numbered by their
/// first member; from all together to all apart. None if there are more than `limit`.
#[must_use]
pub fn partitions(count: usize, limit: usize) -> Option<Vec<Vec<u32>>> {
    let mut all: Vec<Vec<u32>> = vec![Vec::new()];
    for _ in 0..count {
        let mut longer = Vec::new();
        for groups in &all {
            let next = groups.iter().max().map_or(0, |last| last + 1);
            for group in 0..=next {
                let mut groups = groups.clone();
                groups.push(group);
                longer.push(groups);
            }
            if longer.len() > limit {
                return None;
            }
        }
        all = longer;
    }
    Some(all)
}

#[cfg(test)]
mod tests {
    use super::partitions;

    #[test]
    fn as_many_as_bell_numbers() {
        let counts = (0..8).map(|count| partitions(count, 1000).map_or(0, |all| all.len()));
        assert_eq!(counts.collect::<Vec<_>>(), [1, 1, 2, 5, 15, 52, 203, 877]);
        assert_eq!(partitions(8, 1000), None);
        assert_eq!(partitions(64, 1000), None);
    }

    #[test]
    fn from_together_to_apart() {
        let three = [[0, 0, 0], [0, 0, 1], [0, 1, 0], [0, 1, 1], [0, 1, 2]];
        assert_eq!(partitions(3, 10), Some(three.map(Vec::from).to_vec()));
    }
}
