--- The command on papers: a statement as printed and as corrected.
-- @module takeaway.app.cli.paper

local answers = require "takeaway.app.cli.answer"
local text = require "takeaway.base.text"

local fail = answers.fail

local function papers_list(paper)
  local ids, width, lines, line = paper:list(), text.width(), { tostring(paper) }, ""
  for _, id in ipairs(ids) do
    if #line + #id + 1 > width then lines[#lines + 1], line = line, "" end
    line = line == "" and id or line .. " " .. id
  end
  lines[#lines + 1] = line
  return { text = table.concat(lines, "\n"), data = ids }
end

local function paper(ta, args)
  local chosen = ta.papers[args.paper]
  if not args.id then return papers_list(chosen) end
  local known, stem = false, args.id .. "."
  for _, id in ipairs(chosen:list()) do known = known or id == args.id or id:sub(1, #stem) == stem end
  if not known then fail("bad", "%s has no statement '%s'; takeaway paper %s lists them", args.paper, args.id,
    args.paper) end
  local result = answers.tell(function()
    return chosen:check(args.id, args.limit and { limit = args.limit } or nil)
  end, function() return ("%s is not decided; a smaller --limit takes less time"):format(args.id) end)
  local standing = result.corrected or result.printed
  local function flat(v) return v and { claim = v.claim, holds = v.holds, range = v.range,
    counterexample = v.counterexample } end
  return { text = tostring(result), standing = not standing.holds and "no" or nil,
           data = { id = args.id, claim = result.claim, printed = flat(result.printed),
             corrected = flat(result.corrected) } }
end

return { paper = paper }
