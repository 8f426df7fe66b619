-- The laws of every family, from spec/support/families.lua. Each method refuses each wrong argument by its name, each
-- object of another kind, and a closed one. Settings are refused by name. Long calls can be cancelled, and resume. The
-- kernel, the rules and the definition agree.
local families = require "spec.support.families"
local naive = require "spec.support.naive"
local positions = require "takeaway.engine.ruleset.family_position"
local refusals = require "spec.support.refusals"
local ta = require "takeaway"

local refused, failed = refusals.raises, refusals.failed
local short = os.getenv "TAKEAWAY_SHORT"

-- ---- Arguments
-- -------------------------------------------------------------------------------------------------------------

local MISSING = {} -- an argument that is not there
local NAMES = { form = true, notation = true, player = true, source = true } -- one of some texts

local function wrong_for(argument)
  local may_be, list = argument.may_be, { true, NAMES[argument.name] and "roman" or nil }
  if may_be.from then
    table.move({ {}, 1.5, 0 / 0, "3", print, -math.huge, may_be.from - 1 }, 1, 7, 2, list)
    if may_be.to < math.maxinteger then list[#list + 1] = may_be.to + 1 end
    if not may_be.infinite then list[#list + 1] = math.huge end
    if not argument.optional then list[#list + 1] = MISSING end
  end
  return list
end

local function shown(x)
  if x == MISSING then return "" end -- "no value", or "nil"
  if type(x) == "string" then return ('"%s"'):format(x) end -- the core adds "(a string)"
  return (type(x) == "table" or type(x) == "function") and "a " .. type(x) or tostring(x)
end

local function bound(n) return n == 1 << 62 and "2^62" or n == math.maxinteger and "2^63 - 1" or ("%d"):format(n) end

local function message(method, argument, given)
  local may_be = argument.may_be
  local expected = may_be.expected or ("expected an integer from %s to %s%s, got "):format(bound(may_be.from), bound(may_be.to),
    may_be.infinite and " or math.huge" or "") .. shown(given)
  return { ("%s: %s: "):format(method.name, may_be.as or argument.name), expected }
end

local function refuses(object, method, i)
  local argument, samples = method.arguments[i], families.samples(method)
  for _, given in ipairs(wrong_for(argument)) do
    local arguments, count = table.move(samples, 1, #samples, 1, {}), math.max(#samples, i)
    if given == MISSING then count = i - 1 else arguments[i] = given end
    refused(message(method, argument, given), object[method.name], object, table.unpack(arguments, 1, count))
  end
end

for name, kind in pairs(families.kinds) do
  describe("each method of " .. name, function()
    local object, methods = kind.make(), families.methods(kind)

    for _, method in ipairs(methods) do
      for i, argument in ipairs(method.arguments) do
        if argument.may_be then
          it(("refuses wrong arguments: %s: %s"):format(method.name, argument.name), function() refuses(object, method, i) end)
        else -- an object of another family's, or settings
          assert(argument.optional or argument.type == "table" or argument.name == "other", method.name .. ": " .. argument.name)
        end
      end
    end

    it("takes the samples of its arguments", function()
      for _, method in ipairs(methods) do
        local samples = families.samples(method)
        if samples then
          local ok, why = pcall(object[method.name], object, table.unpack(samples))
          assert(ok or tostring(why):find "E%u+", why)
        end
      end
    end)

    it("is refused of another object, and of a closed one", function()
      local closed = kind.make()
      local closes = type(closed) == "userdata" and closed.close and name ~= "value"
      if closes then closed:close() end
      for _, method in ipairs(methods) do
        local samples = families.samples(method) or {}
        local named = { method.name .. ": expected a", kind.noun .. " (called with . instead of : ?), got " }
        refused(named, object[method.name], 3, table.unpack(samples))
        local text = ("%s: this %s is closed"):format(method.name, kind.noun)
        if closes then refused(text, object[method.name], closed, table.unpack(samples)) end
      end
    end)
  end)
end

-- ---- Settings, and what takes long
-- --------------------------------------------------------------------------------------------

for name, kind in pairs(families.kinds) do
  for call, of in pairs(kind.settings or {}) do
    it(call .. " are refused by name", function()
      local make, known = table.unpack(of)
      refused(call .. ": expected a table, got 3", make, 3)
      refused(("%s: unknown setting wrong; known are %s"):format(call, known), make, { wrong = 1 })
      refused(": progress: expected a function, got 3", make, { progress = 3 })
      for _, setting in ipairs { "check", "memory", "threads", "classes", "max_base", "limit" } do
        if known:find(setting, 1, true) then
          for _, bad in ipairs { 0, -1, 1.5, "3" } do
            local none = setting == "memory" and bad == 0
            if not none then refused(setting .. ": expected an integer from", make, { [setting] = bad }) end
          end
        end
      end
    end)
  end

  if kind.work then
    describe("what takes long of " .. name, function()
      local call, make, ask = table.unpack(kind.work)
      local function answer(object) return tostring(assert(ask(object))) end

      it("is cancelled by its progress function, keeps its results, and resumes", function()
        local heard, stop = 0, true
        local object = make { progress = function(done, total)
          heard = heard + 1
          assert(total == 0 or done <= total)
          return not stop
        end }
        failed("ECANCELLED", call .. ": cancelled by the progress function", ask(object))
        assert.equal(1, heard)
        stop = false
        assert.equal(answer(make {}), answer(object))
        assert.is_true(heard > 1)
      end)

      it("passes on what its progress function raises, and refuses a yield", function()
        local what
        local object = make { progress = function() what() end }
        for text, f in pairs { ["own words"] = function() error "own words" end, yield = coroutine.yield } do
          what = f
          refused(text, ask, object)
        end
        what = function() end
        assert.equal(answer(make {}), answer(object))
      end)

      if kind.noun and call ~= name then
        it("is in use for its own progress function", function()
          local object
          object = make { progress = function() ask(object) end }
          refused("is in use", ask, object)
        end)
      end
    end)
  end
end

-- ---- Definition = rules = kernel
-- ----------------------------------------------------------------------------------------------

-- The rules with nothing but the rules: every answer by search.
local function bare(rules)
  local fields = {}
  for _, key in ipairs { "name", "options", "left", "right", "parts", "start" } do fields[key] = rules[key] end
  return ta.ruleset(fields)
end

-- The answer of a game, of rules or of the definition, as text: moves as the positions that they leave.
local function moves_of(kind, game, question, ...)
  local list = {}
  for i, move in ipairs(game[question](game, ...)) do list[i] = table.concat({ kind.after(move, ...) }, " ") end
  table.sort(list)
  return table.concat(list, "; ")
end

local function moves_by_rules(kind, at, question)
  local list = {}
  for i, position in ipairs(at[question](at, kind.player)) do list[i] = table.concat({ table.unpack(position, 1, kind.keeps) }, " ") end
  table.sort(list)
  return table.concat(list, "; ")
end

local function compare(kind, game, size)
  local rules = positions.rules(game)
  local searched, misere_game = bare(rules), game.is_misere and game:is_misere()
  local defined = rules.options and not rules.parts and naive.game(rules)
  local start = rules.start or function(...) return ... end
  kind.positions(size, function(...)
    local at, here = searched(...), game:position(...)
    local where = table.concat({ tostring(game), ... }, " ")
    local function same(expected, got, what)
      if expected ~= got then error(("%s: %s: the rules say %s, the kernel %s"):format(where, what, expected, got)) end
    end
    for _, question in ipairs(kind.questions) do
      local asked = misere_game and "misere_" .. question or question
      if kind.misere_to and asked == "misere_outcome" and ... > kind.misere_to then break end
      same(here, game(...), "the position by game(...)")
      if question:find "moves" then
        local over = asked:find "misere" and #at:options() == 0 -- a player who cannot move has won
        if not over then same(moves_by_rules(kind, at, asked), moves_of(kind, game, question, ...), asked) end
      else
        local expected = at[asked](at)
        if game[question] then same(expected, game[question](game, ...), asked) end
        same(expected, here[asked](here), asked .. " of the position")
        if defined then same(defined[asked] { start(...) }, expected, asked .. " by definition") end
      end
    end
  end)
end

for name, kind in pairs(families.kinds) do
  if kind.games then
    it("the kernel of " .. name .. " is its rules and its definition", function()
      for _, game in ipairs(kind.games()) do compare(kind, game, kind.size[short and 2 or 1]) end
    end)
  end
end

it("positions of heap games add up with others", function()
  for _, game in ipairs(families.kinds.heap.games()) do
    local rules, wythoff, half = bare(positions.rules(game)), ta.rules.wythoff(3, 4), ta.rules.hackenbush("lr")
    assert.equal((rules(9) + rules(7)):nim_value(), game:position(9, 7):nim_value())
    assert.equal((rules(9) + wythoff):outcome(), (game:position(9) + wythoff):outcome())
    assert.equal("P", (game:position(9) + half - half - rules(9)):outcome())
    assert.error_matches(function() return wythoff + game end, "got .*, a game; game%(%.%.%.%) is a position")
  end
end)
