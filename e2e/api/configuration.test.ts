import { spawn } from 'node:child_process'
import { readdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { setUp } from '../tools/client.ts'
import { freePort } from '../tools/free-port.ts'
import { commandOf, PROGRAM, type Product, removeData, startProduct } from '../tools/product.ts'
import { type Account, accountOf, refusal } from './support/account.ts'
import { speak } from './support/speak.ts'

/** How many times longer things may take than promised, because other tests run at the same time. */
const BUSY = 5

/** Starts the product with an invalid configuration and checks that it refuses to run. */
async function failToStart(env: Record<string, string>) {
  const [command, ...verb] = commandOf('start')
  const child = spawn(command, verb, {
    cwd: PROGRAM,
    env: { PATH: process.env.PATH, PORT: String(await freePort()), ...env },
    timeout: 60_000,
    killSignal: 'SIGKILL',
  })
  const from = Date.now()
  let printed = ''
  child.stdout.on('data', (chunk) => (printed += chunk))
  child.stderr.on('data', (chunk) => (printed += chunk))
  const code = await new Promise<number | null>((done) => child.once('exit', done))
  return { code, printed, seconds: (Date.now() - from) / 1000 }
}

describe('a server as it comes, behind a proxy that speaks https', () => {
  let product: Product
  let account: Account
  beforeAll(async () => {
    product = await startProduct({ env: { PUBLIC_URL: 'HTTPS://Baton.Example/', TRUST_PROXY: '127.0.0.1' } })
    const owner = await setUp(product.url)
    account = accountOf(product.url, owner.organizationId, owner.cookie)
    account.key = owner.key
  })
  afterAll(() => removeData(product))

  it('builds links from PUBLIC_URL, whatever the Host', async () => {
    const { body } = await account.send('listAgents', { params: { organization: account.organization } })
    expect(body.links.first).toBe(`https://baton.example/v1/organizations/${account.organization}/agents?page=1`)
    const document = (await (await fetch(`${product.url}/v1/openapi.json`)).json()) as { servers: unknown }
    expect(document.servers).toEqual([{ url: 'https://baton.example/v1' }])
  })

  it('sends HSTS, and a Secure cookie', async () => {
    const { headers } = await fetch(`${product.url}/`)
    expect(headers.get('strict-transport-security')).toMatch(/max-age=\d{7,}/)
    expect(await speak(product.url, 'FOO\r\n\r\n')).toContain('Strict-Transport-Security: max-age=')
    const body = { email: 'owner@example.com', password: 'correct horse battery' }
    const signedIn = await account.send('signIn', { body })
    expect(signedIn.headers.get('set-cookie')).toContain('Secure')
  })

  it('can be set up once, and lets nobody else sign up', async () => {
    const body = { organization: 'B', name: 'B', email: 'b@example.com', password: 'correct horse battery' }
    expect(refusal(await account.send('setUp', { body }))).toEqual([409, 'already_set_up'])
    expect(refusal(await account.send('signUp', { body }))).toEqual([403, 'sign_up_closed'])
    expect((await account.get('getSetup')).needs_setup).toBe(false)
  })

  it('counts requests without a key by the address that the proxy names', async () => {
    const remaining = async (address: string) => {
      const answer = await account.send(
        'startCrawl',
        { params: { organization: account.organization } },
        {
          key: '',
          headers: { 'x-forwarded-for': address },
        },
      )
      return Number(answer.headers.get('x-ratelimit-remaining'))
    }
    expect([await remaining('203.0.113.1'), await remaining('203.0.113.1')]).toEqual([19, 18])
    expect(await remaining('203.0.113.2')).toBe(19)
  })

  it('lets no page of another origin in', async () => {
    const answer = await fetch(`${product.url}/v1/ai-models`, { headers: { origin: 'https://shop.example' } })
    expect(answer.headers.get('access-control-allow-origin')).toBeNull()
  })

  it.each([
    'https://localhost/',
    'https://127.0.0.1/',
    'https://api.localhost/',
    'https://intranet/',
    'https://db.internal/',
    'http://127.0.0.1:3000/',
  ])('reaches nothing that is not public: %s is 422 on url, for webhooks, crawls and sources', async (url) => {
    const agent = (await account.newAgent()).id
    const params = { agent, organization: account.organization }
    const answers = [
      await account.send('createWebhookEndpoint', { params, body: { url } }),
      await account.send('startCrawl', { params, body: { url } }),
      await account.send('createSource', { params, body: { type: 'url', urls: [url] } }),
    ]
    expect(answers.map(refusal)).toEqual(Array(3).fill([422, 'validation_failed']))
  })

  it('a second process on the same folder soon ends and names the folder', async () => {
    const { code, printed, seconds } = await failToStart({ DATA_DIR: product.dataDir })
    expect(code).not.toBe(0)
    expect(printed).toContain(product.dataDir)
    expect(seconds).toBeLessThan(5 * BUSY)
  })

  it('lets no second process in when somebody has deleted lock.db', async () => {
    rmSync(join(product.dataDir, 'lock.db'))
    for (let attempt = 0; attempt < 2; attempt += 1) {
      const { code, printed } = await failToStart({ DATA_DIR: product.dataDir })
      expect([code, printed]).toEqual([1, expect.stringContaining(`${product.dataDir} is in use by another process`)])
    }
    expect((await account.send('listAiModels', {})).status).toBe(200)
  })

  it.skipIf(process.platform === 'win32')('what it writes is for its own user alone', () => {
    const files = readdirSync(product.dataDir)
    expect(files).toContain('baton.db')
    for (const name of files) expect([name, statSync(join(product.dataDir, name)).mode & 0o077]).toEqual([name, 0])
  })

  it('SIGTERM finishes what is in flight and exits 0', async () => {
    const { id } = await account.newAgent()
    const sent = Array.from({ length: 10 }, () => account.send('getAgent', { params: { agent: id } }))
    const from = Date.now()
    const [code] = await Promise.all([product.stop(), Promise.allSettled(sent)])
    expect(code).toBe(0)
    expect(Date.now() - from).toBeLessThan(10_000 * BUSY)
  })
})

describe('a server behind a trusted proxy, without PUBLIC_URL', () => {
  let product: Product
  let account: Account
  beforeAll(async () => {
    product = await startProduct({ env: { TRUST_PROXY: '127.0.0.0/8' } })
    const owner = await setUp(product.url)
    account = accountOf(product.url, owner.organizationId, owner.cookie)
    account.key = owner.key
  })
  afterAll(async () => {
    await product.stop()
    removeData(product)
  })

  it('builds links from what the proxy forwards', async () => {
    const headers = { 'x-forwarded-host': 'help.example', 'x-forwarded-proto': 'https' }
    const sent = { params: { organization: account.organization } }
    const { body } = await account.send('listAgents', sent, { key: account.key, headers })
    expect(body.links.first).toBe(`https://help.example/v1/organizations/${account.organization}/agents?page=1`)
  })

  it('sends HSTS to whom the proxy serves over https, and to nobody else', async () => {
    const hsts = async (headers: Record<string, string>) =>
      (await fetch(`${product.url}/`, { headers })).headers.get('strict-transport-security')
    expect(await hsts({ 'x-forwarded-proto': 'https' })).toMatch(/max-age=\d{7,}/)
    expect(await hsts({ 'x-forwarded-proto': 'http' })).toBeNull()
    expect(await hsts({})).toBeNull()
  })

  it('502 upstream_failure — a file that cannot be stored; nothing was changed, and it is safe to try again', async () => {
    const agent = (await account.newAgent()).id
    const params = { agent }
    const upload = () => {
      const file = new File(['We open at nine.'], 'hours.txt')
      const headers = { 'idempotency-key': 'upload' }
      return account.send('createSource', { params, body: { type: 'file', file } }, { key: account.key, headers })
    }
    const folder = join(product.dataDir, 'files')
    rmSync(folder, { recursive: true, force: true })
    writeFileSync(folder, 'in the way')
    expect(refusal(await upload())).toEqual([502, 'upstream_failure'])
    expect(await account.get('listSources', { params })).toEqual([])
    const organization = await account.get('getOrganization', { params: { organization: account.organization } })
    expect(organization.usage.document_bytes.used).toBe(0)
    rmSync(folder)
    expect((await upload()).status).toBe(201)
  })
})

describe('what the process prints where its output is no terminal', () => {
  it('is JSON, a line each, from the start to the end, with each request', async () => {
    const product = await startProduct({ env: { LOG_LEVEL: 'info' } })
    try {
      await fetch(`${product.url}/v1/agents/none`)
      expect(await product.stop()).toBe(0)
      const lines = product.output().trimEnd().split('\n')
      const messages = lines.map((line) => (JSON.parse(line) as { msg: string }).msg)
      expect(messages).toContain(`Baton is ready at ${product.url.replace('127.0.0.1', 'localhost')}`)
      expect(messages).toEqual(expect.arrayContaining(['request', 'stopping']))
    } finally {
      removeData(product)
    }
  })
})

describe('LOG_FORMAT', () => {
  it('text is for a person: a line a request with its level and fields', async () => {
    const product = await startProduct({ env: { LOG_LEVEL: 'info', LOG_FORMAT: 'text' } })
    try {
      await fetch(`${product.url}/v1/agents/none`)
      expect(await product.stop()).toBe(0)
      expect(product.output()).toMatch(/^\d\d:\d\d:\d\d INFO request .*operation=getAgent .*status=401 /m)
      expect(product.output()).toMatch(/^Baton is ready at http/m)
      expect(product.output()).not.toContain('{')
    } finally {
      removeData(product)
    }
  })

  it('text has what keeps the server from starting as a sentence', async () => {
    const { printed } = await failToStart({ ROLE: 'http', LOG_FORMAT: 'text' })
    expect(printed).toMatch(/^ROLE: .*DATABASE_URL.*\.\n$/)
  })

  it('json has misspelt variables as lines, too', async () => {
    const { printed } = await failToStart({
      ROLE: 'all',
      LOGLEVEL: 'info',
      DATA_DIR: '/proc/baton',
      LOG_FORMAT: 'json',
    })
    const lines = printed
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line) as { level: number; msg: string })
    expect(lines[0]).toMatchObject({ level: 40, msg: expect.stringContaining('LOG_LEVEL') })
    expect(lines.at(-1)).toMatchObject({ level: 60, msg: expect.stringContaining('DATA_DIR') })
  })
})

describe('a wrong value stops the process with a sentence that names it', () => {
  it.each([
    ['PORT', 'http'],
    ['PORT', '0x10'],
    ['PORT', ' '],
    ['HOST', '999.1.1.1'],
    ['DATA_DIR', join(import.meta.filename, 'data')],
    ['DATA_DIR', '/proc/baton'],
    ['DATABASE_URL', 'postgres://127.0.0.1:1/baton'],
    ['DATABASE_URL', 'mysql://localhost/baton'],
    ['PUBLIC_URL', 'baton.example'],
    ['PUBLIC_URL', 'https://baton.example/?a=b#c'],
    ['PUBLIC_URL', 'https://user:secret@baton.example'],
    ['PUBLIC_URL', 'https://baton.example/help'],
    ['PUBLIC_URL', 'https://baton.example//'],
    ['ROLE', 'both'],
    ['OUTBOUND_ALLOW', 'everything'],
    ['RATE_LIMITS', '{"read": "many"}'],
    ['PLAN_QUOTAS', '{"gold": {}}'],
    ['CORS_ORIGINS', 'shop.example'],
    ['TRUST_PROXY', 'everybody'],
    ['TRUST_PROXY', '1'],
    ['TRUST_PROXY', '0.0.0.0/0'],
    ['OPENAI_COMPATIBLE_MODELS', 'llama'],
    ['EMBEDDINGS_MODEL', 'small'],
    ['LOG_LEVEL', 'loud'],
    ['LOG_FORMAT', 'yaml'],
  ])('%s=%s', async (name, value) => {
    const { code, printed } = await failToStart({ [name]: value })
    expect(code).toBe(1)
    expect(printed).toContain(name)
    if (name === 'DATA_DIR') expect(printed).toContain(value)
  })

  it('ROLE=http without a database that others can share', async () => {
    const { code, printed } = await failToStart({ ROLE: 'http' })
    expect(code).toBe(1)
    expect(JSON.parse(printed)).toMatchObject({ level: 60, msg: expect.stringMatching(/^ROLE: .*DATABASE_URL.*\.$/) })
  })
})
