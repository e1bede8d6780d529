//! What the tests share.

use std::fmt::Write;

use gpu_litmus::Program;
use gpu_litmus::load;
use gpu_litmus::testing::{Family, generate};
use gpu_litmus::ugpu::machine::{Answer, Bends, Limits, Model, Quantity, check};

use super::agreement::solved;

/// The loop bound of these tests.
pub const BOUND: usize = 2;

pub fn program(text: &str) -> Program {
    load("test", text).unwrap_or_else(|report| panic!("{report}\n{text}"))
}

pub fn explore(program: &Program, model: Model) -> Answer {
    check(program, model, &Limits::default(), BOUND, Bends::NONE).expect("nothing is refused")
}

/// A test: for each thread its block and its instructions, `;` between them.
pub fn litmus(init: &str, threads: &[(usize, String)], condition: &str) -> String {
    let cells: Vec<Vec<&str>> = threads
        .iter()
        .map(|(_, code)| {
            let code = code.split(';').map(str::trim);
            code.filter(|cell| !cell.is_empty()).collect()
        })
        .collect();
    let heads = threads.iter().enumerate();
    let heads: Vec<String> = heads
        .map(|(index, (block, _))| format!("P{index}@cta {block},gpu 0"))
        .collect();
    let mut text = format!("PTX test\n{{ {init} }}\n{} ;\n", heads.join(" | "));
    let height = cells.iter().map(Vec::len).max().unwrap_or(0);
    for row in 0..height {
        let row: Vec<&str> = cells
            .iter()
            .map(|column| column.get(row).copied().unwrap_or(""))
            .collect();
        writeln!(text, "{} ;", row.join(" | ")).expect("strings take text");
    }
    text + condition
}

/// The three models' verdicts, by their first letters: `R`, `u`, `?`. The engines must agree.
pub fn verdicts(text: &str) -> String {
    let program = program(text);
    let verdict = |model| {
        let explored = explore(&program, model);
        let quantity = explored.quantity.map(Quantity::name);
        let explored = (explored.verdict.name(), quantity);
        let (solved, notes) = solved(&program, model);
        assert_eq!(explored, solved, "{} {notes:?}\n{text}", model.name());
        match explored.0 {
            "reachable" => 'R',
            "unreachable" => 'u',
            _ => '?',
        }
    };
    Model::ALL.into_iter().map(verdict).collect()
}

/// The text of the test of a seed.
pub fn generated_text(seed: u64) -> String {
    generate(seed, Family::Ugpu)
}

/// The test of a seed.
pub fn generated(seed: u64) -> Program {
    program(&generated_text(seed))
}
