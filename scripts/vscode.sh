#!/bin/sh
# The extension for VS Code: its client is checked, its grammars are read as VS Code reads them, and it is packed into
# editors/vscode/gpu-litmus-VERSION.vsix. Needs Node.js with npm; the rest comes from npm.
set -eu
cd "$(dirname "$0")/../editors/vscode"
for tool in node npm; do
    command -v "$tool" >/dev/null 2>&1 || {
        echo "vscode: $tool is missing (Debian, Ubuntu: apt install nodejs npm)" >&2
        exit 1
    }
done
npm ci --no-audit --no-fund
npm run --silent check
npm run --silent test
npm run --silent package
echo 'vscode: code --install-extension editors/vscode/gpu-litmus-*.vsix installs it'
