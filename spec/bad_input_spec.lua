-- Bad input, case by case: one clear error that names the argument or k. The object stays usable.
local refusals = require "spec.support.refusals"
local ta = require "takeaway"

local function game(f, options) return ta.two_pile(f or "2k", options) end

-- what is wrong | the call | what the error says
local RAISES = {
  { "f returning 0", function() game(function() return 0 end):least_move(3, 4) end, "f%(1%) = 0; a limit" },
  { "f returning a negative", function() game(function(k) return k < 3 and 1 or -5 end):table(9) end, "f%(3%) = %-5" },
  { "f returning 1.5", function() game(function() return 1.5 end):table(9) end, "f%(1%) = 1%.5" },
  { "f returning NaN", function() game(function() return 0 / 0 end):table(9) end, "f%(1%) = %-?nan" },
  { "f returning nil", function() game(function() end):table(9) end, "f%(1%) is of type nil" },
  { "f returning a string", function() game(function() return "7" end):table(9) end, "f%(1%) is of type string" },
  { "f raising", function() game(function(k) if k == 5 then error("my rule broke") end return k end):table(9) end,
    "my rule broke\n  in f%(5%)\nstack traceback:.*bad_input_spec.lua" },
  { "f yielding", function() game(coroutine.yield):table(9) end, "attempt to yield" },
  { "a list too short", function() game({ 1, 2, 3 }):table(9) end, "a list of 3 values; f%(4%) was needed" },
  { "a list with a hole", function() game({ 1, nil, 3 }) end, "list" },
  { "a list with 0", function() game({ 1, 0 }) end, "f%(2%) in the list: expected a positive integer or math.huge, got 0" },
  { "a list with another key", function() game({ 1, rst = 3 }) end, "without gaps or other keys, got \"rst\"" },
  { "an empty list", function() game({}) end, "empty list" },
  { "rest = 0", function() game({ 1, rest = 0 }) end, "rest: expected a positive integer" },
  { "2k+", function() game("2k+") end, "\n    2k%+\n       %^" },
  { "k//0", function() game("k//0") end, "\n    k//0\n      %^" },
  { "import os", function() game("import os") end, "unknown name.*\n    import os\n    %^" },
  { "f = nil", function() ta.two_pile() end, "two_pile: f: expected a move function .*, got nil" },
  { "f = true", function() ta.two_pile(true) end, "two_pile: f: expected a move function .*, got true" },
  { "f = 0", function() ta.two_pile(0) end, "f: expected a positive number r" },
  { "f = NaN", function() ta.two_pile(0 / 0) end, "f: expected a positive number r" },
  { "f = 0.5", function() ta.two_pile(0.5):least_move(1, 1) end, "f%(1%) = 0" },
  { "f = a game", function() ta.two_pile(ta.octal "0.7") end, "f: expected a move function, got a heap" },
  { "f = io.stdout", function() ta.two_pile(io.stdout) end, "f: expected a move function, got a userdata" },
  { "a negative pile", function() game():least_move(-1, 4) end, "least_move: p: expected an integer from 0 to 2%^62, got %-1" },
  { "a fractional pile", function() game():least_move(3, 4.5) end, "least_move: q: expected .*, got 4%.5" },
  { "a string pile", function() game():least_move("3", 4) end, 'least_move: p: expected .*, got "3" %(a string%)' },
  { "a huge pile", function() game():least_move(math.maxinteger, 4) end, "got 9223372036854775807" },
  { "an infinite pile", function() game():least_move(math.huge, 4) end, "least_move: p: expected .*, got inf" },
  { "a missing pile", function() game():least_move(3) end, "least_move: q: expected .*, got no value" },
  { "x = 0", function() game():outcome(3, 4, 0) end, "outcome: x: expected an integer from 1 to 2%^62 or math.huge, got 0" },
  { "x missing", function() game():winning_moves(3, 4) end, "winning_moves: x: expected .*, got no value" },
  { "x = -1 at an empty pile", function() game():options(0, 4, -1) end, "options: x: expected an integer from 0" },
  { "table(-1)", function() game():table(-1) end, "table: to: expected an integer from 0 to 2%^62, got %-1" },
  { "a cell outside a table", function() return game():table(5)(6, 1) end, "table: p: expected an integer from 0 to 5, got 6" },
  { "a coordinate sum past 2^62", function() game():L(1 << 62, 1) end, "L: N: expected an integer from 0 to 0, got 1" },
  { "an unknown option", function() game("k", { miser = true }) end,
    "unknown setting miser; known are misere, check, memory, progress, threads" },
  { "misere = 1", function() game("k", { misere = 1 }) end, "misere: expected true or false, got 1" },
  { "options = 3", function() game("k", 3) end, "settings: expected a table, got 3" },
  { "progress = 3", function() game("k", { progress = 3 }) end, "progress: expected a function, got 3" },
  { "a method called with .", function() game().least_move(3, 4) end, "least_move: expected a two%-pile game .*got number" },
  { "a method of another type", function() game().close(io.stdout) end, "close: expected a two%-pile game" },
  { "a raising progress", function() game("4k", { progress = function() error("no more") end }):table(1000) end, "no more" },
}

-- what | the call | code | message
local REFUSES = {
  { "table(10^9)", function() return game("4k"):table(10 ^ 9) end, "ELIMIT", "EiB" },
  { "too many arguments of a Lua f", function() return game(function(k) return k end):least_move(10 ^ 7, 10 ^ 7) end, "ELIMIT", "check" },
  { "check as an option", function() return game(function(k) return k end, { check = 10 }):table(12) end, "ELIMIT", "check = 10" },
  { "memory as an option", function() return game("4k", { memory = 1000 }):table(100) end, "ELIMIT", "1000 bytes may be used" },
  { "options past 10^7", function() return game("k"):options(1 << 40, 1 << 40, math.huge) end, "ELIMIT", "10000000" },
  { "rows past 10^7", function() return game("k"):table(4000):rows() end, "ELIMIT", "4000" },
  { "strategy where not proved", function() return game("4k"):strategy(18, 21) end, "EUNSUPPORTED", "not proved" },
  { "strategy in misere play", function() return game("k", { misere = true }):strategy(18, 21) end, "EUNSUPPORTED", "misere" },
  { "an inexact value", function() return game("2^k-2^k+1"):table(200) end, "ERANGE", "too large" },
}

describe("bad input", function()
  for _, row in ipairs(RAISES) do
    it(row[1] .. " raises", function() refusals.matches(row[3], row[2]) end)
  end

  for _, row in ipairs(REFUSES) do
    it(row[1] .. " is refused", function() refusals.refuses(row[3], row[4], row[2]) end)
  end

  it("an error object of a rule passes through as it is", function()
    local object = { mine = true }
    local ok, got = pcall(function() game(function() error(object) end):table(4) end)
    assert.is_false(ok)
    assert.equal(object, got)
  end)

  it("a game survives its f raising", function()
    local broken = true
    local g = game(function(k) if broken and k == 7 then error("not yet") end return 4 * k end)
    assert.has_error(function() g:table(30) end)
    assert.has_error(function() g:least_move(20, 30) end)
    broken = false
    assert.equal(ta.two_pile("4k"):table(30):checksum(), g:table(30):checksum())
  end)

  it("a rule cannot call or close the game it belongs to", function()
    local g, why
    g = game(function(k)
      if k == 3 then why = select(2, pcall(g.least_move, g, 3, 3)) end
      if k == 4 then why = why .. "; " .. select(2, pcall(g.close, g)) end
      return 4 * k
    end)
    assert.equal(ta.two_pile("4k"):table(20):checksum(), g:table(20):checksum())
    assert.matches("least_move: this two%-pile game is in use; a rule cannot call the game it belongs to; "
      .. "close: this two%-pile game is in use", why)
  end)

  it("a rule may call another game", function()
    local inner = ta.two_pile("2k")
    local g = game(function(k) return inner:least_move(k, k + 1) + k end)
    assert.is_true(g:least_move(9, 14) >= 1)
  end)

  it("use after close is reported", function()
    local g = game()
    g:close()
    g:close()
    assert.has_error(function() g:least_move(1, 2) end, "least_move: this two-pile game is closed")
    assert.equal("two-pile game (closed)", tostring(g))
    do local h <close> = game() assert.equal(1, h:least_move(1, 1)) end
  end)

  it("a walk ends cleanly when its game is closed", function()
    local g = game()
    local next_move = g:winning_moves_iter(30, 30, 30)
    assert.is_table(next_move())
    g:close()
    assert.has_error(next_move, "winning_moves_iter: this two-pile game is closed")
  end)

  describe("finalizers", function()
    local function collect() collectgarbage() collectgarbage() end

    it("that close a game while it is being used", function()
      for _, call in ipairs {
        function(g) g:table(2) end, function(g) g:options(60, 60, 60) end, function(g) g:winning_moves(3, 4, 5) end,
      } do
        for _ = 1, 60 do
          local g = ta.two_pile("2k+1")
          for _ = 1, 60 do setmetatable({}, { __gc = function() pcall(g.close, g) end }) end
          pcall(call, g)
        end
      end
      collect()
    end)

    it("that use what dies with them", function()
      do
        local g = ta.two_pile(function(k) return k % 5 + 1 end)
        local f = ta.move_function(function(k) return k end)
        setmetatable({}, { __gc = function() pcall(g.least_move, g, 5, 9) pcall(f, 77) end })
      end
      collect()
      do
        local g = ta.two_pile("2k")
        local holder = setmetatable({}, { __gc = function(x) pcall(x.it) end })
        holder.it = g:winning_moves_iter(4, 7, 3)
      end
      collect()
    end)
  end)

  it("a list that contains itself is refused", function()
    local list = { 1 }
    list.rest = list
    assert.has_error(function() ta.move_function(list) end)
    local deep = { 1 }
    for _ = 1, 20000 do deep = { 1, rest = deep } end
    local ok, why = pcall(ta.move_function, deep)
    assert.is_false(ok)
    assert.matches("nested more than 100 deep", why)
  end)

  it("an error in a long expression is reported", function()
    local _, why = pcall(ta.move_function(("k+"):rep(240) .. "k/2"), 1)
    assert.matches("f%(1%) = 481/2; a limit", why)
  end)

  it("a falling linear f is decided at once", function()
    assert.same({ false, (1 << 62) - 2 }, { ta.move_function("9223372036854775806-k"):is_nondecreasing(1 << 62) })
    assert.same({ false, 2 }, { ta.move_function("100-k"):is_nondecreasing(50) })
    assert.is_false(pcall(ta.move_function("0k+1/0").is_nondecreasing, ta.move_function("0k+1/0"), 9))
  end)

  it("works inside a coroutine, and a yield there fails cleanly", function()
    local g = game(function(k) return 4 * k end)
    local thread = coroutine.wrap(function() coroutine.yield(g:least_move(20, 23)) return g:table(40):checksum() end)
    assert.equal(ta.two_pile("4k"):least_move(20, 23), thread())
    assert.equal(ta.two_pile("4k"):table(40):checksum(), thread())
  end)

  -- Ctrl-C: the interpreter's handler, in the main thread and inside a coroutine.
  for _, wrap in ipairs { "%s", "coroutine.wrap(function() %s end)()" } do
    it("Ctrl-C in a long table raises \"interrupted!\" and keeps what was solved: " .. wrap, function()
      local body = [[
        local ta = require "takeaway"
        local reached, first, stop, signal = 0, nil, false, nil
        local g = ta.two_pile("abs(k-10000)+1", { progress = function(done)
          if not stop then
            reached = done
            if done > 0 then signal = signal or io.popen "kill -INT $PPID" end -- it comes now, or a moment later
          else
            first = first or done
          end
          return not stop
        end })
        local ok, why = pcall(function() ]] .. wrap:format("g:table(20000)") .. [[ end)
        stop = true
        local _, _, code = g:table(20000)
        print(ok, why, code, reached > 0 and first >= reached)]]
      local script = os.tmpname()
      local file = assert(io.open(script, "w"))
      file:write(body)
      file:close()
      local pipe = assert(io.popen(("env TAKEAWAY_THREADS=1 lua5.4 %s 2>&1"):format(script)))
      local text = pipe:read("a")
      pipe:close()
      os.remove(script)
      assert.matches("^false\t.*interrupted!.*\tECANCELLED\ttrue", text)
    end)
  end
end)
