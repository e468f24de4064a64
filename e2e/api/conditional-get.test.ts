import { isDeepStrictEqual } from 'node:util'
import { beforeAll, describe, expect, inject, it } from 'vitest'
import { publicRoutes } from '#contract/public-routes.ts'
import type { PublicRouteName } from '#contract/routes.ts'
import { type Account, newAccount } from './support/account.ts'
import { messages, trained, until } from './support/until.ts'
import { NOWHERE } from './support/website.ts'

const reads = (Object.keys(publicRoutes) as PublicRouteName[]).filter((name) => publicRoutes[name].method === 'GET')

describe.each(inject('products'))('conditional GET on $database', (product) => {
  let account: Account
  let params: Record<string, string>
  beforeAll(async () => {
    account = await newAccount(product)
    const agent = (await account.newAgent()).id
    const source = await account.newTextSource(agent)
    await trained(account, agent, source.id)
    const conversation = (await account.newConversation(agent)).id
    params = { organization: account.organization, agent, conversation, source: source.id, taskId: source.task_id }
    const body = { url: NOWHERE }
    params.endpoint = (await account.get('createWebhookEndpoint', { params, body })).id
  })

  async function paramsOf(name: PublicRouteName): Promise<Record<string, string>> {
    if (name !== 'getCrawl') return params
    const own = { organization: account.organization }
    const { task_id: taskId } = await account.get('startCrawl', {
      params: own,
      body: { url: NOWHERE },
    })
    await until('the crawl ends', async () => {
      const { status } = await account.get('getCrawl', { params: { ...own, taskId } })
      return status === 'failed' || status === 'completed'
    })
    return { ...own, taskId }
  }
  const read = (name: PublicRouteName, ids: Record<string, string>, tag?: string, query = {}) =>
    account.send(
      name,
      { params: ids, query },
      { key: account.key, ...(tag !== undefined && { headers: { 'if-none-match': tag } }) },
    )

  it.each(reads)('%s: a weak ETag; If-None-Match with it → 304 with no body', async (name) => {
    const ids = await paramsOf(name)
    let tag = ''
    const readAgain = async () => {
      tag = (await read(name, ids)).headers.get('etag')!
      const headers = [tag, tag.slice(2), `"x", ${tag}`, '*']
      const answers = await Promise.all(headers.map((header) => read(name, ids, header)))
      return answers.map(({ status, body, headers }) => [status, body, headers.get('etag') === tag])
    }
    const unchanged = Array(4).fill([304, undefined, true])
    let answers = await readAgain()
    // On PostgreSQL an event changes the tag once more when the last transaction has ended that was open beside it.
    for (
      let again = 0;
      again < 2 && product.database === 'PostgreSQL' && !isDeepStrictEqual(answers, unchanged);
      again += 1
    )
      answers = await readAgain()
    expect(answers).toEqual(unchanged)
    expect(tag).toMatch(/^W\/"[^"]+"$/)
    for (const header of ['"x"', 'W/"x"', tag.toUpperCase(), ''])
      expect((await read(name, ids, header)).status).toBe(200)
  })

  it('another page, size, filter or agent has another ETag', async () => {
    const other = { ...params, agent: (await account.newAgent()).id }
    const tags = [
      await read('listConversations', params),
      await read('listConversations', params, undefined, { page: 2 }),
      await read('listConversations', params, undefined, { per_page: 3 }),
      await read('listConversations', params, undefined, { status: 'open' }),
      await read('listConversations', other),
    ].map(({ headers }) => headers.get('etag'))
    expect(new Set(tags).size).toBe(tags.length)
  })

  it('never 304 when the answer would be another, after whatever change', async () => {
    const own = reads.filter((name) => name !== 'getCrawl' && name !== 'listAiModels')
    const change = <Name extends PublicRouteName>(name: Name, body?: unknown) =>
      account.get(name, { params, ...(body !== undefined && { body }) })
    const changes: [string, () => Promise<unknown>][] = [
      ['the agent is renamed', () => change('updateAgent', { name: 'Renamed' })],
      ['it is disabled', () => account.disable(params.agent!)],
      ['it is enabled', () => account.disable(params.agent!, false)],
      ['another agent comes', () => account.newAgent()],
      ['another source comes', () => account.newTextSource(params.agent!)],
      ['a source is retrained', () => change('retrainSource')],
      ['it has been retrained', () => trained(account, params.agent!, params.source!)],
      ['a conversation comes', () => account.newConversation(params.agent!)],
      ['the visitor writes', () => change('sendMessage', { content: 'Hello' })],
      ['the AI answers', () => messages(account, params.agent!, params.conversation!, 3)],
      ['a person answers', () => change('sendHumanMessage', { content: 'Hello' })],
      ['back to the AI', () => change('updateConversation', { response_mode: 'ai' })],
      ['it is closed', () => change('updateConversation', { status: 'closed' })],
      ['it is opened', () => change('updateConversation', { status: 'open' })],
      ['an endpoint comes', () => change('createWebhookEndpoint', { url: NOWHERE })],
      ['an endpoint goes', () => change('deleteWebhookEndpoint')],
      [
        'another agent goes',
        async () => account.get('deleteAgent', { params: { agent: (await account.newAgent()).id } }),
      ],
    ]
    let changed = 0
    for (const [what, make] of changes) {
      const before = await Promise.all(own.map((name) => read(name, params)))
      await make()
      for (const [index, name] of own.entries()) {
        const conditional = await read(name, params, before[index]!.headers.get('etag')!)
        const now = await read(name, params)
        const isSame = JSON.stringify(now.data) === JSON.stringify(before[index]!.data)
        if (!isSame) changed += 1
        if (!isSame) expect(conditional.status, `${name} after: ${what}`).toBe(200)
      }
    }
    expect(changed).toBeGreaterThan(changes.length)
  })
})
