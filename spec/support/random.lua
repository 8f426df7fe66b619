-- Random tests. All share one seed, which is printed; TAKEAWAY_SEED changes it. A property is checked on many random
-- cases. A failure names the seed, the case and the draws. A grammar generates texts.
local seed = require "spec.support.seed"

local M = { seed = seed(), short = os.getenv "TAKEAWAY_SHORT" ~= nil }

local random = math.random

--- The first number, or in the short form (TAKEAWAY_SHORT) the second.
function M.count(full, short) return M.short and short or full end

function M.pick(list) return list[random(#list)] end

--- For a grammar: an integer between these.
function M.range(least, most)
  return function() return tostring(random(least, most)) end
end

--- A list of `least` to `most` draws.
function M.list(least, most, draw, ...)
  local list = {}
  for i = 1, random(least, most) do list[i] = draw(...) end
  return list
end

--- The set of positive integers that the bits of a number say.
function M.subset(mask)
  local set = {}
  for a = 1, 62 do if mask >> (a - 1) & 1 == 1 then set[#set + 1] = a end end
  return set
end

--- The keys of a table in order: `pairs` has another order in each process, and a seed would not give the same cases.
function M.keys(t)
  local list = {}
  for key in pairs(t) do list[#list + 1] = key end
  table.sort(list)
  return list
end

--- The body of a test: `check(number, tell)` draws and checks one of `count` cases, then `last()` checks what was
-- counted. A failure shows what the case gave to `tell(format, ...)`.
function M.forall(count, check, last)
  return function()
    math.randomseed(M.seed)
    local told
    local function tell(...) told = table.pack(...) end
    for number = 1, count do
      told = nil
      local ok, why = pcall(check, number, tell)
      if not ok then
        for i = 2, told and told.n or 0 do
          if type(told[i]) == "table" then told[i] = ("(%s)"):format(table.concat(told[i], ", ")) end
        end
        error(("TAKEAWAY_SEED=%d, case %d: %s\n%s"):format(M.seed, number,
          told and tostring(told[1]):format(table.unpack(told, 2, told.n)) or "", tostring(why)), 0)
      end
    end
    if last then last() end
  end
end

-- A text of a production as a list of literals and of symbols {symbol, name}, where one name is one draw.
local function parsed(text)
  local list, counts, from = {}, {}, 1
  for at, symbol, tag, after in text:gmatch "()%$(%a+)(%d*)()" do
    if tag == "" then
      counts[symbol] = (counts[symbol] or 0) + 1
      tag = "#" .. counts[symbol]
    end
    list[#list + 1] = text:sub(from, at - 1)
    list[#list + 1] = { symbol, symbol .. tag }
    from = after
  end
  list[#list + 1] = text:sub(from)
  return list
end

-- The productions of a symbol: {f = the function, or nil, keeps =, form, ...}, each as often as its weight says.
local function productions(list)
  local flat = {}
  for _, entry in ipairs(list) do
    if type(entry) ~= "table" then entry = { entry } end
    local weight = type(entry[1]) == "number" and entry[1]
    local texts = weight and table.move(entry, 2, #entry, 1, {}) or entry
    local made = { keeps = entry.keeps, entry = entry, f = type(texts[1]) == "function" and texts[1] or nil }
    for i, text in ipairs(made.f and {} or texts) do made[i] = parsed(text) end
    for _ = 1, weight or 1 do flat[#flat + 1] = made end
  end
  return flat
end

--- A function draw(symbol, level) of a grammar. `rules[symbol]` lists productions: a text, {weight, text}, or {text,
-- second form}, {weight, text, second form} where two languages say the same. `$symbol` in a text stands for a draw of
-- one level less, the n-th in both forms for the same one. `$symbol1` is the same wherever the production has it. At
-- level 0 and below the draw is from `rules[symbol].least`, if there is one. A function f(level, drawn) in place of a
-- list or a text gives the forms itself. After a production with a field `keeps` comes a call `kept(production,
-- drawn)`.
-- @treturn string,string the forms
function M.grammar(rules, kept)
  local flat = {}
  for symbol, list in pairs(rules) do
    if type(list) == "table" then
      flat[symbol] = { productions(list), list.least and productions(list.least) }
    end
  end
  local draw
  local function expand(production, level)
    local drawn = {}
    if production.f then return production.f(level, drawn) end
    local function form(i)
      local out = {}
      for at, part in ipairs(production[i] or production[1]) do
        if type(part) == "table" then
          local name = part[2]
          drawn[name] = drawn[name] or table.pack(draw(part[1], level - 1, drawn))
          part = drawn[name][i] or drawn[name][1]
        end
        out[at] = part
      end
      return table.concat(out)
    end
    local first, second = form(1), rules.forms == 2 and form(2) or nil
    if production.keeps then kept(production.entry, drawn) end
    return first, second
  end
  function draw(symbol, level, drawn)
    level = level or 1
    local rule = rules[symbol]
    if type(rule) == "function" then return rule(level, drawn or {}) end
    local known = flat[symbol] or error("the grammar has no " .. symbol)
    return expand(M.pick(level <= 0 and known[2] or known[1]), level)
  end
  return draw
end

return M
