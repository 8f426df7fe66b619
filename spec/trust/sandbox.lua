-- Lua programs from a grammar, in the sandbox. Each program is a rules file. It is loaded here and in a process, and
-- without a sandbox if it ends by itself.
--
--   lua5.4 spec/trust/sandbox.lua KIND FIRST COUNT    programs FIRST, FIRST + 1, ... of a kind: benign, hostile, source
--
-- This must hold: this process survives, and takes no more memory or time than the bounds allow. Rules that end give
-- the same answers in all ways. Others reach a bound in both sandboxes or fail alike. Prints failures with the program,
-- and the number of trials; the status is 1 after a failure.
local ta = require "takeaway"
local tally = require "spec.trust.tally"

local random = math.random
local function pick(list) return list[random(#list)] end
local function rarely(list) return random(12) == 1 and pick(list) end
local function text(template, ...)
  local given = { ... }
  return (template:gsub("%$(%d)", function(digit) return tostring(given[tonumber(digit)]) end))
end

-- ---- The grammar --------------------------------------------------------------------------------------------------

local number, string_of, list_of, condition, statements
local depth -- how deep what is being written may yet go
local labels = 0

local function deeper(made)
  depth = depth - 1
  local result = made()
  depth = depth + 1
  return result
end

local NUMBERS = { "0", "1", "2", "3", "7", "-1", "10", "63", "0x7fffffffffffffff", "math.mininteger", "1.5", "2.0" }
local TEXTS = { "''", "'a'", "'ab'", "'a1b22'", "'%d+'", "'\\0x'", "'(x)'" }
local PATTERNS = { "'.'", "'%d+'", "'(a)(b)'", "'a*'", "'^.-b'", "'%b()'", "'%f[%w]%w+'", "'()'", "'[^a]'", "'(.)%1'" }

function number()
  if depth <= 0 then return pick { "a", "b", "a", "b", "i", pick(NUMBERS) } end
  return deeper(function()
    local kind = random(12)
    if kind <= 4 then return text("($1 $2 $3)", number(), pick { "+", "-", "*", "//", "%", "&", "|", "<<" }, number()) end
    if kind == 5 then return text("math.$1($2, $3)", pick { "min", "max" }, number(), number()) end
    if kind == 6 then return text("#$1", string_of()) end
    if kind == 7 then return text("#$1", list_of()) end
    if kind == 8 then return text("(tonumber($1) or $2)", string_of(), number()) end
    if kind == 9 then return text("($1:find($2) or 0)", string_of(), pick(PATTERNS)) end
    if kind == 10 then return text("select('#', table.unpack($1))", list_of()) end
    if kind == 11 then return text("($1 and $2 or $3)", condition(), number(), number()) end
    return text("math.floor($1)", number())
  end)
end

function string_of()
  if depth <= 0 then return "(" .. pick(TEXTS) .. ")" end
  return deeper(function()
    local kind = random(9)
    if kind == 1 then return text("($1 .. $2)", string_of(), string_of()) end
    if kind == 2 then return text("$1:rep($2 % 5)", string_of(), pick { "a", "b", "3" }) end
    if kind == 3 then return text("(($1:gsub($2, $3)))", string_of(), pick(PATTERNS), pick { "''", "'x'", "'%0%0'", "{ a = 1 }" }) end
    if kind == 4 then return text("($1:match($2) or 'n')", string_of(), pick { "'%d+'", "'^.-b'", "'[^a]'" }) end
    if kind == 5 then return text("('%d|%5.1f|%s|%q'):format(a, b, $1, $2)", string_of(), string_of()) end
    if kind == 6 then return text("tostring($1)", number()) end
    if kind == 7 then return text("table.concat($1, ',')", list_of()) end
    if kind == 8 then return text("$1:sub($2, $3)", string_of(), number(), number()) end
    return text("$1:$2()", string_of(), pick { "upper", "lower", "reverse" })
  end)
end

function list_of()
  if depth <= 0 then return "{ a, b, 1 }" end
  return deeper(function()
    local kind = random(4)
    if kind == 1 then return text("sorted { $1, $2, $3 }", number(), number(), number()) end
    if kind == 2 then return text("{ $1, $2 }", number(), number()) end
    if kind == 3 then return text("with($1, $2)", list_of(), number()) end
    return text("{ $1:byte(1, 5) }", string_of())
  end)
end

function condition()
  return deeper(function()
    if depth > 0 and random(3) == 1 then
      return text("($1 $2 $3)", condition(), pick { "and", "or" }, condition())
    end
    return text("($1 $2 $3)", number(), pick { "<", "<=", "==", "~=" }, number())
  end)
end

local BENIGN = {
  function() return text("emit($1, $2)", number(), number()) end,
  function() return text("emit { $1, $2 }", number(), number()) end,
  function() return text("for i = 1, math.min(a, 3) do $1 end", statements(2)) end,
  function() return text("if $1 then $2 else $3 end", condition(), statements(1), statements(1)) end,
  function() return text("do local a, b = $1, $2 $3 end", number(), number(), statements(1)) end,
  function() return text("for _, v in ipairs($1) do emit(v, i) end", list_of()) end,
  function() return text("for w in $1:gmatch($2) do emit(#tostring(w), b) end", string_of(), pick(PATTERNS)) end,
  function()
    labels = labels + 1
    return text("do local k = 0 ::l$1:: k = k + 1 if k < 4 then $2 goto l$1 end end", labels, statements(1))
  end,
  function() return text("(function(...) emit(select('#', ...), b) end)($1, $2)", number(), string_of()) end,
  function() return random(6) == 1 and text("error($1, 0)", string_of()) or "" end,
  function() return random(6) == 1 and text("if $1 then return end", condition()) or "" end,
}

local HOSTILE = {
  function() return text("while true do $1 end", statements(1)) end,
  function() return text("repeat $1 until false", statements(1)) end,
  function() return text("local function f(x) return f(x) $1 end f(1)", pick { "", "+ 1", ".. 'x'" }) end,
  function() return text("local s = 'x' while true do s = s .. $1 .. s end", string_of()) end,
  function() return text("local t = {} while true do t[#t + 1] = $1 end", pick { "1", "{}", "'x' .. #t", "t", "emit" }) end,
  function() return text("local t = 1 for _ = 1, $1 do t = { $2 } end return t", random(2000), ("t, "):rep(random(30))) end,
  function()
    return text("local s = ($1):rep($2) local r = s:$3((($4):rep($5)) .. $6, $7, $8)", pick(TEXTS), 10 ^ random(7) // 1 | 0,
      pick { "find", "match", "gsub", "gmatch" }, pick { "'.-'", "'a*'", "'(a?)'", "'%b()'", "'[a-z]+'", "'.'", "'a'" }, random(60),
      pick { "'x'", "''", "'%1'", "'$'" }, pick { "1", "'%0%0'", "('y'):rep(1000000)", "nil", "-1" }, pick { "true", "1", "nil" })
  end,
  function() return text("emit(('x'):rep($1), $2)", 10 ^ random(9) // 1 | 0, number()) end,
  function() return text("while true do emit($1, $2) end", number(), pick { "b", "('x'):rep(100000)" }) end,
  function() return text("local t = {} for i = 1, $1 do t[i] = $2 end table.sort(t$3)", 10 ^ random(6) // 1 | 0,
    pick { "-i", "('x'):rep(1000) .. i", "i % 7", "{}" }, pick { "", ", function(x, y) return true end",
      ", function(x, y) return x > y end" }) end,
  function() return text("table.unpack({}, $1, $2)", pick { "1", "0/0", "-1e9", "math.mininteger" }, pick { "1e7", "1e15",
    "math.maxinteger", "250", "-5" }) end,
  function() return text("local s = table.concat({ ('x'):rep($1), 'y' }, ('z'):rep($1)) return s, s, s, s", 10 ^ random(7) // 1 | 0) end,
  function() return text("error($1)", pick { "{}", "emit", "nil", "('e'):rep(1 << 20)", "'\\27[31m'", "1" }) end,
  function() return text("return $1", pick { "emit", "{ emit, {} }", "{ [{}] = 1, { { { { { 1 } } } } } }", "0/0", "1e300", "'\\0'" }) end,
  function() return text("local s = ('$1'):format($2, $3)", pick { "%99.99f", "%s%s", "%q", "%5000d", "%p", "%a", "%i%c%x" },
    pick(NUMBERS), string_of()) end,
  function() return text("string.$1 = $2", pick { "rep", "find", "x" }, pick { "nil", "emit", "string.gsub" }) end,
  function() return text("local t = {} for i = 1, $1 do t = { t, t } end return t", random(60)) end,
  function() return text("$1", pick { "load 'x'", "require 'os'", "os.exit()", "setmetatable({}, {})", "coroutine.wrap(emit)()",
    "_G.x = 1", "getmetatable('').__index = 1", "debug.sethook()", "pcall(emit)", "collectgarbage()", "('').dump(emit)" }) end,
}

local kinds -- of the statements in progress

function statements(count)
  if depth <= 0 then return "" end
  return deeper(function()
    local list = {}
    for i = 1, count do list[i] = "do " .. pick(pick(kinds))() .. " end" end
    return table.concat(list, " ")
  end)
end

local HEAD = [[
local function sorted(t) table.sort(t) return t end
local function with(t, v) table.insert(t, 1, v) t[#t] = nil return t end
local i = 0
]]

local make = {}

function make.benign()
  depth, kinds = 4, { BENIGN }
  return HEAD .. text("return { name = $1, options = function(emit, a, b) $2 end }", pick { "'R'", "'\\27x'", "('R'):rep(3)" },
    statements(random(4)))
end

function make.hostile()
  depth, kinds = 4, { BENIGN, HOSTILE, HOSTILE }
  local head = random(4) == 1 and statements(1) or ""
  if head:find "return" then head = "" end
  return HEAD .. "local a, b, emit = 3, 4, string.len " .. head .. text(
    " return { name = $1, parts = $2, packed = $3, left = nil, options = function(emit, a, b) $4 end }",
    rarely { "('H'):rep(1 << 20)", "{ {} }", "{ ('H'):rep(1 << 20) }" } or "'H'",
    rarely { "function(a, b) return { { a, b } } end", "function() while true do end end", "function() return { {} } end" } or "nil",
    rarely { "{ emit }", "{ read = emit, show = emit }" } or "nil", statements(random(3)))
end

-- Input that is no program, or a large one, for the reader.
function make.source()
  local kind = random(5)
  local n = 10 ^ random(4) * random(9) // 1 | 0
  if kind == 1 then return "return " .. pick { "a and ", "(", "{", "-", "not ", "a..", "function() return ", "a<", "#" }:rep(n) .. "a" end
  if kind == 2 then
    local list = {}
    for i = 1, n do
      list[i] = text(pick { "goto l$1 ", "::l$1:: ", "local v$1 = 1 ", "if a then ", "x[$1] = { $1 } ", "f(function() end) ", "--[[ ",
        "for i = $1, 2 do end ", "'$1' " }, i)
    end
    return table.concat(list)
  end
  local source = pick { make.benign, make.hostile }()
  for _ = 1, random(8) do
    local at = random(#source)
    local put = kind == 3 and string.char(random(0, 255)) or kind == 4 and "" or source:sub(random(#source), random(#source)):sub(1, 40)
    source = source:sub(1, at - 1) .. put .. source:sub(at + random(0, 3))
  end
  return source
end

-- ---- The queries ------------------------------------------------------------------------------------------------

-- Rules that end reach no limit. The others reach each of the limits in turn.
local BOUNDS = {
  benign = { { memory = 8 << 20, instructions = 1e7 } },
  hostile = {
    { memory = 2 << 20, instructions = 3e5 }, { memory = 1 << 20, instructions = 2e6 },
    { memory = 8 << 20, instructions = 1e6 }, { memory = 4 << 20, instructions = 1e12, seconds = 0.02, total = 0.1 },
  },
}
BOUNDS.source = BOUNDS.hostile
local POSITIONS = { { 0, 0 }, { 3, 4 }, { 5, 1 }, { 63, -1 } }
local LIST = 2000 -- options of which the text is compared

local function first_line(why) return tostring(why):match "[^\n]*" end

-- The program's answers, as one text, and whether anything failed.
local function answers(source, sandbox, bounds)
  local settings = { text = source, sandbox = sandbox }
  for key, value in pairs(sandbox and bounds or {}) do settings[key] = value end
  local ok, rules, why = pcall(ta.load_rules, "p", settings)
  if not (ok and rules) then return "load: " .. first_line(why or rules), true end
  local said, failed = { tostring(rules.name) }, false
  for _, position in ipairs(POSITIONS) do
    local good, options = pcall(function()
      local list = rules(position):options()
      for i = 1, math.min(#list, LIST) do list[i] = tostring(list[i]) end
      return #list .. ": " .. table.concat(list, " ", 1, math.min(#list, LIST))
    end)
    failed = failed or not good
    said[#said + 1] = good and options or "error: " .. first_line(options)
  end
  if sandbox then
    local good, form = pcall(function() return rules:as_moves() end)
    said[#said + 1] = good and type(form) or "as_moves raises: " .. first_line(form)
  end
  return table.concat(said, "\n"), failed
end

local function resident()
  for line in io.lines "/proc/self/status" do
    local kib = line:match "^VmRSS:%s*(%d+)"
    if kib then return tonumber(kib) end
  end
end

local BOUND, LATE = "sandbox: more than", "sandbox: more than [%d.]+ seconds"

-- Do two ways give the same answers? They may reach a limit at different places. Only one way may reach a time limit,
-- for a program that takes about that long: then the output before it is compared.
local function alike(a, b)
  if a == b or a:find(BOUND, 1, true) and b:find(BOUND, 1, true) then return true end
  local at = (a:find(LATE) or math.huge) < (b:find(LATE) or math.huge) and a or b
  local line = at:find "[^\n]*sandbox: more than [%d.]+ seconds"
  return line ~= nil and a:sub(1, line - 1) == b:sub(1, line - 1)
end

-- Why the program fails the trial, or nil.
local function trial(kind, source, bounds)
  local began = os.clock()
  local here, here_failed = answers(source, true, bounds)
  local spent = os.clock() - began
  local apart, apart_failed = answers(source, "process", bounds)
  if apart:find("sandbox: no answer in", 1, true) then apart, apart_failed = answers(source, "process", bounds) end -- a stall
  if spent > 60 then return ("took %.0f s of the processor here"):format(spent) end
  if apart:find("the process", 1, true) then return "ended its process: " .. apart end
  if not alike(here, apart) then
    return "answers differ: here\n" .. here .. "\nin a process\n" .. apart
  end
  if kind == "benign" then
    if here:find(BOUND, 1, true) then return "meets a bound: " .. here end
    local plain, plain_failed = answers(source, false)
    if plain_failed ~= here_failed or apart_failed ~= here_failed then return "fails in one way: " .. plain .. "\n" .. here end
    if not plain_failed and here:sub(1, #plain) ~= plain then return "answers differ: plain\n" .. plain .. "\nhere\n" .. here end
  end
end

local kind, first, count = arg[1], math.tointeger(arg[2]), math.tointeger(arg[3])
local WHAT = {
  benign = "random rules that end: here = in a process = without a sandbox",
  hostile = "random hostile rules: both sandboxes hold",
  source = "random sources, broken and large: both sandboxes hold",
}
collectgarbage()
local before = resident()
for program = first, first + count - 1 do
  math.randomseed(program)
  local source = make[kind]()
  local why = trial(kind, source, pick(BOUNDS[kind]))
  local grown = resident() - before
  if not why and grown > 400 << 10 then why = ("this process has grown by %d MiB"):format(grown >> 10) end
  tally.check(WHAT[kind], not why, ("program %d: %s\n%s\n"):format(program, why,
    #source < 4000 and source or source:sub(1, 400) .. " ..."))
end
tally.finish()
