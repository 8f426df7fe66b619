-- Limits bound the calls of the rules, in every part of a query: counted, not timed.

local box = require "spec.support.box"
local says = require("spec.support.refusals").says
local ta = require "takeaway"

local short = os.getenv "TAKEAWAY_SHORT"

-- The rules with every function counted.
local function counted(rules, settings)
  local calls, fields = {}, { start = rules.start, check = rules.check, name = rules.name }
  for _, name in ipairs { "left", "right", "options", "parts", "canonical" } do
    calls[name] = 0
    if rules[name] then
      fields[name] = function(...)
        calls[name] = calls[name] + 1
        return rules[name](...)
      end
    end
  end
  return ta.ruleset(fields, settings), calls
end

local GAMES = {
  domineering = { questions = { "outcome", "misere_outcome", "remoteness", "followers", "canonical_form" },
                  start = { 6, 6 }, options = 60 },
  cram = { questions = { "outcome", "nim_value", "misere_outcome", "remoteness", "followers" }, start = { 5, 5 },
           options = 40 },
}

describe("limits", function()
  it("of positions limit the positions whose options are computed", function()
    for name, game in pairs(GAMES) do
      for question, limit in box(game.questions, { 1, 2, 7, 30 }) do
        local rules, calls = counted(ta.rules[name], { limit = limit })
        local p = rules(table.unpack(game.start))
        local value, _, code = p[question](p)
        local case = ("%s:%s, limit %d"):format(name, question, limit)
        assert.is_nil(value, case)
        assert.equal("ELIMIT", code, case)
        for _, mover in ipairs { "left", "right", "options" } do assert.is_true(calls[mover] <= limit, case) end
        local most = limit * game.options + 1
        assert.is_true(calls.parts <= most and calls.canonical <= most, case)
      end
    end
  end)

  it("that were reached end with a larger one, without errors", function()
    for name, game in pairs { domineering = { 3, 4 }, cram = { 3, 4 } } do
      for _, question in ipairs(GAMES[name].questions) do
        local rules = counted(ta.rules[name])
        local p, plain = rules(table.unpack(game)), ta.rules[name](table.unpack(game))
        for limit = 1, 200, 13 do
          local solved, _, code = rules:solve { from = p, what = question ~= "followers" and question or nil,
                                                limit = limit }
          assert.is_true(solved ~= nil or code == "ELIMIT")
        end
        assert.equal(tostring(plain[question](plain)), tostring(p[question](p)))
      end
    end
  end)

  it("of seconds are checked between the calls of one position's parts and representatives", function()
    for name, game in pairs(GAMES) do
      for _, question in ipairs(game.questions) do
        local rules, calls = counted(ta.rules[name], { seconds = 1e-9 })
        local p = rules(table.unpack(game.start))
        says("", "ELIMIT", p[question](p))
        -- The clock is read at every 16th call of a rule; a query may run twice.
        assert.is_true(calls.canonical <= 2 * 16, ("%s:%s: %d"):format(name, question, calls.canonical))
      end
    end
  end)

  local MOST <const> = 1 << 22

  it("of options of one position are limits, in Lua and compiled, by emit and of text", function()
    local function row(emit, n) for k = 1, n do emit(n - k) end end
    local function text(emit, s) for k = 1, s == "" and MOST + 1 or 0 do emit(tostring(k)) end end
    local function hidden(emit, n) for k = 1, n do pcall(emit, n - k) end end
    for _, case in ipairs { { row, false }, { row, true }, { row, "cc" }, { row, "check" }, { text, true, "" },
                            { hidden, true } } do
      local options, native, start = table.unpack(case)
      local rules = ta.ruleset({ name = "Row", options = options }, { native = native })
      for n = 1, start and 0 or 700 do rules(n):options() end
      local questions = { "outcome", options == row and not short and "nim_value" or nil, options == row and "options" or nil }
      for _, question in pairs(questions) do
        local p = rules(start or MOST + 1)
        local answer, message, code = p[question](p)
        assert.same({ nil, "ELIMIT" }, { answer, code }, question)
        assert.matches(": options of Row at .*: more than 4194304 options of one position$", message)
      end
      if not start and options == row then assert.equal("N", rules(20):outcome()) end -- usable after
    end
    local left = ta.ruleset { left = row, right = function() end }
    assert.equal("ELIMIT", (select(3, left(MOST + 1):outcome())))
    if not short then
      local most = ta.ruleset { options = function(emit, n) for k = 1, n > 99 and n or 0 do emit(k % 100) end end }
      assert.same({ 100, "ELIMIT" }, { #most(MOST):options(), (select(3, most(MOST + 1):options())) })
    end
  end)

  it("of options are none where the rule only repeats itself: it does not end", function()
    for _, round in ipairs { 1, 3, 64 } do
      for _, native in ipairs { false, round == 3 or nil } do
        local rules = ta.ruleset({ options = function(emit, n)
          local k = 0
          while n > 5 do
            k = (k + 1) % round
            emit(10 + k)
          end
        end }, { native = native })
        for n = 0, 5 do rules(n):outcome() end
        assert.error_matches(function() rules(6):outcome() end, "more than 4194304 options .* does the rule's loop end%?")
      end
    end
    local rules = ta.ruleset { options = function(emit, s) while s == "" do emit "ab" emit "c" end end }
    assert.error_matches(function() rules(""):outcome() end, "does the rule's loop end%?")
  end)

  it("of depth holds where nobody sets one, and play that ends is solved with one", function()
    local deepest = 1 << 24
    local function ask(last, settings)
      local rules = ta.ruleset({ name = "Row", options = function(emit, n) if n ~= last then emit(n + 1) end end }, settings)
      return rules(0):outcome()
    end
    local outcome, message, code = ask(-1)
    assert.same({ n = 2, nil, "ELIMIT" }, { n = 2, outcome, code })
    if not message:find("half of what was free", 1, true) then -- 840 MB of it
      assert.equal("outcome: 16777216 moves on there is no end of play; where it does end, a limit (`limit`, `memory`, "
        .. "`seconds` or `depth`) lets the search go deeper", message)
    end
    if not short then assert.equal("N", ask(deepest + 1, { limit = deepest + 9 })) end
  end)
end)
