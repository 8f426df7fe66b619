--- takeaway play: a game against the best move, on plain lines of text.
--
-- The player moves first unless `--second` is given. The input lines are the number of a move in the list, or the
-- components of the next position; `hint`, `undo`, `moves`, `help`, `quit`. In a partizan game the player is Left, or
-- Right with `--right`.
-- @module takeaway.app.cli.play

local answers = require "takeaway.app.cli.answer"
local rulesets = require "takeaway.app.cli.rulesets"
local streams = require "takeaway.app.cli.streams"

local check, put = answers.check, answers.put

local HELP = [[
  3        the third move of the list      2 5      go to the position 2 5
  moves    the list again                  hint     a winning move, else one that draws
  undo     take back your last move        quit     leave]]

local Game = {}
Game.__index = Game

local function options(self, mover)
  if not self.position:is_partizan() then return check(self.position:options()) end
  return check(self.position[mover .. "_options"](self.position))
end

-- The outcome; the winning moves and the best one of a player.
local function ask(self, name, mover)
  local method = (self.misere and "misere_" or "") .. name
  return check(self.position[method](self.position, self.position:is_partizan() and mover or nil))
end

local function other(player) return player == "left" and "right" or "left" end

local function list_moves(self)
  local lines = {}
  for i, p in ipairs(options(self, self.player)) do
    if i > 30 then
      lines[#lines + 1] = ("  ... %d more"):format(#options(self, self.player) - 30)
      break
    end
    lines[i] = ("  %2d  %s"):format(i, tostring(p))
  end
  put(table.concat(lines, "\n"))
end

-- The option that a line names, or nil and why.
local function chosen(self, line)
  local list, words = options(self, self.player), {}
  for word in line:gmatch("%S+") do words[#words + 1] = word end
  local number = #words == 1 and math.tointeger(tonumber(words[1]))
  if #self.position > 1 or type(self.position[1]) == "string" then
    local wanted = table.concat(words, " ")
    for _, p in ipairs(list) do
      local shown = {}
      for i = 1, #p do shown[i] = tostring(p[i]) end
      if table.concat(shown, " ") == wanted then return p end
    end
  end
  if number and list[number] then return list[number] end
  return nil, ("no move '%s'; moves lists them, help the rest"):format(line)
end

local function hint(self)
  local winning = ask(self, "winning_moves", self.player)
  if #winning == 0 then
    local drawing = ask(self, "drawing_moves", self.player)
    if #drawing == 0 then return put("  every move loses against best play") end
    return put(("  no move wins; %s draws (%d drawing move%s)"):format(tostring(ask(self, "best_move", self.player)),
      #drawing, #drawing == 1 and "" or "s"))
  end
  put("  " .. tostring(ask(self, "best_move", self.player)) .. (" wins (%d winning move%s)"):format(#winning,
    #winning == 1 and "" or "s"))
end

local function by_rule(self) return self.position.ruleset and self.position:ruleset().terminal end

local function finished(self, mover)
  if #options(self, mover) > 0 then return false end
  local over, wins = mover == self.player and "You have no move" or "I have no move", self.misere
  if by_rule(self) then
    local outcome = ask(self, "outcome")
    if outcome == "D" then put(("%s. The game is over: a draw."):format(tostring(self.position))) return true end
    over, wins = "The game is over", outcome == "N" or outcome == (mover == "left" and "L" or "R")
  end
  put(("%s. %s: %s."):format(tostring(self.position), over, wins == (mover == self.player) and "you win" or "I win"))
  return true
end

local function reply(self)
  local best = ask(self, "best_move", other(self.player))
  put(("I move to %s"):format(tostring(best)))
  self.position = best
end

-- One line of the player's turn; true when a move was made.
local function turn(self, line)
  if line == "hint" then hint(self)
  elseif line == "moves" then list_moves(self)
  elseif line == "help" or line == "?" then put(HELP)
  elseif line == "undo" then
    if #self.past == 0 then put("  nothing to take back") else
      self.position = table.remove(self.past)
      put("back to " .. tostring(self.position))
    end
  elseif line ~= "" then
    local option, why = chosen(self, line)
    if not option then put("  " .. why) return false end
    self.past[#self.past + 1] = self.position
    self.position = option
    return true
  end
  return false
end

local function play(self)
  put(tostring(self.position) .. (self.misere and ", who cannot move wins" or ", who cannot move loses")
    .. (by_rule(self) and ", where the game is not over before" or "") .. "; help tells more")
  if self.second then
    if finished(self, other(self.player)) then return end
    reply(self)
  end
  while not finished(self, self.player) do
    list_moves(self)
    local moved = false
    while not moved do
      streams.output:write("> ")
      streams.output:flush()
      local line = streams.input:read("l")
      if not line then put("\n") return end
      line = line:match("^%s*(.-)%s*$")
      if line == "quit" or line == "q" then return end
      moved = turn(self, line)
    end
    if finished(self, other(self.player)) then return end
    reply(self)
  end
end

return function(ta, args)
  local _, position = rulesets.game(ta, args)
  play(setmetatable({ position = position, past = {}, misere = args.misere or false, second = args.second,
                      player = args.right and "right" or "left" }, Game))
  return { text = "" }
end
