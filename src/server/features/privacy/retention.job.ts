import type { Dependencies } from '../../context.ts'
import type { JobHandler } from '../../platform/platform.ts'
import { eraseConversation } from './erase-conversation.ts'
import { type RetentionPayload, retentionJob } from './jobs.ts'
import { selectClosedBefore, selectRetention } from './queries.ts'

const DAY_MS = 24 * 60 * 60 * 1000
const AT_ONCE = 50

/** Erases what an organization has closed longer ago than it keeps conversations. */
export function retentionHandler(deps: Dependencies): JobHandler<RetentionPayload> {
  return {
    definition: retentionJob,
    async run({ organizationId }, { signal }) {
      const { read } = deps.database
      const { retention_days: days } = (await selectRetention(read, organizationId)) ?? {}
      if (days == null) return
      const before = deps.now() - days * DAY_MS
      let isAnyErased = false
      for (;;) {
        const rows = await selectClosedBefore(read, organizationId, before, AT_ONCE)
        for (const row of rows) {
          signal.throwIfAborted()
          await eraseConversation(deps, row)
          isAnyErased = true
        }
        if (rows.length < AT_ONCE) break
      }
      if (isAnyErased) await deps.database.forgetDeleted()
    },
  }
}
