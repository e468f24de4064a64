import type { SchemaState } from './migrate.ts'
import type { Db } from './tables.ts'

export interface OverviewTotals {
  /** Number of conversations whose facts are stored (`conversation_facts`). */
  counted: number
  /** Number of conversations in the sums of all hours (`overview_hours`). */
  summed: number
  /** Whether sums are still to be brought up to date. */
  isBehind: boolean
}

/**
 * Two totals that are equal once the sums are up to date, unless something has gone wrong. Undefined before the tables
 * exist.
 * @param db a transaction that sees all tables as of one moment
 */
export async function overviewTotals(db: Db, { applied }: SchemaState): Promise<OverviewTotals | undefined> {
  if (applied.length === 0) return undefined
  const { counted } = await db
    .selectFrom('conversation_facts')
    .select((all) => all.fn.countAll<number>().as('counted'))
    .executeTakeFirstOrThrow()
  const { summed } = await db
    .selectFrom('overview_hours')
    .select((all) => all.fn.sum<number | null>('conversations').as('summed'))
    .whereRef('scope_id', '=', 'organization_id')
    .executeTakeFirstOrThrow()
  const stale = await db.selectFrom('stale_hours').select('id').limit(1).executeTakeFirst()
  const place = await db.selectFrom('overview_places').select('organization_id').where('summed_to', 'is not', null)
  const isBehind = stale !== undefined || (await place.limit(1).executeTakeFirst()) !== undefined
  return { counted: Number(counted), summed: Number(summed ?? 0), isBehind }
}
