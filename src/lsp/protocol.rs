//! What the server can do, and what a client says of itself.

use lsp_types::{
    CodeActionKind, CodeActionOptions, CodeActionProviderCapability, CodeLensOptions,
    CompletionOptions, ExecuteCommandOptions, HoverProviderCapability, OneOf, PositionEncodingKind,
    RenameOptions, SaveOptions, SemanticTokensFullOptions, SemanticTokensLegend,
    SemanticTokensOptions, SemanticTokensServerCapabilities, ServerCapabilities,
    TextDocumentSyncCapability, TextDocumentSyncKind, TextDocumentSyncOptions,
    TextDocumentSyncSaveOptions, WorkDoneProgressOptions,
};
use serde_json::{Value, json};

use super::encoding::Encoding;
use super::tokens;

/// The command that inserts the cheapest fences: its arguments are a text and a model.
pub const FENCES: &str = "gpu-litmus.fences";

/// The command that changes a text, for clients that take no changes with an action: its arguments are the text, the number of
/// its state, what is done, and the change.
pub const EDIT: &str = "gpu-litmus.edit";

/// What a client can do.
#[derive(Debug, Clone, Copy, Default)]
#[expect(
    clippy::struct_excessive_bools,
    reason = "each is a capability of its own"
)]
pub struct Client {
    /// How it counts columns.
    pub encoding: Encoding,
    /// Whether edits may say of which state of a text they are.
    pub versioned_edits: bool,
    /// Whether it can be asked to tell of files that change.
    pub watches: bool,
    /// Whether it can be told later that some texts can be laid out: models cannot.
    pub registers_formatting: bool,
    /// Whether the parts of a text may have parts.
    pub nested_symbols: bool,
    /// Whether actions may be more than commands.
    pub literal_actions: bool,
}

impl Client {
    /// What it says of itself; what it does not say it cannot do.
    pub fn of(initialize: &Value) -> Self {
        let at = |path: &str| initialize.get("capabilities")?.pointer(path);
        let can = |path: &str| at(path).and_then(Value::as_bool) == Some(true);
        let encodings = at("/general/positionEncodings").and_then(Value::as_array);
        let bytes = encodings.is_some_and(|all| all.iter().any(|one| one == "utf-8"));
        Self {
            encoding: if bytes {
                Encoding::Utf8
            } else {
                Encoding::Utf16
            },
            versioned_edits: can("/workspace/workspaceEdit/documentChanges"),
            watches: can("/workspace/didChangeWatchedFiles/dynamicRegistration"),
            registers_formatting: can("/textDocument/formatting/dynamicRegistration"),
            nested_symbols: can("/textDocument/documentSymbol/hierarchicalDocumentSymbolSupport"),
            literal_actions: at("/textDocument/codeAction/codeActionLiteralSupport")
                .is_some_and(Value::is_object),
        }
    }
}

/// What is registered with a client that takes such: to be told of models and settings, which are read from the disk, and
/// that tests can be laid out. Nothing where it takes none.
pub fn registered(client: Client) -> Option<Value> {
    let globs = ["**/*.cat", "**/gpu-litmus.toml"];
    let watchers = globs.map(|glob| json!({ "globPattern": glob }));
    let files = client.watches.then(|| {
        json!({
            "id": "gpu-litmus-files",
            "method": "workspace/didChangeWatchedFiles",
            "registerOptions": { "watchers": watchers },
        })
    });
    let tests = json!([{ "language": "litmus" }, { "pattern": "**/*.litmus" }]);
    let layout = client.registers_formatting.then(|| {
        json!({
            "id": "gpu-litmus-layout",
            "method": "textDocument/formatting",
            "registerOptions": { "documentSelector": tests },
        })
    });
    let all: Vec<Value> = files.into_iter().chain(layout).collect();
    (!all.is_empty()).then(|| json!({ "registrations": all }))
}

/// What the server can do.
pub fn capabilities(client: Client) -> ServerCapabilities {
    let progress = WorkDoneProgressOptions::default();
    let sync = TextDocumentSyncOptions {
        open_close: Some(true),
        change: Some(TextDocumentSyncKind::INCREMENTAL),
        save: Some(TextDocumentSyncSaveOptions::SaveOptions(
            SaveOptions::default(),
        )),
        ..TextDocumentSyncOptions::default()
    };
    let letters = [".", ":", "@", ",", "/", " ", "^", "\""].map(str::to_owned);
    ServerCapabilities {
        position_encoding: Some(PositionEncodingKind::new(client.encoding.name())),
        text_document_sync: Some(TextDocumentSyncCapability::Options(sync)),
        hover_provider: Some(HoverProviderCapability::Simple(true)),
        completion_provider: Some(CompletionOptions {
            trigger_characters: Some(letters.to_vec()),
            ..CompletionOptions::default()
        }),
        definition_provider: Some(OneOf::Left(true)),
        references_provider: Some(OneOf::Left(true)),
        document_highlight_provider: Some(OneOf::Left(true)),
        document_symbol_provider: Some(OneOf::Left(true)),
        code_action_provider: Some(CodeActionProviderCapability::Options(CodeActionOptions {
            code_action_kinds: Some(vec![CodeActionKind::QUICKFIX, CodeActionKind::REFACTOR]),
            work_done_progress_options: progress,
            resolve_provider: Some(false),
        })),
        code_lens_provider: Some(CodeLensOptions {
            resolve_provider: Some(false),
        }),
        document_formatting_provider: (!client.registers_formatting).then_some(OneOf::Left(true)),
        rename_provider: Some(OneOf::Right(RenameOptions {
            prepare_provider: Some(true),
            work_done_progress_options: progress,
        })),
        execute_command_provider: Some(ExecuteCommandOptions {
            commands: vec![FENCES.to_owned(), EDIT.to_owned()],
            work_done_progress_options: progress,
        }),
        semantic_tokens_provider: Some(SemanticTokensServerCapabilities::SemanticTokensOptions(
            SemanticTokensOptions {
                legend: SemanticTokensLegend {
                    token_types: tokens::legend(),
                    token_modifiers: Vec::new(),
                },
                range: None,
                full: Some(SemanticTokensFullOptions::Bool(true)),
                work_done_progress_options: progress,
            },
        )),
        ..ServerCapabilities::default()
    }
}
