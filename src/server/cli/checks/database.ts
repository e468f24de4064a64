import { inspectDatabase } from '../../platform/create-platform.ts'
import type { DatabaseState } from '../../platform/platform.ts'
import type { Config } from '../../settings/config.ts'
import { type Finding, fine, reasonOf, wrong } from './check.ts'
import { mendOfShortage } from './mend-shortage.ts'

const CLOCK_TOLERANCE_MS = 5_000
const NOT_BEFORE = Date.UTC(2026, 0) // earlier than the first version of this program

/** Checks that the database is reachable, undamaged and migrated, and its clock right. */
export async function checkDatabase(config: Config): Promise<{ findings: Finding[]; state?: DatabaseState }> {
  try {
    const state = await inspectDatabase(config)
    return { findings: [databaseFinding(state), clockFinding(state)], state }
  } catch (error) {
    const general = config.databaseUrl
      ? 'Start PostgreSQL, and check host, port, user, password and database in DATABASE_URL.'
      : 'Check that DATA_DIR names the right folder and that this user may read it; else restore baton.db from a backup.'
    const mend = mendOfShortage(error) ?? general
    return { findings: [wrong('database', `It can't be read: ${reasonOf(error)}.`, mend), clockFinding()] }
  }
}

function databaseFinding({ name, schema, problem, mend }: DatabaseState): Finding {
  if (problem)
    return wrong('database', `${name}: ${problem}`, mend ?? 'Mend that, or set DATABASE_URL to one that will do.')
  if (schema.applied.length === 0) return fine('database', `${name}: new; the first start makes the schema.`)
  if (schema.pending.length > 0)
    return fine('database', `${name}: the next start brings the schema up to date (${schema.pending.join(', ')}).`)
  const newer = schema.newer.length > 0 ? `, with ${schema.newer.join(', ')} of a newer version` : ''
  return fine('database', `${name}: the schema is up to date${newer}.`)
}

function clockFinding(state?: DatabaseState): Finding {
  const now = Date.now()
  const mend = 'Set the clock and keep it so (NTP): expiry, quotas and webhook signatures go by it.'
  const { clock, newestEventAt } = state ?? {}
  if (now < NOT_BEFORE) return wrong('clock', `It shows ${new Date(now).toISOString()}, which is past.`, mend)
  if (clock !== undefined && Math.abs(now - clock) > CLOCK_TOLERANCE_MS)
    return wrong('clock', `It is ${Math.round((now - clock) / 1000)} s off the database server's.`, mend)
  if (newestEventAt !== undefined && newestEventAt - now > CLOCK_TOLERANCE_MS)
    return wrong('clock', `It is behind the newest event, of ${new Date(newestEventAt).toISOString()}.`, mend)
  return fine('clock', `${new Date(now).toISOString()}${clock === undefined ? '' : ', as the database server has it'}.`)
}
