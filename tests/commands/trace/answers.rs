//! The worked examples: lecture 13's tables as its text has them, and a log in JSON lines.
#![expect(
    clippy::format_push_string,
    reason = "texts of tests may be built plainly"
)]

use crate::cli::support::{run, run_with};
use crate::golden;

const MODELS: &str = "plain,strict,tso,sc";

/// The verdicts of `plain`, `strict`, `tso`, `sc`.
fn verdicts(file: &str) -> Vec<String> {
    let said = run(&[
        "trace",
        &format!("examples/traces/{file}"),
        "-m",
        MODELS,
        "-q",
    ]);
    let word = |line: &str| line.split_once(": ").map(|(_, word)| word.to_owned());
    said.out.lines().skip(1).filter_map(word).collect()
}

/// Addresses are told as the log wrote them first; one address is one location, however it is written.
#[test]
fn addresses_are_written_as_in_the_log() {
    for (address, again) in [
        ("0x104a8", "66728"),
        ("0x000104A8", "0x104a8"),
        ("66728", "0x104a8"),
        ("0xfffffffffffffff0", "-16"),
        ("a1", "a1"),
    ] {
        let log = format!("trace 1\ninit * = 0\nT1 S {address} 1\nT1 L {again} 0\n");
        let said = run_with(&["trace", "-", "-m", "sc"], &log);
        assert_eq!(said.code, 1, "{}{}", said.out, said.err);
        let shown = format!("S({address})1");
        assert!(said.out.contains(&shown), "{address}: {}", said.out);
        let said = run_with(&["trace", "-", "-m", "sc", "--format", "json"], &log);
        let shown = format!("\"{address}\"");
        assert!(said.out.contains(&shown), "{address}: {}", said.out);
    }
}

#[test]
fn worked_examples() {
    for (file, right) in [
        ("apt.table", ["explained"; 4]),
        (
            "buffers.table",
            ["explained", "impossible", "explained", "explained"],
        ),
        (
            "store-buffers.table",
            ["explained", "explained", "explained", "impossible"],
        ),
        (
            "store-buffers-barrier.table",
            ["explained", "impossible", "impossible", "impossible"],
        ),
        (
            "forwarding.log",
            ["explained", "explained", "explained", "impossible"],
        ),
        (
            "message.jsonl",
            ["explained", "impossible", "impossible", "impossible"],
        ),
    ] {
        assert_eq!(verdicts(file), right, "{file}");
    }
}

#[test]
fn what_is_shown() {
    let mut all = String::new();
    for args in [
        &[
            "trace",
            "examples/traces/buffers.table",
            "-m",
            "plain,strict",
        ][..],
        &[
            "trace",
            "examples/traces/store-buffers-barrier.table",
            "-m",
            MODELS,
        ],
        &["trace", "examples/traces/message.jsonl", "-m", MODELS],
        &[
            "trace",
            "examples/traces/stale.log",
            "-m",
            "ptx-7.5,hrf-direct",
        ],
        &[
            "trace",
            "examples/traces/apt.table",
            "-m",
            "tso",
            "--times",
            "all",
        ],
    ] {
        let said = run(args);
        all.push_str(&format!(
            "$ gpu-litmus {}\n{}{}exit {}\n\n",
            args.join(" "),
            said.out,
            said.err,
            said.code
        ));
    }
    golden::same("tests/ui/trace/answers.txt", &all);
}

/// The models of GPUs: message passing with release and acquire, and without.
#[test]
fn models_of_gpus() {
    let log = |flag: &str, read: &str, data: u32, cta: u32| {
        format!(
            "trace 1\ninit * = 0\nthread T1 cta 0\nthread T2 cta {cta}\nT1 S data 1\nT1 S{flag} flag 1\n\
             T2 L{read} flag 1\nT2 L data {data}\n"
        )
    };
    let ask = |text: &str, model: &str| {
        let said = crate::cli::support::run_with(&["trace", "-", "-m", model, "-q"], text);
        said.out
            .lines()
            .nth(1)
            .unwrap_or(&said.err)
            .rsplit(' ')
            .next()
            .unwrap()
            .to_owned()
    };
    let (strong, weak) = ((".release.gpu", ".acquire.gpu"), ("", ""));
    let narrow = (".release.cta", ".acquire.cta");
    let hrf = ["hrf-direct", "hrf-indirect", "hrf-relaxed", "hrf-rsp"];
    // The orders of flag and read, the data read, the block of the reader, and the answer.
    let of_hrf = [
        (strong, 1, 1, "explained"),
        (strong, 0, 1, "impossible"),
        (weak, 1, 1, "racy"),
        (narrow, 1, 1, "racy"),
        (narrow, 1, 0, "explained"),
    ];
    let of_ptx = [
        (strong, 1, 1, "explained"),
        (strong, 0, 1, "impossible"),
        (weak, 0, 1, "explained"),
    ];
    for (models, rows) in [(&hrf[..], &of_hrf[..]), (&["ptx-6.0", "ptx-7.5"], &of_ptx)] {
        for model in models {
            for &((flag, read), data, cta, said) in rows {
                assert_eq!(
                    ask(&log(flag, read, data, cta), model),
                    said,
                    "{model} {flag} {read} {data} {cta}"
                );
            }
        }
    }
    assert_eq!(ask(&log(weak.0, weak.1, 0, 1), "ugpu-weak"), "explained");
    assert_eq!(
        ask(&log(strong.0, strong.1, 0, 1), "ugpu-weak"),
        "unsupported"
    );
    let fenced =
        "trace 1\ninit * = 0\nT1 S data 1\nT1 F\nT1 S flag 1\nT2 L flag 1\nT2 F\nT2 L data 0\n";
    for model in [
        "ugpu-weak",
        "ugpu-coherent",
        "ugpu-strong",
        "ptx-7.5",
        "tso",
    ] {
        assert_eq!(ask(fenced, model), "impossible", "{model}");
    }
}
