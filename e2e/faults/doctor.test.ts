import { once } from 'node:events'
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, request as httpRequest } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { startMailServer } from '#server/testing/mail-server.ts'
import { newDatabase } from '../api/support/storage.ts'
import { must, ownerAccount, setUp } from '../tools/client.ts'
import { freePort } from '../tools/free-port.ts'
import { startProduct } from '../tools/product.ts'
import { examine } from './support/doctor.ts'
import { databaseNames, type Installation, newInstallation } from './support/installation.ts'
import { type ModelProvider, startModelProvider } from './support/model-provider.ts'

describe.each(databaseNames())('npm run doctor on %s', (database) => {
  let installation: Installation
  let provider: ModelProvider
  let env: Record<string, string>
  beforeAll(async () => {
    installation = await newInstallation(database)
    provider = await startModelProvider()
    const { url } = await installation.start()
    env = {
      DATA_DIR: installation.dataDir,
      ...(installation.databaseUrl && { DATABASE_URL: installation.databaseUrl }),
      PUBLIC_URL: url,
      OUTBOUND_ALLOW: '127.0.0.1/32',
      OPENAI_COMPATIBLE_BASE_URL: `${provider.url}/v1`,
      OPENAI_COMPATIBLE_MODELS: 'stand-in',
      EMBEDDINGS_BASE_URL: `${provider.url}/v1`,
      EMBEDDINGS_MODEL: 'stand-in',
    }
  })
  afterAll(async () => {
    provider.close()
    await installation.remove()
  })

  it('finds nothing wrong beside a server that runs, and exits with 0', async () => {
    const { code, findings, output } = await examine(env, provider.url)
    expect(code, output).toBe(0)
    expect(Object.keys(findings)).toEqual([
      'database',
      'clock',
      'data folder',
      'secret key',
      'backups',
      'open files',
      'port',
      'public address',
      'outbound guard',
      'outbound access',
      'model stand-in',
      'embeddings server',
    ])
    expect(findings.database?.text).toContain('the schema is up to date')
  })

  it('says of each thing that fails how to mend it, and exits with 1', async () => {
    const nobody = `http://127.0.0.1:${await freePort()}`
    provider.behave('error')
    const { code, findings, failing } = await examine(
      { ...env, PUBLIC_URL: nobody, EMBEDDINGS_BASE_URL: nobody, OUTBOUND_ALLOW: '169.254.0.0/16' },
      provider.url,
    )
    provider.behave('well')
    expect(code).toBe(1)
    expect(failing).toEqual([
      'public address',
      'outbound guard',
      'outbound access',
      'model stand-in',
      'embeddings server',
    ])
    for (const name of failing) expect(findings[name]?.text, name).toContain('→')
    expect(findings['public address']?.text).toContain('ECONNREFUSED')
  })

  it('says where the key of secrets lies, and when others may read it', async () => {
    const path = join(installation.dataDir, 'secret.key')
    try {
      writeFileSync(path, `${Buffer.alloc(32).toString('base64')}\n`, { mode: 0o600 })
      const beside = await examine(env, provider.url)
      expect([beside.code, beside.findings['secret key']?.text]).toEqual([
        0,
        expect.stringContaining('beside the database'),
      ])
      const isShared = database === 'PostgreSQL'
      expect(beside.findings['secret key']?.text?.includes('need the same key in SECRET_KEY')).toBe(isShared)
      chmodSync(path, 0o644)
      expect((await examine(env, provider.url)).failing).toEqual(['secret key'])
      writeFileSync(path, 'no key')
      expect((await examine(env, provider.url)).findings['secret key']?.text).toContain('→ Restore it')
    } finally {
      rmSync(path, { force: true })
    }
    const given = await examine({ ...env, SECRET_KEY: Buffer.alloc(32).toString('base64') }, provider.url)
    expect(given.findings['secret key']?.text).toContain('SECRET_KEY encrypts')
  })

  it('says of each mailbox when mail last came, and whether it can send', async () => {
    const mailServer = await startMailServer()
    const own = await newInstallation(database)
    try {
      const { url } = await own.start()
      const owner = await setUp(url)
      const agent = await must(
        url,
        'createAgent',
        { params: { organization: owner.organizationId }, body: { name: 'Desk' } },
        owner,
      )
      const { hostname: host, port, username: user, password } = new URL(mailServer.url)
      const auth = { type: 'password' as const, password: decodeURIComponent(password) }
      const body = {
        ...{
          agent_id: agent.data.id,
          name: 'Desk',
          address: 'desk@boats.example',
          incoming: { type: 'http' as const },
        },
        outgoing: { host, port: Number(port), security: 'none' as const, user, auth },
      }
      const params = { organization: owner.organizationId }
      await must(url, 'createMailbox', { params, body }, owner)
      const around = {
        ...env,
        PUBLIC_URL: url,
        DATA_DIR: own.dataDir,
        ...(own.databaseUrl && { DATABASE_URL: own.databaseUrl }),
      }
      expect((await examine(around)).findings.mailbox).toEqual({
        isOk: true,
        text: expect.stringMatching(/^desk@boats\.example: no mail has come in yet; 127\.0\.0\.1:\d+ lets it send/),
      })
      await mailServer.close()
      expect((await examine(around)).findings.mailbox).toEqual({
        isOk: false,
        text: expect.stringMatching(/none goes out\. → .*can't be reached/),
      })
      expect(mailServer.received).toEqual([])
      const fetched = { type: 'imap' as const, host: '127.0.0.1', port: Number(port), security: 'none' as const, user }
      const incoming = { ...fetched, folder: 'INBOX', auth }
      const { id } = (await must(url, 'listMailboxes', { params }, owner)).data[0]!
      await must(url, 'updateMailbox', { params: { ...params, mailbox: id }, body: { incoming } }, owner)
      expect((await examine(around)).findings['mailbox in']).toEqual({
        isOk: false,
        text: expect.stringMatching(/its mail can't be fetched\. → 127\.0\.0\.1:\d+ can't be reached/),
      })
    } finally {
      await own.remove()
    }
  })

  it('sends a real mail to the first owner where a mail server is configured', async () => {
    const mailServer = await startMailServer()
    const own = await newInstallation(database)
    try {
      const product = await own.start()
      const mailed = {
        ...env,
        DATA_DIR: own.dataDir,
        ...(own.databaseUrl && { DATABASE_URL: own.databaseUrl }),
        SMTP_URL: mailServer.url,
        MAIL_FROM: 'Support <support@example.com>',
      }
      expect((await examine(mailed)).findings.mail?.text).toContain('no owner yet')
      await setUp(product.url)
      expect((await examine(mailed)).findings.mail).toEqual({
        isOk: true,
        text: expect.stringContaining(ownerAccount.email),
      })
      expect(mailServer.received.map(({ to }) => to)).toEqual([[ownerAccount.email]])
      mailServer.refuseWith({ code: 550, message: 'no relaying' })
      const refused = (await examine(mailed)).findings.mail
      expect(refused).toEqual({ isOk: false, text: expect.stringMatching(/no relaying.*→ Check SMTP_URL/) })
    } finally {
      await own.remove()
      await mailServer.close()
    }
  })
})

describe('npm run doctor behind a proxy', () => {
  it('tells what servers have noticed of the way to them, until it is set right', async () => {
    const installation = await newInstallation('SQLite')
    try {
      const product = await installation.start()
      const proxy = createServer((request, response) => {
        const { method } = request
        const headers = { ...request.headers, 'x-forwarded-proto': 'https', 'x-forwarded-for': '203.0.113.9' }
        const to = `${product.url}${request.url}`
        const asked = httpRequest(to, { method, headers }, (answer) => answer.pipe(response))
        asked.on('error', () => response.destroy()) // the product may answer, and hang up, before it has all of a body
        request.pipe(asked)
      }).listen(0, '127.0.0.1')
      await once(proxy, 'listening')
      const url = `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`
      const env = { DATA_DIR: installation.dataDir, PUBLIC_URL: url }
      const through = (await examine(env)).findings
      expect(through['public address']).toMatchObject({ isOk: true })
      expect(through.proxy).toEqual({
        isOk: false,
        text: expect.stringMatching(
          /127\.0\.0\.1 \(X-Forwarded-Proto\) that TRUST_PROXY does not name.*→ Set TRUST_PROXY=127/,
        ),
      })
      await fetch(`${product.url}/api/v1/setup`, { method: 'POST', headers: { origin: 'https://help.example' } })
      expect((await examine(env)).findings['other origin']).toEqual({
        isOk: false,
        text: expect.stringMatching(/opened at https:\/\/help\.example.*→ .*set PUBLIC_URL=https:\/\/help\.example/),
      })
      const right = { ...env, TRUST_PROXY: '127.0.0.1', PUBLIC_URL: 'https://help.example' }
      const { failing, findings } = await examine(right)
      expect([findings.proxy, findings['other origin']]).toEqual([undefined, undefined])
      expect(failing).toContain('public address')
      proxy.close()
    } finally {
      await installation.remove()
    }
  })
})

describe('npm run doctor', () => {
  it('tells a database that is not there from one that is new', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'baton-doctor-'))
    const fresh = await examine({ DATA_DIR: folder })
    expect(fresh.findings.database?.text).toContain('new; the first start makes the schema')
    expect(fresh.findings['built-in model']?.text).toContain('384 dimensions')
    const gone = await examine({
      DATA_DIR: folder,
      DATABASE_URL: `postgres://nobody@127.0.0.1:${await freePort()}/none`,
    })
    expect(gone.failing).toContain('database')
    expect(gone.findings.database?.text).toContain('DATABASE_URL')
    const server = inject('ownPostgres')
    if (server) {
      const empty = await examine({ DATA_DIR: folder, DATABASE_URL: await newDatabase(server) })
      expect(empty.findings.database).toEqual({ isOk: true, text: expect.stringContaining('new') })
    }
    rmSync(folder, { recursive: true })
  })

  it.runIf(databaseNames().includes('PostgreSQL')).each([
    { what: 'of another encoding', sql: "create database $ template template0 encoding 'LATIN1'", says: 'LATIN1' },
    { what: 'that only reads', sql: 'alter database $ set default_transaction_read_only = on', says: 'only reads' },
    { what: 'in which its user may make nothing', sql: 'create role $ login', says: 'may not make tables' },
  ])('finds a database $what, and the server does not start on it', async ({ sql, says }) => {
    const url = new URL(await newDatabase(inject('ownPostgres')!))
    const admin = new pg.Client(inject('ownPostgres')!)
    await admin.connect()
    const name = sql.includes('alter') ? url.pathname.slice(1) : `odd_${url.pathname.slice(1)}`
    await admin.query(sql.replace('$', name))
    await admin.end()
    if (sql.includes('role')) url.username = name
    else url.pathname = `/${name}`
    const { findings, failing } = await examine({ DATABASE_URL: url.href })
    expect([failing.includes('database'), findings.database?.text]).toEqual([true, expect.stringContaining(says)])
    const started = startProduct({ env: { DATABASE_URL: url.href }, args: ['--no-dashboard'] })
    await expect(started).rejects.toThrow(new RegExp(`DATABASE_URL: .*${says}`))
  })

  it.runIf(databaseNames().includes('PostgreSQL'))('asks nobody else before the database is examined', async () => {
    const installation = await newInstallation('PostgreSQL')
    await installation.start()
    const holder = new pg.Client(installation.databaseUrl)
    await holder.connect()
    await holder.query('begin; lock table events in access exclusive mode')
    let isExamined = false
    const asked: boolean[] = []
    const page = createServer((_request, response) => {
      asked.push(isExamined)
      response.end('{"status":"ok"}')
    }).listen(0, '127.0.0.1')
    await once(page, 'listening')
    const examining = examine({
      DATA_DIR: installation.dataDir,
      DATABASE_URL: installation.databaseUrl!,
      PUBLIC_URL: `http://127.0.0.1:${(page.address() as AddressInfo).port}`,
    })
    const waits = "select 1 from pg_locks where relation = 'events'::regclass and not granted"
    await expect.poll(async () => (await holder.query(waits)).rows.length, { timeout: 60_000 }).toBeGreaterThan(0)
    isExamined = true
    await holder.query('commit')
    expect((await examining).findings['public address']).toMatchObject({ isOk: true })
    expect(new Set(asked)).toEqual(new Set([true]))
    await holder.end()
    page.close()
    await installation.remove()
  })

  it('names what is wrong with the configuration', async () => {
    const { code, output } = await examine({ PORT: 'nine' })
    expect([code, output]).toEqual([1, expect.stringContaining('PORT')])
  })
})
