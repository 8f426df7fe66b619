-- Positions that are text for the user and integers inside: a user's own packed forms.
local raises = require("spec.support.refusals").raises
local ta = require "takeaway"

-- Rows of pins, "xx/xxx": take one pin of a row, which splits it. Rows of up to four are packed as their lengths.
local function pins(change)
  local fields = {
    name = "Pins",
    options = function(emit, text)
      for i = 1, #text do
        if text:sub(i, i) == "x" then emit(text:sub(1, i - 1) .. "/" .. text:sub(i + 1)) end
      end
    end,
    parts = function(text)
      local rows = {}
      for row in text:gmatch "x+" do rows[#rows + 1] = { row } end
      return rows
    end,
    canonical = function(text) return text end,
    packed = {
      read = function(text) if #text < 5 and text:find "^x+$" then return #text end end,
      show = function(...)
        local rows = {}
        for i, n in ipairs { ... } do rows[i] = ("x"):rep(n) end
        return table.concat(rows, "/")
      end,
      options = function(emit, n)
        for a = 0, n - 1 do emit(a, n - 1 - a) end
      end,
      parts = function(emit, ...)
        for _, n in ipairs { ... } do
          if n > 0 then emit(n) end
        end
      end,
      canonical = function(n) return n end,
    },
  }
  if change then change(fields, fields.packed) end
  return fields
end

-- Hop: a counter on a strip goes right by one or two; text throughout, no parts.
local function hop(change)
  local fields = {
    name = "Hop",
    left = function(emit, text)
      local at = text:find "o"
      if at < #text then emit(("."):rep(at) .. "o" .. ("."):rep(#text - at - 1)) end
    end,
    right = function(emit, text)
      local at = text:find "o"
      if at + 1 < #text then emit(("."):rep(at + 1) .. "o" .. ("."):rep(#text - at - 2)) end
    end,
    packed = {
      read = function(text) if #text <= 10 then return text:find "o", #text end end,
      show = function(at, size) return ("."):rep(at - 1) .. "o" .. ("."):rep(size - at) end,
      left = function(emit, at, size) if at < size then emit(at + 1, size) end end,
      right = function(emit, at, size) if at + 1 < size then emit(at + 2, size) end end,
    },
  }
  if change then change(fields, fields.packed) end
  return fields
end

local function without(fields)
  fields.packed = nil
  return fields
end

local function texts(list)
  local found = {}
  for i, p in ipairs(list) do found[i] = p[1] end
  return table.concat(found, " ")
end

describe("packed forms", function()
  it("answer as the rules on text do, and positions stay text", function()
    local packed, plain = ta.ruleset(pins()), ta.ruleset(without(pins()))
    for _, text in ipairs { "x", "xx", "xxx", "xxxx", "xxxxx", "xxxxxxxx", "xx/x", "x/xx/xxx", "" } do
      local p, q = packed(text), plain(text)
      assert.equal(text, p[1])
      assert.equal(tostring(q), tostring(p))
      for _, call in ipairs { "nim_value", "outcome", "misere_outcome", "remoteness", "followers" } do
        assert.equal(q[call](q), p[call](p), call .. " " .. text)
      end
      assert.equal(tostring((q + q):outcome()), (p + p):outcome())
      local ours, theirs = p:options(), q:options()
      assert.equal(#theirs, #ours)
      for i = 1, #ours do assert.equal(tostring(theirs[i]), tostring(ours[i])) end
    end
  end)

  it("hold unpacked text beside packed positions", function()
    local packed, plain = ta.ruleset(hop()), ta.ruleset(without(hop()))
    for size = 1, 14 do
      local text = "o" .. ("."):rep(size - 1)
      local p, q = packed(text), plain(text)
      assert.equal(q:canonical_form(), p:canonical_form())
      assert.equal(texts(q:left_options()), texts(p:left_options()))
      assert.equal(texts(q:right_options()), texts(p:right_options()))
      assert.equal(q:followers(), p:followers())
      assert.equal(tostring(q:best_move "left"), tostring(p:best_move "left"))
    end
    -- a move may lead from text to what is packed
    local shrink = ta.ruleset(pins(function(fields, form)
      fields.parts, fields.canonical, form.parts, form.canonical = nil, nil, nil, nil
      fields.options = function(emit, text) emit(text:sub(2)) end
      form.options = function(emit, n) if n > 1 then emit(n - 1) end end
      form.read = function(text) return #text < 5 and #text or nil end
    end))
    assert.equal("xxxx", texts(shrink "xxxxx":options()))
    assert.equal(6, shrink "xxxxxx":followers())
    assert.equal(1, shrink "xxxxxx":nim_value())
    assert.equal(6, shrink:statistics().positions)
  end)

  it("are compared by validate", function()
    assert.is_true((ta.ruleset(pins()):validate { from = "xxxxxx" }))
    assert.is_true((ta.ruleset(hop()):validate { from = "o........" }))
    local faults = {
      ['packed: read and show turn it into "o"'] = function(_, form) form.show = function() return "o" end end,
      ["packed: options gives"] = function(_, form) form.options = function(emit, n) emit(n - 1) end end,
      ["packed: parts gives"] = function(_, form) form.parts = function() end end,
      ["packed changes the nim value"] = function(_, form) form.canonical = function() return 2 end end,
    }
    for message, fault in pairs(faults) do
      local good, report = ta.ruleset(pins(fault)):validate { from = "xxxx" }
      assert.is_false(good, message)
      assert.is_truthy(report.message:find(message, 1, true), report.message)
    end
  end)

  it("are refused where they are none", function()
    local faults = {
      ["packed: show is missing"] = function(_, form) form.show = nil end,
      ["packed: read is missing"] = function(_, form) form.read = nil end,
      ["packed: parts is missing; the ruleset has one for text"] = function(_, form) form.parts = nil end,
      ["packed: canonical: the ruleset has none for text"] = function(fields) fields.canonical = nil end,
      ["packed: expected functions called read, show, options"] = function(_, form) form.unpack = print end,
      ["got a number called show"] = function(_, form) form.show = 3 end,
      ["packed: expected a table, got a function"] = function(fields) fields.packed = print end,
    }
    for message, fault in pairs(faults) do
      raises(message, ta.ruleset, pins(fault))
    end
    raises("Pins: position: expected one string", ta.ruleset(pins()), 3)
  end)

  it("that fail say so, and messages show the text", function()
    local function failure(change, text, call)
      local rules = ta.ruleset(change)
      local ok, why = pcall(function() return rules(text)[call or "outcome"](rules(text)) end)
      assert.is_false(ok)
      return tostring(why)
    end
    local function says(message, why) assert.is_truthy(why:find(message, 1, true), why) end
    says('in left of Hop at "o..."', failure(hop(function(_, form) form.left = function() error "boo" end end), "o..."))
    says("emit: got 1 component; this position has 2",
      failure(hop(function(_, form) form.left = function(emit) emit(1) end end), "o..."))
    says("emit: got 1 component", failure(hop(function(_, form) form.left = function(emit) emit "o." end end), "o..."))
    says('parts of Pins at "xxxx" returned a table; packed parts are named by emit',
      failure(pins(function(_, form) form.parts = function() return { { 1 } } end end), "xxxx", "nim_value"))
    says("read: expected integers, got a boolean",
      failure(hop(function(_, form) form.read = function() return true end end), "o..."))
    says("boo", failure(hop(function(_, form) form.read = function() error "boo" end end), "o..."))
    says("show: expected a text, got a number",
      failure(hop(function(_, form) form.show = function() return 3 end end), "o...", "left_options"))
    says('"xx"', failure(pins(function(_, form) form.canonical = function() return 1, 2 end end), "xx", "nim_value"))
    -- read fails in the middle of a search: the parts of a text
    says('in read of Pins at "xx"', failure(pins(function(_, form)
      form.read = function(text) if text == "xx" then error "boo" end end
    end), "xx/xxxxx", "nim_value"))
    says('in read of Pins at "x"', failure(pins(function(fields, form)
      fields.canonical = function(text) return text == "xx" and "x" or text end
      form.read = function(text) if text == "x" then error "boo" end end
    end), "xx/xxxxx", "nim_value"))
    local loop = ta.ruleset(hop(function(_, form) form.left = function(emit, at, size) emit(at, size) end end))
    local _, why = loop.core:canonical_form "o.." -- a position has a loopy value
    says('"..o" -> "..o"', why)
  end)

  it("go through the sandbox", function()
    local name = os.tmpname()
    require("tools.jobs").write(name, [[
      return { name = "Sandboxed", options = function(emit, text) error "text" end,
        packed = { read = function(text) return #text end, show = function(n) return ("x"):rep(n) end,
          options = function(emit, n) for k = 1, n do emit(n - k) end end } }
    ]])
    local rules = ta.load_rules(name, { sandbox = true })
    os.remove(name)
    assert.equal(4, rules "xxxx":nim_value())
    assert.equal("xxx xx x ", texts(rules "xxxx":options()))
  end)
end)
