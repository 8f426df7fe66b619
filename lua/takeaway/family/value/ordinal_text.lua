--- Ordinals as text, written and read.
-- @module takeaway.family.value.ordinal_text

local DEEPEST = 200 -- nesting of powers and parentheses

-- `ordinals`: the functions used of @{takeaway.family.value.ordinal}. Other kinds of numbers have a `name`, a
-- `quotient`, and `big` if `integer` takes a text of digits.
return function(ordinals)
  local integer, finite, sum, product, negative = ordinals.integer, ordinals.finite, ordinals.sum, ordinals.product,
    ordinals.negative
  local M = {}

  M.notations = {
    ascii = { w = "w", times = "*", open = "^", close = "" },
    unicode = { w = "ω", times = "×", open = "^", close = "" },
    latex = { w = "\\omega", times = "{\\cdot}", open = "^{", close = "}" },
  }

  local text_of

  -- Can it be an exponent without parentheses: 2, w, w^2?
  local function is_plain(x)
    local n = finite(x)
    return n and n >= 0 or #x == 1 and x[1].coef == 1
  end

  -- w^exponent; empty for the exponent 0.
  local function power_text(exponent, style)
    if #exponent == 0 then return "" end
    if finite(exponent) == 1 then return style.w end
    local bare = is_plain(exponent) or style.close ~= ""
    local text = text_of(exponent, style)
    return style.w .. style.open .. (bare and text or "(" .. text .. ")") .. style.close
  end

  local function term_text(t, style)
    local size = math.abs(t.coef)
    if #t.exp == 0 then return ("%d"):format(size):gsub("^%-", "") end
    local text = power_text(t.exp, style)
    return size == 1 and text or text .. style.times .. size
  end

  function text_of(x, style)
    if #x == 0 then return "0" end
    local parts = {}
    for i, t in ipairs(x) do
      parts[#parts + 1] = t.coef < 0 and "-" or i > 1 and "+" or ""
      parts[#parts + 1] = term_text(t, style)
    end
    return table.concat(parts)
  end

  -- ---- Reading ----

  -- The integer of some digits.
  local function number(digits)
    if ordinals.big then return integer(digits) end
    return integer(math.tointeger(tonumber(digits)) or ordinals.refuse(ordinals.BEYOND, "ERANGE"))
  end

  -- sum = [-] product {(+|-) product}; product = power {(*|/) power}, without / where there is no `quotient`;
  -- power = atom [^ power]; atom: integer, w or (sum)
  local function reader(text)
    local at = 1
    local function fail(what)
      local column = utf8.len(text, 1, at - 1, true) or at - 1
      error(("%s: %s\n    %s\n    %s^"):format(ordinals.name or "ordinal", what, text, (" "):rep(column)), 0)
    end
    local function take(pattern)
      local found, last = text:match("^%s*(" .. pattern .. ")()", at)
      if found then at = last end
      return found
    end
    local read_sum
    local depth = 0
    local function deeper(f) -- the stack ends
      depth = depth + 1
      if depth > DEEPEST then fail(("nested more than %d deep"):format(DEEPEST)) end
      local x = f()
      depth = depth - 1
      return x
    end
    local function read_atom()
      local digits = take "%d+"
      if digits then return number(digits) end
      if take "omega" or take "ω" or take "w" then return ordinals.power_of_w(number "1") end
      if not take "%(" then
        take ""
        fail "an integer, w or ( is expected here"
      end
      local x = deeper(read_sum)
      if not take "%)" then fail ") is expected here" end
      return x
    end
    local function read_power()
      local x = read_atom()
      return take "%^" and ordinals.to_the(x, deeper(read_power)) or x
    end
    local function read_product()
      local x = read_power()
      while true do
        if take "%*" or take "×" then x = product(x, read_power())
        elseif ordinals.quotient and take "/" then x = ordinals.quotient(x, read_power())
        else return x end
      end
    end
    function read_sum()
      local x = take "%-" and negative(read_product()) or read_product()
      while true do
        if take "%+" then x = sum(x, read_product())
        elseif take "%-" then x = sum(x, negative(read_product()))
        else return x end
      end
    end
    return function()
      local x = read_sum()
      if text:find("%S", at) then
        take ""
        fail(ordinals.quotient and "not part of a number" or "not part of an ordinal")
      end
      return x
    end
  end

  -- Can it be the base of a power without parentheses?
  M.is_plain = is_plain

  M.power = power_text

  -- The text in one of the notations.
  M.write = text_of

  -- The ordinal in the text; raises if there is none.
  function M.read(text) return reader(text)() end

  return M
end
