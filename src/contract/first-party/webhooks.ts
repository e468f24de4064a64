import type { Route } from '../route.ts'

/** Webhook endpoints and their deliveries. */
export const webhookRoutes = {
  listFullWebhookEndpoints: {
    api: 'first-party',
    method: 'GET',
    path: '/agents/{agent}/webhook-endpoints',
    status: 200,
    role: 'admin',
  },
  listWebhookDeliveries: {
    api: 'first-party',
    method: 'GET',
    path: '/agents/{agent}/webhook-deliveries',
    status: 200,
    role: 'admin',
  },
  sendTestWebhook: {
    api: 'first-party',
    method: 'POST',
    path: '/agents/{agent}/webhook-endpoints/{endpoint}/test',
    status: 201,
    role: 'admin',
  },
  replayWebhookDelivery: {
    api: 'first-party',
    method: 'POST',
    path: '/agents/{agent}/webhook-deliveries/{delivery}/replay',
    status: 201,
    role: 'admin',
  },
} as const satisfies Record<string, Route>
