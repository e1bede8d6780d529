//! Parts asked on several threads, and what was found taken in their order.

use std::collections::BTreeMap;
use std::ops::ControlFlow;
use std::sync::atomic::AtomicBool;
use std::sync::mpsc::{Sender, channel};
use std::sync::{Mutex, PoisonError};
use std::thread;

use crate::tasks::batch::order::Queue;
use crate::tasks::batch::run::STACK;

/// Asks parts, each thread by an `asker` of its own, and hands what they find to `take`, in the order of the
/// parts, until it has enough. On one thread, or where there can be no other, all is done by the caller.
pub(super) fn in_order<P, R, A>(
    jobs: usize,
    parts: impl Iterator<Item = P> + Send,
    asker: impl Fn() -> A + Sync,
    take: &mut dyn FnMut(R) -> ControlFlow<()>,
) where
    P: Send,
    R: Send,
    A: FnMut(P) -> R,
{
    let never = AtomicBool::new(false);
    let queue = Queue::new(usize::MAX, &never);
    let parts = Mutex::new(parts);
    let started = thread::scope(|scope| {
        let (sender, results) = channel();
        let mut started = 0;
        for _ in 0..if jobs > 1 { jobs } else { 0 } {
            let (sender, queue, parts, asker) = (sender.clone(), &queue, &parts, &asker);
            let work = move || work(queue, parts, asker(), &sender);
            let thread = thread::Builder::new().stack_size(STACK);
            started += usize::from(thread.spawn_scoped(scope, work).is_ok());
        }
        drop(sender);
        let mut waiting = BTreeMap::new();
        let mut next = 0;
        for (index, found) in results {
            waiting.insert(index, found);
            while let Some(found) = waiting.remove(&next) {
                next += 1;
                queue.taken();
                if take(found).is_break() {
                    queue.end();
                    return started;
                }
            }
        }
        started
    });
    if started == 0 {
        let mut ask = asker();
        let parts = parts.into_inner().unwrap_or_else(PoisonError::into_inner);
        for part in parts {
            if take(ask(part)).is_break() {
                break;
            }
        }
    }
}

/// Asks one part after another, until there are no more or nobody wants to know.
fn work<P, R>(
    queue: &Queue<'_>,
    parts: &Mutex<impl Iterator<Item = P>>,
    mut ask: impl FnMut(P) -> R,
    found: &Sender<(usize, R)>,
) {
    loop {
        let next = {
            let mut parts = parts.lock().unwrap_or_else(PoisonError::into_inner);
            queue.next().and_then(|index| Some((index, parts.next()?)))
        };
        let Some((index, part)) = next else {
            queue.end();
            return;
        };
        if found.send((index, ask(part))).is_err() {
            return;
        }
    }
}

#[cfg(test)]
mod tests {
    use std::ops::ControlFlow;

    use super::in_order;

    /// Whoever is first, results come in order, and none after enough.
    #[test]
    fn in_the_order_of_the_parts() {
        for jobs in [1, 2, 5] {
            let mut seen = Vec::new();
            in_order(
                jobs,
                0..1000,
                || {
                    |part: u64| {
                        // The later of two neighbours is the faster.
                        let laps = (1 - part % 2) * 1000;
                        (0..laps).for_each(|lap| {
                            std::hint::black_box(lap);
                        });
                        part
                    }
                },
                &mut |part| {
                    seen.push(part);
                    if part == 700 {
                        ControlFlow::Break(())
                    } else {
                        ControlFlow::Continue(())
                    }
                },
            );
            assert_eq!(seen, (0..=700).collect::<Vec<_>>(), "{jobs} threads");
        }
    }
}
