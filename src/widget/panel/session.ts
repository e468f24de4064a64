import { call, Refusal } from './api.ts'
import type { Keeper } from './keeper.ts'
import type { Visit } from './types.ts'

interface SessionOptions {
  agent: string
  keeper: Keeper
  /** Where the visitor is. */
  place: { page_url: string; referrer: string; locale: string }
  /** Called at once when somebody else is made known: nothing of the former person is shown any more. */
  left: () => void
  /** Called where this tab has got another token in place of a former one, with who the visitor has proved to be. */
  replaced: (by: Visit, person: string | undefined, former: string) => void
  /** Called with whose chat it is now, the token before, and whether its visitor is the same person. */
  became: (visit: Visit, former: string | undefined, isSame: boolean) => void
}

/** Who the visitor is: their token, which others may take the place of, and the last proof that the page has given. */
export function createSession({ agent, keeper, place, left, replaced, became }: SessionOptions) {
  let token = keeper.get('token') || undefined
  let proof: string | undefined
  /** The token of somebody who has left, which the server ends with the proof of who has come. */
  let leftToken: string | undefined
  let visiting: Promise<void> = Promise.resolve()
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

  /** Takes a proof of who the visitor is, for all visits from now on. A former person leaves before anything is asked. */
  function prove(identityToken: string): void {
    const before = keeper.get('person')
    proof = identityToken
    if (before === undefined || before === subjectOf(identityToken)) return
    leftToken = token ?? leftToken
    token = undefined
    keep('token', '') // not removed, which would say to other tabs that the chat was shut down
    keep('person', null)
    left()
  }

  const ask = (body: { token: string | undefined; identity_token?: string }) =>
    call('startVisit', { params: { agent }, body: { ...body, ...place } })

  /** Begins a visit, or goes on with one, one after another, since each may end the token before it. */
  function visit(): Promise<void> {
    visiting = visiting.catch(() => {}).then(visitOnce)
    return visiting
  }

  async function visitOnce(): Promise<void> {
    const given = proof
    const former = token ?? leftToken
    const begun = await (given === undefined ? ask({ token }) : askWith(given, former))
    const proved = given && subjectOf(given)
    if (former && begun.token !== former) replaced(begun, proved, former)
    leftToken = undefined
    take(begun, proved)
    if (proof !== undefined && proof !== given) prove(proof) // by which somebody else may have come meanwhile
  }

  /** Asks with a proof. One that has ended, as on a page that has been open for long, keeps nobody from writing. */
  async function askWith(identityToken: string, former: string | undefined): Promise<Visit> {
    try {
      return await ask({ token: former, identity_token: identityToken })
    } catch (error) {
      if (!(error instanceof Refusal) || error.status !== 422 || identityToken !== proof) throw error
      proof = undefined
      return ask({ token })
    }
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
    /** Whether there is a proof that the server has not refused. */
    hasProof: () => proof !== undefined,
    prove,
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
