//! Work handed out in order, results taken in order, and no more between the two than fits.

use std::collections::BTreeMap;
use std::ops::ControlFlow;
use std::sync::mpsc::{Sender, channel};
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};
use std::thread;

/// How far the fastest worker may be ahead of the slowest, in pieces of work.
const WINDOW: usize = 4096;

/// The stack of a worker: as much as a main thread has.
const STACK: usize = 8 << 20;

/// How many threads this machine runs at a time.
#[must_use]
pub fn cores() -> usize {
    thread::available_parallelism().map_or(1, usize::from)
}

/// Has pieces of work done by so many threads, each by a `worker` of its own, and hands what comes of them to
/// `take`, in the order of the pieces, until it has enough; says if it had, and in its words why. Where there are to be
/// no threads, or can be none, all is done by the caller.
pub fn in_order<P, R, W, B>(
    threads: usize,
    pieces: impl Iterator<Item = P> + Send,
    worker: impl Fn() -> W + Sync,
    take: &mut dyn FnMut(R) -> ControlFlow<B>,
) -> ControlFlow<B>
where
    P: Send,
    R: Send,
    W: FnMut(P) -> R,
{
    let queue = Queue::default();
    let pieces = Mutex::new(pieces);
    let (started, flow) = thread::scope(|scope| {
        let (sender, results) = channel();
        let mut started = 0;
        for _ in 0..threads {
            let (sender, queue, pieces, worker) = (sender.clone(), &queue, &pieces, &worker);
            let work = move || work(queue, pieces, worker(), &sender);
            let thread = thread::Builder::new().stack_size(STACK);
            started += usize::from(thread.spawn_scoped(scope, work).is_ok());
        }
        drop(sender);
        let _end = End(&queue);
        let mut waiting = BTreeMap::new();
        let mut next = 0;
        for (index, result) in results {
            waiting.insert(index, result);
            while let Some(result) = waiting.remove(&next) {
                next += 1;
                queue.taken();
                let flow = take(result);
                if flow.is_break() {
                    return (started, flow);
                }
            }
        }
        (started, ControlFlow::Continue(()))
    });
    if started > 0 {
        return flow;
    }
    let mut worker = worker();
    let mut pieces = pieces.into_inner().unwrap_or_else(PoisonError::into_inner);
    pieces.try_for_each(|piece| take(worker(piece)))
}

/// Does one piece after another, until there are no more or nobody wants to know.
fn work<P, R>(
    queue: &Queue,
    pieces: &Mutex<impl Iterator<Item = P>>,
    mut worker: impl FnMut(P) -> R,
    results: &Sender<(usize, R)>,
) {
    let _end = End(queue);
    loop {
        let next = {
            let mut pieces = pieces.lock().unwrap_or_else(PoisonError::into_inner);
            queue.next().and_then(|index| Some((index, pieces.next()?)))
        };
        let Some((index, piece)) = next else { return };
        if results.send((index, worker(piece))).is_err() {
            return;
        }
    }
}

/// The numbers of the pieces.
#[derive(Default)]
struct Queue {
    state: Mutex<State>,
    moved: Condvar,
}

#[derive(Default)]
struct State {
    /// The next to be handed out.
    next: usize,
    /// The first whose result was not taken.
    taken: usize,
    /// How many wait until more is taken.
    waiting: usize,
    /// Nothing more is handed out.
    over: bool,
}

impl Queue {
    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The number of the next piece; waits while too many results are not taken.
    fn next(&self) -> Option<usize> {
        let mut state = self.lock();
        loop {
            if state.over {
                return None;
            }
            if state.next < state.taken + WINDOW {
                state.next += 1;
                return Some(state.next - 1);
            }
            state.waiting += 1;
            let waited = self.moved.wait(state);
            state = waited.unwrap_or_else(PoisonError::into_inner);
            state.waiting -= 1;
        }
    }

    /// Nothing more is handed out.
    fn end(&self) {
        self.lock().over = true;
        self.moved.notify_all();
    }

    /// The result of one more was taken.
    fn taken(&self) {
        let mut state = self.lock();
        state.taken += 1;
        // Waking nobody is a call of the system, too.
        if state.waiting > 0 {
            self.moved.notify_one();
        }
    }
}

/// Who holds it ends the queue, also by a panic: those who wait would wait for ever.
struct End<'q>(&'q Queue);

impl Drop for End<'_> {
    fn drop(&mut self) {
        self.0.end();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Whoever is first, results come in order, and none after enough.
    #[test]
    fn in_the_order_of_the_pieces() {
        for threads in [0, 1, 2, 5] {
            let mut seen = Vec::new();
            let worker = || {
                |piece: u64| {
                    // The later of two neighbours is the faster.
                    let laps = (1 - piece % 2) * 1000;
                    (0..laps).for_each(|lap| {
                        std::hint::black_box(lap);
                    });
                    piece
                }
            };
            let flow = in_order(threads, 0..1000, worker, &mut |piece| {
                seen.push(piece);
                if piece == 700 {
                    ControlFlow::Break("enough")
                } else {
                    ControlFlow::Continue(())
                }
            });
            assert_eq!(flow, ControlFlow::Break("enough"));
            assert_eq!(seen, (0..=700).collect::<Vec<_>>(), "{threads} threads");
        }
    }

    /// More pieces than fit between who does and who takes.
    #[test]
    fn all_pieces_are_done() {
        let (mut sum, pieces) = (0, 3 * WINDOW);
        let flow = in_order(3, 0..pieces, || |piece: usize| piece, &mut |piece| {
            sum += piece;
            ControlFlow::<()>::Continue(())
        });
        assert_eq!(flow, ControlFlow::Continue(()));
        assert_eq!(sum, (0..pieces).sum::<usize>());
    }

    #[test]
    fn nobody_runs_ahead() {
        let queue = Queue::default();
        for index in 0..WINDOW {
            assert_eq!(queue.next(), Some(index));
        }
        queue.taken();
        assert_eq!(queue.next(), Some(WINDOW));
        drop(End(&queue));
        assert_eq!(queue.next(), None);
    }

    /// A worker that breaks down ends all, and nobody waits for what it did not do.
    #[test]
    fn a_worker_that_breaks_down() {
        let broken = std::panic::catch_unwind(|| {
            let worker = || |piece: usize| assert_ne!(piece, 1);
            in_order(2, 0.., worker, &mut |()| ControlFlow::<()>::Continue(()))
        });
        assert!(broken.is_err());
    }
}
