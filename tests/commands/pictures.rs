//! Pictures: nothing lies on anything else, nothing leaves the page, the text is safe, and the
//! pictures of the documentation are up to date.

#![expect(
    clippy::unwrap_used,
    clippy::panic,
    reason = "a test that cannot run should fail"
)]

use std::time::Duration;

use gpu_litmus::Model;
use gpu_litmus::check;
use gpu_litmus::load;
use gpu_litmus::render::picture::boxes;
use gpu_litmus::render::picture::graph::{Edge, Graph, Kind, Node};
use gpu_litmus::render::picture::layout::Layout;
use gpu_litmus::render::picture::schedule::Diagram;
use gpu_litmus::render::picture::shape::{Point, Rect};
use gpu_litmus::render::picture::write::width;
use gpu_litmus::render::picture::{dot, page, svg};
use gpu_litmus::testing::{Family, family, generate};
use gpu_litmus::verdict::query::Options;
use gpu_litmus::view::Answer;

use crate::golden;

fn answer(name: &str, text: &str, model: &str) -> Answer {
    let program = load(name, text).unwrap_or_else(|report| panic!("{report}\n{text}"));
    let model = Model::find(model).unwrap();
    let outcome = check(&program, &model, &Options::default()).unwrap();
    Answer::of(&program, &model, &outcome, Duration::ZERO)
}

fn apart(what: &str, rects: &[Rect]) {
    for (index, one) in rects.iter().enumerate() {
        for other in &rects[index + 1..] {
            assert!(!one.overlaps(other), "{what}: {one:?} on {other:?}");
        }
    }
}

fn inside(what: &str, rects: &[Rect], width: f64, height: f64) {
    let page = Rect {
        x: 0.0,
        y: 0.0,
        w: width,
        h: height,
    };
    for rect in rects {
        let corners = [(rect.x, rect.y), (rect.right(), rect.bottom())];
        for (x, y) in corners {
            assert!(page.holds(Point { x, y }, 0.1), "{what}: {rect:?} leaves");
        }
    }
}

/// Checks one picture; says whether it shows an execution.
fn well_laid_out(what: &str, answer: &Answer) -> bool {
    if let Some(witness) = answer.witness.as_ref().filter(|one| !one.steps.is_empty()) {
        let diagram = Diagram::new(answer, witness);
        let boxes = diagram.boxes.iter().map(|mark| mark.rect);
        let rects: Vec<Rect> = boxes
            .chain(diagram.threads.iter().map(|heading| heading.rect))
            .collect();
        apart(what, &rects);
        inside(what, &rects, diagram.width, diagram.height);
        return true;
    }
    let graph = Graph::of(answer);
    let layout = Layout::new(&graph);
    let labels = layout.labels.iter().flatten().map(|label| label.rect);
    let rects: Vec<Rect> = layout.boxes.obstacles().chain(labels).collect();
    apart(what, &rects);
    inside(what, &rects, layout.width, layout.height);
    // Arrows go round events: no point of one is in a box other than where it starts and ends.
    for (edge, curve) in graph.edges.iter().zip(&layout.curves) {
        for (lane, nodes) in layout.boxes.nodes.iter().enumerate() {
            for (row, node) in nodes.iter().enumerate() {
                let own = [edge.from, edge.to].contains(&(lane, row));
                let hit = |point: &Point| node.rect.holds(*point, -0.5);
                let crosses = curve.samples().iter().any(hit);
                assert!(own || !crosses, "{what}: {edge:?} crosses {}", node.title);
            }
        }
    }
    !graph.edges.is_empty()
}

#[test]
fn nothing_overlaps_in_generated_tests() {
    let mut shown = 0;
    for seed in 0..120 {
        let families = [
            (Family::Coherence, ["sc", "plain"]),
            (Family::Ptx, ["ptx-6.0", "ptx-7.5"]),
            (Family::Ugpu, ["ugpu-weak", "ugpu-strong"]),
        ];
        for (family, models) in families {
            let text = generate(seed, family);
            for model in models {
                let what = format!("seed {seed}, {model}");
                shown += usize::from(well_laid_out(&what, &answer("t", &text, model)));
            }
        }
    }
    assert!(shown > 300, "too few executions: {shown}");
}

#[test]
fn nothing_overlaps_in_large_tests() {
    for (text, models) in [
        (family::iriw(2), ["sc", "plain"]),
        (family::iriw(6), ["sc", "tso"]),
        (family::sb_ring(6), ["sc", "tso"]),
        (family::corr(12), ["plain", "sc"]),
        (family::writers(3), ["plain", "sc"]),
        (family::mp_chain(4), ["sc", "plain"]),
        (LONG.to_owned(), ["sc", "ptx-7.5"]),
        (LONG.to_owned(), ["plain", "tso"]),
    ] {
        for model in models {
            let what = format!("{model}\n{text}");
            let answer = answer("t", &text, model);
            assert!(well_laid_out(&what, &answer), "nothing is shown: {what}");
        }
    }
}

/// Four threads of six events with long instructions.
const LONG: &str = r"PTX long
{ x = 0; y = 0; a_location_with_a_rather_long_name = 0; }
 P0@cta 0,gpu 0 | P1@cta 1,gpu 0 | P2@cta 2,gpu 0 | P3@cta 3,gpu 1 ;
 st.release.sys x, 1 | st.release.sys y, 1 | ld.acquire.sys r0, x | ld.acquire.sys r0, y ;
 ld.weak r5, a_location_with_a_rather_long_name | st.weak a_location_with_a_rather_long_name, 3 | fence.sc.sys | membar.sys ;
 st.weak a_location_with_a_rather_long_name, 1 | fence.sc.sys | ld.acquire.sys r1, y | ld.acquire.sys r1, x ;
 fence.sc.sys | ld.weak r6, x | st.weak y, 2 | ld.weak r2, y ;
 ld.weak r6, y | st.weak x, 4 | ld.weak r4, x | atom.acq_rel.sys.exch r4, a_location_with_a_rather_long_name, 9 ;
 ld.weak r7, x | ld.weak r7, y | ld.weak r5, y | ld.weak r5, x ;
exists (P2:r0 == 1 /\ P2:r1 == 0 /\ P3:r0 == 1 /\ P3:r1 == 0)
";

const MP: &str = include_str!("../../examples/mp.litmus");
const FENCED: &str = include_str!("../../examples/mp-fenced.litmus");
const IRIW: &str = include_str!("../../examples/iriw.litmus");

#[test]
fn the_pictures_of_the_documentation_are_up_to_date() {
    let fenced = answer("mp-fenced.litmus", FENCED, "ptx-6.0");
    golden::same("docs/img/mp-fenced-ptx.svg", &page::render(&[fenced]));
    let iriw = answer("iriw.litmus", IRIW, "sc");
    golden::same("docs/img/iriw-sc.svg", &page::render(&[iriw]));
    let weak = answer("mp.litmus", MP, "ugpu-weak");
    golden::same("docs/img/mp-ugpu-weak.svg", &page::render(&[weak]));
}

#[test]
fn a_race_is_marked() {
    let racy = answer("mp.litmus", MP, "hrf-direct");
    let graph = Graph::of(&racy);
    let hot: Vec<&str> = graph
        .lanes
        .iter()
        .flat_map(|lane| &lane.nodes)
        .filter(|node| node.hot)
        .map(|node| node.id.as_str())
        .collect();
    let race = racy.race.as_ref().unwrap();
    let mut ids: Vec<&str> = race.accesses.iter().map(|one| one.id.as_str()).collect();
    ids.sort_unstable();
    assert_eq!(hot, ids);
    assert!(page::render(&[racy]).contains(">race</text>"));
}

/// More than ten steps of a machine, with values behind long names.
const STEPS: &str = r"PTX steps
{ a_location_with_a_rather_long_name_indeed = 0; y = 0; }
 P0@cta 0,gpu 0 | P1@cta 0,gpu 0 ;
 st.weak a_location_with_a_rather_long_name_indeed, 11 | st.weak y, 1 ;
 st.weak a_location_with_a_rather_long_name_indeed, 12 | st.weak y, 2 ;
 st.weak a_location_with_a_rather_long_name_indeed, 13 | st.weak y, 3 ;
 st.weak a_location_with_a_rather_long_name_indeed, 14 | st.weak y, 4 ;
 ld.weak r0, a_location_with_a_rather_long_name_indeed | st.weak y, 5 ;
 ld.weak r1, a_location_with_a_rather_long_name_indeed | st.weak y, 6 ;
 ld.weak r2, y | ld.weak r3, y ;
exists (P0:r0 == 14)
";

#[test]
fn a_long_name_does_not_hide_its_value() {
    let answers = [
        answer("t", STEPS, "sc"),
        answer("t", STEPS, "ugpu-weak"),
        answer("t", LONG, "ptx-7.5"),
    ];
    for answer in &answers {
        let graph = Graph::of(answer);
        let layout = Layout::new(&graph);
        let titles = |node: &Node| node.title.clone();
        let whole = graph.lanes.iter().flat_map(|lane| &lane.nodes).map(titles);
        let boxes = layout.boxes.nodes.iter().flatten();
        for (whole, placed) in whole.zip(boxes) {
            let value = whole.split_once('=').map(|(_, value)| value);
            let shown = placed.title.split_once('=').map(|(_, value)| value);
            assert_eq!(value, shown, "{whole}: {}", placed.title);
            let room = placed.rect.w - 2.0 * boxes::LINE_OFFSET;
            assert!(width(&placed.title, boxes::TITLE_SIZE) <= room);
        }
    }
    let witness = answers[1].witness.as_ref().unwrap();
    let diagram = Diagram::new(&answers[1], witness);
    let text: Vec<&str> = diagram
        .boxes
        .iter()
        .map(|mark| mark.title.as_str())
        .collect();
    for value in ["=11", "=12", "=13", "=14"] {
        assert!(text.iter().any(|title| title.ends_with(value)), "{text:#?}");
    }
}

#[test]
fn the_numbers_of_steps_are_beside_the_blocks() {
    let answer = answer("t", STEPS, "ugpu-weak");
    let diagram = Diagram::new(&answer, answer.witness.as_ref().unwrap());
    assert!(diagram.numbers.len() >= 10, "too few steps");
    for (at, number) in &diagram.numbers {
        let end = at.x + width(number, boxes::TEXT_SIZE);
        for block in &diagram.blocks {
            assert!(end < block.rect.x, "{number} ends at {end}: {block:?}");
        }
    }
}

#[test]
fn no_remark_is_about_what_a_machine_does_not_have() {
    let answer = answer("t", STEPS, "ugpu-weak");
    let diagram = Diagram::new(&answer, answer.witness.as_ref().unwrap());
    let text: Vec<&str> = diagram
        .lines
        .iter()
        .map(|line| line.text.as_str())
        .collect();
    assert!(!text.join(" ").contains("fr follows"), "{text:#?}");
}

const BARRIER: &str = r"PTX barrier
{ x = 0; }
 P0@cta 0,gpu 0 | P1@cta 0,gpu 0 | P2@cta 0,gpu 0 ;
 st.weak x, 1 | bar.sync 0 | bar.sync 0 ;
 bar.sync 0 | ld.weak r0, x | ld.weak r0, x ;
exists (P1:r0 == 1 /\ P2:r0 == 1)
";

#[test]
fn barriers_that_meet_are_joined() {
    let edges = |text: &str| -> Vec<(Kind, bool)> {
        let graph = Graph::of(&answer("t", text, "ptx-7.5"));
        let edges = graph.edges.iter().filter(|edge| edge.label == "syncbar");
        edges.map(|edge| (edge.kind, edge.hot)).collect()
    };
    // Three that wait for each other are a chain, not all pairs.
    assert_eq!(edges(BARRIER), [(Kind::Meet, false); 2]);
    // One that arrives and goes on is waited for, and waits for nobody.
    let arrives = BARRIER
        .replace(
            "st.weak x, 1 | bar.sync 0 | bar.sync 0",
            "st.weak x, 1 | bar.sync 0, 3 | bar.sync 0, 3",
        )
        .replace(" bar.sync 0 | ld", " bar.arrive 0, 3 | ld");
    let expected = [
        (Kind::Other, false),
        (Kind::Other, false),
        (Kind::Meet, false),
    ];
    assert_eq!(edges(&arrives), expected);
    assert!(page::render(&[answer("t", BARRIER, "ptx-7.5")]).contains(">syncbar</text>"));
    // On the cycle of a story the one line is the cycle's.
    let graph = Graph::of(&answer(
        "t",
        &BARRIER.replace("P1:r0 == 1 /\\ P2:r0 == 1", "P1:r0 == 0"),
        "ptx-7.5",
    ));
    let between = |edge: &&Edge| edge.label.contains("sync") && edge.from.0 < 2 && edge.to.0 < 2;
    assert_eq!(graph.edges.iter().filter(between).count(), 1, "{graph:#?}");
}

const LOCK: &str = r"PTX lock
{ lock = 0; }
 P0@cta 0,gpu 0 ;
 atom.relaxed.gpu.exch r0, lock, 1 ;
 atom.relaxed.gpu.cas r1, lock, 0, 1 ;
exists (P0:r0 == 0 /\ P0:r1 == 1)
";

#[test]
fn an_update_says_what_it_read_and_wrote() {
    let answer = answer("t", LOCK, "ugpu-coherent");
    let shown =
        gpu_litmus::render::text::render(&answer, gpu_litmus::render::layout::Layout::default());
    assert!(shown.contains("a: updates lock=0→1"), "{shown}");
    assert!(shown.contains("b: reads lock=1, writes nothing"), "{shown}");
    assert!(!shown.contains("updates lock=0 "), "{shown}");
}

#[test]
fn text_is_escaped() {
    assert_eq!(
        svg::escaped("a<b> & \"c\" 'd'\u{1}\t"),
        "a&lt;b&gt; &amp; &quot;c&quot; &#39;d&#39; "
    );
    let text = MP.replace("PTX MP", "PTX MP</title><script>&");
    let Ok(program) = load("t", &text) else {
        panic!("the name of a test may hold anything")
    };
    let model = Model::find("sc").unwrap();
    let outcome = check(&program, &model, &Options::default()).unwrap();
    let answers = [Answer::of(&program, &model, &outcome, Duration::ZERO)];
    let drawn = page::render(&answers);
    assert!(!drawn.contains("<script"), "{drawn}");
    assert!(drawn.contains("&lt;script&gt;&amp;"), "{drawn}");
    assert!(dot::render(&answers).contains("digraph \"MP</title><script>& under"));
}

#[test]
fn no_answers_make_an_empty_picture() {
    let drawn = page::render(&[]);
    assert!(drawn.starts_with("<svg ") && drawn.ends_with("</svg>\n"));
}
