import { isAtLeast } from '#contract/roles.ts'
import { actingUserId, type Context } from '../../context.ts'
import type { Row } from '../../db/rows.ts'
import type { Tx } from '../../db/tables.ts'
import { changes, writeRows } from '../../db/write-rows.ts'
import { AppError, invalid, orNotFound } from '../../errors.ts'
import { emit } from '../../events/emit.ts'
import type { LocatedRows, Locator, Verb } from '../../http/binding.ts'
import { alertOfMentions } from '../alerts/index.ts'
import { selectMember, selectMembers } from '../members/index.ts'
import { notifyOfNote, takeAwayNote } from '../notifications/index.ts'
import { keepNoteLine } from '../search-index/index.ts'
import { holdingAsMember } from './acting-member.ts'
import { actorOf } from './command.ts'
import { decideAndCommit } from './commit.ts'
import { presentThreadEntry } from './present-thread.ts'
import { selectNote, selectThreadEntry } from './thread-queries.ts'
import { authorOf } from './world.ts'

/** @throws AppError 404 */
export const findNote: Locator<'note'> = async (ctx, id, { conversation }) =>
  orNotFound(await selectNote(ctx.database.read, conversation.id, id))

/** Writes a private note: only the team sees it, never the visitor or the AI. */
export const createNote: Verb<'createNote'> = (ctx, { conversation, body }) =>
  holdingAsMember(ctx, conversation, async (tx, state) => {
    const mentions = await membersAmong(tx, conversation.organization_id, body.mentions)
    const command = { kind: 'note', content: body.content, mentions, by: actorOf(authorOf(ctx)) } as const
    const { entries } = await decideAndCommit(ctx, tx, state, command)
    await alertOfMentions(ctx, tx, entries[0]!, mentions)
    await notifyOfNote(ctx, tx, conversation, entries[0]!, { mentions, isNew: true })
    return ctx.answer(tx, presentThreadEntry((await selectThreadEntry(tx, entries[0]!.id))!))
  })

export const updateNote: Verb<'updateNote'> = (ctx, { conversation, note, body }) =>
  changingNote(ctx, conversation, note, async (tx, before) => {
    if (!isAuthor(before, actingUserId(ctx))) throw new AppError('forbidden') // nobody else puts words in their mouth
    const { content = before.content } = body
    const mentions = body.mentions && (await membersAmong(tx, conversation.organization_id, body.mentions))
    const known = JSON.parse(before.details ?? '{}') as { mentions?: string[]; mailed?: string[] }
    // Whoever an earlier version mentioned gets no second mail, even if a version in between did not mention them.
    const { mailed = known.mentions ?? [] } = known
    const added = mentions?.filter((id) => !mailed.includes(id)) ?? []
    const details = mentions ? JSON.stringify({ mentions, mailed: [...mailed, ...added] }) : before.details
    await alertOfMentions(ctx, tx, before, added)
    await notifyOfNote(ctx, tx, conversation, before, { mentions: added, isNew: false })
    return { ...before, content, details, edited_at: ctx.now() }
  })

/** Deletes a note's text. In its place stays an entry that shows that there was a note, and who deleted it. */
export const deleteNote: Verb<'deleteNote'> = async (ctx, { conversation, note }) => {
  const userId = actingUserId(ctx)
  await changingNote(ctx, conversation, note, async (tx, before) => {
    const member = await selectMember(tx, conversation.organization_id, userId)
    const isAdmin = member !== undefined && isAtLeast(member.role, 'admin')
    if (!isAdmin && !isAuthor(before, userId)) throw new AppError('forbidden')
    await takeAwayNote(ctx, tx, conversation, before.id)
    const { id: author_id, type: author_type } = actorOf(authorOf(ctx))
    return { ...before, type: 'note_deleted', author_id, author_type, content: null, details: null, edited_at: null }
  })
}

const isAuthor = ({ author_type, author_id }: Row<'thread_entries'>, userId: string): boolean =>
  author_type === 'member' && author_id === userId

/** Changes a note in a transaction that has locked its conversation, and emits an event for those who see it. */
function changingNote(
  ctx: Context,
  conversation: Row<'conversations'>,
  note: LocatedRows['note'],
  change: (tx: Tx, before: Row<'thread_entries'>) => Promise<Row<'thread_entries'>>,
) {
  return holdingAsMember(ctx, conversation, async (tx) => {
    const before = orNotFound(await selectNote(tx, conversation.id, note.id)) // deleted in the meantime
    const after = await change(tx, before)
    await writeRows(tx, changes('thread_entries', before, after))
    const { organization_id, agent_id, id: conversation_id } = conversation
    await keepNoteLine(tx, organization_id, after)
    await emit(ctx, tx, organization_id, { type: 'thread.updated', agent_id, conversation_id })
    return presentThreadEntry((await selectThreadEntry(tx, note.id))!)
  })
}

/** The distinct ids among `ids`. @throws AppError 422 on `mentions` if one of them is no member's */
async function membersAmong(tx: Tx, organizationId: string, ids: readonly string[]): Promise<string[]> {
  if (ids.length === 0) return []
  const members = new Set((await selectMembers(tx, organizationId)).map(({ user_id }) => user_id))
  if (!ids.every((id) => members.has(id))) throw invalid('mentions', 'must be members of the organization')
  return [...new Set(ids)]
}
