import type { Generated } from 'kysely'
import type { DeliveryStatus } from '#contract/enums.ts'
import type { Flag, Json, Milliseconds } from './types.ts'

interface WebhookEndpoints {
  id: string
  agent_id: string
  url: string
  events: Json
  /** The secret for signing deliveries. It is stored in clear, because an HMAC key can't be kept as a hash. */
  secret: string
  is_active: Flag
  /** When the first attempt failed since the last success, failed tests aside; null if none has. */
  failing_since: Milliseconds | null
  created_at: Milliseconds
  deleted_at: Milliseconds | null
}

interface WebhookDeliveries {
  id: string
  endpoint_id: string
  agent_id: string
  /** The header `webhook-id`, equal on every retry. */
  webhook_id: string
  event: string
  /** The conversation that the event is about. Null for a test. */
  conversation_id: Generated<string | null>
  payload: Json
  status: DeliveryStatus
  attempt_count: number
  next_attempt_at: Milliseconds | null
  created_at: Milliseconds
}

interface WebhookAttempts {
  id: string
  delivery_id: string
  number: number
  started_at: Milliseconds
  duration_ms: number
  response_status: number | null
  response_body: string | null
  error: string | null
}

export interface WebhookTables {
  webhook_endpoints: WebhookEndpoints
  webhook_deliveries: WebhookDeliveries
  webhook_attempts: WebhookAttempts
}
