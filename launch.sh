#!/bin/sh
# Runs one of the programs with the Node that lies in node_modules: `./launch.sh FILE [ARGUMENT…]`. `exec` at the end
# replaces this shell, so that signals reach the program, also where it is the first process of a container.
#
# What each setting earns was measured by `npm run soak -- --minutes 1` on two processors, without the one at a time.
cd "$(dirname "$0")" || exit
export PATH="$PWD/node_modules/.bin:$PATH"

# The memory allocator of glibc reads these when a process begins. Without them the process held 476 MB instead of 444:
# all threads share one arena instead of having some each, and free memory goes back to the system.
export MALLOC_ARENA_MAX="${MALLOC_ARENA_MAX:-1}"
export MALLOC_MMAP_THRESHOLD_="${MALLOC_MMAP_THRESHOLD_:-262144}"
export MALLOC_TRIM_THRESHOLD_="${MALLOC_TRIM_THRESHOLD_:-262144}"

# Memory for new objects, in MB: without it 532 MB. With less than 8, objects that live briefly count as old ones, and
# collecting those held up a server with 10,000 open chats twice as long (docs/performance.md).
set -- --max-semi-space-size=8 "$@"

# Collects new objects in one thread.
set -- --no-parallel-scavenge "$@"

# Collects old objects when they have grown by 30 % instead of up to fourfold. It takes an hour to show: 430 MB instead
# of 550, for 5 % of processor time.
set -- --heap-growing-percent=30 "$@"

exec node --require ./src/server/require-node.cjs "$@"
