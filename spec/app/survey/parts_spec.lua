-- Coordinator, store and worker of a survey, each alone: cases that a whole survey seldom meets.

local coordinator = require "takeaway.app.survey.coordinator"
local failure = require "takeaway.base.failure"
local message = require "takeaway.app.survey.message"
local store = require "takeaway.app.survey.store"
local ta = require "takeaway"
local worker = require "takeaway.app.survey.worker"

local asked = {} -- the keys passed to `task`

-- Member i is i // 2.
local task = {
  name = "parts", version = 1, count = function() return 20 end, columns = { { "n", "INTEGER", "it" } },
  member = function(i) return tostring(i // 2) end,
  row = function(key)
    asked[#asked + 1] = key
    return { n = math.tointeger(key) }
  end,
}

describe("the coordinator of a survey", function()
  -- Two workers and one member: worker 1 gets it, and is lost; then worker 2, if `both`.
  local function run(both)
    local sent, ready, gone, added = {}, {}, {}, 0
    local function next_of(number)
      if gone[number] then return nil end
      if not ready[number] then
        ready[number] = true
        return number, message.write { { "ready", ta.version } }
      end
      if not sent[number]:find "^sblock" then return nil end
      if number == 1 or both then
        gone[number] = true
        return number, nil, "signal 9", true
      end
      return number, sent[number]
    end
    local said = { failure.catch(coordinator.run, {
      name = "", source = "", task = task, block = 1,
      store = { members = 1, limits = {}, settings = {}, gaps = function() return { { 0, 1 } } end, begin = function() end,
                finish = function() end, add = function() added = added + 1 end },
      transport = {
        name = "x", size = 2, close = function() end, send = function(_, number, text) sent[number] = text end,
        receive = function()
          for _, number in ipairs(ready[2] and { 1, 2 } or { ready[1] and 2 or 1 }) do
            local answer = table.pack(next_of(number))
            if answer[1] then return table.unpack(answer, 1, answer.n) end
          end
          error "nobody is asked"
        end,
      },
    }) }
    return added, said
  end

  it("deals what a lost worker had to one that waits", function() assert.equal(1, (run(false))) end)

  it("ends when all workers are lost", function()
    local added, said = run(true)
    assert.same({ 0, nil, "survey: all workers are gone; the last: signal 9", "EIO" }, { added, table.unpack(said, 1, 3) })
  end)
end)

describe("the store of a survey", function()
  local path, kept
  before_each(function()
    path = os.tmpname()
    os.remove(path)
    kept = store.write(path, { task = task, limits = {}, source = "" })
    kept:begin {}
  end)
  after_each(function()
    kept:close()
    os.remove(path)
  end)

  -- The row of the key 0 after these rows, of a block or computed again, were added.
  local function after(rows, first, past)
    kept:add(rows, first, past)
    kept:digest()
    return kept:run "SELECT key, status, message, n FROM rows WHERE key = '0'"
  end

  it("keeps a row until there is an answer, and then that", function()
    assert.same({ "0", "limit", "far", nil, n = 4 }, after({ { "0", "limit", "far" } }, 0, 1))
    assert.same({ "0", "limit", "far", nil, n = 4 }, after({ { "0", "error", "no" } }, 1, 2))
    assert.same({ "0", "error", "no", nil, n = 4 }, after { { "0", "error", "no" } }) -- asked again
    assert.same({ "0", "ok", nil, 7, n = 4 }, after({ { "0", "ok", nil, 7 } }, 2, 3))
    assert.same({ "0", "ok", nil, 7, n = 4 }, after({ { "0", "ok", nil, 8 } }, 3, 4))
    assert.same({ "0", "ok", nil, 7, n = 4 }, after { { "0", "error", "no" } })
  end)

  it("knows which members are left, of as many as are asked", function()
    for _, block in ipairs { { 2, 4 }, { 10, 12 }, { 3, 5 } } do kept:add({}, block[1], block[2]) end
    assert.same({ { 0, 2 }, { 5, 10 }, { 12, 20 } }, kept:gaps(20))
    assert.same({ { 0, 2 }, { 5, 10 } }, kept:gaps(11))
    assert.same({ { 0, 2 }, { 5, 10 } }, kept:gaps(10))
    assert.same({ { 0, 2 }, { 5, 7 } }, kept:gaps(7))
    assert.same({ { 0, 1 } }, kept:gaps(1))
    assert.same({}, kept:gaps(0))
  end)
end)

describe("a worker of a survey", function()
  local function hello(version, seconds) return { "task", "", "", "", seconds, nil, nil, version, n = 8 } end

  it("asks once where members of a block have one key", function()
    local w = worker.new(task)
    assert.equal("ready", message.read(w:answer(message.write { hello(ta.version) }))[1][1])
    asked = {}
    local reply = message.read(w:answer(message.write { { "block", 0, 5 } }))
    assert.same({ "0", "1", "2" }, asked)
    assert.equal(4, #reply)
  end)

  it("refuses another version's questions", function()
    local reply = message.read(worker.new(task):answer(message.write { hello "0.0.1" }))
    assert.same({ "refused", ("this is takeaway %s, the coordinator's is 0.0.1"):format(ta.version), n = 2 }, reply[1])
  end)

  it("leaves no clock behind when a row has its time", function()
    local w = worker.new(task)
    w:answer(message.write { hello(ta.version, 60.0) })
    local before = { debug.gethook() }
    local reply = message.read(w:answer(message.write { { "block", 0, 1 } }))
    local behind = { debug.gethook() }
    debug.sethook(table.unpack(before, 1, 3))
    assert.equal("ok", reply[2][2])
    assert.same(before, behind)
  end)
end)
