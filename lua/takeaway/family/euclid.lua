--- Euclid: two numbers; take a positive multiple of the smaller from the larger.
--
-- A position is (a, b), integers from 0 to 2^62 in any order. No number may become negative, and with a zero there is
-- no move. In normal play the player who makes a zero wins; in misere play that player loses. The mover wins iff the
-- larger number is more than (1 + sqrt 5)/2 times the smaller, and, in normal play, when they are equal.
--
-- Source: Cole and Davie, A game based on the Euclidean algorithm and a winning strategy for it (1969); Cairns, Ho
-- and Lengyel, The Sprague-Grundy function of the real game Euclid (2011).
-- @module takeaway.family.euclid

local core = require "takeaway.core"
local method_tables = require "takeaway.base.methods"

local M = {}

local Game = core.metatable "takeaway.euclid"
method_tables.of("game of Euclid", function(x) return getmetatable(x) == Game end, core.euclid_methods)
function Game.__tostring() return "Euclid" end

--- The game of Euclid.
-- @function euclid
-- @treturn game the game
-- @usage
-- local game = ta.euclid()
-- assert(game:outcome(21, 13) == "N" and game:outcome(13, 8) == "P")
function M.euclid(...)
  if select("#", ...) > 0 then core.raise("euclid: expected no arguments") end
  return setmetatable({}, Game)
end

--- The outcome, which says who wins.
-- @function game:outcome
-- @tparam int a
-- @tparam int b
-- @treturn string "N" or "P"

--- The outcome in misere play, where the player who makes a zero loses. With a zero the game is over and won: "N".
-- @function game:misere_outcome
-- @tparam int a
-- @tparam int b
-- @treturn string "N" or "P"

--- The nim value, in as many steps as Euclid's algorithm.
-- @function game:nim_value
-- @tparam int a
-- @tparam int b
-- @treturn int the larger number divided by the smaller, without the remainder, or one less

--- The winning moves: one, or two from equal numbers.
-- @function game:winning_moves
-- @tparam int a
-- @tparam int b
-- @treturn table list of `{number = 1 or 2, take = k}`: take k from that number

--- The winning moves in misere play, where the player who makes a zero loses: at most one.
-- @function game:misere_winning_moves
-- @tparam int a
-- @tparam int b
-- @treturn table list of `{number = 1 or 2, take = k}`

local function positions()
  return function(game)
    local rules = require "takeaway.rules.euclid"
    return {
      name = "Euclid",
      check = rules.check,
      options = rules.options,
      nim_value = function(a, b) return game:nim_value(a, b) end,
      misere_outcome = function(a, b) return game:misere_outcome(a, b) end,
    }
  end
end

local function report(page, game, settings, tools)
  local to = math.min(tools.reach(settings, 30), 200)
  page:heading("Outcomes")
  page:picture(tools.plot.positions(game, { to = to, title = "Euclid" }))
  page:heading("Nim values")
  page:grid("a\\b", 1, math.min(to, 40), function(a, b) return game:nim_value(a, b) end)
end

return {
  title = "Euclid",
  calls = M,
  positions = { euclid = positions },
  rules = { { "euclid", "(a, b)", "take a multiple of the smaller number from the larger",
      "(3, 8):winning_moves()" } },
  samples = { euclid = {} },
  kinds = {
    euclid = {
      noun = "game of Euclid", sample = "euclid", reads = "none",
      methods = core.euclid_methods, gives = { position = { 1, 1 } },
      report = report,
    },
  },
}
