-- Games of every kind on three small numbers. All paths must give the same answers about them.
local M = {}

-- The variants people try: a limit, a limit for each pile, a pass once, no repeat of the last amount. Play ends.
M.variants = {
  { name = "two piles", options = function(emit, p, q, x)
    for k = 1, math.min(p, x) do emit(p - k, q, 2 * k) end
    for k = 1, math.min(q, x) do emit(p, q - k, k + 1) end
  end },
  { name = "ends early", options = function(emit, p, q, x)
    if p == 0 or q == 0 then return end
    for k = 1, math.min(x, math.max(p, q)) do
      if k <= p then emit(p - k, q, 3 * k) end
      if k <= q then emit(p, q - k, 3 * k) end
    end
  end },
  { name = "pass", options = function(emit, a, b, pass)
    for k = 1, a do emit(a - k, b, pass) end
    for k = 1, b do emit(a, b - k, pass) end
    if pass > 0 and a + b > 0 then emit(a, b, pass - 1) end
  end },
  { name = "no repeat", options = function(emit, a, b, last)
    for k = 1, 3 do
      if k ~= last and k <= a then emit(a - k, b, k) end
      if k ~= last and k <= b then emit(a, b - k, k) end
    end
  end },
}

-- Rules may leave the box, rise, loop, be over by rule, or be partizan.
M.kinds = {
  { name = "falls", options = function(emit, a, b, c)
    for k = 1, a do emit(a - k, b, c) end
    for k = 1, b do emit(a, b - k, (c + k) % 4) end
    if c > 0 then emit(a, b, c - 1) end
  end },
  { name = "leaves the box", options = function(emit, a, b, c)
    if a > 0 then emit(a - 1, b + 1, 2 * c) end
    if b > 0 and a > 0 then emit(a - 1, b - 1, c + 9) end
    if c > 0 then emit(a, b, c // 2) end
  end },
  { name = "rises", options = function(emit, a, b, c)
    if a < 4 then emit(a + 1, b, c) end
    if b < 3 then emit(a, b + 1, 0) end
    if c < 5 then emit(a, b, c + 1) end
  end },
  { name = "loops", options = function(emit, a, b, c)
    emit(a, b, (c + 1) % 3)
    if a > 0 then emit(a - 1, b, c) end
    if b > 0 and c == 1 then emit(a, b - 1, 0) end
  end },
  { name = "over", options = function(emit, a, b, c)
    for k = 1, a do emit(a - k, b, c) end
    for k = 1, b do emit(a, b - k, c) end
    if c > 0 then emit(a, b, c - 1) end
  end, terminal = function(a, b, c)
    if (a + 2 * b + c) % 7 == 5 then return "win" elseif (a * b + c) % 7 == 6 then return "draw" end
  end },
  { name = "partizan", left = function(emit, a, b, c)
    for k = 1, a do emit(a - k, b, c) end
    if c == 0 then emit(a, b, 1) end
  end, right = function(emit, a, b, c)
    for k = 1, b do emit(a, b - k, c) end
    if c == 1 then emit(a, b, 0) end
  end },
  { name = "diagonal", options = function(emit, a, b, c) -- the last rows look beyond the end of the box
    if a > 0 then emit(a - 1, b + 1, c) end
    for k = 1, c do emit(a, b, c - k) end
  end },
}

-- Bach's Carousel (Winning Ways, chapter 11): position 4 is a draw of its own kind, whose sides are no stoppers.
function M.bach()
  local left = { { 0 }, { 0 }, { 1 }, { 0, 5 }, { 1 }, { 2, 7 }, { 3 } }
  local right = { {}, { 0 }, { 1 }, { 0 }, { 1, 6 }, { 2 }, { 3, 4 } }
  local function moves(list)
    return function(emit, n, ...) for _, k in ipairs(list[n] or {}) do emit(k, ...) end end
  end
  return { name = "Bach", left = moves(left), right = moves(right) }
end

-- Parts: each number above `least` is a position of its own.
function M.parts(least)
  return function(...)
    local list = {}
    for _, n in ipairs { ... } do
      if n > least then list[#list + 1] = { n } end
    end
    return list
  end
end

return M
