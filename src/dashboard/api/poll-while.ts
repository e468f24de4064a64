import type { Query } from '@tanstack/react-query'
import { isApiError } from './api-error.ts'
import { streamConnected } from './stream-state.ts'

const GROWTH = 1.5 // factor by which each poll without news prolongs the wait until the next

interface Pace {
  /** Milliseconds between polls while the answer keeps changing. */
  ms: number
  /** The longest wait while the answer stays the same, in milliseconds; a `Retry-After` can prolong it. */
  max: number
  /** Milliseconds between polls while the event stream is connected; if left out, the stream plays no part. */
  live?: number
}

interface AnyQuery {
  state: Pick<Query['state'], 'data' | 'dataUpdateCount' | 'error' | 'errorUpdateCount'>
}

/** For each query, its current data and the number of the update that brought it. */
const unchangedSince = new WeakMap<object, { data: unknown; update: number }>()

/**
 * A `refetchInterval`. Components share requests; a hidden tab does not poll; errors and `Retry-After` slow it down.
 */
export function pollWhile<Polled extends AnyQuery>(wanted: (query: Polled) => boolean, pace: Pace) {
  return (query: Polled): number | false => (wanted(query) ? nextInterval(query, pace) : false)
}

function nextInterval(query: AnyQuery, { ms, max, live }: Pace): number {
  const { error } = query.state
  if (isApiError(error) && error.retryAfter) return error.retryAfter * 1_000
  return live !== undefined && streamConnected.get() ? live : backOff(query, ms, max)
}

function backOff(query: AnyQuery, ms: number, max: number): number {
  const { data, dataUpdateCount, errorUpdateCount } = query.state
  const update = dataUpdateCount + errorUpdateCount
  const known = unchangedSince.get(query)
  if (!known || known.data !== data) unchangedSince.set(query, { data, update })
  const quiet = known && known.data === data ? update - known.update : 0
  return Math.min(max, Math.round(ms * GROWTH ** quiet))
}
