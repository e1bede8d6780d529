//! Searches in parts: what is known of parts, and what is not, whatever ends a search.
#![expect(clippy::unwrap_used, reason = "a test that cannot run should fail")]

use std::ops::ControlFlow;
use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

use gpu_litmus::stop::{Open, Stop};
use gpu_litmus::syntax::ast::{Order, Scope, Space};
use gpu_litmus::tasks::batch::journal::first::First as _;
use gpu_litmus::tasks::batch::journal::seal::sealed;
use gpu_litmus::tasks::batch::shard::Shard;
use gpu_litmus::tasks::space::{Bounds, Kind, Level, Shape, Strength, Vocabulary, Walk, Whole};
use gpu_litmus::tasks::survey::{Ended, Heading, How, Journal, Known, Tells};
use rstest::rstest;

/// Loads, stores and a fence.
fn small(whole: Whole) -> Vocabulary {
    Vocabulary {
        kinds: vec![Kind::Store, Kind::Load],
        loads: vec![Order::Weak, Order::Acquire],
        stores: vec![Order::Weak],
        rmws: Vec::new(),
        fences: vec![Strength::Sc],
        last_fences: false,
        scopes: vec![Scope::Gpu],
        dependencies: Vec::new(),
        placements: vec![Level::Gpu],
        spaces: vec![Space::Global],
        threads: 2,
        locations: 2,
        whole,
    }
}

/// As good as any question: is there a fence, and nothing that acquires?
fn tells(shape: &Shape) -> Tells {
    let size = shape.size();
    if size.fences == 1 && size.orders == 4 {
        Tells::Something
    } else {
        Tells::Nothing
    }
}

/// What a search found, and how it ended.
fn search(how: &How, vocabulary: &Vocabulary, accesses: usize, stop: &Stop) -> (Vec<u64>, Ended) {
    let mut found = Vec::new();
    let walk = Walk::new(vocabulary, Bounds::accesses(accesses), stop);
    let asker = || |shape: &Shape| Ok(tells(shape));
    let ended = how.programs(("all", walk), stop, asker, &mut |step| {
        if let Some(shape) = step.tells {
            assert_eq!(tells(shape), Tells::Something);
            found.push(step.programs);
        }
        Ok(ControlFlow::Continue(()))
    });
    (found, ended)
}

fn heading() -> Heading {
    Heading::new("test", Shard::WHOLE)
}

/// With a new journal.
fn journalled(path: &Path, vocabulary: &Vocabulary, accesses: usize) -> (Vec<u64>, Ended) {
    let (journal, _) = Journal::open(path, &heading(), false, &mut Known::default()).unwrap();
    let how = How {
        journal: Some(Arc::new(journal)),
        ..How::default()
    };
    search(&how, vocabulary, accesses, &Stop::never())
}

fn knowing(path: &Path) -> How {
    let mut known = Known::default();
    assert_eq!(known.add(path, &heading()).unwrap(), None);
    How {
        known: Arc::new(known),
        ..How::default()
    }
}

/// All is known, but the time is over before all programs were made: nobody knows that these were all.
#[rstest]
#[case(1)]
#[case(3)]
fn a_walk_that_is_stopped_among_known_parts(#[case] jobs: usize) {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("j");
    let vocabulary = small(Whole::Apart);
    let (all, whole) = journalled(&path, &vocabulary, 4);
    assert_eq!(whole.open, None);
    assert!(whole.programs > 2048, "only {}", whole.programs);
    let how = How {
        jobs,
        ..knowing(&path)
    };
    let (found, ended) = search(&how, &vocabulary, 4, &Stop::never());
    assert_eq!((found, ended.open), (all.clone(), None));
    let (found, ended) = search(&how, &vocabulary, 4, &Stop::after(Duration::ZERO));
    assert_eq!(ended.open, Some(Open::Time));
    assert!(ended.programs < whole.programs && ended.size <= whole.size);
    // What is told is a beginning, with nothing left out.
    let until = all.iter().filter(|&&program| program <= ended.programs);
    assert_eq!(found, until.copied().collect::<Vec<_>>());
}

/// Whoever owns the part in which the walk is stopped: no shard was done.
#[rstest]
fn shards_that_are_stopped(#[values(1, 2, 3)] part: usize, #[values(1, 2)] jobs: usize) {
    let how = How {
        jobs,
        shard: Shard { part, of: 3 },
        ..How::default()
    };
    let vocabulary = small(Whole::Apart);
    let (_, ended) = search(&how, &vocabulary, 4, &Stop::after(Duration::ZERO));
    assert_eq!(ended.open, Some(Open::Time));
}

/// A size without programs, or with as many as fill some parts, leaves nothing behind that a search up to a larger
/// one would take for a part of it.
#[rstest]
fn to_a_larger_size(
    #[values(Whole::Apart, Whole::Joined, Whole::Twice)] whole: Whole,
    #[values(1, 2)] locations: usize,
    #[values(0, 1)] fences: usize,
) {
    let folder = tempfile::tempdir().unwrap();
    let vocabulary = Vocabulary {
        locations,
        fences: vec![Strength::Sc; fences],
        ..small(whole)
    };
    let (all, _) = search(&How::default(), &vocabulary, 4, &Stop::never());
    for smaller in 1..4 {
        let path = folder.path().join(smaller.to_string());
        journalled(&path, &vocabulary, smaller);
        let (found, ended) = search(&knowing(&path), &vocabulary, 4, &Stop::never());
        assert_eq!((found, ended.open), (all.clone(), None), "after {smaller}");
    }
}

/// A journal that says of a part what cannot be found in it, with the place.
#[rstest]
#[case("{\"part\":\"all/1\",\"programs\":[77]}")]
#[case("{\"part\":\"all/1\",\"programs\":[1,0]}")]
#[case("{\"part\":\"all/1\",\"tests\":[]}")]
fn what_cannot_be_found(#[case] line: &str) {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("j");
    std::fs::write(&path, heading().line() + &sealed(line)).unwrap();
    let how = knowing(&path);
    let (found, ended) = search(&how, &small(Whole::Apart), 3, &Stop::never());
    assert_eq!((found, ended.programs), (Vec::new(), 0));
    assert!(ended.open.is_some());
    let error = how.known.sound().unwrap_err().to_string();
    assert!(
        error.contains("j:2: this cannot be found in part `all/1` "),
        "{error}"
    );
}
