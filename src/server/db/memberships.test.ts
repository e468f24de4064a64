import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterEach, describe, expect, it } from 'vitest'
import { createEmbeddedPlatform } from '../platform/embedded/platform.ts'
import type { Platform } from '../platform/platform.ts'
import { createPostgresPlatform } from '../platform/postgres/platform.ts'
import { createPostgresDatabase, databases, testLog } from '../testing/database.ts'
import { newId } from './ids.ts'
import * as start from './migrations/0001-start.ts'
import * as uncheckedReferences from './migrations/0002-unchecked-references.ts'
import * as sessionUserAgent from './migrations/0003-session-user-agent.ts'
import * as textOrder from './migrations/0004-text-order.ts'
import type { Tx } from './tables.ts'

/** What the first release that people installed had applied. */
const first = {
  '0001-start': start,
  '0002-unchecked-references': uncheckedReferences,
  '0003-session-user-agent': sessionUserAgent,
  '0004-text-order': textOrder,
}

let atEnd: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const end of atEnd.reverse()) await end()
  atEnd = []
})

async function newPlatform(name: 'sqlite' | 'postgres'): Promise<Platform> {
  if (name === 'sqlite') {
    const dataDir = await mkdtemp(join(tmpdir(), 'baton-memberships-'))
    atEnd.push(() => rm(dataDir, { recursive: true }))
    return createEmbeddedPlatform({ dataDir, log: testLog })
  }
  const { databaseUrl, drop } = await createPostgresDatabase()
  atEnd.push(drop)
  const platform = await createPostgresPlatform({ databaseUrl, log: testLog })
  for (const statement of [sql`drop schema public cascade`, sql`drop schema pgboss cascade`, sql`create schema public`])
    await statement.execute(platform.database.read)
  return platform
}

/** An organization with its owner as that release made them. */
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
      await sql`create table kysely_migration (name varchar(255) primary key, timestamp varchar(255) not null)`.execute(
        tx,
      )
      for (const [applied, { up }] of Object.entries(first)) {
        await up(tx as never)
        await sql`insert into kysely_migration values (${applied}, '2026-01-01')`.execute(tx)
      }
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
