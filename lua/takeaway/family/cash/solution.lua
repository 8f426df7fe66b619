--- Solution sets of NIM with Cash (Definition 4.6), as objects.
--
-- With i = n mod period, b = f^I(n) - 1 - d and b2 = f^II(n) - 1 - e, taking a leads to i - a, b2 - c^II(i, a),
-- b - c^I(i, a) (the new b, then the new b2). A move is good when it leads to a triple outside the set X, or to a new
-- mover who is not rich against a rich one. It is also good when it leads to two rich players where standard Nim is
-- lost. X is a solution set when its triples are exactly those with a good move. As printed, that move must be min A.
-- @module takeaway.family.cash.solution

local core = require "takeaway.core"
local method_tables = require "takeaway.base.methods"
local settings_of = require "takeaway.base.settings"
local text = require "takeaway.base.text"
local whole = require "takeaway.base.to_integer"

local M = {}
local Set = method_tables.class(nil, "solution set", true)

-- The residue's winner of standard Nim, for large n.
local function normal_of(game, period)
  local members, list = game:members(), {}
  local from = period.offset + members[#members]
  for n = from, from + period.period - 1 do list[n % period.period] = game:normal_winner(n) end
  return list
end

-- Membership from critical states: at the least n past the offset that is wide enough.
local function evaluated(game, period, limit)
  local members = game:members()
  local from = period.offset + members[#members]
  local at = {}
  return function(i, b, b2)
    local n = at[i] or from + (i - from) % period.period
    while n <= limit do
      local f1, f2 = game:rich(n)
      local g1, g2 = game:poor(n)
      if f1 - 1 - b >= g1 and f2 - 1 - b2 >= g2 then
        return assert(game:winner(n, f1 - 1 - b, f2 - 1 - b2)) == "I"
      end
      n = n + period.period
    end
    return nil
  end
end

--- Make a solution set; see `game:solution_set`.
function M.new(game, source, options)
  source = source or "formula"
  if source ~= "formula" and source ~= "evaluated" and type(source) ~= "function" then
    core.raise('solution_set: source: expected "formula", "evaluated" or a function')
  end
  options = settings_of.check("solution_set", options, { "limit" })
  local limit = settings_of.integer("solution_set", "limit", options.limit, 0, 1 << 62) or 2000
  local period, why, code = game:cash_period()
  if not period then return nil, why, code end
  local contains
  if source == "formula" then
    local _, reason, kind = game:closed_solution(0, 0, 0)
    if reason then return nil, reason, kind end
    contains = function(i, b, b2) return game:closed_solution(i, b, b2) end
  elseif source == "evaluated" then
    contains = evaluated(game, period, limit)
  else
    contains = source
  end
  return setmetatable({ game = game, period = period, source = source, member = contains,
    normal = normal_of(game, period) }, Set)
end

--- Test whether (i; b, b2) is in X. nil where an evaluated set has no state wide enough.
-- @function set:contains
-- @tparam int i a residue, or any n
-- @tparam int b,b2 >= 0
function Set:contains(i, b, b2)
  for name, value in pairs { i = i, b = b, b2 = b2 } do
    if not whole(value) or name ~= "i" and value < 0 then
      core.raise(("contains: %s: expected an integer%s, got %s"):format(name, name == "i" and "" or " from 0",
        text.shown(value)))
    end
  end
  return self.member(i % self.period.period, b, b2)
end

-- Is taking a good at (i; b, b2)? nil if X does not decide it.
local function good(X, i, b, b2, a)
  local p = X.period
  local new_i = (i - a) % p.period
  local new_b, new_b2 = b2 - p.c2[i][a], b - p.c1[i][a]
  if new_b >= 0 and new_b2 >= 0 then
    local inside = X.member(new_i, new_b, new_b2)
    if inside == nil then return nil end
    return not inside
  end
  if new_b >= 0 then return true end
  return new_b2 < 0 and X.normal[new_i] == "II"
end

local function any_good(X, i, b, b2, members)
  local unknown = false
  for _, a in ipairs(members) do
    local g = good(X, i, b, b2, a)
    if g then return true end
    unknown = unknown or g == nil
  end
  if unknown then return nil end
  return false
end

-- Does the triple pass? In the printed form a triple of X needs min A to be good.
local function passes(X, i, b, b2, relaxed, members)
  local inside = X.member(i, b, b2)
  if inside == nil then return true end
  if inside and not relaxed then return good(X, i, b, b2, members[1]) ~= false end
  local some = any_good(X, i, b, b2, members)
  return some == nil or some == inside
end

--- Check Definition 4.6 for all i and all b, b2 below a limit.
-- @function set:check
-- @tparam[opt] table settings `relaxed`: any good move suffices, not only min A; `limit`: of b and b2 (default 6 times
--   the largest member)
-- @return true and the limit; or false and the first triple that fails, `{i=, b=, b2=}`
function Set:check(options)
  options = settings_of.check("check", options, { "limit", "relaxed" })
  local members = self.game:members()
  local limit = settings_of.integer("check", "limit", options.limit, 0, 1 << 62) or 6 * members[#members]
  for i = 0, self.period.period - 1 do
    for b = 0, limit - 1 do
      for b2 = 0, limit - 1 do
        if not passes(self, i, b, b2, options.relaxed, members) then
          return false, { i = i, b = b, b2 = b2 }
        end
      end
    end
  end
  return true, limit
end

function Set:__tostring()
  return ("solution set of %s, by %s"):format(tostring(self.game),
    type(self.source) == "function" and "a function" or self.source)
end

return M
