//! Criterion: each stage on a small test, and whole checks over growing families.
#![expect(clippy::expect_used, reason = "a bench that cannot run should stop")]

use std::hint::black_box;

use criterion::{BenchmarkId, Criterion, criterion_group, criterion_main};
use gpu_litmus::Model;
use gpu_litmus::Program;
use gpu_litmus::axiomatic::encoding::Encoding;
use gpu_litmus::check;
use gpu_litmus::load;
use gpu_litmus::parse;
use gpu_litmus::program::unroll::unroll;
use gpu_litmus::sat::session::{Limits, Session};
use gpu_litmus::testing as generate;
use gpu_litmus::testing::family;
use gpu_litmus::ugpu::encode as ugpu;
use gpu_litmus::verdict::query::Options;

const VERDICT: Options = Options {
    bound: 2,
    timeout: None,
    quantity: false,
    reason: false,
    flags: false,
    engine: gpu_litmus::sat::engine::Engine::Auto,
    explicit: false,
    proof: false,
};

fn program(text: &str) -> Program {
    load("bench", text).expect("the bench's tests are valid")
}

fn stages(criterion: &mut Criterion) {
    let text = family::iriw(2);
    let program = program(&text);
    let model = Model::find("strict").expect("a model");
    let axioms = model.axiomatic().expect("axioms");
    let unrolled = unroll(&program, 2).expect("short");
    let mut group = criterion.benchmark_group("iriw under strict");
    group.bench_function("parse", |bench| {
        bench.iter(|| parse("bench", black_box(&text)));
    });
    group.bench_function("resolve", |bench| {
        bench.iter(|| load("bench", black_box(&text)));
    });
    group.bench_function("unroll", |bench| {
        bench.iter(|| unroll(black_box(&program), 2));
    });
    group.bench_function("encode", |bench| {
        bench.iter(|| Encoding::new(&program, &unrolled, axioms).condition);
    });
    let encoding = Encoding::new(&program, &unrolled, axioms);
    let circuit = &encoding.frame.circuit;
    let required = [encoding.finished, encoding.filter, encoding.condition];
    group.bench_function("solve", |bench| {
        bench.iter(|| Session::new(circuit, &required, &[], Limits::default()).check(circuit, &[]));
    });
    group.bench_function("whole check", |bench| {
        bench.iter(|| check(&load("bench", &text).expect("valid"), &model, &VERDICT));
    });
    group.finish();
}

type Family = (&'static str, fn(usize) -> String);

const FAMILIES: [Family; 5] = [
    ("SB ring", family::sb_ring),
    ("IRIW", family::iriw),
    ("CoRR", family::corr),
    ("writers", family::writers),
    ("MP chain", family::mp_chain),
];

fn families(criterion: &mut Criterion) {
    let model = Model::find("tso").expect("a model");
    for (name, family) in FAMILIES {
        let mut group = criterion.benchmark_group(name);
        group.sample_size(20);
        for size in [2, 4, 8, 12, 16] {
            let program = program(&family(size));
            let id = BenchmarkId::from_parameter(size);
            group.bench_with_input(id, &program, |bench, program| {
                bench.iter(|| check(program, &model, &VERDICT));
            });
        }
        group.finish();
    }
}

/// The Utah models: one round over many small tests, and whole checks over growing families, with
/// the families' fences and without.
fn utah(criterion: &mut Criterion) {
    let seeds = 0..300;
    let tests: Vec<Program> = seeds
        .map(|seed| program(&generate::generate(seed, generate::Family::Ugpu)))
        .collect();
    let reason = Options {
        reason: true,
        ..VERDICT
    };
    for model in gpu_litmus::ugpu::machine::Model::ALL {
        let mut group = criterion.benchmark_group(model.name());
        group.sample_size(10);
        for (name, options) in [("verdicts", VERDICT), ("reasons", reason)] {
            group.bench_function(format!("300 {name}"), |bench| {
                bench.iter(|| {
                    for test in &tests {
                        black_box(ugpu::check::check(test, model, &options)).expect("short");
                    }
                });
            });
        }
        for (name, family) in FAMILIES {
            for (name, text) in [
                (name.to_owned(), family(12)),
                (format!("fenced {name}"), fenced(&family(12))),
            ] {
                let program = program(&text);
                group.bench_function(format!("{name} 12"), |bench| {
                    bench.iter(|| ugpu::check::check(&program, model, &VERDICT));
                });
            }
        }
        group.finish();
    }
}

/// A family's test with a device fence between any two instructions.
fn fenced(text: &str) -> String {
    let rows: Vec<&str> = text.lines().collect();
    let head = rows
        .iter()
        .position(|row| row.trim_start().starts_with("P0@"));
    let head = head.expect("a header");
    let columns = rows[head].split('|').count();
    let fence = format!("{} ;", vec!["membar.gl"; columns].join(" | "));
    let mut all: Vec<&str> = rows[..=head].to_vec();
    for (index, row) in rows.iter().enumerate().skip(head + 1) {
        if index > head + 1 && row.contains(';') {
            all.push(&fence);
        }
        all.push(row);
    }
    all.join("\n")
}

criterion_group!(benches, stages, families, utah);
criterion_main!(benches);
