import type { Dependencies } from '../../context.ts'
import type { Row } from '../../db/rows.ts'
import { handler } from '../../jobs/handler.ts'
import { eraseConversation } from './erase-conversation.ts'
import { retentionJob } from './jobs.ts'
import { selectClosedBefore, selectLeftBefore, selectRetention } from './queries.ts'

const DAY_MS = 24 * 60 * 60 * 1000
const AT_ONCE = 50

/** Erases what was closed or deleted, or whose agent was, longer ago than the organization keeps conversations. */
export const retentionHandler = handler(retentionJob, (deps) => ({
  async run({ organizationId }, { signal }) {
    const { read } = deps.database
    const { retention_days: days } = (await selectRetention(read, organizationId)) ?? {}
    if (days == null) return
    const before = deps.now() - days * DAY_MS
    const closed = await eraseAll(deps, signal, {
      find: () => selectClosedBefore(read, organizationId, before, AT_ONCE),
      // Since it was found, it may have been reopened, and closed again.
      isStillDue: (row) => row.deleted_at !== null || (row.status === 'closed' && row.updated_at < before),
    })
    const left = await eraseAll(deps, signal, {
      find: () => selectLeftBefore(read, organizationId, before, AT_ONCE),
      isStillDue: () => true, // no deleted agent comes back
    })
    if (closed + left > 0) await deps.database.forgetDeleted()
  },
}))

interface Due {
  /** Finds at most `AT_ONCE` of the conversations that are to be erased and still exist. */
  find: () => Promise<{ id: string }[]>
  isStillDue: (row: Row<'conversations'>) => boolean
}

/** Erases conversations until no more are found. @returns how many were found */
async function eraseAll(deps: Dependencies, signal: AbortSignal, { find, isStillDue }: Due): Promise<number> {
  for (let found = 0; ; ) {
    const rows = await find()
    for (const { id } of rows) {
      signal.throwIfAborted()
      await eraseConversation(deps, id, isStillDue)
    }
    found += rows.length
    if (rows.length < AT_ONCE) return found
  }
}
