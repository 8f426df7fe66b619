-- The inputs of a session that succeeded, as a script: `save "name.lua"`, `load "name.lua"`.
--
-- An input is a chunk: its locals end with it, and it may return. The script wraps one with a local, a return or a
-- label in a function, and assigns expressions to `_`, like the prompt. It omits inputs that failed, and those that
-- begin with a call of the prompt's. A mark in the script shows that it is whole (`takeaway.base.checksum`).

local completion = require "takeaway.app.completion"
local failure = require "takeaway.base.failure"
local file = require "takeaway.base.file"
local seal = require "takeaway.base.checksum"
local streams = require "takeaway.app.cli.streams"
local text = require "takeaway.base.text"

local M = {}

local HEAD = 'local ta = require "takeaway"\n'
  .. 'local time = time or function(call, ...) return call(...) end -- of the prompt\n'
local OWN = { help = true, examples = true, traceback = true, save = true, load = true, reload = true,
              more = true }
local ALONE = { ["local"] = true, ["return"] = true, ["goto"] = true, ["::"] = true }

local function own(tokens)
  local call = tokens[2]
  return #tokens == 0 or OWN[tokens[1].text] and call and (call.text == "(" or call.kind == "string")
end

--- An input as a part of the script; nil where it has no part.
-- @tparam string input
-- @tparam boolean is_expression
-- @tparam boolean has_value it set `_`
-- @treturn string
function M.part(input, is_expression, has_value)
  local tokens = completion.tokens(input)
  if own(tokens) then return nil end
  local expression = is_expression and tokens[1].text ~= "return"
  if expression and has_value then return "_ = " .. input end
  if expression then return "do local _ = " .. input .. "\nend" end
  for _, token in ipairs(tokens) do
    if ALONE[token.text] then
      return (has_value and "_ = " or ";") .. "(function()\n" .. input .. "\nend)()"
    end
  end
  return tokens[1].text == "(" and ";" .. input or input
end

local function name_of(call, name)
  if type(name) ~= "string" then
    failure.misuse(("%s: expected the name of a file, got %s"):format(call, type(name)))
  end
  return name
end

--- Keep an input that worked, as a part of the session.
function M.keep(session, ...) session.parts[#session.parts + 1] = M.part(session.input, ...) end

--- Add `save`, `load` and `time` to the globals of the prompt.
-- @tparam table env
-- @tparam table session its `parts` are kept
function M.add(env, session)
  session.parts = {}
  function env.save(name)
    local parts = session.parts
    local ok, why = file.write(name_of("save", name), function(put)
      seal.write("session", put, function(sealed)
        sealed(HEAD)
        for _, part in ipairs(parts) do sealed(part, "\n") end
      end)
    end)
    if not ok then failure.misuse("save: " .. why) end
    streams.print(("%d inputs are kept in %s; load %q runs them again"):format(#parts, name, name))
  end
  -- Lua's load fails on "name.lua", which is no chunk; then it is loaded as a file.
  function env.load(chunk, ...)
    local results = table.pack(load(chunk, ...))
    local is_file = not results[1] and select("#", ...) == 0 and type(chunk) == "string" and chunk:find("^[^\n]+%.lua$")
    if not is_file then return table.unpack(results, 1, results.n) end
    local whole, why = file.read(chunk)
    if not whole then failure.misuse("load: " .. tostring(why)) end
    local unchanged, changed = seal.check("session", whole)
    if not unchanged then failure.misuse(("load: %s: %s"):format(text.visible(chunk), changed)) end
    whole = whole:gsub("^#[^\n]*", "")
    local script, wrong = load(whole, "@" .. chunk, "t", env)
    if not script then failure.misuse("load: " .. wrong) end
    script()
    session.parts[#session.parts + 1] = ";(function()\n" .. whole .. "\nend)()"
  end
  function env.time(call, ...)
    if type(call) ~= "function" then
      failure.misuse(("time: expected a function, and what it is called with, got %s: time(function() return ... end)")
        :format(type(call)))
    end
    local start = os.clock()
    local results = table.pack(call(...))
    streams.print(("(%.3f s)"):format(os.clock() - start))
    return table.unpack(results, 1, results.n)
  end
end

--- Add `reload` to the globals of the prompt: the rules in a file are `game`.
-- @tparam table env
-- @tparam table session
-- @tparam[opt] string path
function M.watch(env, session, path)
  session.path = path
  function env.reload()
    if not path then failure.misuse("reload: there is no file of rules: takeaway repl rules.lua") end
    session.text = file.read(path)
    local game, why = env.ta.load_rules(path)
    if not game then failure.misuse(why) end
    env.game = game
    session.parts[#session.parts + 1] = ("game = ta.load_rules(%q)"):format(path)
    streams.print(("game is %s, from %s"):format(text.visible((tostring(game):match("^[^\n]*"))), text.visible(path)))
  end
end

--- Test whether the file differs from the text that was read. A file that fails is not read again before it changes.
function M.changed(session) return session.path and file.read(session.path) ~= session.text end

return M
