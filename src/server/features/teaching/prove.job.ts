import type { Dependencies } from '../../context.ts'
import type { Row } from '../../db/rows.ts'
import type { Tx } from '../../db/tables.ts'
import { handler } from '../../jobs/handler.ts'
import { lockAgent } from '../agents/index.ts'
import { historyOfMessage, historyOfQuestion } from '../conversations/index.ts'
import {
  afterPaying,
  asksProvider,
  changeOf,
  type Evaluation,
  evaluate,
  type Given,
  giveBackCredits,
  givenIn,
  judge,
  outcomeOf,
} from '../evaluation/index.ts'
import { changeGapState } from '../gaps/index.ts'
import { lockSource, startHeldTraining } from '../sources/index.ts'
import { type ProvePayload, proveJob, providerProveJob } from './jobs.ts'
import {
  type AskedQuestion,
  changeProof,
  changeProofQuestion,
  selectProof,
  selectProofQuestions,
  selectProofToChange,
} from './queries.ts'
import { tellProof } from './send-proof.ts'

/**
 * Takes a proof as far as it can go. A first job asks the questions, starts the training and ends. When the training is
 * over, a second job is sent and asks the questions again. Answers are stored a few at a time, so that an attempt after
 * an interrupted one goes on from there.
 */
const proving = (definition: typeof proveJob) =>
  handler(definition, (deps) => ({
    async run(payload, { signal }) {
      if (!(await askAll(deps, payload, 'before', signal))) return
      await deps.database.transaction((tx) => goOn(deps, tx, payload))
      if (!(await askAll(deps, payload, 'after', signal))) return
      await deps.database.transaction((tx) => conclude(deps, tx, payload))
    },
    async failed(payload, error) {
      deps.log.error({ err: error, proof: payload.proofId }, 'the questions of a proof could not be asked')
      await deps.database.transaction((tx) => fail(deps, tx, payload, 'The questions could not be asked.'))
    },
  }))

export const proveHandler = proving(proveJob)
export const providerProveHandler = proving(providerProveJob)

/** Asks the questions without an answer. @returns false if the proof has ended or another job goes on with it */
async function askAll(
  deps: Dependencies,
  payload: ProvePayload,
  step: 'before' | 'after',
  signal: AbortSignal,
): Promise<boolean> {
  const { read } = deps.database
  const proof = await selectProof(read, payload.proofId)
  if (proof?.round !== payload.round) return false
  if (proof.step !== step) return step === 'before'
  const evaluation: Evaluation<AskedQuestion, { question: AskedQuestion; given: Given }> = {
    agentId: proof.agent_id,
    isPaid: proof.credit_period !== null || asksProvider(deps, proof),
    async next(limit) {
      const questions = await selectProofQuestions(read, proof.id)
      return questions.filter((question) => question[step] === null).slice(0, limit)
    },
    async answer(question, ask) {
      const { given } = await ask(await historyTo(deps, question), { modelId: proof.model_id })
      return { question, given }
    },
    stored: {
      async store(tx, answers, paid) {
        const current = await selectProofToChange(tx, proof.id)
        if (current?.round !== payload.round || current.step !== step) return false
        for (const { question, given } of answers)
          await changeProofQuestion(tx, question, { [step]: JSON.stringify(given) })
        if (paid > 0) await changeProof(tx, proof.id, afterPaying(current, paid))
        return true
      },
      tell: (tx, agent) => tellProof(deps, tx, agent, proof.id),
    },
  }
  return evaluate(deps, evaluation, signal)
}

/** For a visitor's message the conversation up to it, else the question alone. */
const historyTo = ({ database: { read } }: Dependencies, { question, conversation_id, place }: AskedQuestion) =>
  conversation_id === null || place === null
    ? historyOfQuestion(question)
    : historyOfMessage(read, conversation_id, place)

/** Starts the training once all were asked before it; after it, has them asked again or ends the proof as failed. */
async function goOn(deps: Dependencies, tx: Tx, payload: ProvePayload): Promise<void> {
  const { proofId, round } = payload
  const known = await selectProof(tx, proofId)
  const agent = known && (await lockAgent(tx, known.agent_id))
  const source = agent && (await lockSource(tx, agent.id, known.source_id))
  const proof = await selectProofToChange(tx, proofId)
  if (!agent || proof?.round !== round || (proof.step !== 'before' && proof.step !== 'training')) return
  if (proof.step === 'before' && source?.task_id === proof.task_id) await startHeldTraining(deps, tx, source)
  const isOver = !source || source.status === 'completed' || source.status === 'failed'
  const isTaught = round === 1 || source?.status !== 'failed'
  if (isOver && (!isTaught || (!source && round === 0)))
    return fail(deps, tx, payload, source ? 'The source could not be trained.' : 'The source was deleted.')
  await changeProof(tx, proofId, { step: isOver ? 'after' : 'training' })
  await tellProof(deps, tx, agent, proofId)
}

/** Stores the outcome of each question, and sets the gap's state by that. */
async function conclude(deps: Dependencies, tx: Tx, { proofId, round }: ProvePayload): Promise<void> {
  const known = await selectProof(tx, proofId)
  const agent = known && (await lockAgent(tx, known.agent_id))
  const proof = await selectProofToChange(tx, proofId)
  if (!agent || proof?.round !== round || proof.step !== 'after') return
  const questions = await selectProofQuestions(tx, proofId)
  const outcomes = questions.map((question) => outcomeIn(question, proof.source_id))
  for (const [at, question] of questions.entries()) await changeProofQuestion(tx, question, { outcome: outcomes[at]! })
  await changeProof(tx, proofId, { step: 'done', ...(await giveBackCredits(tx, agent, proof)) })
  if (proof.gap_id) {
    const isTaught = outcomes[0] === 'proved' && !outcomes.includes('broke')
    if (round === 0 && isTaught) await changeGapState(deps, tx, agent, proof.gap_id, { to: 'taught' })
    if (round === 1 && isOpenAgain(questions))
      await changeGapState(deps, tx, agent, proof.gap_id, { from: 'taught', to: 'open' })
  }
  await tellProof(deps, tx, agent, proofId)
}

/** Whether an undo opens the gap again: unless the agent answers the question now, and not as before the teaching. */
function isOpenAgain(questions: readonly AskedQuestion[]): boolean {
  const central = questions.find(({ check_id }) => check_id === null)
  const [before, after] = central ? [givenIn(central.before), givenIn(central.after)] : []
  if (after?.decision !== 'answered') return true
  return before?.decision === 'answered' && before.reply === after.reply
}

function outcomeIn(question: AskedQuestion, sourceId: string): NonNullable<Row<'proof_questions'>['outcome']> {
  const [before, after] = [givenIn(question.before), givenIn(question.after)!]
  if (question.check_id === null) return outcomeOf({ before, after, isWanted: question.is_wanted === 1 }, sourceId)
  const expected = { expects: question.expects!, facts: question.facts!, cites: question.cites }
  if (before === null || question.is_muted === 1) return 'same'
  return changeOf(judge(expected, before).verdict, judge(expected, after).verdict) ?? 'same'
}

/** Ends a proof that can't go on. What was taught, or undone, stays so, and its training is started if it was not. */
async function fail(deps: Dependencies, tx: Tx, { proofId, round }: ProvePayload, problem: string): Promise<void> {
  const known = await selectProof(tx, proofId)
  const agent = known && (await lockAgent(tx, known.agent_id))
  const source = agent && (await lockSource(tx, agent.id, known.source_id))
  const proof = await selectProofToChange(tx, proofId)
  if (!agent || proof?.round !== round || proof.step === 'done' || proof.step === 'failed') return
  if (proof.step === 'before' && source?.task_id === proof.task_id) await startHeldTraining(deps, tx, source)
  const said = round === 1 ? `It is taken back. ${problem}` : problem
  await changeProof(tx, proofId, { step: 'failed', problem: said, ...(await giveBackCredits(tx, agent, proof)) })
  if (round === 1 && proof.gap_id) await changeGapState(deps, tx, agent, proof.gap_id, { from: 'taught', to: 'open' })
  await tellProof(deps, tx, agent, proofId)
}
