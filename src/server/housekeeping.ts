import type { Dependencies } from './context.ts'
import { pruneEvents } from './events/read-events.ts'
import { pruneInvitations } from './features/members/index.ts'
import { pruneSessions } from './features/sessions/index.ts'
import { sweepUploads } from './features/sources/index.ts'
import { pruneDeliveries } from './features/webhooks/index.ts'
import { pruneIdempotencyKeys } from './http/idempotency-keys.ts'

const EVERY_MS = 60 * 60 * 1000
const FIRST_AFTER_MS = 60 * 1000 // later than everything that a start has to do

/** Deletes, now, what is only kept for a time. */
export async function tidyUp(deps: Dependencies): Promise<void> {
  await pruneDeliveries(deps)
  await pruneEvents(deps)
  await pruneIdempotencyKeys(deps)
  await pruneSessions(deps)
  await pruneInvitations(deps)
  await sweepUploads(deps)
}

/** Cleans up every hour, in each process that has a worker; several at once do no harm. Returns what ends it. */
export function startHousekeeping(deps: Dependencies): () => void {
  const run = () =>
    tidyUp(deps).catch((error: unknown) => deps.log.warn({ err: error }, 'What is old could not be removed'))
  const first = setTimeout(run, FIRST_AFTER_MS).unref()
  const timer = setInterval(run, EVERY_MS).unref()
  return () => {
    clearTimeout(first)
    clearInterval(timer)
  }
}
