import { handler } from '../../jobs/handler.ts'
import { isMember } from '../members/index.ts'
import { unassignJob } from './jobs.ts'
import { unassignSome } from './unassign-removed.ts'

export const unassignHandler = handler(unassignJob, (deps) => ({
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
}))
