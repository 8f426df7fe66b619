#!/bin/sh
# mpi: surveys by ranks of MPI on this machine, killed at random, against the survey by one process
#
# Killed are computing processes, ranks, rank 0 and mpirun, with and without mpirun's --enable-recovery, at a random row; what
# was ended is started again until the survey is whole. The digest must be that of one process, and no process may
# be left. TAKEAWAY_ROUNDS is how often each is tried (10), the seed TAKEAWAY_SEED's.
set -eu
cd "$(dirname "$0")/../.."
build=${TAKEAWAY_BUILD:-build}
sh tools/deps.sh openmpi-bin libopenmpi-dev
make -s BUILD="$build" all
make -s BUILD="$build" CFLAGS=-Werror "$build/takeaway/mpi.so"
# root may run it here; ranks share cores; large messages ask for no right to read another's memory, and nobody for a shell
export OMPI_ALLOW_RUN_AS_ROOT=1 OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1 OMPI_MCA_rmaps_base_oversubscribe=1
export OMPI_MCA_btl_vader_single_copy_mechanism=none OMPI_MCA_plm=isolated
LUA_PATH="$PWD/?.lua;$PWD/lua/?.lua;$PWD/lua/?/init.lua;;" LUA_CPATH="$PWD/$build/?.so;;" exec lua5.4 spec/trust/mpi.lua
