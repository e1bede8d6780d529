// Starts `gpu-litmus lsp` for tests and models, and hands VS Code what it says.
"use strict";

const { workspace } = require("vscode");
const { LanguageClient } = require("vscode-languageclient/node");

let client;

function activate() {
  const settings = workspace.getConfiguration("gpu-litmus");
  const server = {
    command: settings.get("path"),
    args: ["lsp", "--model", settings.get("models").join(","), "--within", settings.get("within")],
  };
  const options = {
    documentSelector: [{ language: "litmus" }, { language: "gpu-litmus-cat" }],
  };
  client = new LanguageClient("gpu-litmus", "gpu-litmus", server, options);
  return client.start();
}

function deactivate() {
  return client && client.stop();
}

module.exports = { activate, deactivate };
