--- Commands on databases: solve-to, open.
-- @module takeaway.app.cli.database

local answers = require "takeaway.app.cli.answer"
local games = require "takeaway.app.cli.game"
local progress = require "takeaway.app.cli.progress"
local read = require "takeaway.app.cli.read"

local M = {}

-- What a database says of itself.
local function told(db)
  local info = db:info()
  local lines = { tostring(db), ("%d positions, %d bit%s each, %d bytes"):format(info.positions, info.bits,
    info.bits == 1 and "" or "s", info.bytes) }
  if info.order then lines[3] = "order: " .. table.concat(info.order, ", ") end
  lines[#lines + 1] = info.rules
  local record = { file = info.file, what = info.what, positions = info.positions, bits = info.bits,
                   bytes = info.bytes, rules = info.rules, game = info.game }
  return { data = record, text = table.concat(lines, "\n") }
end

-- What is solved: a heap game's sequence, else rules; and the settings that it has.
local function question(ta, args)
  local game = games.read(ta, args.rules, { sandbox = args.sandbox, args = args })
  local settings = { file = args.file, to = args.max, bits = args.bits, progress = progress.bar() }
  if game.game and game.game.solve_to then
    if (args.what or "nim_value") ~= "nim_value" then
      answers.fail("bad", "--what: a file of %s holds nim values, not %ss", game.name, (args.what:gsub("_", " ")))
    end
    if args.order then answers.fail("bad", "--order: heaps have one order") end
    return game.game, settings
  end
  settings.what = args.what
  for name in (args.order or ""):gmatch "[^, ]+" do
    settings.order = settings.order or {}
    table.insert(settings.order, name)
  end
  return games.rules(ta, args.rules, { sandbox = args.sandbox, args = args }), settings
end

function M.solve_to(ta, args)
  local of, settings = question(ta, args)
  local ok, db, message, code = pcall(of.solve_to, of, settings)
  if not ok then
    if not answers.is_interrupt(db) then error(db, 0) end
    answers.fail("interrupted", "interrupted; the same command continues from there")
  end
  local solved <close> = answers.check(db, message, code)
  return told(solved)
end

-- The moves of a sum of heaps as positions.
local function after(game, given, moves)
  local list = {}
  for i, move in ipairs(moves) do
    local heaps = {}
    for k, heap in ipairs(given) do
      local left = k == move.heap and move.to or { heap }
      table.move(left, 1, #left, #heaps + 1, heaps)
    end
    list[i] = game:position(table.unpack(heaps))
  end
  return list
end

function M.open(ta, args)
  local db <close> = answers.check(ta.open(args.file))
  if args.check then answers.check(db:check()) end
  if #args.position == 0 then return told(db) end
  local given, what = read.position(args.position), db:info().what
  local heaps, of = db.game and given, db.game and db:game() or db:rules()
  local position = of:position(table.unpack(given))
  local record, lines = { position = tostring(position) }, { tostring(position) }
  local function add(name, value)
    record[name:gsub(" ", "_")] = value
    lines[#lines + 1] = ("%-15s %s"):format(name, type(value) == "table" and table.concat(value, ", ") or value)
  end
  local asked = heaps or { position }
  if what == "nim_value" and #asked == 1 then add("nim value", answers.check(db:nim_value(asked[1]))) end
  add(what == "misere_outcome" and "misere outcome" or "outcome",
    answers.check(db[what == "misere_outcome" and what or "outcome"](db, table.unpack(asked))))
  local moves, texts = answers.check(db:winning_moves(table.unpack(asked))), {}
  for i, move in ipairs(heaps and after(of, given, moves) or moves) do texts[i] = tostring(move) end
  add("winning moves", #texts > 0 and texts or "none")
  return { data = record, text = table.concat(lines, "\n") }
end

return M
