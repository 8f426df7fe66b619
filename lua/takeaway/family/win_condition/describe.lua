--- A win condition as a person would write it: words with exponents, and corners.
-- @module takeaway.family.win_condition.describe

local core = require "takeaway.core"

local FORMS = {
  text = {
    head = "NIM with Cash {%s}: for n >= %d the winner is read off a word. Write n = %d + %dk + i, 0 <= i < %d.\n"
      .. "The mover wins at (n; d, e) when d is at least the number of V before the H that has e of H before it\n"
      .. "(a path from (0, 0): H is a step of e, V of d). Below n = %d the winner is worked out one by one.\n",
    residues = "\nn mod %d in {%s}, k from 0:\n",
    row = "  i = %-5s %s\n", corner = "      corners (e, d): %s\n",
    run = function(letter, count) return count > 1 and letter .. count or letter end,
    block = function(letters, times) return ("[%s]^(%s)"):format(letters, times) end,
    forever = function(letter) return letter .. "^inf" end,
    close = "", join = " ",
  },
  latex = {
    head = "\\noindent NIM with Cash $\\{%s\\}$, $n \\ge %d$, $n = %d + %dk + i$ with $0 \\le i < %d$:\n"
      .. "the mover wins at $(n; d, e)$ when $d$ is at least the number of $V$ before the $(e+1)$-th $H$;\n"
      .. "below $n = %d$ by computation.\n\\begin{itemize}\n",
    residues = "\\item $n \\bmod %d \\in \\{%s\\}$:\n\\begin{itemize}\n",
    row = "\\item $i = %s$: $%s$\n", corner = "; corners $(e,d)$: $%s$\n",
    run = function(letter, count) return count > 1 and ("%s^{%d}"):format(letter, count) or letter end,
    block = function(letters, times) return ("[%s]^{%s}"):format(letters, times) end,
    forever = function(letter) return letter .. "^\\infty" end,
    close = "\\end{itemize}\n", join = "\\,",
  },
}

local function linear(c, g)
  if g == 0 then return tostring(c) end
  local slope = g == 1 and "k" or g .. "k"
  return c == 0 and slope or ("%d+%s"):format(c, slope)
end

-- "VVVHHH" run-length coded in the form wanted.
local function coded(letters, form)
  local runs = {}
  for run in letters:gsub("(H+)", " %1 "):gmatch("%S+") do runs[#runs + 1] = form.run(run:sub(1, 1), #run) end
  return table.concat(runs)
end

local function show(word, form)
  local parts = {}
  for _, item in ipairs(word) do
    local letters, c, g = coded(item[1], form), item[2], item[3]
    parts[#parts + 1] = (c == 1 and g == 0) and letters or form.block(letters, linear(c, g))
  end
  parts[#parts + 1] = form.forever(word["end"])
  return table.concat(parts, form.join)
end

-- The corners where growing blocks begin and end: (alpha k + beta, alpha' k + beta').
local function corners(word)
  local e, ek, d, dk, list = 0, 0, 0, 0, {}
  local function note()
    local corner = ("(%s, %s)"):format(linear(e, ek), linear(d, dk))
    if list[#list] ~= corner then list[#list + 1] = corner end
  end
  for _, item in ipairs(word) do
    local letters, c, g = item[1], item[2], item[3]
    local _, columns = letters:gsub("H", "")
    local rows = #letters - columns
    if g > 0 then note() end
    e, ek, d, dk = e + columns * c, ek + columns * g, d + rows * c, dk + rows * g
    if g > 0 then note() end
  end
  return table.concat(list, ", ")
end

-- The shape of a word: its growing blocks and their growth, up to rotation.
local function shape(word)
  local parts = {}
  for _, item in ipairs(word) do
    if item[3] > 0 then
      local best = item[1]
      for i = 2, #best do
        local turned = item[1]:sub(i) .. item[1]:sub(1, i - 1)
        if turned < best then best = turned end
      end
      parts[#parts + 1] = best .. "+" .. item[3]
    end
  end
  return table.concat(parts, " ") .. " " .. word["end"]
end

-- Groups of words that have the same shape, in the order of their first residue.
local function groups(wc)
  local order, by_shape = {}, {}
  for i = 0, wc.period - 1 do
    local word = wc:word(i)
    local key = shape(word)
    if not by_shape[key] then
      by_shape[key] = {}
      order[#order + 1] = by_shape[key]
    end
    table.insert(by_shape[key], { residue = i, word = word })
  end
  return order
end

return function(wc, name)
  local form = FORMS[name == nil and "text" or name]
  if not form then core.raise('describe: form: expected "text" or "latex", got ' .. tostring(name)) end
  local base, m = wc.base, wc.period
  local out = { form.head:format(table.concat(wc.set, ","), base, base, m, m, base) }
  for _, group in ipairs(groups(wc)) do
    local residues = {}
    for j, one in ipairs(group) do residues[j] = (base + one.residue) % m end
    table.sort(residues)
    out[#out + 1] = form.residues:format(m, table.concat(residues, ","))
    for _, one in ipairs(group) do
      out[#out + 1] = form.row:format(one.residue, show(one.word, form))
      local found = corners(one.word)
      if found ~= "" then out[#out + 1] = form.corner:format(found) end
    end
    out[#out + 1] = form.close
  end
  out[#out + 1] = form.close
  return table.concat(out)
end
