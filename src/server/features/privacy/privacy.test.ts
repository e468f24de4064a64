import { hash, randomUUID } from 'node:crypto'
import { existsSync, globSync, mkdirSync, readFileSync, rmSync, statSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import type { Data, Input } from '#contract/index.ts'
import { newId } from '../../db/ids.ts'
import { createEmbeddedPlatform } from '../../platform/embedded/platform.ts'
import { tidyUp } from '../../process/housekeeping.ts'
import { beforeTransaction } from '../../testing/before-transaction.ts'
import { databases, type TestDatabase, testLog } from '../../testing/database.ts'
import {
  buildAction,
  buildAgent,
  buildConversation,
  buildImported,
  buildMember,
  buildTextSource,
} from '../../testing/factories.ts'
import { createReceiver, type Receiver } from '../../testing/receiver.ts'
import { createTestApp, type Owner, type TestApp } from '../../testing/test-app.ts'
import { queueRetention } from './index.ts'
import { retentionHandler } from './retention.job.ts'

const DAY_MS = 24 * 60 * 60 * 1000
const OFTEN = JSON.stringify({ read: 100_000, write: 100_000, training: 100_000, polling: 100_000 })

/** The tables that a word is found in, of all that the database has, the job queue's and the search's too. */
async function tablesWith(test: TestApp, word: string): Promise<string[]> {
  const { read } = test.deps.database
  const isSqlite = test.deps.config.databaseUrl === undefined && 'sqlite' === databaseOf(test)
  const tables = isSqlite
    ? (await sql<{ name: string }>`select name from sqlite_master where type = 'table'`.execute(read)).rows
    : (
        await sql<{ name: string }>`select format('%I.%I', table_schema, table_name) as name
          from information_schema.tables where table_type = 'BASE TABLE'
          and table_schema not in ('pg_catalog', 'information_schema')`.execute(read)
      ).rows
  const found: string[] = []
  for (const { name } of tables) {
    const { rows } = await sql
      .raw<Record<string, unknown>>(`select * from ${isSqlite ? `"${name}"` : name}`)
      .execute(read)
    const text = rows
      .flatMap((row) => Object.values(row))
      .map(textOf)
      .join('\n')
    if (text.toLowerCase().includes(word.toLowerCase())) found.push(name)
  }
  return found
}

const textOf = (value: unknown): string =>
  value instanceof Uint8Array
    ? Buffer.from(value).toString('latin1')
    : typeof value === 'string'
      ? value
      : JSON.stringify(value)

const kinds = new WeakMap<TestApp, TestDatabase['name']>()
const databaseOf = (test: TestApp) => kinds.get(test)

const filesWith = (folder: string, word: string) =>
  globSync('**/*', { cwd: folder })
    .filter((file) => statSync(join(folder, file)).isFile())
    .filter((file) => readFileSync(join(folder, file)).includes(word))

describe.each(databases())('privacy on $name', (database) => {
  let test: TestApp
  let owner: Owner
  let agent: string
  let key: string
  let receiver: Receiver
  let time = Date.now()
  let folder: string
  beforeAll(async () => {
    receiver = await createReceiver()
  })
  afterAll(() => receiver.close())
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'baton-privacy-'))
    // On SQLite the files are looked at once the server has stopped.
    const kept: TestDatabase = {
      name: 'sqlite',
      async create() {
        const platform = await createEmbeddedPlatform({ dataDir: folder, log: testLog })
        await platform.database.migrate()
        return platform
      },
    }
    const env = { OUTBOUND_ALLOW: '127.0.0.1/32', RATE_LIMITS: OFTEN }
    test = await createTestApp({ database: database.name === 'sqlite' ? kept : database, env, now: () => time })
    kinds.set(test, database.name)
    owner = await test.signUp()
    key = await owner.key()
    agent = (await buildAgent(test, owner)).id
  })
  afterEach(async () => {
    await test.close()
    await rm(folder, { recursive: true, force: true })
  })

  const params = () => ({ organization: owner.organizationId })
  const asOwner = () => ({ cookie: owner.cookie })
  const find = (body: Input<'findVisitors'>['body'], by = owner) =>
    test.request('findVisitors', { params: params(), body }, { cookie: by.cookie })
  const ask = async (name: 'exportVisitors' | 'eraseVisitors', matches: Data<'findVisitors'>) => {
    const { status, data } = await test.request(name, { params: params(), body: { matches } }, asOwner())
    expect([status, data.status]).toEqual([202, 'pending'])
    await test.settled()
    return (await test.request('getVisitorJob', { params: { ...params(), job: data.id } }, asOwner())).data
  }
  const file = (job: string) => test.request('downloadVisitorExport', { params: { ...params(), job } }, asOwner())
  const total = async (name: 'listConversations' | 'listWebhookDeliveries') => {
    const caller = name === 'listConversations' ? { key } : asOwner()
    const { body } = await test.request(name, { params: { agent } }, caller)
    expect(body.data).toHaveLength(body.meta.total)
    return body.meta.total
  }

  describe('POST …/visitors/find', () => {
    it('finds by id, or by address in any case, verified ones apart, in this organization alone', async () => {
      const other = await test.signUp()
      const otherAgent = (await buildAgent(test, other)).id
      const chat_user = { id: 'ada', name: 'Ada', email: 'Ada@example.com' }
      await buildImported(test, owner, agent, { chat_user })
      await buildImported(test, owner, agent, { chat_user })
      await buildImported(test, other, otherAgent, { chat_user })
      await test.deps.database.transaction((tx) =>
        tx.updateTable('conversations').set({ identity_verified: 1 }).where('agent_id', '=', otherAgent).execute(),
      )
      const gone = await buildConversation(test, owner, agent, { chat_user_id: 'ada' })
      await test.request('deleteConversation', { params: { agent, conversation: gone.id } }, { key })
      const ada = { agent_id: agent, chat_user_id: 'ada', identity_verified: false }
      expect((await find({ chat_user_id: 'ada' })).data).toEqual([{ ...ada, conversations: 3 }])
      expect((await find({ email: 'aDA@EXAMPLE.com' })).data).toEqual([{ ...ada, conversations: 2 }])
      expect((await find({ chat_user_id: 'ad' })).data).toEqual([])
      for (const body of [{}, { chat_user_id: 'ada', email: 'ada@example.com' }])
        expect((await find(body)).status).toBe(422)
      await buildImported(test, owner, agent, { chat_user: { id: 'anna', email: 'ÄnnÁ@example.com' } })
      const anna = { agent_id: agent, chat_user_id: 'anna', identity_verified: false, conversations: 1 }
      for (const email of ['änná@example.com', 'ÄNNÁ@EXAMPLE.COM']) expect((await find({ email })).data).toEqual([anna])
      expect((await find({ email: 'ännà@example.com' })).data).toEqual([])
      const responder = await buildMember(test, owner, 'responder')
      expect((await find({ chat_user_id: 'ada' }, responder)).status).toBe(403)
      const foreign = { params: params(), body: { matches: [{ ...ada, agent_id: otherAgent }] } }
      for (const name of ['exportVisitors', 'eraseVisitors'] as const) {
        const refused = await test.request(name, foreign, asOwner())
        expect([refused.status, refused.body.error.details[0].field]).toEqual([422, 'matches'])
      }
    })

    it('finds by the address that was filled into a form, exports and erases it', async () => {
      await buildAction(test, owner, agent)
      const fillIn = async (chat_user_id: string, email: string, of = { owner, agent, key }) => {
        const { id: conversation } = await buildConversation(test, of.owner, of.agent, { chat_user_id })
        const params = { agent: of.agent, conversation }
        const body = { content: 'I would like to be contacted, please' }
        await test.request('sendMessage', { params, body }, { key: of.key })
        await test.settled()
        const { data } = await test.request('listMessages', { params }, { key: of.key })
        const form = data.find(({ action_required }) => action_required)!
        const result = { action: form.action!.slug, result: [{ name: 'Bob', email }] }
        const submitted = await test.request(
          'submitActionResult',
          { params: { ...params, message: form.id }, body: result },
          { key: of.key },
        )
        expect(submitted.status).toBe(200)
        await test.settled()
      }
      await fillIn('lead', 'Bob_1@leads.example')
      await fillIn('other', 'bobx1@leads.example')
      const stranger = await test.signUp()
      const theirs = (await buildAgent(test, stranger)).id
      await buildAction(test, stranger, theirs)
      await fillIn('lead', 'bob_1@leads.example', { owner: stranger, agent: theirs, key: await stranger.key() })
      const lead = { agent_id: agent, chat_user_id: 'lead', identity_verified: false, conversations: 1 }
      expect((await find({ email: 'bob_1@LEADS.example' })).data).toEqual([lead])
      for (const email of ['ob_1@leads.example', 'Your e-mail', 'email', 'collect-lead'])
        expect((await find({ email })).data).toEqual([])
      const job = await ask('exportVisitors', [lead])
      expect(String((await file(job.id)).body)).toContain('Bob_1@leads.example')
      expect((await ask('eraseVisitors', [lead])).status).toBe('done')
      expect((await find({ email: 'bob_1@leads.example' })).data).toEqual([])
      expect((await find({ email: 'bobx1@leads.example' })).data).toMatchObject([{ chat_user_id: 'other' }])
    })
  })

  describe('POST …/visitors/export', () => {
    it('writes all that was said into a file that lives for a day, and nothing that the team noted', async () => {
      const { id } = await buildConversation(test, owner, agent, { chat_user_id: 'ada' })
      const said = { params: { agent, conversation: id }, body: { content: 'Where is my lamp?' } }
      await test.request('sendMessage', said, { key })
      await note(id, 'A difficult customer')
      await test.settled()
      const unremovable = await ask('exportVisitors', (await find({ chat_user_id: 'ada' })).data)
      const job = await ask('exportVisitors', (await find({ chat_user_id: 'ada' })).data)
      expect(job).toMatchObject({ kind: 'export', status: 'done', url: expect.stringContaining(`/exports/${job.id}`) })
      const answer = await file(job.id)
      expect(answer.headers['content-type']).toContain('application/json')
      const { visitors } = JSON.parse(String(answer.body))
      expect(visitors).toMatchObject([{ chat_user_id: 'ada', conversations: [{ id, status: 'open' }] }])
      const contents = visitors[0].conversations[0].messages.map((message: { content: string }) => message.content)
      expect(contents).toContain('Where is my lamp?')
      expect(String(answer.body)).not.toContain('difficult')
      expect(visitors[0].conversations[0].ratings).toEqual([])
      const other = await test.signUp()
      const foreign = { organization: other.organizationId, job: job.id }
      expect((await test.request('getVisitorJob', { params: foreign }, { cookie: other.cookie })).status).toBe(404)

      const inFiles = (name: string) => join(test.config.dataDir, 'files', name)
      rmSync(inFiles(unremovable.id))
      mkdirSync(inFiles(unremovable.id))
      time += DAY_MS
      expect((await file(job.id)).status).toBe(404)
      time += 1
      await tidyUp(test.deps)
      await vi.waitUntil(() => !existsSync(inFiles(job.id)), 10_000)
      expect(await test.deps.database.read.selectFrom('visitor_jobs').selectAll().execute()).toEqual([])
    })
  })

  it('exports how a visitor rated the conversation and its answers, and why', async () => {
    const { token } = (await test.request('startVisit', { params: { agent }, body: {} })).data
    const who = { key: token }
    await test.request('writeMessage', { body: { id: randomUUID(), content: 'Where is my lamp?' } }, who)
    await test.settled()
    const { conversation, items } = (await test.request('readVisit', { query: {} }, who)).data
    const message_id = items.flatMap((item) => ('message' in item ? [item.message.id] : [])).at(-1)!
    const closing = { params: { agent, conversation: conversation!.id }, body: { status: 'closed' as const } }
    await test.request('updateConversation', closing, { key })
    for (const body of [{ message_id, score: 'bad' as const, comment: 'It is not there' }, { score: 'good' as const }])
      expect((await test.request('rate', { body }, who)).status).toBe(200)
    const { read } = test.deps.database
    const { chat_user_id } = await read.selectFrom('visitors').select('chat_user_id').executeTakeFirstOrThrow()
    const job = await ask('exportVisitors', (await find({ chat_user_id })).data)
    const { visitors } = JSON.parse(String((await file(job.id)).body))
    const rated_at = new Date(time).toISOString()
    expect(visitors[0].conversations[0].ratings).toEqual([
      { message_id: null, score: 'good', comment: '', created_at: rated_at },
      { message_id, score: 'bad', comment: 'It is not there', created_at: rated_at },
    ])
  })

  describe('POST …/visitors/erase', () => {
    it('leaves no byte of a visitor anywhere, all of another, and exact totals', async () => {
      const word = `zyzzyva${randomUUID().slice(0, 8)}`
      const stays = `quokka${randomUUID().slice(0, 8)}`
      await test.request('createWebhookEndpoint', { params: { agent }, body: { url: `${receiver.url}/hook` } }, { key })
      const gone = await buildConversation(test, owner, agent, { chat_user_id: `${word}@example.com` })
      await test.request('deleteConversation', { params: { agent, conversation: gone.id } }, { key })
      const replays = [await converse(word), await converse(stays)]
      const matches = (await find({ chat_user_id: `${word}@example.com` })).data
      expect(matches).toHaveLength(1)
      const exported = await ask('exportVisitors', matches)
      expect((await file(exported.id)).body).toContain(word)
      const tables = await tablesWith(test, word)
      expect(tables.length).toBeGreaterThan(5)
      expect(tables.some((name) => name.includes('search_'))).toBe(true)
      const [conversations, deliveries] = [await total('listConversations'), await total('listWebhookDeliveries')]

      const job = await ask('eraseVisitors', matches)
      expect(job).toEqual({ id: job.id, kind: 'erase', status: 'done' })
      expect(await tablesWith(test, word)).toEqual([])
      expect(filesWith(test.config.dataDir, word)).toEqual([])
      if (database.name === 'sqlite') expect(filesWith(folder, word)).toEqual([])
      expect((await tablesWith(test, stays)).length).toBeGreaterThan(5)
      expect(await total('listConversations')).toBe(conversations - 1)
      expect(await total('listWebhookDeliveries')).toBeLessThan(deliveries)
      expect((await file(exported.id)).status).toBe(404)
      expect((await find({ chat_user_id: `${word}@example.com` })).data).toEqual([])
      // A request that is repeated is not carried out again, and tells nothing.
      const [erased, kept] = await Promise.all(replays.map((replay) => replay()))
      expect(erased).toMatchObject({ status: 404, body: { meta: { request_id: expect.any(String) } } })
      expect(kept?.status).toBe(201)
      const log = await test.request('listAuditLog', { params: params() }, asOwner())
      const targets = log.body.data.filter(({ target }: { target: { type: string } }) => target.type === 'visitor')
      expect(targets.map(({ target }: { target: { id: string } }) => target.id)).toEqual([
        hash('sha256', `${word}@example.com`),
        hash('sha256', `${word}@example.com`),
      ])
      await test.settled()
      await test.close()
      expect(filesWith(folder, word)).toEqual([])
      test = await createTestApp() // for afterEach to close
    })

    it.runIf(database.name === 'sqlite')('leaves no byte within an hour where somebody was reading', async () => {
      const word = `zyzzyva${randomUUID().slice(0, 8)}`
      await converse(word)
      const reader = new DatabaseSync(join(folder, 'baton.db'), { readOnly: true })
      reader.exec('begin; select count(*) from users')
      await ask('eraseVisitors', (await find({ chat_user_id: `${word}@example.com` })).data)
      expect(filesWith(folder, word)).not.toEqual([])
      reader.close()
      await tidyUp(test.deps)
      expect(filesWith(folder, word)).toEqual([])
    })

    it('reaches gaps, proofs, checks and what a change would do, and names what was taught', async () => {
      const word = `zyzzyva${randomUUID().slice(0, 8)}`
      const asked = `Can I bring my dog ${word}?`
      const say = async (chat_user_id: string, content: string) => {
        const { id: conversation } = await buildConversation(test, owner, agent, { chat_user_id })
        await test.request('sendMessage', { params: { agent, conversation }, body: { content } }, { key })
        await test.settled()
        return conversation
      }
      await buildTextSource(test, owner, agent, 'Breakfast is served from 7:00 to 10:30.')
      await say('bo', 'Can I bring my dog?')
      for (const question of [asked, 'Can I bring my dog?'])
        await test.request('createCheck', { params: { agent }, body: { question, expects: 'refuses' } }, owner)
      await test.request('createCheckRun', { params: { agent }, body: {} }, owner)
      const conversation = await say('ada', asked)
      const [gap] = (await test.request('listGaps', { params: { agent } }, owner)).data
      expect(gap).toMatchObject({ count: 2 })
      const answer = { question: 'Can I bring my dog?', answer: 'Dogs are welcome for 15 euros a night.' }
      const fromGap = await test.request(
        'teach',
        { params: { agent }, body: { ...answer, from: { gap: gap!.id } } },
        owner,
      )
      await test.settled()
      const person = { params: { agent, conversation }, body: { content: `Yes, ${word}.` } }
      const message = (await test.request('sendHumanMessage', person, { key })).data.id
      const lesson = { question: asked, answer: `Yes, ${word} may come.`, from: { conversation, message } }
      const taught = await test.request('teach', { params: { agent }, body: lesson }, owner)
      await test.settled()
      const proofOf = async (proof: string) =>
        (await test.request('getProof', { params: { agent, proof } }, owner)).data
      const sources = [await proofOf(fromGap.data.id), await proofOf(taught.data.id)].map(({ source_id }) => source_id!)
      expect((await proofOf(taught.data.id)).question).toBe(asked)
      const closing = { params: { agent, conversation }, body: { status: 'closed' } } as const
      await test.request('updateConversation', closing, { key }) // so that the visitor can begin another
      await say('ada', asked)
      const change = { params: { agent }, body: { without: sources } }
      const impact = (await test.request('createImpact', change, owner)).data.id
      await test.settled()

      const matches = (await find({ chat_user_id: 'ada' })).data
      expect(matches[0]!.taught).toEqual([
        { source_id: sources[0], title: 'Can I bring my dog?' },
        { source_id: sources[1], title: asked },
      ])
      expect((await find({ chat_user_id: 'bo' })).data[0]!.taught).toHaveLength(1)
      await ask('eraseVisitors', matches)
      // What was taught is the company's own. It is deleted by who was told of it.
      for (const table of ['gap', 'proof', 'check', 'impact'])
        expect((await tablesWith(test, word)).filter((name) => name.includes(table))).toEqual([])
      const checks = (await test.request('listChecks', { params: { agent } }, owner)).data
      expect(checks.map(({ question }) => question)).toEqual(['Can I bring my dog?'])
      await test.request('deleteSource', { params: { agent, source: sources[1]! } }, { key })
      await test.settled()
      expect(await tablesWith(test, word)).toEqual([])
      expect(await proofOf(taught.data.id)).toMatchObject({ status: 'done', question: '' })
      const found = await test.request('getImpact', { params: { agent, impact } }, owner)
      expect(found.data.becomes).toEqual([])
    })
  })

  describe('retention_days', () => {
    const set = (retention_days: number | null) =>
      test.request('updateOrganization', { params: params(), body: { retention_days } }, asOwner())
    const remaining = async () =>
      (await test.deps.database.read.selectFrom('conversations').select('id').execute()).map(({ id }) => id)
    const night = async () => {
      await queueRetention(test.deps)
      await test.settled()
    }

    const change = (id: string, status: 'open' | 'closed') =>
      test.request('updateConversation', { params: { agent, conversation: id }, body: { status } }, { key })
    const close = (id: string) => change(id, 'closed')

    it('erases at night what was closed earlier, and nothing before the first night', async () => {
      time = Date.parse('2026-11-01T12:00:00Z')
      const old = (await buildConversation(test, owner, agent)).id
      const open = (await buildConversation(test, owner, agent)).id
      await close(old)
      time += 20 * DAY_MS
      const young = (await buildConversation(test, owner, agent)).id
      await close(young)
      time += 15 * DAY_MS
      expect((await set(30)).data.retention_days).toBe(30)
      await night()
      expect(await remaining()).toContain(old)
      time += (3 * DAY_MS) / 4 // past three o'clock
      await night()
      expect((await remaining()).sort()).toEqual([open, young].sort())
      expect(await total('listConversations')).toBe(2)
      await set(null)
      time += 400 * DAY_MS
      await night()
      expect(await remaining()).toHaveLength(2)
    })

    it('leaves what is reopened, or closed anew, while others are erased', async () => {
      time = Date.parse('2026-11-01T12:00:00Z')
      const ids: string[] = []
      for (let made = 0; made < 3; made += 1) {
        const { id } = await buildConversation(test, owner, agent)
        await change(id, 'closed')
        ids.push(id)
      }
      await set(30)
      time += 31 * DAY_MS
      const { signal } = new AbortController()
      beforeTransaction(test.deps, async () => {
        await change(ids[1]!, 'open')
        await change(ids[2]!, 'open')
        await change(ids[2]!, 'closed')
      })
      await retentionHandler(test.deps).run({ organizationId: owner.organizationId }, { signal, attempt: 1 })
      expect((await remaining()).sort()).toEqual(ids.slice(1).sort())
    })

    it('erases what an agent left open that was deleted earlier', async () => {
      time = Date.parse('2026-11-01T12:00:00Z')
      await set(30)
      const other = (await buildAgent(test, owner)).id
      const open = (await buildConversation(test, owner, agent)).id
      const left = (await buildConversation(test, owner, other)).id
      time += 31 * DAY_MS
      await test.request('deleteAgent', { params: { agent: other } }, { key })
      time += 29 * DAY_MS
      await night()
      expect((await remaining()).sort()).toEqual([open, left].sort())
      time += 2 * DAY_MS
      await night()
      expect(await remaining()).toEqual([open])
      expect(await total('listConversations')).toBe(1)
    })

    describe('on websites', () => {
      const tokens = () => test.deps.database.read.selectFrom('visitor_sessions').select('visitor_id').execute()
      const known = async () => {
        const { read } = test.deps.database
        const visitors = await read.selectFrom('visitors').select('name').orderBy('name').execute()
        const sent = await read.selectFrom('visitor_messages').select('visitor_id').execute()
        return { visitors: visitors.map(({ name }) => name), sent: sent.length }
      }
      async function visitor(name: string) {
        const { token } = (await test.request('startVisit', { params: { agent }, body: {} })).data
        await test.request('updateVisitor', { body: { name } }, { key: token })
        return { key: token }
      }
      /** Begins a conversation that is closed. */
      async function talk(who: { key: string }) {
        await test.request('writeMessage', { body: { id: randomUUID(), content: 'Where is my lamp?' } }, who)
        await test.settled()
        const { id: conversation } = (await test.request('readVisit', { query: {} }, who)).data.conversation!
        const closing = { params: { agent, conversation }, body: { status: 'closed' as const } }
        expect((await test.request('updateConversation', closing, { key })).status).toBe(200)
      }

      it('forgets a visitor with their last conversation once their visit has ended', async () => {
        time = Date.parse('2026-11-01T12:00:00Z')
        await talk(await visitor('Ada'))
        await set(365)
        time += 200 * DAY_MS
        const ben = await visitor('Ben')
        await talk(ben)
        await tidyUp(test.deps)
        expect(await tokens()).toHaveLength(1)
        expect(await known()).toEqual({ visitors: ['Ada', 'Ben'], sent: 2 })
        time += 166 * DAY_MS
        await night()
        expect(await known()).toEqual({ visitors: ['Ben'], sent: 1 })
      })

      it('keeps a visitor whose visit goes on without what they said, until it ends', async () => {
        time = Date.parse('2026-11-01T12:00:00Z')
        await talk(await visitor('Ada'))
        await set(30)
        time += 31 * DAY_MS
        await night()
        expect(await remaining()).toEqual([])
        expect(await known()).toEqual({ visitors: ['Ada'], sent: 0 })
        time += 150 * DAY_MS
        await visitor('Ben')
        await tidyUp(test.deps)
        expect(await known()).toEqual({ visitors: ['Ben'], sent: 0 })
      })
    })

    it('is 30 to 3,650 days or none', async () => {
      for (const days of [29, 3_651, 30.5]) {
        const refused = await set(days)
        expect([refused.status, refused.body.error.details[0].field]).toEqual([422, 'retention_days'])
      }
      for (const days of [30, 3_650, null]) expect((await set(days)).data.retention_days).toBe(days)
    })
  })

  /** A conversation of a visitor whose every field and message has the word. @returns a way to repeat a request */
  async function converse(word: string) {
    const idempotent = () => ({ 'idempotency-key': randomUUID() })
    const chat_user_id = `${word}@example.com`
    const headers = idempotent()
    const create = () =>
      test.request('createConversation', { params: { agent }, body: { chat_user_id } }, { key, headers })
    const { id } = (await create()).data
    const place = { agent, conversation: id }
    const content = `I am ${word} and would like to speak to a person`
    await test.request('sendMessage', { params: place, body: { content } }, { key, headers: idempotent() })
    await test.settled()
    await test.request('updateConversation', { params: place, body: { response_mode: 'human' } }, { key })
    await test.request(
      'sendHumanMessage',
      { params: place, body: { content: `Hello ${word}` } },
      { ...(await bearer()), headers: idempotent() },
    )
    await note(id, `${word} is difficult`)
    const signed = () => ({ ...owner, headers: idempotent() })
    const check = { question: content, expects: 'hands_over' as const }
    await test.request('createCheck', { params: { agent }, body: check }, signed())
    await test.settled()
    const { data: deliveries } = await test.request('listWebhookDeliveries', { params: { agent } }, owner)
    const told = deliveries.find(({ payload }) => JSON.stringify(payload).includes(word))
    if (told) {
      const params = { agent, delivery: told.id }
      expect((await test.request('replayWebhookDelivery', { params }, signed())).status).toBeLessThan(300)
    }
    await test.deps.database.transaction(async (tx) => {
      const draft = { draft: `Dear ${word}` }
      await tx.updateTable('replies').set(draft).where('conversation_id', '=', id).execute()
      const visitor_id = newId()
      const unknown = { referrer: null, locale: null, user_agent: null, created_at: time, updated_at: time }
      const page = { page_url: `https://example.com/${word}`, ...unknown }
      const person = { chat_user_id, name: word, email: chat_user_id, identity_verified: 0 as const }
      const row = { id: visitor_id, organization_id: owner.organizationId, agent_id: agent, ...person, ...page }
      await tx.insertInto('visitors').values(row).execute()
      const session = { token_hash: word, visitor_id, created_at: time, expires_at: time + DAY_MS }
      await tx.insertInto('visitor_sessions').values(session).execute()
      const rating = { conversation_id: id, message_id: '', score: 'bad' as const, created_at: time }
      await tx
        .insertInto('ratings')
        .values({ ...rating, comment: word })
        .execute()
      const named = { chat_user_name: word, chat_user_email: `${word}@example.com` }
      await tx.updateTable('conversations').set(named).where('id', '=', id).execute()
    })
    await test.settled()
    return create
  }

  async function bearer() {
    const { data } = await test.request('createSessionToken', { body: {} }, asOwner())
    return { key: data.token }
  }

  async function note(conversation_id: string, content: string): Promise<void> {
    const row = { id: newId(), conversation_id, after_message: 1, number: 99, type: 'note' as const, content }
    const author = { author_type: 'member' as const, author_id: owner.userId, details: null, edited_at: null }
    await test.deps.database.transaction((tx) =>
      tx
        .insertInto('thread_entries')
        .values({ ...row, ...author, created_at: time })
        .execute(),
    )
  }
})
