//! What the server can do, and what a client says of itself.

use lsp_types::{
    CodeActionKind, CodeActionOptions, CodeActionProviderCapability, CodeLensOptions,
    CompletionOptions, ExecuteCommandOptions, HoverProviderCapability, OneOf, PositionEncodingKind,
    RenameOptions, SaveOptions, SemanticTokensFullOptions, SemanticTokensLegend,
    SemanticTokensOptions, SemanticTokensServerCapabilities, ServerCapabilities,
    TextDocumentSyncCapability, TextDocumentSyncKind, TextDocumentSyncOptions,
    TextDocumentSyncSaveOptions, WorkDoneProgressOptions,
};
use serde_json::Value;

use super::encoding::Encoding;
use super::tokens;

/// The command that inserts the cheapest fences: its arguments are a text and a model.
pub const FENCES: &str = "gpu-litmus.fences";

/// What a client can do.
#[derive(Debug, Clone, Copy, Default)]
pub struct Client {
    /// How it counts columns.
    pub encoding: Encoding,
    /// Whether edits may say of which state of a text they are.
    pub versioned_edits: bool,
}

impl Client {
    /// What it says of itself; what it does not say it cannot do.
    pub fn of(initialize: &Value) -> Self {
        let at = |path: &str| initialize.pointer(path);
        let encodings = at("/capabilities/general/positionEncodings").and_then(Value::as_array);
        let bytes = encodings.is_some_and(|all| all.iter().any(|one| one == "utf-8"));
        let versioned = at("/capabilities/workspace/workspaceEdit/documentChanges");
        Self {
            encoding: if bytes {
                Encoding::Utf8
            } else {
                Encoding::Utf16
            },
            versioned_edits: versioned.and_then(Value::as_bool) == Some(true),
        }
    }
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
    let letters = [".", ":", "@", ",", "/", " ", "^"].map(str::to_owned);
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
        document_formatting_provider: Some(OneOf::Left(true)),
        rename_provider: Some(OneOf::Right(RenameOptions {
            prepare_provider: Some(true),
            work_done_progress_options: progress,
        })),
        execute_command_provider: Some(ExecuteCommandOptions {
            commands: vec![FENCES.to_owned()],
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
