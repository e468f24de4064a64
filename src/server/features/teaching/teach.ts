import { intentOf } from '../../adapters/models/intents.ts'
import type { Context } from '../../context.ts'
import { newId } from '../../db/ids.ts'
import type { Row } from '../../db/rows.ts'
import type { Db, Tx } from '../../db/tables.ts'
import { AppError, invalid, orNotFound } from '../../errors.ts'
import type { Verb, VerbInput } from '../../http/binding.ts'
import { searchTermsOf } from '../../knowledge/terms.ts'
import { lockAgent } from '../agents/index.ts'
import { selectChecksOf } from '../checks/index.ts'
import { historyBefore } from '../conversations/index.ts'
import { agreedCredits, takeCredits } from '../evaluation/index.ts'
import { centralQuestions, gapOf } from '../gaps/index.ts'
import { findOrganization } from '../organizations/index.ts'
import { createTaughtSource, lockSource, reviseSource, type TaughtFrom } from '../sources/index.ts'
import { insertProof, pruneProofs, selectFirstQuestions, selectReply } from './queries.ts'
import { sendProof, tellProof } from './send-proof.ts'

/** The `limit` items that share most of their words with a question, nearest first; of equal ones the first. */
export function nearestByWords<T>(
  questions: readonly string[],
  items: readonly T[],
  { textOf, limit }: { textOf: (item: T) => string; limit: number },
): T[] {
  const asked = questions.map((question) => new Set(searchTermsOf(question)))
  const near = items.map((item) => {
    const terms = new Set(searchTermsOf(textOf(item)))
    return { item, near: Math.max(0, ...asked.map((question) => overlap(question, terms))) }
  })
  return near
    .sort((one, other) => other.near - one.near)
    .slice(0, limit)
    .map(({ item }) => item)
}

/** From 0, no words in common, to 1. */
function overlap(one: ReadonlySet<string>, other: ReadonlySet<string>): number {
  const shared = [...one].filter((term) => other.has(term)).length
  return shared === 0 ? 0 : shared / Math.sqrt(one.size * other.size)
}

const CENTRAL_QUESTIONS = 20 // questions of a gap that are asked to prove what was taught
const EARLIER_QUESTIONS = 3 // questions of other visitors, asked if what is taught does not answer a gap
const LOOKED_THROUGH = 200 // latest conversations that are searched for these
const CHECKS = 20

type Question = Omit<Row<'proof_questions'>, 'proof_id' | 'position'>

const EMPTY: Question = {
  ...{ question: null, message_id: null, conversation_id: null, check_id: null, is_wanted: 0 },
  ...{ before: null, after: null, outcome: null },
}

/**
 * For a gap: its central questions, the taught one if it is not one of them, and the nearest checks. Else: the taught
 * question, what the visitor had asked before, the nearest of other visitors, and the nearest checks. The first one is
 * what has to be proved.
 * @param about.answer the message of a person that is taught
 */
async function questionsOf(
  db: Db,
  agentId: string,
  about: { question: string; gap?: string | undefined; answer?: Row<'messages'> | undefined },
): Promise<Question[]> {
  const { question, gap, answer } = about
  const wanted = gap
    ? await centralQuestions(db, gap, CENTRAL_QUESTIONS)
    : answer
      ? await askedBefore(db, answer, question)
      : []
  const others = gap ? [] : await nearestQuestions(db, agentId, about)
  const words = [question, ...[...wanted, ...others].map(({ text }) => text)]
  const checks = nearestByWords(words, await selectChecksOf(db, agentId), {
    textOf: (check) => check.question,
    limit: CHECKS,
  })
  const taught: Question = { ...EMPTY, question, conversation_id: answer?.conversation_id ?? null, is_wanted: 1 }
  const asked = wanted.map((one): Question => ({ ...EMPTY, ...idsOf(one), is_wanted: 1 }))
  const compared = others.map((one): Question => ({ ...EMPTY, ...idsOf(one) }))
  const tried = checks.map(({ id }): Question => ({ ...EMPTY, check_id: id }))
  if (!gap) return [taught, ...asked, ...compared, ...tried]
  return [...asked, ...(wanted.some(({ text }) => isAlike(text, question)) ? [] : [taught]), ...tried]
}

interface Asked {
  message_id: string
  conversation_id: string
  /** The question, together with what it follows if it is a follow-up. */
  text: string
}

const idsOf = ({ message_id, conversation_id }: Asked) => ({ message_id, conversation_id })

/** What the visitor asked before a person answered; nothing if that is what is taught, or no question. */
async function askedBefore(db: Db, answer: Row<'messages'>, taught: string): Promise<Asked[]> {
  const { questions, asked } = await historyBefore(db, answer.conversation_id, answer.position)
  const last = questions.at(-1)
  if (!asked || !last || intentOf(last.message) || isAlike(last.query, taught)) return []
  return [{ message_id: asked.id, conversation_id: asked.conversation_id, text: last.query }]
}

async function nearestQuestions(
  db: Db,
  agentId: string,
  { question, answer }: { question: string; answer?: Row<'messages'> | undefined },
): Promise<Asked[]> {
  const first = await selectFirstQuestions(db, agentId, answer?.conversation_id ?? '', LOOKED_THROUGH)
  return nearestByWords([question], first, { textOf: ({ text }) => text, limit: EARLIER_QUESTIONS })
}

const isAlike = (one: string, other: string) => one.replace(/\s+/g, ' ').trim() === other.replace(/\s+/g, ' ').trim()

type Body = VerbInput<'teach'>['body']

/**
 * Stores what is taught, and the questions that prove it, to be asked before and after training.
 * @throws AppError 403 for a responder, unless it is from a conversation and the organization allows it; 409
 * `source_is_stale` if the source has changed since the client read it; 422 if a field names nothing of this agent, the
 * credits are not agreed to, or beyond a quota; 423 `agent_unavailable` if the agent is disabled
 */
export const teach: Verb<'teach'> = async (ctx, { agent, body }) => {
  await assertMayTeach(ctx, agent, body.from.conversation === undefined)
  return ctx.database.transaction(async (tx) => {
    const current = orNotFound(await lockAgent(tx, agent.id))
    const answer = await answerIn(tx, current.id, body.from)
    const source = await storeTaught(ctx, tx, current, body)
    const { gap } = body.from
    const questions = await questionsOf(tx, current.id, { question: body.question, gap, answer })
    const credits = agreedCredits(ctx, current, 2 * questions.length, body.credits, 'this proof')
    const proof: Row<'proofs'> = {
      ...{ id: newId(), agent_id: current.id, gap_id: gap ?? null, source_id: source.id },
      ...{ source_version: source.version, is_new_source: body.change ? 0 : 1, task_id: source.task_id },
      ...{ step: 'before', round: 0, problem: null, model_id: current.model_id, created_at: ctx.now() },
      ...(await takeCredits(ctx, tx, current, credits)),
    }
    await insertProof(tx, proof, questions)
    await pruneProofs(tx, current.id)
    await sendProof(ctx, tx, proof)
    await tellProof(ctx, tx, current, proof.id)
    return ctx.answer(tx, { id: proof.id })
  })
}

/**
 * @param isElsewhere whether it is not taught from a conversation
 * @throws AppError 403 unless the asking person may teach, or take back what was taught
 */
export async function assertMayTeach(
  ctx: Context,
  { organization_id }: Pick<Row<'agents'>, 'organization_id'>,
  isElsewhere: boolean,
): Promise<void> {
  const organization = await findOrganization(ctx, organization_id)
  if (organization.role === 'responder' && (isElsewhere || organization.responders_teach === 0))
    throw new AppError('forbidden', { message: 'Your organization does not let responders teach this.' })
}

/** Undefined unless a reply is taught. @throws AppError 422 unless gap or message is one of the agent's */
async function answerIn(tx: Tx, agentId: string, { gap, conversation, message, playground }: TaughtFrom) {
  if (playground) return undefined
  if (gap) {
    if (!(await gapOf(tx, agentId, gap))) throw invalid('from.gap', 'is no gap of this agent')
    return undefined
  }
  const answer = await selectReply(tx, agentId, conversation ?? '', message ?? '')
  if (answer) return answer
  throw invalid('from.message', "must be a reply in that conversation, which must be this agent's")
}

/** Makes a source of what is taught, or replaces one pair of a source by it. Its training is not started yet. */
async function storeTaught(
  ctx: Context,
  tx: Tx,
  agent: Row<'agents'>,
  { question, answer, from, change }: Body,
): Promise<Row<'sources'>> {
  const taught = from as TaughtFrom
  if (!change) return createTaughtSource(ctx, tx, agent, { question, answer }, taught)
  const source = await lockSource(tx, agent.id, change.source_id)
  if (source?.type !== 'qa') throw invalid('change.source_id', 'must be questions and answers of this agent')
  if (change.version !== undefined && source.version !== change.version) throw new AppError('source_is_stale')
  const questions = JSON.parse(source.content) as { question: string; answer: string }[]
  if (!questions[change.pair]) throw invalid('change.pair', 'is not among the questions of this source')
  questions[change.pair] = { question, answer }
  return reviseSource(ctx, tx, agent, source, { questions, taught, isTrainedLater: true })
}
