import { pino } from 'pino'
import { expect, it } from 'vitest'
import { tableNames } from '../../db/table-names.ts'
import { databases } from '../../testing/database.ts'
import { buildAgent, buildConversation } from '../../testing/factories.ts'
import { startModelProvider } from '../../testing/model-provider.ts'
import { createTestApp } from '../../testing/test-app.ts'

const KEY = 'sk-a-key-that-nobody-may-see-4711'
const OTHER = 'sk-another-that-nobody-may-see-0815'

it.each(databases())('writes a key in clear into no row and no line of the log, on $name', async (database) => {
  const provider = await startModelProvider()
  const lines: string[] = []
  const log = pino({ level: 'trace' }, { write: (line) => void lines.push(line) })
  const env = { OUTBOUND_ALLOW: '127.0.0.1/32', RATE_LIMITS: '{"read":100000,"write":100000,"polling":100000}' }
  const test = await createTestApp({ database, env, log })
  try {
    const owner = await test.signUp()
    const params = { organization: owner.organizationId }
    const caller = { cookie: owner.cookie, headers: { 'idempotency-key': 'once' } }
    const body = { provider: 'openai_compatible' as const, base_url: provider.url, key: KEY }
    await test.request('testModelAccount', { params, body }, caller)
    const { data: account } = await test.request('createModelAccount', { params, body }, caller)
    const agent = (await buildAgent(test, owner, { id: account.models[0]!.id })).id
    const key = await owner.key()
    // Providers repeat keys in their errors.
    const echo = JSON.stringify({ error: { message: `Incorrect API key provided: ${KEY}, ${OTHER}` } })
    for (const status of [undefined, 401, 500, 200]) {
      Object.assign(provider.script, { status, body: echo })
      const { id: conversation } = await buildConversation(test, owner, agent)
      const sent = { params: { agent, conversation }, body: { content: 'When do you open?' } }
      expect((await test.request('sendMessage', sent, { key })).status).toBe(201)
      await test.settled()
      const tried = await test.request('testModelAccount', { params, body: { id: account.id } }, caller)
      expect(tried.data.ok).toBe(status === undefined)
    }
    Object.assign(provider.script, { refusesLists: true, status: 401 })
    const changed = { params: { ...params, account: account.id }, body: { key: OTHER } }
    expect((await test.request('updateModelAccount', changed, caller)).status).toBe(422)
    expect((await test.request('createModelAccount', { params, body: { ...body, key: OTHER } }, caller)).status).toBe(
      422,
    )
    expect(provider.asked.some(({ key: sent }) => sent === KEY)).toBe(true)

    const found: string[] = lines.filter((line) => holdsKey(line))
    for (const table of tableNames) {
      const rows = await test.deps.database.read
        .selectFrom(table as 'users')
        .selectAll()
        .execute()
      if (rows.some((row) => holdsKey(JSON.stringify(row)))) found.push(table)
    }
    expect(lines.length).toBeGreaterThan(0)
    expect(found).toEqual([])
  } finally {
    await test.close()
    provider.close()
  }
})

const holdsKey = (text: string): boolean =>
  [KEY, OTHER].some((key) => text.includes(key) || text.includes(Buffer.from(key).toString('base64').slice(0, 40)))
