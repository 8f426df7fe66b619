-- Certificates of theorems, of win conditions and of phases: two independent checkers agree on every one. A loaded
-- certificate is written and loaded again unchanged.
local check_in_lua = require "takeaway.research.check_certificate"
local check_phases = require "takeaway.research.check_phases"
local fuzz = require "spec.trust.fuzz.support"
local ta = require "takeaway"

local STEPS = 200000

-- Each may give up on what the other refuses at its first line; accepted by one, the other never refuses it.
local function agree(one, other, what, why)
  if one ~= nil and other ~= nil and one ~= other then
    error(("%s: the checker in C says %s, the one in Lua %s (%s)"):format(what, one, other, why))
  end
end

local function theorem(text)
  local in_c, _, c_code = fuzz.try(ta.check_theorem, text, { by = "c", steps = STEPS })
  local in_lua, why, lua_code = fuzz.try(ta.check_theorem, text, { by = "lua", steps = STEPS })
  agree(in_c, in_lua, "a theorem", tostring(why))
  if in_c and lua_code == "EIO" or in_lua and c_code == "EIO" then
    error("a theorem that one checker cannot read is accepted by the other: " .. tostring(why))
  end
end

local function cash(text)
  local wc, why, code = fuzz.try(ta.load_certificate, text)
  if text:find "%d%d%d%d" then return end -- the checker in Lua would take minutes
  local ok, holds, reason, lua_code = pcall(check_in_lua, text)
  if not ok then error("the checker in Lua fails: " .. tostring(holds)) end
  if not wc then
    if holds and (code == "EIO" or code == "refused") then error("a win condition that cannot be loaded: " .. why) end
    return
  end
  local in_c = fuzz.try(wc.check, wc)
  agree(in_c, holds, "a win condition", ("%s %s"):format(reason, lua_code))
  local written = wc:certificate()
  fuzz.same(written, assert(ta.load_certificate(written)):certificate(), "a win condition written again")
end

local function phases(text)
  if text:find "%d%d%d%d%d" then return end -- the checker in Lua would take minutes
  local ph, why, code = fuzz.try(ta.load_certificate, text)
  local holds, reason = check_phases(text)
  if not ph then
    if holds and (code == "EIO" or code == "refused") then error("phases that cannot be loaded: " .. why) end
    return
  end
  agree(fuzz.try(ph.check, ph), holds, "phases", tostring(reason))
  local written = ph:certificate()
  fuzz.same(written, text, "phases written again")
end

return fuzz.target(function(text)
  if text:find "^takeaway phases" then return phases(text) end
  return (text:sub(1, 8) == "takeaway" and theorem or cash)(text)
end)
