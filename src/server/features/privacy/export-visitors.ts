import type { Dependencies } from '../../context.ts'
import type { Row } from '../../db/rows.ts'
import { isoTime, isoTimeOrNull } from '../../db/time.ts'
import { presentRating, selectRatings } from '../conversations/index.ts'
import { matchesOf, type VisitorMatch } from './match.ts'
import {
  changeJob,
  selectConversationsOf,
  selectFilesOf,
  selectMailsOf,
  selectMessagesOf,
  selectPendingOf,
  selectWebsiteVisitor,
} from './queries.ts'

const AT_ONCE = 20

/** Writes the visitors of a job into a file under the job's id; the team's private notes are not their data. */
export async function exportVisitors(deps: Dependencies, job: Row<'visitor_jobs'>, signal: AbortSignal): Promise<void> {
  const visitors = []
  for (const match of matchesOf(job.matches)) visitors.push(await presentVisitor(deps, match, signal))
  const text = JSON.stringify({ exported_at: isoTime(deps.now()), visitors }, undefined, 2)
  await deps.storage.remove(job.id) // a file that an interrupted attempt may have left
  await deps.storage.save(job.id, new TextEncoder().encode(text))
  const isWanted = await deps.database.transaction((tx) => changeJob(tx, job.id, { status: 'done' }))
  if (!isWanted) await deps.storage.remove(job.id) // the visitor was erased meanwhile
}

async function presentVisitor(deps: Dependencies, match: VisitorMatch, signal: AbortSignal) {
  const conversations = []
  let after = ''
  for (;;) {
    const rows = await selectConversationsOf(deps.database.read, match, after, AT_ONCE)
    for (const row of rows) {
      signal.throwIfAborted()
      conversations.push(await presentConversation(deps, row))
      after = row.id
    }
    if (rows.length < AT_ONCE) return { ...match, ...(await presentWebsiteVisitor(deps, match)), conversations }
  }
}

/** What a website's chat has stored of the visitor, such as name, page and browser. Empty for other channels. */
async function presentWebsiteVisitor({ database }: Dependencies, match: VisitorMatch) {
  const row = await selectWebsiteVisitor(database.read, match)
  if (!row) return {}
  const { name, email, page_url, referrer, locale, user_agent, created_at } = row
  return { name, email, page_url, referrer, locale, user_agent, first_seen_at: isoTime(created_at) }
}

async function presentConversation({ database }: Dependencies, row: Row<'conversations'>) {
  const messages = await selectMessagesOf(database.read, row.id)
  const mails = await selectMailsOf(database.read, row.id)
  const files = await selectFilesOf(database.read, row.id)
  const pending = await selectPendingOf(database.read, row.id)
  const ratings = await selectRatings(database.read, row.id)
  const filesOf = (messageId: string) =>
    files.filter(({ message_id }) => message_id === messageId).map(({ message_id: _, ...file }) => file)
  return {
    id: row.id,
    session_id: row.session_id,
    origin: row.origin,
    status: row.status,
    name: row.chat_user_name,
    email: row.chat_user_email,
    created_at: isoTime(row.created_at),
    updated_at: isoTime(row.updated_at),
    deleted_at: isoTimeOrNull(row.deleted_at),
    messages: messages.map(({ id, role, content, action, created_at }) => ({
      id,
      role,
      content,
      action: action === null ? null : JSON.parse(action),
      created_at: isoTime(created_at),
      ...emailOf(mails.find((mail) => mail.message_id === id)),
      files: filesOf(id),
    })),
    /** Mails to the visitor that have not left yet. */
    pending: pending.map(({ id, content, addresses, subject, created_at }) => ({
      ...{ id, content, email: { ...namedIn(addresses), subject }, created_at: isoTime(created_at) },
      files: filesOf(id),
    })),
    ratings: ratings.map(presentRating),
  }
}

/** Who got a mail unseen by the others is not the visitor's to know. */
function namedIn(addresses: string | null) {
  const { bcc: _, ...named } = JSON.parse(addresses ?? '{}')
  return named
}

/** What a message's mail says beside its words. */
function emailOf(mail: Awaited<ReturnType<typeof selectMailsOf>>[number] | undefined) {
  if (!mail) return {}
  const { subject, internet_id: message_id, created_at, whole_text } = mail
  return { email: { ...namedIn(mail.addresses), subject, message_id, date: isoTime(created_at), whole_text } }
}
