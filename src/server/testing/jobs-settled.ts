import { sql } from 'kysely'
import { hasRowLocks } from '../db/dialect.ts'
import type { Db } from '../db/tables.ts'

const PATIENCE_MS = 90_000
const LOOK_EVERY_MS = 10

/** Waits until no job is due or running, on either platform. @throws Error after 90 seconds */
export async function jobsSettled(db: Db): Promise<void> {
  const deadline = Date.now() + PATIENCE_MS
  while (await hasWork(db)) {
    if (Date.now() > deadline) throw new Error(`Jobs are still running after ${PATIENCE_MS / 1000} s.`)
    await new Promise((resolve) => setTimeout(resolve, LOOK_EVERY_MS))
  }
}

async function hasWork(db: Db): Promise<boolean> {
  const query = hasRowLocks(db)
    ? sql`select 1 from pgboss.job where name <> 'given-up' and
        (state = 'active' or (state in ('created', 'retry') and start_after <= now())) limit 1`
    : sql`select 1 from jobs where state = 'active' or (state = 'pending' and run_at <= ${Date.now() + 1}) limit 1`
  const { rows } = await query.execute(db)
  return rows.length > 0
}
