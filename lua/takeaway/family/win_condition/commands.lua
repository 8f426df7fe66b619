--- Commands on win conditions: `certify` finds one, `check` verifies it with two checkers, and theorems with one.
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
  local wc = tools.check(tools.tell(function() return ta.win_condition(args.set, settings) end,
    function() return tried(args.set, watch.count(), args.max_base) end))
  local certificate = wc:certificate()
  local whole, described = pcall(wc.describe, wc)
  if not whole then
    if not tools.is_interrupt(described) then error(described, 0) end
    tools.note("interrupted; the certificate is whole, its description is not")
    described = tostring(wc)
  end
  return { text = described, data = summary(wc, args.set), status = whole and 0 or 130,
           files = { out = certificate, json = certificate, latex = args.format == "latex" and wc:describe("latex")
             or nil } }
end

local function contents(path, tools)
  local file, why = io.open(path, "rb")
  if not file then tools.fail(2, "%s", why) end
  local whole, error_text = file:read(64 << 20)
  local more = whole and file:read(1)
  file:close()
  if error_text then tools.fail(2, "%s: %s", path, error_text) end
  if more then tools.fail(2, "%s: more than 64 MiB", path) end
  return whole or ""
end

local function check_theorem(ta, args, certificate, tools)
  local holds, why, code = tools.tell(function() return ta.check_theorem(certificate) end,
    function() return "the checker has not come to an end" end)
  if holds == nil then tools.fail(code == "ELIMIT" and 1 or 2, "%s: %s", args.file, why) end
  return { text = ("%s: %s"):format(args.file, holds and "the theorem holds, for all positions" or "REJECTED, " .. why),
           data = { file = args.file, holds = holds, why = why }, status = holds and 0 or 1 }
end

local function check(ta, args, tools)
  local certificate = contents(args.file, tools)
  if certificate:find "^takeaway theorem" then return check_theorem(ta, args, certificate, tools) end
  local wc, why, code = ta.load_certificate(certificate)
  if not wc then
    if code == "EIO" or code == "EUNSUPPORTED" then tools.fail(2, "%s: %s", args.file, why) end
    return { text = ("%s: rejected: %s"):format(args.file, why), data = { file = args.file, holds = false,
      why = why }, status = 1 }
  end
  local verdicts, holds = {}, true
  local function verdict(name, ok, reason)
    holds = holds and ok
    verdicts[#verdicts + 1] = ("checker in %s: %s"):format(name, ok and "it holds" or "REJECTED, " .. tostring(reason))
  end
  local second = tools.need("takeaway.research.check_certificate", "the second checker")
  tools.tell(function() verdict("C", wc:check { progress = tools.bar() }) end,
    function() return "no checker has come to an end" end)
  tools.tell(function() verdict("Lua", second(certificate)) end,
    function() return verdicts[1] .. "; the one in Lua has not come to an end" end)
  table.insert(verdicts, 1, ("%s: who wins NIM with Cash on %s, period %d from %d on"):format(args.file,
    tostring(wc):match("{.-}")
    or "{...}", wc.period, wc.base))
  return { text = table.concat(verdicts, "\n"), data = { file = args.file, holds = holds, period = wc.period,
    base = wc.base },
           status = holds and 0 or 1 }
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
    name = "check", what = "Verify a certificate with two independent checkers.",
    example = "takeaway check certificate.json", answer = check,
    arguments = function(c) c:argument("file", "A certificate, as certify writes it.") end,
  },
}
