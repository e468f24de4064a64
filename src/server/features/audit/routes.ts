import type { z } from 'zod'
import type { auditEntry } from '#contract/audit.ts'
import { csvLine, UTF8_MARK } from '#contract/csv.ts'
import type { Context } from '../../context.ts'
import { readPage } from '../../db/paginate.ts'
import type { Row } from '../../db/rows.ts'
import { isoTime } from '../../db/time.ts'
import type { Bindings, VerbInput } from '../../http/binding.ts'
import {
  countEntries,
  type EntryFilter,
  type EntryPlace,
  entryIds,
  selectEntries,
  selectEntriesAfter,
} from './queries.ts'

/** The names of the fields that were changed; none for other actions. */
const fieldsOf = ({ fields }: Row<'audit_entries'>): string[] => (fields === null ? [] : JSON.parse(fields))

const presentEntry = (row: Row<'audit_entries'>): z.infer<typeof auditEntry> => ({
  id: row.id,
  action: row.action,
  actor: { type: row.actor_type, id: row.actor_id, name: row.actor_name },
  target: { type: row.target_type, id: row.target_id, name: row.target_name },
  address: row.address,
  fields: fieldsOf(row),
  created_at: isoTime(row.created_at),
})

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
async function* auditCsv(ctx: Context, organizationId: string, filter: EntryFilter): AsyncGenerator<string> {
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

export const auditRoutes = {
  listAuditLog: {
    run(ctx, { organization, query }) {
      const filter = filterOf(query)
      return readPage(ctx.database, query, {
        total: (db) => countEntries(db, organization.id, filter),
        ids: (db) => entryIds(db, organization.id, filter),
        by: ['created_at', 'id'],
        rows: selectEntries,
        present: presentEntry,
      })
    },
  },
  downloadAuditLog: {
    run: async (ctx, { organization, query }) => ({
      name: 'audit-log.csv',
      content: auditCsv(ctx, organization.id, filterOf(query)),
    }),
  },
} satisfies Partial<Bindings>

const filterOf = ({ actor, action, from, to }: VerbInput<'downloadAuditLog'>['query']): EntryFilter => ({
  actor,
  action,
  from: momentOf(from),
  to: momentOf(to),
})

const momentOf = (time: string | undefined) => (time === undefined ? undefined : Date.parse(time))
