#!/bin/sh
# Runs one of the programs with the Node that lies in node_modules: `./launch.sh FILE [ARGUMENT…]`. `exec` at the end
# replaces this shell, so that signals reach the program, also where it is the first process of a container.
#
# What the settings earn was measured on 28 November 2026 by `npm run soak -- --minutes 1`, one run each, on two processors
# that did other work too. With all of them the process held 408 MB at most, and 444 MB without --no-parallel-scavenge,
# beside which the others were left out.
cd "$(dirname "$0")" || exit
export PATH="$PWD/node_modules/.bin:$PATH"

# The memory allocator of glibc reads these when a process begins. All threads share one arena instead of having some
# each, and free memory goes back to the system. Without them: 476 MB instead of 444.
export MALLOC_ARENA_MAX="${MALLOC_ARENA_MAX:-1}"
export MALLOC_MMAP_THRESHOLD_="${MALLOC_MMAP_THRESHOLD_:-262144}"
export MALLOC_TRIM_THRESHOLD_="${MALLOC_TRIM_THRESHOLD_:-262144}"

# Memory for new objects, in MB. Without it: 532 MB instead of 444. With 4, objects that live briefly count as old ones:
# collecting those held up a server with 10,000 open chats for 5 to 6 of 85 seconds instead of 3 (26 November).
set -- --max-semi-space-size=8 "$@"

# Collects new objects in one thread. Without it: 444 MB instead of 408.
set -- --no-parallel-scavenge "$@"

# Collects old objects when they have grown by 30 % instead of up to fourfold. A minute does not show it (441 MB instead
# of 444). On 27 November the same minutes of longer runs held 430 MB or 550 without it; it takes 5 % of processor time.
set -- --heap-growing-percent=30 "$@"

exec node --require ./src/server/require-node.cjs "$@"
