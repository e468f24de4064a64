import { existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type ObjectStorage, startObjectStorage } from '#server/testing/object-storage.ts'
import { NO_RATE_LIMITS } from '../api/support/start-products.ts'
import { until } from '../api/support/until.ts'
import { call, must, type Owner } from '../tools/client.ts'
import { type Product, startProduct } from '../tools/product.ts'
import { runCommand } from './support/command.ts'
import { hasDump } from './support/has-dump.ts'
import { databaseNames, newInstallation } from './support/installation.ts'

const FACT = 'The observatory dome weighs ninety tonnes.'
const SECRET_KEY = Buffer.alloc(32, 7).toString('base64')

let storage: ObjectStorage
beforeAll(async () => {
  storage = await startObjectStorage()
})
afterAll(() => storage.close())

const upload = (url: string, owner: Owner, agent: string) =>
  call(url, 'createSource', { params: { agent }, body: { type: 'file', file: new File([FACT], 'dome.txt') } }, owner)

async function trained(url: string, owner: Owner, agent: string, source: string): Promise<string> {
  return until('the source is trained', async () => {
    const { status } = (await must(url, 'getSource', { params: { agent, source } }, owner)).data
    return (status === 'completed' || status === 'failed') && status
  })
}

async function ask(url: string, owner: Owner, agent: string): Promise<string> {
  const body = { chat_user_id: 'ana' }
  const conversation: string = (await must(url, 'createConversation', { params: { agent }, body }, owner)).data.id
  const content = 'How much does the observatory dome weigh?'
  await must(url, 'sendMessage', { params: { agent, conversation }, body: { content } }, owner)
  return until('the answer is there', async () => {
    const { data } = await must(
      url,
      'listMessages',
      { params: { agent, conversation }, query: { per_page: 100 } },
      owner,
    )
    return data.find(({ role, content: text }) => role === 'assistant' && text.includes('tonnes'))?.content
  })
}

/** A file with what an agent's visitor has said, as the team downloads it. */
async function exported(asked: string, from: string, owner: Owner, agent: string): Promise<string> {
  const params = { organization: owner.organizationId }
  const matches = [{ agent_id: agent, chat_user_id: 'ana', identity_verified: false }]
  const { data } = await must(asked, 'exportVisitors', { params, body: { matches } }, owner)
  await until('the export is made', async () => {
    const job = await must(asked, 'getVisitorJob', { params: { ...params, job: data.id } }, owner)
    return job.data.status === 'done'
  })
  const path = `/api/v1/organizations/${owner.organizationId}/visitors/exports/${data.id}`
  const answer = await fetch(from + path, { headers: { cookie: owner.cookie } })
  expect(answer.status).toBe(200)
  return answer.text()
}

describe.runIf(databaseNames().includes('PostgreSQL'))('two processes with no folder in common', () => {
  it('keep files in the bucket, each read by both', async () => {
    const installation = await newInstallation('PostgreSQL')
    const other = mkdtempSync(join(tmpdir(), 'baton-other-'))
    const env = {
      ...{ RATE_LIMITS: NO_RATE_LIMITS, SECRET_KEY, STORAGE_URL: storage.url('shared'), ...storage.env },
      DATABASE_URL: installation.databaseUrl!,
    }
    let worker: Product | undefined
    try {
      const { product: http, owner, agent } = await installation.begin({ ...env, ROLE: 'http' })
      worker = await startProduct({ dataDir: other, env: { ...env, ROLE: 'worker' }, args: ['--no-dashboard'] })
      const made = await upload(http.url, owner, agent)
      expect(made.status).toBe(201)
      const source = (made.data as { id: string }).id
      expect(await trained(http.url, owner, agent, source)).toBe('completed')
      expect(await ask(http.url, owner, agent)).toContain('ninety tonnes')
      expect(await exported(http.url, http.url, owner, agent)).toContain('observatory dome weigh')
      const inBucket = async () => (await storage.names()).filter((name) => name.startsWith('shared/'))
      expect(await inBucket()).toHaveLength(2)
      for (const folder of [installation.dataDir, other]) expect(existsSync(join(folder, 'files'))).toBe(false)
      await must(http.url, 'deleteSource', { params: { agent, source } }, owner)
      await until('the file of the deleted source is gone', async () => (await inBucket()).length === 1)
    } finally {
      await worker?.stop()
      await installation.remove()
      rmSync(other, { recursive: true, force: true })
    }
  })
})

describe.each(databaseNames())('STORAGE_URL on %s', (database) => {
  it('takes files that were in the folder, does without the bucket for a while, and gives all back', async () => {
    const installation = await newInstallation(database)
    const fresh = await newInstallation(database)
    const canDump = database === 'SQLite' || hasDump
    const name = `moved-${database}`
    const bucket = { STORAGE_URL: storage.url(name), ...storage.env }
    const env = {
      DATA_DIR: installation.dataDir,
      ...(installation.databaseUrl && { DATABASE_URL: installation.databaseUrl }),
    }
    const inBucket = async () => (await storage.names()).filter((path) => path.startsWith(`${name}/`))
    const nightly = async () =>
      (await storage.names()).flatMap(
        (path) => new RegExp(`^backups-${database}/(baton-[\\d-]+)/backup\\.json$`).exec(path)?.[1] ?? [],
      )
    const inFolder = () => readdirSync(join(installation.dataDir, 'files'))
    try {
      const { product: first, owner, agent } = await installation.begin()
      const source = ((await upload(first.url, owner, agent)).data as { id: string }).id
      expect(await trained(first.url, owner, agent, source)).toBe('completed')
      if (database === 'SQLite')
        expect((await runCommand('storage', ['move'], { ...env, ...bucket })).output).toContain('in use')
      await first.stop()
      const moved = await runCommand('storage', ['move'], { ...env, ...bucket })
      expect([moved.code, moved.output]).toEqual([
        0,
        expect.stringContaining(`1 files were moved to s3://baton/${name}`),
      ])
      expect([await inBucket(), inFolder()]).toEqual([[expect.any(String)], []])

      const backups = storage.url(`backups-${database}`)
      const second = await installation.start({ ...bucket, ...(canDump && { BACKUP_DIR: backups }) })
      const again = await must(second.url, 'retrainSource', { params: { agent, source } }, owner)
      expect(again.status).toBeLessThan(300)
      expect(await trained(second.url, owner, agent, source)).toBe('completed')
      await storage.stop()
      const refused = await upload(second.url, owner, agent)
      expect([refused.status, refused.body.error.message, refused.headers.get('retry-after')]).toEqual([
        503,
        expect.stringContaining('storage of files'),
        '5',
      ])
      expect(await ask(second.url, owner, agent)).toContain('ninety tonnes')
      const doctor = await runCommand('doctor', ['--reach', 'http://127.0.0.1:1/'], { ...env, ...bucket })
      expect(doctor.output).toMatch(/^FAIL +storage of files .*127\.0\.0\.1.* → Make the bucket/m)
      await storage.start()
      expect((await upload(second.url, owner, agent)).status).toBe(201)
      if (canDump) await until('a backup is in the bucket', async () => (await nightly()).length === 1)
      await second.stop()

      const back = await runCommand('storage', ['move', '--from', bucket.STORAGE_URL], { ...env, ...storage.env })
      expect([back.code, back.output]).toEqual([0, expect.stringContaining('2 files were moved')])
      expect([await inBucket(), inFolder().length]).toEqual([[], 2])
      if (!canDump) return console.error('pg_dump is missing: NO BACKUP WAS TRIED.')

      // What the server has backed up by itself, restored with its files in another bucket.
      const [made = ''] = await nightly()
      const [where, parameters] = backups.split('?')
      const elsewhere = { ...env, ...bucket, STORAGE_URL: storage.url(`restored-${database}`) }
      const to = fresh.databaseUrl ?? fresh.dataDir
      const restored = await runCommand('restore', [`${where}/${made}?${parameters}`, '--to', to], {
        ...elsewhere,
        DATA_DIR: fresh.dataDir,
      })
      expect([restored.code, restored.output]).toEqual([0, expect.stringContaining('Restored to')])
      const { url } = await fresh.start({ ...elsewhere, DATABASE_URL: fresh.databaseUrl ?? '' })
      const learnt = await must(url, 'retrainSource', { params: { agent, source } }, owner)
      expect([learnt.status < 300, await trained(url, owner, agent, source)]).toEqual([true, 'completed'])
      const restoredFiles = (await storage.names()).filter((path) => path.startsWith(`restored-${database}/`))
      expect(inFolder().map((key) => `restored-${database}/${key}`)).toEqual(expect.arrayContaining(restoredFiles))
      expect(restoredFiles).not.toEqual([])
    } finally {
      await installation.remove()
      await fresh.remove()
    }
  })
})
