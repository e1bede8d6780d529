//! Tests that run, and what was seen of them.
#![expect(clippy::unwrap_used, reason = "a test that cannot run should fail")]

use std::collections::BTreeSet;

use gpu_litmus::Program;
use gpu_litmus::device::run::device::{Backend, Device};
use gpu_litmus::device::run::emit::layout::Layout;
use gpu_litmus::device::run::host::Host;
use gpu_litmus::device::run::observe::Observed;
use gpu_litmus::device::run::settings::Settings;
use gpu_litmus::device::run::tally::Tally;
use gpu_litmus::device::run::trial::{Ran, Until, run};
use gpu_litmus::device::run::walk::Walk;
use gpu_litmus::stop::Stop;
use gpu_litmus::ugpu::machine::Model;

/// So many launches.
pub fn until(launches: u64) -> Until {
    Until {
        launches: Some(launches),
        time: None,
        patience: None,
        stop: Stop::never(),
    }
}

pub fn on_host(program: &Program, launches: u64, instances: u64) -> Ran {
    let observed = Observed::of(program);
    let settings = Settings {
        instances,
        ..Settings::of(Backend::Host)
    };
    let mut host = Host::new(program, &observed, settings, 1).unwrap();
    run(&mut host, &until(launches))
}

pub fn walked(program: &Program, model: Model, seed: u64, launches: u64) -> Ran {
    let observed = Observed::of(program);
    let settings = Settings::of(Backend::Walk(model));
    let mut walk = Walk::new(program, &observed, model, settings, (seed, 2)).unwrap();
    run(&mut walk, &until(launches))
}

/// The states that were seen.
pub fn states(tally: &Tally) -> BTreeSet<Vec<i64>> {
    let states = tally.states();
    states.iter().map(|seen| seen.state.to_vec()).collect()
}

/// A test of these threads, on one device each in a block of its own, that asks for nothing.
pub fn litmus(init: &str, threads: &[&str], condition: &str) -> Program {
    let columns: Vec<Vec<&str>> = threads
        .iter()
        .map(|code| code.split(';').collect())
        .collect();
    let rows = columns.iter().map(Vec::len).max().unwrap_or(0);
    let line = |cells: Vec<String>| format!("{} ;\n", cells.join(" | "));
    let heads = (0..threads.len()).map(|at| format!("P{at}@cta {at},gpu 0"));
    let mut text = format!("PTX t\n{{ {init} }}\n{}", line(heads.collect()));
    for row in 0..rows {
        let cells = columns.iter().map(|cells| cells.get(row).unwrap_or(&""));
        text += &line(cells.map(|cell| cell.trim().to_owned()).collect());
    }
    gpu_litmus::load("t.litmus", &(text + &format!("exists ({condition})\n"))).unwrap()
}

/// A device of a test that shows what it is told to.
pub struct Fake {
    /// What each instance of a launch shows.
    pub shows: Vec<Vec<i64>>,
    /// What happens in the launch of this number.
    pub fault: Option<(u64, gpu_litmus::device::run::device::Fault)>,
}

impl Device for Fake {
    fn name(&self) -> String {
        "a fake".to_owned()
    }

    fn launch(
        &mut self,
        launch: u64,
        tally: &mut Tally,
        _stop: &Stop,
    ) -> Result<(), gpu_litmus::device::run::device::Fault> {
        for (instance, state) in (0..).zip(&self.shows) {
            tally.see(
                state,
                gpu_litmus::device::run::tally::Place { launch, instance },
            );
        }
        match &self.fault {
            Some((at, fault)) if *at == launch => Err(fault.clone()),
            Some(_) | None => Ok(()),
        }
    }
}

/// What a launch file gives a kernel for its parameters: the memory, these buffers by their names, and these numbers.
pub fn arguments(layout: &Layout<'_>, buffers: &[&str], number: impl Fn(&str) -> u32) -> String {
    let parameters = layout.parameters.iter().map(|one| {
        let (name, offset) = (one.name.as_str(), one.offset);
        match name {
            _ if buffers.contains(&name) => format!("\"{offset}\" = \"&{name}\""),
            _ if name.starts_with("mem") => format!("\"{offset}\" = \"&mem\""),
            _ => format!("\"{offset}:u{}\" = {}", 8 * one.size, number(name)),
        }
    });
    parameters.collect::<Vec<_>>().join(", ")
}
