import { repeat } from '../../concurrency/repeat.ts'
import type { Dependencies } from '../../context.ts'
import { instantAt, offsetAt } from '../organizations/index.ts'
import { retentionJob } from './jobs.ts'
import { markRetention, selectRetaining } from './queries.ts'

const HOUR_MS = 60 * 60 * 1000
const DAY_MS = 24 * HOUR_MS
const NIGHT_MS = 3 * HOUR_MS // milliseconds after midnight at which the night's work begins

/** The last time that it was three o'clock at night in a time zone, such as `Europe/Berlin`. */
export function lastNight(now: number, zone: string): number {
  const tonight = nightOf(now, zone)
  return tonight <= now ? tonight : nightOf(tonight - DAY_MS, zone)
}

/** Three o'clock on the zone's day of `time`; where clocks skip that hour, the moment at which they are put forward. */
function nightOf(time: number, zone: string): number {
  const local = time + offsetAt(zone, time)
  return instantAt(zone, Math.floor(local / DAY_MS) * DAY_MS + NIGHT_MS)
}

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
