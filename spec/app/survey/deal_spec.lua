-- How takeaway.app.survey.coordinator deals members to workers; workers, clock and store are tables. It deals each
-- member once, in blocks of the intended time, and so that no worker waits long for the last one.

local COORDINATOR = "takeaway.app.survey.coordinator"

describe("takeaway.app.survey.coordinator", function()
  local kept = {}

  before_each(function()
    for _, name in ipairs { "takeaway.workers", COORDINATOR } do kept[name] = package.loaded[name] end
  end)

  after_each(function()
    for name, module in pairs(kept) do package.loaded[name] = module end
  end)

  -- Deals `members` rows of `seconds` each to `size` workers. Returns the blocks as {members, seconds}, the time, and
  -- the seconds that workers waited at the end.
  local function deal(size, members, seconds, block)
    local time, blocks, under_way, asked = 0, {}, {}, {}
    package.loaded["takeaway.workers"] = { seconds = function() return time end, host = function() return "" end }
    package.loaded[COORDINATOR] = nil
    local idle_at = {}
    require(COORDINATOR).run {
      name = "x", source = "", block = block, task = { name = "x", columns = {} },
      store = {
        members = members, limits = {}, settings = {}, gaps = function() return { { 0, members } } end,
        begin = function() end, finish = function() end,
        add = function(_, _, first, past)
          for i = first, past - 1 do
            if asked[i] then error("asked twice: " .. i) end
            asked[i] = true
          end
          blocks[#blocks + 1] = { past - first, (past - first) * seconds }
        end,
      },
      transport = {
        size = size, name = "x", close = function() end,
        send = function(_, worker, text)
          local first, past = text:match "^sblock\ti(%d+)\ti(%d+)"
          under_way[worker] = first and { time + (past - first) * seconds, ("sblock\ti%d\ti%d"):format(first, past) }
            or { time, "sready" }
        end,
        receive = function()
          local least
          for worker, one in pairs(under_way) do
            if not least or one[1] < under_way[least][1] or one[1] == under_way[least][1] and worker < least then
              least = worker
            end
          end
          local one = under_way[least]
          under_way[least], time, idle_at[least] = nil, one[1], one[1]
          return least, one[2]
        end,
      },
    }
    for i = 0, members - 1 do if not asked[i] then error("not asked: " .. i) end end
    local waited = 0
    for worker = 1, size do waited = math.max(waited, time - (idle_at[worker] or 0)) end
    return blocks, time, waited
  end

  local function longest(blocks)
    local most = 0
    for _, one in ipairs(blocks) do most = math.max(most, one[2]) end
    return most
  end

  it("makes blocks of about a second for few workers, longer ones for many", function()
    for _, case in ipairs { { 4, 1 }, { 100, 1 }, { 300, 3 } } do
      local size, aim = case[1], case[2]
      local most = longest((deal(size, size * 400, 0.05)))
      assert.is_true(most >= aim / 2 and most <= 2 * aim, ("%d workers: %g s"):format(size, most))
    end
  end)

  it("leaves no worker waiting long at the end", function()
    for _, size in ipairs { 2, 10, 200 } do
      local _, time, waited = deal(size, size * 300, 0.05)
      assert.is_true(time < 15 * 1.05, ("%d workers: %g s"):format(size, time))
      assert.is_true(waited <= 0.06 * time, ("%d workers: %g s"):format(size, waited))
    end
  end)

  it("deals blocks of the given size", function()
    local sizes = {}
    for _, one in ipairs((deal(3, 100, 0.01, 7))) do sizes[one[1]] = (sizes[one[1]] or 0) + 1 end
    assert.same({ [7] = 14, [2] = 1 }, sizes)
  end)
end)
