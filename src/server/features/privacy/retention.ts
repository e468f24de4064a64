import { repeat } from '../../concurrency/repeat.ts'
import type { Dependencies } from '../../context.ts'
import { retentionJob } from './jobs.ts'
import { lastNight } from './night.ts'
import { markRetention, selectRetaining } from './queries.ts'

const EVERY_MS = 60_000
const FIRST_AFTER_MS = 10_000 // milliseconds; the first look waits until the process has started

/** Queues the nightly erasure where there was none since three o'clock at night in the organization's time zone. */
export async function queueRetention(deps: Dependencies): Promise<void> {
  const now = deps.now()
  const due = (await selectRetaining(deps.database.read)).filter(
    ({ retention_ran_at, time_zone }) => (retention_ran_at ?? 0) < lastNight(now, time_zone),
  )
  for (const organization of due)
    await deps.database.transaction(async (tx) => {
      if (await markRetention(tx, organization, now))
        await deps.jobs.send(tx, retentionJob, { organizationId: organization.id })
    })
}

/**
 * Looks once a minute whether the nightly erasure is due, so that a server which was off at night catches up soon after
 * its start. Each process with a worker does so; several at once do no harm.
 * @returns a function that ends it
 */
export function startRetention(deps: Dependencies): () => void {
  const warning = 'Old conversations were not looked for'
  return repeat(deps, () => queueRetention(deps), { firstAfterMs: FIRST_AFTER_MS, everyMs: EVERY_MS, warning })
}
