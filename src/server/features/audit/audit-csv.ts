import { csvLine, UTF8_MARK } from '#contract/csv.ts'
import type { Context } from '../../context.ts'
import type { Row } from '../../db/rows.ts'
import { isoTime } from '../../db/time.ts'
import { fieldsOf } from './presenter.ts'
import { type EntryFilter, type EntryPlace, selectEntriesAfter } from './queries.ts'

const AT_ONCE = 1_000 // rows per query, so that a long log is never in memory as a whole

/** The file's columns after the time, whose values are written as they are stored. */
const COLUMNS = [
  'action',
  'actor_type',
  'actor_id',
  'actor_name',
  'target_type',
  'target_id',
  'target_name',
  'address',
] as const

/** Yields the entries that match a filter as CSV with a header row, newest first, up to 1,000 of them at a time. */
export async function* auditCsv(ctx: Context, organizationId: string, filter: EntryFilter): AsyncGenerator<string> {
  yield UTF8_MARK + csvLine(['time', ...COLUMNS, 'fields'])
  let place: EntryPlace | undefined
  for (;;) {
    const rows = await selectEntriesAfter(ctx.database.read, organizationId, filter, place, AT_ONCE)
    if (rows.length > 0) yield rows.map(lineOf).join('')
    if (rows.length < AT_ONCE) return
    place = rows.at(-1)
  }
}

const lineOf = (row: Row<'audit_entries'>) =>
  csvLine([isoTime(row.created_at), ...COLUMNS.map((column) => row[column]), fieldsOf(row).join(' ')])
