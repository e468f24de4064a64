import type { Dependencies } from '../../context.ts'
import type { Row } from '../../db/rows.ts'
import type { Tx } from '../../db/tables.ts'
import { emit } from '../../events/emit.ts'
import { lockGaps } from './lock-gaps.ts'
import {
  changeAskedBy,
  changeGap,
  countGone,
  selectAskedBefore,
  selectGap,
  selectMessagesOfConversation,
} from './queries.ts'

/** If a conversation's visitor turns out to be another one, counts its questions in gaps for that visitor. */
export async function changeVisitor(
  deps: Dependencies,
  tx: Tx,
  before: Row<'conversations'>,
  { id, agent_id, organization_id, chat_user_id }: Row<'conversations'>,
): Promise<void> {
  if (before.chat_user_id === chat_user_id) return
  if ((await selectMessagesOfConversation(tx, id)).length === 0) return
  await lockGaps(tx, agent_id)
  const messages = await selectMessagesOfConversation(tx, id)
  for (const [gapId, asked] of Map.groupBy(messages, ({ gap_id }) => gap_id)) {
    const gap = await selectGap(tx, gapId)
    if (!gap) continue
    const { visitor: isKnown } = await selectAskedBefore(tx, gapId, { conversation_id: id, chat_user_id })
    await changeAskedBy(tx, gapId, id, chat_user_id)
    const gone = await countGone(tx, gapId, asked)
    await changeGap(tx, gapId, { visitors: gap.visitors + (isKnown ? 0 : 1) - gone })
    await emit(deps, tx, organization_id, { type: 'gap.updated', agent_id, gap_id: gapId })
  }
}
