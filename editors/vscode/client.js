// Starts `gpu-litmus lsp` for tests and models, and hands VS Code what it says.
"use strict";

const { commands, window, workspace } = require("vscode");
const { LanguageClient } = require("vscode-languageclient/node");

const SETTING = "Open the setting";

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
    // What is long is cut at its end: what is to be done comes first.
    const said = `The setting gpu-litmus.path names no program that starts: ${command} (${why})`;
    const chosen = await window.showErrorMessage(said, SETTING);
    if (chosen === SETTING) await commands.executeCommand("workbench.action.openSettings", "gpu-litmus.path");
  }
}

function deactivate() {
  return client?.stop();
}

module.exports = { activate, deactivate };
