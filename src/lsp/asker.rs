//! The thread that asks models: verdicts and the cheapest fences, one text after the other.

use std::cell::RefCell;
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::sync::mpsc::Receiver;

use lsp_types::{MessageType, Uri};
use serde_json::{Value, json};

use crate::model::cat::LoadError;
use crate::model::registry::{ModelError, built_in, no_axiom};
use crate::model::{Model, Named};
use crate::program::Program;
use crate::stop::Stop;
use crate::syntax::Report;
use crate::tasks::ask::judged;
use crate::tasks::batch::ask::chosen;
use crate::tasks::fences::found::{Limits, Request};
use crate::tasks::fences::prices::Prices;
use crate::tasks::fences::search::search;
use crate::tasks::fences::sites::Rules;
use crate::tasks::fences::view::{Fenced, Word};
use crate::verdict::query::Options;

use super::out::{Failure, Out, Ticket};
use super::protocol::Client;
use super::settings::{Find, Settings, Wrong};
use super::snapshot::{Answers, Snapshot};
use super::standing::Standing;
use super::{edits, lens, mistakes};

/// What is asked.
pub enum Ask {
    /// What models say of a text.
    Verdicts(Arc<Snapshot>, Uri),
    /// The same, to be shown above the condition.
    Lenses(Ticket, Arc<Snapshot>),
    /// The cheapest fences under a model.
    Fences(Ticket, Arc<Snapshot>, String),
    /// Nothing yet: a text was opened.
    Opened(Arc<Snapshot>),
    /// Nothing any more: a text was closed.
    Closed(String),
}

/// Who asks.
pub struct Asker {
    /// Where answers go.
    pub out: Out,
    /// Who knows the settings.
    pub find: Arc<Find>,
    /// What the client can do.
    pub client: Client,
    /// What was said to be wrong with the settings of texts.
    pub standing: RefCell<Standing>,
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
                    let lenses = lens::lenses(&snapshot, &self.answers(&snapshot).all);
                    if snapshot.is_old() {
                        return Err(Failure::modified());
                    }
                    Ok(json!(lenses))
                }),
                Ask::Fences(ticket, snapshot, model) => {
                    let work = || self.fences(&ticket, &snapshot, &model);
                    self.out.guarded(Some(&ticket), work);
                }
                Ask::Opened(snapshot) => self.opened(&snapshot),
                Ask::Closed(uri) => {
                    self.wrong(&uri, Vec::new());
                    let mut standing = self.standing.borrow_mut();
                    standing.closed(&uri, &self.out, self.client.encoding);
                }
            }
        }
    }

    /// What the models that are configured say.
    fn answers<'a>(&self, snapshot: &'a Snapshot) -> &'a Answers {
        snapshot.answered(|| {
            let Some(program) = &snapshot.analysis().program else {
                return Answers::default();
            };
            let (wrong, found) = match (self.find)(snapshot.path.as_deref()) {
                Ok(settings) => {
                    let (models, wrong) = models(&settings);
                    (wrong, Some((settings, models)))
                }
                Err(wrong) => (vec![wrong], None),
            };
            self.wrong(&snapshot.uri, wrong);
            match found {
                Some((settings, models)) if !snapshot.is_old() => {
                    ask_all(snapshot, program, &settings, models)
                }
                Some(_) | None => Answers::default(),
            }
        })
    }

    /// What a text says that is open is told by who reads it.
    fn opened(&self, snapshot: &Snapshot) {
        if let Some(path) = &snapshot.identity {
            let mut standing = self.standing.borrow_mut();
            standing.opened(&snapshot.uri, path, &self.out);
        }
    }

    /// Says what is wrong with the settings of a text, and with the models that they name.
    fn wrong(&self, uri: &str, wrong: Vec<Wrong>) {
        let mut standing = self.standing.borrow_mut();
        standing.put(uri, wrong, &self.out, self.client.encoding);
    }

    /// Looks for the cheapest fences, and has the client insert them.
    fn fences(&self, ticket: &Ticket, snapshot: &Snapshot, name: &str) -> Result<Value, Failure> {
        let program = snapshot.analysis().program.as_ref();
        let program = program.ok_or_else(|| Failure::refused("the test has mistakes"))?;
        let settings = (self.find)(snapshot.path.as_deref());
        let settings = settings.map_err(|wrong| Failure::refused(&wrong.text))?;
        let mut own = settings.models.iter();
        let model = own.find(|model| model.name == name);
        let model = model.map_or_else(|| Model::find(name), Named::find);
        let model = model.map_err(|error| Failure::refused(&reason(&error)))?;
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
        let told = |report: Report| Failure::refused(&report.to_string());
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
                let why = match fenced.notes.as_slice() {
                    [] => "`gpu-litmus fences` says why".to_owned(),
                    notes => notes.join("; "),
                };
                let text = format!("the cheapest fences under {name} were not found: {why}");
                self.out.show(MessageType::WARNING, &text);
            }
        }
        Ok(Value::Null)
    }
}

fn ask_all(
    snapshot: &Snapshot,
    program: &Program,
    settings: &Settings,
    models: Vec<(Model, bool)>,
) -> Answers {
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
    answers.models = models.into_iter().map(|(model, _)| model).collect();
    answers
}

/// The models of the settings, whether each was named, and what is wrong with others.
fn models(settings: &Settings) -> (Vec<(Model, bool)>, Vec<Wrong>) {
    let (mut models, mut wrong) = (Vec::new(), Vec::new());
    for named in &settings.models {
        if named.name == "all" {
            models.extend(built_in().iter().map(|model| (model.clone(), false)));
            continue;
        }
        match named.find() {
            Ok(model) if model.is_empty() && !settings.allow_empty => wrong.push(Wrong {
                text: format!("{}: it is not asked", no_axiom(&model.name)),
                file: named.empty(),
            }),
            Ok(model) => models.push((model, true)),
            Err(error) => wrong.push(Wrong {
                text: format!("`{}` is not asked: {}", named.name, reason(&error)),
                file: named.unread(&error).or_else(|| mistaken(error)),
            }),
        }
    }
    let mut seen = Vec::new();
    models.retain(|(model, _)| {
        let new = !seen.contains(&model.name);
        seen.push(model.name.clone());
        new
    });
    (models, wrong)
}

/// The mistakes of a model.
fn mistaken(error: ModelError) -> Option<Report> {
    match error {
        ModelError::Load(LoadError::Report(report)) => Some(report),
        ModelError::Load(LoadError::Read { .. }) | ModelError::Unknown { .. } => None,
    }
}

/// Why a model cannot be had: of mistakes in its text the first.
fn reason(error: &ModelError) -> String {
    match error {
        ModelError::Load(LoadError::Report(report)) => mistakes::first(report),
        ModelError::Load(LoadError::Read { .. }) | ModelError::Unknown { .. } => error.to_string(),
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
