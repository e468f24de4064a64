import type { Context } from '../../context.ts'
import { addToCounter, readCounters } from '../../db/counters.ts'
import type { Row } from '../../db/rows.ts'
import type { Tx } from '../../db/tables.ts'
import { AppError } from '../../errors.ts'
import { widgetOf } from '../agents/index.ts'
import { commit } from './commit.ts'
import type { Decision } from './decision.ts'
import { repliesOn } from './visits.ts'

/**
 * Stores a change of mode or status. Where the conversation was given back to the AI with a message that nobody has
 * answered, the reply to that counts as any other; if none is left, the conversation stays with people.
 * @throws AppError 422 `subscription_limit_exceeded`
 */
export async function commitSet(
  ctx: Context,
  tx: Tx,
  decision: Decision,
  agent: Pick<Row<'agents'>, 'widget'>,
): Promise<void> {
  const { askedReply, after } = decision
  if (!askedReply || after.origin !== 'widget') return commit(ctx, tx, decision)
  const today = repliesOn(ctx.now())
  const made = (await readCounters(tx, after.agent_id, [today]))[today] ?? 0
  if (made >= widgetOf(agent).ai_replies_per_day)
    throw new AppError('subscription_limit_exceeded', {
      message: 'The AI has answered as often today as the agent’s settings allow.',
    })
  await commit(ctx, tx, decision)
  await addToCounter(tx, after.agent_id, today, 1)
}
