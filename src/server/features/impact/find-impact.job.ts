import type { Dependencies } from '../../context.ts'
import { batches } from '../../db/batches.ts'
import type { Row, RowChanges } from '../../db/rows.ts'
import type { Tx } from '../../db/tables.ts'
import { emit } from '../../events/emit.ts'
import { inParallel } from '../../in-parallel.ts'
import type { JobHandler } from '../../platform/platform.ts'
import { selectAgent } from '../agents/index.ts'
import { changeOf, judge, lastResultOf } from '../checks/index.ts'
import { historyBefore, historyOfQuestion } from '../conversations/index.ts'
import { askAgain, type Change, type Compared, changeIn } from './ask-again.ts'
import { gather } from './gather.ts'
import { type ImpactPayload, impactJob } from './jobs.ts'
import {
  type AnswerLeft,
  changeAnswer,
  changeImpact,
  changeImpactCheck,
  selectAnswersLeft,
  selectImpact,
  selectImpactChecks,
  selectImpactToChange,
} from './queries.ts'
import type { Given } from './verdict.ts'

const AT_ONCE = 25 // questions whose outcomes are stored together: about a quarter of a second's work
const IN_FLIGHT = 2 // questions at a time: passages of one are read from the database while those of another are ranked

type Impact = Row<'impacts'>
type Asked = (agent: Row<'agents'>, change: Change) => Promise<(tx: Tx) => Promise<void>>

/** Compares replies to past questions and checks. Stores outcomes bit by bit, so that another attempt can go on. */
export function impactHandler(deps: Dependencies): JobHandler<ImpactPayload> {
  return {
    definition: impactJob,
    async run({ impactId }, { signal }) {
      const impact = await selectImpact(deps.database.read, impactId)
      if (!impact || hasEnded(impact)) return
      if (impact.step === 'gathering') await gather(deps, impact)
      const isAsked = (await askAnswers(deps, impact, signal)) && (await askChecks(deps, impact, signal))
      await deps.database.transaction((tx) => end(deps, tx, impactId, isAsked ? 'done' : 'failed'))
    },
    async failed({ impactId }, error) {
      deps.log.error({ err: error, impact: impactId }, 'what would become of answers could not be found out')
      await deps.database.transaction((tx) => end(deps, tx, impactId, 'failed'))
    },
  }
}

const hasEnded = ({ step }: Impact) => step === 'done' || step === 'failed'

/** Asks the questions of the answers that have no verdict yet. @returns whether all were asked */
async function askAnswers(deps: Dependencies, impact: Impact, signal: AbortSignal): Promise<boolean> {
  for (;;) {
    const left = await selectAnswersLeft(deps.database.read, impact.id, AT_ONCE)
    if (left.length === 0) return true
    const asked = left.map(
      (answer): Asked =>
        async (agent, change) => {
          const changes = await compareAnswer(deps, agent, answer, change, signal)
          return (tx) => changeAnswer(tx, impact.id, answer.position, changes)
        },
    )
    if (!(await askTogether(deps, impact, asked, signal))) return false
  }
}

async function askChecks(deps: Dependencies, impact: Impact, signal: AbortSignal): Promise<boolean> {
  const left = (await selectImpactChecks(deps.database.read, impact.id)).filter(({ outcome }) => outcome === null)
  for (const batch of batches(left, AT_ONCE)) {
    const asked = batch.map(
      (check): Asked =>
        async (agent, change) => {
          const changes = await compareCheck(deps, agent, check, change, signal)
          return (tx) => changeImpactCheck(tx, check, changes)
        },
    )
    if (!(await askTogether(deps, impact, asked, signal))) return false
  }
  return true
}

/**
 * Asks some questions and stores the outcomes.
 * @returns false if the agent is deleted, or the impact is deleted or has been ended by another attempt
 */
async function askTogether(
  deps: Dependencies,
  impact: Impact,
  asked: readonly Asked[],
  signal: AbortSignal,
): Promise<boolean> {
  const agent = await selectAgent(deps.database.read, impact.agent_id)
  if (!agent) return false
  const change = changeIn(agent, impact)
  const writes = await inParallel(asked, IN_FLIGHT, (ask) => {
    signal.throwIfAborted()
    return ask(agent, change)
  })
  return deps.database.transaction(async (tx) => {
    const current = await selectImpactToChange(tx, impact.id)
    if (!current || hasEnded(current)) return false
    for (const write of writes) await write(tx)
    await tell(deps, tx, agent, impact.id)
    return true
  })
}

/** The columns to store for an answer. If it or its question is gone, it gets no `question_id` and is not shown. */
async function compareAnswer(
  deps: Dependencies,
  agent: Row<'agents'>,
  answer: AnswerLeft,
  change: Change,
  signal: AbortSignal,
): Promise<RowChanges<'impact_answers'>> {
  const { place, content, decision, citations } = answer
  const isThere = place !== null && content !== null && decision !== null && answer.deleted_at === null
  const history = isThere ? await historyBefore(deps.database.read, answer.conversation_id, place) : undefined
  if (!isThere || !history?.asked) return { verdict: 'unknown' }
  const stored = { reply: content, decision, citations: JSON.parse(citations ?? '[]') as Given['citations'] }
  const { before, after, verdict } = await askAgain(deps, agent, { stored, history }, change, signal)
  return { question_id: history.asked.id, ...written({ before, after }), verdict }
}

async function compareCheck(
  deps: Dependencies,
  agent: Row<'agents'>,
  check: Awaited<ReturnType<typeof selectImpactChecks>>[number],
  change: Change,
  signal: AbortSignal,
): Promise<RowChanges<'impact_checks'>> {
  const stored = await lastResultOf(deps.database.read, check.check_id)
  const asking = { stored, history: historyOfQuestion(check.question) }
  const { before, after } = await askAgain(deps, agent, asking, change, signal)
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
