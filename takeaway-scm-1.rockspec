rockspec_format = "3.0"
package = "takeaway"
version = "scm-1"
source = {
  url = "git+https://github.com/takeaway-games/takeaway.git",
}
description = {
  summary = "Take-away games: nim values, winning moves, periods and proofs",
  detailed = [[
Fast C kernels behind a Lua module for combinatorial games: two-pile move-size
dynamic Nim, one-pile take-away games, heap games, NIM with Cash, and rules of
one's own, with closed forms, counterexamples and certificates.]],
  license = "MIT",
}
dependencies = {
  "lua >= 5.4, < 5.5",
}
external_dependencies = {
  FFI = { library = "ffi" },
}
build = {
  type = "make",
  build_target = "modules",
  install_target = "install-lua",
  build_variables = {
    CFLAGS = "$(CFLAGS)",
    LUA_CFLAGS = "-I$(LUA_INCDIR)",
  },
  install_variables = {
    INST_LUADIR = "$(LUADIR)",
    INST_LIBDIR = "$(LIBDIR)",
    INST_BINDIR = "$(BINDIR)",
  },
}
test = {
  type = "command",
  command = "make test",
}
