--- Commands on heap games: `nim`, `period`, `quotient`.
-- @module takeaway.family.heap.commands

local names = require "takeaway.family.heap.names"

local function heap_game(ta, tools, name, settings)
  return names.game(ta, tools.unguard(name), settings, tools)
    or tools.fail("bad", "expected a heap game, %s, got '%s'", names.text, tools.unguard(name))
end

local function period_text(p)
  local shape = ("period %d from %d on"):format(p.period, p.preperiod)
  if p.saltus ~= 0 then shape = shape .. (", saltus %d"):format(p.saltus) end
  if p.proved then return shape .. ", proved" end
  return ("%s, seen in heaps 0..%d, not proved%s"):format(shape, p.heaps,
    p.needs and ("; proved if it goes on to heap %d"):format(p.needs) or "")
end

local function nim(ta, args, tools)
  local watch = tools.watch()
  local game = heap_game(ta, tools, args.game, { progress = watch.progress })
  local s, to, cut = tools.keep(watch, args.to, tools.by_count, function(n) return game:nim_values(n) end)
  local p, title = nil, ("nim values of %s"):format(args.game)
  if not cut then p = game:periodicity(to) end
  return { data = s, title = title, text = tools.sequence_text(title, s) .. (p and "\n" .. period_text(p) or ""),
           plot = tools.draw("sequence", s, { title = title, period = p }),
           standing = cut and tools.interrupted("nim values", to) or nil }
end

local function period(ta, args, tools)
  local watch = tools.watch()
  local game = heap_game(ta, tools, args.game, { progress = watch.progress })
  local looked, to, cut = tools.keep(watch, args.limit, tools.by_count, function(limit)
    local p, why, code = game:periodicity(limit)
    local heaps = why and why:match("no period is %l+ among heaps 0 to (%d+)")
    if not heaps then return p, why, code end
    local needs = why:match("proved if it goes on to heap (%d+)")
    return { why = why:gsub("^periodicity: ", ""), heaps = math.tointeger(heaps), needs = math.tointeger(needs) }
  end)
  cut = cut and not looked.proved
  if cut then tools.note("interrupted") end
  local standing = cut and "interrupted" or not looked.proved and "unproved" or nil
  if looked.why then
    return { text = looked.why, standing = standing,
             data = { found = false, heaps = looked.heaps, needs = looked.needs } }
  end
  return { data = looked, text = ("%s: %s"):format(args.game, period_text(looked)), standing = standing,
           plot = function(path)
    local most = math.min(math.max(3 * (looked.preperiod + looked.period), 50), to)
    return tools.draw("sequence", tools.check(game:nim_values(most)), {
      title = ("nim values of %s"):format(args.game), period = looked,
    })(path)
  end }
end

local function quotient(ta, args, tools)
  local watch = tools.watch()
  local settings = { progress = watch.progress }
  local game = names.game(ta, tools.unguard(args.game), settings, tools) or tools.rules(ta, args.game, settings)
  local q = tools.check(game:misere_quotient(args.to, { elements = args.elements, positions = args.positions }))
  local values = q:values()
  local title = ("elements of heaps of %s in misere play"):format(args.game)
  return { data = values, title = title,
           text = ("%s\n%s\n%s"):format(q, q:presentation(), tools.sequence_text(title, values)) }
end

return {
  {
    name = "nim", what = "Nim values of a heap game.", example = "takeaway nim 0.77 --to 100", answer = nim,
    arguments = function(c, types)
      c:argument("game", "A code (0.77), amounts to take (1,3,4), or amounts not to (not:2,3).")
      c:option("--to", "Largest heap."):default "50":convert(types.number "--to")
    end,
  },
  {
    name = "period", what = "The period of a heap game's nim values.", example = "takeaway period 0.156 --limit 20000",
    answer = period,
    arguments = function(c, types)
      c:argument("game", "A code (0.156), amounts to take (1,3,4), or amounts not to (not:2,3).")
      c:option("--limit", types.LIMIT):default "20000":convert(types.number "--limit")
    end,
  },
  {
    name = "quotient", what = "The misere quotient of a heap game, or rules on heaps.",
    example = "takeaway quotient 0.75",
    answer = quotient,
    arguments = function(c, types)
      c:argument("game", "A code (0.77), amounts to take (1,3,4) or not to (not:2,3); with --to also rules.")
      c:option("--to", "Largest heap; without it as many as prove a period."):convert(types.number "--to")
      c:option("--elements", "Elements of the quotient, at most 32767.")
        :default "4096":convert(types.number "--elements")
      c:option("--positions", "Positions that may be held."):default "2000000":convert(types.number "--positions")
    end,
  },
}
