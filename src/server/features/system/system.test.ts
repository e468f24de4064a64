import { mkdirSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { readS3Url } from '../../adapters/storage/s3/address.ts'
import { nameOf } from '../../backup/folders.ts'
import { createNightly } from '../../backup/nightly.ts'
import { measures, OWN_MODEL } from '../../process/measures.ts'
import { ownNews } from '../../process/news.ts'
import { databases } from '../../testing/database.ts'
import { buildMember } from '../../testing/factories.ts'
import { type MailServer, startMailServer } from '../../testing/mail-server.ts'
import { createTestApp, type Owner, type TestApp } from '../../testing/test-app.ts'
import { changeEndpoint } from '../webhooks/queries.ts'
import { lookAtAlarms } from './alarms.ts'
import { readStatus, writeStatus } from './status-file.ts'

const MINUTE_MS = 60_000
const DAY_MS = 24 * 60 * MINUTE_MS

describe.each(databases())('the state of the installation on $name', (database) => {
  let test: TestApp
  let server: MailServer
  let clock = Date.now()
  let owner: Owner
  let other: Owner
  let admin: Owner

  beforeAll(async () => {
    server = await startMailServer()
    const env = { SMTP_URL: server.url, MAIL_FROM: 'a@example.com', PUBLIC_URL: 'http://127.0.0.1:9' }
    test = await createTestApp({ database, env, now: () => clock })
    test.config.backup = {
      folder: join(test.config.dataDir, 'kept'),
      bucket: undefined,
      at: '03:00',
      keep: { daily: 7, weekly: 4 },
    }
    owner = await test.signUp()
    other = await test.signUp()
    const { mail } = test.deps
    test.deps.mail = undefined // so that the invitation's link is handed out instead of mailed
    admin = await buildMember(test, owner, 'admin')
    test.deps.mail = mail
  })
  afterAll(async () => {
    await test.close()
    await server.close()
  })

  it('is shown to owners of the first organization alone, and says so in their session', async () => {
    const { data } = await test.request('getSystem', {}, owner)
    expect(data.database).toEqual({ kind: database.name, bytes: expect.any(Number) })
    expect(data.database.bytes).toBeGreaterThan(50_000)
    expect(data.news).toEqual(ownNews())
    expect(data.memory.resident).toBeGreaterThan(10_000_000)
    expect(data.backups).toMatchObject({ newest_at: null, kept: 0, error: null })
    expect(data.findings.find(({ name }) => name === 'public address')).toMatchObject({ is_ok: false })
    for (const [who, sees] of [
      [owner, true],
      [other, undefined],
    ] as const) {
      expect((await test.request('getSystem', {}, who)).status).toBe(sees ? 200 : 403)
      const session = await test.request('getSession', {}, who)
      expect(session.data.organizations[0]?.runs_server).toBe(sees)
    }
    expect((await test.request('getSystem', {})).status).toBe(401)
  })

  it('is told its owners once when something begins, and once when it is over, by mail and in their lists', async () => {
    const { email } = (await test.request('getSession', {}, owner)).data.user
    const look = async () => {
      await lookAtAlarms(test.deps)
      await test.settled()
      return server.received.splice(0)
    }
    expect(await look()).toEqual([])
    for (let failed = 0; failed < 3; failed += 1) measures.model.tell({ model: 'gpt-x', isFailed: true, seconds: 1 })
    for (let failed = 0; failed < 3; failed += 1) measures.model.tell({ model: OWN_MODEL, isFailed: true, seconds: 1 })
    const [mail, ...others] = await look()
    expect(others).toEqual([])
    expect(mail?.to).toEqual([email])
    expect(mail?.text).toContain(' gpt-x failed three times in a row')
    expect(mail?.text).toContain('/settings/system')
    const listed = async (of: Owner) => {
      const input = { params: { organization: of.organizationId } }
      const { items } = (await test.request('listNotifications', input, of)).data
      return items.map(({ kind, agent_id, excerpt, detail }) => ({ kind, agent_id, excerpt, detail }))
    }
    const news = { kind: 'alarm', agent_id: null, excerpt: '' }
    const title = 'A model of a provider fails'
    const begun = { ...news, detail: expect.stringMatching(`^${title}\\. .*gpt-x`) }
    expect(await listed(owner)).toEqual([begun])
    clock += MINUTE_MS
    expect(await look()).toEqual([])
    await writeStatus(test.deps)
    expect((await readStatus(test.config.dataDir))?.troubles.map(({ rule }) => rule)).toEqual(['model_failing'])
    // It answers again, but only after a quarter of an hour it counts as over; what comes and goes is told once.
    for (const isFailed of [false, true, false]) {
      for (let call = 0; call < 3; call += 1) measures.model.tell({ model: 'gpt-x', isFailed, seconds: 1 })
      clock += 14 * MINUTE_MS
      expect(await look()).toEqual([])
    }
    clock += 2 * MINUTE_MS
    const over = await look()
    expect(over.map(({ to, headers }) => [to, /^Subject: Over: /im.test(headers)])).toEqual([[[email], true]])
    clock += MINUTE_MS
    expect(await look()).toEqual([])
    expect(await listed(owner)).toEqual([{ ...news, detail: `Over: ${title}` }, begun])
    expect(await listed(other)).toEqual([])
    expect(await listed(admin)).toEqual([])

    // Who wants no such mails gets none, and still has it listed.
    const body = { notifications: { kinds: { alarm: { mail: false } } } }
    await test.request('updateOwnMember', { params: { organization: owner.organizationId }, body }, owner)
    for (let failed = 0; failed < 3; failed += 1) measures.model.tell({ model: 'gpt-x', isFailed: true, seconds: 1 })
    expect(await look()).toEqual([])
    expect(await listed(owner)).toHaveLength(3)
    measures.model.tell({ model: 'gpt-x', isFailed: false, seconds: 1 })
    clock += 16 * MINUTE_MS
    await look()
  })

  it('tells of a webhook that was switched off as it failed, until somebody deletes it or its agent', async () => {
    const organization = owner.organizationId
    const key = { key: await owner.key() }
    const makeAgent = async (name: string) =>
      (await test.request('createAgent', { params: { organization }, body: { name } }, key)).data.id
    const [staying, leaving] = [await makeAgent('Stays'), await makeAgent('Leaves')]
    const troubles = async () => (await test.request('getSystem', {}, owner)).data.troubles.map(({ rule }) => rule)
    for (const agent of [staying, leaving]) {
      const body = { url: 'https://receiver.example/hook' }
      const { data } = await test.request('createWebhookEndpoint', { params: { agent }, body }, key)
      expect(await troubles()).not.toContain('webhook_off')
      const failed = { is_active: 0, failing_since: clock } as const
      await test.deps.database.transaction((tx) => changeEndpoint(tx, data.id, failed))
      expect(await troubles()).toContain('webhook_off')
      if (agent === staying) await test.request('deleteWebhookEndpoint', { params: { agent, endpoint: data.id } }, key)
      else await test.request('deleteAgent', { params: { agent } }, key)
      expect(await troubles()).not.toContain('webhook_off')
    }
  })

  it('tells of a backup that is not made, and that it is', async () => {
    const { folder } = test.config.backup!
    mkdirSync(folder, { recursive: true })
    writeFileSync(join(folder, 'baton-20200101-0300'), '')
    test.config.backup = { ...test.config.backup!, folder: join(folder, 'baton-20200101-0300') } // which is no folder
    await expect(createNightly(test.deps)()).rejects.toThrow('ENOTDIR')
    const failed = (await test.request('getSystem', {}, owner)).data
    expect(failed.backups?.error).toContain('ENOTDIR')
    clock += 2 * DAY_MS + MINUTE_MS
    expect((await test.request('getSystem', {}, owner)).data.troubles).toMatchObject([{ rule: 'backup_old' }])
  })

  it('goes on seeing everything else while the place of backups can not be reached', async () => {
    const kept = { ...test.config.backup!, folder: join(test.config.dataDir, 'others') }
    mkdirSync(join(kept.folder, nameOf(clock)), { recursive: true })
    test.config.backup = kept
    expect((await test.request('getSystem', {}, owner)).data.backups).toMatchObject({ kept: 1 })
    const bucket = readS3Url('s3://kept?endpoint=http://127.0.0.1:9', {
      AWS_ACCESS_KEY_ID: 'a',
      AWS_SECRET_ACCESS_KEY: 'b',
    })
    test.config.backup = { ...kept, folder: 's3://kept', bucket }
    const { data } = await test.request('getSystem', {}, owner)
    expect(data.troubles).toEqual([])
    expect(data.backups).toMatchObject({
      kept: 1,
      newest_at: expect.any(String),
      error: expect.stringContaining('BACKUP_DIR'),
    })
    clock += 2 * DAY_MS + 2 * MINUTE_MS
    await lookAtAlarms(test.deps)
    const { data: later } = await test.request('getSystem', {}, owner)
    expect(later.troubles).toMatchObject([{ rule: 'backup_old', detail: expect.stringContaining('BACKUP_DIR') }])
  })

  it('removes what a process that died has left of a backup, even if no other can be made', async () => {
    const folder = join(test.config.dataDir, 'left')
    test.config.backup = { ...test.config.backup!, folder, bucket: undefined }
    for (const name of ['baton-20200101-0300.part', 'baton-20200101-0300', 'notes.part'])
      mkdirSync(join(folder, name), { recursive: true })
    await createNightly(test.deps)()
    expect(readdirSync(folder)).toContain('baton-20200101-0300')
    expect(readdirSync(folder).filter((name) => name.endsWith('.part'))).toEqual(['notes.part'])
  })
})
