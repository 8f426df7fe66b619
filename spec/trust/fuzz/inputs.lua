--- First inputs for the fuzzer, by a seeded generator. inputs(name) returns the function that maps a number to an input
-- of the target `name`. It draws from a grammar, or uses text that the product writes, and changes some inputs in a few
-- places.
local random = math.random

local function pick(list) return list[random(#list)] end

-- A sentence of a grammar: `$name` stands for one of the rules of that name; at depth 0 only its `leaf` rules are
-- taken.
local function sentence(grammar, name, depth)
  local rules = grammar[name]
  local rule = pick(depth <= 0 and rules.leaf or rules)
  return (rule:gsub("%$(%l+)", function(inner) return sentence(grammar, inner, depth - 1) end))
end

local NUMBERS = { "0", "1", "2", "3", "5", "7", "10", "12", "63", "99", "4611686018427387904", "9223372036854775807",
                  "9223372036854775808", "10^30", "1/2", "-1", "-5/8", "1.5" }

-- The words that change inputs, and of libFuzzer's dictionaries.
local WORDS = {
  certificates = { "takeaway theorem 3\n", "play normal\n", "play misere\n", "\nguard ", "\ntarget ", "\nmove ",
                   "\nrank ", "\ndigits ", "\nrecurrence ", "\nweights ", "\nset ", "\n+ ", "\n- ", '"set"', '"base"',
                   '"period"', '"words"', '["H",1,1]', '"V"' },
  codes = { "0.", "4.", "{2,5!}", "{2+}", "[3]", "[03]", "*", "!", "?", "=", "not:", "1-3", "1+C", "S", "E", "F",
            "C(5)", "|" },
  expressions = { "floor(", "ceil(", "round(", "min(", "max(", "abs(", "mod(", "lowbit(", "popcount(", "isqrt(",
                  "log2(", "2^62", "4611686018427387904", "k^", "10^30" },
  host = { '"call"', '"on"', '"with"', '"get"', '"operator"', '"id"', '"value"', '"object"', '{"object":1}',
           '{"number":"inf"}', '{"bytes":"00ff"}', "load_rules", '"sandbox":true', '"text"', "\\u00e9", "null",
           "9223372036854775807", "-1" },
  json = { "null", "true", "false", "\\u00e9", "\\ud83d\\ude00", "\\u", "1e400", "9223372036854775808", "-0.0", "\"a\":", "[[", "]]",
           "\\\\", "1e-7" },
  proofs = { "A a:", "E b:", " and ", " or ", "not ", " => ", " <=> ", " mod 3", "floor(a/2)", "P(n)", "min(", "max(",
             "1 <= k <= ", " -> ", "\n", "4294967296" },
  saves = { "inf", "-inf", "1/2", '""', '"kind"', '"sequence"', '"grid"', '"rows"', '"values"', '"first"', '"last"',
            '"title"', "\\u0041", "9223372036854775807", "1e300", "# " },
  values = { "{0|*}", "||", "|||", "^*", "^[2]", "v<2>", "Tiny(", "Miny(", "+-", "4611686018427387904", "1/2", "upon",
             "dud", "over", "pass", "a{0|a}", "w^w", "e_0", "*[2,3]", "2_2", "on & off", "\xe2\x86\x91", "\xe2\x88\x97",
             "\xc2\xb1" },
}

-- The text with a few changes: a piece dropped, doubled, moved, or replaced by a byte or a word.
local function changed(text, words)
  for _ = 1, random(3) do
    local from = random(0, #text)
    local to = math.min(#text, from + random(0, 8))
    local piece = text:sub(from + 1, to)
    local put = ({ "", piece .. piece, string.char(random(0, 255)), pick(words), pick(words), piece .. pick(words) })[random(6)]
    text = text:sub(1, from) .. put .. text:sub(to + 1)
    if random(6) == 1 then
      local at = random(0, #text)
      text = text:sub(1, at) .. piece .. text:sub(at + 1)
    end
  end
  return text
end

local function bytes(count)
  local list = {}
  for i = 1, count do list[i] = string.char(random(0, 255)) end
  return table.concat(list)
end

-- ---- Grammars: $start is what a target reads behind its first byte ------------------------------------------

local EXPRESSIONS = {
  start = { "$e", "$e", "{$n, $n, $n, rest = $e}", "{$n}", "{$n, rest = $n}" },
  e = { "$e+$e", "$e - $e", "$n$e", "$e*$e", "$e/$e", "$e%$e", "$e^$n", "$e^$e", "-$e", "($e)", "$f($e)", "min($e, $e)",
        "max($e, $e, $e)", "mod($e, $n)", "floor($e/$n)", leaf = { "k", "k", "2k", "$n", "3k+1", "k/2" } },
  f = { "floor", "ceil", "round", "abs", "lowbit", "popcount", "isqrt", "log2", leaf = { "floor", "log2" } },
  n = { leaf = NUMBERS, table.unpack(NUMBERS) },
}

local CODES = {
  start = { "$h.$ds", "$h.$ds", "$h.$ds|$h.$ds", "$coins", "$coins", "not:$coins", "$letters" },
  h = { "0", "0", "0", "4", "00", "*", "", leaf = { "0" } },
  ds = { "$d$ds", "$d$ds", "$d", leaf = { "$d" } },
  d = { "0", "1", "3", "7", "6", "2", "8", "[$n]", "[$n$n]", "{$s}", "*{$s}", "F", leaf = { "3", "7" } },
  s = { "$item", "$item,$s", leaf = { "2" } },
  item = { "$n", "$n!", "$n+", "$n?", "$n=", leaf = { "2" } },
  n = { "0", "2", "3", "5", "12", leaf = { "1" } },
  coins = { "$c", "$c,$coins", "$c-$c", leaf = { "1" } },
  c = { "$n", "$n-$n", "$n+C", "C($n)", "S", "E", "F", "$n!", "{$s}", leaf = { "2" } },
  letters = { "S$ds", "kayles", "dawson", "F", "C($n)", "all", leaf = { "S" } },
}

local VALUES = {
  start = { "$v", "$v", "$v", "$o", "$su", "$genus", "$mis" },
  v = { "{$l|$l}", "{$l||$l|$l}", "{$l|||$l||$l|$l}", "$v + $v", "$v - $v", "+-$v", "-$v", "$n", "*$n", "^$n", "^[$n]", "v<$n>",
        "^*", "Tiny($v)", "Miny($v)", "$v * $n", "upon", "over", "a{0|a}", "a{0|a||$v}", "$v & $v", "($v)", "$n_$n",
        leaf = { "0", "1", "*", "^", "v", "1/2", "on", "off", "dud", "pass" } },
  l = { "$v", "$v,$v", "", leaf = { "0", "*", "" } },
  n = { leaf = NUMBERS, table.unpack(NUMBERS) },
  o = { "$o + $o", "w^$o", "w*$n", "w^($o)", "e_$n", "$o*$n", leaf = { "w", "0", "7" } },
  su = { "{$l|$l}", "w^$su", "$su + $su", "$n*$su", "1/$su", leaf = { "w", "1/2", "-1", "3" } },
  genus = { "$n^$n$n$n", "$n^$n", leaf = { "0^120" } },
  mis = { "*[$mis,$mis]", "*[$n,$n]", "$mis + $mis", "*$n", "2_$n", "{$mis, $mis}", leaf = { "*2", "0", "*[2]", "{}" } },
}

local PROOFS = {
  start = { "$s", "$names: $s", "P(n) <=> $s", "$decl", "A n: P(n) => $s" },
  s = { "A $x: $s", "E $x: $s", "E $x, $x: $s", "$s and $s", "$s or $s", "$s => $s", "$s <=> $s", "not $s", "($s)", "$t $r $t",
        "$t $r $t", "P($t)", leaf = { "a = b", "a < b", "2a = b", "P(n)", "n >= 2" } },
  t = { "$t + $t", "$t - $t", "$n$x", "floor($t/$n)", "$t mod $n", "($t)", "min($t, $t)", "max($t, $n)",
        leaf = { "a", "b", "n", "0", "1", "4" } },
  r = { leaf = { "=", "<" }, "=", "<", "<=", ">", ">=", "<>" },
  x = { leaf = { "a", "b" }, "a", "b", "c", "n" },
  n = { leaf = { "2" }, "1", "2", "3", "4", "7", "4294967296" },
  names = { leaf = { "a" }, "a", "a, b", "n", "a, b, c" },
  decl = { "n\n$move", "n\n$move\n$move", "a, b\n$two", "a, b\n$two\n$two", leaf = { "n\nk: 1 <= k <= 3, k <= n -> n - k" } },
  move = { "k: $n <= k <= $t, k <= n -> n - k", "n >= $n -> floor(n/$n)", "$s -> n - $n", "k: 1 <= k <= n -> n - k",
           leaf = { "n > 0 -> n - 1" } },
  two = { "k: 1 <= k <= a -> a - k, b", "k: 1 <= k <= b, $s -> a, b - k", "a >= $n -> a - $n, b + 1",
          "k: 1 <= k <= $t, k <= a, k <= b -> a - k, b - k", leaf = { "b > 0 -> a, b - 1" } },
}

local SAVES = {
  start = { "$csv", "$json", "$bfile" },
  csv = { "n,value\n$line$line$line", "n,value\n$line", "a,b\n$line$line", "p\\q,$n,$n\n$n,$n,$n\n$n,$n,$n\n", "a,b\n$n,\"$q\"\n",
          leaf = { "n,value\n0,1\n" } },
  line = { "$n,$n\n", "$n,$n\r\n", "$n,\"$q\"\n", leaf = { "1,2\n" } },
  q = { "x\"\"y", "-inf", "a,b", "", leaf = { "N" } },
  n = { "0", "1", "2", "3", "inf", "-inf", "1/2", "9223372036854775807", "1e300", "N", "*3", leaf = { "1", "2" } },
  json = { '{"title": "$q2", "kind": "$kind", "first": $n, "last": $n, "values": [$n, $n]}', '[$obj, $obj]', '{"kind": "$kind", '
    .. '"first": $n, "last": $n, "rows": [[$n, $n], [$n, $n]]}', "[$n, $n, $json]", '$obj', leaf = { "[1, 2]", "{}" } },
  obj = { '{"a": $n, "b": "$q2"}', '{"\\u0041": $json}', leaf = { '{"a": 1}' } },
  kind = { "sequence", "grid", "records", leaf = { "sequence", "grid" } },
  q2 = { "nim values", "\\u0041\\n", "\\\"", "é", leaf = { "N" } },
  bfile = { "# A\n$n $n\n$bfile", "$n $n\n$bfile", "0 $n\n1 $n\n2 $n\n", leaf = { "0 1\n1 2\n2 3\n", "3 1\n" } },
}

local JSON = {
  start = { "$v", "$v", " $v\n" },
  v = { "[$vs]", "[$vs]", "{$fs}", "[]", "{ }", '"$c$c"', "$n", leaf = { "null", "true", "false", "$n", '"$c"' } },
  vs = { "$v, $vs", "$v,$v", leaf = { "$v" } },
  fs = { '"$c": $v, $fs', leaf = { '"$c":$v' } },
  n = { "-$n", leaf = { "0", "12", "-1", "2.5", "1e3", "-0.0", "1E-7", "9223372036854775807", "9223372036854775808", "1e400" } },
  c = { "$c$c", leaf = { "a", "", "\\n", "\\u00e9", "\\ud83d\\ude00", "\\udc00", "\xc3\xa9", "\xff" } },
}

local HOST = {
  start = { '{"call":"$call","with":[$w]}', '{"call":"$call","with":[$w,$w]}', '{"on":$id,"with":[$w]}', '{"get":"$call"}',
            '{"on":1,"call":"$pile","with":[$d,$d]}', '{"on":1,"call":"$pile","with":[$d,$d,$d]}', '{"on":2,"call":"$heap","with":[$d]}',
            '{"on":2,"call":"$heap","with":[$d,$d]}', '{"on":3,"call":"$value"}', '{"on":3,"call":"$value","with":[{"object":$id}]}',
            '{"on":4,"call":"$cash","with":[$d]}', '{"on":4,"call":"$cash","with":[$d,$d,$d]}',
            '{"operator":"$op","with":[{"object":$id},$w]}', '{"value":$w}', '{"call":"load_rules","with":["x",'
            .. '{"sandbox":true,"text":"$rule"}]}' },
  op = { "text", "add", "sub", "mul", "lt", "le", "eq", "neg", "len", "call", leaf = { "text" } },
  id = { "1", "2", "3", "4", "24", "-1", leaf = { "3" } },
  w = { '"$code"', '"{$d||$d|$d}"', '"2k"', "[$d,$d,$d]", "$d", '{"object":$id}', '{"number":"inf"}', '{"bytes":"00ff"}',
        '{"callback":"f"}', "null", "true", '"\\u00e9"', "[$w,$w]", '{"to":$d}', '{"max":$d}', leaf = { "1", '"x"' } },
  code = { "0.77", "0.007", "4.7", "k + 1", "min(k, 7)", "kayles", "w + 1", leaf = { "0.3" } },
  d = { "0", "1", "2", "3", "5", "12", "9223372036854775807", "1.5", leaf = { "4" } },
  rule = { "return { 'n', 'k: $d <= k <= $d, k <= n -> n - k' }", "return $d", "io.open('x')", "while true do end",
           "return { name = 'O', options = function(emit, a) if a > 0 then emit(a - $d) end end }", leaf = { "return {}" } },
}

-- ---- Text that the product writes ---------------------------------------------------------------------------------

-- Small certificates of each format.
local function certificates()
  local ta, list = require "takeaway", {}
  for _, set in ipairs { { 1 }, { 2 }, { 1, 2 }, { 1, 3 }, { 1, 4 }, { 2, 3 }, { 1, 3, 4 } } do
    list[#list + 1] = ta.win_condition(set):certificate()
    list[#list + 1] = ta.phases(set):certificate()
  end
  for _, fields in ipairs { { "n", "k: 1 <= k <= 3, k <= n -> n - k" }, { "a, b", "k: 1 <= k <= a -> a - k, b",
    "k: 1 <= k <= b -> a, b - k" }, { "n, v", "k: 1 <= k <= v, k <= n -> n - k, 2k" } } do
    for _, misere in ipairs { false, true } do
      for _, numeration in ipairs { 2, "zeckendorf" } do
        local theorem = ta.moves(fields):theorem { numeration = numeration, misere = misere }
        if theorem then list[#list + 1] = theorem:certificate() end
      end
    end
  end
  table.sort(list, function(a, b) return #a < #b end)
  return list
end

local function requests()
  local list = {}
  for line in io.lines "spec/hosts/requests.tsv" do list[#list + 1] = line:match "^([^#\t][^\t]*)\t" end
  return list
end

-- The names of functions in a table, or of an object's methods.
local function functions_of(of)
  local names = { leaf = { "outcome" } }
  for name, f in pairs(of) do
    if type(name) == "string" and type(f) == "function" and not name:find "^__" then names[#names + 1] = name end
  end
  table.sort(names)
  return names
end

-- ---- Targets -------------------------------------------------------------------------------------------------

-- Sentences of a grammar; the first byte chooses one of some kinds (0: there is no such byte).
local function of_grammar(grammar, kinds, depth)
  return function(words)
    return function(number)
      local text = sentence(grammar, "start", number % (depth + 1))
      if random(3) > 1 then text = changed(text, words) end
      return (kinds > 0 and string.char(48 + random(0, kinds - 1)) or "") .. text
    end
  end
end

-- Texts, first as they are, then changed.
local function of_texts(texts)
  return function(words)
    local list = texts()
    return function(number) return list[number] or changed(list[random(#list)], words) end
  end
end

local M = {
  expressions = of_grammar(EXPRESSIONS, 0, 4),
  codes = of_grammar(CODES, 5, 4),
  values = of_grammar(VALUES, 9, 3),
  json = of_grammar(JSON, 0, 4),
  proofs = of_grammar(PROOFS, 4, 3),
  saves = of_grammar(SAVES, 3, 3),
  certificates = of_texts(certificates),
}

-- The objects are those that spec/trust/fuzz/host.c makes.
function M.host(words)
  local ta = require "takeaway"
  HOST.call = functions_of(ta)
  for name, object in pairs { pile = ta.two_pile "2k", heap = ta.octal "0.77", value = ta.value "{3||2|1}", cash = ta.cash { 1, 3, 4 } } do
    HOST[name] = functions_of(debug.getmetatable(object).__index)
  end
  local written, drawn = of_texts(requests)(words), of_grammar(HOST, 0, 3)(words)
  return function(number) return (number % 3 == 0 and written or drawn)(number // 3) end
end

-- The rules that spec/support draws from the bytes of an input.
function M.compiler()
  return function(number) return string.char(number % 2) .. bytes(random(10, 120)) end
end

-- A number, then edits of four bytes: the instruction, its field, and what to write there.
function M.program()
  return function(number)
    local edits = {}
    for k = 1, number % 3 do
      edits[k] = string.char(random(0, 255), random(0, 6), random(3) == 1 and random(0, 255) or random(0, 15),
        random(4) == 1 and 255 or 0)
    end
    return string.char(random(0, 255)) .. table.concat(edits)
  end
end

--- The function of a target, and its words.
return function(name)
  local words = WORDS[name] or { "" }
  local make = M[name](words)
  return function(number)
    math.randomseed(20260101, number)
    return make(number)
  end, words
end
