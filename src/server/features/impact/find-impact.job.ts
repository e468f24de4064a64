import type { ImpactVerdict } from '#contract/enums.ts'
import type { Dependencies } from '../../context.ts'
import type { Row, RowChanges } from '../../db/rows.ts'
import type { Tx } from '../../db/tables.ts'
import { emit } from '../../events/emit.ts'
import { handler } from '../../jobs/handler.ts'
import { selectAgent } from '../agents/index.ts'
import { lastResultOf, selectChecksOf } from '../checks/index.ts'
import { type History, historyBefore, historyOfQuestion } from '../conversations/index.ts'
import {
  type Ask,
  asksProvider,
  becomesOf,
  becomesWithout,
  changeOf,
  type Evaluation,
  evaluate,
  type Given,
  judge,
} from '../evaluation/index.ts'
import { citingAnswers, searchedAnswers } from './concerned-queries.ts'
import { impactJob } from './jobs.ts'
import {
  type AnswerLeft,
  changeAnswer,
  changeImpact,
  changeImpactCheck,
  insertAnswers,
  insertChecks,
  selectAnswersLeft,
  selectImpact,
  selectImpactChecksLeft,
  selectImpactToChange,
} from './queries.ts'

/** The change to an agent whose impact is to be found. */
interface Change {
  without: readonly string[]
  modelId: string
  threshold: Row<'agents'>['threshold']
}

const changeIn = (agent: Row<'agents'>, impact: Row<'impacts'>): Change => ({
  without: impact.without_sources === null ? [] : (JSON.parse(impact.without_sources) as string[]),
  modelId: impact.model_id ?? agent.model_id,
  threshold: impact.threshold ?? agent.threshold,
})

/** What the agent replies to a question as it is (`before`), and what it would reply after the change (`after`). */
interface Compared {
  /** Null if a provider's model answers now or would after the change, and no reply of the past is stored. */
  before: Given | null
  /** Null if a provider's model would make it; but if only the threshold changes, it is the same as `before`. */
  after: Given | null
  verdict: ImpactVerdict
}

/**
 * Asks the built-in model, with the agent as it is and as it would be; a provider's model would cost money.
 * @param stored what the agent once replied, used in place of a provider's reply; null if that is not known
 */
async function askAgain(
  deps: Dependencies,
  agent: Row<'agents'>,
  { stored, history }: { stored: Given | null; history: History },
  change: Change,
  ask: Ask,
): Promise<Compared> {
  const isNowProviders = asksProvider(deps, agent)
  if (asksProvider(deps, { model_id: change.modelId })) {
    // The threshold affects only the built-in model, so if nothing but it changes, replies stay the same.
    if (isNowProviders && change.modelId === agent.model_id && change.without.length === 0)
      return { before: stored, after: stored, verdict: 'same' }
    return { before: stored, after: null, verdict: stored ? becomesWithout(stored, change.without) : 'unknown' }
  }
  const modelId = deps.models.defaultModel.id
  // One after the other, so that the second one need not embed what the first one has embedded.
  const before = isNowProviders ? stored : (await ask(history, { modelId })).given
  const after = (await ask(history, { ...change, modelId })).given
  return { before, after, verdict: becomesOf(before, after) }
}

const SINCE_MS = 90 * 24 * 60 * 60 * 1_000
const ANSWERS = 5_000 // the latest so many are looked at

/**
 * Stores which answers and checks the change may affect. If a provider's model would answer, no check is asked;
 * instead, checks whose last reply passes count as broken if they must cite a source that would be gone.
 */
async function gather(deps: Dependencies, impact: Row<'impacts'>): Promise<void> {
  const { read } = deps.database
  const agent = await selectAgent(read, impact.agent_id)
  if (!agent) return
  const { without, modelId } = changeIn(agent, impact)
  const since = deps.now() - SINCE_MS
  const isCited = impact.without_sources !== null
  const answers = await (isCited ? citingAnswers(read, without, since) : searchedAnswers(read, agent.id, since))
  const isProviders = asksProvider(deps, { model_id: modelId })
  await deps.database.transaction(async (tx) => {
    if ((await selectImpactToChange(tx, impact.id))?.step !== 'gathering') return
    const checks = (await selectChecksOf(tx, agent.id)).filter(({ is_muted }) => is_muted === 0)
    const citing = checks.filter(({ cites }) => cites !== null && without.includes(cites))
    const concerned = isProviders ? await passing(tx, citing) : checks
    await insertAnswers(
      tx,
      answers.slice(0, ANSWERS).map(({ message_id, conversation_id }, position) => ({
        ...{ impact_id: impact.id, position, message_id, conversation_id, question_id: null },
        ...{ before: null, after: null, verdict: null },
      })),
    )
    await insertChecks(
      tx,
      concerned.map(({ id }) => ({
        ...{ impact_id: impact.id, check_id: id, before: null, after: null, outcome: isProviders ? 'broke' : null },
      })),
    )
    await changeImpact(tx, impact.id, {
      step: 'asking',
      answers: answers.length,
      conversations: new Set(answers.map(({ conversation_id }) => conversation_id)).size,
      last_cited_at: isCited ? (answers[0]?.created_at ?? null) : null,
    })
  })
}

/** The checks that the reply stored last passes, by what they expect today. */
async function passing(tx: Tx, checks: readonly Row<'checks'>[]): Promise<Row<'checks'>[]> {
  const found: Row<'checks'>[] = []
  for (const check of checks) {
    const last = await lastResultOf(tx, check.id)
    if (last && judge(check, last).verdict === 'passed') found.push(check)
  }
  return found
}

type Impact = Row<'impacts'>
type ImpactCheck = Awaited<ReturnType<typeof selectImpactChecksLeft>>[number]

/** Compares replies to past questions and checks. Stores outcomes bit by bit, so that another attempt can go on. */
export const impactHandler = handler(impactJob, (deps) => ({
  async run({ impactId }, { signal }) {
    const impact = await selectImpact(deps.database.read, impactId)
    if (!impact || hasEnded(impact)) return
    if (impact.step === 'gathering') await gather(deps, impact)
    const isAsked = await askAll(deps, impact, signal)
    await deps.database.transaction((tx) => end(deps, tx, impactId, isAsked ? 'done' : 'failed'))
  },
  async failed({ impactId }, error) {
    deps.log.error({ err: error, impact: impactId }, 'what would become of answers could not be found out')
    await deps.database.transaction((tx) => end(deps, tx, impactId, 'failed'))
  },
}))

const hasEnded = ({ step }: Impact) => step === 'done' || step === 'failed'

type Asked = { answer: AnswerLeft } | { check: ImpactCheck }

/** Asks the questions of the answers, and then the checks, that have no verdict yet. @returns whether all were asked */
function askAll(deps: Dependencies, impact: Impact, signal: AbortSignal): Promise<boolean> {
  const { read } = deps.database
  const evaluation: Evaluation<Asked, (tx: Tx) => Promise<void>> = {
    agentId: impact.agent_id,
    isPaid: false,
    async next(limit) {
      const answers = await selectAnswersLeft(read, impact.id, limit)
      if (answers.length > 0) return answers.map((answer) => ({ answer }))
      return (await selectImpactChecksLeft(read, impact.id, limit)).map((check) => ({ check }))
    },
    async answer(asked, ask, agent) {
      const again = (about: Parameters<typeof askAgain>[2]) =>
        askAgain(deps, agent, about, changeIn(agent, impact), ask)
      if ('answer' in asked) {
        const changes = await compareAnswer(deps, asked.answer, again)
        return (tx) => changeAnswer(tx, impact.id, asked.answer.position, changes)
      }
      const changes = await compareCheck(deps, asked.check, again)
      return (tx) => changeImpactCheck(tx, asked.check, changes)
    },
    stored: {
      async store(tx, writes) {
        const current = await selectImpactToChange(tx, impact.id)
        if (!current || hasEnded(current)) return false
        for (const write of writes) await write(tx)
        return true
      },
      tell: (tx, agent) => tell(deps, tx, agent, impact.id),
    },
  }
  return evaluate(deps, evaluation, signal)
}

type Again = (about: Parameters<typeof askAgain>[2]) => Promise<Compared>

/** The columns to store for an answer. If it or its question is gone, it gets no `question_id` and is not shown. */
async function compareAnswer(
  deps: Dependencies,
  answer: AnswerLeft,
  again: Again,
): Promise<RowChanges<'impact_answers'>> {
  const { place, content, decision, citations } = answer
  const isThere = place !== null && content !== null && decision !== null && answer.deleted_at === null
  const history = isThere ? await historyBefore(deps.database.read, answer.conversation_id, place) : undefined
  if (!isThere || !history?.asked) return { verdict: 'unknown' }
  const stored = { reply: content, decision, citations: JSON.parse(citations ?? '[]') as Given['citations'] }
  const { before, after, verdict } = await again({ stored, history })
  return { question_id: history.asked.id, ...written({ before, after }), verdict }
}

async function compareCheck(
  deps: Dependencies,
  check: ImpactCheck,
  again: Again,
): Promise<RowChanges<'impact_checks'>> {
  const stored = await lastResultOf(deps.database.read, check.check_id)
  const { before, after } = await again({ stored, history: historyOfQuestion(check.question) })
  const [was, is] = [before && judge(check, before).verdict, after && judge(check, after).verdict]
  return { ...written({ before, after }), outcome: changeOf(was, is) ?? 'same' }
}

const written = ({ before, after }: Pick<Compared, 'before' | 'after'>) => ({
  before: before && JSON.stringify(before),
  after: after && JSON.stringify(after),
})

async function end(deps: Dependencies, tx: Tx, impactId: string, step: 'done' | 'failed'): Promise<void> {
  const impact = await selectImpactToChange(tx, impactId)
  const agent = impact && (await selectAgent(tx, impact.agent_id))
  if (!impact || hasEnded(impact)) return
  await changeImpact(tx, impactId, { step })
  if (agent) await tell(deps, tx, agent, impactId)
}

const tell = (deps: Dependencies, tx: Tx, { id, organization_id }: Row<'agents'>, impactId: string) =>
  emit(deps, tx, organization_id, { type: 'impact.updated', agent_id: id, impact_id: impactId })
