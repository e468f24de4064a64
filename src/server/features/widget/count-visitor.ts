import { type VisitorRateClass, visitorRates } from '#contract/limits.ts'
import type { Actor, Dependencies } from '../../context.ts'
import { tooMany } from '../../errors.ts'
import { networkOf } from '../../network-of.ts'

const words: Record<VisitorRateClass, string> = {
  message: 'You are writing very fast',
  request: 'These are too many requests',
  conversation: 'Too many conversations were begun from your network',
  session: 'Too many visits were begun from your network',
}

/**
 * Counts a visitor's request: by their session or else network; new sessions and conversations always by network.
 * @throws AppError 429 `rate_limit_exceeded`, which says in how many seconds to try again
 */
export async function countVisitorRequest(
  deps: Dependencies,
  rate: VisitorRateClass,
  ip: string,
  actor: Actor | undefined,
): Promise<void> {
  const isOfSession = actor?.kind === 'visitor' && (rate === 'message' || rate === 'request')
  const key = isOfSession ? actor.tokenHash : networkOf(ip)
  const counted = await deps.rateLimits.consume(`widget:${key}:${rate}`, visitorRates[rate])
  if (!counted.allowed) throw tooMany(counted, deps.now(), words[rate])
}
