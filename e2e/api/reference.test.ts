import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { curlExamples } from '#contract/curl.ts'
import { endpoints } from '#contract/index.ts'
import { publicRoutes } from '#contract/public-routes.ts'
import type { PublicRouteName } from '#contract/routes.ts'
import { makePdf } from '#server/adapters/extract/files.fixture.ts'
import { type Account, newAccount } from './support/account.ts'
import { PATH } from './support/commands-path.ts'
import { trained, until } from './support/until.ts'
import { NOWHERE } from './support/website.ts'

const run = promisify(execFile)
const names = Object.keys(publicRoutes) as PublicRouteName[]

let folder: string
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'baton-reference-'))
  writeFileSync(join(folder, 'handbook.pdf'), makePdf([[{ text: 'Anything can be returned.', size: 12 }]]))
})
afterAll(() => rmSync(folder, { recursive: true }))

describe.each(inject('products'))('the API reference on $database', (product) => {
  let account: Account
  beforeAll(async () => {
    account = await newAccount(product)
  })

  it.each(names)('shows lines that call %s as they are written', async (name) => {
    const page = await (await fetch(`${product.url}/docs/${name}.md`)).text()
    const commands = [...page.matchAll(/```sh\n(.*?)\n```/gs)].map((found) => found[1]!)
    expect(commands).toEqual(curlExamples(name, `${product.url}/v1`)) // which the dashboard shows, too
    // Whoever pastes a line twice gets the answer twice, but for what is gone or filled in after the first time.
    const times = name.startsWith('delete') || name === 'submitActionResult' ? 1 : 2
    for (const command of commands) {
      const env = { PATH, BATON_API_KEY: account.key, ...(await variablesFor(name)) }
      for (let time = 0; time < times; time += 1) {
        const { stdout } = await run('bash', ['-euc', command], { cwd: folder, env })
        const { data }: { route: object; data?: { parse(value: unknown): unknown } } = endpoints[name]
        if (!data) expect(stdout, command).toBe('')
        else expect(data.parse(JSON.parse(stdout).data), `${command}\n${stdout}`).toBeDefined()
      }
    }
  })

  it('has no example of a body in its document that those lines do not send', async () => {
    const document = await (await fetch(`${product.url}/v1/openapi.json`)).json()
    let count = 0
    for (const operation of Object.values<object>(document.paths).flatMap(Object.values)) {
      const { example, examples = {} } = operation.requestBody?.content['application/json'] ?? {}
      const several = Object.values<{ value: object }>(examples).map(({ value }) => value)
      for (const body of example ? [example, ...several] : several) {
        expect(curlExamples(operation.operationId, '').join()).toContain(JSON.stringify(body))
        count += 1
      }
    }
    expect(count).toBe(11)
  })

  /** What an operation's path names, made anew for each call, as some operations delete it. */
  async function variablesFor(name: PublicRouteName): Promise<Record<string, string>> {
    const variables: Record<string, string> = { ORGANIZATION: account.organization }
    const { path } = publicRoutes[name]
    const params = { organization: account.organization }
    if (path.includes('/crawls/')) {
      const { task_id } = await account.get('startCrawl', { params, body: { url: NOWHERE } })
      return { ...variables, TASK_ID: task_id }
    }
    if (!path.includes('{agent}')) return variables
    const agent = (await account.newAgent()).id
    variables.AGENT = agent
    if (path.includes('{source}') || path.includes('{taskId}')) {
      const source = await trained(account, agent, (await account.newTextSource(agent)).id)
      Object.assign(variables, { SOURCE: source.id, TASK_ID: source.task_id })
    }
    if (path.includes('{message}')) await account.get('createAction', { params: { agent }, body: leaveAddress })
    if (path.includes('{conversation}')) variables.CONVERSATION = (await account.newConversation(agent)).id
    if (path.includes('{message}')) variables.MESSAGE = await offered(agent, variables.CONVERSATION!)
    if (path.includes('{endpoint}')) {
      const body = { url: NOWHERE }
      variables.ENDPOINT = (await account.get('createWebhookEndpoint', { params: { agent }, body })).id
    }
    return variables
  }

  const leaveAddress = {
    slug: 'leave-address',
    name: 'Leave your address',
    description: 'The visitor leaves their address',
    fields: [{ name: 'email', label: 'E-mail', type: 'email', required: true }],
  }

  /** Has the agent offer its action, and returns the message that does. */
  async function offered(agent: string, conversation: string): Promise<string> {
    const params = { agent, conversation }
    await account.get('sendMessage', { params, body: { content: 'I would like to leave my address, please.' } })
    return until('the action is offered', async () => {
      const messages = await account.get('listMessages', { params })
      return messages.find(({ action_required }) => action_required)?.id
    })
  }
})
