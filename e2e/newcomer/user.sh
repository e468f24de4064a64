#!/usr/bin/env bash
# What a newcomer does, run by `run.sh` as an ordinary user of a bare machine.
set -euo pipefail
cd "$(dirname "$0")/../.."

step() { printf '\n[newcomer] %s (%s s)\n' "$*" "$SECONDS"; }

step 'npm ci'
npm ci
step 'npm start'
node_modules/.bin/node e2e/newcomer/start.ts

if [ "${1:-}" = --all ]; then
  step 'npm test'
  npm test
  exit
fi

step 'A few tests of each kind'
# With CI set, a test that found no PostgreSQL fails; and where there is a package with a browser, none is downloaded.
export CI=true PLAYWRIGHT_SKIP_BROWSER_DOWNLOAD=1
TMPDIR=$(mktemp -d /dev/shm/tests-XXXXXX) npm run --silent test:e2e -- entrance.spec.ts &
browser=$!
npx vitest run --maxWorkers 2 --project server --project product --project faults \
  src/server/platform/notifications.test.ts e2e/api/readme.test.ts e2e/faults/disk-full.test.ts e2e/faults/stop.test.ts
wait $browser
