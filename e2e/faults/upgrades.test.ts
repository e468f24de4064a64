import { describe, expect, it } from 'vitest'
import { must, ownerAccount } from '../tools/client.ts'
import type { Lived } from '../tools/upgrade-fixture.ts'
import { runCommand } from './support/command.ts'
import { databaseNames, newInstallation } from './support/installation.ts'
import { answered } from './support/ledger.ts'
import { putReleased, releasedSchemas, runSql } from './support/released.ts'

/** Checks that a server has everything that was made in the database of a released version, and goes on with it. */
async function expectAllOf({ agent, organization, ...lived }: Lived, url: string): Promise<void> {
  const { data: session, headers } = await must(url, 'signIn', { body: ownerAccount })
  expect(session.organizations.map(({ id }) => id)).toEqual([organization])
  const owner = { organizationId: organization, key: lived.key, cookie: headers.get('set-cookie')!.split(';')[0]! }
  const key = { key: lived.key }
  const ofAgent = { params: { agent } }
  for (const { id, messages } of lived.conversations) {
    const params = { agent, conversation: id }
    const { data } = await must(url, 'listMessages', { params, query: { per_page: 100 } }, key)
    expect(data.map(({ id, role, content }) => ({ id, role, content }))).toEqual(messages)
  }
  const found = [
    await must(url, 'listSources', ofAgent, key),
    await must(url, 'listWebhookEndpoints', ofAgent, key),
    await must(url, 'listMailboxes', { params: { organization } }, owner),
  ]
  expect(found.map(({ data }) => data.map(({ id }) => id))).toEqual([lived.sources, lived.webhooks, lived.mailboxes])

  const { data: conversation } = await must(url, 'createConversation', { ...ofAgent, body: {} }, key)
  const params = { agent, conversation: conversation.id }
  await must(url, 'sendMessage', { params, body: { content: 'When does the lighthouse open?' } }, key)
  expect((await answered(url, owner, params)).at(-1)?.content).toContain('nine')
}

const cases = releasedSchemas().flatMap((schema) => databaseNames().map((database) => ({ schema, database })))

describe.each(cases)('a database of the schema $schema on $database', ({ schema, database }) => {
  it('is brought up to date by one start, with all that is in it', async () => {
    const installation = await newInstallation(database)
    try {
      const lived = await putReleased(schema, database, installation)
      const env = { DATA_DIR: installation.dataDir, DATABASE_URL: installation.databaseUrl ?? '' }
      expect((await runCommand('doctor', [], env)).output).toMatch(/^ok +database .* schema (is )?up to date/m)
      const product = await installation.start()
      await expectAllOf(lived, product.url)
      expect((await runCommand('doctor', [], env)).output).toMatch(/^ok +database .*the schema is up to date/m)
      expect(await product.stop()).toBe(0)
    } finally {
      await installation.remove()
    }
  })
})

describe.each(databaseNames())('a migration that fails on %s', (database) => {
  it('leaves the database as it was, says why and what to do, and passes once that is mended', async () => {
    const installation = await newInstallation(database)
    try {
      const [oldest = ''] = releasedSchemas()
      const lived = await putReleased(oldest, database, installation)
      const names = () => runSql(installation, 'select name from kysely_migration order by name')
      const columns = () =>
        runSql(
          installation,
          database === 'SQLite'
            ? 'select name, sql from sqlite_schema order by name'
            : "select table_name, column_name from information_schema.columns where table_schema = 'public' order by 1, 2",
        )
      // Something stands in the way of a migration that comes after others.
      await runSql(installation, 'create table mail_grants (id text)')
      const before = [await names(), await columns()]
      expect(before[0]).not.toContainEqual({ name: '0026-mail-grants' })
      await expect(installation.start()).rejects.toThrow(
        /is as it was: 0026-mail-grants failed \(.*"?mail_grants"? already exists\)\. Mend that and start again; until then the version before works with it\.$/m,
      )
      expect([await names(), await columns()]).toEqual(before)
      await runSql(installation, 'drop table mail_grants')
      await expectAllOf(lived, (await installation.start()).url)
    } finally {
      await installation.remove()
    }
  })
})

describe.each(databaseNames())('a database that a newer version has brought up to date, on %s', (database) => {
  it('is refused by the start and by the doctor where it has lost what this version needs', async () => {
    const installation = await newInstallation(database)
    try {
      await (await installation.start()).stop()
      // This version knows none of these; the first needs only what it knows.
      await runSql(installation, "insert into kysely_migration values ('9997-more-needs-0001', '2099-01-01')")
      await (await installation.start()).stop()
      await runSql(installation, "insert into kysely_migration values ('9998-less-needs-9997', '2099-01-02')")
      const says = 'has lost what this one needs'
      const advice = 'Start that version, or restore the backup from before the upgrade.'
      await expect(installation.start()).rejects.toThrow(`${says}. ${advice}`)
      const env = { DATA_DIR: installation.dataDir, DATABASE_URL: installation.databaseUrl ?? '' }
      const { code, output } = await runCommand('doctor', [], env)
      expect([code, output]).toEqual([1, expect.stringContaining(`${says}. → ${advice}`)])
    } finally {
      await installation.remove()
    }
  })
})
