-- Lets z3 replay two proofs on NIM with Cash, class by class: condition (S) of the certificate of {3,7,8,12}, and the
-- induction step of the closed form of {3,5,6,10,11}.
--
--   lua5.4 tools/smt.lua PREFIX       writes PREFIX-*.smt2 and runs z3 on them

local jobs = require "tools.jobs"
local ta = require "takeaway"
local closed_form = require "takeaway.family.cash.closed_form"

local failed = false

local function refute(what, name, text)
  jobs.write(name, text)
  local _, queries = text:gsub("%(check%-sat%)", "")
  local unsat, other = 0, nil
  for line in jobs.output_of("z3 -T:600 " .. name):gmatch "[^\n]+" do
    if line == "unsat" then unsat = unsat + 1 else other = other or line end
  end
  print(("%s: %d of %d classes refuted%s"):format(what, unsat, queries, other and "; z3 says: " .. other or ""))
  failed = failed or unsat ~= queries
end

refute("(S) of {3,7,8,12}", arg[1] .. "-words.smt2", ta.win_condition({ 3, 7, 8, 12 }):smtlib())
refute("closed form of {3,5,6,10,11}", arg[1] .. "-closed-form.smt2", closed_form.smtlib())
os.exit(failed and 1 or 0)
