//! The table for a person.

use super::support::{Folder, MP, SB, same};

#[test]
fn wide_and_narrow() {
    let folder = Folder::of(&[
        ("suite/mp.litmus", MP),
        (
            "suite/deep/er/sb.litmus",
            &format!("{SB}// expect sc: reachable\n"),
        ),
        ("suite/bad.litmus", "PTX"),
    ]);
    for (name, models) in [
        ("wide", "sc,tso,plain"),
        ("narrow", "sc,plain,strict,tso,ptx-6.0,ptx-7.5,hrf-direct"),
    ] {
        let said = folder.run(&["batch", "suite", "-m", models]);
        assert_eq!(said.code, 2);
        let text = said.out.trim_end();
        let (text, times) = text.rsplit_once('\n').unwrap();
        assert!(times.contains("verdicts a second"), "{times}");
        same(&format!("table-{name}.stdout"), text);
    }
    let said = folder.run(&["batch", "suite", "-m", "sc,tso", "-q"]);
    same("table-quiet.stdout", &said.out);
    assert_eq!(said.err, "", "no bar where there is no terminal");
}
