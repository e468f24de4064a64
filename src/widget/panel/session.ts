import { call, Refusal } from './api.ts'
import type { Keeper } from './keeper.ts'
import type { Visit } from './types.ts'

interface SessionOptions {
  agent: string
  keeper: Keeper
  /** Where the visitor is. */
  place: { page_url: string; referrer: string; locale: string }
  /** Called where this tab has got another token, before `became`, with who the visitor has proved to be. */
  replaced: (by: Visit, person: string | undefined) => void
  /** Called with whose chat it is now, the token before, and whether its visitor is the same person. */
  became: (visit: Visit, former: string | undefined, isSame: boolean) => void
}

/** Who the visitor is: their token, which others may take the place of. */
export function createSession({ agent, keeper, place, replaced, became }: SessionOptions) {
  let token = keeper.get('token')
  let renewing: Promise<void> | undefined

  function keep(key: string, value: string | null): void {
    if ((keeper.get(key) ?? null) !== value) keeper.set(key, value)
  }

  /** Goes on as the visitor of a visit. An unknown one who has proved to be somebody is still the same person. */
  function take(visit: Visit, proved: string | undefined): void {
    const [former, before] = [token, keeper.get('person')]
    const person = visit.visitor.identity_verified ? (proved ?? before ?? '') : null
    token = visit.token
    keep('token', token)
    keep('person', person)
    became(visit, former, person !== null && (before === undefined || before === person))
  }

  /** Begins a visit, or goes on with one. */
  async function visit(identityToken?: string): Promise<void> {
    const body = { token, ...(identityToken && { identity_token: identityToken }), ...place }
    const begun = await call('startVisit', { params: { agent }, body })
    const proved = identityToken && subjectOf(identityToken)
    if (begun.token !== token) replaced(begun, proved)
    take(begun, proved)
  }

  /** Begins a new visit because the token has ended, once for all who notice. */
  function renew(): Promise<void> {
    renewing ??= visit().finally(() => {
      renewing = undefined
    })
    return renewing
  }

  return {
    token: () => token,
    isKnown: () => keeper.get('person') !== undefined,
    visit,
    /** Takes over what another tab has begun. */
    take,
    /** Runs a request under the visitor's token. If that has ended, a new visit begins, and the request fails. */
    async run<T>(request: (token: string) => Promise<T>): Promise<T> {
      const own = token
      try {
        return await request(own ?? '')
      } catch (error) {
        if (!hasEnded(error)) throw error
        if (token && token !== own) return request(token)
        await renew()
        throw error
      }
    },
    /** Runs a request under a certain token and no other. If that is the visitor's and has ended, a new visit begins. */
    async runAs<T>(own: string, request: (token: string) => Promise<T>): Promise<T> {
      try {
        return await request(own)
      } catch (error) {
        if (hasEnded(error) && own === token) await renew()
        throw error
      }
    },
  }
}

/** Whether a request failed because its token is not good any more. */
const hasEnded = (error: unknown): boolean => error instanceof Refusal && error.status === 401

/** Whom an identity token is about; what the server has taken is well-formed. */
function subjectOf(identityToken: string): string | undefined {
  try {
    return JSON.parse(atob(identityToken.split('.')[1]!.replaceAll('-', '+').replaceAll('_', '/'))).sub
  } catch {
    return undefined
  }
}
