import type { Dependencies } from '../../context.ts'
import type { Tx } from '../../db/tables.ts'
import { isNotFound } from '../../errors.ts'
import type { Verb } from '../../http/binding.ts'
import { recordAudit } from '../audit/index.ts'
import { holdingAsMember } from './acting-member.ts'
import { decideAndCommit, lockState } from './commit.ts'

/** Marks a conversation and its messages as deleted, and cancels a reply that the AI is making. */
export const deleteConversation: Verb<'deleteConversation'> = async (ctx, input) => {
  try {
    await holdingAsMember(ctx, input.conversation, async (tx, state) => {
      const { id, organization_id: organizationId } = state.row
      await decideAndCommit(ctx, tx, state, { kind: 'delete' })
      await recordAudit(ctx, tx, organizationId, 'conversation.deleted', { type: 'conversation', id })
    })
  } catch (error) {
    if (!isNotFound(error)) throw error // another request has just deleted it
  }
}

/** Takes a conversation out of lists and totals before its rows are erased; does nothing to a deleted one. */
export async function takeOutConversation(deps: Dependencies, tx: Tx, id: string): Promise<void> {
  const state = await lockState(tx, id)
  if (state) await decideAndCommit(deps, tx, state, { kind: 'delete' })
}
