import { setImmediate as yieldToEventLoop } from 'node:timers/promises'
import type { Dependencies } from '../../context.ts'
import { newId } from '../../db/ids.ts'
import { lockRow } from '../../db/lock.ts'
import type { Row } from '../../db/rows.ts'
import type { Db, Tx } from '../../db/tables.ts'
import { emit } from '../../events/emit.ts'
import { handler } from '../../jobs/handler.ts'
import { toBytes, toVector } from '../../knowledge/pack.ts'
import { lockGaps } from './central-questions.ts'
import { countGap, nextVersion } from './counts.ts'
import { noteQuestionJob } from './jobs.ts'
import { ALIKE, createNearest, dot, fromDirection, lengthOf, type Nearest, toDirection } from './nearest.ts'
import {
  changeGap,
  hasGapMessage,
  insertGap,
  insertGapMessage,
  selectAskedBefore,
  selectCompared,
  selectConversation,
  selectGap,
  selectGapMessage,
  selectLearntAt,
  selectSaid,
} from './queries.ts'
import { subjectsOf, withSubject } from './subjects.ts'
import { type Unanswered, unanswered } from './unanswered.ts'

interface Question extends Unanswered {
  vector: Float32Array
  trust: number
  /** The id of the embedding model that made `vector`. */
  model: string
}

/** Adds an unanswered question to the gap that asks the same, or makes one. The gaps must be locked. */
async function addQuestion(
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

const newGap = (
  agentId: string,
  { vector, trust, model, messageId, askedAt }: Question,
  version: number,
): Row<'gaps'> => ({
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
})

const bytesOf = (vector: Float32Array) => new Uint8Array(toDirection(vector).buffer)

const messageOf = (gapId: string, conversation: Row<'conversations'>, question: Question): Row<'gap_messages'> => ({
  message_id: question.messageId,
  gap_id: gapId,
  conversation_id: conversation.id,
  reply_id: question.replyId ?? question.messageId,
  chat_user_id: conversation.chat_user_id,
  question: question.replyId === null ? question.text : null,
  embedding: bytesOf(question.vector),
  asked_at: question.askedAt,
})

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

/**
 * How many gaps of an agent are loaded to compare a question with, those changed last. They are loaded again once there
 * are a quarter more, since comparing with many would take too long per question.
 */
const COMPARED_MAXIMUM = 20_000
const AGENTS_MAXIMUM = 8 // agents whose gaps are kept in memory, up to about 15 MB each

const PUT_AT_ONCE = 100 // gaps loaded before the event loop gets its turn, in about 10 ms

interface Known {
  nearest: Nearest
  version: number
}

/** Keeps the gaps of a few agents in memory: of those that last left a question unanswered. */
function createKnownGaps() {
  const byAgent = new Map<string, Known>() // the agent whose gaps were used last comes last
  return {
    /** The agent's gaps, brought up to date by versions. Deleted ones may still be among them. */
    async of(db: Db, agentId: string, model: string): Promise<Nearest> {
      const found = byAgent.get(agentId)
      const known =
        found && found.nearest.size < COMPARED_MAXIMUM * 1.25 ? found : { nearest: createNearest(), version: 0 }
      const rows = await selectCompared(db, { agentId, model, after: known.version }, COMPARED_MAXIMUM)
      for (const [at, { id, sum, trust, text }] of rows.entries()) {
        known.nearest.put({ id, vector: toVector(sum), trust, text })
        // Only a full reload may pause here: nobody else can see its gaps before it is complete.
        if (known !== found && at % PUT_AT_ONCE === PUT_AT_ONCE - 1) await yieldToEventLoop()
      }
      known.version = rows[0]?.version ?? known.version
      byAgent.delete(agentId)
      byAgent.set(agentId, known)
      for (const oldest of byAgent.keys()) {
        if (byAgent.size <= AGENTS_MAXIMUM) break
        byAgent.delete(oldest)
      }
      return known.nearest
    },
  }
}

const MESSAGES = 12 // usually enough to reach back to the question whose answer made the visitor ask for a person

/** Adds each unanswered question to the gap that asks the same, or to a new one. Running it again changes nothing. */
export const noteQuestionHandler = handler(noteQuestionJob, (deps) => {
  const knownGaps = createKnownGaps()
  return {
    async run({ conversationId, position }) {
      const { database, knowledge } = deps
      const isByMail = (await selectConversation(database.read, conversationId))?.origin === 'email'
      const subjects = await subjectsOf(database.read, conversationId)
      const said = (await selectSaid(database.read, conversationId, position, MESSAGES)).map((one) => ({
        ...one,
        content: withSubject(one, subjects),
      }))
      for (const asked of unanswered(said, isByMail)) {
        const conversation = await selectConversation(database.read, conversationId)
        if (!conversation || (await hasGapMessage(database.read, asked.messageId))) continue
        const embedded = await knowledge.embedQuestion(asked.text)
        const { agent_id: agentId } = conversation
        const model = knowledge.embeddingModel
        await knownGaps.of(database.read, agentId, model) // so that the transaction has little left to load
        await database.transaction(async (tx) => {
          await lockRow(tx, 'conversations', conversationId) // so that the conversation is not deleted meanwhile
          const current = await selectConversation(tx, conversationId)
          if (!current) return
          await lockGaps(tx, agentId)
          if (await hasGapMessage(tx, asked.messageId)) return
          const nearest = await knownGaps.of(tx, agentId, model)
          await addQuestion(deps, tx, current, { ...asked, ...embedded, model }, nearest)
        })
      }
    },
  }
})
