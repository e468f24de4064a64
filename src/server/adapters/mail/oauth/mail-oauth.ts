import { createHash } from 'node:crypto'
import { z } from 'zod'
import { CodedError } from '../../../coded-error.ts'
import { parsedJson } from '../../../text/parsed-json.ts'
import { OutboundError } from '../../outbound/errors.ts'
import type { Outbound } from '../../outbound/outbound.ts'

/** A company that lets its users sign in to their mailboxes without giving others their password (`MAIL_OAUTH`). */
export interface MailOauthProvider {
  clientId: string
  clientSecret: string
  authorizeUrl: string
  tokenUrl: string
  scopes: readonly string[]
  /** What else its page of consent is asked. */
  asked: Record<string, string>
}

export interface MailTokens {
  /** What the mail servers are shown. */
  access: string
  /** By which the next access token is had. */
  refresh: string
  /** When the access token ends, in milliseconds. */
  until: number
}

/** Why there is no access token. `oauth_revoked` passes only once somebody signs in again. */
export type OauthProblemCode = 'oauth_revoked' | 'address_forbidden' | 'connection_refused' | 'timed_out'

/** What keeps an access token from being had, with a sentence for whoever set the mailbox up. */
export class OauthFailure extends CodedError<OauthProblemCode> {
  override name = 'OauthFailure'
}

export interface MailOauth {
  /** The names of the companies with which this installation is registered. */
  providers: readonly string[]
  /** The page on which somebody lets this installation reach a mailbox (RFC 6749, section 4.1.1; PKCE: RFC 7636). */
  pageOf(provider: string, asked: { redirectUri: string; state: string; verifier: string }): string
  /** Redeems the code with which somebody comes back from that page. @throws OauthFailure */
  redeem(provider: string, given: { redirectUri: string; code: string; verifier: string }): Promise<MailTokens>
  /** @param refresh stays valid unless the answer has another one @throws OauthFailure */
  renew(provider: string, refresh: string): Promise<MailTokens>
}

const ANSWER_MS = 20_000
const ANSWER_BYTES = 65_536
/** For how long a token counts of which the provider does not say it, in seconds (RFC 6749, section 5.1). */
const USUAL_SECONDS = 3_600
const WORDS = 300

const granted = z.object({
  access_token: z.string().min(1).max(16_384),
  refresh_token: z.string().min(1).max(16_384).optional(),
  expires_in: z.coerce.number().positive().optional(),
})
const refused = z.object({ error: z.string(), error_description: z.string().optional() })

/**
 * Signs in to mailboxes at companies with which the operator has registered this installation. Their addresses are
 * checked like all that are not this installation's own.
 */
export function createMailOauth(
  known: Record<string, MailOauthProvider>,
  { outbound, now }: { outbound: Outbound; now: () => number },
): MailOauth {
  function named(provider: string): MailOauthProvider {
    const found = known[provider]
    if (!found)
      throw new OauthFailure('oauth_revoked', `This installation signs in with ${provider} no more (MAIL_OAUTH).`)
    return found
  }

  async function ask(provider: string, form: Record<string, string>): Promise<z.output<typeof granted>> {
    const { tokenUrl, clientId, clientSecret } = named(provider)
    const body = new URLSearchParams({ ...form, client_id: clientId, client_secret: clientSecret }).toString()
    const headers = { 'content-type': 'application/x-www-form-urlencoded', accept: 'application/json' }
    const limits = { timeoutMs: ANSWER_MS, maxBytes: ANSWER_BYTES, redirect: 'manual' as const }
    let answer: Awaited<ReturnType<Outbound['fetch']>>
    try {
      answer = await outbound.fetch(tokenUrl, { method: 'POST', headers, body, ...limits })
    } catch (error) {
      throw unreached(provider, error)
    }
    const data = parsedJson(new TextDecoder().decode(answer.body))
    const tokens = granted.safeParse(data)
    if (answer.status === 200 && tokens.success) return tokens.data
    const { error = String(answer.status), error_description } = refused.safeParse(data).data ?? {}
    const said = `It says: ${[error, error_description].filter(Boolean).join(': ')}`.slice(0, WORDS)
    if (error === 'invalid_grant')
      throw new OauthFailure('oauth_revoked', `${provider} lets this mailbox be used no more. Sign in again. ${said}`)
    throw new OauthFailure('connection_refused', `${provider} gives no access to this mailbox at the moment. ${said}`)
  }

  const tokensOf = ({ access_token, refresh_token, expires_in }: z.output<typeof granted>, refresh?: string) => {
    const lasting = refresh_token ?? refresh
    if (lasting === undefined)
      throw new OauthFailure('oauth_revoked', 'The provider gave access for an hour only, without a refresh token.')
    return { access: access_token, refresh: lasting, until: now() + (expires_in ?? USUAL_SECONDS) * 1_000 }
  }

  return {
    providers: Object.keys(known),

    pageOf(provider, { redirectUri, state, verifier }) {
      const { authorizeUrl, clientId, scopes, asked } = named(provider)
      const url = new URL(authorizeUrl)
      const challenge = createHash('sha256').update(verifier).digest('base64url')
      const query = {
        ...{ response_type: 'code', client_id: clientId, redirect_uri: redirectUri, scope: scopes.join(' '), state },
        ...{ code_challenge: challenge, code_challenge_method: 'S256', ...asked },
      }
      for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value)
      return url.href
    },

    async redeem(provider, { redirectUri, code, verifier }) {
      const form = { grant_type: 'authorization_code', code, redirect_uri: redirectUri, code_verifier: verifier }
      return tokensOf(await ask(provider, form))
    },

    async renew(provider, refresh) {
      return tokensOf(await ask(provider, { grant_type: 'refresh_token', refresh_token: refresh }), refresh)
    },
  }
}

function unreached(provider: string, error: unknown): OauthFailure {
  const code = error instanceof OutboundError ? error.code : ''
  if (code === 'blocked')
    return new OauthFailure(
      'address_forbidden',
      `The address that gives tokens of ${provider} may not be reached.`,
      error,
    )
  const problem = code === 'timeout' ? 'timed_out' : 'connection_refused'
  return new OauthFailure(problem, `${provider} can't be reached to sign in to this mailbox. It is tried again.`, error)
}
