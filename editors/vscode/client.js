// Starts `gpu-litmus lsp` for tests and models, and hands VS Code what it says.
"use strict";

const { spawnSync } = require("node:child_process");
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
    const told = refused(server.command, server.args);
    const said = told
      ? `The settings of gpu-litmus are not what the program takes: ${told}`
      : `The setting gpu-litmus.path names no program that starts: ${command} (${why})`;
    const chosen = await window.showErrorMessage(said, SETTING);
    const setting = told ? "gpu-litmus." : "gpu-litmus.path";
    if (chosen === SETTING) await commands.executeCommand("workbench.action.openSettings", setting);
  }
}

/**
 * What a program says that starts and ends at once, because it does not take what it is called with; nothing of one that
 * does not start.
 * @param {string} command
 * @param {string[]} args
 */
function refused(command, args) {
  const { error, status, stderr } = spawnSync(command, args, { input: "", encoding: "utf8", timeout: 5000 });
  return error || status !== 2 ? undefined : stderr.trim();
}

function deactivate() {
  return client?.stop();
}

module.exports = { activate, deactivate };
