-- Other versions of Lua, and hosts that have linked or opened only part of it, get a message that names what is
-- missing.
local shell = require "spec.support.shell"

-- The output of a Lua program, which `lua` runs.
local function said(lua, program)
  local out, err = shell.run(lua .. " -e '" .. program:gsub("'", "'\\''") .. "'")
  return out .. err
end

local PATH = "package.path = './lua/?.lua;./lua/?/init.lua;' .. package.path; "
local REQUIRE = "print(select(2, pcall(require, 'takeaway')))"

describe("takeaway in another Lua", function()
  it("says which version it needs", function()
    for _, version in ipairs { "Lua 5.1", "Lua 5.3", "Lua 5.5" } do
      local text = said("lua5.4", PATH .. ("_VERSION = %q "):format(version) .. REQUIRE)
      assert.are.equal("takeaway needs Lua 5.4, this is " .. version .. "\n", text)
    end
    local text = said("lua5.4", PATH .. "_VERSION, jit = 'Lua 5.1', { version = 'LuaJIT 2.1' } " .. REQUIRE)
    assert.are.equal("takeaway needs Lua 5.4, this is LuaJIT 2.1\n", text)
  end)

  it("is read by those that are here", function()
    for _, lua in ipairs { "lua5.1", "luajit", "lua5.2", "lua5.3", "lua5.5" } do
      if shell.run("command -v " .. lua) ~= "" then
        local text = said(lua, PATH .. REQUIRE)
        assert.is_truthy(text:find("^takeaway needs Lua 5.4, this is Lua%S* %d"), text)
      end
    end
  end)

  it("names the missing library", function()
    for _, name in ipairs { "table", "utf8", "io", "coroutine" } do
      local text = said("lua5.4", PATH .. name .. " = nil " .. REQUIRE)
      assert.are.equal("takeaway needs Lua's library " .. name .. ", which this program has not opened\n", text)
    end
  end)
end)

-- Lua's own part of the host is linked statically: it exports what it uses.
local HOST = [[
#include <lauxlib.h>
#include <lualib.h>
#include <stdio.h>
int main(int argc, char **argv) {
    lua_State *L = luaL_newstate();
    luaL_requiref(L, "_G", luaopen_base, 1);
    luaL_requiref(L, "package", luaopen_package, 1);
    luaL_requiref(L, "string", luaopen_string, 1);
    if (luaL_dostring(L, argv[argc - 1])) puts(lua_tostring(L, -1));
    lua_close(L);
    return 0;
}
]]

describe("takeaway in a host with a part of Lua", function()
  local folder, host

  setup(function()
    folder = os.tmpname()
    os.remove(folder)
    host = folder .. "/host"
    shell.run("mkdir " .. folder)
    local file = assert(io.open(folder .. "/host.c", "w"))
    file:write(HOST)
    file:close()
    local libraries = shell.run "pkg-config --variable=libdir lua5.4":match "%S+" or "/usr/lib"
    local _, _, status = shell.run(("${CC:-cc} -o %s %s.c $(pkg-config --cflags lua5.4) -Wl,-E %s/liblua5.4.a -lm -ldl")
      :format(host, host, libraries))
    if status ~= 0 then host = nil end
  end)

  teardown(function() shell.run("rm -rf " .. folder) end)

  it("loads, and says what is missing", function()
    if not host then return pending "no static Lua to link with" end
    local CPATH = ("package.cpath = %q "):format((os.getenv "TAKEAWAY_BUILD" or "./build") .. "/?.so")
    assert.are.equal("takeaway needs Lua's library coroutine, which this program has not opened\n",
      said(host, PATH .. CPATH .. REQUIRE))
    assert.are.equal("table\n", said(host, CPATH .. "print(type(require 'takeaway.core'))"))
  end)
end)
