//! What the user wrote stays: comments, alignment, spelling, blank lines.

#![expect(clippy::unwrap_used, reason = "a test that cannot run should fail")]

use gpu_litmus::SourceFile;
use gpu_litmus::program::edit::{CellId, Claim, Edit, Name, text};
use gpu_litmus::syntax::ast::{Fence, Operation, Order, Scope, Space};
use gpu_litmus::syntax::print::{Fences, Style, print};

use similar::{ChangeTag, TextDiff};

use super::support::tree;
use crate::golden::same;

const TEST: &str = r#"// What this is about.
// expect sc: unreachable
PTX MP
"Message passing" // a description
{
  data = 0;  // the data
  flag = 0;
  .global other = 7; // nobody reads it
  P1:p = data;
}
 P0@cta 0,gpu 0             | P1@cta 1,gpu 0   ; // header

 // the message
 st.weak data, 1 (* here *) | AGAIN:           ;
 fence.?                    | ld.wg.acquire %r0, [flag] ; // wider than the column
 (* then *)
 @!%q st.weak flag, 1       | bne r0, 1, AGAIN ; // the flag
                            | ld.weak r1, [p]  ;
filter (P1:r0 != 2) // odd
exists (P1:r0 == 1 /\ (P1:r1 == 0 \/ other == 8)) // asked

// the end
"#;

fn edited(edits: &[Edit]) -> String {
    let source = SourceFile::new("t", TEST);
    let style = Style {
        fences: Fences::Membar,
        ..Style::default()
    };
    let found = text(&source, &tree(&source), edits, &style).unwrap();
    found.source.text.to_string()
}

const fn at(thread: usize, cell: usize) -> CellId {
    CellId { thread, cell }
}

/// The lines that differ.
fn differences(new: &str) -> String {
    let diff = TextDiff::from_lines(TEST, new);
    let changes = diff.iter_all_changes();
    let changes = changes.filter(|change| change.tag() != ChangeTag::Equal);
    let lines = changes.map(|change| format!("{}{}", change.tag(), change.value()));
    lines.collect()
}

const fn order(at: CellId, order: Order) -> Edit {
    Edit::Access {
        at,
        order,
        scope: Scope::Cta,
        remote: false,
    }
}

const fn insert(before: CellId, fence: Fence) -> Edit {
    let operation = Operation::Fence(fence);
    Edit::Insert { before, operation }
}

fn rename(name: Name, to: &str) -> Edit {
    let to = to.to_owned();
    Edit::Rename { name, to }
}

fn space(location: &str, space: Space) -> Edit {
    let location = location.to_owned();
    Edit::Space { location, space }
}

#[test]
fn no_edit_changes_nothing() {
    assert_eq!(edited(&[]), TEST);
}

#[test]
fn what_is_not_changed_stays() {
    let fill = Edit::Replace {
        at: at(0, 1),
        operation: Operation::Fence(Fence::Sc(Scope::Gpu)),
    };
    let place = Edit::Place {
        thread: 1,
        warp: Some(3),
        cta: 0,
        gpu: 0,
    };
    let part = |part| Edit::RemovePart(Claim::Condition, part);
    let cases: Vec<(&str, Vec<Edit>)> = vec![
        ("a hole is filled", vec![fill.clone()]),
        (
            "a cell that is wider than its column",
            vec![
                fill,
                order(at(0, 0), Order::Sc),
                order(at(1, 1), Order::Weak),
            ],
        ),
        ("a thread in another block", vec![place]),
        (
            "instructions before rows and at the end",
            vec![
                insert(at(0, 2), Fence::Sc(Scope::Gpu)),
                insert(at(1, 1), Fence::AcqRel(Scope::Gpu)),
                insert(at(1, 4), Fence::Sc(Scope::Cta)),
            ],
        ),
        (
            "instructions that go, one with its row",
            vec![
                Edit::Remove(at(0, 1)),
                Edit::Remove(at(1, 3)),
                Edit::Remove(at(0, 0)),
            ],
        ),
        ("the first thread goes", vec![Edit::RemoveThread(0)]),
        ("the last thread goes", vec![Edit::RemoveThread(1)]),
        (
            "declarations go, change and come",
            vec![
                Edit::RemoveDeclaration(0),
                Edit::RemoveDeclaration(2),
                space("flag", Space::Shared),
                space("x", Space::Global),
            ],
        ),
        (
            "a disjunct and the filter go",
            vec![part(2), Edit::RemoveFilter],
        ),
        ("the first conjunct goes", vec![part(0)]),
        ("the last conjunct goes", vec![part(1)]),
        (
            "other names",
            vec![
                rename(Name::Location("data".to_owned()), "payload"),
                rename(Name::Register(1, "r0".to_owned()), "seen"),
                rename(Name::Label(1, "AGAIN".to_owned()), "L"),
            ],
        ),
    ];
    let shown = cases.iter().map(|(title, edits)| {
        let changes = differences(&edited(edits));
        format!("{title}:\n{changes}\n")
    });
    same("tests/ui/edits.txt", &shown.collect::<String>());
}

#[test]
fn lines_stay_where_rows_do() {
    let source = SourceFile::new("t", TEST);
    let style = Style {
        rows: true,
        ..Style::default()
    };
    let edits = [Edit::Remove(at(1, 3)), Edit::Remove(at(0, 1))];
    let found = text(&source, &tree(&source), &edits, &style).unwrap();
    let empty = "                            |                  ;";
    let line = TEST
        .lines()
        .position(|line| line.ends_with("r1, [p]  ;"))
        .unwrap();
    assert_eq!(found.source.text.lines().nth(line), Some(empty));
    assert_eq!(found.source.text.lines().count(), TEST.lines().count());
}

#[test]
fn printed_in_the_words_of_the_text() {
    let source = SourceFile::new("t", TEST);
    let test = tree(&source);
    let written = Style::written(&source);
    same("tests/ui/printed-rows.litmus", &print(&test, &written));
    let compact = Style {
        rows: false,
        ..written
    };
    same("tests/ui/printed-words.litmus", &print(&test, &compact));
    let own = Style::default();
    same("tests/ui/printed-own.litmus", &print(&test, &own));
}
