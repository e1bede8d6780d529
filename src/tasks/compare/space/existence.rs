//! Whether tests of a shape set two models apart at all, whichever these are. Mostly none does, so that this is asked
//! first, in fewer words: of tests that are alike to both models [one](super::normal) stands for the others, nothing is
//! counted, and [`fence.sc`](super::fences) come in program order where that can be.

use crate::sat::Lit;
use crate::sat::engine::Limits;
use crate::sat::session::{Answer, Session};
use crate::stop::Open;

use super::asking::Asking;
use super::confirm::Confirmed;
use super::fences::{orders_fences, several};
use super::formula::Formula;
use super::sketch::Sketch;

impl Asking<'_, '_> {
    /// Whether there is a test at all. Afterwards only this can be asked.
    pub(super) fn any(&mut self) -> Result<bool, Open> {
        Ok(self.some(true)? || (!self.sorts()? && self.some(false)?))
    }

    /// Whether the first model allows each execution of a test that stands for others with its fences in program order
    /// too: then executions that have them so stand for all.
    fn sorts(&self) -> Result<bool, Open> {
        let model = self.models.0;
        if !several(&self.formula.slots) || !orders_fences(&model.definition) {
            return Ok(true);
        }
        let question = self.question;
        let limits = question.limits();
        let vocabulary = question.vocabulary;
        let mut formula = Formula::of_fences(self.shape, vocabulary, model, self.rounds, &limits)?;
        let required = formula.demanded(self.formula.normal(self.models));
        match first(&formula, &required, &limits) {
            Answer::Sat(_) => Ok(false),
            Answer::Unsat(_) => Ok(true),
            Answer::Unknown(open) => Err(open),
        }
    }

    /// Whether there is a test that stands for others, with an execution that has its fences `sorted`, or with any.
    fn some(&mut self, sorted: bool) -> Result<bool, Open> {
        let question = self.question;
        let limits = question.limits();
        loop {
            question.stop.check()?;
            let normal = self.formula.normal(self.models);
            let mut required = self.formula.demanded(normal);
            if sorted {
                required.extend(self.formula.sorted());
            }
            let assignment = match first(&self.formula, &required, &limits) {
                Answer::Sat(assignment) => assignment,
                Answer::Unsat(_) => return Ok(false),
                Answer::Unknown(open) => return Err(open),
            };
            if assignment.truth(self.formula.unfinished) {
                self.deepen()?;
                continue;
            }
            let sketch = Sketch::of(&self.formula.slots, &assignment);
            match self.confirm(&sketch)? {
                Confirmed::Yes(_) => return Ok(true),
                Confirmed::Otherwise(choice) => self.formula.learn(self.models.1, choice)?,
            }
        }
    }
}

/// Of formulas with more clauses Z3 is asked as they are, to confirm an answer: of smaller ones, for what it rests on.
const MANY: usize = 8_000;

/// An assignment of a formula, if there is one: what can be the case is asked one by one.
fn first(formula: &Formula, required: &[Lit], limits: &Limits) -> Answer {
    let circuit = &formula.circuit;
    let cases = formula.cases();
    let mut exposed = cases.clone();
    exposed.push(formula.unfinished);
    exposed.retain(|lit| ![Lit::TRUE, Lit::FALSE].contains(lit));
    let mut session = Session::new(circuit, required, &exposed, limits);
    if session.clauses() > MANY {
        session = session.confirmed_whole();
    }
    for case in cases {
        let (answer, _) = session.decide(circuit, &[case]);
        if !matches!(answer, Answer::Unsat(_)) {
            return answer;
        }
    }
    Answer::Unsat(Vec::new())
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::super::search::{Question, without_flags};
    use super::super::shape::{Shape, shapes};
    use super::*;
    use crate::model::{Model, cat};
    use crate::stop::Stop;
    use crate::syntax::ast::Scope;
    use crate::tasks::compare::vocabulary::{Element, Vocabulary};
    use crate::tasks::space::Level;
    use crate::verdict::query::Options;

    /// The text of a model with an axiom less, or with another more.
    fn changed(name: &str, without: Option<&str>, with: &str) -> Model {
        let model = Model::find(name).unwrap();
        let text = model.axiomatic().unwrap().definition.source.text.clone();
        let kept = text
            .lines()
            .filter(|line| without.is_none_or(|axiom| !line.ends_with(&format!(" as {axiom}"))));
        let mut text: Vec<&str> = kept.collect();
        text.push(with);
        let definition = cat::load("changed.cat", &text.join("\n")).unwrap();
        without_flags(&Model::of("changed", "a test", definition))
    }

    fn vocabulary(models: [&Model; 2]) -> Vocabulary {
        let axioms = models.map(|model| model.axiomatic().unwrap());
        let mut vocabulary = Vocabulary::of(axioms);
        vocabulary.locations = 2;
        vocabulary.threads = 3;
        vocabulary
    }

    /// Whether there is a test, asked in both ways.
    fn asked(models: [&Model; 2], vocabulary: &Vocabulary, shape: &Shape) -> bool {
        let question = Question {
            allows: models[0],
            forbids: models[1],
            vocabulary,
            options: &Options::default(),
            stop: &Stop::never(),
        };
        let short = Asking::new(&question, shape).unwrap().any().unwrap();
        let mut long = Asking::new(&question, shape).unwrap();
        assert_eq!(short, long.next(&[]).unwrap().is_some(), "{shape:?}");
        short
    }

    /// In how many shapes of so many accesses there is a test, each way.
    fn both_ways(models: [&Model; 2], vocabulary: &Vocabulary, accesses: usize) -> [usize; 2] {
        [models, [models[1], models[0]]].map(|models| {
            let shapes = shapes(accesses, vocabulary.threads);
            let with = shapes
                .iter()
                .filter(|shape| asked(models, vocabulary, shape));
            with.count()
        })
    }

    #[test]
    fn each_axiom_of_ptx_left_out() {
        for name in ["ptx-6.0", "ptx-7.5"] {
            let whole = without_flags(&Model::find(name).unwrap());
            let axioms = whole.axiomatic().unwrap().definition.axioms.clone();
            let mut told = BTreeSet::new();
            for axiom in axioms {
                let less = changed(name, Some(&axiom.name), "");
                let models = [&less, &whole];
                let [more, less] = both_ways(models, &vocabulary(models), 3);
                assert_eq!(less, 0, "{name} without {}", axiom.name);
                if more > 0 {
                    told.insert(axiom.name);
                }
            }
            assert!(
                told.len() >= 3 && told.contains("coherence-total"),
                "{name}: {told:?}"
            );
        }
    }

    /// A model that lets fences go against program order, one that does not, and one that wants it.
    #[test]
    fn fences_against_program_order() {
        let free = without_flags(&Model::find("ptx-7.5").unwrap());
        let along = changed("ptx-7.5", None, "irreflexive sync_fence ; po as along");
        let against = changed("ptx-7.5", None, "empty sync_fence & po as against");
        let models = [&free, &along];
        let mut words = vocabulary(models);
        words.elements = BTreeSet::from([Element::Load, Element::Store, Element::Fence]);
        words
            .orders
            .retain(|order| !order.remote && order.strength() <= 1);
        words.scopes = BTreeSet::from([Scope::Cta, Scope::Gpu]);
        words.placements = BTreeSet::from([Level::Gpu]);
        assert_eq!(both_ways(models, &words, 3), [0, 0]);
        let [more, less] = both_ways([&free, &against], &words, 3);
        assert!(more > 0 && less == 0, "{more} {less}");
        let [less, more] = both_ways([&against, &along], &words, 3);
        assert!(more > 0 && less == 0, "{less} {more}");
    }

    /// What depends on what counts where one model only speaks of it, and scopes where one asks for their names.
    #[test]
    fn what_a_model_speaks_of_is_looked_at() {
        let text = "option rmw-one-event\nacyclic po-loc | rf | co | fr as coherence\n\
                    empty rmw & (fr ; co) as atomicity\n";
        let thin = Model::of("thin", "a test", cat::load("thin.cat", text).unwrap());
        let plain = without_flags(&Model::find("plain").unwrap());
        let models = [&thin, &plain];
        let mut words = vocabulary(models);
        words.elements.remove(&Element::Rmw);
        let [more, less] = both_ways(models, &words, 4);
        assert!(more > 0 && less == 0, "{more} {less}");
        let free = without_flags(&Model::find("ptx-7.5").unwrap());
        let named = changed("ptx-7.5", None, "empty [GPU & R] ; po ; [W] as named");
        let models = [&free, &named];
        let mut words = vocabulary(models);
        words.threads = 1;
        assert_eq!(both_ways(models, &words, 2), [1, 0]);
    }

    fn model(text: &str) -> Model {
        Model::of("own", "a test", cat::load("own.cat", text).unwrap())
    }

    /// Recursive definitions that take long mean too little at first: of what depends on what, where one model says the
    /// same without them, and in axioms that want more of them.
    #[test]
    fn definitions_that_take_long() {
        let long = |name: &str, base: &str| {
            let links = (1..9).map(|link| format!("and {name}{link} = {name}{}\n", link + 1));
            let links: String = links.collect();
            format!("let rec r = rf | {name}1\n{links}and {name}9 = {base}\n")
        };
        let rf = model("acyclic rf as thin\n");
        let with = model(&format!("{}acyclic r as thin\n", long("q", "addr")));
        let models = [&rf, &with];
        let mut words = vocabulary(models);
        words.elements = BTreeSet::from([Element::Load, Element::Store, Element::Addr]);
        words.threads = 2;
        assert_eq!(found(models, &words, 2), (true, false));

        // Halves of exchanges are events of their own, of which a thread has many.
        let step = "let step = po \\ (po ; po)\n";
        let all = "let rec x = step | y\nand y = x ; step\nempty po \\ x as reached\n";
        let far = model(&format!("{step}{all}"));
        let slow = format!("{}empty r & addr & rf as slow\n", long("z", "addr"));
        let both = model(&format!("{step}{all}{slow}"));
        for (all, accesses) in [(&far, 3), (&both, 4)] {
            let steps = vec!["step"; 2 * accesses - 1].join(" ; ");
            let short = model(&format!("{step}empty {steps} as short\n"));
            let models = [all, &short];
            let mut words = vocabulary(models);
            words.elements = BTreeSet::from([Element::Load, Element::Rmw, Element::Addr]);
            words.threads = 1;
            words.locations = 1;
            assert_eq!(found(models, &words, accesses), (true, false));
        }
    }

    /// Whether each of two models has a test of so many accesses in some shape that the other forbids.
    fn found(models: [&Model; 2], vocabulary: &Vocabulary, accesses: usize) -> (bool, bool) {
        let [first, second] = both_ways(models, vocabulary, accesses);
        (first > 0, second > 0)
    }
}
