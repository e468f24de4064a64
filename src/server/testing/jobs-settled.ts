import { sql } from 'kysely'
import { clock } from '../db/dialect.ts'
import type { Db } from '../db/tables.ts'

const PATIENCE_MS = 90_000
const LOOK_EVERY_MS = 10

/** Waits until no job is due or running. @throws Error after 90 seconds */
export async function jobsSettled(db: Db): Promise<void> {
  const deadline = Date.now() + PATIENCE_MS
  while (await hasWork(db)) {
    if (Date.now() > deadline) throw new Error(`Jobs are still running after ${PATIENCE_MS / 1000} s.`)
    await new Promise((resolve) => setTimeout(resolve, LOOK_EVERY_MS))
  }
}

async function hasWork(db: Db): Promise<boolean> {
  const { rows } = await sql`select 1 from jobs
    where state = 'active' or (state = 'pending' and run_at <= ${clock(db)} + 1) limit 1`.execute(db)
  return rows.length > 0
}
