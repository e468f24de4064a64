import type { Context } from '../../context.ts'
import { networkOf } from '../../network-of.ts'

const MINUTE_MS = 60_000
/** Milliseconds for which a failed attempt counts. */
export const FAILURE_WINDOW_MS = 15 * MINUTE_MS

/** How many failed attempts within a time are allowed of those that are counted under a key. */
export interface FailureLimit {
  key: string
  allowed: number
  windowMs: number
}

export const tenOf = (key: string): FailureLimit => ({ key, allowed: 10, windowMs: FAILURE_WINDOW_MS })

export type Origin = Pick<Context, 'ip' | 'isAddressShared'>

/**
 * The limits for attempts from an unknown browser, of which the first is counted exactly. A network is blocked from an
 * account after ten failures, and from all after a hundred; an office of forgetful people has fewer. A shared proxy's
 * address is slowed but never blocked, since a stranger could else lock everybody out. An account is slowed by many
 * failures from everywhere.
 */
export function limitsFor(email: string, { ip, isAddressShared }: Origin): [FailureLimit, ...FailureLimit[]] {
  const network = networkOf(ip)
  const ofAccount = { key: `everywhere ${email}`, windowMs: MINUTE_MS }
  const ofNetwork = { key: `network ${network}`, allowed: 100 }
  if (isAddressShared)
    return [
      { ...ofAccount, allowed: 30 },
      { ...ofNetwork, windowMs: MINUTE_MS },
    ]
  return [tenOf(`${network} ${email}`), { ...ofAccount, allowed: 100 }, { ...ofNetwork, windowMs: FAILURE_WINDOW_MS }]
}
