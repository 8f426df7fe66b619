# Takeaway - make help lists the targets.

# ---- Settings ----------------------------------------------------------------
BUILD   ?= build
MODE    ?= release
LUA     ?= lua5.4
PREFIX  ?= /usr/local
LUA_VERSION = 5.4
SOVERSION   = 0
VERSION     = 0.1.0

CC      ?= cc
AR      ?= ar
# ccache, if installed, compiles unchanged files at once.
CCACHE  ?= $(if $(findstring ccache,$(CC)),,$(shell command -v ccache 2>/dev/null))
# Debian 12's packages: to build and use everything, to test, to check. The targets install the missing ones.
PACKAGES = gcc make pkg-config lua5.4 liblua5.4-dev libffi-dev libseccomp-dev libsqlite3-dev lua-argparse lua-readline
TEST_PACKAGES = libcmocka-dev lua-busted tmux zsh z3 librsvg2-bin gnuplot-nox
CHECK_PACKAGES = ccache clang libclang-rt-14-dev valgrind lua-check luarocks binutils g++

# The Lua module exports only luaopen_*. The parts of the library that it links in stay inside.
EXPORT_OPENER_ALONE ?= -Wl,--exclude-libs,ALL

V       ?=

# ---- Building: nothing below needs changing -----------------------------------
PKG_CONFIG ?= pkg-config
LUA_CFLAGS ?= $(shell $(PKG_CONFIG) --cflags lua5.4 2>/dev/null || echo -I/usr/include/lua5.4)
FFI_CFLAGS ?= $(shell $(PKG_CONFIG) --cflags libffi 2>/dev/null)
FFI_LIBS   ?= $(shell $(PKG_CONFIG) --libs libffi 2>/dev/null || echo -lffi)
# The host library contains a Lua.
LUA_LIBS   ?= $(shell $(PKG_CONFIG) --libs lua5.4 2>/dev/null || echo -llua5.4)
# With this library the sandbox's process filters its system calls.
SECCOMP    ?= $(shell $(PKG_CONFIG) --exists libseccomp 2>/dev/null && echo -DTA_SECCOMP $$($(PKG_CONFIG) --cflags --libs libseccomp))
# Surveys keep their rows in it. Without it there are no surveys, and all else works.
SQLITE     ?= $(shell $(PKG_CONFIG) --exists sqlite3 2>/dev/null && echo -DTA_SQLITE $$($(PKG_CONFIG) --cflags --libs sqlite3))

WARNINGS = \
	-Wall \
	-Wextra \
	-Wpedantic \
	-Wshadow \
	-Wconversion \
	-Wno-sign-conversion \
	-Wstrict-prototypes \
	-Wmissing-prototypes \
	-Wold-style-definition \
	-Wpointer-arith \
	-Wcast-qual \
	-Wwrite-strings \
	-Wundef \
	-Wvla \
	-Werror=implicit-function-declaration

MODE_release = -O3 -DNDEBUG
MODE_debug   = -O1 -g -DTA_DEBUG
MODE_asan    = -O1 -g -DTA_DEBUG -DTA_PORTABLE -fsanitize=address,undefined -fno-sanitize-recover=undefined -fno-omit-frame-pointer

# For the targets of spec/trust/fuzz, with clang.
MODE_fuzz    = -O1 -g -DTA_DEBUG -DTA_PORTABLE -fsanitize=fuzzer-no-link,address,undefined -fno-sanitize-recover=all -fno-omit-frame-pointer
MODE_coverage = -O1 -g -DNDEBUG --coverage -fprofile-update=atomic
# clang finds reads of uninitialized memory; valgrind finds the same and takes ten times as long. This build has assertions,
# and vector code, which the address sanitizer's build lacks.
MODE_msan    = -O1 -g -DTA_DEBUG -fsanitize=memory -fno-omit-frame-pointer
MODE_tsan    = -O1 -g -DTA_DEBUG -fsanitize=thread -fno-omit-frame-pointer

CFLAGS   ?=
STD      = -std=c11 -D_POSIX_C_SOURCE=200809L -fPIC -fvisibility=hidden
ALL_CFLAGS = $(STD) $(MODE_$(MODE)) $(WARNINGS) -Icsrc/include -Icsrc/core $(CFLAGS)

CORE_SRC := $(wildcard csrc/core/*/*.c)
FFI_SRC  := $(wildcard csrc/ffi/*.c)
LUAC_SRC := $(wildcard csrc/lua/*/*.c)
TERM_SRC := $(wildcard csrc/terminal/*.c)
SURVEY_SRC := $(wildcard csrc/survey/*.c)
CORE_OBJ := $(CORE_SRC:csrc/%.c=$(BUILD)/obj/%.o)
FFI_OBJ  := $(FFI_SRC:csrc/%.c=$(BUILD)/obj/%.o)
LUAC_OBJ := $(LUAC_SRC:csrc/%.c=$(BUILD)/obj/%.o) $(BUILD)/sandbox/image.o
TERM_OBJ := $(TERM_SRC:csrc/%.c=$(BUILD)/obj/%.o)
HOST_SRC := $(wildcard csrc/host/*.c)
HOST_OBJ := $(HOST_SRC:csrc/%.c=$(BUILD)/obj/%.o)
LUA_FILES := $(sort $(shell find lua -name '*.lua'))
LUA_MODULES = $(BUILD)/takeaway/core.so $(BUILD)/takeaway/terminal.so $(BUILD)/takeaway/workers.so $(if $(SQLITE),$(BUILD)/takeaway/sqlite.so)

CTEST_SUPPORT := $(filter-out spec/c/support/testing.c,$(wildcard spec/c/support/*.c))
CTEST_SRC     := $(wildcard spec/c/*/test_*.c)
CTESTS        := $(CTEST_SRC:spec/c/%.c=$(BUILD)/spec/%)
FIXTURES      := $(patsubst spec/fixtures/%.c,$(BUILD)/spec/%.so,$(wildcard spec/fixtures/*.c))
BENCH_SRC     := $(wildcard bench/bench_*.c)
BENCHES       := $(BENCH_SRC:bench/%.c=$(BUILD)/bench/%)
# make SMOKE=1 test: half a minute of tests that touch every package and every library built here.
ifdef SMOKE
SPECS  := spec/base spec/app/repl_spec.lua spec/app/repl_terminal_spec.lua spec/app/completion_spec.lua \
          spec/app/plot_spec.lua spec/app/survey/deal_spec.lua spec/engine/sandbox_spec.lua spec/registry_spec.lua
CTESTS := $(filter $(addprefix $(BUILD)/spec/,base/% ffi/% host/% lua/% terminal/%),$(CTESTS))
endif
BOOK_LUA      := bench/boxes.lua bench/search.lua bench/boards.lua bench/asked.lua bench/surveys.lua
EXAMPLES      := $(sort $(wildcard examples/[0-9]*.lua))

RUN_ENV = LUA_PATH='./lua/?.lua;./lua/?/init.lua;;' LUA_CPATH='./$(BUILD)/?.so;;' TAKEAWAY_BUILD=$(BUILD)
SPECS   ?= spec

# make V=1 shows the commands.
Q := $(if $(V),,@)

.DEFAULT_GOAL := all
.SUFFIXES:
.SECONDARY:

.PHONY: all modules
all: modules $(BUILD)/libtakeaway.a $(BUILD)/libtakeaway.so $(BUILD)/takeaway.pc $(BUILD)/libtakeaway-host.so $(BUILD)/takeaway-host.pc ## build the Lua modules, the C library and the host library

modules: $(LUA_MODULES) ## build only the Lua modules

# Compile one file. The compiler's output stays beside the object, so `make warnings` can check it whoever built it.
define compile
@mkdir -p $(@D)
$(Q)$(CCACHE) $(1) -MMD -MP -c $< -o $@ 2>$@.log || { cat $@.log >&2; exit 1; }; [ ! -s $@.log ] || cat $@.log >&2
endef

# The flags that a folder of csrc needs besides ALL_CFLAGS.
FLAGS_ffi      = $(FFI_CFLAGS)
FLAGS_lua      = $(LUA_CFLAGS) -Icsrc
FLAGS_terminal = $(LUA_CFLAGS)
FLAGS_survey   = $(LUA_CFLAGS) $(filter -D% -I%,$(SQLITE))
FLAGS_host     = $(LUA_CFLAGS)

$(BUILD)/obj/%.o: csrc/%.c
	$(call compile,$(CC) $(ALL_CFLAGS) $(FLAGS_$(firstword $(subst /, ,$*))))

# The program of the sandbox's process, inside the module and the host library. If static libraries exist, it needs no
# other file. It has no sanitizer, since its memory is limited.
SANDBOX_SRC = csrc/sandbox/child.c csrc/lua/compile/bytecode_selftest.c $(wildcard csrc/lua/sandbox/sandbox_[sem][tne]*.c csrc/lua/compile/compile*.c csrc/core/base/*.c csrc/core/movefn/*.c csrc/core/program/*.c)
SANDBOX_CC = $(CC) $(STD) -O2 -DNDEBUG -DTA_SANDBOX_ALONE $(WARNINGS) -Icsrc/include -Icsrc/core -Icsrc $(CFLAGS) $(LUA_CFLAGS)

$(BUILD)/sandbox/%.o: csrc/%.c
	$(call compile,$(SANDBOX_CC) $(filter -D% -I%,$(SECCOMP)))

$(BUILD)/sandbox/program: $(SANDBOX_SRC:csrc/%.c=$(BUILD)/sandbox/%.o)
	@echo '  LINK  $@'
	$(Q)for how in -static ''; do $(CC) $$how $(CFLAGS) -s -o $@ $^ $(filter -l% -L%,$(SECCOMP)) $(LUA_LIBS) -lm $(LDFLAGS) 2>$@.log && exit 0; done; \
	  cat $@.log >&2; exit 1

$(BUILD)/sandbox/image.o: csrc/sandbox/image.c csrc/sandbox/image.h $(BUILD)/sandbox/program
	$(Q)$(CC) $(STD) $(WARNINGS) -DTA_SANDBOX_PROGRAM='"$(BUILD)/sandbox/program"' -c $< -o $@

$(BUILD)/libtakeaway.a: $(CORE_OBJ)
	@rm -f $@
	$(Q)$(AR) rcs $@ $^

$(BUILD)/libtakeaway.so.$(SOVERSION): $(CORE_OBJ)
	@echo '  LINK  $@'
	$(Q)$(CC) $(MODE_$(MODE)) -shared -pthread -Wl,-soname,libtakeaway.so.$(SOVERSION) -o $@ $^ -lm $(LDFLAGS)

$(BUILD)/takeaway/core.so: $(LUAC_OBJ) $(FFI_OBJ) $(BUILD)/libtakeaway.a
	@mkdir -p $(@D)
	@echo '  LINK  $@'
	$(Q)$(CC) $(MODE_$(MODE)) -shared -pthread $(EXPORT_OPENER_ALONE) -o $@ $^ $(FFI_LIBS) -ldl -lm $(LDFLAGS)

$(BUILD)/takeaway/terminal.so: $(TERM_OBJ)
	@mkdir -p $(@D)
	@echo '  LINK  $@'
	$(Q)$(CC) $(MODE_$(MODE)) -shared -pthread -o $@ $^ -ldl $(LDFLAGS)

$(BUILD)/takeaway/workers.so $(BUILD)/takeaway/sqlite.so: $(BUILD)/takeaway/%.so: $(BUILD)/obj/survey/%.o
	@mkdir -p $(@D)
	@echo '  LINK  $@'
	$(Q)$(CC) $(MODE_$(MODE)) -shared -o $@ $< $(if $(findstring sqlite,$@),$(filter -l% -L%,$(SQLITE))) $(LDFLAGS)

# Ranks of MPI for surveys. mpicc gets our compiler in the forms of Open MPI and MPICH. The linked libraries stay loaded
# to the end, since MPI has threads.
MPICC ?= mpicc
$(BUILD)/takeaway/mpi.so: csrc/survey/mpi.c
	@mkdir -p $(@D)
	@echo '  LINK  $@'
	$(Q)OMPI_CC=$(CC) MPICH_CC=$(CC) $(MPICC) $(ALL_CFLAGS) $(LUA_CFLAGS) -shared -Wl,-z,nodelete -o $@ $< $(LDFLAGS)

.PHONY: mpi
mpi: modules ## build surveys by MPI, build/takeaway/mpi.so (installs openmpi if mpicc is missing)
	@command -v $(MPICC) >/dev/null || sh tools/deps.sh openmpi-bin libopenmpi-dev
	@$(MAKE) --no-print-directory $(BUILD)/takeaway/mpi.so

.PHONY: scale-measure
scale-measure: mpi # writes the costs of surveys on this machine to tools/scale.tsv, the source of docs/scale.md (minutes)
	@$(RUN_ENV) OMPI_MCA_rmaps_base_oversubscribe=1 OMPI_ALLOW_RUN_AS_ROOT=1 OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1 \
	  $(LUA) tools/scale_measure.lua > $(BUILD)/scale.tsv && mv $(BUILD)/scale.tsv tools/scale.tsv

# The Lua files, as text for the host library.
$(BUILD)/host/bundle.c: tools/bundle.lua $(LUA_FILES)
	@mkdir -p $(@D)
	$(Q)$(LUA) tools/bundle.lua $@ $(LUA_FILES)

$(BUILD)/host/bundle.o: $(BUILD)/host/bundle.c csrc/host/bundle.h
	$(Q)$(CC) $(STD) -Icsrc -c $< -o $@

HOST_PARTS = $(HOST_OBJ) $(BUILD)/host/bundle.o $(LUAC_OBJ) $(FFI_OBJ) $(BUILD)/libtakeaway.a

$(BUILD)/libtakeaway-host.so.$(SOVERSION): $(HOST_PARTS) csrc/host/exports.map
	@echo '  LINK  $@'
	$(Q)$(CC) $(MODE_$(MODE)) -shared -pthread -Wl,-soname,$(@F) -Wl,-rpath,'$$ORIGIN' -Wl,--version-script=csrc/host/exports.map \
	  -o $@ $(HOST_PARTS) $(LUA_LIBS) $(FFI_LIBS) -ldl -lm $(LDFLAGS)

%.so: %.so.$(SOVERSION)
	$(Q)ln -sf $(<F) $@

# Each library has two pkg-config files: one for the tree, and one for the prefix, which install writes.
$(BUILD)/%.pc: tools/%.pc.in Makefile
	@mkdir -p $(@D)
	$(Q)sed -e 's|@includedir@|$(CURDIR)/csrc/include|' -e 's|@libdir@|$(CURDIR)/$(BUILD)|' -e 's|@version@|$(VERSION)|' $< > $@

-include $(CORE_OBJ:.o=.d) $(FFI_OBJ:.o=.d) $(LUAC_OBJ:.o=.d) $(TERM_OBJ:.o=.d) $(SURVEY_SRC:csrc/%.c=$(BUILD)/obj/%.d) $(HOST_OBJ:.o=.d) \
  $(SANDBOX_SRC:csrc/%.c=$(BUILD)/sandbox/%.d)

# ---- Tests --------------------------------------------------------------------
comma := ,
CTEST_OBJ := $(CTEST_SRC:spec/c/%.c=$(BUILD)/obj/spec/%.o)
CTEST_SUPPORT_OBJ := $(patsubst spec/c/%.c,$(BUILD)/obj/spec/%.o,$(wildcard spec/c/support/*.c))

# The tests of ffi/ load a library, whose path they get. They and those of the sandbox use more than headers.
CTEST_FLAGS_ffi = -Icsrc -DTAKEAWAY_FIXTURES='"$(BUILD)/spec"'
CTEST_FLAGS_lua = -Icsrc
$(BUILD)/obj/spec/%.o: spec/c/%.c
	$(call compile,$(CC) $(ALL_CFLAGS) $(LUA_CFLAGS) -Ispec/c/support $(CTEST_FLAGS_$(firstword $(subst /, ,$*))))

# The objects that the tests of a folder link besides the core. Those of the host library use it as other programs do.
CTEST_PARTS_lua      = $(LUAC_OBJ) $(FFI_OBJ)
CTEST_PARTS_ffi      = $(FFI_OBJ)
CTEST_PARTS_terminal = $(TERM_OBJ)
CTEST_LIBS_lua       = -llua5.4
CTEST_LIBS_terminal  = -llua5.4
CTEST_LIBS_host      = -L$(BUILD) -ltakeaway-host -Wl$(comma)-rpath$(comma)$(abspath $(BUILD))
$(filter $(BUILD)/spec/lua/%,$(CTESTS)): $(CTEST_PARTS_lua)
$(filter $(BUILD)/spec/ffi/%,$(CTESTS)): $(CTEST_PARTS_ffi) $(FIXTURES)
$(filter $(BUILD)/spec/terminal/%,$(CTESTS)): $(CTEST_PARTS_terminal)
$(filter $(BUILD)/spec/host/%,$(CTESTS)): $(BUILD)/libtakeaway-host.so

ctest_folder = $(firstword $(subst /, ,$(@:$(BUILD)/spec/%=%)))
$(CTESTS): $(BUILD)/spec/%: $(BUILD)/obj/spec/%.o $(CTEST_SUPPORT_OBJ) $(BUILD)/libtakeaway.a
	@mkdir -p $(@D)
	$(Q)$(CC) $(MODE_$(MODE)) $(CFLAGS) -o $@ $< $(CTEST_SUPPORT_OBJ) $(CTEST_PARTS_$(ctest_folder)) $(CTEST_LIBS_$(ctest_folder)) \
	  $(BUILD)/libtakeaway.a $(FFI_LIBS) -lcmocka -ldl -lm -pthread $(LDFLAGS)

-include $(CTEST_OBJ:.o=.d) $(CTEST_SUPPORT_OBJ:.o=.d)

$(BUILD)/spec/%.so: spec/fixtures/%.c
	@mkdir -p $(@D)
	$(Q)$(CC) -std=c11 -shared -fPIC -O1 -Icsrc/include $(LUA_CFLAGS) -o $@ $<

# Programs of campaigns that drive the Lua module from within.
$(BUILD)/trust/lua_%: spec/trust/lua_%.c $(CTEST_SUPPORT) $(LUAC_OBJ) $(FFI_OBJ) $(BUILD)/libtakeaway.a $(wildcard spec/c/support/*.h)
	@mkdir -p $(@D)
	$(Q)$(CC) $(ALL_CFLAGS) $(LUA_CFLAGS) -Icsrc -Ispec/c/support -o $@ $< \
	  -Wl,--wrap=malloc,--wrap=calloc,--wrap=realloc,--wrap=free,--wrap=lua_getallocf,--wrap=ta_closure_create,--wrap=luaC_fullgc -Wl,-E \
	  $(CTEST_SUPPORT) $(LUAC_OBJ) $(FFI_OBJ) $(BUILD)/libtakeaway.a -l:liblua5.4.a $(FFI_LIBS) -ldl -lm $(LDFLAGS)

.PHONY: test test-build test-run test-c spec times times-write comparisons
test: test-deps ## install what is missing, build, run every test
	@$(MAKE) --no-print-directory -j$$(nproc) test-build
	@$(MAKE) --no-print-directory test-run

test-build: all $(CTESTS) $(FIXTURES)

RUN_TESTS = @$(RUN_ENV) $(LUA) tools/run_tests.lua $(BUILD)

test-run: test-build
	$(RUN_TESTS) "$(SPECS)" $(CTESTS)

test-c: test-build ## only the C tests
	$(RUN_TESTS) - $(CTESTS)

spec: all $(FIXTURES) ## only the Lua specs (SPECS=spec/x_spec.lua for one)
	$(RUN_TESTS) "$(SPECS)"

times: ## the 30 slowest tests of the last run
	$(RUN_TESTS) times

times-write: # writes the times of the last run to spec/times.tsv, which orders the tests
	$(RUN_TESTS) times-write

comparisons: ## the comparisons of the last run, by family and layer
	$(RUN_TESTS) comparisons

# ---- Running -------------------------------------------------------------------
.PHONY: demo survey-demo repl examples bench bench-build bench-check bench-tiny bench-write bench-floors
demo: deps ## install what is missing, build, show the main job on real input
	@$(MAKE) --no-print-directory all
	@$(RUN_ENV) $(LUA) $(firstword $(EXAMPLES))

survey-demo: deps ## install what is missing, show a survey of a minute that is killed and resumed
	@$(MAKE) --no-print-directory all
	@TAKEAWAY_BUILD=$(BUILD) sh tools/survey_demo.sh

repl: all ## a prompt with ta loaded
	@$(RUN_ENV) $(LUA) bin/takeaway repl

examples: all examples-c ## run every example
	@for e in $(EXAMPLES); do echo "== $$e"; $(RUN_ENV) $(LUA) $$e || exit 1; done

.PHONY: examples-c
examples-c: all
	$(Q)$(CC) -std=c99 -Wall -Wextra -Wpedantic -o $(BUILD)/embed examples/embed.c $$(PKG_CONFIG_PATH=$(BUILD) $(PKG_CONFIG) --cflags --libs takeaway)
	$(Q)LD_LIBRARY_PATH=$(BUILD) $(BUILD)/embed
	$(Q)$(CC) -std=c99 -Wall -Wextra -Wpedantic -o $(BUILD)/host_example examples/host.c $$(PKG_CONFIG_PATH=$(BUILD) $(PKG_CONFIG) --cflags --libs takeaway-host)
	$(Q)LD_LIBRARY_PATH=$(BUILD) $(BUILD)/host_example

$(BUILD)/bench/%: bench/%.c bench/row.c bench/row.h $(BUILD)/libtakeaway.a
	@mkdir -p $(@D)
	$(Q)$(CC) $(ALL_CFLAGS) -o $@ $< bench/row.c $(BUILD)/libtakeaway.a -lm $(LDFLAGS)

BOOK = $(RUN_ENV) CC='$(CC)' BENCH_FLAGS='$(strip $(MODE_$(MODE)) $(CFLAGS))' nice $(LUA) bench/book.lua
BOOK_PROGRAMS = $(BENCHES) $(BOOK_LUA:%='$(LUA) %')

bench: all $(BENCHES) ## every kernel against its definition, one table (LONG=1: theorems and large boards after it)
	@$(BOOK) write $(BOOK_PROGRAMS)
	@$(if $(LONG),for b in $(sort $(wildcard bench/long/*.lua)); do $(RUN_ENV) $(LUA) $$b || exit 1; done)

bench-check: all $(BENCHES) ## measure, and fail if a ratio is below its floor (bench/floors.tsv)
	@$(BOOK) check $(BOOK_PROGRAMS)

bench-build: all $(BENCHES)

bench-tiny: all $(BENCHES) # kernels and definitions agree
	@$(BOOK) tiny $(BOOK_PROGRAMS)

bench-write: ## write bench/table.md, the table measured last
	@$(BOOK) put

bench-floors: all $(BENCHES) ## regenerate bench/floors.tsv, 0.6 of the ratios measured now; review the diff
	@$(BOOK) floors $(BOOK_PROGRAMS) > $(BUILD)/floors.tsv && cp $(BUILD)/floors.tsv bench/floors.tsv

# ---- Other hosts ---------------------------------------------------------------
PARI_PACKAGES = pari-gp libpari-dev libjansson-dev python3
HOST_PACKAGES = python3 python3-venv python3-setuptools python3-wheel python3-pytest python3-hypothesis python3-numpy \
                mypy python3-nbconvert python3-ipykernel default-jdk-headless libjna-java \
                libnb-platform18-java $(PARI_PACKAGES) chromium
PYTHON ?= /usr/bin/python3

.PHONY: hosts host-deps python python-stubs pari pari-build pari-test same-table cgsuite test-cgsuite install-cgsuite
hosts: host-deps python pari test-cgsuite ## install what is missing, build and test the packages for other programs: Python, PARI/GP, CGSuite
	@$(MAKE) --no-print-directory same-table

same-table: # one rules file from all of them, once they are built
	@$(RUN_ENV) CGSUITE_JAR=$(CGSUITE_JAR) sh hosts/same_table.sh $(BUILD)

host-deps:
	@sh tools/deps.sh $(PACKAGES) $(HOST_PACKAGES)

python: all
	@PYTHON=$(PYTHON) sh hosts/python/test.sh $(BUILD)/python

python-stubs: all
	@$(RUN_ENV) $(LUA) tools/python_stubs.lua $(BUILD)/python/stubs

# PARI itself is not linked in. The gp that installs the library has PARI's functions.
PARI_WARNINGS = $(filter-out -Wconversion -Wpedantic,$(WARNINGS))

$(BUILD)/pari/takeaway-gp.so: $(wildcard hosts/pari/*.[ch]) csrc/include/takeaway/host.h $(BUILD)/libtakeaway-host.so
	@mkdir -p $(@D)
	$(Q)$(CC) -std=c11 -D_GNU_SOURCE -O2 -fPIC -fvisibility=hidden $(PARI_WARNINGS) -Icsrc/include -shared -o $@ $(filter %.c,$^) \
	  -L$(BUILD) -ltakeaway-host -Wl,-rpath,'$$ORIGIN/..' -ljansson -lpthread

$(BUILD)/pari/takeaway.gp: hosts/pari/takeaway.gp.in Makefile
	@mkdir -p $(@D)
	$(Q)sed 's|@library@|$(abspath $(@D))/takeaway-gp.so|' $< > $@

pari-build: $(BUILD)/pari/takeaway-gp.so $(BUILD)/pari/takeaway.gp

pari: ## install what is missing, build and test the library for PARI/GP
	@sh tools/deps.sh $(PACKAGES) $(PARI_PACKAGES)
	@$(MAKE) --no-print-directory pari-test

pari-test: pari-build
	@sh hosts/pari/test.sh $(BUILD)/pari

CGSUITE = $(BUILD)/cgsuite/takeaway-cgsuite.jar
CGSUITE_FILES = hosts/cgsuite/build.sh $(shell find hosts/cgsuite/src hosts/cgsuite/stubs hosts/cgsuite/cgs hosts/cgsuite/module -type f)

cgsuite: $(CGSUITE) ## the jar for CGSuite, build/cgsuite/takeaway-cgsuite.jar

$(CGSUITE): $(CGSUITE_FILES) $(BUILD)/libtakeaway-host.so
	@sh hosts/cgsuite/build.sh $(@D)

test-cgsuite: all $(CGSUITE) ## test the jar for CGSuite, in the real one if CGSUITE_JAR= names it
	@$(RUN_ENV) CGSUITE_JAR=$(CGSUITE_JAR) LUA=$(LUA) sh hosts/cgsuite/test.sh $(dir $(CGSUITE))

install-cgsuite: $(CGSUITE) ## install it into CGSuite's desktop: USERDIR= is its user folder
	@test -n "$(USERDIR)" || { echo "install-cgsuite: USERDIR= is CGSuite's user folder"; exit 1; }
	install -d "$(USERDIR)/modules" "$(USERDIR)/config/Modules"
	install -m 644 $(CGSUITE) "$(USERDIR)/modules/"
	install -m 644 hosts/cgsuite/module/takeaway-cgsuite.xml "$(USERDIR)/config/Modules/"

# ---- Checking ------------------------------------------------------------------
.PHONY: check trust fresh coverage asan msan tsan valgrind warnings clang-warnings lint layers fuzz soak rockspec-check docs docs-check docs-write docs-names share share-check headers format coq smt certify cash-theorems
check: check-deps ## every test, sanitizers, valgrind, lint, documents, campaigns (STEPS="lint docs" for some)
	@$(LUA) tools/check.lua $(STEPS)

fresh: ## the README's commands on a clean Debian, made for this (needs root; FULL=1: with every test)
	@FULL=$(FULL) sh tools/fresh.sh

tsan: all ## cancelling and hosts in several threads under the thread sanitizer
	@sh tools/tsan.sh

coverage: ## which lines of csrc/core the tests reach: a table by folder, the others in build/coverage/not_reached.txt
	@$(LUA) tools/trust.lua coverage

asan: ## the tests that reach C under the address and undefined-behaviour sanitizers
	@$(LUA) tools/check.lua address

msan: ## the C tests of the core under the memory sanitizer
	@$(LUA) tools/check.lua memory

# Refused memory in code that links Lua or libffi, which the memory sanitizer cannot check.
VALGRIND_TESTS = $(addprefix $(BUILD)/spec/,lua/test_lua_oom lua/test_lua_closure ffi/test_ffi)
valgrind: all $(VALGRIND_TESTS) ## the C tests of the binding under valgrind
	@for t in $(VALGRIND_TESTS); do TAKEAWAY_SHORT=1 valgrind -q --error-exitcode=9 --leak-check=full $$t > $(BUILD)/valgrind.log 2>&1 || { cat $(BUILD)/valgrind.log; exit 1; }; done; echo "valgrind: clean"

warnings: ## check that the compiler printed nothing for the objects in BUILD
	@find $(BUILD)/obj $(BUILD)/sandbox -name '*.log' -size +0 -exec cat {} + > $(BUILD)/warnings; cat $(BUILD)/warnings >&2; [ ! -s $(BUILD)/warnings ] && echo "warnings: none"

clang-warnings: ## check that clang prints nothing for the sources
	@clang $(ALL_CFLAGS) $(LUA_CFLAGS) $(FFI_CFLAGS) $(filter -D% -I%,$(SQLITE) $(SECCOMP)) -Icsrc -DTA_SANDBOX_PROGRAM='""' -Werror -fsyntax-only \
	  $(CORE_SRC) $(FFI_SRC) $(LUAC_SRC) $(TERM_SRC) $(filter-out %/mpi.c,$(SURVEY_SRC)) $(HOST_SRC) $(wildcard csrc/sandbox/*.c) && echo "clang: no warnings"

lint: ## luacheck; no test depends on speed; no long sentences
	@luacheck -q lua spec examples bench tools bin/takeaway
	@$(LUA) tools/check_speed.lua
	@$(LUA) tools/check_prose.lua

layers: all ## which file may use which
	@$(LUA) tools/check_layers.lua $(BUILD)

headers: ## the public headers as C99 and as C++
	@for h in csrc/include/takeaway.h csrc/include/takeaway/*.h; do \
	  printf '#include "%s"\nint main(void){return 0;}\n' "$${h#csrc/include/}" > $(BUILD)/header.c; \
	  $(CC) -std=c99 -Wall -Wextra -Wpedantic -Werror -Icsrc/include -fsyntax-only $(BUILD)/header.c && \
	  c++ -x c++ -std=c++11 -Wall -Wextra -Wpedantic -Werror -Icsrc/include -fsyntax-only $(BUILD)/header.c || exit 1; done; echo "headers: clean"

docs-check: all ## compare the outputs in the docs with a new run
	@$(RUN_ENV) $(LUA) tools/doc_test.lua README.md $(wildcard docs/*.md docs/theory/*.md)

docs-write: all ## regenerate the outputs in the docs; review the diff
	@$(RUN_ENV) $(LUA) tools/doc_test.lua --write README.md $(wildcard docs/*.md docs/theory/*.md)

certify: all ## certify all subsets of {1..12}, a table into build/win-conditions-table.md (MAX=, about 5 s)
	@$(RUN_ENV) $(LUA) tools/certify_all.lua $(or $(MAX),12) $(BUILD)/win-conditions-table.md

cash-theorems: all ## prove NIM with Cash for 513 sets, states into spec/fixtures/cash_theorems.tsv (minutes)
	@$(RUN_ENV) $(LUA) tools/cash_theorems.lua spec/fixtures/cash_theorems.tsv

trust: ## every fault tried on every call: all campaigns of tools/trust, and their table (two hours)
	@$(LUA) tools/trust.lua $(CAMPAIGNS)

coq: ## compile the proofs that certificates rest on, and print what they assume (installs coq)
	@$(LUA) tools/trust.lua coq

smt: all ## z3 replays two proofs on NIM with Cash: (S) of {3,7,8,12}, a closed form
	@command -v z3 >/dev/null || { echo "z3 is not there: apt-get install z3"; exit 1; }
	@$(RUN_ENV) $(LUA) tools/smt.lua $(BUILD)/smt

docs: all ## API pages (build/doc, needs lua-ldoc) and definitions for language servers (build/luacats)
	@command -v ldoc >/dev/null || { echo "ldoc is not there: apt-get install lua-ldoc"; exit 1; }
	@ldoc -q -c config.ld -d $(BUILD)/doc . 2>&1 | { ! grep -vE '^(format|reading configuration)'; } # no warnings
	@$(MAKE) --no-print-directory $(BUILD)/luacats/takeaway.lua

$(BUILD)/luacats/takeaway.lua: tools/luacats.lua $(LUA_MODULES) $(shell find lua -name '*.lua')
	@$(RUN_ENV) $(LUA) tools/luacats.lua $@

docs-names: all ## every public name is documented; prints the missing ones
	@$(RUN_ENV) $(LUA) tools/check_names.lua

# A family's name appears only in its own files.
.PHONY: families
layers: families
families: all
	@$(RUN_ENV) $(LUA) tools/check_families.lua

share: all ## man page and completions, from the parser of the command line (needs lua-argparse)
	@$(RUN_ENV) $(LUA) tools/make_share.lua write share

share-check: all
	@$(RUN_ENV) $(LUA) tools/make_share.lua check share

rockspec-check: all ## luarocks installs a working module, from this build
	@BUILT=$(BUILD) sh tools/check_rockspec.sh

fuzz: ## every parser, reader and compiler against mutated input, by libFuzzer (SECONDS= a target)
	@$(if $(SECONDS),SECONDS=$(SECONDS) )$(LUA) tools/trust.lua fuzz

soak: all ## random games of every family, each by every path (SECONDS=, SEED=)
	@$(if $(SECONDS),SECONDS=$(SECONDS) )$(if $(SEED),TAKEAWAY_SEED=$(SEED) )$(LUA) tools/trust.lua soak

# The targets of libFuzzer, for tools/trust/campaigns.lua with clang and MODE=fuzz. Targets in Lua share one program.
FUZZ = $(BUILD)/lua-target $(BUILD)/host-target $(BUILD)/program-target
.PHONY: fuzz-targets
fuzz-targets: $(FUZZ)

FUZZ_MAIN = $(if $(filter fuzz,$(MODE)),-fsanitize=fuzzer,-Ispec/c/support spec/trust/fuzz/replay.c spec/c/support/random.c)
$(FUZZ): $(BUILD)/%-target: spec/trust/fuzz/%.c spec/trust/fuzz/limit.h spec/trust/fuzz/replay.c $(HOST_PARTS)
	$(Q)$(CC) $(ALL_CFLAGS) $(LUA_CFLAGS) -o $@ $< $(FUZZ_MAIN) $(HOST_PARTS) $(LUA_LIBS) $(FFI_LIBS) -pthread -ldl -lm

format: ## clang-format over the C sources
	clang-format -i csrc/include/*.h csrc/include/takeaway/*.h $(CORE_SRC) $(FFI_SRC) $(LUAC_SRC) $(TERM_SRC) $(SURVEY_SRC) $(HOST_SRC) $(wildcard csrc/*/*.h csrc/*/*/*.h) $(wildcard spec/c/*/*.[ch] spec/trust/fuzz/*.[ch] bench/*.[ch])

# ---- Installing ----------------------------------------------------------------
.PHONY: deps test-deps check-deps install install-lua clean help debug
deps: ## install everything that building and use need
	@sh tools/deps.sh $(PACKAGES)

test-deps:
	@sh tools/deps.sh $(PACKAGES) $(TEST_PACKAGES)

check-deps:
	@sh tools/deps.sh $(PACKAGES) $(TEST_PACKAGES) $(CHECK_PACKAGES)

INST_LUADIR  ?= $(PREFIX)/share/lua/$(LUA_VERSION)
INST_LIBDIR  ?= $(PREFIX)/lib/lua/$(LUA_VERSION)
INST_BINDIR  ?= $(PREFIX)/bin

install-lua: modules
	install -d $(DESTDIR)$(INST_LUADIR) $(DESTDIR)$(INST_LIBDIR)/takeaway $(DESTDIR)$(INST_BINDIR)
	cp -R lua/takeaway $(DESTDIR)$(INST_LUADIR)/
	install -m 755 $(LUA_MODULES) $(wildcard $(BUILD)/takeaway/mpi.so) $(DESTDIR)$(INST_LIBDIR)/takeaway/
	install -m 755 bin/takeaway $(DESTDIR)$(INST_BINDIR)/

install: install-lua all $(BUILD)/luacats/takeaway.lua ## into PREFIX (default /usr/local): module, command, C library, headers
	install -d $(DESTDIR)$(PREFIX)/share/takeaway/luacats
	install -m 644 $(BUILD)/luacats/takeaway.lua $(DESTDIR)$(PREFIX)/share/takeaway/luacats/
	install -d $(DESTDIR)$(PREFIX)/lib/pkgconfig $(DESTDIR)$(PREFIX)/include/takeaway $(DESTDIR)$(PREFIX)/share/takeaway/examples
	cp -R share/. $(DESTDIR)$(PREFIX)/share/
	install -m 644 examples/*.lua $(DESTDIR)$(PREFIX)/share/takeaway/examples/
	install -m 644 $(BUILD)/libtakeaway.a $(DESTDIR)$(PREFIX)/lib/
	for l in libtakeaway libtakeaway-host; do \
	  install -m 755 $(BUILD)/$$l.so.$(SOVERSION) $(DESTDIR)$(PREFIX)/lib/ && \
	  ln -sf $$l.so.$(SOVERSION) $(DESTDIR)$(PREFIX)/lib/$$l.so || exit 1; done
	install -m 644 csrc/include/takeaway.h $(DESTDIR)$(PREFIX)/include/
	install -m 644 csrc/include/takeaway/*.h $(DESTDIR)$(PREFIX)/include/takeaway/
	for p in takeaway takeaway-host; do \
	  sed -e 's|@includedir@|$(PREFIX)/include|' -e 's|@libdir@|$(PREFIX)/lib|' -e 's|@version@|$(VERSION)|' tools/$$p.pc.in \
	    > $(DESTDIR)$(PREFIX)/lib/pkgconfig/$$p.pc || exit 1; done

debug: ## build with assertions into build/debug
	@$(MAKE) --no-print-directory MODE=debug BUILD=build/debug all

clean: ## remove build/
	rm -rf build

FIRST = demo test repl install hosts docs

help: ## this list
	@awk -v first="$(FIRST)" -f tools/help.awk $(firstword $(MAKEFILE_LIST))
