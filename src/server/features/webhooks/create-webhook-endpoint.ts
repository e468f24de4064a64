import { randomBytes } from 'node:crypto'
import { webhookEventNames } from '#contract/events.ts'
import { limits } from '#contract/limits.ts'
import { newId } from '../../db/ids.ts'
import { lockRow } from '../../db/lock.ts'
import { AppError } from '../../errors.ts'
import { emit } from '../../events/emit.ts'
import type { Verb } from '../../http/binding.ts'
import { recordAudit } from '../audit/index.ts'
import { holdPermission } from '../organizations/index.ts'
import { countEndpoint, totalEndpoints } from './counts.ts'
import { endpointTarget, presentEndpoint } from './presenter.ts'
import { insertEndpoint } from './queries.ts'

const SECRET_BYTES = 32

/** Creates a webhook endpoint. Its answer contains the secret, which no other answer does, and the URL. */
export const createWebhookEndpoint: Verb<'createWebhookEndpoint'> = async (ctx, { agent, body }) => {
  const refusal = ctx.outbound.check(body.url, { httpsOnly: true })
  if (refusal) throw new AppError('validation_failed', { details: [{ field: 'url', message: refusal }] })
  const row = {
    id: newId(),
    agent_id: agent.id,
    url: body.url,
    events: JSON.stringify([...new Set(body.events ?? webhookEventNames)]),
    secret: `whsec_${randomBytes(SECRET_BYTES).toString('base64')}`,
    is_active: 1 as const,
    failing_since: null,
    created_at: ctx.now(),
    deleted_at: null,
  }
  return ctx.database.transaction(async (tx) => {
    await holdPermission(ctx, tx, agent.organization_id)
    await lockRow(tx, 'agents', agent.id)
    if ((await totalEndpoints(tx, agent.id)) >= limits.webhookEndpoints)
      throw new AppError('subscription_limit_exceeded', {
        message: `An agent has at most ${limits.webhookEndpoints} webhook endpoints.`,
      })
    await insertEndpoint(tx, row)
    await countEndpoint(tx, agent.id, 1)
    await recordAudit(ctx, tx, agent.organization_id, 'webhook_endpoint.created', endpointTarget(row))
    await emit(ctx, tx, agent.organization_id, {
      type: 'webhook_endpoint.updated',
      agent_id: agent.id,
      endpoint_id: row.id,
    })
    return ctx.answer(tx, { ...presentEndpoint(row), url: row.url, secret: row.secret })
  })
}
