import type { Route } from '../route.ts'
import { create, get } from './route-of.ts'

export const webhookRoutes = {
  listFullWebhookEndpoints: get('/agents/{agent}/webhook-endpoints', 'admin'),
  listWebhookDeliveries: get('/agents/{agent}/webhook-deliveries', 'admin'),
  getWebhookDelivery: get('/agents/{agent}/webhook-deliveries/{delivery}', 'admin'),
  sendTestWebhook: create('/agents/{agent}/webhook-endpoints/{endpoint}/test', 'admin', 'none'),
  replayWebhookDelivery: create('/agents/{agent}/webhook-deliveries/{delivery}/replay', 'admin', 'none'),
} as const satisfies Record<string, Route>
