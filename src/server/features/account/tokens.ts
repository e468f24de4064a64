import { newId } from '../../db/ids.ts'
import type { Row } from '../../db/rows.ts'
import type { Tx } from '../../db/tables.ts'
import { hashToken, newToken } from '../keys/index.ts'
import { insertAccountToken, replaceTokens, setTokenHash } from './queries.ts'

type Token = Row<'account_tokens'>

const HOUR_MS = 60 * 60 * 1000
const LIFETIME_MS: Record<Token['purpose'], number> = { password_reset: HOUR_MS, email: 24 * HOUR_MS }

/** How many links of a purpose somebody may ask for within an hour. */
export const REQUESTS_AN_HOUR: Record<Token['purpose'], number> = { password_reset: 3, email: 10 }
export const REQUEST_WINDOW_MS = HOUR_MS

const PAGES: Record<Token['purpose'], string> = { password_reset: 'reset-password', email: 'confirm-email' }

/**
 * Stores a row for a link, and ends earlier ones. Whoever shows or mails the link gives it a token with `issueToken`,
 * so that the token itself is never in the database or in a job. Returns the row's id.
 */
export async function prepareToken(
  tx: Tx,
  wanted: Pick<Token, 'user_id' | 'purpose'> & Partial<Pick<Token, 'email' | 'ends_two_factor'>>,
  now: number,
): Promise<string> {
  const id = newId()
  await replaceTokens(tx, wanted.user_id, wanted.purpose, now)
  await insertAccountToken(tx, {
    email: null,
    ends_two_factor: 0,
    ...wanted,
    id,
    token_hash: null,
    created_at: now,
    expires_at: now + LIFETIME_MS[wanted.purpose],
  })
  return id
}

/** Gives a prepared row a new token. @returns the token; undefined if the row has expired or another has replaced it */
export async function issueToken(tx: Tx, id: string, now: number): Promise<string | undefined> {
  const token = newToken()
  return (await setTokenHash(tx, id, hashToken(token), now)) ? token : undefined
}

/** The link with a token. The token comes after `#`, a part of the address that browsers send to no server. */
export const linkWith = (baseUrl: string, purpose: Token['purpose'], token: string) =>
  `${baseUrl}/${PAGES[purpose]}#${token}`
