-- rules:solve_to and ta.open: messages, refusals, resuming; every byte of a file changed.
local box = require "spec.support.box"
local refusals = require "spec.support.refusals"
local core = require "takeaway.core"
local ta = require "takeaway"
local database_path = require "spec.support.database_path"
local foreign_database = require "spec.support.foreign_database"
local declared = require "spec.support.declared"
local file = require "takeaway.base.file"

local raises, says = refusals.raises, refusals.says

local function place(path, text)
  local handle = assert(io.open(path, "wb"))
  handle:write(text)
  handle:close()
end

local function nim(fields)
  local all = { "a, b", name = "pair", "k: 1 <= k <= a -> a - k, b", "k: 1 <= k <= b -> a, b - k" }
  for key, value in pairs(fields or {}) do all[key] = value end
  return ta.moves(all)
end

describe("databases", function()
  local path
  before_each(function() path = database_path.fresh() end)
  after_each(function() database_path.clear(path) end)

  local function solved(settings, rules)
    settings.file = path
    return (rules or nim()):solve_to(settings)
  end

  it("of a stranger, at the ends of the integers and with moves without end, are answered or refused", function()
    local top, bottom = math.maxinteger, math.mininteger
    local near = { from = { top - 20, 0 }, to = { top, 3 } }
    local all, step = "k: 1 <= k <= a -> a - k, b", "k: 1 <= k <= 3 -> a - k, b"
    local skips = "k: 1 <= k <= 9000000000000000, k mod 1000000007 = 5 -> a, b"
    for _, case in ipairs {
      { near, all, { top, 3 }, "more than 4194304 options of one position" }, { near, step, { top - 20, 0 }, "is not in it" },
      { { from = { bottom, 0 }, to = { bottom + 20, 3 } }, step, { bottom, 1 }, "is not in it" },
      { { from = { 0, 0 }, to = { 20, 20 } }, skips, { 5, 7 } },
    } do
      database_path.clear(path)
      local where, move, at, why = table.unpack(case)
      local db <close> = foreign_database(path, ta.moves { "a, b", move }, where)
      says(why or "does not follow from its options", "EIO", db:check { positions = 100 })
      if why then says(why, "ELIMIT", db:winning_moves(table.unpack(at)))
      else assert.same({ db:rules()(table.unpack(at)) }, db:winning_moves(table.unpack(at))) end
    end
  end)
  local function three() return declared.nim(3) end

  it("answer what the rule does", function()
    local db = assert(solved { to = { a = 30, b = 70 } })
    local rules = db:rules()
    for a, b in box(0, 30, 0, 70) do assert.equal(rules(a, b):outcome(), db:outcome(a, b)) end
    assert.is_true(db:is_p(5, 5))
    assert.equal("N", db:outcome(rules(5, 6)))
    assert.equal("P", db:outcome { 7, 7 })
    assert.same({ rules(5, 5) }, db:winning_moves(5, 9))
    assert.same({}, db:winning_moves(6, 6))
    assert.equal(31 * 71, db:count())
    assert.is_true(db:check())
    assert.is_true(db:check { positions = 1 << 40 })
    local info = db:info()
    assert.same({ 0, 0 }, info.from)
    assert.same({ 30, 70 }, info.to)
    assert.same({ "a", "b" }, info.order)
    assert.equal(1, info.bits)
    assert.equal(rules:text(), info.rules)
    assert.equal(path .. ": outcomes of pair, a = 0..30, b = 0..70", tostring(db))
    assert.is_true(file.absent(path .. ".part"))
    db:close()
    db:close()
    for call, with in pairs { outcome = 1, misere_outcome = 1, is_p = 1, nim_value = 1, winning_moves = 1, count = 0, info = 0,
                              check = 0 } do
      raises(call .. ": this database is closed", function() return db[call](db, with, with) end)
    end
    assert.equal(rules, db:rules())
    db = assert(ta.open(path))
    assert.equal("P", db:outcome(30, 30))
    db:close()
    db = assert(solved { to = { a = 30, b = 70 } }) -- there already
    db:close()
  end)

  it("hold misère outcomes and nim values of so many bits", function()
    local db = assert(solved { what = "misere_outcome", to = 9 })
    local rules = db:rules()
    for a, b in box(0, 9, 0, 9) do
      assert.equal(rules(a, b):misere_outcome(), db:misere_outcome(a, b))
      assert.equal(rules(a, b):misere_outcome() == "P", db:is_p(a, b))
    end
    assert.same({ rules(0, 1), rules(1, 0) }, db:winning_moves(1, 1))
    says("it holds only misere outcomes", "EUNSUPPORTED", db:outcome(1, 1))
    says("it holds only misere outcomes", "EUNSUPPORTED", db:nim_value(1, 1))
    db:close()
    for _, bits in ipairs { 1, 2, 4, 8, 16 } do
      os.remove(path)
      local to = math.min(1 << bits, 64) - 1
      db = assert(solved { what = "nim_value", bits = bits, to = to })
      for a, b in box(0, to, 0, to) do assert.equal(a ~ b, db:nim_value(a, b)) end
      assert.equal("P", db:outcome(1, 1))
      says("it holds only nim values", "EUNSUPPORTED", db:misere_outcome(1, 1))
      db:close()
    end
    os.remove(path)
    db = assert(solved { what = "nim_value", bits = 2, to = 9 })
    assert.equal(4, db:info().bits)
    db:close()
    solved({ what = "nim_value", bits = 8, to = 9 }):close() -- the file exists
    os.remove(path)
    local heap = ta.moves { "n", name = "heap", "k: 1 <= k <= n -> n - k" }
    db = assert(solved({ what = "nim_value", to = 999 }, heap)) -- by rows by then
    for n = 0, 999 do assert.equal(n, db:nim_value(n)) end
    assert.equal(16, db:info().bits)
    db:close()
  end)

  it("go on to a larger box from what is there, and answer a smaller one at once", function()
    local bits
    for _, to in ipairs { { 3, 5 }, { 3, 20 }, { 17, 20 }, { 10, 11 }, { 260, 20 }, { 260, 21 }, { 261, 40 } } do
      for _, what in ipairs { "nim_value", "outcome", "misere_outcome" } do
        local db = assert(nim():solve_to { file = path .. "." .. what, what = what, to = to, order = { "b", "a" } })
        local rules = db:rules()
        if what == "nim_value" then bits = db:info().bits end
        for k, have in ipairs(db:info().to) do assert.is_true(have >= to[k]) end
        for a, b in box(0, to[1], 0, to[2]) do
          local answer, right = db[what](db, a, b), a ~ b
          if what ~= "nim_value" then right = rules(a, b)[what](rules(a, b)) end
          if answer ~= right then error(("%s %d, %d: %s, not %s"):format(what, a, b, answer, right)) end
        end
        db:close()
      end
    end
    assert.equal(16, bits)
    for _, what in ipairs { "nim_value", "outcome", "misere_outcome" } do
      assert.is_true(file.absent(path .. "." .. what .. ".part"))
      says('it has to: 261, 40; the new box, to: 20, 80, is smaller in one coordinate and larger in another; use '
        .. 'to: 261, 80, or another file', "EIO", nim():solve_to { file = path .. "." .. what, what = what,
                                                                     to = { 20, 80 }, order = { "b", "a" } })
      os.remove(path .. "." .. what)
    end
  end)

  it("keep a larger unfinished box, when a smaller one is solved, and read both for the next", function()
    local wide = { what = "nim_value", to = { 60, 90, 1 }, order = { "c", "b", "a" }, progress = function() return false end }
    says("solve_to: cancelled", "ECANCELLED", solved(wide, three()))
    local begun = file.read(path .. ".part")
    local small = { what = "nim_value", to = { 9, 9, 1 }, order = { "c", "b", "a" } }
    local db = assert(solved(small, three()))
    for a, b, c in box(0, 9, 0, 9, 0, 1) do assert.equal(a ~ b ~ c, db:nim_value(a, b, c)) end
    db:close()
    assert.is_true(begun == file.read(path .. ".part"))
    small.to, small.progress = { 20, 20, 1 }, function() return false end
    db = solved(small, three())
    if db then db:close() end
    wide.progress = nil
    db = assert(solved(wide, three()))
    for a, b, c in box(0, 60, 0, 90, 0, 1) do assert.equal(a ~ b ~ c, db:nim_value(a, b, c)) end
    assert.is_true(db:check { positions = 300 })
    db:close()
    for k = 1, 15 do assert.is_true(file.absent(path .. ".part" .. (k > 1 and "." .. k or ""))) end
  end)

  it("read what is there of fewer positions, and name a block that does not hold", function()
    local db = assert(solved { what = "nim_value", to = 20 })
    db:close()
    local text = file.read(path)
    place(path, text:sub(1, 4196) .. string.char(text:byte(4197) ~ 1) .. text:sub(4198))
    says("is damaged: its checksum differs; remove it to solve again", "EIO", solved { what = "nim_value", to = 30 })
    assert.is_true(file.absent(path .. ".part.2"))
  end)

  it("leave FILE alone where a larger box is refused", function()
    local up = ta.moves { "a, b", name = "up", "a > 9 -> a - 1, b + 1", "a < 10, a > 0 -> a - 1, b" }
    solved({ to = 9 }, up):close()
    local text = file.read(path)
    says("up(10, 20): its option (9, 21) is not in the box", "EUNSUPPORTED", solved({ to = 20 }, up))
    assert.is_true(text == file.read(path) and file.absent(path .. ".part"))
    os.execute("mkdir " .. path .. ".part")
    says("Is a directory", "EIO", solved({ to = 20 }, up)) -- nothing can be written here
    solved({ to = 8 }, up):close() -- nor needs to
    os.execute("rmdir " .. path .. ".part")
  end)

  it("end where there are too many unfinished files", function()
    for k = 1, 15 do -- each has answers that no other has
      local b = 16 - k
      local handle = assert(core.database(path .. ".part" .. (k > 1 and "." .. k or ""),
        ("takeaway database\nwhat: outcome\nfrom: 0, 0\nto: %d, %d\norder: 1, 2\nname: pair\nvariables: a, b\n"
          .. "move: k: 1 <= k <= a -> a - k, b\nmove: k: 1 <= k <= b -> a, b - k\n"):format(k, b), (k + 1) * (b + 1), 1))
      local rules = nim()
      assert(rules.core:fill(handle, 0, { 0, 0 }, { k, b }, { 1, 2 }, 0))
      handle:close()
    end
    says("there are 15 unfinished files of it, FILE.part to FILE.part.15; remove some", "EIO", solved { to = { 3, 20 } })
    for k = 2, 15 do os.remove(path .. ".part." .. k) end
    solved({ to = { 3, 20 } }):close()
  end)

  it("refuse positions outside and wrong calls", function()
    local small = ta.moves { "a, b", "a > 2 -> a - 1, b", "b > 2 -> a, b - 1" }
    local db = assert(solved({ from = 2, to = 9 }, small))
    says("(1, 5) is not in it; it has a = 2..9, b = 2..9", "ELIMIT", db:outcome(1, 5))
    says("is not in it", "ELIMIT", db:winning_moves(10, 5))
    raises("expected 2 numbers (a, b), got 1", db.outcome, db, 3)
    raises("expected an integer", db.outcome, db, 3, "x")
    raises("outcome: expected a database (called with . instead of : ?), got 3", db.outcome, 3, 4)
    raises("check: positions: expected an integer", db.check, db, { positions = -1 })
    raises("check: settings: expected a table", db.check, db, 3)
    raises("expected 2 numbers (a, b), got 1", db.outcome, db, ta.moves { "n", "n > 0 -> n - 1" }(3))
    db:close()
    local rules = nim()
    raises("expected a table", rules.solve_to, rules)
    raises("file: expected the name", rules.solve_to, rules, { to = 3 })
    raises("file: expected the name", rules.solve_to, rules, { file = "a\0b", to = 3 })
    raises("unknown setting size", rules.solve_to, rules, { file = path, size = 3 })
    raises("what: expected", rules.solve_to, rules, { file = path, to = 3, what = "remoteness" })
    raises("bits: expected 1, of an outcome", rules.solve_to, rules, { file = path, to = 3, bits = 2 })
    raises("bits: expected 1, 2, 4, 8 or 16", rules.solve_to, rules, { file = path, to = 3, bits = 3, what = "nim_value" })
    raises("bytes: expected", rules.solve_to, rules, { file = path, to = 3, bytes = -1 })
    raises("order: expected each of a, b", rules.solve_to, rules, { file = path, to = 3, order = { "c" } })
    raises("order: expected each of a, b", rules.solve_to, rules, { file = path, to = 3, order = { "a", "a" } })
    raises('order: expected a list of names, got a table with the key "b"', rules.solve_to, rules,
      { file = path, to = 3, order = { b = 1 } })
    raises("expected the name of a file", ta.open)
    says("more than 2^48", "ELIMIT", rules:solve_to { file = path, to = 1 << 40 })
    local none = ta.moves { "n", name = "none", "n < 0, n > 0 -> 0" }
    for _, ends in ipairs { { 0, 1 << 48 }, { -(1 << 62), 1 << 62 }, { math.mininteger, math.maxinteger } } do
      says("positions are more than 2^48", "ELIMIT", none:solve_to { file = path, from = ends[1], to = ends[2] })
    end
    os.remove(path)
    says("solve_to: " .. path .. ".part: the rules are longer than 2^20 bytes", "ELIMIT",
      solved({ to = 3 }, nim { name = ("x"):rep(1 << 20) }))
    assert.is_true(file.absent(path .. ".part"))
    for _, from in ipairs { -20, math.mininteger, math.maxinteger - 40 } do
      db = assert(none:solve_to { file = path, from = from, to = from + 40 })
      assert.equal(41, db:count())
      assert.is_true(db:check { positions = 41 } and db:is_p(from) and db:is_p(from + 40))
      db:close()
      os.remove(path)
    end
  end)

  it("exist for rules that a declaration describes completely", function()
    local f = ta.moves { "n", "k: 1 <= k <= f(n) -> n - k", f = function(n) return n // 2 end }
    says("f is a Lua function", "EUNSUPPORTED", solved({ to = 9 }, f))
    says("f is a Lua table", "EUNSUPPORTED", solved({ to = 1 }, ta.moves { "n", "k: 1 <= k <= f(n) -> n - k", f = { [0] = 0, 1 } }))
    says("it is partizan", "EPARTIZAN", solved({ to = 9 }, ta.moves { "n", left = { "n > 0 -> n - 1" }, right = { "n > 1 -> n - 2" } }))
    says("it has terminal", "EUNSUPPORTED", solved({ to = 9 }, nim { terminal = function() end }))
    says("solve_to: ", "EUNSUPPORTED", solved({ to = 9 }, ta.ruleset { options = function(emit, n) emit(n * n) end }))
    local lua = ta.ruleset { name = "in Lua", options = function(emit, a, b)
      for k = 1, a do emit(a - k, b) end
      if b > 0 then emit(a, b // 2) end
    end }
    local db = assert(solved({ to = 40 }, lua))
    for a, b in box(0, 40, 0, 40) do assert.equal(lua(a, b):outcome(), db:outcome(a, b)) end
    db:close()
  end)

  it("hold no position that the rules' check refuses", function()
    local checked = nim { check = function(a) if a > 7 then return "too many" end end }
    raises("too many, got (8, 0)", checked.solve_to, checked, { file = path, to = 9 })
    assert.is_true(file.absent(path) and file.absent(path .. ".part"))
    says("solve_to: cancelled", "ECANCELLED", solved({ to = 7, progress = function() return false end }, checked))
    local db = assert(solved({ to = { a = 7, b = 9 } }, checked))
    assert.equal("P", db:outcome(7, 7))
    db:close()
    raises("too many, got (8, 0)", checked.solve_to, checked, { file = path, to = 9 }) -- there already
  end)

  it("name the option that is out of order, and take another order", function()
    local swap = ta.moves { "a, b", name = "swap", "b > 0, a < 9 -> a + 1, b - 1" }
    says("swap(0, 1): its option (1, 0) is not before it", "EUNSUPPORTED", solved({ to = 9 }, swap))
    assert.is_true(file.absent(path .. ".part"))
    local db = assert(solved({ to = 9, order = { "b", "a" } }, swap))
    assert.equal("N", db:outcome(3, 3))
    assert.equal("P", db:outcome(3, 4))
    db:close()
    os.remove(path)
    says("swap(0, 1): its option (1, 0) is not in the box", "EUNSUPPORTED",
      solved({ to = { a = 0, b = 9 } }, swap))
    says("stay(0): its option (0) is not before it", "EUNSUPPORTED",
      solved({ to = 9 }, ta.moves { "n", name = "stay", "-> n" }))
  end)

  -- A file with this number of blocks done, and the others begun.
  local function unfinished(text, blocks, all)
    local table_at = 40 + string.unpack("<I8", text, 33)
    table_at = (table_at + 7) // 8 * 8
    local data = (table_at + 8 * all + 4095) // 4096 * 4096
    local block = string.unpack("<I4", text, 29)
    local left = data + block * blocks
    return text:sub(1, table_at + 8 * blocks) .. ("\0"):rep(8 * (all - blocks))
      .. text:sub(table_at + 8 * all + 1, left) .. ("\165"):rep(#text - left)
  end

  it("go on where they were, however many blocks are done", function()
    local db = assert(solved({ to = 19 }, three()))
    local all = db:info().blocks
    db:close()
    local text = file.read(path)
    assert.equal(16, all)
    for blocks = 0, all do
      os.remove(path)
      place(path .. ".part", unfinished(text, blocks, all))
      says("block " .. blocks + 1 .. " of 16 was never solved", "EIO", blocks < all and ta.open(path .. ".part") or nil,
        blocks < all and select(2, ta.open(path .. ".part")) or "block 17 of 16 was never solved", "EIO")
      solved({ to = 19 }, three()):close()
      local again = file.read(path)
      assert.equal(text:sub(1, -65), again:sub(1, -65)) -- but for the room behind
    end
  end)

  it("solve a block again that does not hold", function()
    local db = assert(solved({ to = 19 }, three()))
    db:close()
    local text = file.read(path)
    for _, at in ipairs { 4096, 4500, 5000 } do
      os.remove(path)
      place(path .. ".part", text:sub(1, at) .. string.char(text:byte(at + 1) ~ 4) .. text:sub(at + 2))
      solved({ to = 19 }, three()):close()
      assert.equal(text, file.read(path))
    end
  end)

  it("stop at progress, and keep finished blocks; another query is refused", function()
    local calls, last = 0, 0
    local slow = { to = 399, order = { "c", "b", "a" }, progress = function(done)
      calls, last = calls + 1, done
      return calls < 3
    end }
    says("solve_to: cancelled", "ECANCELLED", solved(slow, three()))
    assert.is_true(last > 0 and file.absent(path))
    says('it has other contents: it has "order: 3, 2, 1", not "order: 1, 2, 3"; remove it to begin again', "EIO",
      solved({ to = 399 }, three()))
    says('it has other contents: it has "from: 0, 0, 0", not "from: 0, 0"', "EIO", solved { to = 9 })
    local first
    slow.progress = function(done)
      first = first or done
      return done <= first
    end
    assert.is_nil(solved(slow, three()))
    assert.is_true(first >= last - 600000, first) -- a block has 2^19 positions
    os.remove(path .. ".part")
    solved { to = 9 }:close()
    solved({ to = 8 }):close()
    says('it has other contents: it has "name: pair"', "EIO", solved({ to = 9 }, nim { name = "couple" }))
    says("it is not a database", "EIO", ta.open "README.md")
  end)

  it("are refused where a byte was changed, or the file cut off or longer", function()
    local db = assert(solved { to = 25, what = "nim_value" })
    local truth, size = {}, 26 * 26
    for n = 0, size - 1 do truth[n] = db.core:answer(n) end
    db:close()
    local text = file.read(path)
    local data, refused, harmless = 4096, 0, 0
    local function look(at)
      local ok, why = ta.open(path)
      if not ok then
        refused = refused + 1
        return assert.is_truthy(why:find(path, 1, true), why)
      end
      local lost = 0
      for n = 0, size - 1 do
        local value, message, code = ok.core:answer(n)
        if value == nil then
          lost = lost + 1
          assert.equal("EIO", code)
          assert.is_truthy(message:find("block %d+ of 11 is damaged"), message)
        else
          assert.equal(truth[n], value, "byte " .. at)
        end
      end
      if lost > 0 then
        refused = refused + 1
        assert.is_nil(ok:check())
      else
        harmless = harmless + 1
      end
      ok:close()
    end
    for at = 1, #text do
      if at <= 420 and at % 3 == 0 or at > data and at % 11 == 0 or at % 97 == 0 then
        place(path, text:sub(1, at - 1) .. string.char(text:byte(at) ~ (1 << at % 8)) .. text:sub(at + 1))
        look(at)
      end
    end
    assert.is_true(refused > 130, refused)
    assert.is_true(harmless > 20, harmless) -- the room behind the answers, and before them
    for _, cut in ipairs { 0, 1, 8, 40, 100, data, data + 5, #text - 1 } do
      place(path, text:sub(1, cut))
      says(path, "EIO", ta.open(path))
    end
    place(path, text .. "\0")
    says("it has", "EIO", ta.open(path))
    place(path, ("\0"):rep(5000))
    says("it is not a database", "EIO", ta.open(path))
    says("remove it to solve again", "EIO", solved { to = 25, what = "nim_value" })
    os.remove(path)
    says("No such file", "EIO", ta.open(path))
    says("no regular file", "EIO", ta.open "/dev/null")
    says("directory", "EIO", nim():solve_to { file = "/no/such/folder/x", to = 3 })
  end)

  it("are refused if the head is impossible", function()
    local function made(from, to, order)
      local head = ("takeaway database\nwhat: outcome\nfrom: %s\nto: %s\norder: %s\nvariables: a, b\nmove: a > 0 -> a - 1, b\n")
        :format(from, to, order)
      local handle = assert(core.database(path .. ".part", head, 4, 1))
      assert(core.ruleset({ name = "none", options = function() end }):fill(handle, 0, { 0 }, { 3 }, { 1 }, 0))
      assert(handle:finish(path .. ".part", path))
      handle:close()
      return ta.open(path)
    end
    made("0, 0", "1, 1", "1, 2"):close()
    for _, fields in ipairs { { "0, 0", "1, 1", "1, 1" }, { "0, 0", "1, 1", "1, 3" }, { "0, 0", "1, 1", "0, 1" },
      { "5, 5", "2, 2", "1, 2" },
      { "0, 0", "1, 2", "1, 2" }, { "0, 0", "1", "1, 2" }, { "0, 0", "9223372036854775807, 4611686018427387905", "1, 2" },
      { "9223372036854775807, 0", "-9223372036854775808, 1", "1, 2" } } do
      os.remove(path)
      says("the kind of its answers is not understood", "EIO", made(table.unpack(fields)))
    end
  end)

  it("are solved by one process at a time", function()
    local other
    local settings = { to = 399, order = { "c", "b", "a" }, progress = function()
      other = table.pack(solved({ to = 399, order = { "c", "b", "a" } }, three()))
      return false
    end }
    assert.is_nil(solved(settings, three()))
    says("another process is solving it", "EIO", table.unpack(other, 1, 3))
  end)

  it("are solved after one who was solving them was interrupted before it could close them", function()
    solved({ to = 9 }):close()
    local handle = assert(core.database(path))
    local question, count, bits = handle:text(), handle:sizes()
    handle:close()
    os.remove(path)
    collectgarbage "stop"
    assert(core.database(path .. ".part", question, count, bits))
    local db, why = solved { to = 9 }
    collectgarbage "restart"
    assert.is_nil(why)
    db:close()
  end)

  it("are neither pipes nor folders, and no such thing is waited for", function()
    os.execute("mkfifo " .. path .. " " .. path .. ".2.part; mkdir " .. path .. ".3.part")
    says("it is no regular file", "EIO", ta.open(path))
    says("it is no regular file", "EIO", solved { to = 9 })
    says("it is no regular file", "EIO", nim():solve_to { file = path .. ".2", to = 9 })
    says("Is a directory", "EIO", nim():solve_to { file = path .. ".3", to = 9 })
    os.execute("rm -r " .. path .. ".?.part")
  end)

  it("follow a link that FILE is, and no link that FILE.part is", function()
    os.execute(("ln -s %s.new %s; ln -s %s.there %s.other.part"):format(path, path, path, path))
    local db = assert(solved { to = 9 })
    assert.equal("P", db:outcome(3, 3))
    db:close()
    assert(ta.open(path .. ".new")):close()
    assert.is_truthy(io.popen("readlink " .. path):read("a"):find(path .. ".new", 1, true))
    says("it is a symbolic link", "EIO", nim():solve_to { file = path .. ".other", to = 9 })
    assert.is_true(file.absent(path .. ".there"))
    os.execute("rm " .. path .. ".*")
  end)

  it("leave a foreign FILE.part unchanged, whatever it begins with", function()
    local whole = nim():solve_to { file = path, to = 9 }
    local size = whole:info().bytes
    whole:close()
    os.remove(path)
    local head = ("\0"):rep(8)
    for _, foreign in ipairs { "x", head .. "mine", head .. ("\0"):rep(100) .. "mine", ("\0"):rep(size) .. "mine" } do
      place(path .. ".part", foreign)
      says("it is not a database", "EIO", solved { to = 9 })
      assert.equal(foreign, file.read(path .. ".part"))
    end
    -- a file of ours that was never begun: empty, of its length, or ended as its head was written
    place(path .. ".part", "")
    assert(solved { to = 9 }):close()
    local good = file.read(path)
    local first = 40 + string.unpack("<I8", good, 33) -- bytes before the table
    for _, left in ipairs { ("\0"):rep(size), ("\0"):rep(size // 2), ("\0"):rep(size + 1), head .. good:sub(9, 30) .. ("\0"):rep(size - 30),
                            head .. good:sub(9, first) .. ("\0"):rep(size - first) } do
      os.remove(path)
      place(path .. ".part", left)
      assert(solved { to = 9 }):close()
      assert.equal(good, file.read(path))
    end
  end)

  it("are refused where this process may not write so much, and no signal ends it", function()
    local pipe = io.popen(([[ulimit -f 64; lua5.4 -e 'print(require "takeaway".moves{ "a, b", "a > 0 -> a - 1, b" }:solve_to{
      file = "%s", to = 999 })' 2>&1; echo status $?]]):format(path))
    local said = pipe:read "a"
    pipe:close()
    assert.is_truthy(said:find("File too large\tEIO\nstatus 0", 1, true), said)
  end)

  it("refuse settings that no computer has", function()
    raises("threads: expected an integer from 1 to 256, got 257", solved, { to = 9, threads = 257 })
    raises("solve_to: bytes: expected an integer from 0 to 2^62", solved, { to = 9, bytes = math.maxinteger })
    assert(solved { to = 9, threads = 256, bytes = 1 << 62 }):close()
  end)

  it("keep to the bytes they may hold", function()
    local db = assert(solved { to = 1999, bytes = 1 })
    assert.is_true(db:check { positions = 1000 })
    db:close()
  end)
end)
