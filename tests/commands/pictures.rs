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
use gpu_litmus::render::picture::graph::Graph;
use gpu_litmus::render::picture::layout::Layout;
use gpu_litmus::render::picture::schedule::Diagram;
use gpu_litmus::render::picture::shape::{Point, Rect};
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
