import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { call, must, type Owner, setUp } from '../tools/client.ts'
import { startPostgres, type TestPostgres } from '../tools/postgres.ts'
import { freePort, type Product, removeData, startProduct } from '../tools/product.ts'

const KILLS = Number(process.env.CRASH_KILLS ?? 4)
const WRITERS = 4
/** A kill falls anywhere in this time after the writers have started. */
const LATEST_KILL_MS = 900
const SETTLE_MS = 90_000
const RATE_LIMITS = '{"read":1000000,"write":1000000,"training":1000000,"polling":1000000}'

interface Acknowledged {
  sources: string[]
  /** Visitor messages by conversation. */
  messages: Map<string, string[]>
}

let postgres: TestPostgres | null = null
beforeAll(async () => {
  postgres = await startPostgres({ durable: true })
  if (!postgres && process.env.CI) throw new Error('PostgreSQL is missing.')
}, 120_000)
afterAll(() => postgres?.stop())

describe.each(['sqlite', 'postgres'] as const)('kill -9 in the middle of training and replying, on %s', (database) => {
  it(`loses nothing acknowledged in ${KILLS} kills, and every job ends`, async () => {
    if (database === 'postgres' && !postgres) return console.warn('PostgreSQL is missing: this half did not run.')
    const env = { RATE_LIMITS, ...(database === 'postgres' && postgres && { DATABASE_URL: postgres.url }) }
    const dataDir = mkdtempSync(join(tmpdir(), 'baton-crash-'))
    const port = await freePort()
    let product = await startProduct({ dataDir, port, env })
    const owner = await setUp(product.url)
    const body = { name: 'Guide' }
    const agent = (
      await must(product.url, 'createAgent', { params: { organization: owner.organizationId }, body }, owner)
    ).data.id
    const acknowledged: Acknowledged = { sources: [], messages: new Map() }

    for (let kill = 0; kill < KILLS; kill += 1) {
      await writeUntilKilled(product, owner, agent, acknowledged)
      product = await startProduct({ dataDir, port, env })
    }
    const replies = await check(product, owner, agent, acknowledged)
    const messages = [...acknowledged.messages.values()].flat().length
    console.log(
      `${database}: ${KILLS} kills, ${acknowledged.sources.length} sources and ${messages} messages acknowledged, none lost; ${replies} replies`,
    )
    expect(acknowledged.sources.length).toBeGreaterThan(0)
    expect(messages).toBeGreaterThan(0)
    expect(await product.stop()).toBe(0)
    removeData(product)
  }, 300_000)
})

async function writeUntilKilled(
  product: Product,
  owner: Owner,
  agent: string,
  acknowledged: Acknowledged,
): Promise<void> {
  let isDead = false
  const writer = async (write: () => Promise<void>) => {
    // What fails once the process is dead was never acknowledged.
    while (!isDead) await write().catch(() => {})
  }
  const createSource = async () => {
    const content = `Fact ${Math.random()}. The answer to question ${acknowledged.sources.length} is a number. `.repeat(
      20,
    )
    const answer = await call(
      product.url,
      'createSource',
      { params: { agent }, body: { type: 'text', content } },
      owner,
    )
    if (answer.status === 201) acknowledged.sources.push((answer.data as { id: string }).id)
  }
  const converse = async () => {
    const created = await call(product.url, 'createConversation', { params: { agent }, body: {} }, owner)
    if (created.status !== 201) return
    const conversation = created.data.id
    acknowledged.messages.set(conversation, [])
    for (const content of ['What is the answer?', 'And the other one?']) {
      const sent = await call(product.url, 'sendMessage', { params: { agent, conversation }, body: { content } }, owner)
      if (sent.status === 201) acknowledged.messages.get(conversation)!.push(sent.data.id)
    }
  }
  const writers = Array.from({ length: WRITERS }, (_, index) => writer(index % 2 === 0 ? createSource : converse))
  await new Promise((done) => setTimeout(done, 150 + Math.random() * LATEST_KILL_MS))
  await product.kill()
  isDead = true
  await Promise.all(writers)
}

/** Everything acknowledged is there, every source is trained, every last question has its one reply. */
async function check(product: Product, owner: Owner, agent: string, acknowledged: Acknowledged): Promise<number> {
  const deadline = Date.now() + SETTLE_MS
  const until = async <T>(look: () => Promise<T | undefined>, what: string): Promise<T> => {
    for (;;) {
      const found = await look()
      if (found !== undefined) return found
      if (Date.now() > deadline) throw new Error(`Not in time: ${what}`)
      await new Promise((done) => setTimeout(done, 50))
    }
  }
  for (const source of acknowledged.sources)
    await until(async () => {
      const { data } = await must(product.url, 'getSource', { params: { agent, source } }, owner)
      expect(data.status, `source ${source}`).not.toBe('failed')
      return data.status === 'completed' ? true : undefined
    }, `source ${source} is trained`)

  let replies = 0
  for (const [conversation, ids] of acknowledged.messages) {
    const data = await until(async () => {
      const params = { agent, conversation }
      const { data } = await must(product.url, 'listMessages', { params, query: { per_page: 100 } }, owner)
      const isAnswered = data.at(-1)?.role === 'assistant'
      return isAnswered ? data : undefined
    }, `conversation ${conversation} is answered`)
    const stored = data.map((message) => message.id)
    expect(stored).toEqual(expect.arrayContaining(ids))
    const roles = data.map((message) => message.role).slice(1)
    const doubled = roles.some((role, index) => role === 'assistant' && roles[index - 1] === 'assistant')
    expect(doubled, roles.join(' ')).toBe(false)
    replies += roles.filter((role) => role === 'assistant').length
  }
  return replies
}
