//! How tables of many models are laid out, and what is said below them.
#![expect(
    clippy::format_push_string,
    reason = "texts of tests may be built plainly"
)]

use gpu_litmus::device::run::report::text;
use gpu_litmus::render::layout::Layout;
use gpu_litmus::stop::Stop;
use gpu_litmus::verdict::query::Options;

use super::fake::{judged, sb, shows, view};
use super::support::{Fake, litmus};
use crate::cli::support::{Folder, run};
use crate::golden;

const THREE: [&str; 3] = ["tso", "sc", "ptx-7.5"];
const ALL: [&str; 13] = [
    "sc",
    "plain",
    "strict",
    "tso",
    "ugpu-weak",
    "ugpu-coherent",
    "ugpu-strong",
    "hrf-direct",
    "hrf-indirect",
    "hrf-relaxed",
    "hrf-rsp",
    "ptx-6.0",
    "ptx-7.5",
];

fn narrow() -> Layout {
    Layout {
        width: 80,
        ..Layout::default()
    }
}

/// The report up to the reasons, which are those of `check`, without the time.
fn table(shown: &str) -> String {
    let lines = shown.lines().skip(1);
    let lines: Vec<&str> = lines.take_while(|line| !line.is_empty()).collect();
    lines.join("\n") + "\n"
}

/// No line is wider than it may be, and each says who forbids what.
#[test]
fn many_models_fit() {
    let wide = litmus(
        "x = 0; y = 0;",
        &[
            "st.weak x, 1; ld.weak register_one, y; ld.weak register_two, x",
            "st.weak y, 1; ld.weak register_one, x; ld.weak register_two, y",
        ],
        "P0:register_one == 0 /\\ P1:register_one == 0",
    );
    let mut all = String::new();
    for models in [&ALL[..1], &THREE, &ALL] {
        let two = view(&sb(), shows(&[[0, 0], [0, 1], [1, 1], [7, 0]]), models);
        let four = Fake {
            shows: vec![vec![0, 1, 0, 1], vec![1, 0, 0, 1], vec![1, 1, 1, 1]],
            fault: None,
        };
        for one in [two, view(&wide, four, models)] {
            let shown = table(&text::render(&one, narrow()));
            let long = shown.lines().find(|line| line.chars().count() > 80);
            assert_eq!(long, None, "{shown}");
            all.push_str(&format!("{} models\n{shown}\n", models.len()));
        }
    }
    golden::same("tests/ui/run/tables.txt", &all);
}

/// Why a state is open, and the condition, is said.
#[test]
fn what_is_open_says_why() {
    let options = Options {
        stop: Stop::after(std::time::Duration::ZERO),
        ..Options::default()
    };
    let view = judged(&sb(), shows(&[[0, 1], [1, 1]]), &["tso", "sc"], &options);
    let shown = text::render(&view, narrow());
    let why = "  open: 2 states for tso, sc: the time limit was reached\n";
    assert!(shown.contains(why), "{shown}");
    assert_eq!(view.models[0].notes, ["the time limit was reached"]);
}

/// A loop that few instances leave: what lets more of them end is said, in each form.
#[test]
fn what_is_unfinished_says_what_to_do() {
    let text = "PTX loop\n{ x = 0; }\n P0@cta 0,gpu 0 | P1@cta 1,gpu 0 ;\n L: | st.weak x, 1 ;\n \
                ld.weak r0, x | ;\n beq r0, 0, L | ;\nexists (P0:r0 == 0)\n";
    let folder = Folder::of(&[("loop.litmus", text)]);
    let test = folder.path("loop.litmus");
    let walked = |more: &[&str]| {
        let base = ["run", &test, "--backend", "ugpu-weak", "--launches", "1"];
        run(&[&base, more].concat()).out
    };
    let said = walked(&["--bound", "3"]);
    let told = "a thread did not come to its end in 3 laps of a loop; `--bound N` allows";
    assert!(said.contains(told), "{said}");
    let csv = walked(&["--format", "csv"]);
    let rows: Vec<Vec<&str>> = csv.lines().map(|row| row.split(',').collect()).collect();
    assert_eq!(rows[0][5..7], ["instances", "unfinished"], "{csv}");
    let numbers = rows[1][5..7]
        .iter()
        .filter_map(|cell| cell.parse::<u64>().ok());
    assert_eq!(numbers.sum::<u64>(), 100, "{csv}");
    assert_ne!(rows[1][6], "0", "{csv}");
    // Nobody writes what the thread waits for.
    folder.add(
        "alone.litmus",
        "PTX alone\n{ x = 0; }\n P0@cta 0,gpu 0 ;\n L: ;\n ld.weak r0, x ;\n beq r0, 0, L ;\nexists (P0:r0 == 0)\n",
    );
    let said = run(&[
        "run",
        &folder.path("alone.litmus"),
        "--backend",
        "host",
        "--launches",
        "1",
        "--set",
        "spin=7",
    ]);
    let told = "did not come to its end in 7 backward jumps (`--set spin=N`";
    assert!(said.out.contains(told), "{}", said.out);
}
