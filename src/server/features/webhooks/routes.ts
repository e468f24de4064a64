import { latestAgentChange } from '../../events/latest-change.ts'
import type { Bindings } from '../../http/binding.ts'
import { createWebhookEndpoint } from './create-webhook-endpoint.ts'
import { deleteWebhookEndpoint } from './delete-webhook-endpoint.ts'
import { listDeliveries, showDelivery } from './list-deliveries.ts'
import { listFullWebhookEndpoints, listWebhookEndpoints } from './list-webhook-endpoints.ts'
import { replayDelivery } from './replay-delivery.ts'
import { sendTest } from './send-test.ts'

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
