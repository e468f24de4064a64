import type { Dependencies } from '../../context.ts'
import type { JobHandler } from '../../platform/platform.ts'
import { isMember } from '../members/index.ts'
import { type UnassignPayload, unassignJob } from './jobs.ts'
import { unassignSome } from './unassign-removed.ts'

export function unassignHandler(deps: Dependencies): JobHandler<UnassignPayload> {
  return {
    definition: unassignJob,
    async run(payload, { signal }) {
      const step = () =>
        deps.database.transaction(async (tx) => {
          // The person may be a member again, and must keep the conversations that were assigned to them since.
          if (await isMember(tx, payload.organizationId, payload.userId)) return false
          return unassignSome(deps, tx, payload)
        })
      while (!signal.aborted && (await step()));
      signal.throwIfAborted()
    },
  }
}
