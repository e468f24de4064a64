import { randomUUID } from 'node:crypto'
import { expect } from 'vitest'
import type { ErrorCode } from '#contract/errors.ts'
import type { Data, Input } from '#contract/index.ts'
import type { Plan } from '#contract/limits.ts'
import { type RouteName, routes } from '#contract/routes.ts'
import { type Scope, scopeNames } from '#contract/scopes.ts'
import { type Answer, type Credentials, call } from '../../tools/client.ts'
import { checkAnswer } from './check-answer.ts'

/** Parts of a request. The body has any type, as tests also send what no proper client would. */
export interface Sent {
  params?: Record<string, string>
  query?: Record<string, unknown>
  body?: unknown
}

export interface Account {
  url: string
  organization: string
  cookie: string
  key: string
  /**
   * Sends a request by operation name, with the account's key or cookie, and checks the answer against the contract.
   */
  send<Name extends RouteName>(name: Name, sent?: Sent, credentials?: Credentials): Promise<Answer<Name>>
  /** Sends a request and returns `data` of the answer; any status but success fails the test. */
  get<Name extends RouteName>(name: Name, sent?: Sent): Promise<Data<Name>>
  /** Creates one more API key. */
  newKey(scopes?: readonly Scope[], expires_at?: string): Promise<{ id: string; key: string }>
  setPlan(plan: Plan): Promise<unknown>
  newAgent(body?: object): Promise<Data<'getAgent'>>
  newConversation(agent: string, body?: object): Promise<Data<'getConversation'>>
  newTextSource(agent: string, content?: string): Promise<Data<'getSource'>>
  disable(agent: string, is_disabled?: boolean): Promise<unknown>
}

/** Signs up a new owner with an organization and a key with every scope. */
export async function newAccount({ url }: { url: string }): Promise<Account> {
  const body = {
    organization: 'Example',
    name: 'Owner',
    email: `${randomUUID()}@example.com`,
    password: 'correct horse battery',
  }
  const signedUp = await call(url, 'signUp', { body })
  expect(signedUp.status, JSON.stringify(signedUp.body)).toBe(201)
  const account = accountOf(url, signedUp.data.organizations[0]!.id, signedUp.headers.get('set-cookie')!.split(';')[0]!)
  account.key = (await account.newKey()).key
  return account
}

/** Wraps an owner who is already signed in; the account starts without an API key. */
export function accountOf(url: string, organization: string, cookie: string): Account {
  const account: Account = {
    url,
    organization,
    cookie,
    key: '',
    async send(name, sent = {}, credentials) {
      const own = routes[name].api === 'public' ? { key: account.key } : { cookie }
      const answer = await call(url, name, sent as Input<typeof name>, { ...own, ...credentials })
      await checkAnswer(url, name, answer)
      return answer
    },
    async get(name, sent) {
      const answer = await account.send(name, sent)
      expect(answer.status, `${name}: ${JSON.stringify(answer.body)}`).toBeLessThan(300)
      return answer.data
    },
    newKey: (scopes = scopeNames, expires_at = 'lifetime') =>
      account.get('createApiKey', { params: { organization }, body: { name: 'Tests', scopes, expires_at } }),
    setPlan: (plan) => account.get('updateOrganization', { params: { organization }, body: { plan } }),
    newAgent: (body) => account.get('createAgent', { params: { organization }, body: { name: 'Guide', ...body } }),
    newConversation: (agent, body = {}) => account.get('createConversation', { params: { agent }, body }),
    async newTextSource(agent, content = 'We open at nine and close at six.') {
      const source = await account.get('createSource', { params: { agent }, body: { type: 'text', content } })
      return Array.isArray(source) ? source[0]! : source
    },
    disable: (agent, is_disabled = true) =>
      account.get('updateAgentSettings', {
        params: { agent },
        body: { is_disabled, disabled_reason: is_disabled ? 'On holiday' : null },
      }),
  }
  return account
}

/** Status and error code of an answer, to compare both in one assertion. */
export function refusal(answer: { status: number; body: { error?: { code: ErrorCode } } | undefined }) {
  return [answer.status, answer.body?.error?.code]
}

/** Names of the fields that a 422 answer complains about. */
export function refusedFields(answer: { body: { error: { details: { field: string }[] } } }): string[] {
  return answer.body.error.details.map(({ field }) => field)
}
