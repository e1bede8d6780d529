//! How many accesses each thread has.

/// The sizes of the threads, the largest first.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Shape {
    /// How many accesses each thread has.
    pub threads: Vec<usize>,
}

impl Shape {
    /// How many accesses there are.
    #[must_use]
    pub fn accesses(&self) -> usize {
        self.threads.iter().sum()
    }

    /// The thread of each access: those of a thread follow one another.
    #[must_use]
    pub fn owners(&self) -> Vec<usize> {
        let threads = self.threads.iter().enumerate();
        let owners = threads.flat_map(|(thread, &size)| std::iter::repeat_n(thread, size));
        owners.collect()
    }

    /// The first access of a thread.
    #[must_use]
    pub fn start(&self, thread: usize) -> usize {
        self.threads.iter().take(thread).sum()
    }
}

/// All shapes of so many accesses, with few threads first. Which thread is which does not matter.
#[must_use]
pub fn shapes(accesses: usize, most: usize) -> Vec<Shape> {
    let mut found = Vec::new();
    for threads in 1..=most.min(accesses) {
        split(accesses, threads, accesses, &mut Vec::new(), &mut found);
    }
    found
}

/// Splits what is left among so many threads, none larger than `largest`.
fn split(
    left: usize,
    threads: usize,
    largest: usize,
    begun: &mut Vec<usize>,
    found: &mut Vec<Shape>,
) {
    if threads == 0 {
        if left == 0 {
            found.push(Shape {
                threads: begun.clone(),
            });
        }
        return;
    }
    for size in (1..=largest.min(left)).rev() {
        begun.push(size);
        split(left - size, threads - 1, size, begun, found);
        begun.pop();
    }
}

#[cfg(test)]
mod tests {
    use super::shapes;

    #[test]
    fn shapes_are_the_partitions() {
        let counted = |accesses, most| shapes(accesses, most).len();
        assert_eq!((counted(4, 4), counted(6, 4), counted(6, 6)), (5, 9, 11));
        let sizes = shapes(4, 2);
        let sizes: Vec<_> = sizes.iter().map(|shape| shape.threads.clone()).collect();
        assert_eq!(sizes, [vec![4], vec![3, 1], vec![2, 2]]);
    }
}
