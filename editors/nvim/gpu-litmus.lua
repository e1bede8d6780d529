-- Litmus tests and models in Neovim: `dofile` this from init.lua, with gpu-litmus on the PATH.
-- Neovim 0.7 and later. The pages say more: docs/editor.md.

local gpu_litmus = {
  -- Further options go behind `lsp`: which models to ask, and how long.
  cmd = { "gpu-litmus", "lsp" },
}

local client

local function start(buffer)
  local config = {
    name = "gpu-litmus",
    cmd = gpu_litmus.cmd,
    root_dir = vim.fn.fnamemodify(vim.api.nvim_buf_get_name(buffer), ":p:h"),
  }
  if vim.lsp.start then
    vim.lsp.start(config, { bufnr = buffer })
    return
  end
  -- Before 0.8: one server for all buffers.
  client = client or vim.lsp.start_client(config)
  vim.lsp.buf_attach_client(buffer, client)
end

local group = vim.api.nvim_create_augroup("gpu-litmus", {})

vim.api.nvim_create_autocmd({ "BufRead", "BufNewFile" }, {
  group = group,
  pattern = { "*.litmus", "*.cat" },
  callback = function(event)
    vim.bo[event.buf].filetype = event.match:match("%.(%w+)$")
    vim.bo[event.buf].commentstring = "// %s"
    start(event.buf)
  end,
})

-- Verdicts above the condition.
vim.api.nvim_create_autocmd({ "BufEnter", "CursorHold", "InsertLeave" }, {
  group = group,
  pattern = "*.litmus",
  callback = function()
    vim.lsp.codelens.refresh()
  end,
})

return gpu_litmus
