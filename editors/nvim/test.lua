-- Neovim without a screen opens a test with a mistake, is told of it, applies the action that mends it,
-- and saves. `make editor` runs this with the binary and the file in the environment.

local function fail(text)
  io.stderr:write(text .. "\n")
  vim.cmd("cquit 1")
end

local function wait(what, done)
  if not vim.wait(60000, done, 20) then
    fail("waited in vain for " .. what)
  end
end

local settings = dofile("editors/nvim/gpu-litmus.lua")
settings.cmd = { os.getenv("GPU_LITMUS"), "lsp", "-m", "sc,ptx-7.5" }
vim.cmd("edit " .. os.getenv("LITMUS_FILE"))

wait("a diagnostic", function()
  return #vim.diagnostic.get(0) > 0
end)
local found = vim.diagnostic.get(0)[1]
if #vim.diagnostic.get(0) ~= 1 or not found.message:find("did you mean `.acquire`?", 1, true) then
  fail("another diagnostic came: " .. vim.inspect(vim.diagnostic.get(0)))
end

vim.api.nvim_win_set_cursor(0, { found.lnum + 1, found.col })
local params = vim.lsp.util.make_range_params()
params.context = { diagnostics = {} }
local answers = vim.lsp.buf_request_sync(0, "textDocument/codeAction", params, 60000) or {}
local mended = false
for id, answer in pairs(answers) do
  for _, action in ipairs(answer.result or {}) do
    if action.kind == "quickfix" then
      local encoding = vim.lsp.get_client_by_id(id).offset_encoding
      vim.lsp.util.apply_workspace_edit(action.edit, encoding)
      mended = true
    end
  end
end
if not mended then
  fail("no action came: " .. vim.inspect(answers))
end

wait("the mistake to go", function()
  return #vim.diagnostic.get(0) == 0
end)
vim.cmd("write")

local lenses = vim.lsp.buf_request_sync(0, "textDocument/codeLens", {
  textDocument = vim.lsp.util.make_text_document_params(),
}, 60000) or {}
local titles = {}
for _, answer in pairs(lenses) do
  for _, lens in ipairs(answer.result or {}) do
    table.insert(titles, lens.command.title)
  end
end
print(table.concat(titles, "; "))
vim.cmd("quitall!")
