-- Finds sentences of over 30 words, and phrases that have to be read twice, in documents and in comments.
-- `make lint` runs this. It lists them; the status is 1 when there are any.
--
-- A word has two letters or is "a", so that formulas count little. Text in `code` is one word.

local jobs = require "tools.jobs"

local LONGEST = 30
local PHRASES = { "mend", "mends", "mended", "mending", "anew", "so many" }
for verb in ("is are was were be been being"):gmatch "%a+" do
  for participle in ("asked told said"):gmatch "%a+" do PHRASES[#PHRASES + 1] = verb .. " " .. participle end
end

-- A list of { text =, line = }, and the function that adds a line of text to it. A paragraph ends at a line without
-- text; `starts` begins another.
local function paragraphs()
  local list, open = {}, nil
  return list, function(text, line, starts)
    local some = text:find "%S"
    if starts or not some then open = nil end
    if open then
      open.text = open.text .. "\n" .. text
    elseif some then
      open = { text = text, line = line }
      list[#list + 1] = open
    end
  end
end

local function is_item(text)
  return text:find "^%s*[-*>] " or text:find "^%s*%d+%. " or text:find "^@" or text:find "^#+ "
end

-- Markdown, without blocks of code and formulas that stand apart. A cell of a table is a paragraph.
local function of_markdown(text)
  local list, add = paragraphs()
  local line, fenced, apart = 0, false, true
  for s in (text .. "\n"):gmatch "(.-)\n" do
    line = line + 1
    if s:find "^%s*```" then fenced = not fenced end
    if s:find "^|" then
      for cell in s:gsub("`[^`]*`", "`x`"):gsub("\\|", ""):gmatch "[^|]+" do add(cell, line, true) end
    end
    apart = s == "" or apart and s:find "^    " ~= nil
    local prose = not (fenced or apart or s:find "^[|<`]")
    add(prose and s or "", line, is_item(s))
    if s:find "^#" then add("", line) end
  end
  return list
end

-- The comments of C, without the stars at the left.
local function of_c(text)
  local list, add = paragraphs()
  local line, at = 1, 1
  for from, body, to in text:gmatch "()/%*(.-)%*/()" do
    line = line + select(2, text:sub(at, from - 1):gsub("\n", "")) - 1
    for s in (body .. "\n"):gmatch "(.-)\n" do
      line = line + 1
      s = s:gsub("^%s*%*+ ?", "")
      add(s, line, is_item(s) or s:find "^  ")
    end
    add("", line)
    at = to
  end
  return list
end

-- The comments of Lua, or else its docstrings, which begin with three dashes. Dashes within a text begin none.
local function of_lua(text, of_docstrings)
  local list, add = paragraphs()
  local line, docstring = 0, false
  for s in (text .. "\n"):gmatch "(.-)\n" do
    line = line + 1
    local code, comment = s:match "^(.-)%-%-+ ?(.*)$"
    docstring = s:find "^%s*%-%-" ~= nil and (docstring or s:find "^%s*%-%-%-" ~= nil)
    local is_comment = code and select(2, code:gsub("[\"']", "")) % 2 == 0 and docstring == (of_docstrings or false)
    add(is_comment and comment or "", line, is_comment and (code:find "%S" or is_item(comment) or comment:find "^  "))
    if code and code:find "%S" then add("", line) end
  end
  return list
end

local OPENERS = {}
for word in ("A All An And Any As At Both But By Each Every For Hence Here How If In It Its No None Of On One Only "
  .. "Otherwise Since So Such Suppose That The Their Then There These They This Those Thus To Two What When Where "
  .. "Which With Without"):gmatch "%a+" do OPENERS[word] = true end

-- Abbreviations end no sentence, nor do initials (T. E. Plambeck). A single capital is no initial but a set (in P.) if
-- a sentence begins after it: with one of the common first words, or with a formula.
local function ends_sentence(word, next_word)
  if not word:find "[.!?][\"'%)%]*_]*$" or word:find "^[%[(]*%l%.%l%.$" or word == "cf." then return false end
  return not word:find "^[%[(]*%u%.$" or OPENERS[next_word] or next_word:find "^%u?$" ~= nil
end

local function judge(paragraph, fault)
  local function one_word(code) return "`xx`" .. ("\n"):rep(select(2, code:gsub("\n", ""))) end
  local text = paragraph.text:gsub("`[^`]*`", one_word):gsub("%]%([^%s)]*%)", "]")
  local line, first, count, words, all = paragraph.line, nil, 0, {}, {}
  local function close()
    if count > LONGEST then fault(first, ("a sentence of %d words: %s"):format(count, table.concat(words, " "))) end
    first, count, words = nil, 0, {}
  end
  for space, word, after in text:gmatch "(%s*)(%S+)()" do
    line = line + select(2, space:gsub("\n", ""))
    first = first or line
    words[#words + 1] = word
    all[#all + 1] = word:lower():match "^%p*(.-)%p*$"
    if all[#all]:find "^%a[%a'’-]+$" or all[#all] == "a" then count = count + 1 end
    if ends_sentence(word, text:match("%w*%.?", text:find("%S", after) or #text + 1)) then close() end
  end
  close()
  local plain = " " .. table.concat(all, "  ") .. " "
  for _, phrase in ipairs(PHRASES) do
    for _ in plain:gmatch(" " .. phrase:gsub(" ", "  ") .. " ") do fault(paragraph.line, '"' .. phrase .. '"') end
  end
end

local function docstrings_of(text) return of_lua(text, true) end

local READERS = { md = of_markdown, c = of_c, h = of_c, lua = of_lua, docstrings = docstrings_of }

-- Calls fault(line, what) for every fault of a text. `kind` is md, c, h, lua or docstrings.
local function faults(text, kind, fault)
  for _, paragraph in ipairs(READERS[kind](text)) do judge(paragraph, fault) end
end

local function check()
  local count = 0
  local files = "find README.md docs findings hosts/*/README.md -name '*.md'; "
    .. "find csrc lua -name '*.[ch]' -o -name '*.lua'"
  for _, file in ipairs(jobs.lines_of("{ " .. files .. "; } | LC_ALL=C sort")) do
    local kind = file:match "%.(%a+)$"
    for _, read in ipairs(kind == "lua" and { "lua", "docstrings" } or { kind }) do
      faults(jobs.read(file), read, function(line, what)
        count = count + 1
        io.stderr:write(("%s:%d: %s\n"):format(file, line, what))
      end)
    end
  end
  if count > 0 then os.exit(1) end
  print "prose: no long sentences, no phrases that have to be read twice"
end

if arg and arg[0] and arg[0]:find "check_prose%.lua$" then check() end

return { faults = faults }
