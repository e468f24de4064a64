import type { ProofVerdict } from '#contract/enums.ts'
import type { Data } from '#contract/index.ts'
import { intentOf } from '../../adapters/models/intents.ts'
import { asksNothing } from '../../adapters/models/questions.ts'
import type { Context } from '../../context.ts'
import type { Row } from '../../db/rows.ts'
import type { Tx } from '../../db/tables.ts'
import { isoTime } from '../../db/time.ts'
import { AppError, orNotFound } from '../../errors.ts'
import type { Bindings, Verb } from '../../http/binding.ts'
import { lockAgent } from '../agents/index.ts'
import { formatPosition, sendToWaiting } from '../conversations/index.ts'
import { agreedCredits, giveBackCredits, givenIn, takeCreditsIfLeft } from '../evaluation/index.ts'
import { changeGapState, isAnswer, type Said, selectSaid } from '../gaps/index.ts'
import { findVersion, isSource, lockSource, reviseSource, withdrawSource } from '../sources/index.ts'
import {
  type AskedQuestion,
  changeProof,
  forgetAfter,
  type StillWaiting,
  selectProof,
  selectProofQuestions,
  selectProofToChange,
  selectStillWaiting,
} from './queries.ts'
import { sendProof, tellProof } from './send-proof.ts'
import { assertMayTeach, teach } from './teach.ts'

type SaidAt = Pick<Said, 'role' | 'content' | 'decision' | 'reason'> & { position: number }

/**
 * What a visitor asked before a reply, since the last answer before that, if they asked anything since; small talk and
 * wishes for a person are left out. First come the questions that the AI refused, or that the taught reply was made for.
 * @param thread the messages up to the taught reply, oldest first
 */
function teachable(thread: readonly SaidAt[]): { content: string; position: number }[] {
  const reply = thread.at(-1)
  const asked: (SaidAt & { isLikely: boolean })[] = []
  let next = reply
  for (const said of thread.slice(0, -1).reverse()) {
    if (said.role !== 'visitor') {
      // Replies in a row before the taught one belong to it.
      if (asked.length > 0 && (said.role === 'human' || isAnswer(said))) break
      next = said
    } else if (!asksNothing(said.content) && !intentOf(said.content))
      asked.push({ ...said, isLikely: next?.role === 'assistant' && (next === reply || isRefusal(next)) })
  }
  return asked
    .sort((one, other) => Number(other.isLikely) - Number(one.isLikely))
    .map(({ content, position }) => ({ content, position }))
}

const isRefusal = ({ decision }: SaidAt) => decision === 'unknown' || decision === 'handed_over'

function presentProof(
  proof: Row<'proofs'>,
  found: { questions: readonly AskedQuestion[]; waiting: readonly StillWaiting[]; isSourceThere: boolean },
): Data<'getProof'> {
  const { questions, waiting, isSourceThere } = found
  const { id, step, round, problem } = proof
  const asked = questions.filter(({ check_id }) => check_id === null)
  return {
    id,
    status: step === 'done' || step === 'failed' ? step : 'pending',
    source_id: isSourceThere ? proof.source_id : null,
    question:
      (asked.find(({ isWritten }) => isWritten) ?? asked.find(({ is_wanted }) => is_wanted === 1))?.question ?? '',
    undone: round === 1,
    problem,
    results: asked.map((row) => ({
      question: row.question,
      ...bothIn(row),
      verdict: row.outcome as ProofVerdict | null,
    })),
    checks: questions.flatMap((row) =>
      row.check_id === null
        ? []
        : [{ check_id: row.check_id, question: row.question, ...bothIn(row), change: changeIn(row) }],
    ),
    waiting: waiting.map(({ id, message_count, entry_count }) => ({
      conversation_id: id,
      position: formatPosition({ message: message_count, number: entry_count }),
    })),
    created_at: isoTime(proof.created_at),
  }
}

const bothIn = ({ before, after }: AskedQuestion) => ({ before: givenIn(before), after: givenIn(after) })

const changeIn = ({ outcome }: AskedQuestion) => (outcome === 'broke' || outcome === 'mended' ? outcome : null)

/**
 * Sends what was taught as the member's own message to visitors who asked it and still wait, each through the stale-send
 * guard. Outcomes are in the order of the request; `resource_not_found` for a conversation that does not wait for this.
 * A conversation that is named again is sent nothing more: after a send its further outcomes are `reply_is_stale`.
 * @throws AppError 409 `source_is_stale` if the source has changed since it was taught; 423 `agent_unavailable`
 */
const sendTaught: Verb<'sendTaught'> = async (ctx, { agent, proof, body }) =>
  ctx.database.transaction(async (tx) => {
    orNotFound(await lockAgent(tx, agent.id))
    const current = orNotFound(await selectProof(tx, proof.id))
    const content = await taughtAnswer(tx, current)
    const waiting = new Set((await selectStillWaiting(tx, current)).map(({ id }) => id))
    const wanted = body.conversations.filter(({ conversation_id }) => waiting.has(conversation_id))
    const codes = await sendToWaiting(ctx, tx, agent, content, wanted)
    const outcomes = body.conversations.map(({ conversation_id: id }) => {
      const code = codes.has(id) ? codes.get(id)! : 'resource_not_found'
      if (code === null) codes.set(id, 'reply_is_stale')
      return { id, ok: code === null, code }
    })
    return ctx.answer(tx, outcomes)
  })

/** The answer that the teaching added to its source, or changed there. */
async function taughtAnswer(tx: Tx, proof: Row<'proofs'>): Promise<string> {
  const source = await lockSource(tx, proof.agent_id, proof.source_id)
  if (source?.version !== proof.source_version) throw new AppError('source_is_stale')
  const pairs = pairsIn(source.content)
  if (proof.is_new_source === 1) return pairs[0]!.answer
  const before = pairsIn((await findVersion(tx, source, String(source.version - 1))).content)
  const changed = pairs.find(
    ({ question, answer }, at) => question !== before[at]?.question || answer !== before[at].answer,
  )
  return (changed ?? pairs[0]!).answer
}

const pairsIn = (content: string) => JSON.parse(content) as { question: string; answer: string }[]

const NOT_ASKED_AGAIN = "It is taken back. It was not asked again, as this month's message credits are used up."

/**
 * Deletes the source, or restores the version before, and asks again if credits allow. A second call changes nothing.
 * @throws AppError 409 `source_is_stale` if the source was changed after it was taught; 403 as for teaching
 * (`assertMayTeach`); 422 on `credits` unless they are agreed to; 423 `agent_unavailable` if the agent is disabled
 */
const undoProof: Verb<'undoProof'> = async (ctx, { agent, proof, body }) => {
  await assertMayTeach(ctx, agent, proof.gap_id !== null)
  return ctx.database.transaction(async (tx) => {
    const current = orNotFound(await lockAgent(tx, agent.id))
    const source = await lockSource(tx, current.id, proof.source_id)
    const before = orNotFound(await selectProofToChange(tx, proof.id))
    if (before.round === 0) {
      if (source) await takeBack(ctx, tx, current, source, before)
      const questions = await selectProofQuestions(tx, proof.id)
      const credits = agreedCredits(ctx, current, questions.length, body.credits, 'asking again')
      const left = await giveBackCredits(tx, current, before)
      const again = await takeCreditsIfLeft(ctx, tx, current, credits)
      await forgetAfter(tx, proof.id)
      const taken = { round: 1 as const, problem: null, model_id: current.model_id }
      if (again) {
        const changes = { ...taken, ...again, step: 'training' as const }
        await changeProof(tx, proof.id, changes)
        await sendProof(ctx, tx, { ...before, ...changes })
      } else {
        await changeProof(tx, proof.id, { ...taken, ...left, step: 'failed', problem: NOT_ASKED_AGAIN })
        if (proof.gap_id) await changeGapState(ctx, tx, current, proof.gap_id, { from: 'taught', to: 'open' })
      }
      await tellProof(ctx, tx, current, proof.id)
    }
    return ctx.answer(tx, { id: proof.id })
  })
}

async function takeBack(
  ctx: Context,
  tx: Tx,
  agent: Row<'agents'>,
  source: Row<'sources'>,
  proof: Row<'proofs'>,
): Promise<void> {
  if (source.version !== proof.source_version) throw new AppError('source_is_stale')
  if (proof.is_new_source === 1) return withdrawSource(ctx, tx, agent, source)
  const { title, content } = await findVersion(tx, source, String(source.version - 1))
  await reviseSource(ctx, tx, agent, source, { title, questions: JSON.parse(content) })
}

const LOOKED_THROUGH = 30 // messages before a reply among which what it answers is looked for

export const teachRoutes = {
  teach: { run: teach },
  getProof: {
    run: (ctx, { agent, proof }) =>
      ctx.database.snapshot(async (db) => {
        const questions = await selectProofQuestions(db, proof.id)
        const waiting = await selectStillWaiting(db, proof)
        return presentProof(proof, { questions, waiting, isSourceThere: await isSource(db, agent.id, proof.source_id) })
      }),
  },
  undoProof: { run: undoProof },
  sendTaught: { run: sendTaught },
  listTeachable: {
    run: async (ctx, { conversation, message }) => {
      const thread = await selectSaid(ctx.database.read, conversation.id, message.position, LOOKED_THROUGH)
      return { questions: teachable(thread) }
    },
  },
} satisfies Partial<Bindings>
