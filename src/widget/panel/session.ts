import { call, Refusal } from './api.ts'
import type { Keeper } from './keeper.ts'
import type { Visit } from './types.ts'

interface SessionOptions {
  agent: string
  keeper: Keeper
  /** The page on which the visitor is, the one they came from, and the language in which the server is to answer. */
  place: { page_url: string; referrer: string; locale: string }
  /** Called at once when the page names another person: nothing of the former one may be shown any more. */
  left: () => void
  /** Called when this tab gets a token in place of `former`; `person` is whom the proof names, undefined if none. */
  replaced: (by: Visit, person: string | undefined, former: string) => void
  /**
   * Called with each visit that this tab goes on with, and the token before. `isSame` is true only if the visitor has
   * proved who they are, and was the same person before, or unknown.
   */
  became: (visit: Visit, former: string | undefined, isSame: boolean) => void
}

/** Holds who the visitor is: their token, which may be replaced, and the last proof (identity token) from the page. */
export function createSession({ agent, keeper, place, left, replaced, became }: SessionOptions) {
  let token = keeper.get('token') || undefined
  let proof: string | undefined
  /** The token of the former person. It is sent with the proof of the new one, by which the server ends it. */
  let leftToken: string | undefined
  let visiting: Promise<void> = Promise.resolve()
  let renewing: Promise<void> | undefined

  function keep(key: string, value: string | null): void {
    if ((keeper.get(key) ?? null) !== value) keeper.set(key, value)
  }

  /** Goes on with a visit. A visitor who was unknown and has now proved who they are counts as the same person. */
  function take(visit: Visit, proved: string | undefined): void {
    const [former, before] = [token, keeper.get('person')]
    const person = visit.visitor.identity_verified ? (proved ?? before ?? '') : null
    token = visit.token
    keep('token', token)
    keep('person', person)
    became(visit, former, person !== null && (before === undefined || before === person))
  }

  /** Takes a proof for all visits from now on. If it is another person's, the former one leaves before any request. */
  function prove(identityToken: string): void {
    const before = keeper.get('person')
    proof = identityToken
    if (before === undefined || before === subjectOf(identityToken)) return
    leftToken = token ?? leftToken
    token = undefined
    keep('token', '') // removing it would tell other tabs that the chat was shut down
    keep('person', null)
    left()
  }

  const ask = (body: { token: string | undefined; identity_token?: string }) =>
    call('startVisit', { params: { agent }, body: { ...body, ...place } })

  /** Begins a visit, or goes on with one. Visits wait for one another, since each may end the token before it. */
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
    if (proof !== undefined && proof !== given) prove(proof) // a newer one has come meanwhile
  }

  /** Begins a visit with a proof; without it if the server refuses it, such as when it has expired. */
  async function askWith(identityToken: string, former: string | undefined): Promise<Visit> {
    try {
      return await ask({ token: former, identity_token: identityToken })
    } catch (error) {
      if (!(error instanceof Refusal) || error.status !== 422 || identityToken !== proof) throw error
      proof = undefined
      return ask({ token })
    }
  }

  /** Begins a new visit because the token has ended, only one however many requests find that. */
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
    /** Takes over a visit that another tab has begun. */
    take,
    /** Runs a request under the visitor's token. If it has ended, uses its successor, or begins a visit and fails. */
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
    /** Runs a request under one token only. If that has ended, it fails; if it is the visitor's, a visit begins. */
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

/** The id of the person whom an identity token (a JWT) names, unverified; undefined if the token is malformed. */
function subjectOf(identityToken: string): string | undefined {
  try {
    return JSON.parse(atob(identityToken.split('.')[1]!.replaceAll('-', '+').replaceAll('_', '/'))).sub
  } catch {
    return undefined
  }
}

export type Session = ReturnType<typeof createSession>
