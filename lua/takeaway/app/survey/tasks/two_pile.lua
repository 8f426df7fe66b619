--- Two-pile games of the move functions floor((a k + b) / c): which of the four conditions fails first, whether the
-- closed form is right, and else where it is wrong.
-- @module takeaway.app.survey.tasks.two_pile

local LIMIT = 256 -- arguments and piles examined by default

local function gcd(a, b)
  while b ~= 0 do a, b = b, a % b end
  return a
end

return {
  name = "two_pile", version = 1,
  title = "Two piles: the move functions floor((a k + b) / c)",
  settings = { a = 4, b = 2, c = 3 },
  count = function(settings)
    if settings.a < 1 or settings.b < 0 or settings.c < 1 then error("expected a and c from 1 on, b from 0 on", 0) end
    return settings.a * (settings.b + 1) * settings.c
  end,
  member = function(i, settings) -- only in lowest terms; from f(1) = 1 on
    local c, rest = i % settings.c + 1, i // settings.c
    local b, a = rest % (settings.b + 1), rest // (settings.b + 1) + 1
    if gcd(gcd(a, b), c) > 1 or a + b < c then return nil end
    return ("floor((%dk+%d)/%d)"):format(a, b, c)
  end,
  columns = {
    { "admissible", "INTEGER", "1 where all four conditions hold, 0 where one fails" },
    { "condition", "INTEGER", "the one that fails first" },
    { "at", "INTEGER", "the argument at which it fails" },
    { "closed_form", "INTEGER", "1 where the closed form is right as far as was looked, 0 where it is wrong" },
    { "p", "INTEGER", "the smaller pile where it is wrong" },
    { "q", "INTEGER", "the larger pile there" },
    { "formula", "REAL", "what the closed form says there" },
    { "exact", "REAL", "the least winning move there" },
  },
  row = function(key, _, context)
    local ta, limit = require "takeaway", context.limit or LIMIT
    local game = ta.two_pile(key)
    local good, why, code = game:admissible(limit)
    if good == nil then return nil, why, code end
    local row = { admissible = good, closed_form = true }
    if not good then row.condition, row.at = why.condition, why.at end
    local fine, wrong
    fine, wrong, code = game:verify(limit)
    if fine == nil then return nil, wrong, code end
    if not fine then
      row.closed_form, row.p, row.q, row.formula, row.exact = false, wrong.p, wrong.q, wrong.formula, wrong.exact
    end
    return row
  end,
}
