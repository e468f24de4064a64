import { forUpdate } from '../../db/lock.ts'
import type { NewRow, Row, RowChanges } from '../../db/rows.ts'
import { changeRows, rowsOf } from '../../db/table-rows.ts'
import type { Db, Tx } from '../../db/tables.ts'

export const { select: selectProof, lock: selectProofToChange, change: changeProof } = rowsOf('proofs')

const PROOFS_KEPT = 100 // of an agent
const WAITING_SHOWN = 100

export async function insertProof(
  tx: Tx,
  row: NewRow<'proofs'>,
  questions: readonly Omit<NewRow<'proof_questions'>, 'proof_id' | 'position'>[],
): Promise<void> {
  await tx.insertInto('proofs').values(row).execute()
  const rows = questions.map((question, position) => ({ ...question, proof_id: row.id, position }))
  await tx.insertInto('proof_questions').values(rows).execute()
}

/** Deletes those of an agent's proofs that have ended and are not among the newest 100; at most 100 at once. */
export async function pruneProofs(tx: Tx, agentId: string): Promise<void> {
  const proofs = tx.selectFrom('proofs').select('id').where('agent_id', '=', agentId).orderBy('id', 'desc')
  const oldest = await proofs.offset(PROOFS_KEPT).limit(PROOFS_KEPT).execute()
  const ids = oldest.map(({ id }) => id)
  if (ids.length > 0)
    await tx.deleteFrom('proofs').where('id', 'in', ids).where('step', 'in', ['done', 'failed']).execute()
}

/** The proofs that wait for the training of a source, each with the source's state; null once the source is deleted. */
export function selectWaiting(db: Db, sourceId: string) {
  return db
    .selectFrom('proofs')
    .leftJoin('sources', 'sources.id', 'proofs.source_id')
    .selectAll('proofs')
    .select('sources.status')
    .where('proofs.source_id', '=', sourceId)
    .where('proofs.step', '=', 'training')
    .execute()
}

export function selectUnended(tx: Tx, agentId: string): Promise<Row<'proofs'>[]> {
  const proofs = tx.selectFrom('proofs').selectAll().where('agent_id', '=', agentId)
  return forUpdate(tx, proofs.where('step', 'not in', ['done', 'failed'])).execute()
}

/** The questions of a proof with their words. Those of deleted conversations and checks are left out. */
export async function selectProofQuestions(db: Db, proofId: string) {
  const rows = await db
    .selectFrom('proof_questions')
    .leftJoin('messages', 'messages.id', 'proof_questions.message_id')
    .leftJoin('conversations', 'conversations.id', 'proof_questions.conversation_id')
    .leftJoin('checks', 'checks.id', 'proof_questions.check_id')
    .leftJoin('gap_messages', 'gap_messages.message_id', 'proof_questions.message_id')
    .leftJoin('receipts', 'receipts.message_id', 'gap_messages.reply_id')
    .selectAll('proof_questions')
    .select(['messages.content as message', 'messages.position as place', 'receipts.search_query'])
    .select('gap_messages.question as gap_question')
    .select('checks.question as check_question')
    .select(['checks.expects', 'checks.facts', 'checks.cites', 'checks.is_muted'])
    .where('proof_questions.proof_id', '=', proofId)
    .where(({ and, eb, or }) =>
      or([
        eb('proof_questions.conversation_id', 'is', null),
        and([eb('conversations.id', 'is not', null), eb('conversations.deleted_at', 'is', null)]),
      ]),
    )
    .orderBy('proof_questions.position')
    .execute()
  return rows.map(({ gap_question, search_query, message, check_question, ...row }) => ({
    ...row,
    question: row.question ?? gap_question ?? search_query ?? message ?? check_question ?? '',
    /** Whether it is the question as the member wrote it, and not one of a visitor or of a check. */
    isWritten: row.question !== null,
  }))
}

export type AskedQuestion = Awaited<ReturnType<typeof selectProofQuestions>>[number]

export async function changeProofQuestion(
  tx: Tx,
  { proof_id, position }: Pick<Row<'proof_questions'>, 'proof_id' | 'position'>,
  changes: RowChanges<'proof_questions'>,
): Promise<void> {
  await changeRows(tx, 'proof_questions', { proof_id, position }, changes)
}

/** Deletes the replies after the training and the outcomes, so that the questions are asked again. */
export async function forgetAfter(tx: Tx, proofId: string): Promise<void> {
  await tx.updateTable('proof_questions').set({ after: null, outcome: null }).where('proof_id', '=', proofId).execute()
}

/** Visitors' messages among the first two of each of the latest conversations, but `exceptId`; latest first. */
export async function selectFirstQuestions(db: Db, agentId: string, exceptId: string, limit: number) {
  const latest = await db
    .selectFrom('conversations')
    .select('id')
    .where('agent_id', '=', agentId)
    .where('deleted_at', 'is', null)
    .orderBy('updated_at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
    .execute()
  if (latest.length === 0) return [] // PostgreSQL refuses a condition on an empty list
  const rows = await db
    .selectFrom('messages')
    .select(['id as message_id', 'conversation_id', 'content as text'])
    .where(
      'conversation_id',
      'in',
      latest.map(({ id }) => id),
    )
    .where('conversation_id', '!=', exceptId)
    .where('position', '<=', 2) // the agent may have greeted first
    .where('role', '=', 'visitor')
    .execute()
  return rows.sort((one, other) => (one.message_id < other.message_id ? 1 : -1))
}

/**
 * The conversations whose visitors asked what a proof has proved and still wait for a person, who waits longest first;
 * none after an undo. For a gap, also those whose questions of it were not asked, as these are alike.
 */
export async function selectStillWaiting(db: Db, { id, agent_id, gap_id, step, round }: Row<'proofs'>) {
  if (step !== 'done' || round === 1) return []
  const proved = db
    .selectFrom('proof_questions')
    .select('conversation_id')
    .where('proof_id', '=', id)
    .where('outcome', '=', 'proved')
  const [first] = await proved.where('position', '=', 0).execute()
  return db
    .selectFrom('conversations')
    .select(['id', 'message_count', 'entry_count'])
    .where('agent_id', '=', agent_id)
    .where('status', '=', 'open')
    .where('waiting_since', 'is not', null)
    .where('deleted_at', 'is', null)
    .where(({ eb, or, selectFrom }) =>
      or([
        eb('id', 'in', proved.where('conversation_id', 'is not', null)),
        ...(first && gap_id
          ? [eb('id', 'in', selectFrom('gap_messages').select('conversation_id').where('gap_id', '=', gap_id))]
          : []),
      ]),
    )
    .orderBy('waiting_since')
    .orderBy('id')
    .limit(WAITING_SHOWN)
    .execute()
}

export type StillWaiting = Awaited<ReturnType<typeof selectStillWaiting>>[number]

/** Whether a source has been trained, or has failed to be. */
export async function isTrainingOver(db: Db, sourceId: string): Promise<boolean> {
  const source = await db.selectFrom('sources').select('status').where('id', '=', sourceId).executeTakeFirst()
  return source?.status === 'completed' || source?.status === 'failed'
}

/** A reply of a person or of the AI. */
export function selectReply(db: Db, agentId: string, conversationId: string, messageId: string) {
  return db
    .selectFrom('messages')
    .innerJoin('conversations', 'conversations.id', 'messages.conversation_id')
    .selectAll('messages')
    .where('messages.id', '=', messageId)
    .where('messages.conversation_id', '=', conversationId)
    .where('messages.role', '!=', 'visitor')
    .where('messages.deleted_at', 'is', null)
    .where('conversations.agent_id', '=', agentId)
    .where('conversations.deleted_at', 'is', null)
    .executeTakeFirst()
}
