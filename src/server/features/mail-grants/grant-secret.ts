import type { MailTokens } from '../../adapters/mail/oauth/mail-oauth.ts'
import type { Place } from '../../adapters/secrets/secrets.ts'
import type { Dependencies } from '../../context.ts'
import type { Row } from '../../db/rows.ts'

const placeOf = (id: string): Place => ({ table: 'mail_grants', column: 'secret', row: id })

/** What the answer of a provider is redeemed with. */
export interface Asked {
  verifier: string
  redirectUri: string
}

export const sealGrant = (
  { secrets }: Pick<Dependencies, 'secrets'>,
  id: string,
  kept: Asked | Pick<MailTokens, 'access' | 'refresh'>,
): string => secrets.seal(JSON.stringify(kept), placeOf(id))

/** @throws SecretUnreadable */
export const openAsked = ({ secrets }: Dependencies, { id, secret }: Row<'mail_grants'>): Asked =>
  JSON.parse(secrets.open(secret, placeOf(id)))

/** @throws SecretUnreadable */
export const openTokens = (
  { secrets }: Pick<Dependencies, 'secrets'>,
  { id, secret }: Row<'mail_grants'>,
): Pick<MailTokens, 'access' | 'refresh'> => JSON.parse(secrets.open(secret, placeOf(id)))
