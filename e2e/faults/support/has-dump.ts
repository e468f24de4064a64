import { spawnSync } from 'node:child_process'

/** Whether this machine has PostgreSQL's `pg_dump`, without which nothing of that database is backed up. */
export const hasDump = spawnSync('pg_dump', ['--version']).status === 0
