-- Who wins NIM with Cash for every n, d and e: this finds a formula, proves and uses it, writes it to a file, reads it
-- back, and verifies it with two checkers that share no code with the search.

local ta = require "takeaway"
local check_in_lua = require "takeaway.research.check_certificate"

local function group(n) -- 1000000 as 1 000 000
  return (tostring(n):reverse():gsub("(%d%d%d)", "%1 "):reverse():gsub("^ ", ""))
end

for _, set in ipairs { { 1, 3, 4 }, { 3, 5, 6, 10, 11 } } do
  local wc = assert(ta.cash(set):win_condition())
  print(wc)

  -- the condition, the first groups of residues
  local text = wc:describe()
  local lines = 0
  for line in text:gmatch("[^\n]*\n") do
    lines = lines + 1
    if lines > 14 then break end
    io.write(line:sub(1, 118), #line > 118 and "...\n" or "")
  end
  print(("  (and so on: %d bytes)\n"):format(#text))

  -- far beyond any table
  local n = 1000000000000000000
  for _, purses in ipairs { { n // 2, n // 2 }, { n // 2, n // 3 }, { math.huge, n // 16 * 10 } } do
    local d, e = purses[1], purses[2]
    local moves = wc:winning_moves(n, d, e)
    print(("n = %s, d = %s, e = %s: %s wins%s"):format("10^18", d == math.huge and "inf" or group(d),
      group(e), wc:winner(n, d, e), #moves > 0 and " by taking " .. table.concat(moves, " or ") or ""))
  end

  -- write to a file and read back
  local name = os.tmpname()
  local file = assert(io.open(name, "w"))
  file:write(wc:certificate())
  file:close()
  file = assert(io.open(name))
  local read = file:read("a")
  file:close()
  os.remove(name)
  local back = assert(ta.load_certificate(read))
  print(("a certificate of %d bytes; the C checker says %s, the Lua checker says %s\n")
    :format(#read, back:check(), check_in_lua(read)))
end

-- {3,5,6,10,11} has a closed form with a separate proof. It agrees with the certificate.
local theorem = ta.cash { 3, 5, 6, 10, 11 }:theorem()
local wc = ta.cash { 3, 5, 6, 10, 11 }:win_condition()
for _ = 1, 1000 do
  local n, d, e = math.random(1 << 60), math.random(1 << 60), math.random(1 << 60)
  assert(theorem:winner(n, d, e) == wc:winner(n, d, e))
end
print(theorem, "agrees at 1000 random positions")
