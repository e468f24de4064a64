import type { Dependencies } from '../../context.ts'
import type { Row } from '../../db/rows.ts'
import type { Tx } from '../../db/tables.ts'
import { selectAgent } from '../agents/index.ts'
import { lastResultOf, selectChecksOf } from '../checks/index.ts'
import { asksProvider, judge } from '../evaluation/index.ts'
import { changeIn } from './ask-again.ts'
import { citingAnswers, searchedAnswers } from './concerned-queries.ts'
import { changeImpact, insertAnswers, insertChecks, selectImpactToChange } from './queries.ts'

const SINCE_MS = 90 * 24 * 60 * 60 * 1_000
const ANSWERS = 5_000 // the latest so many are looked at

/**
 * Stores which answers and checks the change may affect. If a provider's model would answer, no check is asked;
 * instead, checks whose last reply passes count as broken if they must cite a source that would be gone.
 */
export async function gather(deps: Dependencies, impact: Row<'impacts'>): Promise<void> {
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
