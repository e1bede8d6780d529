//! Edits of the text say what edits of the tree say, and what edits of the program say.
#![expect(clippy::unwrap_used, reason = "a test that cannot run should fail")]

use gpu_litmus::program::edit::{
    self, AccessEdit, CellId, Claim, Edit, EditError, InstructionId, Name, apply, text, without,
};
use gpu_litmus::program::{InstructionKind, Program, ThreadId, resolve};
use gpu_litmus::syntax::ast::{Fence, Operation, Order, Proxy, Scope, Space, Statement, Test};
use gpu_litmus::syntax::print::Style;
use gpu_litmus::{SourceFile, load};

use super::support::{generated, placeless, sources, tree};

/// A small generator of choices, the same for the same seed.
struct Choices(u64);

impl Choices {
    fn below(&mut self, bound: usize) -> usize {
        self.0 = self
            .0
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        usize::try_from(self.0 >> 33).unwrap() % bound.max(1)
    }

    fn pick<T: Copy>(&mut self, all: &[T]) -> T {
        all[self.below(all.len())]
    }
}

const ORDERS: [Order; 6] = [
    Order::Weak,
    Order::Relaxed,
    Order::Acquire,
    Order::Release,
    Order::AcqRel,
    Order::Sc,
];

const SCOPES: [Scope; 5] = [
    Scope::Thread,
    Scope::Warp,
    Scope::Cta,
    Scope::Gpu,
    Scope::Sys,
];

fn fence(choices: &mut Choices) -> Operation {
    let scope = choices.pick(&SCOPES);
    Operation::Fence(choices.pick(&[
        Fence::Sc(scope),
        Fence::AcqRel(scope),
        Fence::Hole,
        Fence::Alias,
        Fence::Proxy(Proxy::Surface),
    ]))
}

/// An edit that may well be impossible.
fn edit(choices: &mut Choices, test: &Test) -> Edit {
    let thread = choices.below(test.threads.len());
    let count = test.threads[thread].cells.len();
    let at = CellId {
        thread,
        cell: choices.below(count + 1),
    };
    let claim = choices.pick(&[Claim::Condition, Claim::Filter]);
    let number = test.threads[thread].number.node;
    match choices.below(14) {
        0 | 1 => Edit::Insert {
            before: at,
            operation: fence(choices),
        },
        2 => Edit::Replace {
            at,
            operation: fence(choices),
        },
        3 | 4 => Edit::Access {
            at,
            order: choices.pick(&ORDERS),
            scope: choices.pick(&SCOPES),
            remote: choices.below(4) == 0,
        },
        5 | 6 => Edit::Remove(at),
        7 => Edit::Place {
            thread,
            warp: choices.pick(&[None, Some(12)]),
            cta: 7,
            gpu: 1000,
        },
        8 => Edit::Space {
            location: choices.pick(&["x", "y", "data", "nobody"]).to_owned(),
            space: choices.pick(&[Space::Shared, Space::Global]),
        },
        9 => Edit::RemoveThread(thread),
        10 => Edit::RemoveDeclaration(choices.below(test.init.len() + 1)),
        11 => Edit::RemovePart(claim, choices.below(edit::parts(test, claim) + 1)),
        12 => Edit::RemoveComparisons {
            thread: number,
            register: choices.pick(&["r0", "r1", "r2"]).to_owned(),
        },
        _ => Edit::Rename {
            name: match choices.below(3) {
                0 => Name::Location("x".to_owned()),
                1 => Name::Register(number, "r1".to_owned()),
                _ => Name::Label(number, "LC1".to_owned()),
            },
            to: choices.pick(&["renamed", "y", "exists", "k"]).to_owned(),
        },
    }
}

#[test]
fn the_text_says_what_the_tree_says() {
    let mut choices = Choices(1);
    let (mut made, mut refused) = (0, 0);
    for source in &sources() {
        let test = tree(source);
        for _ in 0..6 {
            let count = 1 + choices.below(4);
            let edits: Vec<Edit> = (0..count).map(|_| edit(&mut choices, &test)).collect();
            let wanted = edit::tree(&test, &edits);
            let found = text(source, &test, &edits, &Style::default());
            match (wanted, found) {
                (Ok(wanted), Ok(found)) => {
                    made += 1;
                    let at = format!("{edits:#?}\n{}\n{}", source.text, found.source.text);
                    assert_eq!(placeless(&found.test), placeless(&wanted), "{at}");
                    assert_eq!(placeless(&tree(&found.source)), placeless(&wanted), "{at}");
                }
                (Err(wanted), Err(found)) => {
                    refused += 1;
                    assert_eq!(wanted, found);
                    assert_ne!(found, EditError::Inexact);
                    assert!(!found.to_string().is_empty());
                }
                (wanted, found) => {
                    panic!("{edits:#?}\n{:?}\n{found:?}\n{}", wanted.err(), source.text)
                }
            }
        }
    }
    println!("{made} edits made, {refused} refused");
    assert!(made > 500 && refused > 100, "{made} {refused}");
}

/// Nothing is lost but what is taken out: every comment of a test stays where nothing goes.
#[test]
fn comments_stay() {
    let mut choices = Choices(2);
    let mut made = 0;
    for source in &sources() {
        let test = tree(source);
        let edits: Vec<Edit> = (0..3)
            .map(|_| edit(&mut choices, &test))
            .filter(|edit| {
                matches!(
                    edit,
                    Edit::Insert { .. }
                        | Edit::Replace { .. }
                        | Edit::Access { .. }
                        | Edit::Place { .. }
                        | Edit::Space { .. }
                        | Edit::Rename { .. }
                )
            })
            .collect();
        let Ok(found) = text(source, &test, &edits, &Style::default()) else {
            continue;
        };
        made += 1;
        let comments = |text: &str| text.matches("//").count() + text.matches("(*").count();
        assert_eq!(
            comments(&found.source.text),
            comments(&source.text),
            "{edits:#?}\n{}\n{}",
            source.text,
            found.source.text
        );
        if edits.is_empty() {
            assert_eq!(found.source.text, source.text);
        }
    }
    assert!(made > 100, "{made}");
}

/// The code of a program without places; a jump's target stays an index.
fn code(program: &Program) -> String {
    let threads = program.threads.iter().map(|thread| {
        let registers = &thread.registers;
        let code = thread.code.iter();
        let code: Vec<_> = code.map(|one| (&one.guard, &one.kind)).collect();
        format!("{:?} {registers:?} {code:?}", thread.placement)
    });
    threads.collect::<Vec<_>>().join("\n")
}

#[test]
fn the_text_says_what_the_program_says() {
    let mut choices = Choices(3);
    let (mut changed, mut shorter) = (0, 0);
    for source in &generated(200) {
        let test = tree(source);
        let program = resolve(source, &test).unwrap();
        let thread = choices.below(program.threads.len());
        let count = program.threads[thread].code.len();
        if count == 0 {
            continue;
        }
        let at = InstructionId {
            thread: ThreadId(thread),
            index: choices.below(count),
        };
        let cell = at.cell(&test).unwrap();
        let access = AccessEdit {
            at,
            order: choices.pick(&ORDERS),
            scope: choices.pick(&SCOPES),
            remote: choices.below(4) == 0,
        };
        let edit = Edit::Access {
            at: cell,
            order: access.order,
            scope: access.scope,
            remote: access.remote,
        };
        let wanted = apply(&program, &[access]);
        let found = text(source, &test, &[edit], &Style::default());
        assert_eq!(wanted.is_ok(), found.is_ok(), "{access:?}\n{}", source.text);
        if let (Ok(wanted), Ok(found)) = (wanted, found) {
            changed += 1;
            let found = load("found", &found.source.text).unwrap();
            assert_eq!(code(&found), code(&wanted), "{access:?}\n{}", source.text);
        }
        let fence = matches!(
            program.threads[thread].code[at.index].kind,
            InstructionKind::Fence(_)
        );
        let found = text(source, &test, &[Edit::Remove(cell)], &Style::default()).unwrap();
        // A register that is written nowhere else is gone with its instruction.
        if fence {
            shorter += 1;
            let wanted = without(&program, &[(at.thread, at.index)]);
            let found = load("found", &found.source.text).unwrap();
            assert_eq!(code(&found), code(&wanted), "{at:?}\n{}", source.text);
        }
    }
    println!("{changed} accesses, {shorter} fences");
    assert!(changed > 100 && shorter > 50, "{changed} {shorter}");
}

#[test]
fn what_cannot_be_done_is_refused() {
    let source = SourceFile::new(
        "t",
        "PTX T\n{ x = 0; a @ surface aliases x; }\nP0@cta 0,gpu 0 ;\nL: ;\nst.weak x, 1 ;\n\
         sust.weak a, 1 ;\nexists (P0:r0 == 1 /\\ x == 1)",
    );
    let source = SourceFile::new("t", source.text.replace("x == 1)", "P0:r1 == 2)"));
    let test = tree(&source);
    let at = |cell| CellId { thread: 0, cell };
    let rename = |name, to: &str| Edit::Rename {
        name,
        to: to.to_owned(),
    };
    let order = |at, order| Edit::Access {
        at,
        order,
        scope: Scope::Gpu,
        remote: false,
    };
    let drop = |register: &str| Edit::RemoveComparisons {
        thread: 0,
        register: register.to_owned(),
    };
    let x = || Name::Location("x".to_owned());
    let cases: Vec<(Vec<Edit>, EditError)> = vec![
        (vec![Edit::Remove(at(3))], EditError::NoCell(at(3))),
        (vec![Edit::RemoveThread(1)], EditError::NoThread(1)),
        (vec![Edit::RemoveThread(0)], EditError::NoThreads),
        (
            vec![Edit::RemoveDeclaration(2)],
            EditError::NoDeclaration(2),
        ),
        (vec![Edit::RemoveFilter], EditError::NoPart),
        (
            vec![Edit::RemovePart(Claim::Condition, 2)],
            EditError::NoPart,
        ),
        (vec![drop("r0"), drop("r1")], EditError::NoCondition),
        (
            vec![Edit::Replace {
                at: at(0),
                operation: Operation::Fence(Fence::Alias),
            }],
            EditError::NoInstruction(at(0)),
        ),
        (
            vec![order(at(1), Order::Acquire)],
            EditError::Order {
                at: at(1),
                order: Order::Acquire,
            },
        ),
        (
            vec![order(at(2), Order::Release)],
            EditError::Order {
                at: at(2),
                order: Order::Release,
            },
        ),
        (
            vec![Edit::Remove(at(1)), order(at(1), Order::Release)],
            EditError::Conflict,
        ),
        (vec![rename(x(), "a")], EditError::Taken("a".to_owned())),
        (vec![rename(x(), "9")], EditError::BadName("9".to_owned())),
        (
            vec![rename(Name::Location("q".to_owned()), "b")],
            EditError::NoName("q".to_owned()),
        ),
        (
            vec![Edit::Space {
                location: "a".to_owned(),
                space: Space::Shared,
            }],
            EditError::Alias("a".to_owned()),
        ),
    ];
    for (edits, wanted) in cases {
        let found = text(&source, &test, &edits, &Style::default());
        assert_eq!(found.err(), Some(wanted), "{edits:?}");
    }
    // A text that is not the one of the tree.
    let other = SourceFile::new("t", "PTX T {} P0@cta 0,gpu 0 ; exists (true)");
    let found = text(&other, &test, &[Edit::Remove(at(1))], &Style::default());
    assert!(found.is_err());
    assert!(matches!(test.threads[0].cells[0].node, Statement::Label(_)));
}
