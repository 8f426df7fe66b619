--- Commands on one pile with memory: `table one-pile`, `losing`.
-- @module takeaway.family.one_pile.commands

local function least_moves(ta, args, tools)
  if args.formula or args.diff then
    tools.fail("bad", "--formula and --diff: only two-pile has a closed form")
  end
  local watch = tools.watch()
  local game = ta.one_pile(args.f, { misere = args.misere, progress = watch.progress })
  local s, to, cut = tools.keep(watch, args.max, tools.by_count, function(n) return game:least_moves(n) end)
  local title = ("least winning moves of %s"):format(tostring(game))
  local data, first = s, nil
  if to > 1 and tools.format(args) == "bfile" then -- integers alone: past the infinite ones
    first = s(1) == math.huge and 2 or 1
    data = s:list(first, to)
  end
  return { data = data, first = first, title = title, text = tools.sequence_text(title, s),
           plot = tools.draw("sequence", s, { title = title }),
           standing = cut and tools.interrupted("least moves", to) or nil }
end

local function losing(ta, args, tools)
  local watch = tools.watch()
  local f = args.f:gsub("^one[_-]pile:", "")
  local game = ta.one_pile(f, { misere = args.misere, opening = args.opening, progress = watch.progress })
  local finite, past
  local list, to, cut = tools.keep(watch, args.limit, tools.by_count, function(n)
    local got, is_finite, why = game:losing_sizes(n)
    finite, past = is_finite, why
    return got, is_finite, got == nil and why or nil
  end)
  local lines = { ("losing sizes of %s up to %d: %d"):format(tostring(game), to, #list),
                  #list > 0 and table.concat(list, " ") or "none" }
  if finite then lines[#lines + 1] = "the list is complete" end
  if past and type(past) == "string" and finite ~= true then lines[#lines + 1] = past end
  return { data = list, text = table.concat(lines, "\n"), title = lines[1],
           plot = tools.draw("sequence", list, { title = lines[1] }),
           standing = cut and tools.interrupted("losing sizes", to) or nil }
end

local function opening(text)
  local n = math.tointeger(tonumber((text:gsub("^\1", ""))))
  if n and n ~= 0 then return n end
  return nil, "--opening: expected 1 or more, or -k for all but k"
end

return {
  table = least_moves,
  {
    name = "losing", what = "Pile sizes from which the opening is lost, one pile with memory.",
    example = "takeaway losing 2k --limit 1000", answer = losing,
    arguments = function(c, types)
      c:argument("f", "The move function: 2k, 3, k^2.")
      c:option("--limit", types.LIMIT):default "1000":convert(types.number "--limit")
      c:flag("--misere", "The player who takes last loses.")
      c:option("--opening", "The most the first move may take; -2: all but two."):convert(opening)
    end,
  },
}
