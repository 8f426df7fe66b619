-- The prompt at a real terminal (tmux): keys, Ctrl-C, history, progress, pages.
local terminal = require "spec.support.terminal"

-- Ctrl-D ends the input when the prompt waits for it. While an answer is computed, the system reads typed input, line
-- by line; Ctrl-D is then no key of the prompt.
describe("the prompt, at a terminal", function()
  local t
  after_each(function() if t then t.close() end t = nil end)

  -- A case that needs a terminal.
  local function at_terminal(title, case)
    it(title, function()
      local missing = terminal.missing({}, { "readline" })
      if missing then return pending(missing) end
      case()
    end)
  end

  at_terminal("completes by Tab, interrupts by Ctrl-C as often as it is pressed, keeps its history", function()
    t = terminal(80, "bin/takeaway repl")
    t.wait("\n>%s")
    t.keys("g = ta.two_p", "Tab", "(\"4k\")", "Enter")
    t.wait('> g = ta.two_pile%("4k"%)\n>%s*$')
    t.keys("g:least_m", "Tab", "(9, 14)", "Enter")
    t.wait('> g = ta.two_pile%("4k"%)\n> g:least_move%(9, 14%)\n1\n>%s*$')
    t.keys('ta.octal("0.77"):nim_v', "Tab", "Tab", "Tab")
    t.wait("\nnim_value +nim_values *\n")
    t.enter("s(3)", '> ta.octal%("0.77"%):nim_values%(3%)\nnim values 0..3: 0 1 2 3[^\n]*\n>%s*$')
    t.enter("ta.octal '0.77'", "> ta.octal '0.77'\n.*\n>%s*$")
    t.keys("g:least_m(9, 14)")
    for _ = 1, 7 do t.keys "Left" end
    t.keys("Tab", "End", "Enter") -- in the middle of the line
    t.wait("> g:least_move%(9, 14%)\n1\n.*> g:least_move%(9, 14%)\n1\n>%s*$")
    t.keys('help "least_c', "Tab", "Enter")
    t.wait('> help "least_cash"\ngame:least_cash.*\n>%s*$')
    t.keys "not wanted"
    t.wait "> not wanted%s*$" -- Ctrl-C drops what is not read yet
    t.keys "C-c"
    t.wait("> not wanted%^C\n>%s*$")
    t.enter("7 * 6", "> not wanted%^C\n> 7 %* 6\n42\n>%s*$")
    t.enter('ta.octal("0.142"):nim_values(10^8)', "%] +%d+%% [%d.]+ [kM]?/s, [%d.]+ %a+ left") -- hours of work, on any machine
    t.keys("C-c")
    t.wait("interrupted; what was solved is kept\n>%s")
    t.enter("print 'on' while true do end", "\non\n")
    t.keys("C-c")
    t.wait("interrupted.*interrupted; what was solved is kept\n>%s")
    t.enter("_ + 1", "\n43\n>%s*$")
    t.keys("Up", "Up", "Up", "Up", "Enter")
    t.wait("43\n> 7 %* 6\n42\n>%s*$")
    t.leave()
    assert.matches('^g = ta.two_pile%("4k"%)\ng:least_move%(9, 14%)\nta.-\n7 %* 6\n', t.history())
  end)

  at_terminal("lives through Ctrl-C at any moment of a line or a computation", function()
    t = terminal(80, "MALLOC_PERTURB_=165 bin/takeaway repl") -- memory that was freed does not look sound
    t.wait("\n>%s")
    for i = 1, 30 do
      t.keys("half a line", "C-c")
      t.keys(i % 2 == 0 and "while true do end" or ("x"):rep(i), "Enter", "C-c")
    end
    local answered
    for _ = 1, 60 do -- a signal is not in line with the keys: one that comes late takes the keys that were typed behind it
      t.keys("C-c")
      t.wait("\n>%s*$")
      t.enter("6 * 7")
      answered = t.within(100, "> 6 %* 7\n42\n>%s*$")
      if answered then break end
    end
    assert.is_truthy(answered, t.screen())
    t.leave()
  end)

  at_terminal("keeps a history that can be typed again, and says when it cannot", function()
    t = terminal(80, "bin/takeaway repl")
    t.wait("\n>%s")
    t.keys("for i = 1, 2 do -- twice", "Enter", "  print(i)", "Enter", "end ", "Enter")
    t.wait("\n1\n2\n")
    t.keys("x = [[a", "Enter", "b]]", "Enter")
    t.wait("b%]%]\n>%s*$")
    t.leave()
    assert.equal("for i = 1, 2 do print(i) end\nx = [[a\nb]]\n", t.history())
    t.close()
    for _, name in ipairs { "/proc/nothing", "/tmp", "/nonexistent/history" } do
      t = terminal(80, "env TAKEAWAY_HISTORY=" .. name .. " bin/takeaway repl")
      t.wait("\n>%s")
      t.enter("6 * 7", "\n42\n>%s*$")
      t.keys("C-d")
      t.wait("\n42\n>.-the history is not kept: " .. name)
      t.wait("ENDED 0")
      t.close()
    end
    local name, lines = os.tmpname(), {}
    for i = 1, 2500 do lines[i] = ("line %d\n"):format(i) end
    require("tools.jobs").write(name, table.concat(lines))
    t = terminal(80, "env TAKEAWAY_HISTORY=" .. name .. " bin/takeaway repl")
    t.wait("\n>%s")
    t.keys("Up", "C-u", "6 * 7", "Enter")
    t.wait("\n42\n>%s*$")
    t.leave()
    lines = {}
    for line in io.lines(name) do lines[#lines + 1] = line end
    os.remove(name)
    assert.same({ 1000, "line 1502", "line 2500", "6 * 7" }, { #lines, lines[1], lines[999], lines[1000] })
  end)

  at_terminal("names the package that is not there for editing lines", function()
    t = terminal(90, 'lua5.4 -e "package.preload.readline = error" bin/takeaway repl')
    t.wait("Debian: lua%-readline")
    t.enter("1 + 1", "\n2\n>%s*$")
    t.keys("C-c")
    t.wait("\n> %^C\n>%s*$")
    t.leave()
  end)

  at_terminal("cuts tables to the width, and is plain on a dumb terminal", function()
    t = terminal(40, "env -u COLUMNS TERM=dumb bin/takeaway repl")
    t.wait("\n>%s")
    t.enter("ta.two_pile(2):table(30)")
    local screen = t.wait("%(0 more rows, %d+ more columns%)")
    for line in screen:gmatch("[^\n]+") do assert.is_true(#line <= 40) end
    t.enter("print 'on' while true do end", "\non\n")
    t.keys("C-c")
    t.wait("interrupted.*\n>%s*$")
    t.keys("C-c")
    t.wait("\n> %^C\n>%s*$")
    t.enter("1 + 1", "\n2\n>%s*$")
    t.leave()
  end)

  at_terminal("shows how far a question is, and wipes it when it ends", function()
    t = terminal(80, "bin/takeaway repl")
    t.wait("\n>%s")
    t.enter('slow = function(e, n) e(n + 1) for _ = 1, 10^4 do end end', "slow = .*\n>%s*$") -- minutes of work, on any machine
    t.enter("on = ta.ruleset({name = 'On', options = slow}, {native = false})", "on = .*\n>%s*$")
    t.enter("on(0):outcome()", "\n%d+ done, [%d.]+ [kM]?/s")
    t.keys "C-c"
    assert.is_nil(t.wait("interrupted; what was solved is kept\n>%s"):find(" done, "))
    t.type "down = function(e, a, b) for k = 1, a do e(a - k, b) end end "  -- minutes of work, on any machine
    t.enter("ta.ruleset({name = 'Down', options = down}, {native = false}):table {to = 2999};",
      "\n%[[#.]+%] +%d+%% [%d.]+ [kM]?/s, [%d.]+ %a+ left")
    t.keys("C-c")
    assert.is_nil(t.wait("interrupted.*interrupted; what was solved is kept\n>%s"):find(" left"))
    t.type "own = 0 on = ta.ruleset({name = 'On', options = function(e, n) e(n + 1) end}, "
    t.enter "{progress = function(n) own = n return n < 10^6 end})"
    t.enter "on(0):outcome()"
    assert.is_nil(t.wait("ECANCELLED.*\n>%s*$"):find(" done, "))
    t.leave()
    t.close()
    t = terminal(80, "bin/takeaway repl | cat")
    -- A bar would appear after a second. This takes three, by the clock that the bar reads.
    t.enter "start = os.time() slow = function(e, n) for _ = 1, 10^4 do end if os.time() < start + 3 then e(n + 1) end end"
    t.enter "on = ta.ruleset({name = 'On', options = slow}, {native = false})(0):outcome() print('at', 'last')"
    t.wait "\nat +last\n"
    assert.is_nil(t.screen():find(" done, "))
  end)

  at_terminal("shows long output page by page", function()
    t = terminal(80, "bin/takeaway repl", 12)
    t.wait("\n>%s")
    local function asks(input, pattern)
      t.type(input:find "^return " and input:gsub("^return (.*)$", "clear(%1)") or "clear() " .. input)
      t.keys("Enter")
      return t.wait(pattern)
    end
    t.enter [[function clear(...) io.write("\27[2J\27[H") io.flush() return ... end]]
    t.enter [[t = {} for i = 1, 100 do t[i] = {take = i} end]]
    local function screen_of(lines, more) return "^" .. table.concat(lines, "\n") .. "\n" .. more .. "\n>%s" end
    local function takes(from, to)
      local lines = {}
      for i = from, to do lines[#lines + 1] = ("  {take = %d}"):format(i) end
      return lines
    end
    asks("return t", screen_of(takes(1, 10), "%.%.%. 90 more lines: more"))
    asks("more()", screen_of(takes(11, 20), "%.%.%. 80 more lines: more"))
    t.enter("more", table.concat(takes(23, 30), "\n") .. "\n%.%.%. 70 more lines: more\n>%s")
    asks("return 7", "^7\n>%s")
    asks("more()", "^nothing more\n>%s")
    asks("return {1, 2, 3}, t[1]", "^{1, 2, 3}  {take = 1}\n>%s")
    asks("for i = 12, 100 do t[i] = nil end", "^>%s")
    asks("return t", "^" .. table.concat(takes(1, 11), "\n") .. "\n>%s") -- one line more than a page, and no more
    asks("return ta.octal '0.77':nim_values(200)", "^nim values 0%.%.200: [%d ]+ %.%.%.\n%.%.%. 7 more lines: more\n>%s")
    asks("more()", "^  0: 0 1 2 3 1 4 3 2 1 4 2 6 4 1 2 7 1 4 3 2 1 4 6 7 4 1 2 8 5 4\n 30: 7 2 1 8.-\n180: [%d ]+\n>%s")
    asks("return ta.two_pile(2):table(30)", "^L for f%(k%) = 2k\np\\q +1 +2 .-\n +8 .-\n%.%.%. %d+ more lines: more\n>%s")
    for _ = 1, 2 do asks("more()", "^ +%d+ .*%.%.%. %d+ more lines: more\n>%s") end
    asks("more()", "^ +29 .*\n +30[%d ]+\n%.%.%. %d+ more lines: more\n>%s")
    asks("more()", "^p\\q +%d+ .-\n +1 .*%.%.%. %d+ more lines: more\n>%s")
    asks("help()", "^help \"name\".*%.%.%. %d+ more lines: more\n>%s")
    asks("help 'birthday'", "^v:birthday%(%)\nThe day on which v is born%.\n.*%.%.%. %d+ more lines: more\n>%s")
    asks("more(false) t = {} for i = 1, 200 do t[i] = i * 1000000 end", "^>%s")
    asks("return t", "^{1000000, .*,\n %.%.%. 160 more}\n>%s")
    asks("more(true)", "^>%s")
    asks("return t", "^{1000000, .*%.%.%. %d+ more lines: more\n>%s")
    asks("more = 7", "^>%s")
    t.enter("more", "\n7\n>%s")
  end)
end)
