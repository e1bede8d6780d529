//! Verifies a folder in parallel: `cargo run --example verify_folder -- FOLDER [MODEL]`.

use std::convert::Infallible;
use std::process::ExitCode;
use std::sync::atomic::AtomicBool;

use gpu_litmus::Model;
use gpu_litmus::batch::{Asked, Batch, Suite, run};

fn main() -> Result<ExitCode, Box<dyn std::error::Error>> {
    let mut arguments = std::env::args().skip(1);
    let folder = arguments.next().unwrap_or_else(|| "examples".to_owned());
    let model = Model::find(&arguments.next().unwrap_or_else(|| "tso".to_owned()))?;
    let batch = Batch {
        models: vec![Asked { model, named: true }],
        ..Batch::default()
    };
    // Set it from elsewhere, a signal handler say, to end the run early.
    let stop = AtomicBool::new(false);
    let summary = run(&batch, &Suite::of(&[folder]), &stop, |entry, _| {
        for row in &entry.rows {
            let mark = match row.judgement.agrees {
                Some(true) => "as expected",
                Some(false) => "NOT AS EXPECTED",
                None => "",
            };
            println!(
                "{:<40} {:<12} {} {mark}",
                row.file,
                row.model(),
                row.answer()
            );
        }
        Ok::<(), Infallible>(())
    })?;
    println!("{}\n{}", summary.counts(), summary.times());
    Ok(if summary.disagreed + summary.errors == 0 {
        ExitCode::SUCCESS
    } else {
        ExitCode::FAILURE
    })
}
