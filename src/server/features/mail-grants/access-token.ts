import { setTimeout as delay } from 'node:timers/promises'
import { OauthFailure } from '../../adapters/mail/oauth/mail-oauth.ts'
import type { Dependencies } from '../../context.ts'
import type { Row } from '../../db/rows.ts'
import { openTokens, sealGrant } from './grant-secret.ts'
import { changeGrant, selectGrant, takeRenewal } from './queries.ts'

type Needed = Pick<Dependencies, 'database' | 'mailOauth' | 'secrets' | 'now'>

/** An access token is renewed so long before it ends, by one process, which has so long for it. All in milliseconds. */
const EARLY_MS = 5 * 60_000
const RENEWAL_MS = 30_000
const LOOK_AGAIN_MS = 200

/**
 * The access token of a grant, renewed if it ends soon. While another process renews it, the present one serves as long
 * as it lasts.
 * @throws OauthFailure; SecretUnreadable
 */
export async function accessTokenOf(deps: Needed, id: string): Promise<string> {
  for (;;) {
    const row = await selectGrant(deps.database.read, id)
    if (row?.status !== 'granted')
      throw new OauthFailure('oauth_revoked', 'Access to this mailbox has ended at its provider. Sign in again.')
    const now = deps.now()
    if (row.access_until - now > EARLY_MS) return openTokens(deps, row).access
    if (await deps.database.transaction((tx) => takeRenewal(tx, row, { now, until: now + RENEWAL_MS })))
      return renew(deps, row)
    if (row.access_until - now > RENEWAL_MS) return openTokens(deps, row).access
    await delay(LOOK_AGAIN_MS)
  }
}

async function renew(deps: Needed, row: Row<'mail_grants'>): Promise<string> {
  const end = (changes: Partial<Row<'mail_grants'>>) =>
    deps.database.transaction((tx) => changeGrant(tx, row.id, { ...changes, renewing_until: 0 }))
  try {
    const { access, refresh, until } = await deps.mailOauth.renew(row.provider, openTokens(deps, row).refresh)
    await end({ secret: sealGrant(deps, row.id, { access, refresh }), access_until: until })
    return access
  } catch (error) {
    await end(error instanceof OauthFailure && error.code === 'oauth_revoked' ? { status: 'revoked' } : {})
    throw error
  }
}
