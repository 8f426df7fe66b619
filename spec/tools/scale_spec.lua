-- tools/scale.lua against the theory of a queue with one server. With few arrivals the rate is the workers' own, with
-- too many the server's, and never above either.

local scale = require "tools.scale"

local COSTS = { block = 1e-3, row_ordered = 5e-5, message = 1e-5, way_mean = 1e-4, answer = 2e-5, wait_1 = 1e-3, wait_10 = 1e-3,
                wait_100 = 2e-3, wait_1000 = 11e-3 }

local function near(expected, got, share)
  assert.is_true(math.abs(got / expected - 1) < share, ("expected about %g, got %g"):format(expected, got))
end

describe("tools.scale", function()
  it("waits for the disk on lines between the sizes measured, and past the last", function()
    near(1e-3, scale.wait(COSTS, 1), 1e-9)
    near(1e-3, scale.wait(COSTS, 7), 1e-9)
    near(6.5e-3, scale.wait(COSTS, 550), 1e-9)
    near(21e-3, scale.wait(COSTS, 2000), 1e-9)
    near(1e-3 + 1000 * 5e-5 + 2e-5 + 11e-3, scale.service(COSTS, 1000), 1e-9)
  end)

  it("gives the workers' rate where rank 0 has time, its own where it has none", function()
    for _, mean in ipairs { 1e-3, 1e-2, 1e-1 } do
      for _, block in ipairs { 1, 10, 100, 1000 } do
        for _, workers in ipairs { 1, 10, 100, 1000 } do
          local got = scale.simulate(COSTS, { mean = mean, deviation = mean }, workers, block)
          local service = scale.service(COSTS, block)
          local alone = block * (mean + COSTS.answer) + 2 * COSTS.way_mean
          local own, most = workers * block / (alone + service), block / service
          assert.is_true(got.rate < 1.1 * math.min(own, most))
          assert.is_true(got.busy < 1.001 and got.computing <= 1)
          near(got.rate * (mean + COSTS.answer) / workers, got.computing, 0.1)
          near(got.rate * service / block, got.busy, 0.02)
          if own > 3 * most then near(most, got.rate, 0.02) end
          if own < most / 10 then near(workers * block / (alone + service + 2.5e-4), got.rate, 0.1) end
        end
      end
    end
  end)

  it("gives the same again", function()
    local task = { mean = 1e-2, deviation = 1e-2 }
    assert.same(scale.simulate(COSTS, task, 100, 50), scale.simulate(COSTS, task, 100, 50))
  end)
end)
