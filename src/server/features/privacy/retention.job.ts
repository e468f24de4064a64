import type { Dependencies } from '../../context.ts'
import type { JobHandler } from '../../platform/platform.ts'
import { eraseConversation } from './erase-conversation.ts'
import { type RetentionPayload, retentionJob } from './jobs.ts'
import { selectClosedBefore, selectLeftBefore, selectRetention } from './queries.ts'

const DAY_MS = 24 * 60 * 60 * 1000
const AT_ONCE = 50

/**
 * Erases an organization's conversations that were closed or deleted, or whose agent was deleted, longer ago than the
 * organization keeps conversations.
 */
export function retentionHandler(deps: Dependencies): JobHandler<RetentionPayload> {
  return {
    definition: retentionJob,
    async run({ organizationId }, { signal }) {
      const { read } = deps.database
      const { retention_days: days } = (await selectRetention(read, organizationId)) ?? {}
      if (days == null) return
      const before = deps.now() - days * DAY_MS
      const closed = await eraseAll(deps, () => selectClosedBefore(read, organizationId, before, AT_ONCE), signal)
      const left = await eraseAll(deps, () => selectLeftBefore(read, organizationId, before, AT_ONCE), signal)
      if (closed + left > 0) await deps.database.forgetDeleted()
    },
  }
}

/**
 * Erases conversations until no more are found.
 * @param find finds at most `AT_ONCE` of those that are still there
 * @returns how many were erased
 */
async function eraseAll(
  deps: Dependencies,
  find: () => Promise<{ id: string; agent_id: string }[]>,
  signal: AbortSignal,
): Promise<number> {
  for (let erased = 0; ; ) {
    const rows = await find()
    for (const row of rows) {
      signal.throwIfAborted()
      await eraseConversation(deps, row)
    }
    erased += rows.length
    if (rows.length < AT_ONCE) return erased
  }
}
