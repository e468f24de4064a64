import { noteErased } from '../../backup/erased.ts'
import type { Dependencies } from '../../context.ts'
import { eraseAnswersAbout } from '../../db/idempotency-keys.ts'
import type { Row } from '../../db/rows.ts'
import { sweepUploads } from '../sources/index.ts'
import { deleteIdleVisitors, deleteVisitors } from '../widget/index.ts'
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

/** Erases a job's visitors, and notes outside the database that they are, so that a restored backup is erased again. */
export async function eraseVisitors(deps: Dependencies, job: Row<'visitor_jobs'>, signal: AbortSignal): Promise<void> {
  const matches = matchesOf(job.matches)
  await eraseMatches(deps, job.organization_id, matches, { signal })
  await sweepUploads(deps) // the files of their messages and mails, without waiting for the hour
  await noteErased(deps.config.dataDir, matches, deps.now())
  await deps.database.transaction((tx) => changeJob(tx, job.id, { status: 'done', matches: null }))
  await deps.database.forgetDeleted()
}

interface Extent {
  signal: AbortSignal
  /** Keeps what began later, in milliseconds since 1970, as a visitor may have come again. */
  until?: number
}

/** Erases checks in visitors' words, conversations, records and exports; the audit log keeps a hash. */
export async function eraseMatches(
  deps: Dependencies,
  organizationId: string,
  matches: readonly VisitorMatch[],
  { signal, until = Number.POSITIVE_INFINITY }: Extent,
): Promise<void> {
  for (const match of matches) {
    await deps.database.transaction(async (tx) => {
      for (const id of await deleteChecksCopying(tx, match)) await eraseAnswersAbout(tx, id)
    })
    await eraseConversationsOf(deps, match, { signal, until })
    const visitor = await selectWebsiteVisitor(deps.database.read, match)
    if (visitor && visitor.created_at <= until)
      await deps.database.transaction((tx) =>
        until === Number.POSITIVE_INFINITY ? deleteVisitors(tx, [visitor.id]) : deleteIdleVisitors(tx, [visitor.id]),
      )
  }
  for (const file of await exportsOf(deps, organizationId, matches)) {
    await deps.storage.remove(file.id)
    await deps.database.transaction((tx) => deleteJob(tx, file.id))
  }
  await deps.database.transaction(async (tx) => {
    for (const id of idsOf(matches)) await hashInAuditLog(tx, organizationId, id, hashOf(id))
  })
}

async function eraseConversationsOf(deps: Dependencies, match: VisitorMatch, extent: Required<Extent>): Promise<void> {
  for (let after = ''; ; ) {
    const found = await selectConversationsOf(deps.database.read, match, after, AT_ONCE)
    if (found.length === 0) return
    for (const { id } of found) {
      extent.signal.throwIfAborted()
      // Its visitor can prove to be another meanwhile.
      await eraseConversation(deps, id, (row) => isSame(matchOf(row), match) && row.created_at <= extent.until)
    }
    after = found.at(-1)!.id
  }
}

/** The exports that contain one of these visitors, including those that are still being made. */
async function exportsOf(deps: Dependencies, organizationId: string, matches: readonly VisitorMatch[]) {
  const rows = await selectExports(deps.database.read, organizationId)
  return rows.filter((row) => matchesOf(row.matches).some((one) => matches.some((other) => isSame(one, other))))
}
