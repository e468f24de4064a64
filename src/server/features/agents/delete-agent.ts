import { emit } from '../../events/emit.ts'
import type { Verb } from '../../http/binding.ts'
import { recordAudit } from '../audit/index.ts'
import { countAgent } from './counts.ts'
import { changeAgent, lockAgent } from './queries.ts'

/** Marks an agent as deleted. From then on the API answers 404 for it, and jobs left over only end what they began. */
export const deleteAgent: Verb<'deleteAgent'> = async (ctx, input) => {
  const { id } = input.agent
  await ctx.database.transaction(async (tx) => {
    const found = await lockAgent(tx, id)
    if (!found) return
    await changeAgent(tx, id, { deleted_at: ctx.now() })
    await countAgent(tx, found, -1)
    const target = { type: 'agent' as const, id, name: found.name }
    await recordAudit(ctx, tx, found.organization_id, 'agent.deleted', target)
    await emit(ctx, tx, found.organization_id, { type: 'agent.deleted', agent_id: id })
  })
  ctx.knowledge.forget(id)
}
