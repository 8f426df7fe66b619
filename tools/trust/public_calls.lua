-- Compares the public C functions that the headers declare, read by the compiler, with those that the libraries export.
--
--   lua5.4 tools/trust/public_calls.lua INCLUDE WATCHED LIBRARY HOST_LIBRARY
--
-- INCLUDE is the folder of the headers. The functions of the library go to the header WATCHED, as macros that
-- count the calls of each; those of host.h go to WATCHED with "_host" before its suffix. A function that is declared
-- and not exported, or exported and not declared, is an error.

local lines_of = require("tools.jobs").lines_of

local include, watched, library, host_library = table.unpack(arg)

-- The names that each header declares, in order. gcc lists every prototype with its file.
local function declared()
  local headers = lines_of(("cd '%s' && ls takeaway.h takeaway/*.h"):format(include))
  local list, program = os.tmpname(), os.tmpname()
  local out <close> = assert(io.open(program, "w"))
  for _, header in ipairs(headers) do out:write('#include "', header, '"\n') end
  out:close()
  local gcc = "gcc -std=c11 -I'%s' -aux-info '%s' -fsyntax-only -x c '%s' 2>&1"
  local said = table.concat(lines_of(gcc:format(include, list, program)), "\n")
  local of, seen = { core = {}, host = {} }, {}
  for line in io.lines(list) do
    local file, text = line:match "^/%* (.-):%d+:%w+ %*/ (.*)$"
    local name = file and file:find(include, 1, true) == 1 and text:match "^[^(]-([%a_][%w_]*) %("
    if name and not seen[name] then
      seen[name] = true
      table.insert(file:find "/host%.h$" and of.host or of.core, name)
    end
  end
  os.remove(list)
  os.remove(program)
  if #of.core == 0 then error("nothing is declared in " .. include .. "\n" .. said, 0) end
  return of
end

local wrong = 0

local function compare(names, path)
  local there = {}
  for _, line in ipairs(lines_of("nm -D --defined-only '" .. path .. "'")) do
    local kind, name = line:match " (%a) ([%a][%w_]*)"
    if name and kind ~= "A" then there[name] = true end
  end
  for _, name in ipairs(names) do
    if not there[name] then
      print(name .. ": declared, and not exported by " .. path)
      wrong = wrong + 1
    end
    there[name] = nil
  end
  for name in pairs(there) do
    print(name .. ": exported by " .. path .. ", and not declared")
    wrong = wrong + 1
  end
end

-- Each file of scenes includes the header. The file that defines WATCHED_HERE holds the counts.
local function write(path, names)
  local out <close> = assert(io.open(path, "w"))
  out:write("/* Written by tools/trust/public_calls.lua. */\n#define WATCHED ", #names, "\n",
    "extern unsigned long watched_calls[WATCHED];\nextern const char *const watched_names[WATCHED];\n",
    "static inline void watch(int i) {\n    watched_calls[i]++;\n}\n")
  for i, name in ipairs(names) do
    out:write(("#define %s(...) (watch(%d), %s(__VA_ARGS__))\n"):format(name, i - 1, name))
  end
  out:write "#ifdef WATCHED_HERE\nunsigned long watched_calls[WATCHED];\nconst char *const watched_names[WATCHED] = {\n"
  for _, name in ipairs(names) do out:write('    "', name, '",\n') end
  out:write "};\n#endif\n"
end

local names = declared()
compare(names.core, library)
compare(names.host, host_library)
write(watched, names.core)
write(watched:gsub("%.h$", "_host.h"), names.host)
print(("public C functions, declared and exported alike: %d tried, %d failed"):format(#names.core + #names.host, wrong))
os.exit(wrong == 0)
