//! What a text consists of, for the outline of an editor.

use lsp_types::{DocumentSymbol, Location, SymbolInformation, SymbolKind, Uri};

use crate::model::cat::outline::{Kind as Defined, Outline};
use crate::syntax::ast::{Declaration, Test};
use crate::syntax::print::{declaration, header};
use crate::syntax::shown::shown;
use crate::syntax::span::Span;

use super::lens::condition;
use super::sketch::{Kind, Sketch};
use super::snapshot::Snapshot;

/// The symbols of a text.
pub fn symbols(on: &Snapshot) -> Vec<DocumentSymbol> {
    let analysis = on.analysis();
    match (&analysis.test, &analysis.outline) {
        (Some(test), _) => of_test(on, test),
        (None, Some(outline)) => of_model(on, outline),
        (None, None) => of_sketch(on),
    }
}

/// The same one after the other, for clients that know no parts of parts.
pub fn flat(on: &Snapshot, all: Vec<DocumentSymbol>) -> Vec<SymbolInformation> {
    let Ok(uri) = on.uri.parse::<Uri>() else {
        return Vec::new();
    };
    let mut found = Vec::new();
    for mut one in all {
        let inner = one.children.take().unwrap_or_default();
        let within = Some(one.name.clone());
        found.push(information(&uri, one, None));
        let inner = inner.into_iter();
        found.extend(inner.map(|part| information(&uri, part, within.clone())));
    }
    found
}

#[expect(deprecated, reason = "the field must be named to be left out")]
fn information(uri: &Uri, one: DocumentSymbol, within: Option<String>) -> SymbolInformation {
    SymbolInformation {
        name: one.name,
        kind: one.kind,
        tags: None,
        deprecated: None,
        location: Location::new(uri.clone(), one.range),
        container_name: within,
    }
}

#[expect(deprecated, reason = "the field must be named to be left out")]
fn symbol(
    on: &Snapshot,
    (name, detail): (&str, Option<String>),
    kind: SymbolKind,
    (whole, own): (Span, Span),
) -> DocumentSymbol {
    DocumentSymbol {
        // A name must not be empty.
        name: if name.is_empty() {
            "?".to_owned()
        } else {
            shown(name)
        },
        detail,
        kind,
        tags: None,
        deprecated: None,
        range: on.range(whole.join(own)),
        selection_range: on.range(own),
        children: None,
    }
}

fn of_test(on: &Snapshot, test: &Test) -> Vec<DocumentSymbol> {
    let mut inner = Vec::new();
    for one in &test.init {
        let (name, kind) = match &one.node {
            Declaration::Location { name, .. } | Declaration::Alias { name, .. } => {
                (name, SymbolKind::VARIABLE)
            }
            Declaration::Register { register, .. } => (register, SymbolKind::FIELD),
        };
        let detail = Some(shown(&declaration(&one.node)));
        let places = (one.span, name.span);
        inner.push(symbol(on, (&name.node, detail), kind, places));
    }
    for column in &test.threads {
        let name = format!("P{}", column.number.node);
        let detail = Some(header(column));
        let places = (column.span, column.number.span);
        inner.push(symbol(on, (&name, detail), SymbolKind::FUNCTION, places));
    }
    if let Some(asked) = condition(on) {
        let text = on.source.slice(asked);
        let text: String = text.split_whitespace().collect::<Vec<_>>().join(" ");
        let places = (asked, asked);
        inner.push(symbol(on, (&text, None), SymbolKind::EVENT, places));
    }
    let all = Span::new(0, on.text().len());
    let whole = symbol(
        on,
        (&test.name.node, None),
        SymbolKind::MODULE,
        (all, test.name.span),
    );
    vec![DocumentSymbol {
        children: Some(inner),
        ..whole
    }]
}

/// What can be told of a test with mistakes.
fn of_sketch(on: &Snapshot) -> Vec<DocumentSymbol> {
    let Some(sketch) = Sketch::of(on.text()) else {
        return Vec::new();
    };
    let parts = sketch.parts.iter().map(|part| {
        let kind = match part.kind {
            Kind::Location => SymbolKind::VARIABLE,
            Kind::Register => SymbolKind::FIELD,
            Kind::Thread => SymbolKind::FUNCTION,
        };
        let detail = Some(shown(on.source.slice(part.whole)));
        let name = on.source.slice(part.name);
        symbol(on, (name, detail), kind, (part.whole, part.name))
    });
    let mut inner: Vec<DocumentSymbol> = parts.collect();
    inner.extend(sketch.asked.map(|asked| {
        let text = on.source.slice(asked);
        let text: String = text.split_whitespace().collect::<Vec<_>>().join(" ");
        symbol(on, (&text, None), SymbolKind::EVENT, (asked, asked))
    }));
    let name = on.source.slice(sketch.name);
    let places = (Span::new(0, on.text().len()), sketch.name);
    vec![DocumentSymbol {
        children: Some(inner),
        ..symbol(on, (name, None), SymbolKind::MODULE, places)
    }]
}

fn of_model(on: &Snapshot, outline: &Outline) -> Vec<DocumentSymbol> {
    let own = outline.definitions.iter().filter(|one| one.place.file == 0);
    let shown = own.filter_map(|one| {
        let kind = match one.kind {
            Defined::Let => SymbolKind::VARIABLE,
            Defined::Function => SymbolKind::FUNCTION,
            Defined::Axiom => SymbolKind::EVENT,
            Defined::Parameter => return None,
        };
        Some(symbol(
            on,
            (&one.name, None),
            kind,
            (one.statement, one.place.span),
        ))
    });
    shown.collect()
}
