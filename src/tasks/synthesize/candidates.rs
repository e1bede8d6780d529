//! All ways in which a program might end, whatever a model says.

use crate::tasks::space::Shape;

/// All outcomes, as values in the order of [`Shape::observed`]: each read finds what some write of its
/// location leaves, or what was there at first; at the end memory holds what some write left, if there is
/// one. They are made one by one: there may be many.
pub(super) struct Candidates {
    /// What each value may be; never empty.
    choices: Vec<Vec<i64>>,
    /// Which of them come next; none: all came.
    next: Option<Vec<usize>>,
}

impl Candidates {
    pub(super) fn of(shape: &Shape) -> Self {
        let mut written = vec![Vec::new(); shape.spaces.len()];
        let values = shape.written();
        let accesses = || shape.accesses().zip(values.iter().flatten());
        for ((_, access), value) in accesses() {
            if let Some(written) = written.get_mut(access.location) {
                written.extend(*value);
            }
        }
        let reads = accesses().filter(|((_, access), _)| access.kind.reads());
        let mut choices: Vec<Vec<i64>> = reads
            .map(|((_, access), own)| {
                let here = written.get(access.location).into_iter().flatten();
                let others = here.copied().filter(|value| Some(*value) != *own);
                std::iter::once(0).chain(others).collect()
            })
            .collect();
        choices.extend(written.into_iter().map(
            |values| {
                if values.is_empty() { vec![0] } else { values }
            },
        ));
        let next = Some(vec![0; choices.len()]);
        Self { choices, next }
    }
}

impl Iterator for Candidates {
    type Item = Vec<i64>;

    fn next(&mut self) -> Option<Vec<i64>> {
        let mut picked = self.next.take()?;
        let values = self.choices.iter().zip(&picked);
        let values = values.map(|(choices, &at)| choices.get(at).copied().unwrap_or_default());
        let values = values.collect();
        for (at, choices) in picked.iter_mut().zip(&self.choices) {
            *at += 1;
            if *at < choices.len() {
                self.next = Some(picked);
                break;
            }
            *at = 0;
        }
        Some(values)
    }
}

#[cfg(test)]
mod tests {
    use crate::model::Model;
    use crate::stop::Stop;
    use crate::tasks::space::{Bounds, Vocabulary, Walk};

    use super::Candidates;

    /// Every outcome is there once, and none that a model allows is missing in number.
    #[test]
    fn each_once() {
        let sc = Model::find("sc").expect("it is built in");
        let vocabulary = Vocabulary::of(&[&sc]);
        let walk = Walk::new(&vocabulary, Bounds::accesses(3), &Stop::never());
        let mut most = 0;
        for shape in walk {
            let shape = shape.expect("nothing stops it");
            let all: Vec<_> = Candidates::of(&shape).collect();
            let mut once = all.clone();
            once.sort();
            once.dedup();
            assert_eq!(once.len(), all.len());
            assert!(all.iter().all(|one| one.len() == shape.observed().len()));
            most = most.max(all.len());
        }
        // Three exchanges of one location: three values each, and three at the end.
        assert_eq!(most, 81);
    }
}
