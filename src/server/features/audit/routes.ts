import { readPage } from '../../db/paginate.ts'
import type { Bindings, VerbInput } from '../../http/binding.ts'
import { auditCsv } from './audit-csv.ts'
import { presentEntry } from './presenter.ts'
import { countEntries, type EntryFilter, entryIds, selectEntries } from './queries.ts'

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

function filterOf({ actor, action, from, to }: VerbInput<'downloadAuditLog'>['query']): EntryFilter {
  return { actor, action, from: momentOf(from), to: momentOf(to) }
}

const momentOf = (time: string | undefined) => (time === undefined ? undefined : Date.parse(time))
