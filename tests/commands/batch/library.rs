//! The library, as `examples/verify_folder.rs` uses it.

use std::convert::Infallible;
use std::sync::atomic::{AtomicBool, Ordering};

use gpu_litmus::Model;
use gpu_litmus::tasks::batch::run::RunError;
use gpu_litmus::tasks::batch::{Asked, Batch, Suite, run};

use super::support::Folder;

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
    assert_eq!((some, summary.done, summary.files), (0, 0, 40));
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

/// A process that Ctrl-C ends before it listens is replaced once, and its question asked again.
#[cfg(target_os = "linux")]
#[test]
fn a_process_that_was_interrupted() {
    use gpu_litmus::tasks::batch::isolate::Isolation;
    let folder = Folder::of(&[("a.litmus", super::support::MP)]);
    let verdict = |script: &str| {
        let program = env!("CARGO_BIN_EXE_gpu-litmus");
        let worker = format!("exec '{program}' batch -m sc --memory 1G --worker");
        let script = script.replace("WORKER", &worker);
        let batch = Batch {
            isolation: Some(Isolation {
                // Where the tests run in the background, Ctrl-C may be ignored.
                program: "env".into(),
                arguments: ["--default-signal=INT", "sh", "-c", &script]
                    .map(Into::into)
                    .to_vec(),
                memory: 1 << 30,
            }),
            ..batch()
        };
        let suite = Suite::of(&[folder.root().join("a.litmus")]);
        let mut rows = Vec::new();
        let summary = run(&batch, &suite, &AtomicBool::new(false), |entry, _| {
            rows.extend(entry.rows);
            Ok::<(), Infallible>(())
        });
        assert!(summary.unwrap().complete());
        let row = rows.pop().unwrap();
        format!("{:?} {:?}", row.verdict.unwrap(), row.notes)
    };
    let mark = folder.root().join("mark");
    let once = format!(
        "if test -e '{0}'; then WORKER; fi; touch '{0}'; kill -INT $$",
        mark.display()
    );
    assert_eq!(verdict("WORKER"), "Unreachable []");
    assert_eq!(verdict(&once), "Unreachable []");
    let always = verdict("kill -INT $$");
    assert!(
        always.contains("Unknown") && always.contains("interrupted"),
        "{always}"
    );
}
