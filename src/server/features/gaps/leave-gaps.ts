import type { Dependencies, EventListener } from '../../context.ts'
import type { Row } from '../../db/rows.ts'
import type { Tx } from '../../db/tables.ts'
import { emit } from '../../events/emit.ts'
import { toBytes, toVector } from '../../knowledge/pack.ts'
import { countGap, nextVersion } from './counts.ts'
import { dot, fromDirection } from './directions.ts'
import { lockGaps } from './lock-gaps.ts'
import {
  changeGap,
  countGone,
  deleteGap,
  deleteMessagesOfConversation,
  selectGap,
  selectGapMessages,
  selectMessagesOfConversation,
} from './queries.ts'

const LOOKED_THROUGH = 500 // questions of a gap that are considered for its most central one

/** Takes the questions of a deleted conversation out of its agent's gaps, and deletes the gaps that have none left. */
export const gapEventListener: EventListener = async (deps, tx, { organizationId, event }) => {
  if (event.type !== 'conversation.deleted' || !event.conversation_id || !event.agent_id) return
  if ((await selectMessagesOfConversation(tx, event.conversation_id)).length === 0) return
  await lockGaps(tx, event.agent_id)
  const messages = await selectMessagesOfConversation(tx, event.conversation_id)
  await deleteMessagesOfConversation(tx, event.conversation_id)
  for (const [gapId, left] of Map.groupBy(messages, ({ gap_id }) => gap_id)) {
    const gap = await selectGap(tx, gapId)
    if (gap) await leave(deps, tx, organizationId, gap, left)
  }
}

async function leave(
  deps: Dependencies,
  tx: Tx,
  organizationId: string,
  gap: Row<'gaps'>,
  left: readonly Row<'gap_messages'>[],
): Promise<void> {
  const { id, agent_id } = gap
  const [[last], [first]] = [await selectGapMessages(tx, id, 1), await selectGapMessages(tx, id, 1, 'asc')]
  if (!last || !first) {
    await deleteGap(tx, id)
    await countGap(tx, agent_id, gap.state, null)
  } else {
    const sum = toVector(gap.sum).slice()
    for (const { embedding } of left) for (const [at, value] of fromDirection(embedding).entries()) sum[at]! -= value
    const isUnnamed = left.some(({ message_id }) => message_id === gap.question_id)
    await changeGap(tx, id, {
      ...(isUnnamed && { question_id: await centralOf(tx, id, sum) }),
      sum: toBytes(sum),
      count: gap.count - left.length,
      visitors: gap.visitors - (await countGone(tx, id, left)),
      conversations: gap.conversations - 1,
      first_at: first.asked_at,
      last_at: last.asked_at,
      version: await nextVersion(tx, agent_id),
    })
  }
  await emit(deps, tx, organizationId, { type: 'gap.updated', agent_id, gap_id: id })
}

/** The id of the one of a gap's latest questions that is nearest to the mean. The gap must have at least one. */
async function centralOf(tx: Tx, gapId: string, sum: Float32Array): Promise<string> {
  const messages = await selectGapMessages(tx, gapId, LOOKED_THROUGH)
  const near = messages.map(({ message_id, embedding }) => ({ message_id, near: dot(sum, fromDirection(embedding)) }))
  return near.reduce((best, one) => (one.near > best.near ? one : best)).message_id
}
