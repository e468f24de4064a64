import type { Dependencies } from '../../context.ts'
import { newId } from '../../db/ids.ts'
import type { Row } from '../../db/rows.ts'
import type { Tx } from '../../db/tables.ts'
import { emit } from '../../events/emit.ts'
import { toBytes, toVector } from '../../knowledge/pack.ts'
import { countGap, nextVersion } from './counts.ts'
import { dot, fromDirection, lengthOf, toDirection } from './directions.ts'
import { ALIKE } from './likeness.ts'
import type { Nearest } from './nearest.ts'
import {
  changeGap,
  insertGap,
  insertGapMessage,
  selectAskedBefore,
  selectGap,
  selectGapMessage,
  selectLearntAt,
} from './queries.ts'
import type { Unanswered } from './unanswered.ts'

interface Question extends Unanswered {
  vector: Float32Array
  trust: number
  /** The id of the embedding model that made `vector`. */
  model: string
}

/** Adds an unanswered question to the gap that asks the same, or makes one. The gaps must be locked. */
export async function addQuestion(
  deps: Dependencies,
  tx: Tx,
  conversation: Row<'conversations'>,
  question: Question,
  nearest: Nearest,
): Promise<void> {
  const { agent_id: agentId, organization_id: organizationId } = conversation
  const like = await likeGap(tx, question, nearest)
  const version = await nextVersion(tx, agentId)
  const gap = like ?? newGap(agentId, question, version)
  const message = messageOf(gap.id, conversation, question)
  const state = like && question.isRefused && !(await isLearntSince(tx, like, question)) ? 'open' : gap.state
  if (like) await changeGap(tx, gap.id, { state, ...(await withQuestion(tx, like, question, message, version)) })
  else await insertGap(tx, gap)
  await insertGapMessage(tx, message)
  await countGap(tx, agentId, like ? like.state : null, state)
  await emit(deps, tx, organizationId, { type: 'gap.updated', agent_id: agentId, gap_id: gap.id })
}

/** Whether a gap was taught after the question was asked: a refusal is then no reason to open it again. */
async function isLearntSince(tx: Tx, { id, state }: Row<'gaps'>, { askedAt }: Question): Promise<boolean> {
  const learntAt = state === 'taught' ? await selectLearntAt(tx, id) : undefined
  return learntAt !== undefined && askedAt < learntAt
}

/** The gap that asks the same; undefined if none is alike enough. Removes deleted gaps that it meets from `nearest`. */
async function likeGap(tx: Tx, question: Question, nearest: Nearest): Promise<Row<'gaps'> | undefined> {
  for (;;) {
    const near = nearest.find(question)
    if (!near || near.likeness < ALIKE) return undefined
    const gap = await selectGap(tx, near.id)
    if (gap) return gap
    nearest.remove(near.id)
  }
}

function newGap(agentId: string, { vector, trust, model, messageId, askedAt }: Question, version: number): Row<'gaps'> {
  return {
    id: newId(),
    agent_id: agentId,
    state: 'open',
    question_id: messageId,
    embedding_model: model,
    trust,
    sum: toBytes(fromDirection(bytesOf(vector))),
    count: 1,
    visitors: 1,
    conversations: 1,
    first_at: askedAt,
    last_at: askedAt,
    version,
  }
}

const bytesOf = (vector: Float32Array) => new Uint8Array(toDirection(vector).buffer)

function messageOf(gapId: string, conversation: Row<'conversations'>, question: Question): Row<'gap_messages'> {
  return {
    message_id: question.messageId,
    gap_id: gapId,
    conversation_id: conversation.id,
    reply_id: question.replyId ?? question.messageId,
    chat_user_id: conversation.chat_user_id,
    question: question.replyId === null ? question.text : null,
    embedding: bytesOf(question.vector),
    asked_at: question.askedAt,
  }
}

/**
 * The columns of a gap that change when a question is added. The question becomes the one that names the gap if it is
 * clearly nearer to the mean of its questions than the one that names it so far.
 */
async function withQuestion(
  tx: Tx,
  gap: Row<'gaps'>,
  { trust }: Question,
  message: Row<'gap_messages'>,
  version: number,
): Promise<Partial<Row<'gaps'>>> {
  const before = await selectAskedBefore(tx, gap.id, message)
  const unit = fromDirection(message.embedding)
  const sum = toVector(gap.sum).map((value, at) => value + unit[at]!)
  const naming = await selectGapMessage(tx, gap.question_id)
  const isCentral = !naming || dot(sum, unit) > dot(sum, fromDirection(naming.embedding)) + lengthOf(sum) * CLEARLY
  return {
    ...(isCentral && { question_id: message.message_id, trust }),
    sum: toBytes(sum),
    count: gap.count + 1,
    visitors: gap.visitors + (before.visitor ? 0 : 1),
    conversations: gap.conversations + (before.conversation ? 0 : 1),
    first_at: Math.min(gap.first_at, message.asked_at),
    last_at: Math.max(gap.last_at, message.asked_at),
    version,
  }
}

/** By how much a question's cosine to the mean must exceed the naming question's, so that names seldom change. */
const CLEARLY = 0.01
