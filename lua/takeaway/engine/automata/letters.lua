--- The letters that an automaton of several tracks reads.
-- @module takeaway.engine.automata.letters

--- All letters, the last track's digit fastest.
-- @tparam int digits of a track
-- @tparam int tracks how many
-- @treturn {{string,...},...} each letter as a word of one digit a track
return function(digits, tracks)
  local list = { {} }
  for _ = 1, tracks do
    local more = {}
    for _, letter in ipairs(list) do
      for digit = 0, digits - 1 do
        local longer = { table.unpack(letter) }
        longer[#longer + 1] = string.char(digit)
        more[#more + 1] = longer
      end
    end
    list = more
  end
  return list
end
