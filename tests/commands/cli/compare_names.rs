//! Models that call something by one name: what it means decides, not the name.

use rstest::rstest;

use super::support::run;

/// The order that all these are asked of, by a name, in other words each.
const CLOSURE: &str = "\"closure\"\nlet long = (po | rf | co | fr)+\nirreflexive long as order\n";
const RECURSION: &str =
    "\"recursion\"\nlet rec long = po | rf | co | fr | (long ; long)\nirreflexive long as order\n";
const LOCATION: &str =
    "\"location\"\nlet long = (po-loc | rf | co | fr)+\nirreflexive long as order\n";
/// Where nothing stands between a store and a later load, they are in no order.
const BUFFERED: &str = "\"buffered\"\nlet long = ((po \\ (W * R)) | po-loc | rf | co | fr)+\nirreflexive long as order\n";
const SET: &str = "\"set\"\nlet long = W\nacyclic po | rf | co | fr as order\n";

#[rstest]
#[case::one_order_written_twice(CLOSURE, RECURSION, [false, false])]
#[case::the_other_way(RECURSION, CLOSURE, [false, false])]
#[case::less_in_the_second(CLOSURE, LOCATION, [false, true])]
#[case::less_in_the_first(LOCATION, RECURSION, [true, false])]
#[case::less_of_it(RECURSION, BUFFERED, [false, true])]
#[case::of_another_kind(SET, RECURSION, [false, false])]
fn a_name_is_not_what_it_means(
    #[case] first: &str,
    #[case] second: &str,
    #[case] apart: [bool; 2],
) {
    let folder = tempfile::tempdir().unwrap();
    let paths = [("a.cat", first), ("b.cat", second)].map(|(name, text)| {
        let path = folder.path().join(name);
        std::fs::write(&path, text).unwrap();
        path.to_str().unwrap().to_owned()
    });
    let [a, b] = &paths;
    let search = ["--events", "4", "--with", "ld,st", "--format", "json"];
    sets_apart(&[&["compare", a, b], &search[..]].concat(), apart);
}

/// Whether a comparison finds tests, each way, and that it leaves nothing open.
fn sets_apart(args: &[&str], apart: [bool; 2]) {
    let said = run(args);
    assert_eq!((said.code, said.err.as_str()), (0, ""));
    let all: serde_json::Value = serde_json::from_str(&said.out).unwrap();
    let ways = all["ways"].as_array().unwrap();
    let found: Vec<bool> = ways
        .iter()
        .map(|way| !way["tests"].as_array().unwrap().is_empty())
        .collect();
    assert_eq!(found, apart, "{}", said.out);
    assert!(ways.iter().all(|way| way["open"].is_null()), "{}", said.out);
}

/// The models that are measured against `tso`: with fewer accesses here than there.
#[rstest]
#[case::the_same_in_other_words("tso-by-what-others-see", [false, false])]
#[case::only_dependencies_order("multi-copy-atomic", [false, true])]
fn measured_models(#[case] name: &str, #[case] apart: [bool; 2]) {
    let model = format!("benches/models/{name}.cat");
    let search = [
        "compare", "tso", &model, "--events", "6", "--format", "json",
    ];
    sets_apart(&search, apart);
}
