import type { Dependencies } from '../../context.ts'
import type { Row } from '../../db/rows.ts'
import { historyOfQuestion } from '../conversations/index.ts'
import { askOnce } from '../playground/index.ts'
import { judge } from './verdict.ts'

/**
 * Asks the agent a check with a model, and compares the reply with what the check expects. Stores nothing.
 * @throws the signal's reason when it is aborted
 */
export async function askCheck(
  deps: Dependencies,
  agent: Row<'agents'>,
  check: Row<'checks'>,
  options: { modelId: string; signal: AbortSignal },
) {
  const { content: reply, trace } = await askOnce(deps, agent, historyOfQuestion(check.question), options)
  const { decision, citations } = trace
  return { reply, trace, ...judge(check, { decision, reply, citations }) }
}
