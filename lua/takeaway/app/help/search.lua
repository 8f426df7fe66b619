--- Search of help: public calls, ready rules and commands for a word, the nearest first.
--
-- A word matches by its stem, "cooling" by cool, or else by its beginning. The name of a call counts most. Then come
-- its other names in the docstring ("Also called Grundy value."), then its first sentence, then the rest. Of equal
-- matches the more general comes first: calls of `ta`, of rulesets and positions before those of values, and these
-- before a family's.
-- @module takeaway.app.help.search

local failure = require "takeaway.base.failure"

-- ---- Words -------------------------------------------------------------------------------

local SMALL = {} -- words that say nothing beside others
for word in ("a an the of to is are do does in on for by with how what i my"):gmatch "%a+" do SMALL[word] = true end

local ENDINGS = { "icity", "ations", "ation", "ings", "ing", "ities", "ity", "ied", "ies", "ed", "es", "ic", "s", "e" }

-- cooling, cools, cool; winning, wins; periodicity, periodic, period; moves, move.
local function stem(word)
  for _, ending in ipairs(ENDINGS) do
    local rest = #word - #ending
    if rest >= 3 and word:sub(-#ending) == ending and word:sub(-2) ~= "ss" then
      word = word:sub(1, rest) .. (ending:find "^ie" and "y" or "")
      if ending:find "^[ie][nd]" and word:find "([bdgmnprt])%1$" then word = word:sub(1, -2) end
      break
    end
  end
  return word
end

-- The stems of a text, in order.
local function stems(text)
  local list = {}
  text = text:lower():gsub("è", "e"):gsub("'s%f[%W]", "")
  for word in text:gmatch "[%w\128-\255]+" do list[#list + 1] = stem(word) end
  return list
end

local function set_of(list)
  local set = {}
  for _, word in ipairs(list) do set[word] = true end
  return set
end

-- ---- What is looked through --------------------------------------------------------------

local GENERAL = { position = 3, rules = 3, v = 2, sum = 1 }

-- How general a call is, by the owner of a method.
local function generality(entry)
  if not entry.owner then return 3 end
  return GENERAL[entry.owner] or 0
end

-- A thing that is found: its signature, and what is said of it.
local function thing(signature, name, lines, more, general, part)
  local text = table.concat(lines, " "):gsub("@{[^}]*}", "")
  more = more:gsub("@{[^}]*}", "")
  local also = text:match "Also called ([^.]*)%." or ""
  local called = {}
  for other in also:gsub(" or ", ", "):gmatch "[^,]+" do called[table.concat(stems(other), " ")] = true end
  local first = text:match "^(.-%.)%s" or text
  return { signature = signature, name = name, first = first, general = general, called = called,
           named = stems((name:gsub("_", " "))), also = set_of(stems(also .. " " .. (part or ""))),
           opening = stems(first), opens = set_of(stems(first)), text = set_of(stems(text .. " " .. more)),
           letters = (signature .. " " .. text .. " " .. more):lower() }
end

local built

-- All of them: once for a process.
local function things(index)
  if built then return built end
  built = {}
  local function add(...) built[#built + 1] = thing(...) end
  for _, entry in ipairs(index.list) do
    local more = {}
    for _, list in ipairs { entry.params, entry.returns } do
      for _, tag in ipairs(list) do more[#more + 1] = tag.text end
    end
    add(entry.signature, entry.name, entry.lines, table.concat(more, " "), generality(entry), entry.part)
  end
  for name, call, line in (require "takeaway").rules() do add("ta.rules." .. name .. call, name, { line }, "", 1) end
  local argparse = failure.optional "argparse"
  for _, command in ipairs(argparse and require "takeaway.app.cli.parser"(argparse)._commands or {}) do
    add("takeaway " .. command._name .. ", a command", command._name:gsub("-", "_"), { command._summary }, "", 1)
  end
  return built
end

-- ---- Ranking -----------------------------------------------------------------------------

local function contains(list, part)
  for from = 0, #list - #part do
    local same = true
    for i, word in ipairs(part) do same = same and list[from + i] == word end
    if same then return true end
  end
  return false
end

-- What one word counts; nil where nothing tells of it.
local function weight(found, named, word)
  if named[word] then return 100 end
  if found.also[word] then return 60 end
  if found.opens[word] then return 30 end
  if found.text[word] then return 8 end
end

-- How near a thing is to the words of a query: nil where one of them is nowhere.
local function nearness(found, words, phrase)
  local named, sum = set_of(found.named), 0
  for _, word in ipairs(words) do
    local counts = weight(found, named, word)
    if not counts then return nil end
    sum = sum + counts
  end
  local near = sum / #words
  if table.concat(found.named, " ") == phrase then return 500 + 40 * found.general
  elseif found.called[phrase] then return 400 + 40 * found.general
  elseif contains(found.named, words) then near = near + 100 * #words / #found.named
  elseif #words > 1 and contains(found.opening, words) then near = near + 60 end
  return near + 6 * found.general
end

--- The matches for some words.
-- @tparam table index of @{takeaway.app.help}
-- @tparam string query
-- @treturn table a list of matches, the nearest first, each with `signature`, `name`, `first`, its first sentence, and
--   `near`, how near it is: from 100 on by its name, from 60 on by another of its names, below by its description
local function search(_, index, query)
  local words, found = {}, {}
  for _, word in ipairs(stems(query)) do
    if not SMALL[word] then words[#words + 1] = word end
  end
  if #words == 0 then words = stems(query) end
  local phrase, letters = table.concat(words, " "), query:lower():gsub("%W", "%%%0")
  for place, one in ipairs(things(index)) do
    local near = #words > 0 and nearness(one, words, phrase) or one.letters:find("%f[%w]" .. letters) and 1
    if near then
      found[#found + 1] = { signature = one.signature, name = one.name, first = one.first, near = near, place = place }
    end
  end
  table.sort(found, function(a, b)
    if a.near ~= b.near then return a.near > b.near end
    return a.place < b.place
  end)
  return found
end

return setmetatable({ generality = generality }, { __call = search })
