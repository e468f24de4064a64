import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import type { Data } from '#contract/index.ts'
import { databases } from '../../testing/database.ts'
import { buildAgent, buildConversation } from '../../testing/factories.ts'
import { createTestApp, type Owner, type TestApp } from '../../testing/test-app.ts'
import { silent, startWrongProvider, wrongs } from '../../testing/wrong-provider.ts'
import type { ProviderReplyPayload } from './jobs.ts'
import { providerReplyHandler, replyHandler } from './reply.job.ts'

const names = Object.keys(wrongs)
const QUESTION = 'When does the pool open?'
const OFTEN = '{"read":100000,"write":100000,"polling":100000}'
/** As long as a model has for its reply. */
const PATIENCE_MS = 30_000
const MODELS_OF_AN_ACCOUNT = 20
const GREETING = 1 // message, with which each conversation begins

type Shape = 'openai' | 'anthropic'
const cases = databases().flatMap((database) =>
  (['openai', 'anthropic'] as const).map((shape) => ({ database, shape, title: `${shape} on ${database.name}` })),
)

/** An app whose platform has the models that do everything wrong. */
const appOf = (database: (typeof cases)[number]['database'], shape: Shape, url: string, worker: boolean) =>
  createTestApp({
    ...{ database, worker },
    env: {
      ...{ RATE_LIMITS: OFTEN, LOG_LEVEL: 'fatal', OUTBOUND_ALLOW: '127.0.0.1/32' },
      ...(shape === 'openai'
        ? { OPENAI_COMPATIBLE_BASE_URL: url, OPENAI_COMPATIBLE_MODELS: names.join() }
        : { ANTHROPIC_API_KEY: 'a-key', ANTHROPIC_BASE_URL: url, ANTHROPIC_MODELS: names.join() }),
    },
  })

/** The ids of the platform's models by their names. */
async function modelsOfPlatform(test: TestApp, owner: Owner): Promise<Map<string, string>> {
  const { data } = await test.request('listAiModels', {}, { key: await owner.key() })
  return new Map(data.map(({ slug, id }) => [slug, id]))
}

/** The ids of the models by their names, in accounts of the organization's own. */
async function modelsOfAccounts(test: TestApp, owner: Owner, shape: Shape, url: string): Promise<Map<string, string>> {
  const found: Data<'createModelAccount'>['models'] = []
  for (let from = 0; from < names.length; from += MODELS_OF_AN_ACCOUNT) {
    const account = shape === 'openai' ? { provider: 'openai_compatible' as const, base_url: url } : { provider: shape }
    const body = { ...account, key: 'a-key', models: names.slice(from, from + MODELS_OF_AN_ACCOUNT) }
    const params = { organization: owner.organizationId }
    found.push(...(await test.request('createModelAccount', { params, body }, owner)).data.models)
  }
  return new Map(found.map(({ slug, id }) => [slug, id]))
}

async function agentWith(test: TestApp, owner: Owner, model: string): Promise<string> {
  const { id: agent } = await buildAgent(test, owner, { id: model })
  await test.deps.database.transaction((tx) =>
    tx
      .updateTable('agents')
      .set({ verification: 'strict', instructions: 'The pool opens at 8:00.' })
      .where('id', '=', agent)
      .execute(),
  )
  return agent
}

const usedBy = async (test: TestApp, owner: Owner): Promise<number> =>
  (await test.request('getOrganization', { params: { organization: owner.organizationId } }, owner)).data.usage
    .message_credits.used

const repliesIn = (test: TestApp, conversation: string) =>
  test.deps.database.read
    .selectFrom('replies')
    .select(['status', 'credit_period'])
    .where('conversation_id', '=', conversation)
    .execute()

describe.each(cases)('what a turn costs whose provider does everything wrong: $title', ({ database, shape }) => {
  let provider: Awaited<ReturnType<typeof startWrongProvider>>
  let test: TestApp
  let address: string

  beforeAll(async () => {
    provider = await startWrongProvider()
    test = await appOf(database, shape, provider.url, true)
    address = await test.app.listen({ port: 0, host: '127.0.0.1' })
  })
  afterEach(() => void vi.restoreAllMocks())
  afterAll(async () => {
    await test.close()
    provider.close()
  })

  /** A turn of a new conversation: what a program is told while it waits, and what is stored then. */
  async function turn(owner: Owner, key: string, agent: string) {
    const { id: conversation } = await buildConversation(test, owner, agent)
    const response = await fetch(`${address}/v1/agents/${agent}/conversations/${conversation}/messages`, {
      method: 'POST',
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json', accept: 'text/event-stream' },
      body: JSON.stringify({ content: QUESTION }),
    })
    let shown = ''
    let outcome = ''
    for (const [, type, json] of (await response.text()).matchAll(/event: (.+)\ndata: (.+)\n/g)) {
      const data = JSON.parse(json!)
      if (type === 'reply.delta') shown += data.text
      if (type === 'reply.retracted') shown = ''
      if (type === 'done') outcome = data.outcome
    }
    const params = { agent, conversation }
    const messages = (await test.request('listMessages', { params }, { key })).data.slice(GREETING)
    return { shown, outcome, messages, replies: await repliesIn(test, conversation) }
  }

  it.each([
    { payer: 'a credit', isOwn: false },
    { payer: 'an account of its own', isOwn: true },
  ])('is one reply, said once, for $payer', async ({ isOwn }) => {
    const owner = await test.signUp()
    const key = await owner.key()
    const models = await (isOwn ? modelsOfAccounts(test, owner, shape, provider.url) : modelsOfPlatform(test, owner))
    const timeout = AbortSignal.timeout.bind(AbortSignal)
    const turns = async (some: readonly string[]) =>
      Promise.all(
        some.map(async (name) => {
          const { shown, outcome, messages, replies } = await turn(
            owner,
            key,
            await agentWith(test, owner, models.get(name)!),
          )
          expect(['answered', 'unknown'], name).toContain(outcome)
          expect(
            messages.map(({ role }) => role),
            name,
          ).toEqual(['visitor', 'assistant'])
          expect(messages[1]!.content.startsWith(shown), `${name}: ${shown}`).toBe(true)
          expect(replies, name).toEqual([{ status: 'stored', credit_period: isOwn ? null : expect.any(String) }])
        }),
      )
    await turns(names.filter((name) => !silent.includes(name)))
    vi.spyOn(AbortSignal, 'timeout').mockImplementation((ms) => timeout(ms === PATIENCE_MS ? 500 : ms))
    await turns(silent)
    expect(await usedBy(test, owner)).toBe(isOwn ? 0 : names.length)
  })
})

describe.each(cases)('a reply whose process dies before it is stored: $title', ({ database, shape }) => {
  let provider: Awaited<ReturnType<typeof startWrongProvider>>
  let test: TestApp

  beforeAll(async () => {
    provider = await startWrongProvider()
    test = await appOf(database, shape, provider.url, false)
  })
  afterAll(async () => {
    await test.close()
    provider.close()
  })

  it.each([
    { payer: 'a credit', isOwn: false },
    { payer: 'an account of its own', isOwn: true },
  ])('is asked for again, stored once and paid once, for $payer', async ({ isOwn }) => {
    const owner = await test.signUp()
    const key = await owner.key()
    const models = await (isOwn ? modelsOfAccounts(test, owner, shape, provider.url) : modelsOfPlatform(test, owner))
    const agent = await agentWith(test, owner, models.get('thinks-aloud')!)
    const { signal } = new AbortController()
    const { run, failed } = providerReplyHandler(test.deps)
    const ask = async () => {
      const { id: conversation } = await buildConversation(test, owner, agent)
      await test.request('sendMessage', { params: { agent, conversation }, body: { content: QUESTION } }, { key })
      const payload: ProviderReplyPayload = { conversationId: conversation, turn: 1, agentId: agent }
      await replyHandler(test.deps).run(payload, { signal } as never)
      return payload
    }
    const answersTo = async ({ conversationId: conversation }: ProviderReplyPayload) =>
      (await test.request('listMessages', { params: { agent, conversation } }, { key })).data.slice(GREETING + 1)
    const paid = (turns: number) => (isOwn ? 0 : turns)

    const first = await ask()
    const { transaction } = test.deps.database
    const asked = provider.asked.length
    test.deps.database.transaction = () => Promise.reject(new Error('The process has died.'))
    await expect(run(first, { signal } as never)).rejects.toThrow('The process has died.')
    test.deps.database.transaction = transaction
    expect(provider.asked.length).toBe(asked + 1)
    expect(await answersTo(first)).toEqual([])
    expect(await repliesIn(test, first.conversationId)).toMatchObject([{ status: 'pending' }])
    expect(await usedBy(test, owner)).toBe(paid(1))

    await run(first, { signal } as never)
    const stored = await answersTo(first)
    expect(stored).toHaveLength(1)
    // A run that was thought dead comes back, and one gives up when the reply is stored already.
    await run(first, { signal } as never)
    await failed?.(first, new Error('too late'))
    expect(await answersTo(first)).toEqual(stored)
    expect(await repliesIn(test, first.conversationId)).toMatchObject([{ status: 'stored' }])
    expect(await usedBy(test, owner)).toBe(paid(1))

    const second = await ask()
    await Promise.all([run(second, { signal } as never), run(second, { signal } as never)])
    expect(await answersTo(second)).toHaveLength(1)
    expect(await usedBy(test, owner)).toBe(paid(2))

    // Where no reply could be made at all, the apology costs nothing.
    const third = await ask()
    await failed?.(third, new Error('given up'))
    expect(await answersTo(third)).toHaveLength(1)
    expect(await usedBy(test, owner)).toBe(paid(2))
  })
})
