//! Machine code beside the test that it should be, without NVIDIA's tools: what was seen of them, and tampered with.
#![expect(clippy::unwrap_used, reason = "a test that cannot run should fail")]

use gpu_litmus::device::run::emit::refuse::lay_out;
use gpu_litmus::device::run::observe::Observed;
use gpu_litmus::device::run::optcheck::check::check;
use gpu_litmus::device::run::place::Mode;

/// What is lost of a test of one thread in machine code.
fn lost(code: &str, machine: &str) -> Vec<String> {
    judged(code, machine).unwrap()
}

fn judged(code: &str, machine: &str) -> Result<Vec<String>, String> {
    let text =
        format!("PTX t\n{{ x = 0; y = 0; }}\nP0@cta 0,gpu 0 ;\n{code} ;\nexists (P0:r0 == 0)\n");
    let program = gpu_litmus::load("t.litmus", &text).unwrap();
    let observed = Observed::of(&program);
    let layout = lay_out(&program, &observed, Mode::Chain).unwrap();
    let lines = machine.lines().map(|line| match line.trim() {
        label if label.ends_with(':') => format!("{label}\n"),
        line => format!("        /*0000*/  {line} ;\n"),
    });
    let lines: String = lines.collect();
    let sass = format!(
        "\t.section\t.text.test,\"ax\"\n.text.test:\n        /*0000*/  PMTRIG 0x2 ;\n{lines}        /*0000*/  PMTRIG 0x1 ;\n        /*0000*/  EXIT ;\n"
    );
    let lost = check(&layout, &sass)?;
    Ok(lost.iter().map(ToString::to_string).collect())
}

const RELEASE: &str = "ld.acquire.gpu r0, x ;\nst.release.gpu y, 1";

const RELEASED: &str = "LDG.E.STRONG.GPU R5, desc[UR4][R2.64]\nCCTL.IVALL\nMOV R7, 0x1\nMEMBAR.ALL.GPU\nERRBAR\nCGAERRBAR\n\
                        STG.E.STRONG.GPU desc[UR4][R8.64], R7";

#[test]
fn what_is_kept_is_kept() {
    assert_eq!(lost(RELEASE, RELEASED), [""; 0]);
    // sm_75 says the system of a weak access, and the block of a strong one.
    let old = "LDG.E.SYS R0, [UR4]\nSTG.E.STRONG.CTA [UR6], R1";
    assert_eq!(lost("ld.weak r0, x ;\nst.relaxed.cta y, 1", old), [""; 0]);
}

/// What the driver's own assembler (13.0, `sm_90`) was seen to make: before each fence loads that never run, and one of
/// the block before those that reach further.
#[test]
fn fences_of_the_driver() {
    let never = "@!PT LDS RZ, [RZ]\n".repeat(4);
    let fence =
        |word: &str| format!("{never}MEMBAR.ALL.CTA\n{word}\nERRBAR\nCGAERRBAR\nCCTL.IVALL\n");
    let (load, store) = ("LDG.E R5, desc[UR4][R2.64]\n", "STG.E desc[UR4][R8.64], R7");
    for (code, word) in [
        ("membar.gl", "MEMBAR.SC.GPU"),
        ("fence.sc.gpu", "MEMBAR.SC.GPU"),
        ("fence.acq_rel.gpu", "MEMBAR.ALL.GPU"),
        ("membar.sys", "MEMBAR.SC.SYS"),
    ] {
        let code = format!("ld.weak r0, x ;\n{code} ;\nst.weak y, 1");
        let whole = format!("{load}{}{store}", fence(word));
        assert_eq!(lost(&code, &whole), [""; 0], "{code}");
        // The one of the block is not enough.
        let weaker = whole.replace(&format!("{word}\n"), "");
        let told = lost(&code, &weaker).join("\n");
        assert!(
            told.contains(&format!("should be {word}, and there is CCTL.IVALL")),
            "{told}"
        );
    }
    let released = RELEASED.replace(
        "MEMBAR.ALL.GPU",
        &format!("{never}MEMBAR.ALL.CTA\nMEMBAR.ALL.GPU"),
    );
    assert_eq!(lost(RELEASE, &released), [""; 0]);
    // A fence for the block alone has none before it.
    let code = "ld.weak r0, x ;\nmembar.cta ;\nst.weak y, 1";
    let twice = format!("{load}MEMBAR.ALL.CTA\nMEMBAR.SC.CTA\n{store}");
    let told = lost(code, &twice).join("\n");
    assert!(
        told.contains("should be MEMBAR.SC.CTA, and there is MEMBAR.ALL.CTA"),
        "{told}"
    );
}

#[test]
fn what_is_lost_is_told() {
    for (old, new, told) in [
        (
            "CCTL.IVALL\n",
            "",
            "P0: `ld.acquire.gpu r0, x` should be CCTL.IVALL, and there is MEMBAR.ALL.GPU",
        ),
        (
            "MEMBAR.ALL.GPU",
            "NOP",
            "P0: `st.release.gpu y, 1` should be MEMBAR.ALL.GPU, and there is STG.STRONG.GPU",
        ),
        (
            "MEMBAR.ALL",
            "MEMBAR.SC",
            "P0: `st.release.gpu y, 1` should be MEMBAR.ALL.GPU, and there is MEMBAR.SC.GPU",
        ),
        (
            "STG.E.STRONG.GPU",
            "STG.E",
            "P0: `st.release.gpu y, 1` should be STG.STRONG.GPU, and there is STG",
        ),
        (
            "STG.E",
            "STG.E.64",
            "P0: `st.release.gpu y, 1` should be STG.STRONG.GPU, and there is STG.64.STRONG.GPU",
        ),
        (
            "LDG.E.STRONG.GPU",
            "@P0 LDG.E.STRONG.GPU",
            "P0: `ld.acquire.gpu r0, x` runs only under P0",
        ),
        (
            "R8.64], R7",
            "R8.64], R7\nSTG.E desc[UR4][R8.64], R7",
            "P0: after its last access there is STG",
        ),
    ] {
        assert!(RELEASED.contains(old));
        assert_eq!(lost(RELEASE, &RELEASED.replace(old, new)), [told]);
    }
    let short = RELEASED.split_once("MEMBAR").unwrap().0;
    let told = "P0: `st.release.gpu y, 1` should be MEMBAR.ALL.GPU, and there is nothing";
    assert_eq!(lost(RELEASE, short), [told]);
}

/// A barrier waits for a warp for each thread of the test.
#[test]
fn barriers_have_their_counts() {
    let (test, kept) = (
        "bar.sync 0, 0, 2 ;\nbar.arrive 1, 0, 3",
        "BAR.SYNC.DEFER_BLOCKING R8, 0x40\nBAR.ARV R9, 0x60",
    );
    assert_eq!(lost(test, kept), [""; 0]);
    for (old, new, told) in [
        (
            "0x40",
            "0xfe0",
            "P0: `bar.sync 0, 0, 2` should be BAR.SYNC 64, and there is BAR.SYNC 4064",
        ),
        (
            ", 0x40",
            "",
            "P0: `bar.sync 0, 0, 2` should be BAR.SYNC 64, and there is BAR.SYNC",
        ),
        (
            "0x60",
            "0x40",
            "P0: `bar.arrive 1, 0, 3` should be BAR.ARV 96, and there is BAR.ARV 64",
        ),
    ] {
        assert_eq!(lost(test, &kept.replace(old, new)), [told]);
    }
    // Where a warp may have parted, the count is packed with the name.
    let pack = "SHF.L.U32 R7, R7, 0x10, RZ\nLOP3.LUT R7, R7, 0xf, R8, 0xf8, !PT\n.L_x_1:\nBAR.SYNC R7, R7\nBAR.ARV R9, 0x60";
    for (set, told) in [
        ("MOV R7, 0x40", None),
        ("IMAD.MOV.U32 R7, RZ, RZ, 0x40", None),
        ("HFMA2.MMA R7, -RZ, RZ, 0, 3.814697265625e-06", None),
        (
            "HFMA2 R7, -RZ, RZ, 0, 5.7220458984375e-06",
            Some("P0: `bar.sync 0, 0, 2` should be BAR.SYNC 64, and there is BAR.SYNC 96"),
        ),
    ] {
        let told: Vec<&str> = told.into_iter().collect();
        assert_eq!(lost(test, &format!("{set}\n{pack}")), told, "{set}");
    }
    for unseen in [
        format!("IADD R7, R6, 0x1\n{pack}"),
        format!("@P0 MOV R7, 0x40\n{pack}"),
        format!("@P0 BRA `(.L_x_1)\nMOV R7, 0x40\n{pack}"),
    ] {
        judged(test, &unseen).unwrap_err();
    }
    let unseen = judged(test, &kept.replace("0x40", "R7"));
    assert_eq!(unseen.unwrap_err(), "a barrier has its count in a register");
}

/// Machines before `sm_90` have a subroutine for barriers whose name is in a register.
#[test]
fn barriers_that_are_called() {
    let test = "bar.sync 0, 0, 2 ;\nbar.arrive 1, 0, 3";
    let called = "MOV R6, 0x40\nMOV R20, 0x2330\nCALL.REL.NOINC `($__internal_0_$__cuda_sm70_barrier_sync_count)\nBAR.ARV R9, 0x60\n\
                  BRA `(.L_x_2)\n$__internal_0_$__cuda_sm70_barrier_sync_count:\nIMAD.U32 R3, R6, 0x10000, RZ\nWARPSYNC 0xffffffff\n\
                  LOP3.LUT R0, R3, 0xfff0000, R0, 0xe2, !PT\nBAR.SYNC R0, R0\nRET.REL.NODEC R2 `(test)\n.L_x_2:";
    assert_eq!(lost(test, called), [""; 0]);
    assert_eq!(
        lost(test, &called.replace("MOV R6, 0x40", "MOV R6, 0x60")),
        ["P0: `bar.sync 0, 0, 2` should be BAR.SYNC 64, and there is BAR.SYNC 96"]
    );
    assert_eq!(
        lost(test, &called.replace("BAR.SYNC", "BAR.ARV")),
        ["P0: `bar.sync 0, 0, 2` should be BAR.SYNC 64, and there is BAR.ARV 64"]
    );
    for (old, new) in [
        ("MOV R6, 0x40", "IADD R6, R7, 0x40"),
        ("MOV R6, 0x40", "@P0 MOV R6, 0x40"),
        ("CALL", "@P0 CALL"),
        ("sm70_barrier", "sm70_warp"),
        ("0x10000, RZ", "0x100, RZ"),
        ("0x10000, RZ", "0x10000, R9"),
        ("WARPSYNC 0xffffffff", "BAR.SYNC R1, R1"),
        ("WARPSYNC 0xffffffff", "@P0 WARPSYNC 0xffffffff"),
        ("`($__int", "`($__ext"),
    ] {
        let why = judged(test, &called.replace(old, new)).unwrap_err();
        assert_eq!(
            why, "`CALL.REL.NOINC` leads where nobody can tell",
            "{old} {new}"
        );
    }
}

/// After a barrier of a whole warp its count stands where it stood before, and serves again.
#[test]
fn counts_that_serve_again() {
    let test = "bar.sync 0, 0, 2 ;\nbar.sync 0, 0, 2";
    let barrier = |label: &str| {
        format!(
            "WARPSYNC.COLLECTIVE.ALL `({label})\nSHF.L.U32 R7, R7, 0x10, RZ\nLOP3.LUT R7, R7, 0xf, R8, 0xf8, !PT\n\
             BAR.SYNC R7, R7\nSHF.R.U32 R7, R7, 0x10, RZ\nENDCOLLECTIVE\n{label}:"
        )
    };
    let (first, second) = (barrier(".L_x_1"), barrier(".L_x_2"));
    let kept = format!("MOV R7, 0x40\n{first}\nIADD3 R6, R6, 0x1, RZ\n{second}");
    assert_eq!(lost(test, &kept), [""; 0]);
    let other = "P0: `bar.sync 0, 0, 2` should be BAR.SYNC 64, and there is BAR.SYNC 96";
    assert_eq!(lost(test, &kept.replace("0x40", "0x60")), [other]);
    for (old, new) in [
        ("IADD3 R6, R6, 0x1, RZ", "MOV R7, R6"),
        ("IADD3 R6, R6, 0x1, RZ", "@P0 BRA `(.L_x_1)"),
        ("SHF.R.U32 R7, R7, 0x10", "SHF.R.U32 R7, R7, 0x8"),
        ("SHF.R.U32 R7", "@P0 SHF.R.U32 R7"),
        ("SHF.R.U32 R7, R7", "SHF.R.U32 R7, R6"),
        ("ENDCOLLECTIVE", "NOP"),
        ("WARPSYNC.COLLECTIVE.ALL", "WARPSYNC.ALL"),
    ] {
        let why = judged(test, &kept.replace(old, new)).unwrap_err();
        assert_eq!(why, "a barrier has its count in a register", "{old} {new}");
    }
}

/// Who breaks off from those that meet goes on with the next instruction.
#[test]
fn loops_that_are_left() {
    let test = "ld.relaxed.gpu r0, x ;\nst.relaxed.gpu y, 1";
    let kept = "BSSY B1, `(.L_x_1)\nLDG.E.STRONG.GPU R5, [R2]\n@P0 BREAK B1\n@P0 BRA `(.L_x_2)\nNOP\n.L_x_2:\nSTG.E.STRONG.GPU [R4], R7\n.L_x_1:";
    assert_eq!(lost(test, kept), [""; 0]);
    let early = kept.replace(
        "LDG.E.STRONG.GPU R5, [R2]\n@P0 BREAK B1\n@P0 BRA `(.L_x_2)\nNOP",
        "@P0 BREAK B1\n@P0 BRA `(.L_x_2)\nLDG.E.STRONG.GPU R5, [R2]",
    );
    assert_eq!(
        lost(test, &early),
        ["P0: `ld.relaxed.gpu r0, x` should be LDG.STRONG.GPU, and there is STG.STRONG.GPU"]
    );
}

#[test]
fn dependencies() {
    let test = "ld.relaxed.gpu r0, x ;\nadd r1, r0, 3 ;\nst.relaxed.gpu y, r1";
    let kept = "LDG.E.STRONG.GPU R5, desc[UR4][R2.64]\nIADD3 R7, R5, 0x3, RZ\nSTG.E.STRONG.GPU desc[UR4][R8.64], R7";
    assert_eq!(lost(test, kept), [""; 0]);
    let told = "P0: `st.relaxed.gpu y, r1` has lost its data dependency on `ld.relaxed.gpu r0, x`";
    for lost_again in [
        kept.replace("IADD3 R7, R5", "IADD3 R7, R6"),
        kept.replace("STG", "MOV R7, 0x3\nSTG"),
    ] {
        assert_eq!(lost(test, &lost_again), [told]);
    }
    let test = "ld.relaxed.gpu r0, x ;\nbne r0, 1, OUT ;\nst.relaxed.gpu y, 1 ;\nOUT:";
    let load = "LDG.E.STRONG.GPU R5, desc[UR4][R2.64]\nISETP.NE.AND P0, PT, R5, 0x1, PT";
    let store = "STG.E.STRONG.GPU desc[UR4][R8.64], R7";
    assert_eq!(lost(test, &format!("{load}\n@!P0 {store}")), [""; 0]);
    assert_eq!(
        lost(
            test,
            &format!("{load}\n@P0 BRA `(.L_x_1)\n{store}\n.L_x_1:")
        ),
        [""; 0]
    );
    let told =
        "P0: `st.relaxed.gpu y, 1` has lost its control dependency on `ld.relaxed.gpu r0, x`";
    assert_eq!(lost(test, &format!("{load}\n@!P1 {store}")), [told]);
    assert_eq!(lost(test, &format!("{load}\n{store}")), [told]);
    let told = "P0: `st.relaxed.gpu y, 1` should be STG.STRONG.GPU, and there is nothing";
    assert_eq!(lost(test, load), [told]);
}

/// A predicate that parts an instruction in two holds for both.
#[test]
fn one_predicate_for_two() {
    let test = "ld.relaxed.gpu r0, x ;\nbne r0, 1, OUT ;\nst.release.gpu y, 1 ;\nOUT:";
    let load = "LDG.E.STRONG.GPU R5, desc[UR4][R2.64]\nISETP.NE.AND P0, PT, R5, 0x1, PT";
    let (fence, store) = (
        "@!P0 MEMBAR.ALL.GPU",
        "STG.E.STRONG.GPU desc[UR4][R8.64], R7",
    );
    assert_eq!(
        lost(test, &format!("{load}\n{fence}\n@!P0 {store}")),
        [""; 0]
    );
    let told = "P0: `st.release.gpu y, 1` should be MEMBAR.ALL.GPU, and there is STG.STRONG.GPU";
    assert!(lost(test, &format!("{load}\n{fence}\n@P0 {store}")).contains(&told.to_owned()));
}

#[test]
fn loops() {
    let test = "AGAIN: ;\nld.relaxed.gpu r0, x ;\nbeq r0, 0, AGAIN";
    let load = "LDG.E.STRONG.GPU R5, desc[UR4][R2.64]\nISETP.NE.AND P0, PT, R5, RZ, PT";
    let plain = format!(".L_x_1:\n{load}\n@!P0 BRA `(.L_x_1)");
    assert_eq!(lost(test, &plain), [""; 0]);
    // The first lap stands before the loop, as ptxas likes it.
    let rotated =
        format!("{load}\n@P0 BRA `(.L_x_2)\n.L_x_1:\n{load}\n@!P0 BRA `(.L_x_1)\n.L_x_2:");
    assert_eq!(lost(test, &rotated), [""; 0]);
    let told = "P0: `ld.relaxed.gpu r0, x` is in a loop, and was moved out of it";
    assert_eq!(
        lost(test, &format!("{load}\n.L_x_1:\n@!P0 BRA `(.L_x_1)")),
        [told]
    );
}
