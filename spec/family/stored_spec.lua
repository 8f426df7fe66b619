-- Nim values of heap games in files: game:solve_to and ta.open, against the game in memory; messages, refusals, and
-- resuming, with the same bytes.
local refusals = require "spec.support.refusals"
local ta = require "takeaway"
local core = require "takeaway.core"
local database_path = require "spec.support.database_path"
local file = require "takeaway.base.file"

local SHORT = os.getenv "TAKEAWAY_SHORT"

local refused, failed = refusals.raises, refusals.failed

local place = require("tools.jobs").write

describe("sequences in files", function()
  local path
  before_each(function() path = database_path.fresh() end)
  after_each(function() database_path.clear(path) end)

  local function solved(game, settings)
    settings.file = path
    return game:solve_to(settings)
  end

  local GAMES = {
    { function() return ta.subtraction { 1, 3, 4 } end, 3007, 2 },
    { function() return ta.subtraction { 1000000, 7 } end, 3007, 2 },
    { function() return ta.subtraction { 5 } end, 103, 1 },
    { function() return ta.subtraction { all_but = { 3, 5 } } end, 399, 8, 16 },
    { function() return ta.octal "0.77" end, 4999, 8, 4 },
    { function() return ta.octal "0.33" end, 4999, 2 },
    { function() return ta.octal "0.007" end, 8000, 8, 16 },
    { function() return ta.octal "4!.0" end, 1000, 8 },
    { function() return ta.octal "0.3{2!,3+}" end, 150, 8, 16 },
    { function() return ta.spawning "1-3" end, 100, 8, 16 },
  }

  it("are those in memory, of every kind", function()
    for _, one in ipairs(GAMES) do
      local make, to, bits, more = table.unpack(one)
      for _, wanted in ipairs { false, more } do
        local game = make()
        local label = tostring(game)
        local db = assert(solved(game, { to = to, bits = wanted or nil }))
        local values = game:nim_values(to)
        assert.equal(values:checksum(), db:nim_values():checksum(), label)
        assert.equal(wanted or bits, db:info().bits, label)
        assert.equal(to + 1, db:count(), label)
        assert.equal(values[to], db:nim_value(to), label)
        assert.is_true(db:check { positions = label:find "{2!" and 0 or 200 }, label) -- whose options are too many
        db:close()
        db = assert(ta.open(path))
        assert.equal(label, tostring(db:game()))
        assert.equal(game:outcome(3, 5), db:outcome(3, 5))
        assert.equal(values[7], db:game():nim_value(7))
        db:close()
        os.remove(path)
      end
    end
  end)

  it("answer as the game does", function()
    local game = ta.octal "0.77"
    local db = assert(solved(game, { to = 300, bits = 4 }))
    assert.equal(path .. ": nim values of octal 0.77, n = 0..300", tostring(db))
    for n = 0, 40 do
      assert.same(game:winning_moves(n, 7), db:winning_moves(n, 7))
      assert.equal(game:outcome(n, 9, 20), db:outcome(n, 9, 20))
    end
    assert.same({}, db:winning_moves(5, 5))
    assert.equal("P", db:outcome())
    assert.same(game:nim_values(300):list(), db:nim_values():list())
    assert.same(game:nim_values(300):list(100, 200), db:nim_values(200, 100):list())
    assert.equal(game:nim_value(150), db:nim_values(200, 100)[150])
    assert.same(game:periodicity(300), db:periodicity())
    assert.same({ period = 12, proved = true }, { period = db:periodicity(299).period, proved = db:periodicity(299).proved })
    failed("ELIMIT", "no period is seen among heaps 0 to 20", db:periodicity(20))
    assert.equal("0.77(3)", tostring(db:game():position(3)))
    local info = db:info()
    assert.same({ "nim_value", "octal 0.77", 300, 301, 4 }, { info.what, info.game, info.to, info.positions, info.bits })
    db:close()
    db:close()
    for _, call in ipairs { "nim_value", "nim_values", "outcome", "winning_moves", "frequencies", "records", "periodicity", "game",
                            "count", "info", "check" } do
      refused(call .. ": this database is closed", db[call], db, 3)
    end
  end)

  it("count values and records by one pass", function()
    local game = ta.octal "0.007"
    local db = assert(solved(game, { to = 2000 }))
    local values, count, first, last, records, most = game:nim_values(2000), {}, {}, {}, {}, -1
    for n, v in values:iter() do
      count[v], first[v], last[v] = (count[v] or 0) + 1, first[v] or n, n
      if v > most then records[#records + 1], most = { heap = n, value = v }, v end
    end
    assert.same(records, db:records())
    local total = 0
    for _, one in ipairs(db:frequencies()) do
      assert.same({ value = one.value, count = count[one.value], first = first[one.value], last = last[one.value] }, one)
      total = total + one.count
    end
    assert.equal(2001, total)
    local part, seen = db:frequencies(1000, 500), 0
    for _, one in ipairs(part) do
      seen = seen + one.count
      assert.is_true(one.first >= 500 and one.last <= 1000)
    end
    assert.equal(501, seen)
    db:close()
  end)

  it("refuse what is not in them, and wrong calls", function()
    local game = ta.octal "0.77"
    local db = assert(solved(game, { to = 50 }))
    failed("ELIMIT", "heap 51 is not in it; it has 0..50", db:nim_value(51))
    failed("ELIMIT", "is not in it", db:outcome(3, 51))
    failed("ELIMIT", "is not in it", db:winning_moves(51))
    refused("n: expected an integer from 0", db.nim_value, db, -1)
    refused("n: expected an integer from 0", db.nim_value, db, "x")
    refused("to: expected an integer from 0 to 50", db.nim_values, db, 51)
    refused("from: expected an integer from 0 to 20", db.frequencies, db, 20, 21)
    refused("check: positions: expected an integer", db.check, db, { positions = -1 })
    refused("nim_value: expected a sequence in a file (called with . instead of : ?), got 3", db.nim_value, 3, 4)
    db:close()
    os.remove(path)
    refused("expected a table", game.solve_to, game)
    refused("file: expected the name", game.solve_to, game, { to = 3 })
    refused("unknown setting what", game.solve_to, game, { file = path, to = 3, what = "outcome" })
    refused("to: expected an integer from 0 to 2^48 - 1", game.solve_to, game, { file = path })
    refused("to: expected an integer from 0 to 2^48 - 1", game.solve_to, game, { file = path, to = 1 << 48 })
    refused("bits: expected 1, 2, 4, 8 or 16", game.solve_to, game, { file = path, to = 3, bits = 3 })
    refused("bytes: expected", game.solve_to, game, { file = path, to = 3, bytes = -1 })
    refused("threads: expected", game.solve_to, game, { file = path, to = 3, threads = 0 })
    failed("EUNSUPPORTED", "its rule is a function", solved(ta.heap(function() end), { to = 3 }))
    assert.is_true(file.absent(path .. ".part"))
    failed("EUNSUPPORTED", "not found one heap after another", solved(ta.octal "20.017", { to = 3 }))
    assert.is_true(file.absent(path .. ".part"))
    failed("ECANCELLED", "cancelled", solved(game, { to = 10 ^ 7, progress = function() return false end }))
    failed("EIO", 'it has other contents: it has "octal: 0.77", not "octal: 0.07"',
      solved(ta.octal "0.07", { to = 10 ^ 7 }))
    os.remove(path .. ".part")
    failed("ELIMIT", "heap 65536: the nim value 65536 takes more than 16 bits", solved(ta.subtraction { all_but = {} }, { to = 70000 }))
    local db2 = assert(solved(ta.subtraction { all_but = {} }, { to = 65535 })) -- the existing file serves
    assert.equal(65535, db2:nim_value(65535))
    db2:close()
  end)

  it("take as many bits as their values do, whatever they begin with", function()
    for _, one in ipairs(GAMES) do
      local make, to, bits = table.unpack(one)
      for start = 1, 8, 7 do
        local game = make()
        local db = assert(solved(game, { to = to, bits = start }))
        assert.equal(game:nim_values(to):checksum(), db:nim_values():checksum(), tostring(game))
        assert.is_true(db:info().bits <= math.max(start, bits) or tostring(game):find "0.{2!" ~= nil, tostring(game))
        assert.is_true(file.absent(path .. ".part") and file.absent(path .. ".part.2"))
        db:close()
        os.remove(path)
      end
    end
    local db = assert(solved(ta.octal "0.007", { to = 9167 })) -- the last heap before one of 9 bits
    assert.equal(8, db:info().bits)
    db:close()
    db = assert(solved(ta.octal "0.007", { to = 9168 }))
    assert.same({ 256, 16 }, { db:nim_value(9168), db:info().bits })
    db:close()
  end)

  it("go on to a larger heap from what is there, and answer up to a smaller one at once", function()
    for _, one in ipairs(GAMES) do
      local game, to = one[1](), one[2]
      local label = tostring(game)
      for _, last in ipairs { 0, to // 3, to // 2, to // 4, to } do
        local db = assert(solved(game, { to = last }))
        local have = db:info().to
        assert.equal(last == to // 4 and to // 2 or last, have, label)
        assert.equal(game:nim_values(have):checksum(), db:nim_values():checksum(), label)
        assert.is_true(file.absent(path .. ".part"))
        db:close()
      end
      os.remove(path)
    end
  end)

  -- FILE of heaps 0..to, or what is solved of it, whose values are those of another game: they tell what was read.
  local function foreign(to, bits, name)
    local handle = assert(core.database(name, "takeaway sequence\noctal: 0.77\nto: " .. to .. "\n", to + 1, bits))
    assert(core.heap_store(ta.octal "0.07", handle, 0))
    handle:close()
  end

  it("read the values that are there, in FILE and in FILE.part of another last heap, and compute none of them again", function()
    local old, bits = ta.octal "0.07":nim_values(5000), 4
    for _, name in ipairs { "", ".part", ".part.2" } do
      for _, to in ipairs { 3000, 3001, 5000 } do
        foreign(3000, bits, path .. name)
        local least
        local db = assert(solved(ta.octal "0.77", { to = to, bits = name == ".part" and 8 or nil,
                                              progress = function(done) least = least or done end }))
        for n = 0, 3000 do assert.equal(old[n], db:nim_value(n), name) end
        assert.is_true(least == nil or least >= 3000, least)
        assert.is_true(file.absent(path .. ".part") and file.absent(path .. ".part.2"))
        db:close()
        os.remove(path)
      end
    end
    foreign(3000, bits, path .. ".part") -- a smaller FILE is made at once, and the existing part stays
    local db = assert(solved(ta.octal "0.77", { to = 2000 }))
    for n = 0, 2000 do assert.equal(old[n], db:nim_value(n)) end
    assert.equal(2000, db:info().to)
    db:close()
    db = assert(solved(ta.octal "0.77", { to = 3000 }))
    assert.equal(old[3000], db:nim_value(3000))
    db:close()
  end)

  -- Progress is reported again at the next poll, however soon that comes.
  local function at_every_poll()
    local now = core.clock()
    while core.clock() < now + 0.06 do end
  end

  it("lose nothing when they are ended in between, at any last heap", function()
    local game, values = ta.octal "0.007", ta.octal "0.007":nim_values(30000)
    local known = 0
    for _, step in ipairs { { 30000, 12000 }, { 20000, 14000 }, { 25000, 16000 }, { 15000 }, { 28000, 20000 }, { 29000, 0 }, { 28500 } } do
      local to, stop = table.unpack(step)
      local first, last
      local db, _, code = solved(ta.octal "0.007", { to = to, progress = function(done, total)
        at_every_poll()
        first, last = first or done, done
        assert.equal(to + 1, total)
        return not stop or done < stop
      end })
      assert.is_true(not first or first >= math.min(known, to) - 1024, first) -- a block of these files
      assert.equal(stop and "ECANCELLED" or nil, code)
      known = math.max(known, last or 0)
      if db then
        assert.equal(game:nim_values(to):checksum(), db:nim_values():checksum())
        db:close()
        known = math.max(known, to)
      end
    end
    local db = assert(solved(game, { to = 30000 }))
    assert.equal(values:checksum(), db:nim_values():checksum())
    db:close()
    for k = 1, 15 do assert.is_true(file.absent(path .. ".part" .. (k > 1 and "." .. k or ""))) end
  end)

  -- A file with this number of blocks done, and the others begun.
  local function unfinished(text, blocks)
    local count, bits, block, length = string.unpack("<I8I4I4I8", text, 17)
    local all = ((count * bits + 7) // 8 + block - 1) // block
    local table_at = (40 + length + 7) // 8 * 8
    local data = (table_at + 8 * all + 4095) // 4096 * 4096
    blocks = math.min(blocks, all)
    local left = math.min(data + block * blocks, #text)
    return text:sub(1, table_at + 8 * blocks) .. ("\0"):rep(8 * (all - blocks))
      .. text:sub(table_at + 8 * all + 1, left) .. ("\165"):rep(#text - left), all
  end

  it("go on where they were, with the same bytes, however many blocks are done", function()
    for i, one in ipairs(GAMES) do
      local make, to, _, more = table.unpack(one)
      solved(make(), { to = to, bits = more }):close()
      local text = file.read(path)
      local _, all = unfinished(text, 0)
      local step = SHORT and math.max(1, all // 3) or math.max(1, all // 8)
      for blocks = i % step, all, step do
        os.remove(path)
        place(path .. ".part", (unfinished(text, blocks)))
        solved(make(), { to = to, bits = more }):close()
        assert.is_true(text:sub(1, -65) == file.read(path):sub(1, -65), ("%s, %d blocks"):format(make(), blocks))
      end
      os.remove(path)
    end
  end)

  it("of a set with far members go on from its last values alone", function()
    local far = { 34023, 28054, 5194, 14335, 136, 24773, 207 } -- no period is proved in 2^20 heaps
    local to = 1500007
    local db = assert(solved(ta.subtraction(far), { to = to, bits = 4 }))
    assert.equal(ta.subtraction(far):nim_values(to):checksum(), db:nim_values():checksum())
    assert.is_true(db:check { positions = 1000 })
    db:close()
    local text = file.read(path)
    for _, blocks in ipairs { 1, 40, 45 } do
      os.remove(path)
      place(path .. ".part", (unfinished(text, blocks)))
      solved(ta.subtraction(far), { to = to, bits = 4, bytes = 1 }):close()
      assert.is_true(text:sub(1, -65) == file.read(path):sub(1, -65))
    end
  end)

  it("are computed again from a block that does not hold, and refused where they are whole", function()
    local game = ta.octal "0.007"
    solved(game, { to = 8000 }):close()
    local text = file.read(path)
    for _, at in ipairs { 4096, 6000, 12000 } do
      local changed = text:sub(1, at) .. string.char(text:byte(at + 1) ~ 4) .. text:sub(at + 2)
      os.remove(path)
      place(path .. ".part", changed)
      solved(game, { to = 8000 }):close()
      assert.is_true(text == file.read(path))
      place(path, changed)
      local db = assert(ta.open(path))
      local n = at - 4096
      failed("EIO", "is damaged: its checksum differs", db:nim_value(n))
      failed("EIO", "is damaged", db:check())
      failed("EIO", "is damaged", db:nim_values())
      failed("EIO", "is damaged", db:frequencies())
      failed("EIO", "is damaged", db:records())
      failed("EIO", "is damaged", db:periodicity())
      failed("EIO", "is damaged", db:outcome(n))
      failed("EIO", "is damaged", core.heap_store(game, db.core, 0)) -- it is open for queries only
      db:close()
    end
    place(path, text:sub(1, 5000))
    failed("EIO", "it was cut off", ta.open(path))
    place(path, text:gsub("octal: 0%.007", "octal: 0.006"))
    failed("EIO", "its head is damaged", ta.open(path))
  end)

  it("of another game, or other bits, are refused", function()
    solved(ta.octal "0.77", { to = 100 }):close()
    failed("EIO", 'it has "octal: 0.77", not "octal: 0.7707"', solved(ta.octal "0.7707", { to = 100 }))
    assert(solved(ta.octal "0.77000", { to = 100 })):close() -- the same game
    failed("EIO", 'it has "octal: 0.77", not "subtraction: 0.33"', solved(ta.subtraction { 1, 2 }, { to = 100, bits = 8 }))
    failed("EIO", 'it has "takeaway sequence", not "takeaway database"',
      ta.rules.nim:as_moves({ numbers = 1 }):solve_to { file = path, to = 100 })
    assert(solved(ta.octal "0.77", { to = 100 })):close() -- there already
    for _, head in ipairs { "octal: 0.9x\nto: 9\n", "octal: 0.7\nto: 9\nmore: 1\n", "octal: 0.7\nto: 8\n", "octal: 0.7\n",
      "lua: os.exit()\nto: 9\n", "\n", "", "subtraction: 0.[3]\nto: 9\n" } do
      local handle = assert(core.database(path .. ".part", "takeaway sequence\n" .. head, 10, 8))
      assert(core.heap_store(ta.octal "0.7", handle, 0))
      assert(handle:finish(path .. ".part", path))
      handle:close()
      failed("EIO", "is not understood", ta.open(path))
    end
  end)

  it("stop at progress, keep finished blocks, and are solved by one process at a time", function()
    local game, last, other = ta.octal "0.007", 0, nil
    local settings = { to = 40000, bits = 16, progress = function(done, total)
      at_every_poll()
      assert.equal(40001, total)
      last = math.max(last, done)
      other = other or table.pack(ta.octal("0.007"):solve_to { file = path, to = 40000, bits = 16 })
      return done < 20000
    end }
    failed("ECANCELLED", "solve_to: cancelled", solved(game, settings))
    failed("EIO", "another process is solving it", table.unpack(other, 1, 3))
    assert.is_true(last >= 20000 and file.absent(path))
    local first
    settings.progress = function(done) first = first or done end
    local db = assert(solved(game, settings))
    assert.equal(game:nim_values(40000):checksum(), db:nim_values():checksum())
    db:close()
    assert.is_true(not first or first >= 16384, first)
  end)
end)
