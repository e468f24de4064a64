import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterEach, describe, expect, it } from 'vitest'
import { createEmbeddedPlatform } from '../platform/embedded/platform.ts'
import type { Platform } from '../platform/platform.ts'
import { createPostgresPlatform } from '../platform/postgres/platform.ts'
import { createPostgresDatabase, databases, testLog } from '../testing/database.ts'
import { insertAgent, insertOrganization, sampleConversation } from '../testing/sample-rows.ts'
import * as search from './migrations/0027-search.ts'
import * as searchBeginnings from './migrations/0041-search-beginnings.ts'
import * as idleVisitors from './migrations/0053-idle-visitors.ts'
import * as provedFields from './migrations/0057-proved-fields.ts'
import { tableNames } from './table-names.ts'

let atEnd: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const end of atEnd.reverse()) await end()
  atEnd = []
})

const opened = (platform: Platform) => {
  atEnd.push(() => platform.close())
  return platform.database
}

it('makes the schema in a new folder once', async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'baton-migrate-'))
  atEnd.push(() => rm(dataDir, { recursive: true }))
  const database = opened(await createEmbeddedPlatform({ dataDir, log: testLog }))
  expect(await database.isReady()).toBe(false)
  await Promise.all([database.migrate(), database.migrate()])
  expect(await database.isReady()).toBe(true)
})

it('keeps the words of the search when their beginnings join the index of SQLite', async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'baton-migrate-'))
  atEnd.push(() => rm(dataDir, { recursive: true }))
  const { transaction } = opened(await createEmbeddedPlatform({ dataDir, log: testLog }))
  const rows = await transaction(async (tx) => {
    await search.up(tx as never)
    await sql`insert into search_words (rowid, organization, words) values (7, 'acme', 'where is my parcel')`.execute(
      tx,
    )
    await searchBeginnings.up(tx as never)
    const found = sql<object>`select rowid, (select v from search_words_config where k = 'secure-delete') as erases
      from search_words where search_words match 'organization : "acme" AND words : "par" *'`
    return (await found.execute(tx)).rows
  })
  expect(rows).toEqual([{ rowid: 7, erases: 1 }])
})

describe.each(databases())('visitors on $name', ({ create }) => {
  it('of whom nothing is left are deleted by the version that no more leaves any', async () => {
    const platform = await create()
    atEnd.push(() => platform.close())
    const left = await platform.database.transaction(async (tx) => {
      await sql`drop index visitor_messages_message_id`.execute(tx)
      await sql`drop index visitors_email`.execute(tx)
      const organization_id = await insertOrganization(tx)
      const agent_id = await insertAgent(tx, organization_id)
      const visitor = async (id: string) => {
        const nothing = { name: null, email: null, page_url: null, referrer: null, locale: null, user_agent: null }
        const row = { id, chat_user_id: id, identity_verified: 0 as const, ...nothing, created_at: 1, updated_at: 1 }
        await tx
          .insertInto('visitors')
          .values({ ...row, organization_id, agent_id })
          .execute()
        const sent = { visitor_id: id, client_id: id, content_hash: id, message_id: id, created_at: 1 }
        await tx.insertInto('visitor_messages').values(sent).execute()
      }
      await visitor('gone')
      await visitor('here')
      await tx
        .insertInto('visitor_sessions')
        .values({ token_hash: 'one', visitor_id: 'here', created_at: 1, expires_at: 2 })
        .execute()
      await visitor('heard')
      const conversation = sampleConversation(organization_id, agent_id, { visitor_id: 'heard' })
      await tx.insertInto('conversations').values(conversation).execute()
      await sql`insert into messages (id, conversation_id, role, content, position, action_required, created_at)
        values ('heard', ${conversation.id}, 'visitor', 'Hello', 1, 0, 1)`.execute(tx)
      await idleVisitors.up(tx as never)
      const visitors = await tx.selectFrom('visitors').select('id').orderBy('id').execute()
      return { visitors, sent: await tx.selectFrom('visitor_messages').select('message_id').execute() }
    })
    expect(left).toEqual({ visitors: [{ id: 'heard' }, { id: 'here' }], sent: [{ message_id: 'heard' }] })
  })
})

describe.each(databases())('the conversations of visitors who have proved who they are on $name', ({ create }) => {
  it('all say so since the version that writes it into each', async () => {
    const platform = await create()
    atEnd.push(() => platform.close())
    const rows = await platform.database.transaction(async (tx) => {
      for (const column of ['name_proved', 'email_proved'])
        await sql`alter table visitors drop column ${sql.ref(column)}`.execute(tx)
      const organization_id = await insertOrganization(tx)
      const agent_id = await insertAgent(tx, organization_id)
      const nothing = { page_url: null, referrer: null, locale: null, user_agent: null, created_at: 1, updated_at: 1 }
      for (const [id, identity_verified] of [
        ['ana', 1],
        ['unknown', 0],
      ] as const) {
        const row = {
          ...nothing,
          id,
          chat_user_id: id,
          name: id,
          email: null,
          identity_verified,
          organization_id,
          agent_id,
        }
        await tx.insertInto('visitors').values(row).execute()
        const before = { visitor_id: id, chat_user_id: 'before', status: 'closed' as const }
        for (let made = 0; made < 2; made += 1)
          await tx
            .insertInto('conversations')
            .values(sampleConversation(organization_id, agent_id, before))
            .execute()
      }
      // Begun by an unknown visitor who became Ana, and whose own row is gone.
      const gone = { visitor_id: 'gone', chat_user_id: 'before', status: 'closed' as const }
      const left = sampleConversation(organization_id, agent_id, gone)
      await tx.insertInto('conversations').values(left).execute()
      await sql`insert into messages (id, conversation_id, role, content, position, action_required, created_at)
        values ('heard', ${left.id}, 'visitor', 'Hello', 1, 0, 1)`.execute(tx)
      const sent = { visitor_id: 'ana', client_id: 'one', content_hash: 'x', message_id: 'heard', created_at: 1 }
      await tx.insertInto('visitor_messages').values(sent).execute()
      await provedFields.up(tx as never)
      const visitors = tx.selectFrom('visitors').select(['id', 'name_proved', 'email_proved']).orderBy('id')
      const conversations = tx
        .selectFrom('conversations')
        .select(['chat_user_id as id', 'chat_user_name as name', 'identity_verified as verified'])
        .orderBy('chat_user_id')
      return { visitors: await visitors.execute(), conversations: await conversations.execute() }
    })
    const ana = { id: 'ana', name: 'ana', verified: 1 }
    const before = { id: 'before', name: null, verified: 0 }
    expect(rows).toEqual({
      visitors: [
        { id: 'ana', name_proved: 1, email_proved: 0 },
        { id: 'unknown', name_proved: 0, email_proved: 0 },
      ],
      conversations: [ana, ana, ana, before, before],
    })
  })
})

describe.each(databases().filter(({ name }) => name === 'postgres'))('on $name', () => {
  it('makes the schema once when several processes start at the same time', async () => {
    const { databaseUrl, drop } = await createPostgresDatabase()
    atEnd.push(drop)
    const open = async () => opened(await createPostgresPlatform({ databaseUrl, log: testLog }))
    const processes = await Promise.all([open(), open(), open()])
    await sql`drop schema public cascade`.execute(processes[0]!.read)
    await sql`create schema public`.execute(processes[0]!.read)
    expect(await processes[0]!.isReady()).toBe(false)
    await Promise.all(processes.map((database) => database.migrate()))
    for (const database of processes) expect(await database.isReady()).toBe(true)
  })

  it('has every text in the order of its code points, whatever the language of the server', async () => {
    const { databaseUrl, drop } = await createPostgresDatabase()
    atEnd.push(drop)
    const database = opened(await createPostgresPlatform({ databaseUrl, log: testLog }))
    await database.migrate()
    const { rows } = await sql<{ name: string; collation: string }>`
      select attrelid::regclass || '.' || attname as name, collname as collation
      from pg_attribute join pg_class on pg_class.oid = attrelid join pg_collation on pg_collation.oid = attcollation
      where relkind = 'r' and relname = any(${tableNames}) and attnum > 0 and not attisdropped`.execute(database.read)
    expect(rows.length).toBeGreaterThan(tableNames.length)
    expect(rows.filter(({ collation }) => collation !== 'C')).toEqual([])
  })
})
