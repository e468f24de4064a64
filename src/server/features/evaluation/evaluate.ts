import type { Data } from '#contract/index.ts'
import { inParallel } from '../../concurrency/in-parallel.ts'
import type { Dependencies } from '../../context.ts'
import type { Row } from '../../db/rows.ts'
import type { Tx } from '../../db/tables.ts'
import { selectAgent } from '../agents/index.ts'
import type { History } from '../conversations/index.ts'
import { type Asking, askOnce } from './ask-once.ts'
import type { Given } from './verdict.ts'

const AT_ONCE = 8 // answers that are stored together: about a quarter of a second's work
const IN_FLIGHT = 2 // questions at a time: passages of one are read from the database while those of another are ranked
const TOLD_EVERY_MS = 500

export type Ask = (
  history: History,
  asking?: Asking,
) => Promise<{ given: Given; trace: Data<'askPlayground'>['trace'] }>

export interface Evaluation<Question, Answer> {
  agentId: string
  /** Whether a provider is paid for each reply. Such a reply is stored at once, so that no other attempt pays again. */
  isPaid: boolean
  /** Up to `limit` questions that are still to be asked; none once all were. */
  next(limit: number): readonly Question[] | Promise<readonly Question[]>
  answer(question: Question, ask: Ask, agent: Row<'agents'>): Promise<Answer>
  /** Absent where nothing is stored. */
  stored?: {
    /**
     * Stores answers, so that `next` leaves out their questions; `paid` counts a provider's replies.
     * @returns false if they are no longer wanted
     */
    store(tx: Tx, answers: readonly Answer[], paid: number): Promise<boolean>
    tell(tx: Tx, agent: Row<'agents'>): Promise<void>
  }
}

/**
 * Asks an agent, as it is at each moment. Answers are stored a few at a time, so that another attempt can go on.
 * @returns false if the agent was deleted or answers are no longer wanted
 * @throws the signal's reason when it is aborted
 */
export async function evaluate<Question, Answer>(
  deps: Dependencies,
  { agentId, isPaid, next, answer, stored }: Evaluation<Question, Answer>,
  signal: AbortSignal,
): Promise<boolean> {
  let toldAt = performance.now()
  for (;;) {
    const questions = await next(isPaid ? 1 : AT_ONCE)
    if (questions.length === 0) return true
    const agent = await selectAgent(deps.database.read, agentId)
    if (!agent) return false
    let paid = 0
    const ask: Ask = async (history, asking) => {
      const { content, trace } = await askOnce(deps, agent, history, { ...asking, signal })
      if (trace.model !== deps.models.defaultModel.slug) paid += 1
      return { given: { reply: content, decision: trace.decision, citations: trace.citations }, trace }
    }
    const answers = await inParallel(questions, IN_FLIGHT, (question) => {
      signal.throwIfAborted()
      return answer(question, ask, agent)
    })
    if (!stored) continue
    const isDue = performance.now() - toldAt > TOLD_EVERY_MS
    if (isDue) toldAt = performance.now()
    const isWanted = await deps.database.transaction(async (tx) => {
      const isStored = await stored.store(tx, answers, paid)
      if (isStored && isDue) await stored.tell(tx, agent)
      return isStored
    })
    if (!isWanted) return false
  }
}
