import type { Dependencies } from '../../context.ts'
import { eraseAnswersAbout } from '../../db/idempotency-keys.ts'
import type { Row } from '../../db/rows.ts'
import { sweepUploads } from '../sources/index.ts'
import { deleteVisitors } from '../widget/index.ts'
import { eraseConversation } from './erase-conversation.ts'
import { hashOf, idsOf, isSame, matchesOf, matchOf, type VisitorMatch } from './match.ts'
import {
  changeJob,
  deleteChecksCopying,
  deleteJob,
  hashInAuditLog,
  selectConversationsOf,
  selectExports,
  selectWebsiteVisitor,
} from './queries.ts'

const AT_ONCE = 20

/** Erases a job's visitors: checks in their words, conversations, records and exports; the audit log keeps a hash. */
export async function eraseVisitors(deps: Dependencies, job: Row<'visitor_jobs'>, signal: AbortSignal): Promise<void> {
  const matches = matchesOf(job.matches)
  for (const match of matches) {
    await deps.database.transaction(async (tx) => {
      for (const id of await deleteChecksCopying(tx, match)) await eraseAnswersAbout(tx, id)
    })
    await eraseConversationsOf(deps, match, signal)
    const visitor = await selectWebsiteVisitor(deps.database.read, match)
    if (visitor) await deps.database.transaction((tx) => deleteVisitors(tx, [visitor.id]))
  }
  await sweepUploads(deps) // the files of their messages and mails, without waiting for the hour
  for (const file of await exportsOf(deps, job.organization_id, matches)) {
    await deps.storage.remove(file.id)
    await deps.database.transaction((tx) => deleteJob(tx, file.id))
  }
  await sweepUploads(deps) // the files of what was erased
  await deps.database.transaction(async (tx) => {
    for (const id of idsOf(matches)) await hashInAuditLog(tx, job.organization_id, id, hashOf(id))
    await changeJob(tx, job.id, { status: 'done', matches: null })
  })
  await deps.database.forgetDeleted()
}

async function eraseConversationsOf(deps: Dependencies, match: VisitorMatch, signal: AbortSignal): Promise<void> {
  for (;;) {
    const found = await selectConversationsOf(deps.database.read, match, '', AT_ONCE)
    if (found.length === 0) return
    for (const { id } of found) {
      signal.throwIfAborted()
      // Its visitor can prove to be another meanwhile.
      await eraseConversation(deps, id, (row) => isSame(matchOf(row), match))
    }
  }
}

/** The exports that contain one of these visitors, including those that are still being made. */
async function exportsOf(deps: Dependencies, organizationId: string, matches: readonly VisitorMatch[]) {
  const rows = await selectExports(deps.database.read, organizationId)
  return rows.filter((row) => matchesOf(row.matches).some((one) => matches.some((other) => isSame(one, other))))
}
