-- Requests and their replies, by the table that the tests of every host run; and takeaway serve, itself a host.
local host = require "takeaway.app.host"
local shell = require "spec.support.shell"

local T = "timeout 1200 bin/takeaway "

local requests, replies = {}, {}
for line in io.lines "spec/hosts/requests.tsv" do
  local request, reply = line:match("^([^#\t][^\t]*)\t([^\t]*)$")
  assert(request or line:find("^#"), line)
  requests[#requests + 1], replies[#replies + 1] = request, reply
end

-- The shell writes to takeaway serve as file 3 and signals it as $P. It waits by `replied N` for N replies, by `works`
-- until a rule has printed something, by `waits` until the process sleeps, that is, reads.
local TALK = [[
F=NAME; mkfifo $F; { set -m; } 2>/dev/null; : >$F.out; : >$F.err
when() { until eval "$1"; do sleep 0.05; done; }
replied() { when "[ \$(wc -l <$F.out) -ge $1 ]"; }
works() { when "[ -s $F.err ]"; }
waits() { when "grep -q ') S' /proc/$P/stat"; }
timeout 1200 sh -c 'echo $$ >NAME.pid; exec bin/takeaway serve' <$F >$F.out 2>$F.err & exec 3>$F
when "[ -s $F.pid ]"; P=$(cat $F.pid)
SCRIPT
exec 3>&-; wait $!]]

-- The replies and errors of takeaway serve, and its status.
local function talk(script)
  local name = os.tmpname()
  os.remove(name)
  local _, err, status = shell.run((TALK:gsub("%u%u%u%u+", { NAME = name, SCRIPT = script })))
  local function read(ending)
    local file <close> = assert(io.open(name .. ending))
    return file:read("a")
  end
  local out, said = read ".out", read ".err"
  for _, ending in ipairs { "", ".out", ".err", ".pid" } do os.remove(name .. ending) end
  return out, said .. err, status
end

-- An endless query that reports its start.
local LONG = '{"call":"load_rules","with":["long",{"text":"return { name = [[L]], options = function() print [[asked]] while true do '
  .. 'end end }"}]}\n'
  .. '{"on":1,"with":[1]}\n{"on":2,"call":"nim_value"}\n'

describe("requests", function()
  teardown(shell.clean)

  it("get the replies of the table", function()
    local session = host.open()
    assert.is_true(#requests > 100)
    for i, request in ipairs(requests) do assert.equal(replies[i], (session.answer(request))) end
  end)

  it("say why they have no result", function()
    local session = host.open()
    local reply, why = session.answer('{"call":"mex","with":[[0]]}')
    assert.same({ '{"result":1}' }, { reply, why })
    reply, why = session.answer('{"call":"x"}')
    assert.same({ '{"code":"EREQUEST","error":"request: \\"x\\" is not in ta"}', 'request: "x" is not in ta' }, { reply, why })
  end)

  it("are refused where they are long, deep, or no text", function()
    local session = host.open()
    local function why(source) return select(2, session.answer(source)) end
    assert.equal("request: more than 67108864 bytes", why((" "):rep((64 << 20) + 1)))
    assert.matches("^request: byte 101: expected lists that are nested less deep$", why(("["):rep(1000000)))
    assert.equal("request: byte 11: a control character", why('{"value":"\0"}'))
    assert.equal("request: byte 3: a control character", why("{}\0"))
    assert.equal("request: byte 11: expected UTF-8", why('{"value":"\xff"}'))
    assert.equal("request: byte 1: expected a value", why(""))
    for _, digits in ipairs { "9223372036854775808", "-9223372036854775809" } do -- a float would be another number
      assert.equal("request: byte 11: expected an integer that 64 bits hold", why('{"value":[' .. digits .. "]}"))
    end
    assert.is_nil(why('{"value":[9223372036854775807,-9223372036854775808,1e19]}'))
  end)

  it("name objects that keep their number until they are released", function()
    local session = host.open()
    for i = 1, 1000 do
      assert.equal(('{"result":{"kind":"heap","object":%d}}'):format(i), (session.answer '{"call":"octal","with":["0.7"]}'))
      assert.equal('{"result":true}', (session.answer(('{"release":[%d]}'):format(i))))
    end
    assert.is_nil(next(session.objects))
  end)

  it("give integers of sequences, tables and lists, row by row", function()
    local session = host.open()
    local function integers(source) return session.integers(source) end
    assert.same({ 1, 2, 3 }, integers '{"value":[1,[2,[3.0]]]}')
    assert.same({ math.huge, 5 }, integers '{"value":[{"number":"inf"},5]}')
    assert.same({ 3, 5 }, integers '{"call":"rules.wythoff","with":[3,5]}')
    session.answer '{"get":"rules.wythoff"}'
    assert.same({ 0, 1, 2, 1, 2, 0, 2, 0, 1 }, integers '{"on":1,"call":"table","with":[{"to":2}]}')
    assert.same({ nil, "request: integers: entry 2 is of type string" }, { integers '{"value":[1,"2"]}' })
    assert.same({ nil, "request: integers: entry 1 is no integer" }, { integers '{"value":2.5}' })
    assert.same({ nil, "request: integers: a heap is no list of them" }, { integers '{"call":"octal","with":["0.7"]}' })
    session.answer '{"call":"rules.two_pile","with":["2k"]}'
    assert.same({ 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 2 }, integers '{"on":2,"call":"table","with":[{"to":[1,2,1]}]}')
    assert.same({ 0, 0, 0, 0, 0, 0, 0, 1 }, integers '{"on":2,"call":"grid","with":[{"to":1}]}')
    session.callbacks.rows = function()
      local octal = require "takeaway".octal "0.77"
      return { octal:nim_values(2), { octal:nim_values(1), {} } }
    end
    session.answer '{"value":{"callback":"rows"}}'
    assert.same({ 0, 1, 2, 0, 1 }, integers '{"on":3}')
    for source, what in pairs {
      ['{"call":"value","with":["1/2"]}'] = "value", ['{"call":"two_pile","with":["2k"]}'] = "two_pile",
      ['{"value":{"a":1}}'] = "table with names", ['{"value":[3,{"a":1}]}'] = "table with names",
      ['{"call":"mex","with":[[0]]}'] = false,
    } do
      local list, why = integers(source)
      assert.equal(what and ("request: integers: a %s is no list of them"):format(what), why or false, source)
      assert.equal(not what, list ~= nil)
    end
  end)

  it("have an id that comes back as it was", function()
    local session = host.open()
    for _, id in ipairs { "1700000000.123456", "0.1", "5.0", "[0.30000000000000004,{\"a\":1.5,\"b\":[]}]", "9007199254740993",
                          '"x"', "null", "[]", "true" } do
      assert.equal(('{"id":%s,"result":1}'):format(id), (session.answer(('{"value":1,"id":%s}'):format(id))))
    end
    for _, id in ipairs { "1e400", "[-1e400]", '{"a":1e999}' } do
      assert.equal('{"code":"EREQUEST","error":"request: id: expected a finite number"}',
        (session.answer(('{"value":1,"id":%s}'):format(id))))
    end
  end)

  it("have no null in a list, and the message names the field", function()
    local session = host.open()
    for field, source in pairs { value = '{"value":[1,[2,null]]}', with = '{"call":"mex","with":[[0,null]]}' } do
      assert.equal(('request: %s: null in a list: entry 2'):format(field), select(2, session.answer(source)))
    end
  end)

  it("tell floats exactly, and what is no UTF-8", function()
    local session = host.open()
    session.callbacks.odd = function() return 1 / 3, 0.1 + 0.2, 2.0 ^ 53, 1e15, -1e-300, 0 / 0, "\xff\0" end
    assert.equal('{"result":{"kind":"function","object":1}}', (session.answer '{"value":{"callback":"odd"}}'))
    assert.equal('{"result":0.3333333333333333,"results":[0.3333333333333333,0.30000000000000004,9007199254740992.0,1e+15,'
      .. '-1e-300,{"number":"nan"},{"bytes":"ff00"}]}', (session.answer '{"on":1}'))
  end)
end)

describe("takeaway serve", function()
  teardown(shell.clean)

  it("answers the table, a line each, and ends with the input", function()
    local out, err, status = shell.run(T .. "serve", table.concat(requests, "\n"))
    assert.equal(table.concat(replies, "\n") .. "\n", out)
    assert.same({ "", 0 }, { err, status })
  end)

  it("answers lines that are empty, long, or no text", function()
    local out, _, status = shell.run(T .. "serve", "")
    assert.same({ "", 0 }, { out, status })
    out, _, status = shell.run(T .. "serve", '\n  \n{"get":"version"}\r\n\0\n{"value":"\xff"}')
    assert.matches('^{"result":"[%d.]+"}\n{"code":"EREQUEST",[^\n]*control[^\n]*}\n{"code":"EREQUEST",[^\n]*UTF[^\n]*}\n$', out)
    assert.equal(0, status)
    out = shell.run("{ head -c 80000000 /dev/zero | tr '\\0' x; echo; echo '{\"value\":7}'; } | " .. T .. "serve")
    assert.equal('{"code":"EREQUEST","error":"request: more than 67108864 bytes"}\n{"result":7}\n', out)
  end)

  it("keeps what rules print apart", function()
    local out, err = shell.run(T .. "serve", '{"call":"load_rules","with":["x",{"text":"print(1, nil) io.write(2) return { '
      .. 'name = [[X]], options = function(emit) end }"}]}')
    assert.equal('{"result":{"kind":"ruleset","object":1}}\n', out)
    assert.equal("1\tnil\n2", err)
  end)

  it("reads rules with the prompt's text", function()
    local out = shell.run(T .. "serve", '{"call":"load_rules","with":["x",{"text":"return ta.moves{ [[n]], '
      .. '[[k: 1 <= k <= 2, k <= n -> n - k]] }"}]}')
    assert.equal('{"result":{"kind":"ruleset","object":1}}\n', out)
  end)

  it("ends with status 0 after SIGTERM, whether it waits or works", function()
    local out, err, status = talk 'echo "{\\"value\\":1}" >&3; replied 1; waits; kill -TERM $P;'
    assert.same({ '{"result":1}\n', "", 0 }, { out, err, status })
    out, err, status = talk("cat " .. shell.file(LONG) .. " >&3; works; kill -TERM $P;")
    assert.matches('^[^\n]*\n[^\n]*\n{"code":"ECANCELLED","error":"interrupted"}\n$', out)
    assert.same({ "asked\n", 0 }, { err, status })
  end)

  it("gives up a request after Ctrl-C, and ends after one between requests", function()
    local out, _, status = talk("cat " .. shell.file(LONG .. '{"value":1}\n') .. " >&3; works; kill -INT $P; replied 4;")
    assert.matches('^[^\n]*\n[^\n]*\n{"code":"ECANCELLED","error":"interrupted"}\n{"result":1}\n$', out)
    assert.equal(0, status)
    _, _, status = talk 'echo "{\\"value\\":1}" >&3; replied 1; waits; kill -INT $P;'
    assert.equal(130, status)
  end)
end)
