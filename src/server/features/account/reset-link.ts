import type { Dependencies } from '../../context.ts'
import { lockRow } from '../../db/lock.ts'
import { personWithEmail } from '../sessions/index.ts'
import { issueToken, linkWith, prepareToken } from './tokens.ts'

/**
 * Makes a link for another password; only its token's hash is stored.
 * @returns undefined if no account has this address
 * @param endsTwoFactor whether the link also turns two-factor off, for somebody who has lost their authenticator
 */
export async function resetLink(
  { database, now }: Pick<Dependencies, 'database' | 'now'>,
  { email, baseUrl, endsTwoFactor }: { email: string; baseUrl: string; endsTwoFactor: boolean },
): Promise<string | undefined> {
  return database.transaction(async (tx) => {
    const user = await personWithEmail(tx, email.trim().toLowerCase())
    if (!user) return undefined
    await lockRow(tx, 'users', user.id)
    const wanted = { user_id: user.id, purpose: 'password_reset', ends_two_factor: endsTwoFactor ? 1 : 0 } as const
    const id = await prepareToken(tx, wanted, now())
    const token = await issueToken(tx, id, now())
    return token && linkWith(baseUrl, 'password_reset', token)
  })
}
