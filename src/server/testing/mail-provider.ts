import { createHash, randomUUID } from 'node:crypto'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

export interface MailProvider {
  /** Its registration of this installation, for `MAIL_OAUTH`. */
  registration: Record<string, unknown>
  /** Where a mail server asks whose token one is that follows in the address; `active` and `email` in the answer. */
  introspectionUrl: string
  /** What its token endpoint was asked for, in order. */
  asked: URLSearchParams[]
  /** Seconds for which the access tokens last that it gives from now on. */
  lasting: number
  /** How its token endpoint answers from now on, in place of giving tokens. */
  failing: { status: number; body: object } | undefined
  isValid(token: string): boolean
  /** Consents in its page as a user, in place of a browser. @returns the address that the browser is led back to */
  consent(page: string, user: string): string
  close(): Promise<void>
}

interface Consented {
  user: string
  challenge: string
  redirectUri: string
}

const CLIENT = { client_id: 'baton', client_secret: 'client-secret' }

/** Starts a company on loopback that has people's mailboxes, and lets others in only by OAuth (RFC 6749, RFC 7636). */
export async function startMailProvider(): Promise<MailProvider> {
  const codes = new Map<string, Consented>()
  const refreshes = new Map<string, string>()
  const tokens = new Map<string, string>()

  function consent(page: string, user: string): string {
    const { searchParams: asked } = new URL(page)
    const of = (name: string) => asked.get(name) ?? ''
    if (of('client_id') !== CLIENT.client_id || of('code_challenge_method') !== 'S256') throw new Error('wrong request')
    const code = randomUUID()
    codes.set(code, { user, challenge: of('code_challenge'), redirectUri: of('redirect_uri') })
    const back = new URL(of('redirect_uri'))
    back.searchParams.set('code', code)
    back.searchParams.set('state', of('state'))
    return back.href
  }

  /** @returns whose mailbox it is; undefined if nothing is granted */
  function userOf(form: URLSearchParams): string | undefined {
    const of = (name: string) => form.get(name) ?? ''
    if (of('client_id') !== CLIENT.client_id || of('client_secret') !== CLIENT.client_secret) return undefined
    if (of('grant_type') === 'refresh_token') {
      const user = refreshes.get(of('refresh_token'))
      refreshes.delete(of('refresh_token'))
      return user
    }
    const given = codes.get(of('code'))
    codes.delete(of('code'))
    const challenge = createHash('sha256').update(of('code_verifier')).digest('base64url')
    return given && given.challenge === challenge && given.redirectUri === of('redirect_uri') ? given.user : undefined
  }

  const server = createServer((request, response) => {
    const url = new URL(request.url!, 'http://localhost')
    const answer = (status: number, body: object) =>
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
    if (url.pathname === '/introspect') {
      const user = tokens.get(url.searchParams.get('token') ?? '')
      return answer(200, user === undefined ? { active: false } : { active: true, email: user })
    }
    if (url.pathname === '/authorize') {
      return response.writeHead(302, { location: consent(url.href, 'crew@boats.example') }).end()
    }
    let text = ''
    request.on('data', (part) => (text += part))
    request.on('end', () => {
      const form = new URLSearchParams(text)
      provider.asked.push(form)
      if (provider.failing) return answer(provider.failing.status, provider.failing.body)
      const user = userOf(form)
      if (user === undefined) return answer(400, { error: 'invalid_grant', error_description: 'Token revoked.' })
      const [access_token, refresh_token] = [randomUUID(), randomUUID()]
      tokens.set(access_token, user)
      refreshes.set(refresh_token, user)
      answer(200, { access_token, refresh_token, expires_in: provider.lasting, token_type: 'Bearer' })
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const provider: MailProvider = {
    registration: { ...CLIENT, authorize_url: `${base}/authorize`, token_url: `${base}/token`, scopes: ['mail'] },
    introspectionUrl: `${base}/introspect?token=`,
    asked: [],
    lasting: 3_600,
    failing: undefined,
    isValid: (token) => tokens.has(token),
    consent,
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections()
        server.close(() => resolve())
      }),
  }
  return provider
}
