-- tools/run_tests.lua prints a passing count only if every test ran to its end. Shell scripts that print TAP stand in
-- for tests.
local jobs = require "tools.jobs"
local write = jobs.write

describe("a run of tests", function()
  local folder

  before_each(function()
    folder = os.tmpname()
    os.remove(folder)
    os.execute(("mkdir -p %s/spec/x %s/lua"):format(folder, folder))
  end)
  after_each(function() os.execute("rm -rf " .. folder) end)

  -- Run these tests, {name = script}, and specs, {name = text}: what is printed, and whether the run succeeded.
  local function run(scripts, specs, environment)
    local programs = {}
    for name, script in pairs(scripts) do
      local path = ("%s/spec/x/%s"):format(folder, name)
      write(path, "#!/bin/sh\n" .. script .. "\n")
      os.execute("chmod +x " .. path)
      programs[#programs + 1] = path
    end
    for name, text in pairs(specs or {}) do write(("%s/lua/%s_spec.lua"):format(folder, name), text) end
    local text, ok = jobs.output_of(("env JOBS=2 %s lua5.4 tools/run_tests.lua %s %s %s 2>&1"):format(environment or "", folder,
      specs and folder .. "/lua" or "-", table.concat(programs, " ")))
    local lines = {}
    for line in text:gmatch "[^\n]+" do lines[#lines + 1] = line end
    return table.concat(lines, "\n", math.max(1, #lines - 19)), ok, text
  end

  local GOOD = "echo 1..2; echo ok 1 - a; echo ok 2 - b"

  it("that all pass ends with their number", function()
    local last, ok, text = run({ good = GOOD, fine = "echo ok 1 - c; echo '# 7 comparisons'; echo 1..1" })
    assert.is_truthy(ok)
    assert.matches("\n3 passed, 0 failed$", last)
    assert.matches("^2 tests, 2 at once\n", text)
    assert.matches("\nall\t7\t7\n$", (jobs.output_of(("lua5.4 tools/run_tests.lua %s comparisons"):format(folder))))
  end)

  -- what is wrong | the test | what the last lines say
  for _, row in ipairs {
    { "fails", "echo 1..2; echo ok 1 - a; echo not ok 2 - b; echo because; exit 1", "\nnot ok 2 %- b   %(x/bad%)\nbecause\n" },
    { "crashes", "echo 1..2; echo ok 1 - a; kill -SEGV $$", "x/bad planned 2 tests and printed 1: its output was cut off" },
    { "ends before its time as if all were well", "echo 1..2; echo ok 1 - a",
      "x/bad planned 2 tests and printed 1: its output was cut off" },
    { "prints no plan", "echo ok 1 - a", "x/bad planned no tests and printed 1" },
    { "runs nothing", "exit 0", "x/bad ran no test and ended with status 0" },
    { "fails after its last test", GOOD .. "; exit 3", "x/bad ended with status 3" },
    { "is not there", "exec /nothing/there", "x/bad ran no test and ended with status 127" },
    { "hangs", "echo 1..1; exec tail -f /dev/null", "x/bad hangs: it was ended after [1-9]%d* seconds", "JOB_SECONDS=1" },
  } do
    it(("that has a test that %s fails and says so"):format(row[1]), function()
      local last, ok = run({ good = GOOD, bad = row[2] }, nil, row[4])
      assert.is_falsy(ok)
      assert.matches(row[3], last)
      assert.matches("passed, [1-9]%d* failed$", last)
    end)
  end

  it("that has a spec with a syntax error fails and names it", function()
    local last, ok = run({ good = GOOD }, { broken = "describe('x', function() it(", whole = "it('is', function() end)" })
    assert.is_falsy(ok)
    assert.matches("broken_spec.lua is no Lua: [^\n]*broken_spec.lua:1: [^\n]*<eof>", last)
    assert.matches("\n3 passed, [1-9] failed$", last)
  end)

  it("that has a skipped test says which at its end", function()
    local last, ok = run({ good = GOOD }, { skipped = "it('needs a tool', function() pending 'no tool' end)" })
    assert.is_truthy(ok)
    assert.matches("\nskipped: [^\n]*skipped_spec.lua: # SKIP [^\n]*no tool", last)
    assert.matches("\n2 passed, 0 failed$", last)
  end)

  it("of nothing fails", function()
    local last, ok = run({}, {})
    assert.is_falsy(ok)
    assert.matches("there is no test in", last)
  end)

  it("on a full disk fails", function()
    local mounted = ("mount -t tmpfs -o size=64k none %s/spec 2>/dev/null"):format(folder)
    if not os.execute(("unshare -m sh -c '%s' 2>/dev/null"):format(mounted)) then
      return pending "no small disk can be mounted here: a full disk was not tried"
    end
    -- The scripts lie beside the disk, which the runner fills.
    local path = folder .. "/lua/spec/x/long"
    os.execute(("mkdir -p %s/lua/spec/x"):format(folder))
    write(path, "#!/bin/sh\necho 1..20000; i=0; while [ $i -lt 20000 ]; do i=$((i+1)); echo ok $i - a; done\n")
    os.execute("chmod +x " .. path)
    local text, ok = jobs.output_of(("unshare -m sh -c '%s; lua5.4 tools/run_tests.lua %s - %s' 2>&1"):format(mounted, folder, path))
    assert.is_falsy(ok)
    assert.is_nil(text:find "passed, 0 failed", text)
  end)
end)
