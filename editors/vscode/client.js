// Starts `gpu-litmus lsp` for tests and models, and hands VS Code what it says.
"use strict";

const { window, workspace } = require("vscode");
const { LanguageClient } = require("vscode-languageclient/node");

/** @type {import("vscode-languageclient/node").LanguageClient | undefined} */
let client;

async function activate() {
  const settings = workspace.getConfiguration("gpu-litmus");
  /** @type {string} */
  const command = settings.get("path", "gpu-litmus");
  const server = {
    command,
    args: ["lsp", "--model", settings.get("models", ["all"]).join(","), "--within", settings.get("within", "10s")],
  };
  const options = {
    documentSelector: [{ language: "litmus" }, { language: "gpu-litmus-cat" }],
  };
  client = new LanguageClient("gpu-litmus", "gpu-litmus", server, options);
  try {
    await client.start();
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    void window.showErrorMessage(`${command} could not be started (${why}): the setting gpu-litmus.path says where it is.`);
  }
}

function deactivate() {
  return client?.stop();
}

module.exports = { activate, deactivate };
