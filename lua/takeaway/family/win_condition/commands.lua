--- Commands on win conditions: `certify` finds one, `phases` those along the excess, `check` verifies them, or a
-- theorem, with two checkers.
-- @module takeaway.family.win_condition.commands

local function summary(wc, set)
  return { set = set, period = wc.period, base = wc.base, level = wc.level, blocks = wc.blocks, letters = wc.letters }
end

-- How far a search that progress watched got: base + period is told, the bases double.
local function tried(set, reached, max_base)
  local base = 30
  while base <= math.max(table.unpack(set)) do base = 2 * base end
  if reached <= base then return "nothing was tried yet" end
  local first = base
  while 2 * base < reached and 2 * base <= (max_base or 3840) do base = 2 * base end
  return ("no certificate was found with %sbase %d and a period below %d"):format(base > first
    and ("a base below %d, nor with "):format(base) or "", base, reached - base)
end

local function certify(ta, args, tools)
  local watch = tools.watch()
  local settings = { seconds = args.seconds, max_base = args.max_base, max_period = args.max_period,
                    progress = watch.progress }
  local wc, why, code = tools.tell(function() return ta.win_condition(args.set, settings) end,
    function() return tried(args.set, watch.count(), args.max_base) end)
  tools.check(wc, code == "ELIMIT" and why .. "; takeaway phases looks for another kind" or why, code)
  local certificate = wc:certificate()
  local whole, described = pcall(wc.describe, wc)
  if not whole then
    if not tools.is_interrupt(described) then error(described, 0) end
    tools.note("interrupted; the certificate is whole, its description is not")
    described = tostring(wc)
  end
  return { text = described, data = summary(wc, args.set), standing = not whole and "interrupted" or nil,
           files = { out = certificate, json = certificate, latex = args.format == "latex" and wc:describe("latex")
             or nil } }
end

local function phases(ta, args, tools)
  local watch = tools.watch()
  local settings = { classes = args.classes, values = args.values, progress = watch.progress }
  local ph = tools.check(tools.tell(function() return ta.phases(args.set, settings) end,
    function() return ("%d classes were done"):format(watch.count()) end))
  local m = args.excess or ph.from
  return {
    text = ("%s\n%s"):format(ph, ph:describe(m)), files = { out = ph:certificate() },
    data = { set = args.set, classes = ph.classes, single = ph.single, modulus = ph.modulus, from = ph.from,
             phases = ph.phases, excess = m, class = ph:class(m) },
  }
end

local function contents(path, tools)
  local file, why = io.open(path, "rb")
  if not file then tools.fail("bad", "%s", why) end
  local whole, error_text = file:read(64 << 20)
  local more = whole and file:read(1)
  file:close()
  if error_text then tools.fail("bad", "%s: %s", path, error_text) end
  if more then tools.fail("bad", "%s: more than 64 MiB", path) end
  return whole or ""
end

local function check(ta, args, tools)
  local certificate = contents(args.file, tools)
  local verdicts, standing = {}, nil
  -- What is nil with a code that stops was not decided; all else that does not hold is rejected.
  local function verdict(form, ok, reason, code)
    local undecided = ok == nil and tools.standing(code) == "stopped"
    if not ok then standing = (not undecided or standing == "no") and "no" or "stopped" end
    verdicts[#verdicts + 1] = form:format(ok and "it holds" or undecided and "not decided, " .. reason
      or "REJECTED, " .. tostring(reason))
  end
  local function answer(fields)
    fields.file, fields.decided = args.file, standing ~= "stopped"
    if fields.decided then fields.holds = standing == nil end
    return { text = table.concat(verdicts, "\n"), data = fields, standing = standing }
  end
  if certificate:find "^takeaway theorem" then
    local holds, why, code
    tools.tell(function() holds, why, code = ta.check_theorem(certificate, { by = "c", progress = tools.bar() }) end,
      function() return "no checker has finished" end)
    if holds == nil and tools.standing(code) == "bad" then tools.fail("bad", "%s: %s", args.file, why) end
    verdict("checker in C: %s", holds, why, code)
    tools.tell(function() verdict("checker in Lua: %s", ta.check_theorem(certificate, { by = "lua" })) end,
      function() return verdicts[1] .. "; the one in Lua has not finished" end)
    table.insert(verdicts, 1, ("%s: a theorem on the P-positions (%s)"):format(args.file,
      certificate:match "\nvariables ([%w_ ]+)\n":gsub(" +", ", ")))
    return answer {}
  end
  local by_phases = certificate:find "^takeaway phases"
  local wc, why, code = ta.load_certificate(certificate)
  if not wc then
    if tools.standing(code) == "bad" then tools.fail("bad", "%s: %s", args.file, why) end
    verdict(args.file .. ": %s", nil, why, code)
    return answer { why = why }
  end
  local second = tools.need("takeaway.research.check_certificate", "the second checker")
  tools.tell(function() verdict("checker in C: %s", wc:check { progress = tools.bar() }) end,
    function() return "no checker has finished" end)
  tools.tell(function() verdict("checker in Lua: %s", second(certificate)) end,
    function() return verdicts[1] .. "; the one in Lua has not finished" end)
  local of = ("%s: who wins NIM with Cash on %s, "):format(args.file, tostring(wc):match("{.-}") or "{...}")
  if by_phases then
    table.insert(verdicts, 1, of .. ("phases of %d classes and %d single excesses"):format(wc.classes, wc.single))
    return answer { classes = wc.classes, single = wc.single }
  end
  table.insert(verdicts, 1, of .. ("period %d from %d on"):format(wc.period, wc.base))
  return answer { period = wc.period, base = wc.base }
end

return {
  {
    name = "certify", what = "Find who wins NIM with Cash for all n, d, e, with a proof.",
    example = "takeaway certify 1,3,4 --out certificate.json", answer = certify,
    arguments = function(c, types)
      c:argument("set", "Amounts that may be taken."):convert(types.set)
      c:option("--seconds", "Give up after this time."):convert(types.seconds)
      c:option("--max-period", "Longest period tried."):convert(types.number "--max-period"):target "max_period"
      c:option("--max-base", "Largest base tried."):convert(types.number "--max-base"):target "max_base"
    end,
  },
  {
    name = "phases", what = "The phases of NIM with Cash along the excess, for all n, d, e, with a proof.",
    example = "takeaway phases 3,5,6,10,11 --out phases.txt", answer = phases,
    arguments = function(c, types)
      c:argument("set", "Amounts that may be taken."):convert(types.set)
      c:option("--excess", "Show the phases of this one, d + e - n."):convert(types.number "--excess")
      c:option("--classes", "Give up at more classes than this."):convert(types.number "--classes")
      c:option("--values", "Give up where no phase occurs in this number of values."):convert(types.number "--values")
    end,
  },
  {
    name = "check", what = "Verify a certificate with two independent checkers.",
    example = "takeaway check certificate.json", answer = check,
    arguments = function(c) c:argument("file", "A certificate, as certify writes it.") end,
  },
}
