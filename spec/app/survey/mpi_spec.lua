-- takeaway.app.survey.mpi with tables for the network, the clock and the processes: which messages arrive, and which
-- rank is lost when. spec/trust/mpi.lua tests real ranks, killed at random.

local MODULE = "takeaway.app.survey.mpi"
local FAKED = { "takeaway.mpi", "takeaway.workers", "takeaway.app.survey.processes", MODULE }

-- Tags, as mpi.c and mpi.lua know them.
local ENDED, TEXT, DIED, PING, PONG, STOP, LEAVE = 0, 1, 2, 3, 4, 5, 6

describe("takeaway.app.survey.mpi", function()
  local kept, world

  -- The surroundings of rank `rank` of `size`: `inbox` arrives, `sent` is what it sends, `time` the clock; sleeping
  -- runs `as_time_goes`.
  local function new_world(rank, size)
    local w = { inbox = {}, sent = {}, time = 100, answers = {}, asked = {}, sleeps = 0, left = "no" }
    function w.comes(from, tag, text) table.insert(w.inbox, { from, tag, text or "" }) end
    package.loaded["takeaway.mpi"] = {
      start = function() return rank, size end,
      send = function(...) table.insert(w.sent, { ... }) end,
      receive = function()
        local m = table.remove(w.inbox, 1)
        if m then return table.unpack(m) end
      end,
      pending = function() return 0 end,
      sleep = function(seconds)
        w.time = w.time + seconds
        w.sleeps = w.sleeps + 1
        if w.sleeps > 100000 then error("it goes on for ever", 0) end
        if w.as_time_goes then w.as_time_goes(w.time) end
      end,
      leave = function(whole) w.left = whole end,
    }
    package.loaded["takeaway.workers"] = { seconds = function() return w.time end }
    package.loaded["takeaway.app.survey.processes"] = {
      open = function(settings)
        return {
          size = settings.workers,
          send = function(_, child, text) table.insert(w.asked, { child, text }) end,
          receive = function(_, seconds)
            local a = table.remove(w.answers, 1)
            if a then return table.unpack(a, 1, 3) end
            if seconds > 0 then package.loaded["takeaway.mpi"].sleep(seconds) end
          end,
          close = function()
            w.closed = true
            table.insert(w.sent, { 0, "closed", "" })
          end,
        }
      end,
    }
    package.loaded[MODULE] = nil
    return w, require(MODULE)
  end

  before_each(function()
    kept = {}
    for _, name in ipairs(FAKED) do kept[name] = package.loaded[name] end
  end)

  after_each(function()
    for _, name in ipairs(FAKED) do package.loaded[name] = kept[name] end
  end)

  local function head(child, before, text) return ("<I4I4"):pack(child, before) .. (text or "") end

  local function tags_to(rank)
    local list = {}
    for _, m in ipairs(world.sent) do if m[1] == rank then list[#list + 1] = m[2] end end
    return list
  end

  describe("rank 0", function()
    local transport

    local function open(size, settings)
      local mpi
      world, mpi = new_world(0, size)
      assert.is_false(mpi.serve(settings))
      transport = mpi.open(settings)
      return transport
    end

    it("numbers the processes of all other ranks", function()
      assert.equal(6, open(4, { workers = 2 }).size)
      transport:send(4, "what")
      assert.same({ { 2, TEXT, head(2, 0, "what") } }, world.sent)
      world.comes(3, TEXT, head(1, 0, "that"))
      assert.same({ 5, "that" }, { transport:receive(1) })
    end)

    it("hears no answer of a process that is gone, and asks the one in its place", function()
      open(2, { lost_after = 10 })
      world.comes(1, DIED, head(1, 1, "signal 9"))
      assert.same({ 1, nil, "signal 9" }, { transport:receive(1) })
      world.comes(1, TEXT, head(1, 0, "late"))
      assert.is_nil((transport:receive(1)))
      transport:send(1, "again")
      assert.same({ 1, TEXT, head(1, 1, "again") }, world.sent[#world.sent])
      world.comes(1, TEXT, head(1, 1, "new"))
      assert.same({ 1, "new" }, { transport:receive(1) })
    end)

    it("takes a silent rank for lost, with all its processes, and never hears it again", function()
      open(3, { workers = 2, lost_after = 10 })
      local began = world.time
      world.as_time_goes = function()
        if #world.inbox == 0 then world.comes(1, PING) end
      end
      local deaths = {}
      for i = 1, 2 do deaths[i] = { transport:receive(1000) } end
      assert.same({ { 3, nil, "rank 2 has been silent for 10 seconds", true },
                    { 4, nil, "rank 2 has been silent for 10 seconds", true } }, deaths)
      assert.is_true(world.time - began > 10 and world.time - began < 10.1)
      local before = #tags_to(2)
      world.comes(2, TEXT, head(1, 0, "I am back"))
      assert.is_nil((transport:receive(30)))
      transport:send(3, "what")
      assert.equal(before, #tags_to(2))
      assert.equal(PONG, tags_to(1)[1])
    end)

    it("does not take its own absence for the silence of others", function()
      open(2, { lost_after = 10 })
      for _ = 1, 5 do
        world.time = world.time + 1000 -- it was stopped, and the rank's messages wait
        world.comes(1, PING)
        assert.is_nil((transport:receive(0.01)))
      end
      world.time = world.time + 1000
      assert.is_nil((transport:receive(0.01))) -- and where none waits, it listens first
    end)

    it("hears at once of a rank that ends by an error", function()
      open(3, {})
      world.comes(2, ENDED, "no interpreter")
      assert.same({ 2, nil, "rank 2 has ended: no interpreter", true }, { transport:receive(1) })
      transport:close()
      assert.is_false(world.left)
    end)

    it("leaves with all the others where nobody is missing", function()
      open(3, {})
      world.as_time_goes = function()
        world.as_time_goes = nil
        for rank = 1, 2 do world.comes(rank, STOP) end
      end
      transport:close()
      assert.is_true(world.left)
      assert.same({ STOP, LEAVE }, tags_to(1))
      assert.same({ 2, LEAVE, "whole" }, world.sent[#world.sent])
      transport:close() -- once
      assert.equal(4, #world.sent)
    end)

    it("leaves alone where someone is lost, or does not answer", function()
      open(3, { lost_after = 5 })
      world.comes(1, PING)
      world.as_time_goes = function(time) if time < 104 then world.comes(1, PING) end end
      repeat until transport:receive(1000)
      world.as_time_goes = nil
      world.comes(1, STOP)
      transport:close()
      assert.is_false(world.left)
      assert.same({ 1, LEAVE, "" }, world.sent[#world.sent])
      open(2, {})
      transport:close() -- rank 1 says nothing
      assert.is_false(world.left)
    end)

    it("computes by itself where it is alone", function()
      assert.equal(3, open(1, { workers = 3 }).size)
      assert.is_true(world.left)
    end)

    it("says how takeaway.mpi is built where it is not there", function()
      local mpi = select(2, new_world(0, 2))
      package.loaded["takeaway.mpi"] = nil
      package.preload["takeaway.mpi"] = function() error("module 'takeaway.mpi' not found", 0) end
      local ok, why = pcall(mpi.open, {})
      package.preload["takeaway.mpi"] = nil
      assert.is_false(ok)
      assert.matches("`make mpi` builds it", tostring(why))
    end)
  end)

  describe("another rank", function()
    local mpi

    before_each(function() world, mpi = new_world(1, 2) end)

    -- The messages to rank 0, except pings.
    local function told()
      local list = {}
      for _, m in ipairs(world.sent) do if m[2] ~= PING then list[#list + 1] = { m[2], m[3] } end end
      return list
    end

    it("passes queries and answers, and leaves on request", function()
      world.comes(0, TEXT, head(1, 0, "what"))
      world.answers = { { 1, "that" } }
      world.as_time_goes = function()
        world.as_time_goes = nil
        world.comes(0, STOP)
        world.comes(0, LEAVE, "whole")
      end
      assert.is_true(mpi.serve {})
      assert.same({ { 1, "what" } }, world.asked)
      assert.same({ { TEXT, head(1, 0, "that") }, { "closed", "" }, { STOP, "" } }, told())
      assert.is_true(world.closed)
      assert.is_true(world.left)
    end)

    it("tells of a process that died, and passes no question for it to the one in its place", function()
      world.answers = { { 1, nil, "signal 9" } }
      world.as_time_goes = function()
        world.as_time_goes = nil
        world.comes(0, TEXT, head(1, 0, "for the dead"))
        world.comes(0, TEXT, head(1, 1, "for the new"))
        world.comes(0, LEAVE, "")
      end
      assert.is_true(mpi.serve {})
      assert.same({ { DIED, head(1, 1, "signal 9") }, { "closed", "" } }, told())
      assert.same({ { 1, "for the new" } }, world.asked)
      assert.is_true(world.closed)
      assert.is_false(world.left)
    end)

    it("reports that it is alive while it computes", function()
      world.comes(0, TEXT, head(1, 0, "what"))
      world.as_time_goes = function(time)
        if time > 130 then world.comes(0, LEAVE, "")
        else world.comes(0, PONG) end
      end
      assert.is_true(mpi.serve { lost_after = 16 })
      local pings = 0
      for _, tag in ipairs(tags_to(0)) do pings = pings + (tag == PING and 1 or 0) end
      assert.is_true(pings >= 28 and pings <= 31, pings)
    end)

    it("ends, and ends its process, where rank 0 is silent", function()
      local ok, why = pcall(mpi.serve, { lost_after = 4 })
      assert.is_false(ok)
      assert.equal("survey: rank 0 has been silent for 4 seconds", tostring(why))
      assert.is_true(world.closed)
      assert.is_false(world.left)
    end)

    it("ends where rank 0 has ended, and tells rank 0 why where it fails itself", function()
      world.comes(0, ENDED)
      assert.is_true(mpi.serve {})
      assert.is_false(world.left)
      world, mpi = new_world(1, 2)
      package.loaded["takeaway.app.survey.processes"].open = function() error("no interpreter", 0) end
      assert.is_false((pcall(mpi.serve, {})))
      assert.same({ { ENDED, "no interpreter" } }, told())
    end)

    it("has no database", function()
      assert.has_error(function() mpi.open {} end)
    end)
  end)
end)
