import { sql } from 'kysely'
import type { GapState } from '#contract/enums.ts'
import type { Row } from '../../db/rows.ts'
import { insertsOf, rowsOf } from '../../db/table-rows.ts'
import type { Db, Tx } from '../../db/tables.ts'
import type { Said } from './unanswered.ts'

export const { insert: insertGapMessage } = insertsOf('gap_messages')
export const { select: selectGap, insert: insertGap, change: changeGap, remove: deleteGap } = rowsOf('gaps')

/** The last `limit` messages of a conversation up to a position, oldest first, with what their answer traces say. */
export async function selectSaid(db: Db, conversationId: string, position: number, limit: number) {
  const rows = await db
    .selectFrom('messages')
    .leftJoin('receipts', 'receipts.message_id', 'messages.id')
    .select([
      'messages.id',
      'messages.position',
      'messages.role',
      'messages.content',
      'messages.author_type',
      'messages.created_at',
    ])
    .select(['receipts.decision', 'receipts.reason', 'receipts.search_query'])
    .where('messages.conversation_id', '=', conversationId)
    .where('messages.position', '<=', position)
    .where('messages.deleted_at', 'is', null)
    .orderBy('messages.position', 'desc')
    .limit(limit)
    .execute()
  return rows.toReversed() satisfies Said[]
}

export function selectConversation(db: Db, id: string): Promise<Row<'conversations'> | undefined> {
  const query = db.selectFrom('conversations').selectAll().where('id', '=', id).where('deleted_at', 'is', null)
  return query.executeTakeFirst()
}

export const hasGapMessage = async (db: Db, messageId: string): Promise<boolean> =>
  (await selectGapMessage(db, messageId)) !== undefined

export function selectGapMessage(db: Db, messageId: string): Promise<Row<'gap_messages'> | undefined> {
  return db.selectFrom('gap_messages').selectAll().where('message_id', '=', messageId).executeTakeFirst()
}

/**
 * A question in words: what was searched for, which for a follow-up begins with what it continues, and for a mail may
 * begin with its subject; or its message.
 */
const QUESTION = sql<string>`coalesce(gap_messages.question, receipts.search_query, messages.content)`

/** The gaps whose questions this model has embedded and that have changed after a version, the latest changed first. */
export function selectCompared(
  db: Db,
  { agentId, model, after }: { agentId: string; model: string; after: number },
  limit: number,
) {
  return db
    .selectFrom('gaps')
    .innerJoin('messages', 'messages.id', 'gaps.question_id')
    .innerJoin('gap_messages', 'gap_messages.message_id', 'gaps.question_id')
    .leftJoin('receipts', 'receipts.message_id', 'gap_messages.reply_id')
    .select(['gaps.id', 'gaps.sum', 'gaps.trust', 'gaps.version', QUESTION.as('text')])
    .where('gaps.agent_id', '=', agentId)
    .where('gaps.version', '>', after)
    .where('gaps.embedding_model', '=', model)
    .orderBy('gaps.version', 'desc')
    .limit(limit)
    .execute()
}

/** Whether a gap has a question of a visitor, and whether it has one of a conversation. */
export async function selectAskedBefore(
  db: Db,
  gapId: string,
  { conversation_id, chat_user_id }: Pick<Row<'gap_messages'>, 'conversation_id' | 'chat_user_id'>,
): Promise<{ visitor: boolean; conversation: boolean }> {
  const messages = db.selectFrom('gap_messages').select('message_id').where('gap_id', '=', gapId)
  const [visitor] = await messages.where('chat_user_id', '=', chat_user_id).limit(1).execute()
  const [conversation] = await messages.where('conversation_id', '=', conversation_id).limit(1).execute()
  return { visitor: visitor !== undefined, conversation: conversation !== undefined }
}

/** How many of the visitors who had asked the given questions have no question in the gap any more. */
export async function countGone(
  db: Db,
  gapId: string,
  asked: readonly Pick<Row<'gap_messages'>, 'chat_user_id'>[],
): Promise<number> {
  const visitors = [...new Set(asked.map(({ chat_user_id }) => chat_user_id))]
  const left = await db
    .selectFrom('gap_messages')
    .select('chat_user_id')
    .distinct()
    .where('gap_id', '=', gapId)
    .where('chat_user_id', 'in', visitors)
    .execute()
  return visitors.length - left.length
}

/** Sets which visitor asked the questions that a gap has of a conversation. */
export async function changeAskedBy(
  tx: Tx,
  gapId: string,
  conversationId: string,
  chat_user_id: string,
): Promise<void> {
  const messages = tx.updateTable('gap_messages').set({ chat_user_id }).where('gap_id', '=', gapId)
  await messages.where('conversation_id', '=', conversationId).execute()
}

export const selectMessagesOfConversation = (db: Db, conversationId: string): Promise<Row<'gap_messages'>[]> =>
  db.selectFrom('gap_messages').selectAll().where('conversation_id', '=', conversationId).orderBy('gap_id').execute()

export async function deleteMessagesOfConversation(tx: Tx, conversationId: string): Promise<void> {
  await tx.deleteFrom('gap_messages').where('conversation_id', '=', conversationId).execute()
}

/** Up to `limit` of a gap's questions, the latest first, or the earliest first with `asc`. */
export function selectGapMessages(db: Db, gapId: string, limit: number, order: 'asc' | 'desc' = 'desc') {
  return db
    .selectFrom('gap_messages')
    .selectAll()
    .where('gap_id', '=', gapId)
    .orderBy('asked_at', order)
    .orderBy('message_id', order)
    .limit(limit)
    .execute()
}

/** A query for questions of gaps in words, with the names of the visitors who asked them. */
const questions = (db: Db) =>
  db
    .selectFrom('gap_messages')
    .innerJoin('messages', 'messages.id', 'gap_messages.message_id')
    .innerJoin('conversations', 'conversations.id', 'gap_messages.conversation_id')
    .leftJoin('receipts', 'receipts.message_id', 'gap_messages.reply_id')
    .select(['gap_messages.message_id', 'gap_messages.conversation_id', 'gap_messages.asked_at'])
    .select(['conversations.chat_user_name as visitor_name', QUESTION.as('question')])

export function selectQuestions(db: Db, gapId: string, limit: number) {
  return questions(db)
    .where('gap_messages.gap_id', '=', gapId)
    .orderBy('gap_messages.asked_at', 'desc')
    .orderBy('gap_messages.message_id', 'desc')
    .limit(limit)
    .execute()
}

/** The ids of an agent's gaps, for `paginate`; without a state, those that are `answered_now` are left out. */
export function gapIds(db: Db, agentId: string, state: GapState | undefined) {
  const query = db.selectFrom('gaps').select('id').where('agent_id', '=', agentId)
  return state ? query.where('state', '=', state) : query.where('state', '!=', 'answered_now')
}

export function selectShownGaps(db: Db, ids: readonly string[]) {
  return db
    .selectFrom('gaps')
    .innerJoin('messages', 'messages.id', 'gaps.question_id')
    .leftJoin('gap_messages', 'gap_messages.message_id', 'gaps.question_id')
    .leftJoin('receipts', 'receipts.message_id', 'gap_messages.reply_id')
    .selectAll('gaps')
    .select(QUESTION.as('question'))
    .where('gaps.id', 'in', ids)
    .execute()
}

export type ShownGap = Awaited<ReturnType<typeof selectShownGaps>>[number]

/**
 * Up to `limit` open gaps whose naming question was refused, each as the visitor asked it, the shortest first. Left out
 * are gaps that are being taught, whose proof sets their state.
 */
export function selectOpenGaps(db: Db, agentId: string, limit: number) {
  return db
    .selectFrom('gaps')
    .innerJoin('messages', 'messages.id', 'gaps.question_id')
    .leftJoin('gap_messages', 'gap_messages.message_id', 'gaps.question_id')
    .leftJoin('receipts', 'receipts.message_id', 'gap_messages.reply_id')
    .select(['gaps.id', 'gaps.version', 'messages.conversation_id', 'messages.position'])
    .where('gaps.agent_id', '=', agentId)
    .where('gaps.state', '=', 'open')
    .where('messages.deleted_at', 'is', null)
    .where(({ eb, or }) => or([eb('receipts.decision', 'is', null), eb('receipts.decision', '!=', 'answered')]))
    .where(({ exists, not, selectFrom }) =>
      not(
        exists(
          selectFrom('proofs')
            .select('id')
            .whereRef('proofs.gap_id', '=', 'gaps.id')
            .where('proofs.step', 'not in', ['done', 'failed']),
        ),
      ),
    )
    .orderBy(sql`length(${QUESTION})`)
    .orderBy('gaps.id')
    .limit(limit)
    .execute()
}

/** The id of the proof of what was taught last for a gap; null if nothing was. */
export async function selectProofId(db: Db, gapId: string): Promise<string | null> {
  const proofs = db.selectFrom('proofs').select('id').where('gap_id', '=', gapId).orderBy('id', 'desc').limit(1)
  return (await proofs.executeTakeFirst())?.id ?? null
}

/** When the training ended in which the agent last learnt an answer to a gap; undefined if none is on record. */
export async function selectLearntAt(db: Db, gapId: string): Promise<number | undefined> {
  const training = await db
    .selectFrom('proofs')
    .innerJoin('training_jobs', 'training_jobs.id', 'proofs.task_id')
    .select('training_jobs.updated_at')
    .where('proofs.gap_id', '=', gapId)
    .where('proofs.step', '=', 'done')
    .where('proofs.round', '=', 0)
    .where('training_jobs.status', '=', 'completed')
    .orderBy('proofs.id', 'desc')
    .limit(1)
    .executeTakeFirst()
  return training?.updated_at
}

export async function selectQuestionTexts(db: Db, messageIds: readonly string[]): Promise<Map<string, string>> {
  const rows = await questions(db).where('gap_messages.message_id', 'in', messageIds).execute()
  return new Map(rows.map(({ message_id, question }) => [message_id, question]))
}

/** The subjects of the mails that people wrote in a conversation, oldest first. */
export const selectSubjects = (db: Db, conversationId: string) =>
  db
    .selectFrom('mails')
    .select(['message_id', 'subject'])
    .where('conversation_id', '=', conversationId)
    .where('direction', '=', 'in')
    .where('message_id', 'is not', null)
    .orderBy('id')
    .execute()
