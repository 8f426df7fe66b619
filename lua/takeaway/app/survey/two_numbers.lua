--- The smallest rules on two numbers a and b, by size.
--
-- A rule is a set of moves, and its text lists them in order. A move takes i from a and j from b (`a-2 b-1`), or k
-- times as much for any k >= 1 (`a-2k b-k`). One of the two may grow instead, by less (`a+1 b-2`), so a + b decreases
-- with every move and play ends. A move may require a >= b or a <= b before it. No number falls below 0, and the
-- player who cannot move loses.
--
-- The size of a move is |i| + |j|, and 1 more with a condition. That of a rule is the sum over its moves. Rules of a
-- size are in the order of their texts. Of two rules that differ by exchanging a and b only the first is listed. A rule
-- equal to a smaller game is left out: one of its moves is a case of another, or would be without one of the
-- conditions.
-- @module takeaway.app.survey.two_numbers

local M = {}

local GUARDS = { "", "a >= b", "a <= b" }
local OTHER = { ["a >= b"] = "a <= b", ["a <= b"] = "a >= b" }

-- How a move changes a number, in the key: a-1, a-k, b+2k.
local function change(name, by, run)
  if by == 0 then return nil end
  local amount = math.abs(by)
  return name .. (by > 0 and "-" or "+") .. (run and (amount == 1 and "k" or amount .. "k") or amount)
end

local function move_text(move)
  local parts = { change("a", move.a, move.run) or change("b", move.b, move.run) }
  if move.a ~= 0 and move.b ~= 0 then parts[2] = change("b", move.b, move.run) end
  return (move.guard == "" and "" or move.guard:gsub(" ", "") .. ": ") .. table.concat(parts, " ")
end

-- All moves of sizes 1 to most, by size and text.
local function moves_to(most)
  local list = {}
  for i = -most, most do
    for j = -most, most do
      for _, run in ipairs { false, true } do
        for _, guard in ipairs(i + j >= 1 and GUARDS or {}) do
          local size = math.abs(i) + math.abs(j) + (guard == "" and 0 or 1)
          if size <= most then
            local move = { a = i, b = j, run = run, guard = guard, size = size }
            move.text = move_text(move)
            move.swapped = move_text { a = j, b = i, run = run, guard = OTHER[guard] or "" }
            list[#list + 1] = move
          end
        end
      end
    end
  end
  table.sort(list, function(x, y)
    if x.size ~= y.size then return x.size < y.size end
    return x.text < y.text
  end)
  return list
end

-- But for what they ask: is every move of x one of y?
local function within(x, y)
  if x.a == y.a and x.b == y.b then return y.run or not x.run end
  if not y.run then return false end
  local c = y.a ~= 0 and x.a // y.a or x.b // y.b
  return c >= 1 and x.a == c * y.a and x.b == c * y.b
end

-- Is a rule with both the same as one without x, or as one in which x asks nothing?
local function needless(x, y)
  if not within(x, y) then return false end
  return y.guard == "" or y.guard == x.guard or y.guard == OTHER[x.guard]
end

-- A rule's text, of its moves' texts.
local function text_of(chosen, field)
  local list = {}
  for i, move in ipairs(chosen) do list[i] = move[field] end
  table.sort(list)
  return table.concat(list, " | ")
end

-- The texts of all rules of a size, into a list.
local function rules_of_size(moves, size, list)
  local chosen = {}
  local function go(from, left)
    if left == 0 then
      local key = text_of(chosen, "text")
      if key <= text_of(chosen, "swapped") then list[#list + 1] = key end
      return
    end
    for i = from, #moves do
      local move = moves[i]
      if move.size > left then break end
      local new = true
      for _, other in ipairs(chosen) do
        if needless(move, other) or needless(other, move) then new = false end
      end
      if new then
        chosen[#chosen + 1] = move
        go(i + 1, left - move.size)
        chosen[#chosen] = nil
      end
    end
  end
  go(1, size)
end

local made = {} -- by how many

--- The texts of the smallest rules.
-- @tparam int count how many, or more
-- @treturn {string,...} the texts, with those of all other rules as large as the largest
function M.family(count)
  if made[count] then return made[count] end
  local list, size = {}, 0
  while #list < count do
    size = size + 1
    local of = {}
    rules_of_size(moves_to(size), size, of)
    table.sort(of)
    table.move(of, 1, #of, #list + 1, list)
  end
  made[count] = list
  return list
end

-- The declaration of a move from its text.
local function declared(move)
  local condition, change_text = move:match "^(.-): (.*)$"
  change_text = change_text or move
  local run, target, guards = change_text:find "k" ~= nil, { a = "a", b = "b" }, {}
  if run then guards[1] = "1 <= k" end
  guards[#guards + 1] = condition
  for name, sign, amount in change_text:gmatch "([ab])([-+])(%w+)" do
    target[name] = name .. " " .. sign .. " " .. amount
    if sign == "-" then guards[#guards + 1] = amount .. " <= " .. name end
  end
  return (run and "k: " or "") .. table.concat(guards, ", ") .. " -> " .. target.a .. ", " .. target.b
end

--- The declared game of a rule's text.
function M.game(key)
  local fields = { "a, b", name = key }
  for move in (key .. " | "):gmatch "(.-) | " do fields[#fields + 1] = declared(move) end
  return require "takeaway".moves(fields)
end

--- The size of a rule's text.
function M.size(key)
  local size = 0
  for amount in key:gsub(":", ""):gmatch "[-+](%w+)" do size = size + (math.tointeger(amount:match "%d+") or 1) end
  return size + select(2, key:gsub("=", ""))
end

return M
