//! What the user wrote stays: comments, alignment, spelling, blank lines.

use gpu_litmus::SourceFile;
use gpu_litmus::program::edit::{CellId, Claim, Edit, Name, text};
use gpu_litmus::syntax::ast::{Fence, Operation, Order, Scope, Space};
use gpu_litmus::syntax::print::{Fences, Style, print};

use crate::support::tree;

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

/// The lines that differ: those that went, those that came.
fn differences(new: &str) -> (Vec<&str>, Vec<&str>) {
    let diff = similar::TextDiff::from_lines(TEST, new);
    let (mut gone, mut come) = (Vec::new(), Vec::new());
    for change in diff.iter_all_changes() {
        let line = change.value().trim_end_matches('\n');
        match change.tag() {
            similar::ChangeTag::Delete => gone.push(TEST.lines().find(|own| *own == line).unwrap()),
            similar::ChangeTag::Insert => come.push(new.lines().find(|own| *own == line).unwrap()),
            similar::ChangeTag::Equal => {}
        }
    }
    (gone, come)
}

#[test]
fn no_edit_changes_nothing() {
    assert_eq!(edited(&[]), TEST);
}

#[test]
fn show() {
    let order = |at, order| Edit::Access { at, order, scope: Scope::Cta, remote: false };
    let sc = Operation::Fence(Fence::Sc(Scope::Gpu));
    let cases: Vec<Vec<Edit>> = vec![
        vec![Edit::Replace { at: at(0, 1), operation: sc.clone() }, order(at(0, 0), Order::Sc), order(at(1, 1), Order::Weak)],
        vec![order(at(0, 2), Order::Release), Edit::Place { thread: 1, warp: Some(3), cta: 0, gpu: 0 }],
        vec![Edit::Insert { before: at(0, 2), operation: sc.clone() }, Edit::Insert { before: at(1, 1), operation: Operation::Fence(Fence::AcqRel(Scope::Gpu)) }, Edit::Insert { before: at(1, 4), operation: sc.clone() }],
        vec![Edit::Remove(at(0, 1)), Edit::Remove(at(1, 3)), Edit::Remove(at(0, 0))],
        vec![Edit::RemoveThread(0)],
        vec![Edit::RemoveThread(1)],
        vec![Edit::RemoveDeclaration(0), Edit::RemoveDeclaration(2), Edit::Space { location: "flag".into(), space: Space::Shared }, Edit::Space { location: "x".into(), space: Space::Global }],
        vec![Edit::RemovePart(Claim::Condition, 2), Edit::RemoveFilter],
        vec![Edit::RemovePart(Claim::Condition, 0)],
        vec![Edit::RemovePart(Claim::Condition, 1)],
        vec![Edit::Rename { name: Name::Location("data".into()), to: "payload".into() }, Edit::Rename { name: Name::Register(1, "r0".into()), to: "seen".into() }, Edit::Rename { name: Name::Label(1, "AGAIN".into()), to: "L".into() }],
    ];
    for edits in cases { let new = edited(&edits); println!("=== {edits:?}"); let (a, b) = differences(&new); for l in a { println!("-{l}"); } for l in b { println!("+{l}"); } }
    let source = SourceFile::new("t", TEST);
    println!("{}", print(&tree(&source), &Style::written(&source)));
    println!("{}", print(&tree(&source), &Style { rows: false, ..Style::written(&source) }));
    println!("{}", print(&tree(&source), &Style::default()));
}
