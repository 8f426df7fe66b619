--- Games as CGSuite takes them, in CGScript: by name where it has them, as a class of their own, or by position.
--
-- The positions that a position leads to are numbered, options before what they are options of, so that 0 has none. In
-- CGSuite they are heaps: a list says for each which heaps an option leaves. So an option that is a sum stays one.
-- @module takeaway.app.export.cgsuite

local data = require "takeaway.research.data"
local failure = require "takeaway.base.failure"
local text = require "takeaway.base.text"

local KNOWN = { name = "string", to = "any", positions = "any" }
local MOST = 10000 -- positions, where nobody says

local function key_of(position)
  local parts = {}
  for i = 1, #position do parts[i] = text.quoted(tostring(position[i])) end
  return table.concat(parts, ",")
end

local function too_many(settings)
  return nil, ("more than %d positions; give {positions = n} to write more"):format(settings.positions),
    "ELIMIT"
end

-- The positions that an option is the sum of: no option is a difference.
local function summands(option)
  if data.family(option) == "position" then return { option } end
  local list = {}
  for _, term in ipairs(option.terms) do
    for _ = 1, term.count do list[#list + 1] = term.position end
  end
  return list
end

-- A position under way: its options, for each player, as lists of summands; what of them is still to be numbered.
local function opened(position, players)
  local entry = { position = position, key = key_of(position), pending = {} }
  for side, ask in ipairs(players) do
    local options, why, code = position[ask](position)
    if not options then return nil, why, code end
    entry[side] = {}
    for i, option in ipairs(options) do
      entry[side][i] = summands(option)
      table.move(entry[side][i], 1, #entry[side][i], #entry.pending + 1, entry.pending)
    end
  end
  return entry
end

local function numbered(options, numbers)
  local shown = {}
  for i, list in ipairs(options) do
    local heaps = {}
    for j, summand in ipairs(list) do heaps[j] = numbers[key_of(summand)] end
    shown[i] = "[" .. table.concat(heaps, ", ") .. "]"
  end
  return "[" .. table.concat(shown, ", ") .. "]"
end

-- The options of all followers as lists of CGScript, one a player, and the number of the position.
local function walk(position, players, settings)
  local numbers, under_way, lists, count = {}, {}, {}, 0
  for side in ipairs(players) do lists[side] = {} end
  local entry, why, code = opened(position, players)
  local stack = { entry }
  while #stack > 0 do
    local top = stack[#stack]
    under_way[top.key] = true
    local follower = table.remove(top.pending)
    local key = follower and key_of(follower)
    if not follower then
      for side in ipairs(players) do lists[side][count + 1] = numbered(top[side], numbers) end
      numbers[top.key], under_way[top.key], count = count, nil, count + 1
      stack[#stack] = nil
    elseif under_way[key] then
      return nil, ("play need not end: %s comes again"):format(tostring(follower)), "ELOOPY"
    elseif not numbers[key] then
      if count + #stack >= settings.left then return too_many(settings) end
      entry, why, code = opened(follower, players)
      if not entry then return nil, why, code end
      stack[#stack + 1] = entry
    end
  end
  if why then return nil, why, code end
  for side, list in ipairs(lists) do lists[side] = "[" .. table.concat(list, ",\n") .. "]" end
  return lists, count - 1
end

-- A position, and how many are written for it.
local function of_position(position, settings)
  local rules, players = position:ruleset(), { "options" }
  if rules.terminal or rules.entails then
    return nil, "CGSuite has neither endings by rule nor entailing moves", "EUNSUPPORTED"
  end
  if position:is_partizan() then players = { "left_options", "right_options" } end
  local lists, number, code = walk(position, players, settings)
  if not lists then return nil, number, code end
  if #lists == 1 then
    return ("(t -> game.heap.HeapRuleset(n -> t[n + 1]))(%s)(%d)"):format(lists[1], number), number + 1
  end
  return ("((l, r) -> game.heap.PartizanHeapRuleset(game.heap.HeapRuleset(n -> l[n + 1]), "
    .. "game.heap.HeapRuleset(n -> r[n + 1])))(%s,\n%s)(%d)"):format(lists[1], lists[2], number), number + 1
end

local function of_sum(sum, settings)
  local shown = {}
  for i, term in ipairs(sum.terms) do
    local written, count, code = of_position(term.position, settings)
    if not written then return nil, count, code end
    if term.count > settings.left // count then return too_many(settings) end
    settings.left = settings.left - term.count * count
    local one = term.sign > 0 and written or "(-" .. written .. ")"
    shown[i] = one .. (" +\n" .. one):rep(term.count - 1)
  end
  return #shown > 0 and table.concat(shown, " +\n") or "0"
end

local function written(game, settings)
  local family, kind = data.family(game), data.kind(game)
  if family == "value" or family == "loopy" then return game:text "cgscript" end
  if family == "position" then
    local shown, why, code = of_position(game, settings)
    return shown, why, code
  end
  if family == "sum" then return of_sum(game, settings) end
  if kind.cgsuite then
    local shown, why = kind.cgsuite(game, settings)
    return shown, why, "EUNSUPPORTED"
  end
  failure.misuse("cgsuite: game: expected a game that CGSuite has, a position, a sum or a value, got "
    .. (kind.noun or family or type(game))
    .. (family == "ruleset" and ": call it with the components of a position" or ""))
end

return function(game, settings)
  local given = data.options("cgsuite", settings, KNOWN, game)
  local checked = { name = given.name, positions = MOST }
  if given.to ~= nil then checked.to = data.integer("cgsuite", "to", given.to, 1, 100000) end
  if given.positions ~= nil then
    checked.positions = data.integer("cgsuite", "positions", given.positions, 1, 1000000)
  end
  checked.left = checked.positions -- of a sum, what its terms before leave
  if given.name and not given.name:find "^%u%w*$" then
    failure.misuse(("cgsuite: name: expected a name such as \"TwoPile\", got %s"):format(text.quoted(given.name)))
  end
  local shown, why, code = written(game, checked)
  if not shown then return nil, "cgsuite: " .. why, code end
  return shown
end
