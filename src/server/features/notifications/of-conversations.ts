import type { Dependencies } from '../../context.ts'
import type { Row } from '../../db/rows.ts'
import type { Tx } from '../../db/tables.ts'
import { briefFor, shortBrief } from '../briefs/index.ts'
import { notify, subjectsOf, tellOfNews } from './notify.ts'
import {
  changeNotification,
  deleteNotifications,
  deleteNotificationsOf,
  insertFollowers,
  markAsRead,
  selectFollowers,
  selectOfNotes,
  selectVisitorsLast,
} from './queries.ts'

type Conversation = Pick<Row<'conversations'>, 'id' | 'organization_id' | 'agent_id'>
type Called = Conversation & Pick<Row<'conversations'>, 'origin' | 'response_mode'>

/** What a change of a conversation has stored, as far as members may be told of it. */
interface Stored {
  before: Row<'conversations'> | null
  after: Row<'conversations'>
  added: readonly Row<'messages'>[]
  entries: readonly Row<'thread_entries'>[]
}

const newsOf = ({ id, organization_id, agent_id }: Conversation) => ({ organization_id, agent_id, conversationId: id })

/** Tells of what a change of a conversation means to members, and notes who follows it from now on. */
export async function notifyOfDecision(deps: Dependencies, tx: Tx, stored: Stored): Promise<void> {
  const { before, after, added, entries } = stored
  if (after.deleted_at !== null) {
    if (before?.deleted_at !== null) return
    return tellOfNews(deps, tx, after.organization_id, await deleteNotificationsOf(tx, after.id))
  }
  const { assignee_id: assignee } = after
  const isAssigned = assignee !== null && assignee !== before?.assignee_id
  const writers = added.flatMap(({ author_type, role, user_id }) =>
    role === 'human' && author_type === 'member' && user_id !== null ? [user_id] : [],
  )
  if (isAssigned) writers.push(assignee)
  if (writers.length > 0) await insertFollowers(tx, after.id, [...new Set(writers)])
  const assigning = entries.find(({ type }) => type === 'assigned')
  if (isAssigned && assigning) {
    const subjectId = (await selectVisitorsLast(tx, after.id))?.id ?? null
    const actorId = assigning.author_type === 'member' ? assigning.author_id : null
    const detail = await detailOf(tx, after)
    await notify(deps, tx, { kind: 'assigned', ...newsOf(after), subjectId, actorId, detail }, [assignee])
  }
  const subjectId = await writtenToPeople(tx, stored)
  if (subjectId === undefined || assignee === null) return
  if (deps.presence.others(after.id, '').some(({ user_id }) => user_id === assignee)) return
  await notify(deps, tx, { kind: 'visitor_wrote', ...newsOf(after), subjectId }, [assignee])
}

/**
 * The visitor's message that people have to read now: one that was written to them, or what made the AI hand the
 * conversation over, null if that was no message. Undefined if there is none, or a member took the conversation over.
 */
async function writtenToPeople(tx: Tx, { before, after, added, entries }: Stored): Promise<string | null | undefined> {
  if (after.response_mode !== 'human') return undefined
  const written = added.findLast(({ role }) => role === 'visitor')
  if (written) return written.id
  if (before?.response_mode !== 'ai' || after.waiting_since === null) return undefined
  if (entries.some(({ type, author_type }) => type === 'handed_over' && author_type === 'member')) return undefined
  return (await selectVisitorsLast(tx, after.id))?.id ?? null
}

/** Tells of a note: whom it mentions, and, if it is new, the others who follow the conversation. */
export async function notifyOfNote(
  deps: Dependencies,
  tx: Tx,
  conversation: Conversation,
  { id: subjectId, author_id: actorId }: Pick<Row<'thread_entries'>, 'id' | 'author_id'>,
  { mentions, isNew }: { mentions: readonly string[]; isNew: boolean },
): Promise<void> {
  const news = { ...newsOf(conversation), subjectId, actorId }
  const followers = isNew ? await selectFollowers(tx, conversation.id) : []
  const parts = [...mentions, ...(isNew && actorId !== null ? [actorId] : [])]
  if (parts.length > 0) await insertFollowers(tx, conversation.id, [...new Set(parts)])
  await notify(deps, tx, { kind: 'mention', ...news }, mentions)
  const others = followers.filter((userId) => !mentions.includes(userId))
  await notify(deps, tx, { kind: 'note', ...news }, others)
}

/** Takes a deleted note away from those who were told of it. */
export async function takeAwayNote(
  deps: Dependencies,
  tx: Tx,
  { id, organization_id }: Conversation,
  noteId: string,
): Promise<void> {
  const told = (await selectOfNotes(tx, id)).filter((row) => subjectsOf(row).includes(noteId))
  for (const row of told) {
    const left = subjectsOf(row).filter((subject) => subject !== noteId)
    if (left.length === 0) await deleteNotifications(tx, [row.id])
    else await changeNotification(tx, row.id, { subject_ids: JSON.stringify(left), count: row.count - 1 })
  }
  await tellOfNews(
    deps,
    tx,
    organization_id,
    told.map(({ user_id }) => user_id),
  )
}

/** Tells members that a visitor waits for whom nobody is there yet. */
export async function notifyOfWait(
  deps: Dependencies,
  tx: Tx,
  conversation: Called,
  userIds: readonly string[],
): Promise<void> {
  const subjectId = (await selectVisitorsLast(tx, conversation.id))?.id ?? null
  const detail = await detailOf(tx, conversation)
  await notify(deps, tx, { kind: 'waiting', ...newsOf(conversation), subjectId, detail }, userIds)
}

/** What happened so far, for whoever is called. */
async function detailOf(tx: Tx, conversation: Called): Promise<string | null> {
  const brief = await briefFor(tx, conversation)
  return brief && shortBrief(brief)
}

/** Marks what a member was told about a conversation as read, as they have opened it. */
export async function readNotificationsOf(
  deps: Dependencies,
  tx: Tx,
  { id: conversationId, organization_id }: Pick<Conversation, 'id' | 'organization_id'>,
  user_id: string,
): Promise<void> {
  if (await markAsRead(tx, { organization_id, user_id }, { conversationId }, deps.now()))
    await tellOfNews(deps, tx, organization_id, [user_id])
}
