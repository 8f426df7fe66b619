-- The corpora of the fuzzer's targets. spec/trust/fuzz/inputs.lua generates inputs by number. generated.txt holds the
-- numbers of inputs that reach something new, each as the difference to the one before. NAME.txt has an input a line:
-- inputs that once found a fault, and those that reach edges no generated input reaches.
--
--   corpus.lua unpack NAME FOLDER           write each input to its own file, for libFuzzer, and the target's words to
--                                           FOLDER.dict
--   corpus.lua choose NAME COUNT PROGRAM    generate COUNT inputs; generated.txt gets those that the target PROGRAM
-- finds new
--   corpus.lua pack NAME FOLDER PROGRAM     add the inputs of a fuzzed folder that reach new edges to NAME.txt
local inputs = require "spec.trust.fuzz.inputs"
local jobs = require "tools.jobs"

local CORPUS = "spec/trust/corpus/"
local GENERATED, WIDTH = CORPUS .. "generated.txt", 120
local HEAD = "# Inputs that spec/trust/fuzz/inputs.lua generates: a target, and each number less the one before.\n"

local function escaped(text)
  return (text:gsub("[\0-\31\\\127-\255]", function(c) return c == "\n" and "\\n" or ("\\x%02x"):format(c:byte()) end))
end

local function plain(line)
  return (line:gsub("\\(.)(%x?%x?)", function(kind, digits)
    return kind == "n" and "\n" .. digits or string.char(tonumber(digits, 16))
  end))
end

local function fresh(folder)
  assert(os.execute(("rm -rf '%s' && mkdir -p '%s'"):format(folder, folder)))
  return folder
end

local function contents(folder)
  local list = {}
  for file in jobs.output_of(("ls '%s'"):format(folder)):gmatch "%S+" do list[#list + 1] = jobs.read(folder .. "/" .. file) end
  return list
end

-- libFuzzer adds to the folder `into` what of the folder `from` reaches something new.
local function merge(name, program, into, from, counters)
  assert(os.execute(("TAKEAWAY_FUZZ=%s %s -merge=1 -use_counters=%d -max_len=4096 -detect_leaks=0 '%s' '%s' 2>/dev/null")
    :format(name, program, counters, into, from)))
end

-- Lines of generated.txt: a target, then numbers; a target may have several lines.
local function read_numbers()
  local numbers = {}
  for line in jobs.read(GENERATED):gmatch "[^\n]+" do
    local name, rest = line:match "^(%l+)(.*)$"
    if name then numbers[#numbers + 1] = { name = name, rest = rest } end
  end
  return numbers
end

local function numbers_of(name)
  local list, last = {}, 0
  for _, line in ipairs(read_numbers()) do
    for step in (line.name == name and line.rest or ""):gmatch "%d+" do
      last = last + math.tointeger(step)
      list[#list + 1] = last
    end
  end
  return list
end

local M = {}

-- Writes the inputs of a corpus into files, and the dictionary into FOLDER.dict; the set of inputs that are generated.
function M.unpack(name, folder)
  local make, words = inputs(name)
  local count, generated, dictionary = 0, {}, {}
  for i, word in ipairs(words) do
    dictionary[i] = '"' .. word:gsub(".", function(c) return ("\\x%02x"):format(c:byte()) end) .. '"\n'
  end
  jobs.write(folder .. ".dict", words[1] ~= "" and table.concat(dictionary) or "# it has none\n")
  for _, number in ipairs(numbers_of(name)) do
    local text = make(number)
    generated[text] = true
    jobs.write(("%s/g%05d"):format(folder, number), text)
  end
  for line in jobs.read(CORPUS .. name .. ".txt"):gmatch "([^\n]*)\n" do
    count = count + 1
    jobs.write(("%s/%05d"):format(folder, count), plain(line))
  end
  return generated
end

function M.choose(name, count, program)
  local pool, chosen = fresh("build/fuzz/pool/" .. name), fresh("build/fuzz/chosen/" .. name)
  local make, number_of = (inputs(name)), {}
  for number = count, 1, -1 do -- the first of equal ones
    local text = make(number)
    number_of[text] = number
    jobs.write(("%s/%05d"):format(pool, number), text)
  end
  merge(name, program, chosen, pool, 1)
  local list, lines = {}, { HEAD }
  for i, text in ipairs(contents(chosen)) do list[i] = number_of[text] end
  table.sort(list)
  for _, line in ipairs(read_numbers()) do
    if line.name ~= name then lines[#lines + 1] = line.name .. line.rest .. "\n" end
  end
  local line = name
  for i, number in ipairs(list) do
    local step = number - (list[i - 1] or 0)
    if #line + 1 + #tostring(step) > WIDTH then lines[#lines + 1], line = line .. "\n", name end
    line = line .. " " .. step
  end
  lines[#lines + 1] = line .. "\n"
  jobs.write(GENERATED, table.concat(lines))
end

function M.pack(name, folder, program)
  local all = fresh(folder .. ".all")
  local generated, lines = M.unpack(name, all), {}
  merge(name, program, all, folder, 0)
  for _, text in ipairs(contents(all)) do
    assert(plain(escaped(text)) == text)
    if not generated[text] then lines[#lines + 1] = escaped(text) .. "\n" end
  end
  table.sort(lines)
  jobs.write(CORPUS .. name .. ".txt", table.concat(lines))
end

local what, name, argument, program = table.unpack(arg)
M[what](name, what == "choose" and math.tointeger(tonumber(argument)) or argument, program)
