//! Lecture tables: whose a barrier is, and what a row with several cells is called.

use crate::cli::support::run_with;

fn under_tso(table: &str) -> (String, i32) {
    let said = run_with(&["trace", "-", "-m", "tso"], table);
    assert_eq!(said.err, "", "{table}");
    (said.out, said.code)
}

/// A blank first column, a bar before the first column, a time, and the blank under times.
#[test]
fn a_barrier_belongs_to_its_column() {
    for table in [
        "S1(A)1\tS2(B)1\nBARRIER(b)\t\n\tBARRIER(b)\nL1(B)0\tL2(A)0\n",
        "| S1(A)1 | S2(B)1 |\n| BARRIER(b) | |\n| | BARRIER(b) |\n| L1(B)0 | L2(A)0 |\n",
        "t1\tS1(A)1\tS2(B)1\nt2\tBARRIER(b)\nt3\t\tBARRIER(b)\nt4\tL1(B)0\tL2(A)0\n",
        "t1\tS1(A)1\tS2(B)1\n\tBARRIER(b)\n\t\tBARRIER(b)\nt2\tL1(B)0\tL2(A)0\n",
        "| t1 | S1(A)1 | S2(B)1 |\n| | BARRIER(b) | |\n| | | BARRIER(b) |\n| t2 | L1(B)0 | L2(A)0 |\n",
        "| **t1** | S1(A)1 | S2(B)1 |\n| **t2** | BARRIER(b) | |\n| t3 | | BARRIER(b) |\n| t4 | L1(B)0 | L2(A)0 |\n",
    ] {
        let (out, code) = under_tso(&format!("INIT A=0, B=0\n{table}"));
        assert!(out.contains("under tso: impossible"), "{table}\n{out}");
        assert!(out.contains("2 threads"), "{table}\n{out}");
        assert_eq!(code, 1);
    }
}

/// The first cell of a time has its name, the others their numbers.
#[test]
fn a_row_with_a_time_has_several_cells() {
    let (out, code) = under_tso("INIT A=0, B=0\nt1 | S1(A)1 | S2(B)1 |\nt2 | L1(B)1 | L2(A)1 |\n");
    assert!(out.contains("order      t1 #2 "), "{out}");
    assert_eq!(code, 0);
}

/// What a line says of barriers in words is no cell.
#[test]
fn words_about_barriers_are_no_cells() {
    for words in [
        "# notes about bar(1) and Barbara(x)",
        "| as bar(1) says | |",
        "Barbara(x)",
    ] {
        let (out, code) = under_tso(&format!(
            "INIT A=0, B=0\n{words}\nS1(C)1\tS2(D)1\nL1(B)0\tL2(A)0\n"
        ));
        assert!(out.contains("2 threads"), "{words}\n{out}");
        assert_eq!(code, 0, "{out}");
    }
    for cell in [
        "bar(b)\tBAR(b)",
        "| S1(A)1 | Barier(b) |",
        "S1(A)1 | the end | barrier(b)",
    ] {
        let table = format!("INIT A=0\n{cell}\n");
        let said = run_with(&["trace", "-", "-m", "tso"], &table);
        assert!(
            said.err.contains("is no kind of cell") && said.code == 2,
            "{cell}: {}{}",
            said.out,
            said.err
        );
    }
}

/// What has its column to itself is meant as a cell: left out, the log would be explained.
#[test]
fn what_can_only_be_a_cell_is_one() {
    let log = |cell: &str, init: &str| {
        format!(
            "{init} A=0, B=0\nT1\tT2\nS <sup>1</sup> (A)1\tS <sup>2</sup> (B)1\n{cell}\tL <sup>2</sup> (A)0\n"
        )
    };
    let said = |text: &str| run_with(&["trace", "-", "-m", "sc"], text);
    assert_eq!(said(&log("L <sup>1</sup> (B)0", "INIT")).code, 1);
    for cell in ["L (B)0", "LD (B)0", "Ld (B)0", "Q (B)1", "S (B) 1"] {
        let said = said(&log(cell, "INIT"));
        assert!(
            said.code == 2 && said.out.is_empty(),
            "{cell}: {}{}",
            said.out,
            said.err
        );
        assert!(said.err.contains("cell"), "{}", said.err);
    }
    for init in ["INTI", "Init", "INT"] {
        let said = said(&log("L <sup>1</sup> (B)0", init));
        assert!(
            said.code == 2 && said.err.contains("did you mean `INIT`?"),
            "{init}: {}{}",
            said.out,
            said.err
        );
    }
    // Beside words it is spoken of.
    let (out, code) =
        under_tso("INIT A=0, B=0\nS1(A)1\tas (A)1 shows, in order\nL1(A)1\tit is so\n");
    assert!(out.contains("2 accesses"), "{out}");
    assert_eq!(code, 0);
}

/// Times behind bars count as those without: the stale read at t3 is told.
#[test]
fn times_stand_behind_bars_too() {
    for table in [
        "t1 S1(A)1\nt2 S1(A)2\nt3 L2(A)1\n",
        "| t1 | S1(A)1 | |\n| t2 | S1(A)2 | |\n| t3 | | L2(A)1 |\n",
        "| | T1 | T2 |\n|---|---|---|\n| **t1** | S1(A)1 | |\n| $t2$ | S1(A)2 | |\n| t3 | | L2(A)1 |\n",
    ] {
        let said = run_with(&["trace", "-", "-m", "strict"], table);
        assert!(
            said.out.contains("under strict: impossible") && said.code == 1,
            "{table}\n{}{}",
            said.out,
            said.err
        );
    }
    let said = run_with(
        &["trace", "-", "-m", "strict"],
        "| S1(A)1 | | t1 |\n| S1(A)2 | | t2 |\n",
    );
    assert!(
        said.err
            .contains("`t1` is a time that does not stand at the front of its row")
            && said.code == 2,
        "{}{}",
        said.out,
        said.err
    );
}

/// A write-back of one thread says nothing of the stores of another, which end as logged.
#[test]
fn write_backs_are_those_of_their_thread() {
    let log = "trace 1\ninit * = 0\na: T1 S y 2 @1..2\nb: T3 S y 1 @4..5\nc: T2 L y 2 @7..8\n";
    let other = "d: T4 S q 1 @1\nT4 WB q 1 @9\n";
    for text in [log.to_owned(), format!("{log}{other}")] {
        let said = run_with(&["trace", "-", "-m", "strict"], &text);
        assert!(
            said.out.contains("under strict: impossible"),
            "{text}\n{}{}",
            said.out,
            said.err
        );
    }
}

/// Columns may be apart by blanks: what stands in the next one is no part of a value. `a 1` is `a1`.
#[test]
fn a_value_ends_where_its_column_does() {
    for table in [
        "t0   S1(A)a1   NIC\nt1   L2(A)a1   SHA\n",
        "t0 S1(A)a1 NIC\nt1 L2(A)a1 SHA\n",
        "t0 S1(A)a 1  2 sharers\nt1 L2(A)a1 2 sharers\n",
        "t0 S1(A)1 NIC\nt1 L2(A)1 in C2\n",
        "t0 $S^1(A)a_1$ NIC\nt1 L <sup>2</sup> (A) a <sub>1</sub> SHA\n",
    ] {
        let (out, code) = under_tso(table);
        assert!(out.contains("order      t0 t1\n"), "{table}\n{out}");
        assert!(!out.contains("never written"), "{table}\n{out}");
        assert_eq!(code, 0, "{table}");
        let (out, code) = under_tso(&format!("{table}t2   L2(A)b1   NIC\nt3   L2(A)a1   NIC\n"));
        assert!(out.contains("impossible"), "{table}\n{out}");
        assert_eq!(code, 1, "{table}");
    }
}

/// Blanks alone between columns do not tell of which one a barrier is.
#[test]
fn a_barrier_whose_column_is_not_told() {
    for row in [
        "S1(A)1    BARRIER(b)",
        "t1 S1(A)1 BARRIER(b)",
        "         BARRIER(b)",
        "BARRIER(b)   BARRIER(b)",
    ] {
        let table = format!("INIT A=0\n{row}\n");
        let said = run_with(&["trace", "-", "-m", "tso"], &table);
        assert!(
            said.err.contains("whose barrier this is cannot be told") && said.code == 2,
            "{row}: {}{}",
            said.out,
            said.err
        );
    }
    for column in [
        "S1(A)1\nBARRIER(b)\nL1(A)1",
        "  S1(A)1\n  BARRIER(b)\n  L1(A)1",
        "t1   S1(A)1\nt2   BARRIER(b)\nt3   L1(A)1",
    ] {
        let (out, code) = under_tso(&format!("INIT A=0\n{column}\n"));
        assert!(out.contains("1 thread") && code == 0, "{out}");
    }
}
