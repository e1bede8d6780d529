//! The library, as `examples/verify_folder.rs` uses it.

use std::convert::Infallible;
use std::sync::atomic::{AtomicBool, Ordering};

use gpu_litmus::Model;
use gpu_litmus::batch::run::RunError;
use gpu_litmus::batch::{Asked, Batch, Suite, run};

use crate::support::Folder;

fn batch() -> Batch {
    let sc = Asked {
        model: Model::find("sc").unwrap(),
        named: true,
    };
    Batch {
        models: vec![sc],
        ..Batch::default()
    }
}

#[test]
fn rows_in_order_and_a_stop() {
    let folder = Folder::generated(40);
    let suite = Suite::of(&[folder.root()]);
    let stop = AtomicBool::new(false);
    let mut seen = Vec::new();
    let summary = run(&batch(), &suite, &stop, |entry, _| {
        seen.push(entry.index);
        Ok::<(), Infallible>(())
    });
    assert_eq!(seen, (0..40).collect::<Vec<_>>());
    assert!(summary.unwrap().complete());
    stop.store(true, Ordering::Relaxed);
    let mut some = 0;
    let summary = run(&batch(), &suite, &stop, |_, _| {
        some += 1;
        Ok::<(), Infallible>(())
    });
    let summary = summary.unwrap();
    assert_eq!(summary.done, some);
    assert_eq!(summary.files, 40);
}

#[test]
fn whoever_takes_the_rows_can_fail() {
    let folder = Folder::generated(10);
    let suite = Suite::of(&[folder.root()]);
    let found = run(&batch(), &suite, &AtomicBool::new(false), |entry, _| {
        if entry.index == 3 {
            Err("enough")
        } else {
            Ok(())
        }
    });
    assert!(matches!(found, Err(RunError::Taker("enough"))));
}
