--- The moves of a game that matter to its canonical form.
-- @module takeaway.family.value.sensible

local core = require "takeaway.core"
local failure = require "takeaway.base.failure"
local forms = require "takeaway.family.value.form"

local values = core.value_methods

local M = {}

local SIDES = {
  left = { own = "left_options", other = "right_options", at_least = function(a, b) return b <= a end },
  right = { own = "right_options", other = "left_options", at_least = function(a, b) return a <= b end },
}

local function need(result, message, code)
  if result == nil then error({ message = message, code = code }, 0) end
  return result
end

local function value_from(x) return type(x) == "userdata" and x or need(x:canonical_form()) end

-- The player's view, the value of x and its options in canonical form.
local function sensible(name, x, who, f)
  local player = SIDES[who]
  if not player then failure.misuse(name .. ': player: expected "left" or "right"') end
  if type(x) == "string" then
    local ok, form, message, code = failure.try(forms.calls.form, x)
    if not ok then failure.misuse(name .. ": " .. tostring(form)) end
    if not form then return nil, message, code end
    x = form
  end
  if type(x) ~= "userdata" and not (type(x) == "table" and x.canonical_form and x.left_options) then
    failure.misuse(name .. ": expected a position, a form or a value")
  end
  return failure.catch(function()
    local value = value_from(x)
    return f(player, x, value, need(values[player.own](value)))
  end)
end

--- The options of a player that are as good as some option of the canonical form.
-- @function sensible_options
-- @param x a position, a form (or its text) or a value
-- @tparam string player "left" or "right"
-- @treturn table list of its options; or nil, a message and a code as of `canonical_form`
-- @usage assert(#ta.sensible_options(ta.form "{0,*|1}", "left") == 1)
function M.sensible_options(x, player)
  return sensible("sensible_options", x, player, function(side, from, _, canonical)
    local list = {}
    for _, o in ipairs(need(from[side.own](from))) do
      local v, good = value_from(o), false
      for _, k in ipairs(canonical) do good = good or side.at_least(v, k) end
      if good then list[#list + 1] = o end
    end
    return list
  end)
end

--- The sequences of a move and reversing answers that end with an option of the canonical form.
--
-- For Left: x^L, x^LR, x^LRL, ..., where for one canonical option K each position after a move of Left's is K at least,
-- each after one of Right's x at most, and the last is equal to K.
-- @function sensible_lines
-- @param x a position, a form (or its text) or a value
-- @tparam string player "left" or "right"
-- @treturn table list of lines, each a list of positions; or nil, a message and a code as of `canonical_form`
-- @usage assert(#ta.sensible_lines(ta.form "{{3|-1},2|1}", "left") == 1)
function M.sensible_lines(x, player)
  return sensible("sensible_lines", x, player, function(side, from, value, canonical)
    local lines = {}
    for _, k in ipairs(canonical) do
      local function extend(position, line)
        for _, o in ipairs(need(position[side.own](position))) do
          local v = value_from(o)
          if side.at_least(v, k) then
            local longer = table.move(line, 1, #line, 1, {})
            longer[#longer + 1] = o
            if v == k then
              lines[#lines + 1] = longer
            else
              for _, reply in ipairs(need(o[side.other](o))) do
                if side.at_least(value, value_from(reply)) then
                  local further = table.move(longer, 1, #longer, 1, {})
                  further[#further + 1] = reply
                  extend(reply, further)
                end
              end
            end
          end
        end
      end
      extend(from, {})
    end
    return lines
  end)
end

return { calls = M }
