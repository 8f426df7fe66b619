--- Outcomes in words, for pictures and the command line.
-- @module takeaway.app.outcome

return {
  order = { "P", "N", "L", "R", "D", "LD", "DL", "DR", "RD" },
  words = {
    P = "P: the player to move loses",
    N = "N: the player to move wins",
    L = "L: Left wins",
    R = "R: Right wins",
    D = "D: a draw",
    LD = "LD: Left wins when Left starts, else a draw",
    DL = "DL: Left wins when Right starts, else a draw",
    DR = "DR: Right wins when Right starts, else a draw",
    RD = "RD: Right wins when Left starts, else a draw",
  },
}
