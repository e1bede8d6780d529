//! One search against all choices, one after the other.

use gpu_litmus::Model;
use gpu_litmus::engine::check;
use gpu_litmus::load;
use gpu_litmus::program::{Condition, Program};
use gpu_litmus::syntax::ast::Quantifier;
use gpu_litmus::tasks::fences::found::Verdict;
use gpu_litmus::tasks::fences::search::search_among;
use gpu_litmus::tasks::fences::sites::{Rules, Template};
use gpu_litmus::verdict::outcome::Verdict as Checked;
use gpu_litmus::verdict::query::Options;

use super::support::{exhaustively, request, summary};

/// Takes levels away until there are few enough choices: of the place with the most levels the one
/// in the middle, or one beside it, so that what is left differs.
fn thin_out(template: &mut Template, most: usize) {
    let count = |template: &Template| {
        let sites = template.sites.iter();
        sites.fold(1_usize, |all, site| all.saturating_mul(site.levels.len()))
    };
    let mut turn = 0;
    while count(template) > most {
        let sites = template.sites.iter_mut();
        let longest = sites.max_by_key(|site| site.levels.len());
        let Some(site) = longest.filter(|site| site.levels.len() > 2) else {
            return;
        };
        // What is given comes first, and stays.
        turn += 1;
        site.levels.remove(1 + turn * 7 % (site.levels.len() - 1));
    }
}

/// Whether no execution ends and passes the filter, races aside: asked of who answers without a solver.
fn nothing_counts(program: &Program, model: &Model) -> bool {
    let any = Program {
        quantifier: Quantifier::Exists,
        condition: Condition::Literal(true, program.condition.span()),
        ..program.clone()
    };
    let options = Options {
        explicit: true,
        ..Options::default()
    };
    let model = model.with_races().unwrap_or_else(|| model.clone());
    let outcome = check(&any, &model, &options).unwrap();
    outcome.verdict() == Checked::Unreachable
}

/// Compares one test, with the texts of the solutions; tells whether it was small enough, and what
/// came out. Of more choices than `most` some are left out, mostly.
pub fn compare(text: &str, name: &str, rules: Rules, most: usize) -> Option<&'static str> {
    let program = load("test.litmus", text).unwrap();
    let model = Model::find(name).unwrap();
    if model.refuses(&program).is_some() {
        return None;
    }
    let request = request(rules, true);
    let mut template = Template::new(&program, &model, &request.prices, rules);
    thin_out(&mut template, most);
    let expected = exhaustively(&template, &model, most)?;
    let found = search_among(template, &model, &request).unwrap();
    if matches!(found.verdict, Verdict::Vacuous) {
        assert!(nothing_counts(&program, &model), "{name}\n{text}");
        return Some("vacuous");
    }
    let found_summary = summary(&found);
    // What is written is what was asked about.
    let proved = found.prove(&model, &Options::default());
    assert!(proved.is_ok(), "{name}: {}\n{text}", proved.unwrap_err());
    assert_eq!(
        found_summary,
        Ok(expected.clone()),
        "{name}, {rules:?}\n{text}"
    );
    Some(match expected {
        None => "impossible",
        Some((0, _)) => "free",
        Some((cost, _)) if cost == found.given => "as it is",
        Some((cost, _)) if cost < found.given => "cheaper",
        Some((_, choices)) if choices.len() > 1 => "dearer, several",
        Some(_) => "dearer",
    })
}
