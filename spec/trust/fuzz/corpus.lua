-- The corpora of the fuzzer's targets, one file each, an input a line: `corpus.lua unpack FILE FOLDER` writes each input
-- into a file of its own, as libFuzzer wants them, `corpus.lua pack FILE FOLDER` makes the file anew of those in a folder.
local what, path, folder = ...

local function escaped(text)
  return (text:gsub("[\0-\31\\\127-\255]", function(c) return c == "\n" and "\\n" or ("\\x%02x"):format(c:byte()) end))
end

local function plain(line)
  return (line:gsub("\\(.)(%x?%x?)", function(kind, digits)
    return kind == "n" and "\n" .. digits or string.char(tonumber(digits, 16))
  end))
end

local function read(name)
  local file = assert(io.open(name, "rb"))
  local text = file:read "a"
  file:close()
  return text
end

local function write(name, text)
  local file = assert(io.open(name, "wb"))
  assert(file:write(text))
  assert(file:close())
end

if what == "unpack" then
  local count = 0
  for line in read(path):gmatch "([^\n]*)\n" do
    count = count + 1
    write(("%s/%05d"):format(folder, count), plain(line))
  end
elseif what == "pack" then
  local lines = {}
  local list = assert(io.popen("ls '" .. folder .. "'"))
  for name in list:lines() do
    local text = read(folder .. "/" .. name)
    lines[#lines + 1] = escaped(text) .. "\n"
    assert(plain(escaped(text)) == text, name)
  end
  list:close()
  table.sort(lines)
  write(path, table.concat(lines))
end
