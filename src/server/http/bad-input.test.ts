import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { z } from 'zod'
import type { Endpoint } from '#contract/endpoint.ts'
import { endpoints } from '#contract/index.ts'
import { limits } from '#contract/limits.ts'
import { basePaths } from '#contract/route.ts'
import { databases } from '../testing/database.ts'
import { buildAction, buildAgent, buildConversation, buildTextSource } from '../testing/factories.ts'
import { startModelProvider } from '../testing/model-provider.ts'
import { insertSite } from '../testing/sample-rows.ts'
import { createTestApp, type Owner, type TestApp } from '../testing/test-app.ts'

const withBody = (Object.values(endpoints) as unknown as Endpoint[]).filter((endpoint) => endpoint.body)
const OFTEN = JSON.stringify({ read: 100_000, write: 100_000, training: 100_000, polling: 100_000 })

/** Values of the wrong type for most fields, or texts that can't be stored. */
const hostileValues = [
  null,
  0,
  -1,
  1e308,
  true,
  '',
  ' ',
  '\0',
  'a\0b',
  '\ud800',
  [],
  {},
  [null],
  [[]],
  { a: {} },
  'x'.repeat(60_000),
]

describe.each(databases())('bad input on $name', (database) => {
  let test: TestApp
  let owner: Owner
  let key: string
  let ids: Record<string, string>

  beforeAll(async () => {
    test = await createTestApp({ database, env: { RATE_LIMITS: OFTEN, OUTBOUND_ALLOW: '127.0.0.1/32' } })
    owner = await test.signUp()
    key = await owner.key()
    const agent = await buildAgent(test, owner)
    const conversation = await buildConversation(test, owner, agent.id)
    const messages = await test.request(
      'listMessages',
      { params: { agent: agent.id, conversation: conversation.id } },
      { key },
    )
    const action = await buildAction(test, owner, agent.id)
    const source = await buildTextSource(test, owner, agent.id, 'We open at nine.')
    const draft = await test.request('createDraft', { params: { agent: agent.id }, body: { content: 'x' } }, owner)
    const params = { organization: owner.organizationId }
    const label = await test.request('createLabel', { params, body: { name: 'Urgent', color: 'red' } }, owner)
    const place = { agent: agent.id, conversation: conversation.id }
    const note = await test.request('createNote', { params: place, body: { content: 'x' } }, owner)
    const reply = await test.request('createSavedReply', { params, body: { title: 'x', content: 'x' } }, owner)
    await test.request('sendMessage', { params: place, body: { content: 'Do you rent out bicycles?' } }, { key })
    await test.settled()
    const [gap] = (await test.request('listGaps', { params: { agent: agent.id }, query: {} }, owner)).data
    const question = { question: 'Who?', expects: 'answers' as const }
    const check = await test.request('createCheck', { params: { agent: agent.id }, body: question }, owner)
    const spoken = await test.request(
      'sendHumanMessage',
      { params: place, body: { content: 'Yes, bicycles.' } },
      { key },
    )
    const from = { conversation: conversation.id, message: spoken.data.id }
    const lesson = { question: 'Bicycles?', answer: 'Yes.', from }
    const proof = await test.request('teach', { params: { agent: agent.id }, body: lesson }, owner)
    const site = await test.deps.database.transaction((tx) => insertSite(tx, owner.organizationId, agent.id))
    const impact = await test.request(
      'createImpact',
      { params: { agent: agent.id }, body: { threshold: 'bold' } },
      owner,
    )
    const bulk = await test.request(
      'createSourceBulk',
      { params: { agent: agent.id }, body: { ids: [source.id], do: 'retrain' } },
      owner,
    )
    const box = { agent_id: agent.id, name: 'x', address: 'x@boats.example', incoming: { type: 'http' as const } }
    const mailbox = await test.request('createMailbox', { params, body: box }, owner)
    const provider = await startModelProvider()
    const connected = { provider: 'openai_compatible' as const, base_url: provider.url, key: 'x' }
    const account = await test.request('createModelAccount', { params, body: connected }, owner)
    provider.close()
    ids = {
      ...site,
      account: account.data.id,
      mailbox: mailbox.data.id,
      bulk: bulk.data.id,
      proof: proof.data.id,
      impact: impact.data.id,
      gap: gap!.id,
      version: '1',
      check: check.data.id,
      label: label.data.id,
      note: note.data.id,
      reply: reply.data.id,
      organization: owner.organizationId,
      user: owner.userId,
      agent: agent.id,
      conversation: conversation.id,
      message: messages.data[0]!.id,
      action: action.id,
      source: source.id,
      draft: draft.data.id,
    }
  })
  afterAll(() => test.close())

  const send = (endpoint: Endpoint, payload: string | Buffer, contentType = 'application/json') => {
    const { route } = endpoint
    const isDraft = route.path.includes('/drafts/')
    return test.app.inject({
      method: route.method,
      url:
        basePaths[route.api] +
        route.path.replace(
          /\{(\w+)\}/g,
          (_, name: string) => (isDraft && name === 'source' ? ids.draft : ids[name]) ?? randomUUID(),
        ),
      headers: {
        'content-type': contentType,
        ...(route.api === 'public' ? { authorization: `Bearer ${key}` } : { cookie: owner.cookie }),
      },
      payload,
    })
  }

  describe.each(withBody.map((endpoint) => [endpoint.name, endpoint] as const))('%s', (_name, endpoint) => {
    // What is refused before the database is asked for anything is tried on one of them.
    it.skipIf(database.name === 'postgres')('answers 400 to what is not JSON', async () => {
      for (const text of ['{', '{"a":}', 'nonsense', '\u0000', '{"a":1}}']) {
        const answer = await send(endpoint, text)
        expect([answer.statusCode, answer.json().error.code]).toEqual([400, 'validation_failed'])
      }
    })

    it('answers 415 to another content type and 413 to a body of 1 MB and a byte', async () => {
      const other = await send(endpoint, 'name=x', 'application/x-www-form-urlencoded')
      expect([other.statusCode, other.json().error.code]).toEqual([415, 'validation_failed'])
      const large = Buffer.alloc(limits.jsonBodyBytes + 1, 0x20)
      const answer = await send(endpoint, large)
      expect([answer.statusCode, answer.json().error.code]).toEqual([413, 'validation_failed'])
    })

    it('answers 422 to JSON that is no object', async () => {
      for (const text of ['null', '[]', '"x"', '1', 'true']) {
        const answer = await send(endpoint, text)
        expect([answer.statusCode, answer.json().error?.code], text).toEqual([422, 'validation_failed'])
      }
    })

    it('never answers 5xx, whatever a field holds, and names the field', async () => {
      for (const field of fieldsOf(endpoint))
        for (const value of hostileValues) {
          const answer = await send(endpoint, JSON.stringify({ type: 'text', [field]: value }))
          expect(answer.statusCode, `${field}: ${JSON.stringify(value).slice(0, 40)}`).toBeLessThan(500)
          if (answer.statusCode !== 422) continue
          const { error } = answer.json()
          if (error.code === 'validation_failed') expect(error.details.length).toBeGreaterThan(0)
        }
    })
  })

  it('refuses U+0000 and lone surrogates in text', async () => {
    for (const name of ['a\0b', '\ud800']) {
      const answer = await test.request(
        'createAgent',
        { params: { organization: ids.organization! }, body: { name } },
        { key },
      )
      expect(answer.status).toBe(422)
      expect(answer.body.error.details[0].field).toBe('name')
    }
  })

  it('counts code points after trimming', async () => {
    const params = { organization: ids.organization! }
    const fits = await test.request('createAgent', { params, body: { name: ` ${'🏃'.repeat(255)} ` } }, { key })
    expect([fits.status, [...fits.data.name].length]).toEqual([201, 255])
    const over = await test.request('createAgent', { params, body: { name: '🏃'.repeat(256) } }, { key })
    expect(over.body.error.details).toEqual([
      { field: 'name', message: 'The name field must be at most 255 characters.' },
    ])
  })

  it('answers 404 to unknown paths and 405 with Allow to unknown methods', async () => {
    const unknown = await test.app.inject({ url: '/v1/nothing' })
    expect([unknown.statusCode, unknown.json().error.code]).toEqual([404, 'resource_not_found'])
    const method = await test.app.inject({ method: 'DELETE', url: '/v1/ai-models' })
    expect([method.statusCode, method.json().error.code, method.headers.allow]).toEqual([
      405,
      'method_not_allowed',
      'GET, HEAD',
    ])
  })

  it('refuses page numbers below 1 and caps per_page at 100', async () => {
    const list = (query: string) =>
      test.app.inject({
        url: `/v1/agents/${ids.agent}/conversations?${query}`,
        headers: { authorization: `Bearer ${key}` },
      })
    for (const query of [
      'page=0',
      'page=-1',
      'page=x',
      'page=1.5',
      'per_page=0',
      'per_page=',
      'page=1&page=2',
      'status=x',
      'page=9999999999999999',
    ])
      expect((await list(query)).statusCode, query).toBe(422)
    expect((await list('per_page=101')).json().meta.per_page).toBe(100)
    expect((await list('page=1000000000')).statusCode).toBe(200)
  })
})

function fieldsOf(endpoint: Endpoint): string[] {
  const schema = z.toJSONSchema(endpoint.body!, { io: 'input', unrepresentable: 'any' }) as {
    properties?: object
    oneOf?: { properties?: object }[]
    anyOf?: { properties?: object }[]
  }
  const variants = schema.oneOf ?? schema.anyOf ?? [schema]
  return [...new Set(variants.flatMap((variant) => Object.keys(variant.properties ?? {})))]
}
