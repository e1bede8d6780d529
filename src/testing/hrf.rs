//! Random tests for the HRF models. Most guard their data with flags or locks, so that they have no
//! race if the scopes match; how they match is what the models differ in.

use super::accord::Sync;
use super::coherence::state;
use super::draft::Draft;
use super::rng::Rng;
use super::shapes;
use super::weave::{FLAG, Weave};

const DATA: usize = 0;

/// A test, by these choices.
pub fn test(rng: &mut Rng, name: &str) -> String {
    let (kind, shape) = rng.weighted::<(&str, Shape)>(&[
        (22, ("message", message)),
        (18, ("chain", chain)),
        (14, ("relay", relay)),
        (14, ("lock", lock)),
        (14, ("promoted", promoted)),
        (26, ("atomics", atomics)),
        (8, ("soup", soup)),
    ]);
    let mut draft = shape(rng, format!("hrf-{kind}-{name}"));
    state(rng, &mut draft);
    draft.render()
}

type Shape = fn(&mut Rng, String) -> Draft;

/// One or two accesses of data.
fn data(weave: &mut Weave, thread: usize, writes: usize) {
    for _ in 0..weave.rng.weighted(&[(75, 1), (25, 2)]) {
        let location = DATA + weave.rng.weighted(&[(85, 0), (15, 1)]);
        if weave.rng.chance(writes) {
            weave.store(thread, location);
        } else {
            weave.load(thread, location);
        }
    }
}

/// Now and then an atomic access more, in any thread.
fn noise(weave: &mut Weave) {
    if weave.rng.chance(22) {
        let thread = weave.rng.below(weave.threads());
        let writes = weave.rng.chance(50);
        weave.atomic(thread, FLAG, None, writes);
    }
}

/// A thread publishes data; one or two others read it.
fn message(rng: &mut Rng, name: String) -> Draft {
    let threads = rng.weighted(&[(70, 2), (30, 3)]);
    let mut weave = Weave::new(rng, threads);
    let (release, mut acquire) = weave.sides(weave.meeting(0, 1));
    noise(&mut weave);
    data(&mut weave, 0, 88);
    let value = weave.signal(0, FLAG, release);
    for reader in 1..threads {
        weave.await_value(reader, FLAG, value, acquire);
        data(&mut weave, reader, if threads == 2 { 25 } else { 5 });
        acquire = weave.side(weave.meeting(0, 2 % threads));
    }
    weave.finish(name)
}

/// Each thread passes on to the next, through a flag of their own.
fn chain(rng: &mut Rng, name: String) -> Draft {
    let threads = rng.weighted(&[(85, 3), (15, 4)]);
    let mut weave = Weave::new(rng, threads);
    data(&mut weave, 0, 92);
    let mut before = None;
    for thread in 0..threads {
        if let Some((value, acquire)) = before {
            weave.await_value(thread, FLAG + thread - 1, value, acquire);
            if thread + 1 == threads || weave.rng.chance(25) {
                data(&mut weave, thread, 25);
            }
        }
        if thread + 1 < threads {
            let (release, acquire) = weave.sides(weave.meeting(thread, thread + 1));
            let value = weave.signal(thread, FLAG + thread, release);
            before = Some((value, acquire));
        }
    }
    noise(&mut weave);
    weave.finish(name)
}

/// Each thread passes on to the next, through the same flag.
fn relay(rng: &mut Rng, name: String) -> Draft {
    let mut weave = Weave::new(rng, 3);
    let (release, acquire) = weave.sides(weave.meeting(0, 1));
    let (_, last) = weave.sides(weave.meeting(1, 2));
    data(&mut weave, 0, 92);
    let first = weave.signal(0, FLAG, release);
    let second = weave.reserve(FLAG);
    weave.swap(1, FLAG, (first, second), acquire);
    if weave.rng.chance(40) {
        data(&mut weave, 1, 40);
    }
    noise(&mut weave);
    weave.await_value(2, FLAG, second, last);
    data(&mut weave, 2, 25);
    weave.finish(name)
}

/// Threads that exclude each other.
fn lock(rng: &mut Rng, name: String) -> Draft {
    let threads = rng.weighted(&[(80, 2), (20, 3)]);
    let mut weave = Weave::new(rng, threads);
    let common = weave.common();
    let taken = weave.reserve(FLAG);
    for thread in 0..threads {
        let (acquire, release) = match weave.rng.weighted(&[(70, 0), (20, 1), (10, 2)]) {
            0 => {
                let scope = common;
                let sync = Sync {
                    scope,
                    remote: false,
                };
                (sync, sync)
            }
            1 => {
                let sync = Sync {
                    scope: common,
                    remote: true,
                };
                (sync, sync)
            }
            _ => weave.sides(common),
        };
        weave.swap(thread, FLAG, (0, taken), acquire);
        data(&mut weave, thread, 50);
        weave.publish(thread, FLAG, 0, release);
    }
    weave.finish(name)
}

/// Several releases and acquires of one flag, of which some promote others.
fn promoted(rng: &mut Rng, name: String) -> Draft {
    let threads = rng.weighted(&[(50, 2), (50, 3)]);
    let mut weave = Weave::new(rng, threads);
    let meeting = weave.meeting(0, 1);
    let narrow = Sync {
        scope: weave.rng.below(meeting + 1),
        remote: false,
    };
    let remote = Sync {
        scope: meeting,
        remote: true,
    };
    let (release, acquire) = if weave.rng.chance(50) {
        (narrow, remote)
    } else {
        (remote, narrow)
    };
    data(&mut weave, 0, 92);
    let mut value = weave.signal(0, FLAG, release);
    if weave.rng.chance(30) {
        value = weave.signal(0, FLAG, release);
    }
    if threads == 3 {
        // Another operation that may be the last release, or the next acquire.
        let sync = weave.side(weave.meeting(0, 2));
        match weave.rng.below(3) {
            0 => {
                weave.signal(2, FLAG, sync);
            }
            1 => weave.await_value(2, FLAG, value, sync),
            _ => {
                let next = weave.reserve(FLAG);
                weave.swap(2, FLAG, (value, next), sync);
                value = next;
            }
        }
    }
    noise(&mut weave);
    weave.await_value(1, FLAG, value, acquire);
    data(&mut weave, 1, 25);
    weave.finish(name)
}

/// A classical cycle of atomics.
fn atomics(rng: &mut Rng, name: String) -> Draft {
    let skeleton = shapes::shape(rng.below(shapes::COUNT));
    let mut weave = Weave::new(rng, skeleton.threads.len());
    for (thread, accesses) in skeleton.threads.iter().enumerate() {
        for access in accesses {
            let flag = FLAG + access.location;
            weave.atomic(thread, flag, access.found, !access.kind.is_load());
        }
    }
    weave.finish(name)
}

/// Atomics without a plan, and data behind one of them.
fn soup(rng: &mut Rng, name: String) -> Draft {
    let threads = rng.weighted(&[(60, 2), (40, 3)]);
    let mut weave = Weave::new(rng, threads);
    for thread in 0..threads {
        for _ in 0..weave.rng.between(1, 3) {
            let flag = FLAG + weave.rng.below(2);
            let writes = weave.rng.chance(55);
            weave.atomic(thread, flag, None, writes);
        }
        if weave.rng.chance(40) {
            let sync = weave.side(weave.common());
            weave.await_value(thread, FLAG, 1, sync);
            data(&mut weave, thread, 40);
        }
    }
    weave.finish(name)
}
