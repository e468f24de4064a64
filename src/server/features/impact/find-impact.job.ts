import type { Dependencies } from '../../context.ts'
import type { Row, RowChanges } from '../../db/rows.ts'
import type { Tx } from '../../db/tables.ts'
import { emit } from '../../events/emit.ts'
import { handler } from '../../jobs/handler.ts'
import { selectAgent } from '../agents/index.ts'
import { lastResultOf } from '../checks/index.ts'
import { historyBefore, historyOfQuestion } from '../conversations/index.ts'
import { changeOf, type Evaluation, evaluate, type Given, judge } from '../evaluation/index.ts'
import { askAgain, type Compared, changeIn } from './ask-again.ts'
import { gather } from './gather.ts'
import { impactJob } from './jobs.ts'
import {
  type AnswerLeft,
  changeAnswer,
  changeImpact,
  changeImpactCheck,
  selectAnswersLeft,
  selectImpact,
  selectImpactChecksLeft,
  selectImpactToChange,
} from './queries.ts'

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
