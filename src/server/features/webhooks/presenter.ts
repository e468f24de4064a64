import type { Data } from '#contract/index.ts'
import type { Row } from '../../db/rows.ts'
import { isoTime, isoTimeOrNull } from '../../db/time.ts'

/** An endpoint as lists show it, without its URL and secret. */
export function presentEndpoint(row: Row<'webhook_endpoints'>): Data<'listWebhookEndpoints'>[number] {
  return {
    id: row.id,
    events: JSON.parse(row.events),
    is_active: row.is_active === 1,
    created_at: isoTime(row.created_at),
  }
}

/** An endpoint with its URL, for the dashboard. */
export function presentFullEndpoint(row: Row<'webhook_endpoints'>): Data<'listFullWebhookEndpoints'>[number] {
  return { ...presentEndpoint(row), url: row.url }
}

export function presentDelivery(
  row: Row<'webhook_deliveries'> & { url: string },
  attempts: readonly Row<'webhook_attempts'>[],
): Data<'getWebhookDelivery'> {
  return {
    id: row.id,
    endpoint_id: row.endpoint_id,
    url: row.url,
    event: row.event,
    status: row.status,
    // An attempt stored after the delivery was read is left out, so that the two match.
    attempts: attempts
      .filter((attempt) => attempt.number <= row.attempt_count)
      .map((attempt) => ({
        number: attempt.number,
        started_at: isoTime(attempt.started_at),
        duration_ms: attempt.duration_ms,
        response_status: attempt.response_status,
        response_body: attempt.response_body,
        error: attempt.error,
      })),
    next_attempt_at: isoTimeOrNull(row.next_attempt_at),
    payload: JSON.parse(row.payload),
    created_at: isoTime(row.created_at),
  }
}

/** How the audit log names an endpoint: by its host alone, as the rest of a URL is often a secret. */
export const endpointTarget = ({ id, url }: Pick<Row<'webhook_endpoints'>, 'id' | 'url'>) => ({
  type: 'webhook_endpoint' as const,
  id,
  name: new URL(url).host,
})
