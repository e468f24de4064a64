import { z } from 'zod'
import { defineEndpoints } from './endpoint.ts'
import { deliveryStatuses } from './enums.ts'
import { webhookEventNames } from './events.ts'
import { timestamp, uuid, webUrl } from './fields.ts'
import { pageQuery } from './pagination.ts'

const events = z.array(z.enum(webhookEventNames)).min(1)

/** A webhook endpoint in the public list, without its URL and secret. */
export const webhookEndpoint = z.object({
  id: uuid,
  events: z.array(z.enum(webhookEventNames)),
  is_active: z.boolean(),
  created_at: timestamp,
})

export const createWebhookEndpointBody = z.object({
  url: webUrl(['https:', 'http:']).meta({ description: 'https; plain http only where the operator allows the host' }),
  events: events.optional().meta({ description: 'All of them when omitted' }),
})

const webhookDelivery = z.object({
  id: uuid,
  endpoint_id: uuid,
  url: z.string(),
  event: z.string(),
  status: z.enum(deliveryStatuses),
  attempts: z.array(
    z.object({
      number: z.int(),
      started_at: timestamp,
      duration_ms: z.int(),
      response_status: z.int().nullable(),
      response_body: z.string().nullable(),
      error: z.string().nullable(),
    }),
  ),
  next_attempt_at: timestamp.nullable(),
  payload: z.record(z.string(), z.json()),
  created_at: timestamp,
})

const webhookEndpointList = { query: z.object(pageQuery), paginated: true } as const

export const webhookEndpoints = defineEndpoints({
  listWebhookEndpoints: {
    summary: "List an agent's webhook endpoints, newest first",
    ...webhookEndpointList,
    data: z.array(webhookEndpoint),
  },
  listFullWebhookEndpoints: {
    summary: "List an agent's webhook endpoints with their addresses, newest first",
    ...webhookEndpointList,
    data: z.array(webhookEndpoint.extend({ url: z.string() })),
  },
  createWebhookEndpoint: {
    summary: 'Register a webhook endpoint; its secret is shown once',
    body: createWebhookEndpointBody,
    data: webhookEndpoint.extend({ url: z.string(), secret: z.string() }),
    secrets: ['secret'],
    errors: ['subscription_limit_exceeded'],
  },
  deleteWebhookEndpoint: { summary: 'Delete a webhook endpoint' },
  listWebhookDeliveries: {
    summary: 'List what was sent to webhook endpoints, newest first',
    query: z.object({ endpoint: uuid.optional(), status: z.enum(deliveryStatuses).optional(), ...pageQuery }),
    data: z.array(webhookDelivery),
    paginated: true,
  },
  getWebhookDelivery: { summary: 'What was sent to a webhook endpoint, with every attempt', data: webhookDelivery },
  sendTestWebhook: {
    summary: 'Send a sample event to an endpoint now',
    data: webhookDelivery,
    errors: ['rate_limit_exceeded'],
  },
  replayWebhookDelivery: { summary: 'Send a delivery again', data: webhookDelivery },
})
