import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterEach, describe, expect, it } from 'vitest'
import { hashPassword } from '../features/sessions/password.ts'
import { createEmbeddedPlatform } from '../platform/embedded/platform.ts'
import type { Platform } from '../platform/platform.ts'
import { createPostgresPlatform } from '../platform/postgres/platform.ts'
import { createPostgresDatabase, databases, testLog } from '../testing/database.ts'
import { createTestApp } from '../testing/test-app.ts'
import { newId } from './ids.ts'
import * as start from './migrations/0001-start.ts'
import * as uncheckedReferences from './migrations/0002-unchecked-references.ts'
import * as sessionUserAgent from './migrations/0003-session-user-agent.ts'
import * as textOrder from './migrations/0004-text-order.ts'
import * as idempotencyClaims from './migrations/0005-idempotency-claims.ts'
import * as fairJobs from './migrations/0006-fair-jobs.ts'
import * as knowledgeChanges from './migrations/0011-knowledge-changes.ts'
import * as messageAuthors from './migrations/0012-message-authors.ts'
import * as crawledSources from './migrations/0013-crawled-sources.ts'
import type { Tx } from './tables.ts'

/** What the first release that people installed had applied. */
const first = {
  '0001-start': start,
  '0002-unchecked-references': uncheckedReferences,
  '0003-session-user-agent': sessionUserAgent,
  '0004-text-order': textOrder,
}

/** What the last release before there were teams had applied. */
const beforeTeams = {
  ...first,
  '0005-idempotency-claims': idempotencyClaims,
  '0006-fair-jobs': fairJobs,
  '0011-knowledge-changes': knowledgeChanges,
  '0012-message-authors': messageAuthors,
  '0013-crawled-sources': crawledSources,
}

let atEnd: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const end of atEnd.reverse()) await end()
  atEnd = []
})

async function newPlatform(name: 'sqlite' | 'postgres'): Promise<Platform> {
  if (name === 'sqlite') {
    const dataDir = await mkdtemp(join(tmpdir(), 'baton-memberships-'))
    atEnd.push(() => rm(dataDir, { recursive: true, force: true }))
    return createEmbeddedPlatform({ dataDir, log: testLog })
  }
  const { databaseUrl, drop } = await createPostgresDatabase()
  atEnd.push(drop)
  const platform = await createPostgresPlatform({ databaseUrl, log: testLog })
  for (const statement of [sql`drop schema public cascade`, sql`create schema public`])
    await statement.execute(platform.database.read)
  return platform
}

/** Makes the schema that a release had, in an empty database. */
async function migrateTo(release: object, tx: Tx): Promise<void> {
  await sql`create table kysely_migration (name varchar(255) primary key, timestamp varchar(255) not null)`.execute(tx)
  for (const [applied, { up }] of Object.entries(release)) {
    await up(tx as never)
    await sql`insert into kysely_migration values (${applied}, '2026-01-01')`.execute(tx)
  }
}

/** An organization with its owner as the first release made them. */
async function found(tx: Tx) {
  const [user, organization, session, token] = [newId(), newId(), newId(), newId()]
  await sql`insert into users values (${user}, ${`${user}@example.com`}, 'Ada', 'hash', 1)`.execute(tx)
  await sql`insert into organizations (id, owner_id, name, plan, created_at, updated_at)
    values (${organization}, ${user}, 'Acme', 'premium', 2, 3)`.execute(tx)
  await sql`insert into sessions (id, user_id, token_hash, created_at, expires_at, user_agent)
    values (${session}, ${user}, ${token}, 4, 5, null)`.execute(tx)
  await sql`insert into session_tokens (token_hash, session_id, expires_at) values (${token}, ${session}, 6)`.execute(
    tx,
  )
  return { organization_id: organization, user_id: user, role: 'owner', availability: 'available', joined_at: 2 }
}

describe.each(databases())('an installation of the first release on $name', ({ name }) => {
  it('has its owners as members, and those whom that release still adds beside this one', async () => {
    const platform = await newPlatform(name)
    const { database } = platform
    atEnd.push(() => platform.close())
    const before = await database.transaction(async (tx) => {
      await migrateTo(first, tx)
      return [await found(tx), await found(tx)]
    })
    await database.migrate()
    expect(await database.isReady()).toBe(true)
    const added = await database.transaction(found)
    const members = await database.read.selectFrom('memberships').selectAll().orderBy('organization_id').execute()
    expect(members).toMatchObject([...before, added].map((member) => ({ ...member, last_seen_at: null })))
    const tokens = await database.read.selectFrom('session_tokens').select('organization_id').execute()
    expect(tokens).toEqual([1, 2, 3].map(() => ({ organization_id: null })))
    await database.migrate()
  })
})

describe.each(databases().filter(({ name }) => name === 'postgres'))('an upgrade on $name', ({ name }) => {
  it('keeps nobody from reading while it waits for somebody who reads for long', async () => {
    const platform = await newPlatform(name)
    const { database } = platform
    atEnd.push(() => platform.close())
    await database.transaction((tx) => migrateTo(first, tx))
    const read = sql`select 1 from conversations`
    const reading = Promise.withResolvers<void>()
    const isRead = Promise.withResolvers<void>()
    // As a dump does.
    const reader = database.snapshot(async (db) => {
      await read.execute(db)
      reading.resolve()
      await isRead.promise
    })
    await reading.promise
    const migrating = database.migrate()
    const waiting = sql`select 1 from pg_locks where relation = 'conversations'::regclass and not granted`
    await expect.poll(async () => (await waiting.execute(database.read)).rows.length).toBe(1)
    const begun = performance.now()
    await read.execute(database.read)
    expect(performance.now() - begun).toBeLessThan(20_000) // less than a statement may take
    isRead.resolve()
    await Promise.all([reader, migrating])
    expect(await database.isReady()).toBe(true)
  })
})

/** Inserts a row of the columns that a release had. */
function insert(tx: Tx, table: string, row: Record<string, unknown>): Promise<unknown> {
  const names = Object.keys(row).map((name) => sql.id(name))
  return sql`insert into ${sql.table(table)} (${sql.join(names)}) values (${sql.join(Object.values(row))})`.execute(tx)
}

const OWNER = { id: newId(), email: 'ada@example.com', name: 'Ada', password_hash: '', created_at: 1 }
const KEY = { name: 'Robot', scopes: '[]', key_hash: 'hash', last_four: 'abcd', created_at: 4 }

/** A conversation as that release stored it, with a message of the visitor, of the AI and of each kind of person. */
async function oldConversation(tx: Tx, ids: { organization_id: string; agent_id: string; key_id: string }) {
  const { organization_id, agent_id, key_id } = ids
  const id = newId()
  const people = [
    { role: 'visitor' },
    { role: 'assistant' },
    { role: 'human', user_id: OWNER.id, author_type: 'member' },
    { role: 'human', user_id: OWNER.id, author_type: 'key', key_id },
    { role: 'human', user_id: OWNER.id }, // written before authors were recorded
  ]
  const row = { id, organization_id, agent_id, session_id: newId(), origin: 'widget', status: 'open' }
  const mode = { response_mode: 'human', chat_user_id: id, identity_verified: 0, turn: 3, webhook_sequence: 0 }
  const last = { message_count: people.length, last_message_role: 'human', last_message_excerpt: 'Line 5' }
  const times = { created_at: 10, updated_at: 15, last_message_at: 15 }
  await insert(tx, 'conversations', { ...row, ...mode, ...last, ...times })
  for (const [index, author] of people.entries()) {
    const position = index + 1
    const message = { id: newId(), conversation_id: id, position, content: `Line ${position}`, action_required: 0 }
    await insert(tx, 'messages', { ...message, ...author, created_at: 10 + position })
  }
  await sql`insert into counters (owner_id, name, value) values (${agent_id}, 'conversations:open:human', 1)
    on conflict (owner_id, name) do update set value = counters.value + 1`.execute(tx)
  return id
}

/** An organization with an agent and a conversation as that release stored them. */
async function oldOrganization(tx: Tx) {
  const [organization_id, agent_id, key_id] = [newId(), newId(), newId()]
  await insert(tx, 'users', { ...OWNER, password_hash: await hashPassword('a long enough password') })
  const organization = { id: organization_id, owner_id: OWNER.id, name: 'Acme', plan: 'premium' }
  await insert(tx, 'organizations', { ...organization, created_at: 2, updated_at: 3 })
  await insert(tx, 'api_keys', { id: key_id, organization_id, user_id: OWNER.id, ...KEY })
  const texts = { name: 'Guide', description: '', model_id: newId(), instructions: '', greeting: '' }
  const flags = { human_intervention: 1, only_human: 0, is_disabled: 0, knowledge_version: 0, identity_mode: 'off' }
  await insert(tx, 'agents', { id: agent_id, organization_id, ...texts, ...flags, created_at: 5, updated_at: 5 })
  const ids = { organization_id, agent_id, key_id }
  return { ...ids, conversation: await oldConversation(tx, ids) }
}

describe.each(databases())('an installation of the last release before teams on $name', ({ name }) => {
  it('opens for its owner, who sees who wrote what, and beside a process of that release', async () => {
    const platform = await newPlatform(name)
    const old = await platform.database.transaction(async (tx) => {
      await migrateTo(beforeTeams, tx)
      return oldOrganization(tx)
    })
    await platform.database.migrate()
    const test = await createTestApp({ database: { name, create: async () => platform } })
    atEnd.push(() => test.close())
    const body = { email: OWNER.email, password: 'a long enough password' }
    const signedIn = await test.request('signIn', { body })
    const owner = { cookie: String(signedIn.headers['set-cookie']).split(';')[0]! }
    const params = { organization: old.organization_id }
    const { data: members } = await test.request('listMembers', { params }, owner)
    expect(members).toMatchObject([{ user_id: OWNER.id, name: 'Ada', role: 'owner', availability: 'available' }])

    const authorsIn = async (conversation: string) => {
      const input = { params: { agent: old.agent_id, conversation } }
      const { items } = (await test.request('listThread', input, owner)).data
      expect(items.map(({ position }) => position)).toEqual(['1.0', '2.0', '3.0', '4.0', '5.0'])
      return items.map(({ author }) => author)
    }
    const authors = [
      { type: 'visitor' },
      { type: 'ai' },
      { type: 'member', id: OWNER.id, name: 'Ada' },
      { type: 'key', id: old.key_id, name: 'Robot' },
      { type: 'member' }, // shown as "A person"
    ]
    expect(await authorsIn(old.conversation)).toEqual(authors)

    // A process of that release, which knows no later column, writes beside this one.
    const added = await platform.database.transaction((tx) => oldConversation(tx, old))
    expect(await authorsIn(added)).toEqual(authors)
    const { data: inbox } = await test.request('listInbox', { params, query: { view: 'open' } }, owner)
    expect(inbox.items.map(({ id }) => id).sort()).toEqual([old.conversation, added].sort())
    expect((await test.request('getInboxSummary', { params, query: {} }, owner)).data.open).toBe(2)

    // People can go on in the conversation from before the upgrade as in the new one.
    for (const conversation of [old.conversation, added]) {
      const inside = { agent: old.agent_id, conversation }
      const note = { params: inside, body: { content: 'Seen.' } }
      expect((await test.request('createNote', note, owner)).data.position).toBe('5.1')
      const reply = { content: 'I am here.', seen_position: '5.1' }
      expect((await test.request('replyToVisitor', { params: inside, body: reply }, owner)).data).toMatchObject({
        position: '6.0',
        author: { type: 'member', name: 'Ada' },
      })
    }
  })
})
