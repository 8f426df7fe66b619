-- Writes the man page and the shell completions from the parser of the command line.
--
--   lua5.4 tools/make_share.lua write share     or     ... check share   (status 1 when they differ)

local families = require "takeaway.app.cli.families"
local registry = require "takeaway.registry"
local completion = require "takeaway.app.cli.completion"
local jobs = require "tools.jobs"
local parser = require "takeaway.app.cli.parser"(require "argparse")
parser:name "takeaway"
local verb, root = arg[1], arg[2]

local function roff(text) return (text:gsub("\\", "\\e"):gsub("%-", "\\-"):gsub("\n%.", "\n\\&."):gsub("^%.",
  "\\&.")) end

local function man_page()
  local out = {
    ".\\\" made from the parser of the command line: make share",
    '.TH TAKEAWAY 1 "" "takeaway ' .. require "takeaway.core".version .. '" "User Commands"',
    ".SH NAME", "takeaway \\- take\\-away games: nim values, winning moves, periods and proofs",
    ".SH SYNOPSIS", ".B takeaway", ".I command", "[arguments]",
    ".SH DESCRIPTION",
    "Results go to standard output, messages and progress to standard error.",
    "A move function is an expression in k, such as 2k or floor(7k/2).",
    "An amount is an integer to 2^62; 10^18 is one.",
  }
  for _, family in ipairs(registry) do out[#out + 1] = family.argument end
  out[#out + 1] = "Rules are a file of Lua that returns a table,"
  out[#out + 1] = ("or the name of ready rules with their arguments: %s."):format(families.examples)
  out[#out + 1] = ".SH COMMANDS"
  for _, command in ipairs(parser._commands) do
    out[#out + 1] = ".SS " .. roff(command._name)
    out[#out + 1] = ".nf\n" .. roff(command:get_help()) .. "\n.fi"
  end
  for _, line in ipairs {
    ".SH EXIT STATUS", "0 answered; 1 the answer is no or unproved, or a script failed;",
    "2 bad input; 3 a limit was met or play does not end;",
    "130 after Ctrl\\-C, when what is known by then was written.",
    ".SH ENVIRONMENT", ".TP", ".B TAKEAWAY_HISTORY", "where the prompt keeps its history; empty: nowhere",
    ".TP", ".B COLUMNS", "the width that tables are cut to",
    ".SH FILES", ".TP", ".I ~/.takeaway_history", "lines typed at the prompt",
    ".SH SEE ALSO", ".BR lua5.4 (1)",
  } do out[#out + 1] = line end
  return table.concat(out, "\n") .. "\n"
end

local files = {
  ["man/man1/takeaway.1"] = man_page(),
  ["bash-completion/completions/takeaway"] = completion.text(parser, "bash"),
  ["zsh/site-functions/_takeaway"] = completion.text(parser, "zsh"),
}
local failed = false
for name, wanted in pairs(files) do
  local path = root .. "/" .. name
  if verb == "write" then
    os.execute(("mkdir -p '%s'"):format(path:match("^(.*)/")))
    jobs.write(path, wanted)
  elseif jobs.read(path) ~= wanted then
    failed = true
    print(path .. " is not what the parser says; make share writes it")
  end
end
if verb == "check" and not failed then print("share: man page and completions are current") end
os.exit(not failed)
