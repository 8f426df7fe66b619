--- Words for the elements of a misere quotient: generators, first words, relations.
-- @module takeaway.family.heap.quotient.words

local core = require "takeaway.core"
local text = require "takeaway.base.text"

local M = {}

local function letter(i)
  local name = string.char(97 + (i - 1) % 26)
  return i <= 26 and name or name .. (i - 1) // 26
end

-- "ab^2" of a word: generators by number, ascending.
local function written(word)
  local parts, i = {}, 1
  while i <= #word do
    local j = i
    while word[j + 1] == word[i] do j = j + 1 end
    parts[#parts + 1] = letter(word[i]) .. (j > i and "^" .. j - i + 1 or "")
    i = j + 1
  end
  return #parts > 0 and table.concat(parts) or "1"
end

local function extended(word, generator)
  local longer = table.move(word, 1, #word, 1, {})
  longer[#longer + 1] = generator
  return longer
end

-- The first word of each element that these generators make. Shorter words come first; among words of one length those
-- with most a, then most b. Append to a first word a generator no earlier than its last to find such words.
local function first_words(q, generators)
  local found, words = { 0 }, { [0] = {} }
  local i = 1
  while i <= #found do
    local x = found[i]
    local word = words[x]
    for k = word[#word] or 1, #generators do
      local y = q.core:product(x, generators[k].number)
      if not words[y] then
        words[y] = extended(word, k)
        found[#found + 1] = y
      end
    end
    i = i + 1
  end
  return found, words
end

--- Give q its words: heaps that are no product of smaller ones are generators. `q.list` are the generators, `q.found`
-- the numbers of elements in the order of their first words, `q.words` these words, `q.names` them written, `q.numbers`
-- the element of a written first word.
function M.name(q)
  local generators, order = {}, q.core:order()
  local found, words = first_words(q, generators)
  for heap = 1, q.core:heaps() do
    if #found == order then break end
    local x = q.core:element(heap)
    if not words[x] then
      generators[#generators + 1] = { heap = heap, number = x }
      found, words = first_words(q, generators)
    end
  end
  q.list, q.found, q.words, q.names, q.numbers = generators, found, words, {}, {}
  for x, word in pairs(words) do
    q.names[x] = written(word)
    q.numbers[q.names[x]] = x
  end
  for k, one in ipairs(generators) do one.name = letter(k) end
end

local function power(q, x, n)
  local result = 0
  while n > 0 do
    if n % 2 == 1 then result = q.core:product(result, x) end
    x, n = q.core:product(x, x), n // 2
  end
  return result
end

local function refuse(call, given)
  core.raise(("%s: element: expected a product of generators such as \"ab^2\", got %s"):format(call, text.shown(given)))
end

--- The number of an element: "ab^2", "b^2 a", "1".
function M.read(q, call, given)
  if type(given) ~= "string" then refuse(call, given) end
  if q.numbers[given] then return q.numbers[given] end
  local rest, x = given:match "^%s*(.*)$", 0
  if rest == "" then refuse(call, given) end
  while rest ~= "" do
    local name, exponent, after = rest:match "^(%l%d*)%^(%d+)(.*)$"
    if not name then name, exponent, after = rest:match "^(%l%d*)()(.*)$" end
    local n = type(exponent) == "string" and math.tointeger(tonumber(exponent)) or type(exponent) == "number" and 1
    if name and n and q.numbers[name] then
      x, rest = q.core:product(x, power(q, q.numbers[name], n)), after
    elseif rest:find "^1%f[%D]" then
      rest = rest:sub(2)
    else
      refuse(call, given)
    end
    rest = rest:match "^%s*(.*)$"
  end
  return x
end

-- Is each word without one of its letters a first word?
local function is_least(q, word)
  for i = 1, #word do
    local part = table.move(word, 1, #word, 1, {})
    table.remove(part, i)
    if not q.numbers[written(part)] then return false end
  end
  return true
end

--- The relations: each word that is no first word, while all its parts are, and the first word of its element.
function M.relations(q)
  local list = {}
  for _, x in ipairs(q.found) do
    local word = q.words[x]
    for k = word[#word] or 1, #q.list do
      local longer = extended(word, k)
      if not q.numbers[written(longer)] and is_least(q, longer) then
        list[#list + 1] = { written(longer), q.names[q.core:product(x, q.list[k].number)] }
      end
    end
  end
  return list
end

return M
