--- Requests of other programs: a JSON text in, a JSON text out.
--
-- The host library (csrc/host) and `takeaway serve` call this module, so that all hosts get the same replies.
-- docs/hosting.md describes the requests, and spec/hosts/requests.tsv lists requests with their replies. A request is
-- an object with one of
--
-- * `call`: a public call by its name in `ta`, or with `on` a method of that object; `with` is the list of arguments;
-- * `on` alone: the object itself is called, `rules(3, 5)`;
-- * `get`: a field of `ta` by name, or with `on` a field of that object;
-- * `operator` with one or two arguments in `with`, also `rows` and `options`; `value`: an argument as a result;
-- * `release`: objects to release; with `collect` garbage is collected at once.
--
-- Values outside JSON are written `{"object": n}`, `{"number": "inf"}`, `{"bytes": hexadecimal}`, `{"callback": name}`.
-- The reply has `result`, also `results` where there are several, or `error` and `code`; and the `id` of the request.
-- @module takeaway.app.host

local data = require "takeaway.research.data"
local failure = require "takeaway.base.failure"
local json = require "takeaway.app.host.json"
local ta = require "takeaway"
local text = require "takeaway.base.text"
local watch = require "takeaway.base.watch"

local M = {}

local MOST = 64 << 20 -- bytes of a request
local DEEPEST = 100 -- tables in tables of a result
local LONGEST = 100000000 -- integers that are handed over at once

_G.ta = ta -- for files of rules, as at the prompt

local Wrong = { __name = "takeaway.request_failure" }

-- Raise what is wrong with a request.
local function wrong(format, ...) error(setmetatable({ message = format:format(...), code = "EREQUEST" }, Wrong), 0) end

-- ---- Arguments ---------------------------------------------------------------------------------------------------

local NUMBERS = { inf = math.huge, ["-inf"] = -math.huge, nan = -(0 / 0) }

local function object_of(session, number, field)
  local object = session.objects[number]
  if object == nil then
    wrong("%s: there is no object %s", field, math.type(number) and ("%.14g"):format(number) or "but by its number")
  end
  return object
end

-- What cannot be written in JSON, by the one name in its object.
local TOLD = {
  object = function(session, number) return object_of(session, number, "object") end,
  number = function(_, name) return NUMBERS[name] or wrong('number: expected "inf", "-inf" or "nan"') end,
  bytes = function(_, digits)
    if type(digits) ~= "string" or #digits % 2 == 1 or digits:find("%X") then
      wrong("bytes: expected pairs of hexadecimal digits")
    end
    return (digits:gsub("..", function(pair) return string.char(tonumber(pair, 16)) end))
  end,
  callback = function(session, name)
    if type(name) ~= "string" then wrong("callback: expected its name") end
    return session.callbacks[name] or wrong("callback: none is called %s", text.quoted(name))
  end,
}

local argument

local function list_of(session, list, field)
  local made = {}
  for i, item in ipairs(list) do
    if item == json.null then wrong("%s: null in a list: entry %d", field, i) end
    made[i] = argument(session, item, field)
  end
  return made
end

-- What is given in a field of the request, such as "with".
function argument(session, given, field)
  if given == json.null then return nil end
  if type(given) ~= "table" then return given end
  if json.is_list(given) then return list_of(session, given, field) end
  local name, told = next(given)
  if name and TOLD[name] and next(given, name) == nil then return TOLD[name](session, told) end
  local made = {}
  for key, item in pairs(given) do made[key] = argument(session, item, field) end
  return made
end

-- The arguments of a request, packed.
local function arguments(session, request)
  local with = request.with
  if with == nil then return { n = 0 } end
  if type(with) ~= "table" or not json.is_list(with) then wrong("with: expected a list of arguments") end
  local made = { n = #with }
  for i = 1, #with do made[i] = argument(session, with[i], "with") end
  return made
end

-- ---- Results -----------------------------------------------------------------------------------------------------

-- Kinds whose objects are answers: their text goes with them.
local ANSWERS = { position = true, sum = true, value = true, ["nim value"] = true }

local function keep(session, object, kind)
  local number = session.add(object)
  local shown = { object = number, kind = kind }
  if ANSWERS[kind] then shown.text = text.visible(tostring(object)) end
  return shown
end

local function number_result(v)
  if v ~= v then return { number = "nan" } end
  if v == math.huge or v == -math.huge then return { number = v > 0 and "inf" or "-inf" } end
  return v
end

local function string_result(s)
  if utf8.len(s) then return s end
  return { bytes = (s:gsub(".", function(c) return ("%02x"):format(c:byte()) end)) }
end

-- Of our own, a table is plain where it is a record, a list, or has nothing but its fields.
local PLAIN = { record = true, positions = true }

local function result(session, v, depth)
  if type(v) == "number" then return number_result(v) end
  if type(v) == "string" then return string_result(v) end
  if v == nil or v == json.null then return json.null end
  if type(v) == "boolean" then return v end
  local kind = data.family(v)
  if type(v) ~= "table" or kind and not PLAIN[kind] or not kind and getmetatable(v) then
    return keep(session, v, kind or type(v) == "table" and "object" or type(v)) -- "table" is a kind
  end
  if depth == 0 then error("the result has tables nested too deep to send", 0) end
  local made, count = {}, #v
  for i = 1, count do made[i] = result(session, v[i], depth - 1) end
  local named = false
  for key, item in pairs(v) do
    if not (math.type(key) == "integer" and key >= 1 and key <= count) then
      named = true
      made[tostring(key)] = result(session, item, depth - 1)
    end
  end
  if not named then return json.list(made) end
  for i = 1, count do made[tostring(i)], made[i] = made[i], nil end
  return made
end

-- ---- Requests ----------------------------------------------------------------------------------------------------

-- ta.plot.table, by "plot.table".
local function named(path)
  local found = ta
  if type(path) ~= "string" then wrong("expected the name of a call in ta") end
  for name in (path .. "."):gmatch("([^.]*)%.") do
    local known, field = failure.try(function() return found[name] end)
    found = known and (type(found) == "table" or type(found) == "userdata") and field
    if found == nil or found == false then wrong("%s is not in ta", text.quoted(path)) end
  end
  return found
end

local function field(object, name)
  if type(name) ~= "string" or name:find("^_") then wrong("expected the name of a call or a field") end
  if type(object) ~= "table" and type(object) ~= "userdata" then wrong("%s: no field of a %s", name, type(object)) end
  return object[name]
end

local function components(position) return table.move(position, 1, #position, 1, {}) end

-- What a position or a sum of them consists of: the components of each summand.
local function summands(game)
  if data.family(game) == "position" then return { components(game) } end
  local found = {}
  for _, term in ipairs(game.terms) do
    for _ = 1, term.count do found[#found + 1] = components(term.position) end
  end
  return found
end

local function all_summands(options)
  local list = {}
  for i, option in ipairs(options) do list[i] = summands(option) end
  return list
end

-- The options of the positions of a ruleset, given by their components: `left` and `right`, each option a list of its
-- summands' components. A failure after the first position ends the list.
local function options(rules, list)
  if data.family(rules) ~= "ruleset" or type(list) ~= "table" then
    wrong("options: expected a ruleset and a list of lists of components")
  end
  local found = {}
  for i, given in ipairs(list) do
    local ok, sides = pcall(function()
      local position = rules(table.unpack(given))
      return { left = all_summands(position:left_options()), right = all_summands(position:right_options()) }
    end)
    if not ok and (i == 1 or failure.is_interrupt(sides)) then error(sides, 0) end
    if not ok then break end
    found[i] = sides
  end
  return found
end

-- The values of a result that has more than one: a list, of a table a list of its rows; of records a list of tables.
local function rows(v)
  local seen = data.of("rows", v, {})
  local function run(first, last, at)
    local list = {}
    for i = first, last do
      local value = at(i)
      list[#list + 1] = value == nil and json.null or value
    end
    return list
  end
  if seen.kind == "sequence" then return run(seen.first, seen.last, seen.at) end
  if seen.kind == "grid" then
    return run(seen.first, seen.last, function(p)
      return run(seen.left or seen.first, seen.right or seen.last, function(q) return seen.at(p, q) end)
    end)
  end
  return run(1, #seen.rows, function(i)
    local record = {}
    for j, name in ipairs(seen.columns) do record[name] = seen.rows[i][j] end
    return record
  end)
end

local OPERATORS = {
  ["+"] = { 2, function(a, b) return a + b end },
  ["-"] = { 2, function(a, b) return a - b end },
  ["*"] = { 2, function(a, b) return a * b end },
  ["=="] = { 2, function(a, b) return a == b end },
  ["<"] = { 2, function(a, b) return a < b end },
  ["<="] = { 2, function(a, b) return a <= b end },
  ["neg"] = { 1, function(a) return -a end },
  ["text"] = { 1, tostring },
  ["list"] = { 1, components },
  ["rows"] = { 1, rows },
  ["options"] = { 2, options },
}

-- The function that a request asks for and its arguments, packed.
local WAYS = {
  { "call", function(session, request)
    local given = arguments(session, request)
    if request.on == nil then return named(request.call), given end
    local object = object_of(session, request.on, "on")
    local method = field(object, request.call)
    if method == nil then
      wrong("a %s has no call %s", data.family(object) or type(object), text.quoted(request.call))
    end
    table.move(given, 1, given.n, 2)
    given[1], given.n = object, given.n + 1
    return method, given
  end },
  { "get", function(session, request)
    if request.on == nil then return function() return named(request.get) end, { n = 0 } end
    return field, { object_of(session, request.on, "on"), request.get, n = 2 }
  end },
  { "operator", function(session, request)
    local given, operator = arguments(session, request), OPERATORS[request.operator]
    if not operator then wrong("operator: expected one of + - * == < <= neg text list rows options") end
    if given.n ~= operator[1] then wrong("operator: expected %d in with, got %d", operator[1], given.n) end
    return operator[2], given
  end },
  { "value", function(session, request)
    return function(v) return v end, { argument(session, request.value, "value"), n = 1 }
  end },
  { "release", function(session, request)
    if type(request.release) ~= "table" or not json.is_list(request.release) then
      wrong("release: expected a list of objects")
    end
    for _, number in ipairs(request.release) do object_of(session, number, "release") end
    if request.collect ~= nil and type(request.collect) ~= "boolean" then wrong("collect: expected true or false") end
    session.leaving = request
    return function() return true end, { n = 0 }
  end },
  { "on", function(session, request) return object_of(session, request.on, "on"), arguments(session, request) end },
}

local KNOWN = { id = true, with = true, collect = true, within = true }
for _, way in ipairs(WAYS) do KNOWN[way[1]] = true end

-- The results of a request, packed; raises what went wrong.
local function perform(session, request)
  for name in pairs(request) do
    if not KNOWN[name] then
      wrong("unknown field %s; known are call, on, get, operator, value, release, collect, with, within, id",
        text.quoted(name))
    end
  end
  if request.collect ~= nil and request.release == nil then wrong("collect: only with release") end
  for _, way in ipairs(WAYS) do
    if request[way[1]] ~= nil then
      local f, given = way[2](session, request)
      -- through pcall, which is no file of ours: misuse names no line
      local limited = request.within
      local results
      if limited == nil then results = table.pack(pcall(f, table.unpack(given, 1, given.n)))
      else results = table.pack(pcall(ta.within, limited, f, table.unpack(given, 1, given.n))) end
      if not results[1] then error(results[2], 0) end
      if results[2] == nil and type(results[3]) == "string" and type(results[4]) == "string" then
        error({ message = results[3], code = results[4] }, 0)
      end
      return results
    end
  end
  wrong("expected one of call, on, get, operator, value, release")
end

local function read(source)
  if #source > MOST then wrong("more than %d bytes", MOST) end
  local request, why = json.read(source)
  if why then wrong("%s", why) end
  if type(request) ~= "table" or request == json.null or json.is_list(request) then wrong("expected an object") end
  if not json.is_finite(request.id) then wrong("id: expected a finite number") end
  return request
end

local OURS = debug.getinfo(1, "S").short_src .. ":"

local function failed(why)
  if failure.is_interrupt(why) then return { error = "interrupted", code = "ECANCELLED" } end
  if type(why) == "table" and why.message and why.code then
    local message = text.visible(tostring(why.message), true)
    return { error = why.code == "EREQUEST" and "request: " .. message or message, code = why.code }
  end
  local message = text.message(why):gsub("\nstack traceback:.*$", "")
  if message:sub(1, #OURS) == OURS then message = message:gsub("^.-:%d+: ", "") end -- an operator, on what has none
  if message:find("^not enough memory") then return { error = message, code = "ENOMEM" } end
  return { error = text.visible(message, true), code = "ERAISED" }
end

local function reply_to(session, request)
  local results = perform(session, request)
  local reply = { result = result(session, results[2], DEEPEST) }
  if results.n > 2 then
    local all = { reply.result }
    for i = 3, results.n do all[i - 1] = result(session, results[i], DEEPEST) end
    reply.results = json.list(all)
  end
  return reply
end

local function add(list, v)
  local n = type(v) == "number" and (math.tointeger(v) or v == math.huge and v)
  if not n then
    wrong("integers: entry %d is %s", #list + 1, type(v) == "number" and "no integer" or "of type " .. type(v))
  end
  if #list == LONGEST then wrong("integers: more than %d", LONGEST) end
  list[#list + 1] = n
end

local gather

-- Where the integers of our own objects are.
local HELD = {
  table = function(list, t) for _, _, value in t:cells() do gather(list, value) end end,
  row = function(list, s) for n = s.first, s.last do gather(list, s.at(n)) end end,
  grid = function(list, g)
    local cells = g:cells()
    local function last(first, ...)
      if first ~= nil then gather(list, (select(-1, ...))) end
      return first ~= nil
    end
    while last(cells()) do end
  end,
  sequence = function(list, s) for n = 0, s:size() - 1 do gather(list, s(n)) end end,
  slices = function(list, v) for _, t in ipairs(v) do gather(list, t) end end,
  position = function(list, v) for i = 1, #v do gather(list, v[i]) end end,
}

-- Is it nothing but a list?
local function is_plain(v, kind)
  if kind and not PLAIN[kind] or not kind and getmetatable(v) then return false end
  local count = 0
  for _ in pairs(v) do count = count + 1 end
  return count == #v
end

function gather(list, v)
  local kind = data.family(v)
  if HELD[kind] then return HELD[kind](list, v) end
  if type(v) ~= "table" and not kind then return add(list, v) end
  if type(v) ~= "table" or not is_plain(v, kind) then
    wrong("integers: a %s is no list of them", kind or "table with names")
  end
  for _, item in ipairs(v) do gather(list, item) end
end

-- The integers of a result, see `session.integers`.
local function integers(v)
  local meta = debug.getmetatable(v)
  if type(meta) == "table" and meta.__integers then return v end
  local list = {}
  gather(list, v)
  return list
end

-- Objects are forgotten once the reply is written, which may need more memory than there is.
local function let_go(session)
  local request = session.leaving
  if not request then return end
  for _, number in ipairs(request.release) do session.objects[number] = nil end
  if request.collect then collectgarbage() end
end

--- A session: its objects by number, its callbacks by name.
-- @treturn table session, with `answer`, `add`, `load`, `integers`, `callbacks`, `watch`
function M.open()
  local session = { objects = {}, last = 0, callbacks = {}, watch = watch.set }

  -- pcall; after a failure, for want of memory too, no object is there whose number nobody was told.
  local function attempt(f, ...)
    local last = session.last
    local ok, reply = pcall(f, ...)
    if not ok then
      for number = last + 1, session.last do session.objects[number] = nil end
      session.last = last
    end
    return ok, reply
  end

  --- The reply to a request, and where it has no result, why.
  function session.answer(source)
    local request
    session.leaving = nil
    local ok, reply = attempt(function()
      request = read(source)
      return json.write(reply_to(session, request), request.id)
    end)
    if ok then
      let_go(session)
      return reply
    end
    local told = failed(reply)
    local why = told.error
    return json.write(told, request and request.id), why
  end

  --- The number of a new object.
  function session.add(v)
    session.last = session.last + 1
    session.objects[session.last] = v
    return session.last
  end

  --- Rules as an object: its number; or nil and why not.
  function session.load(path, source, sandbox)
    local given = json.list { path, { sandbox = sandbox, text = source } }
    local ok, reply = attempt(reply_to, session, { call = "load_rules", with = given })
    if ok then return reply.result.object end
    return nil, failed(reply).error
  end

  --- The integers of what a request gives: a list of them, row by row, or an object that copies them out itself by its
  -- metafield `__integers`; infinity is `math.huge`. Or nil and why there are none.
  function session.integers(source)
    local ok, list = pcall(function() return integers(perform(session, read(source))[2]) end)
    if ok then return list end
    return nil, failed(list).error
  end

  return session
end

return M
