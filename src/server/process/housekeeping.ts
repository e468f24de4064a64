import { repeat } from '../concurrency/repeat.ts'
import type { Dependencies } from '../context.ts'
import { pruneEvents } from '../events/read-events.ts'
import { pruneAccountTokens } from '../features/account/index.ts'
import { pruneAttachments } from '../features/attachments/index.ts'
import { pruneAuditLog } from '../features/audit/index.ts'
import { closeQuietConversations } from '../features/conversations/index.ts'
import { pruneCrawls } from '../features/crawls/index.ts'
import { pruneImpacts } from '../features/impact/index.ts'
import { pruneOriginals } from '../features/mails/index.ts'
import { pruneInvitations } from '../features/members/index.ts'
import { pruneNotifications, sealVapidKey } from '../features/notifications/index.ts'
import { freeHeldCredits, pruneUsage } from '../features/organizations/index.ts'
import { pruneVisitorJobs } from '../features/privacy/index.ts'
import { pruneSessions } from '../features/sessions/index.ts'
import { pruneSourceBulks, pruneTrainings, sweepUploads } from '../features/sources/index.ts'
import { pruneDeliveries } from '../features/webhooks/index.ts'
import { pruneVisits } from '../features/widget/index.ts'
import { pruneIdempotencyKeys } from '../http/idempotency-keys.ts'

const EVERY_MS = 60 * 60 * 1000
const FIRST_AFTER_MS = 60 * 1000 // so that the first run doesn't slow down the start of the process

const steps: readonly ((deps: Dependencies) => Promise<unknown>)[] = [
  closeQuietConversations,
  pruneDeliveries,
  pruneEvents,
  pruneIdempotencyKeys,
  pruneSessions,
  pruneAccountTokens,
  pruneInvitations,
  pruneAuditLog,
  pruneVisits,
  pruneVisitorJobs,
  pruneImpacts,
  pruneNotifications,
  sealVapidKey,
  pruneCrawls,
  pruneSourceBulks,
  pruneTrainings,
  pruneUsage,
  pruneOriginals,
  pruneAttachments,
  sweepUploads,
  freeHeldCredits,
  ({ database }) => database.forgetDeleted(),
]

/**
 * Takes all steps, even if one fails: closes quiet conversations, seals a key that is stored in clear, deletes what has
 * expired or is no longer used, and gives back credits of dead processes. On SQLite, the last one removes deleted data
 * from the files, also what an earlier run could not.
 * @throws Error the first error that a step has thrown
 */
export async function tidyUp(deps: Dependencies): Promise<void> {
  const errors: unknown[] = []
  for (const step of steps) await step(deps).catch((error: unknown) => errors.push(error))
  if (errors.length > 0) throw errors[0]
}

/**
 * Calls `tidyUp` after a minute and then every hour. Each process that runs jobs does so; several at once do no harm.
 * @returns a function that stops the calls
 */
export function startHousekeeping(deps: Dependencies): () => void {
  const warning = 'What is old could not be removed'
  return repeat(deps, () => tidyUp(deps), { firstAfterMs: FIRST_AFTER_MS, everyMs: EVERY_MS, warning })
}
