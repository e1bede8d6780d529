//! The sweep of a test with holes gives what the suite expects of the files written out.

use gpu_litmus::Model;
use gpu_litmus::syntax::ast::{Scope, Space};
use gpu_litmus::syntax::span::SourceFile;
use gpu_litmus::tasks::suite;
use gpu_litmus::tasks::sweep;
use gpu_litmus::tasks::sweep::{FenceKind, Grid, Place, Point, Sweep, space_from_name};
use gpu_litmus::verdict::query::Options;

use super::utah::MODELS;

fn sweep_of(name: &str, text: &str) -> Sweep {
    let source = SourceFile::new(name, text);
    Sweep::new(source).unwrap_or_else(|report| panic!("{report}"))
}

#[test]
fn sweeping_is_writing_the_files_out() {
    let grid = Grid {
        fences: vec![
            FenceKind::None,
            FenceKind::Sc(Scope::Cta),
            FenceKind::Sc(Scope::Gpu),
        ],
        each: false,
        places: vec![Place::Intra, Place::Inter],
        spaces: vec![Space::Shared, Space::Global],
    };
    let models = MODELS.map(|name| Model::find(name).unwrap());
    let asked: Vec<(&Model, bool)> = models.iter().map(|model| (model, true)).collect();
    for shape in ["mp", "corr", "iriw"] {
        let path = format!(
            "{}/examples/{shape}-sweep.litmus",
            env!("CARGO_MANIFEST_DIR")
        );
        let sweep = sweep_of(&path, &std::fs::read_to_string(&path).unwrap());
        let threads = sweep.program.threads.len();
        let points = grid.points(threads, sweep.holes()).unwrap();
        assert_eq!(points.len(), 12);
        let swept = sweep::run(&sweep, points, &asked, &Options::default()).unwrap();
        let mut compared = 0;
        for cell in &swept.cells {
            let fence = match cell.point.fence_name().as_str() {
                "none" => "none",
                "cta" => "tfb",
                "gl" => "tf",
                other => panic!("{other}"),
            };
            let (place, space) = (cell.point.place_name(), cell.point.space_name());
            let name = format!("ugpu/{shape}-{fence}-{place}-{space}");
            let Some(test) = suite::all().find(|test| test.name == name) else {
                assert!(cell.answers.is_err(), "{name} makes sense");
                continue;
            };
            let program = test.load().unwrap();
            let answers = cell.answers.as_ref().unwrap();
            for (answer, expectation) in answers.iter().zip(&program.expectations) {
                assert_eq!(answer.model, expectation.node.model);
                assert_eq!(answer.verdict.name(), expectation.node.verdict, "{name}");
                compared += 1;
            }
        }
        assert_eq!(compared, 27);
    }
}

#[test]
fn the_text_holds_the_fences_where_the_holes_were() {
    let text = "PTX T\n{ P0:p = 1; }\nP0@cta 0,gpu 0 ;\nst.weak x, 1 ;\n@!p fence.? ;\n\
                fence.? (* the fence *) ;\nld.weak r0, y ;\nexists (P0:r0 == 0)";
    let sweep = sweep_of("t.litmus", text);
    let variant = |fences: Vec<FenceKind>| {
        let point = Point {
            fences: Some(fences),
            each: true,
            blocks: None,
            space: None,
        };
        sweep.variant(&point).unwrap().source.text.to_string()
    };
    let filled = variant(vec![
        FenceKind::Sc(Scope::Gpu),
        FenceKind::AcqRel(Scope::Sys),
    ]);
    assert!(
        filled.contains("\n@!p membar.gl ;\nfence.acq_rel.sys (* the fence *) ;\n"),
        "{filled}"
    );
    let none = variant(vec![FenceKind::None; 2]);
    assert!(!none.contains("fence.") && !none.contains("@!p"), "{none}");
    assert_eq!(none.len(), text.len());
}

#[test]
fn spaces_reach_every_location() {
    let text = "PTX T\n{ x = 1; w = 1; P1:q = z; a @ surface aliases x; }\n\
                P0@cta 0,gpu 0 | P1@cta 0,gpu 0 ;\nst.weak.global x, 2 | ld.weak r0, [q] ;\n\
                mov r1, w | ;\nexists (P1:r0 == 0)";
    let sweep = sweep_of("t.litmus", text);
    let point = |blocks: &[u32], space: &str| Point {
        fences: None,
        each: false,
        blocks: Some(blocks.to_vec()),
        space: Some(space_from_name(space).unwrap()),
    };
    let program = sweep.variant(&point(&[0, 0], "shared")).unwrap();
    assert!(program.locations.len() >= 3);
    for location in &program.locations {
        assert_eq!(location.space, Space::Shared, "{}", location.name);
        let initial = i64::from(location.name != "z");
        assert_eq!(location.initial, initial, "{}", location.name);
    }
    // No location is used by both, so each block can have its own.
    assert!(sweep.variant(&point(&[0, 1], "shared")).is_ok());
    let both = text
        .replace("mov r1, w", "mov r1, z")
        .replace("w = 1", "z = 0");
    let refused = sweep_of("t.litmus", &both).variant(&point(&[0, 1], "shared"));
    let why = refused.unwrap_err();
    assert!(
        why.contains("P0 and P1 use `z` in different blocks"),
        "{why}"
    );
}
