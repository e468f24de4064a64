import { randomBytes } from 'node:crypto'
import { webhookEventNames } from '#contract/events.ts'
import { limits } from '#contract/limits.ts'
import type { Context } from '../../context.ts'
import { newId } from '../../db/ids.ts'
import { lockRow } from '../../db/lock.ts'
import { readPage } from '../../db/paginate.ts'
import type { Row } from '../../db/rows.ts'
import { AppError } from '../../errors.ts'
import { emit } from '../../events/emit.ts'
import { latestAgentChange } from '../../events/latest-change.ts'
import type { Bindings, Verb, VerbInput, VerbResult } from '../../http/binding.ts'
import { recordAudit } from '../audit/index.ts'
import { holdPermission } from '../organizations/index.ts'
import { newDelivery, storeDelivery } from './announce.ts'
import { countEndpoint, totalEndpoints } from './counts.ts'
import { deliverJob } from './jobs.ts'
import { listDeliveries, showDelivery } from './list-deliveries.ts'
import { endpointTarget, presentEndpoint, presentFullEndpoint } from './presenter.ts'
import {
  changeEndpoint,
  endpointIds,
  insertEndpoint,
  lockDelivery,
  selectEndpoint,
  selectEndpoints,
} from './queries.ts'
import { giveUpPending, setActive } from './record-attempt.ts'
import { sendTest } from './send-test.ts'

/**
 * Sends an event again as a new delivery. It keeps its `webhook-id`, because to the receiver it is the same event.
 * @throws AppError 404 when the delivery was erased while the request's body arrived, or its endpoint has been deleted
 */
const replayDelivery: Verb<'replayWebhookDelivery'> = async (ctx, { agent, delivery }) => {
  const { event, payload, webhook_id: webhookId } = delivery
  return ctx.database.transaction(async (tx) => {
    // Whoever erases a conversation locks it first, and takes its deliveries with it.
    if (delivery.conversation_id) await lockRow(tx, 'conversations', delivery.conversation_id)
    if (!(await lockDelivery(tx, delivery.id))) throw new AppError('resource_not_found')
    const endpoint = await selectEndpoint(tx, agent.id, delivery.endpoint_id)
    if (!endpoint)
      throw new AppError('resource_not_found', { message: 'The endpoint of this delivery has been deleted.' })
    const row = newDelivery(
      endpoint,
      { event, payload, webhookId, conversationId: delivery.conversation_id },
      ctx.now(),
    )
    await storeDelivery(ctx, tx, agent.organization_id, row)
    await ctx.jobs.send(tx, deliverJob, { delivery_id: row.id, number: 1 })
    return ctx.answer(tx, await showDelivery(tx, row.id), row.conversation_id)
  })
}

/** Marks an endpoint as deleted, and its pending deliveries as failed, so that they are not attempted again. */
const deleteWebhookEndpoint: Verb<'deleteWebhookEndpoint'> = async (ctx, { agent, endpoint }) => {
  await ctx.database.transaction(async (tx) => {
    await lockRow(tx, 'webhook_endpoints', endpoint.id)
    if (!(await selectEndpoint(tx, agent.id, endpoint.id))) return
    await changeEndpoint(tx, endpoint.id, { deleted_at: ctx.now() })
    await setActive(ctx, tx, agent.organization_id, endpoint, 0)
    await countEndpoint(tx, agent.id, -1)
    await recordAudit(ctx, tx, {
      organizationId: agent.organization_id,
      action: 'webhook_endpoint.deleted',
      target: endpointTarget(endpoint),
    })
    await giveUpPending(tx, endpoint)
  })
}

type Input = VerbInput<'listWebhookEndpoints'>

const listWebhookEndpoints = (ctx: Context, input: Input): Promise<VerbResult<'listWebhookEndpoints'>> =>
  pageOfEndpoints(ctx, input, presentEndpoint)

const listFullWebhookEndpoints = (ctx: Context, input: Input): Promise<VerbResult<'listFullWebhookEndpoints'>> =>
  pageOfEndpoints(ctx, input, presentFullEndpoint)

const pageOfEndpoints = <Item>(
  ctx: Context,
  { agent, query }: Input,
  present: (row: Row<'webhook_endpoints'>) => Item,
) =>
  readPage(ctx.database, query, {
    total: (db) => totalEndpoints(db, agent.id),
    ids: (db) => endpointIds(db, agent.id),
    rows: selectEndpoints,
    present,
  })

const SECRET_BYTES = 32

/** Creates a webhook endpoint. Its answer contains the secret, which no other answer does, and the URL. */
const createWebhookEndpoint: Verb<'createWebhookEndpoint'> = async (ctx, { agent, body }) => {
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
    await recordAudit(ctx, tx, {
      organizationId: agent.organization_id,
      action: 'webhook_endpoint.created',
      target: endpointTarget(row),
    })
    await emit(ctx, tx, agent.organization_id, {
      type: 'webhook_endpoint.updated',
      agent_id: agent.id,
      endpoint_id: row.id,
    })
    return ctx.answer(tx, { ...presentEndpoint(row), url: row.url, secret: row.secret })
  })
}

export const webhookRoutes = {
  listWebhookEndpoints: { run: listWebhookEndpoints, version: (ctx, { agent }) => latestAgentChange(ctx, agent) },
  createWebhookEndpoint: { run: createWebhookEndpoint },
  deleteWebhookEndpoint: { run: deleteWebhookEndpoint },
  listFullWebhookEndpoints: {
    run: listFullWebhookEndpoints,
    version: (ctx, { agent }) => latestAgentChange(ctx, agent),
  },
  // Both without a version, as deliveries are pruned and erased without an event.
  listWebhookDeliveries: { run: listDeliveries },
  getWebhookDelivery: { run: (ctx, { delivery }) => ctx.database.snapshot((db) => showDelivery(db, delivery.id)) },
  sendTestWebhook: { run: sendTest },
  replayWebhookDelivery: { run: replayDelivery },
} satisfies Partial<Bindings>
