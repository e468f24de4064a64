import { execFile, spawn } from 'node:child_process'
import { globSync, readFileSync, writeFileSync } from 'node:fs'
import { delimiter, join, resolve } from 'node:path'
import { text } from 'node:stream/consumers'
import { promisify } from 'node:util'
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { publicRoutes } from '#contract/public-routes.ts'
import { makePdf } from '#server/adapters/extract/files.fixture.ts'
import { tools } from '#server/http/mcp/tools.ts'
import { type Account, newAccount } from './support/account.ts'
import { PATH } from './support/commands-path.ts'
import { type InstalledClient, installClient } from './support/installed-client.ts'
import { trained } from './support/until.ts'

const run = promisify(execFile)
const ROOT = resolve(import.meta.dirname, '../..')
const pageOf = (path: string) => readFileSync(join(ROOT, path), 'utf8')
const blocksOf = (path: string, language: string) =>
  [...pageOf(path).matchAll(new RegExp(`\`\`\`${language}\\n(.*?)\`\`\``, 'gs'))].map((found) => found[1]!)

let client: InstalledClient
beforeAll(async () => {
  client = await installClient()
})
afterAll(() => client?.remove())

describe.each(inject('products'))('what is written on $database', (product) => {
  let account: Account
  let agent: string
  beforeAll(async () => {
    account = await newAccount(product)
    agent = (await account.newAgent()).id
    await trained(account, agent, (await account.newTextSource(agent)).id)
  })
  const environment = () => ({
    PATH: `${join(client.folder, 'node_modules/.bin')}${delimiter}${PATH}`,
    BATON_URL: product.url,
    BATON_API_KEY: account.key,
    BATON_AGENT: agent,
    AGENT: agent,
  })

  it('in the README of the client asks an agent', async () => {
    const [ask] = blocksOf('src/client/README.md', 'js')
    const program = `${ask!.replace('https://baton.example', product.url)}\nconsole.log(JSON.stringify([content, citations, outcome]))`
    writeFileSync(join(client.folder, 'ask.js'), program)
    const { stdout } = await run(process.execPath, ['ask.js'], { cwd: client.folder, env: environment() })
    expect(JSON.parse(stdout)).toMatchObject([
      expect.stringContaining('nine'),
      [{ title: expect.any(String) }],
      'answered',
    ])
  })

  it('in the README of the client verifies a webhook', async () => {
    const [, verify] = blocksOf('src/client/README.md', 'js')
    const program = `import { createHmac } from 'node:crypto'
const body = JSON.stringify({ type: 'public_api_human_handoff', data: { reason: 'no_answer' } })
const [id, at] = ['msg_1', String(Math.floor(Date.now() / 1000))]
const key = Buffer.from(process.env.BATON_WEBHOOK_SECRET.slice('whsec_'.length), 'base64')
const signature = \`v1,\${createHmac('sha256', key).update(\`\${id}.\${at}.\${body}\`).digest('base64')}\`
const headers = { 'webhook-id': id, 'webhook-timestamp': at, 'webhook-signature': signature }
const request = new Request('http://localhost/hook', { method: 'POST', body, headers })
${verify!}`
    writeFileSync(join(client.folder, 'verify.js'), program)
    const env = { ...environment(), BATON_WEBHOOK_SECRET: `whsec_${Buffer.alloc(32, 7).toString('base64')}` }
    expect((await run(process.execPath, ['verify.js'], { cwd: client.folder, env })).stdout).toBe('no_answer\n')
  })

  it('in the README of the client are command lines that do what they say', async () => {
    writeFileSync(
      join(client.folder, 'handbook.pdf'),
      makePdf([[{ text: 'The garage is under the market.', size: 12 }]]),
    )
    writeFileSync(join(client.folder, 'questions.csv'), 'question,facts\nWhen do you open?,nine\n')
    const [lines] = blocksOf('src/client/README.md', 'sh')
    const said: string[] = []
    for (const line of lines!.trim().split('\n')) {
      const child = spawn('bash', ['-euc', `exec ${line}`], { cwd: client.folder, env: environment() })
      child.stdout.on(
        'data',
        (data) => line.includes(' listen ') && String(data).includes('whsec_') && child.kill('SIGINT'),
      )
      const [out, err, code] = await Promise.all([
        text(child.stdout),
        text(child.stderr),
        new Promise((done) => child.on('exit', done)),
      ])
      expect(code, `${line}\n${out}${err}`).toBe(0)
      said.push(out)
    }
    expect(said).toMatchObject(
      [/handbook\.pdf/, /nine/, /passed/, /whsec_/, /complete/].map((of) => expect.stringMatching(of)),
    )
  })

  it('of tools for models connects a client, and names every tool with its scopes', async () => {
    const [configuration] = blocksOf('docs/mcp.md', 'json')
    const filled = configuration!.replace('https://baton.example.com', product.url).replace('YOUR_KEY', account.key)
    const { url, headers } = JSON.parse(filled).mcpServers.baton
    const model = new Client({ name: 'test', version: '1' })
    await model.connect(new StreamableHTTPClientTransport(new URL(url), { requestInit: { headers } }))
    const rows = [...pageOf('docs/mcp.md').matchAll(/^\| (`.*?`) \| .*? \| (`.*?`) \|$/gm)]
    const words = (cell: string) => [...cell.matchAll(/`([\w:]+)`/g)].map((found) => found[1]!)
    const named = rows.flatMap(([, names]) => words(names!))
    expect(named.sort()).toEqual((await model.listTools()).tools.map(({ name }) => name).sort())
    for (const [, names, scopes] of rows) {
      const needed = words(names!).flatMap((name) => tools[name]!.operations.map((of) => publicRoutes[of].scope))
      expect([names, new Set(words(scopes!))]).toEqual([names, new Set(needed)])
    }
    await model.close()
  })

  it('in docs/ as a line of curl at the address of a server is answered with success', async () => {
    const body = { agent_id: agent, name: 'Help', address: 'help@example.com', incoming: { type: 'http' } }
    const params = { organization: account.organization }
    const { inbound_url } = await account.get('createMailbox', { params, body })
    const mail = 'From: Ana <ana@example.net>\r\nTo: help@example.com\r\nSubject: Hours\r\n\r\nWhen do you open?\r\n'
    writeFileSync(join(client.folder, 'mail.eml'), mail)
    const lines = globSync('docs/*.md', { cwd: ROOT }).flatMap((path) =>
      blocksOf(path, 'sh').flatMap((block) => block.split('\n').filter((line) => line.startsWith('curl '))),
    )
    const here = lines.filter((line) => !line.includes(':9464')) // where an operator may have metrics
    expect(here).toHaveLength(3)
    for (const line of here) {
      const address = line
        .replace(/https:\/\/help\.example\.com\/inbound\/v1\/TOKEN/, inbound_url!)
        .replace('http://localhost:3000', product.url)
      const command = address.replace(/^curl /, 'curl -i ')
      expect(address).not.toBe(line)
      const { stdout } = await run('bash', ['-euc', command], { cwd: client.folder, env: environment() })
      expect(stdout, line).toMatch(/^HTTP\/1\.1 20[02] /)
    }
  })
})
