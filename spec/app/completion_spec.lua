-- The completions as bash and zsh give them at a terminal: what is on the line after Tab.
local shell = require "spec.support.shell"

local function installed(program) return os.execute("command -v " .. program .. " >/dev/null 2>&1") == true end

local SHELLS = {
  bash = { "bash --norc -i", "PS1=\"%% \"; source share/bash-completion/completions/takeaway; bind \"set bell-style none\"" },
  zsh = { "zsh -f -i", "PS1=\"%% \"; fpath=($PWD/share/zsh/site-functions $fpath); autoload -Uz compinit; compinit -u -D" },
}

-- typed | after Tab, and after a second one, the screen matches
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
  { "takeaway nim LICEN", "takeaway nim LICEN\n" }, -- no file is a game
}

for _, name in ipairs { "bash", "zsh" } do
  describe("in " .. name .. ", Tab", function()
    it("completes commands, options, values, files and rules", function()
      if not installed "tmux" then return pending("tmux is not installed") end
      if not installed(name) then return pending(name .. " is not installed") end
      local socket = os.tmpname()
      os.remove(socket)
      local tmux = "env -u LD_PRELOAD tmux -f /dev/null -S " .. socket .. " "
      local function screen() return (shell.run(tmux .. "capture-pane -p")) end
      local function wait(...)
        local got
        for _ = 1, 6000 do -- minutes, where it never comes
          got = screen()
          for _, pattern in ipairs { ... } do if got:find(pattern) then return end end
          os.execute("sleep 0.05")
        end
        error(("%s: %s is not on the screen:\n%s"):format(name, (...), got))
      end
      local function type_in(text, ...)
        shell.run(tmux .. "send-keys -l '" .. text .. "'")
        if ... then shell.run(tmux .. "send-keys " .. table.concat({ ... }, " ")) end
      end
      local ok, why = pcall(function()
        shell.run(tmux .. ("new-session -d -x 100 -y 30 'env HOME=/nowhere %s'"):format(SHELLS[name][1]))
        type_in(SHELLS[name][2] .. "; echo rea\"\"dy", "Enter")
        wait("\nready")
        for _, row in ipairs(ROWS) do
          type_in("clear", "Enter")
          type_in(row[1], "Tab")
          os.execute("sleep 0.1")
          shell.run(tmux .. "send-keys Tab")
          wait(row[2], row[3])
          shell.run(tmux .. "send-keys C-c")
        end
      end)
      shell.run(tmux .. "kill-server")
      os.remove(socket)
      if not ok then error(why, 0) end
    end)
  end)
end

it("the completions print what is installed", function()
  for name, path in pairs { bash = "bash-completion/completions/takeaway", zsh = "zsh/site-functions/_takeaway" } do
    assert.equal((shell.run("cat share/" .. path)), (shell.run("bin/takeaway completion " .. name)))
  end
end)
