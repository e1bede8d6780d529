//! The thread that asks models: verdicts and the cheapest fences, one text after the other.

use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::sync::mpsc::Receiver;

use lsp_types::{MessageType, Uri};
use serde_json::{Value, json};

use crate::model::Model;
use crate::model::registry::built_in;
use crate::program::Program;
use crate::stop::Stop;
use crate::tasks::ask::judged;
use crate::tasks::batch::ask::chosen;
use crate::tasks::fences::found::{Limits, Request};
use crate::tasks::fences::prices::Prices;
use crate::tasks::fences::search::search;
use crate::tasks::fences::sites::Rules;
use crate::tasks::fences::view::{Fenced, Word};
use crate::verdict::query::Options;
use crate::view::Answer;

use super::out::{Failure, Out, Ticket};
use super::protocol::Client;
use super::settings::{Find, Settings};
use super::snapshot::{Answers, Snapshot};
use super::{edits, lens, mistakes};

/// What is asked.
pub enum Ask {
    /// What models say of a text.
    Verdicts(Arc<Snapshot>, Uri),
    /// The same, to be shown above the condition.
    Lenses(Ticket, Arc<Snapshot>),
    /// The cheapest fences under a model.
    Fences(Ticket, Arc<Snapshot>, String),
}

/// Who asks.
pub struct Asker {
    /// Where answers go.
    pub out: Out,
    /// Who knows the settings.
    pub find: Arc<Find>,
    /// What the client can do.
    pub client: Client,
}

impl Asker {
    /// Asks until nobody wants to know anything.
    pub fn run(&self, asked: &Receiver<Ask>) {
        for ask in asked {
            match ask {
                Ask::Verdicts(snapshot, uri) => self.out.guarded(None, || {
                    if snapshot.is_old() || snapshot.analysis().program.is_none() {
                        return Ok(Value::Null);
                    }
                    self.answers(&snapshot);
                    if !snapshot.is_old() {
                        let told = mistakes::published(&snapshot, &uri);
                        self.out.notify("textDocument/publishDiagnostics", &told);
                    }
                    Ok(Value::Null)
                }),
                Ask::Lenses(ticket, snapshot) => self.out.guarded(Some(&ticket), || {
                    let lenses = lens::lenses(&snapshot, self.answers(&snapshot));
                    if snapshot.is_old() {
                        return Err(Failure::modified());
                    }
                    Ok(json!(lenses))
                }),
                Ask::Fences(ticket, snapshot, model) => {
                    let work = || self.fences(&ticket, &snapshot, &model);
                    self.out.guarded(Some(&ticket), work);
                }
            }
        }
    }

    fn settings(&self, snapshot: &Snapshot) -> Option<Settings> {
        match (self.find)(snapshot.path.as_deref()) {
            Ok(settings) => Some(settings),
            Err(text) => {
                self.out.show(MessageType::ERROR, &text);
                None
            }
        }
    }

    /// What the models that are configured say.
    fn answers<'a>(&self, snapshot: &'a Snapshot) -> &'a [Answer] {
        let said = snapshot.answered(|| {
            let Some(program) = &snapshot.analysis().program else {
                return Answers::default();
            };
            match self.settings(snapshot) {
                Some(settings) if !snapshot.is_old() => self.ask_all(snapshot, program, &settings),
                Some(_) | None => Answers::default(),
            }
        });
        &said.all
    }

    fn ask_all(&self, snapshot: &Snapshot, program: &Program, settings: &Settings) -> Answers {
        let models = self.models(settings);
        let named = models.iter().map(|(model, named)| (model, *named));
        let options = options(snapshot, settings);
        let mut answers = Answers::default();
        for index in chosen(named, program, |_| false) {
            let Some((model, _)) = models.get(index) else {
                continue;
            };
            if snapshot.is_old() {
                break;
            }
            match judged(program, model, &options) {
                Ok(asked) => answers.all.push(asked.answer),
                // A thread that never ends, or is too long: it is so under every model.
                Err(report) => {
                    answers.mistakes = report.diagnostics;
                    break;
                }
            }
        }
        answers
    }

    /// The models of the settings, and whether each was named.
    fn models(&self, settings: &Settings) -> Vec<(Model, bool)> {
        let mut models: Vec<(Model, bool)> = Vec::new();
        for name in &settings.models {
            if name == "all" {
                models.extend(built_in().iter().map(|model| (model.clone(), false)));
                continue;
            }
            match Model::find(name) {
                Ok(model) => models.push((model, true)),
                Err(error) => self.out.show(MessageType::ERROR, &error.to_string()),
            }
        }
        let mut seen = Vec::new();
        models.retain(|(model, _)| {
            let new = !seen.contains(&model.name);
            seen.push(model.name.clone());
            new
        });
        models
    }

    /// Looks for the cheapest fences, and has the client insert them.
    fn fences(&self, ticket: &Ticket, snapshot: &Snapshot, name: &str) -> Result<Value, Failure> {
        let program = snapshot.analysis().program.as_ref();
        let program = program.ok_or_else(|| Failure::refused("the test has mistakes"))?;
        let model = Model::find(name).map_err(|error| Failure::refused(&error.to_string()))?;
        let Some(settings) = self.settings(snapshot) else {
            return Ok(Value::Null);
        };
        let options = options(snapshot, &settings);
        let request = Request {
            options: Options {
                stop: options.stop.and_when(ticket.cancelled.clone()),
                ..options
            },
            prices: Prices::default(),
            rules: Rules::default(),
            all: false,
            limits: Limits {
                time: Some(settings.within),
                ..Limits::default()
            },
        };
        let told = |report: crate::syntax::Report| Failure::refused(&report.to_string());
        let found = search(program, &model, &request).map_err(told)?;
        let proved = found.prove(&model, &request.options);
        let proved = proved.map_err(|error| Failure::refused(&error.to_string()))?;
        let fenced = Fenced::of(program, &model, &found, &proved);
        if snapshot.is_old() || ticket.cancelled.load(Ordering::Relaxed) {
            return Err(Failure::modified());
        }
        match (fenced.answer, fenced.solutions.first()) {
            (Word::Found, Some(solution)) if fenced.forbidden_as_it_is != Some(true) => {
                let edits = edits::between(snapshot, &solution.patched);
                let label = format!("The cheapest fences under {name}");
                let edit = edits::workspace(snapshot, &edits, self.client);
                self.out.request(
                    "workspace/applyEdit",
                    &json!({ "label": label, "edit": edit }),
                );
            }
            (Word::Found, _) => {
                let text = format!("{name} forbids it as it is");
                self.out.show(MessageType::INFO, &text);
            }
            (Word::Vacuous, _) => {
                let text = format!("no execution counts under {name}: there is nothing to forbid");
                self.out.show(MessageType::WARNING, &text);
            }
            (Word::Impossible, _) => {
                let text = format!("no fences, orders and scopes forbid it under {name}");
                self.out.show(MessageType::WARNING, &text);
            }
            (Word::Unknown | Word::Unsupported, _) => {
                let text = format!(
                    "the cheapest fences under {name} were not found: `gpu-litmus fences` says why"
                );
                self.out.show(MessageType::WARNING, &text);
            }
        }
        Ok(Value::Null)
    }
}

/// What is asked of a model: its verdict, until the text changes or time is up.
fn options(snapshot: &Snapshot, settings: &Settings) -> Options {
    let stop = Stop::after(settings.within).and_when(snapshot.old.clone());
    Options {
        bound: settings.bound,
        timeout: Some(settings.timeout),
        stop,
        reason: false,
        flags: false,
        engine: settings.engine,
        ..Options::default()
    }
}
