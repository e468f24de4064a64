import { execFileSync } from 'node:child_process'
import { copyFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { build } from 'vite'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { namedOperations } from '../../build/client-operations.ts'
import { freePort } from '../tools/free-port.ts'
import { newAccount } from './support/account.ts'
import { type InstalledClient, installClient } from './support/installed-client.ts'
import { runtimes } from './support/runtimes.ts'
import { article, startWebsite } from './support/website.ts'

const KILOBYTE = 1_024
const { found, missing } = runtimes()
if (missing.length > 0) console.log(`The client is not tried in ${missing.join(', ')}: none is there.`)

let client: InstalledClient
beforeAll(async () => {
  client = await installClient()
})
afterAll(() => client?.remove())

describe.each(inject('products'))('the packed client on $database', (product) => {
  it.each(found)('calls every operation in $name', async ({ walk }) => {
    const account = await newAccount(product)
    const form = (await account.newAgent()).id
    const fields = [{ name: 'email', label: 'E-mail', type: 'email', required: true }]
    const body = { slug: 'book_table', name: 'Book a table', description: 'Books a table for the visitor', fields }
    await account.get('createAction', { params: { agent: form }, body })
    const pages: Record<string, string> = {
      '/': article('Lamps', 'We sell lamps of brass and of glass.', '<a href="/more">More</a>'),
      '/more': article('Shades', 'Each shade is sewn by hand in our own workshop.'),
    }
    const site = await startWebsite(({ path }) => (pages[path] ? { body: pages[path] } : undefined))
    try {
      const called = await walk(client.folder, { url: product.url, key: account.key, form, page: `${site.url}/` })
      const all = namedOperations().map(({ resource, verb }) => `${resource}.${verb}`)
      expect(all).toHaveLength(26)
      // What others do for it: waiting reads jobs and crawls, asking makes a conversation and streams.
      const within = ['trainingJobs.get', 'crawls.get', 'conversations.create']
      expect(all.filter((name) => ![...called, ...within].includes(name))).toEqual([])
    } finally {
      site.close()
    }
  })
})

describe.each(inject('products'))('the program in docs/ on $database', (product) => {
  it.each(found.filter(({ run }) => run))('goes its whole way in $name', async ({ run }) => {
    const { key } = await newAccount(product)
    copyFileSync(join(import.meta.dirname, '../../docs/program.js'), join(client.folder, 'program.js'))
    const env = { BATON_URL: product.url, BATON_API_KEY: key, HOOK_PORT: String(await freePort()) }
    expect(JSON.parse(await run!(client.folder, 'program.js', env))).toEqual({
      content: expect.stringContaining('nine'),
      outcome: 'handed_over',
      reason: 'asked_for_person',
    })
  })
})

describe('the package', () => {
  const bundled = async (source: string) => {
    const entry = join(client.folder, 'entry.js')
    writeFileSync(entry, source)
    const output = await build({
      configFile: false,
      root: client.folder,
      logLevel: 'silent',
      build: { write: false, target: 'es2022', lib: { entry, formats: ['es'], fileName: 'entry' } },
    })
    const [{ output: chunks }] = output as unknown as [{ output: { code: string }[] }]
    return gzipSync(chunks.map(({ code }) => code).join(''), { level: 9 }).length
  }

  it('weighs 12 kB at most, and 2 kB where webhooks alone are verified', async () => {
    expect(await bundled("export * from 'baton-client'")).toBeLessThan(12 * KILOBYTE)
    expect(await bundled("export { verifyWebhook } from 'baton-client'")).toBeLessThan(2 * KILOBYTE)
  })

  it('has types that need nothing else, and that refuse what no operation takes', () => {
    const typescript = join(import.meta.dirname, '../../node_modules/typescript/bin/tsc')
    const options = [
      '--noEmit',
      '--strict',
      '--module',
      'nodenext',
      '--target',
      'es2023',
      '--lib',
      'es2023,dom',
      'types.ts',
    ]
    writeFileSync(
      join(client.folder, 'types.ts'),
      `import { type Agent, createBaton, verifyWebhook } from 'baton-client'
const baton = createBaton({ baseUrl: 'http://localhost:3000', apiKey: 'baton_x' })
const agent: Agent = await baton.agents.create('o', { name: 'Guide' })
for await (const { response_mode } of baton.conversations.all(agent.id, { status: 'open' })) response_mode satisfies 'ai' | 'human'
for await (const event of baton.messages.stream(agent.id, 'c', { content: 'Hello' }))
  if (event.type === 'reply.delta') event.data.text satisfies string
const event = await verifyWebhook('{}', new Headers(), 'whsec_x')
if (event.type === 'public_api_human_handoff') event.data.reason satisfies string
// @ts-expect-error: no such status
baton.conversations.all(agent.id, { status: 'ajar' })
// @ts-expect-error: a name is needed
baton.agents.create('o', {})
`,
    )
    execFileSync(process.execPath, [typescript, ...options], { cwd: client.folder, stdio: 'inherit' })
  })
})
