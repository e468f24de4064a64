import type { Context } from '../../context.ts'
import { newId } from '../../db/ids.ts'
import type { Row } from '../../db/rows.ts'
import type { Tx } from '../../db/tables.ts'
import { AppError, invalid, orNotFound } from '../../errors.ts'
import type { Verb, VerbInput } from '../../http/binding.ts'
import { lockAgent } from '../agents/index.ts'
import { agreedCredits, takeCredits } from '../evaluation/index.ts'
import { gapOf } from '../gaps/index.ts'
import { findOrganization } from '../organizations/index.ts'
import { createTaughtSource, lockSource, reviseSource, type TaughtFrom } from '../sources/index.ts'
import { insertProof, pruneProofs, selectReply } from './queries.ts'
import { questionsOf } from './questions.ts'
import { sendProof, tellProof } from './send-proof.ts'

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
