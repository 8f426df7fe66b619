-- The tables in data/. Each matches its README to the byte, and has the rows of all members of its family. Random rows
-- equal those computed again. With TAKEAWAY_LONG more rows are computed, and the heavy ones, too.

local core = require "takeaway.core"
local seed = require "spec.support.seed"
local whole = require "spec.support.shell".read
local ta = require "takeaway"
local tasks = require "takeaway.app.survey.task"

local LONG = os.getenv "TAKEAWAY_LONG"

-- The queries of each: its settings, the bound of a row, the number of rows computed again, and which rows.
local ASKED = {
  octal = { set = { digits = 3 }, limit = 20000, rows = 30, light = function() return true end },
  two_numbers = { set = {}, rows = 12, light = function(row) return row.bytes and row.bytes < 3000 end },
  phases = { set = { k = 16 }, rows = 300, light = function() return true end },
  cash = { set = { k = 16 }, rows = 30, light = function(row) return row.letters and row.letters < 20000 end },
}

local tables = {}

-- The rows of a table by their keys, its keys in order, and its columns.
local function read(name)
  if tables[name] then return tables[name] end
  local found, rows, keys = assert(ta.export.read("data/" .. name .. ".csv")), {}, {}
  local texts = {} -- the columns that are texts, whatever they look like
  for _, column in ipairs(tasks.load(name).columns) do texts[column[1]] = column[2] == "TEXT" end
  for i, values in ipairs(found.rows) do
    local row = {}
    for j, column in ipairs(found.columns) do
      if values[j] ~= "" then row[column] = texts[column] and tostring(values[j]) or values[j] end
    end
    row.key = row.key == 0 and "0.0" or tostring(row.key) -- a code that is read as a number
    rows[row.key], keys[i] = row, row.key
  end
  tables[name] = { rows = rows, keys = keys, columns = found.columns }
  return tables[name]
end

-- Files and what the README says of each: rows and CRC-32.
local function said()
  local list = {}
  for name, rows, crc in whole "data/README.md":gmatch "\n| `([%w_]+)%.csv` | (%d+) | (%x+) |" do
    list[#list + 1] = { name = name, rows = math.tointeger(rows), crc = crc }
  end
  return list
end

-- Compute a row again.
local function ask(task, settings, row, limit)
  local found, message, code = task.row(row.key, settings, { limit = limit })
  if not found then
    assert.same({ "limit", row.message }, { code == "ELIMIT" and "limit" or code, message }, row.key)
    found = {}
  else
    assert.equal("ok", row.status, row.key)
  end
  for _, column in ipairs(task.columns) do
    local value = found[column[1]]
    if type(value) == "boolean" then value = value and 1 or 0 end
    assert.equal(row[column[1]], value, row.key .. ": " .. column[1])
  end
end

describe("the tables in data/", function()
  it("are those that the README tells of, unchanged", function()
    local list = said()
    local count = 0
    for _ in pairs(ASKED) do count = count + 1 end
    assert.equal(count, #list)
    for _, one in ipairs(list) do
      assert.equal(one.crc, ("%08x"):format(core.crc32(whole("data/" .. one.name .. ".csv"))), one.name)
      assert.equal(one.rows, #read(one.name).keys, one.name)
    end
  end)

  for name, asked in pairs(ASKED) do
    it("have a row for every member, in order, and no other: " .. name, function()
      local task = tasks.load(name)
      local settings, found = tasks.settings(task, asked.set), read(name)
      local columns = { "key", "status", "message" }
      for _, column in ipairs(task.columns) do columns[#columns + 1] = column[1] end
      assert.same(columns, found.columns)
      for i = 0, task.count(settings) - 1 do
        local key = task.member(i, settings)
        assert.is_table(found.rows[key], key)
      end
      assert.equal(task.count(settings), #found.keys)
      for i = 2, #found.keys do assert.is_true(found.keys[i - 1] < found.keys[i], found.keys[i]) end
    end)

    it("report the answer of a repeated row: " .. name, function()
      local task, from = tasks.load(name), seed()
      local settings, found, left = tasks.settings(task, asked.set), read(name), asked.rows * (LONG and 20 or 1)
      print(("%s: TAKEAWAY_SEED=%d"):format(name, from))
      while left > 0 do
        local row = found.rows[found.keys[math.random(#found.keys)]]
        if LONG or asked.light(row) then
          ask(task, settings, row, asked.limit)
          left = left - 1
        end
      end
    end)
  end
end)

describe("the certificates of NIM with Cash", function()
  -- theory/win-conditions: these were there before, found one by one.
  it("are those that are known", function()
    local rows, sums = read "cash".rows, { ok = 0, limit = 0 }
    for _, row in pairs(rows) do sums[row.status] = sums[row.status] + 1 end
    assert.same({ ok = 65534, limit = 1 }, sums)
    assert.equal("limit", rows["3 5 7 9 10 14"].status)
    assert.same({ 240, 4 }, { rows["3 5 6 10 11"].period, rows["3 5 6 10 11"].blocks })
    assert.same({ 7560, 3100164 }, { rows["4 5 11 14 16"].period, rows["4 5 11 14 16"].letters })
    local heavy = rows["4 5 6 8 13 15 16"]
    assert.same({ 3840, 1848, 3, 2450024 }, { heavy.base, heavy.period, heavy.blocks, heavy.letters })
    for n = 1, 15 do -- {1..n}: n + 1 (the closed form of {1..n})
      local set = {}
      for m = 1, n do set[m] = m end
      assert.equal(n + 1, rows[table.concat(set, " ")].period)
    end
  end)
end)

describe("the phases of NIM with Cash", function()
  it("are there for every set", function()
    local phases = {}
    for _, row in pairs(read "phases".rows) do phases[row.phases] = (phases[row.phases] or 0) + 1 end
    assert.same({ 189, 65137, 189, 16, 4 }, phases)
    local last = read "phases".rows["3 5 7 9 10 14"]
    assert.same({ 4, 80, 426, 80 }, { last.phases, last.classes, last.single, last.modulus })
  end)
end)

describe("the rules on two numbers", function()
  it("have those among them that are known", function()
    local rows = read "two_numbers".rows
    assert.equal("(a mod 2) xor (b mod 2) = 0", rows["a-1 | b-1"].closed_form)
    assert.equal("a xor b = 0", rows["a-k | b-k"].closed_form) -- Nim: Bouton 1901
    local wythoff = rows["a-k | a-k b-k | b-k"] -- Wythoff 1907
    assert.same({ "zeckendorf", 8 }, { wythoff.numeration, wythoff.states })
    assert.matches("floor(n alpha), floor(n alpha) + n", wythoff.closed_form, 1, true)
    for key, row in pairs(rows) do assert.equal(row.status == "ok", row.states ~= nil, key) end
  end)

  -- By the definition, all positions to 11: a rule's moves read from its text once more, here.
  it("are played as their texts say", function()
    local list = {}
    for key in pairs(read "two_numbers".rows) do list[#list + 1] = key end
    table.sort(list)
    seed()
    for _ = 1, 25 do
      local key = list[math.random(#list)]
      local row = read "two_numbers".rows[key]
      if row.states then
        local rules = require "takeaway.app.survey.two_numbers".game(key)
        local lost = {}
        local function moves(a, b, emit)
          for move in (key .. " | "):gmatch "(.-) | " do
            local asks, what = move:match "^(..?.?.?): (.*)$"
            what = what or move
            local free = not asks or asks == "a>=b" and a >= b or asks == "a<=b" and a <= b
            for k = 1, what:find "k" and 30 or 1 do
              local to = { a = a, b = b }
              for letter, sign, times, run in what:gmatch "([ab])([-+])(%d*)(k?)" do
                local by = (math.tointeger(times) or 1) * (run == "k" and k or 1)
                to[letter] = to[letter] + (sign == "-" and -by or by)
              end
              if free and to.a >= 0 and to.b >= 0 then emit(to.a, to.b) end
            end
          end
        end
        local function is_lost(a, b)
          local name = a .. " " .. b
          if lost[name] == nil then
            local p = true
            moves(a, b, function(x, y) if is_lost(x, y) then p = false end end)
            lost[name] = p
          end
          return lost[name]
        end
        local theorem = assert(rules:theorem { guesses = 16, states = 80 })
        for a = 0, 11 do
          for b = 0, 11 do assert.equal(is_lost(a, b), theorem:is_p(a, b), ("%s at %d, %d"):format(key, a, b)) end
        end
      end
    end
  end)
end)

-- Periods and preperiods: Winning Ways, chapter 4; Gangolli and Plambeck 1989 (0.356, 0.644, 0.156, 0.055, 0.165).
describe("the octal games of three digits", function()
  it("have the periods that are published", function()
    local rows = read "octal".rows
    for code, known in pairs { ["0.77"] = { 12, 71 }, ["0.07"] = { 34, 53 }, ["0.156"] = { 349, 3479 },
                               ["0.165"] = { 1550, 5181 }, ["0.055"] = { 148, 259 }, ["0.644"] = { 442, 3256 },
                               ["0.356"] = { 142, 7315 } } do
      assert.same(known, { rows[code].period, rows[code].preperiod }, code)
      assert.equal(1, rows[code].proved)
    end
    -- open, or with a preperiod far beyond: nothing may be seen here
    for _, code in ipairs { "0.6", "0.06", "0.007", "0.14", "0.16", "0.104", "0.106", "0.054", "0.354", "0.376" } do
      assert.equal("limit", rows[code].status, code)
      assert.matches("no period is seen among heaps 0 to 20000", rows[code].message, 1, true)
    end
    for key, row in pairs(rows) do assert.equal(row.status == "ok" and 1 or nil, row.proved, key) end
  end)
end)
