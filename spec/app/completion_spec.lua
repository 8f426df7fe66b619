-- The completions of bash and zsh at a terminal: the line after Tab.
local shell = require "spec.support.shell"
local terminal = require "spec.support.terminal"

local SHELLS = {
  bash = { "bash --norc -i", 'PS1="%% "; source share/bash-completion/completions/takeaway; bind "set bell-style none"' },
  zsh = { "zsh -f -i", 'PS1="%% "; fpath=($PWD/share/zsh/site-functions $fpath); autoload -Uz compinit; compinit -u -D' },
}

-- typed | after Tab, or another one, the screen matches
local ROWS = {
  { "takeaway ta", "takeaway table" },
  { "takeaway check-", "takeaway check%-rules" },
  { "takeaway table tw", "takeaway table two%-pile" },
  { "takeaway table --max 5 on", "takeaway table %-%-max 5 one%-pile" },
  { "takeaway table two-pile 2k --mi", "%-%-misere" },
  { "takeaway nim 0.77 --format bf", "%-%-format bfile" },
  { "takeaway nim 0.77 --format=la", "%-%-format=latex" },
  { "takeaway nim 0.77 --out LICEN", "%-%-out LICENSE" },
  { "takeaway solve wyth", "takeaway solve wythoff" },
  { "takeaway solve LICEN", "takeaway solve LICENSE" },
  { "takeaway paper nim", "takeaway paper nim_with_cash" },
  { "takeaway solve-to nim --what misere_o", "%-%-what misere_outcome" },
  { "takeaway prove nim --what p_", "%-%-what p_positions" },
  { "takeaway completion z", "takeaway completion zsh" },
  { "takeaway --v", "takeaway %-%-version" },
  { "takeaway certify 1,3 --max-", "max%-base.*max%-period", "max%-period.*max%-base" },
}

for _, name in ipairs { "bash", "zsh" } do
  describe("in " .. name .. ", Tab", function()
    local t
    after_each(function() if t then t.close() end end)

    it("completes commands, options, values, files and rules", function()
      local missing = terminal.missing { name }
      if missing then return pending(missing) end
      t = terminal(100, "env HOME=/nowhere " .. SHELLS[name][1], 30, true)
      t.type(SHELLS[name][2] .. '; echo rea""dy')
      t.keys "Enter"
      t.wait "\nready"
      for _, row in ipairs(ROWS) do
        t.type "clear"
        t.keys "Enter"
        t.type(row[1])
        local found
        for _ = 1, 300 do -- a second Tab lists what a first one leaves open; later ones are for a shell that is slow
          t.keys "Tab"
          found = t.within(20, row[2], row[3])
          if found then break end
        end
        assert.is_truthy(found, row[1] .. "\n" .. t.screen())
        t.keys "C-c"
      end
      t.type "clear"
      t.keys "Enter"
      t.type "takeaway nim LICEN" -- no file is a game
      t.keys("Tab", "Tab")
      t.type "X"
      t.wait "takeaway nim LICENX"
    end)
  end)
end

it("the completions print what is installed", function()
  for name, path in pairs { bash = "bash-completion/completions/takeaway", zsh = "zsh/site-functions/_takeaway" } do
    assert.equal(shell.read("share/" .. path), shell.answer("completion " .. name))
  end
end)

describe("without a pseudo-terminal", function()
  local SPECS = "spec/app/completion_spec.lua spec/app/repl_terminal_spec.lua spec/app/transcript_spec.lua"

  it("tests that need one report it in one line and are skipped", function()
    if os.getenv "TAKEAWAY_NO_TERMINAL" then return end -- this one is in SPECS
    local out, err = shell.run("TAKEAWAY_NO_TERMINAL=1 lua5.4 tools/busted.lua -o TAP " .. SPECS)
    assert.is_nil(out:find "not ok", out .. err)
    local line = "# NO TERMINAL: TAKEAWAY_NO_TERMINAL is set; what needs one is skipped\n"
    assert.equal(3, select(2, out:gsub(line, "")), "one for each file")
    assert.equal(2 + 7 + 1, select(2, out:gsub("# SKIP", "")), out)
  end)
end)
