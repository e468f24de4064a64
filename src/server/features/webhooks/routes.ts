import { latestAgentChange } from '../../events/latest-change.ts'
import type { Bindings } from '../../http/binding.ts'
import { createEndpoint } from './create-endpoint.ts'
import { deleteEndpoint } from './delete-endpoint.ts'
import { listDeliveries } from './list-deliveries.ts'
import { listEndpoints } from './list-endpoints.ts'
import { selectEndpointUrls } from './queries.ts'
import { replayDelivery } from './replay-delivery.ts'
import { sendTest } from './send-test.ts'

export const webhookRoutes: Bindings<
  | 'listWebhookEndpoints'
  | 'createWebhookEndpoint'
  | 'deleteWebhookEndpoint'
  | 'listWebhookUrls'
  | 'listWebhookDeliveries'
  | 'sendTestWebhook'
  | 'replayWebhookDelivery'
> = {
  listWebhookEndpoints: { run: listEndpoints, version: (ctx, { agent }) => latestAgentChange(ctx, agent) },
  createWebhookEndpoint: { run: createEndpoint },
  deleteWebhookEndpoint: { run: deleteEndpoint },
  listWebhookUrls: {
    run: (ctx, { agent }) => selectEndpointUrls(ctx.database.read, agent.id),
    version: (ctx, { agent }) => latestAgentChange(ctx, agent),
  },
  listWebhookDeliveries: { run: listDeliveries, version: (ctx, { agent }) => latestAgentChange(ctx, agent) },
  sendTestWebhook: { run: sendTest },
  replayWebhookDelivery: { run: replayDelivery },
}
