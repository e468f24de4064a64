import { lockRow } from '../../db/lock.ts'
import type { Verb } from '../../http/binding.ts'
import { recordAudit } from '../audit/index.ts'
import { countEndpoint } from './counts.ts'
import { endpointTarget } from './presenter.ts'
import { changeEndpoint, selectEndpoint } from './queries.ts'
import { giveUpPending, setActive } from './switch-webhook-endpoint.ts'

/** Marks an endpoint as deleted, and its pending deliveries as failed, so that they are not attempted again. */
export const deleteWebhookEndpoint: Verb<'deleteWebhookEndpoint'> = async (ctx, { agent, endpoint }) => {
  await ctx.database.transaction(async (tx) => {
    await lockRow(tx, 'webhook_endpoints', endpoint.id)
    if (!(await selectEndpoint(tx, agent.id, endpoint.id))) return
    await changeEndpoint(tx, endpoint.id, { deleted_at: ctx.now() })
    await setActive(ctx, tx, agent.organization_id, endpoint, 0)
    await countEndpoint(tx, agent.id, -1)
    await recordAudit(ctx, tx, agent.organization_id, 'webhook_endpoint.deleted', endpointTarget(endpoint))
    await giveUpPending(tx, endpoint)
  })
}
