use super::part;
use crate::program::events::{Event, EventKind, Place, Unrolled};
use crate::program::symbolic::ValueExpr;
use crate::program::unroll::unroll;
use crate::program::{LocationId, RegisterId, ThreadId, load};

const TEST: &str = "PTX HandOver
{ x = 0; y = 0; z = 0; }
 P0@cta 0,gpu 0 | P1@cta 1,gpu 0 ;
 st.weak x, 1   | ld.weak r0, y   ;
 st.weak y, 1   | st.weak z, r0   ;
                | ld.weak r1, x   ;
exists (P1:r0 == 1 /\\ P1:r1 == 0)
";

const READER: ThreadId = ThreadId(1);

fn unrolled() -> Unrolled {
    let program = load("handover.litmus", TEST).expect("the test is right");
    unroll(&program, 1).expect("it has no loops")
}

/// The part without the events of these locations, which says this register of the reader.
fn without(unrolled: &Unrolled, left_out: &[usize], says: usize) -> Option<Unrolled> {
    let has = |event: &Event| match event.place() {
        Some(Place::Fixed(LocationId(at))) => !left_out.contains(&at),
        Some(Place::Computed(_)) | None => true,
    };
    let kept: Vec<bool> = unrolled.events.iter().map(has).collect();
    part(unrolled, &kept, |thread, register| {
        (thread, register) == (READER, RegisterId(says))
    })
}

#[test]
fn events_that_are_kept_have_new_numbers() {
    let whole = unrolled();
    let part = without(&whole, &[1, 2], 1).expect("nothing of it hangs on y or z");
    assert_eq!(whole.events.len(), 8);
    assert_eq!(
        part.events.len(),
        3,
        "two accesses of x, and its initial value"
    );
    let value = part.symbolic.value(part.threads[1].registers[1]);
    let ValueExpr::Read(read) = value else {
        panic!("{value:?} is no read");
    };
    assert!(matches!(part.events[read.0].kind, EventKind::Read { .. }));
    let unsaid = part.symbolic.value(part.threads[1].registers[0]);
    assert_eq!(unsaid, ValueExpr::Constant(0));
}

#[test]
fn nothing_hangs_on_what_is_left_out() {
    let whole = unrolled();
    let written = without(&whole, &[1], 1);
    assert!(written.is_none(), "what is written to z comes from y");
    let said = without(&whole, &[1, 2], 0);
    assert!(said.is_none(), "what r0 holds comes from y");
}
