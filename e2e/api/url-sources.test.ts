import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import type { Data } from '#contract/index.ts'
import { type Account, newAccount, refusal, refusedFields } from './support/account.ts'
import { messages, trained } from './support/until.ts'
import { article, startWebsite, type Website } from './support/website.ts'

type Sources = Data<'listSources'>

describe.each(inject('products'))('POST /agents/{agent}/sources with URLs on $database', (product) => {
  let account: Account
  let agent: string
  let site: Website
  beforeAll(async () => {
    account = await newAccount(product)
    agent = (await account.newAgent()).id
    site = await startWebsite(({ path }) => {
      if (path === '/ferry') return { body: article('The ferry', 'The ferry to the island leaves at seven fifteen.') }
      if (path === '/moved') return { status: 302, headers: { location: '/ferry' } }
      if (path === '/inside') return { status: 302, headers: { location: 'http://169.254.169.254/latest/' } }
      if (path === '/empty') return { body: '<!doctype html><title>Empty</title>' }
      return undefined
    })
  })
  afterAll(() => site.close())
  const create = (urls: unknown) => account.send('createSource', { params: { agent }, body: { type: 'url', urls } })

  it('201 with one source a URL, each trained on its page and titled by it', async () => {
    const answer = await create([`${site.url}/ferry`, `${site.url}/moved`])
    const sources = answer.data as Sources
    expect([answer.status, sources.map(({ type }) => type)]).toEqual([201, ['url', 'url']])
    expect(new Set(sources.flatMap(({ id, task_id }) => [id, task_id])).size).toBe(4)
    for (const { id } of sources)
      expect(await trained(account, agent, id)).toMatchObject({ status: 'completed', title: 'The ferry' })
    const { id: conversation } = await account.newConversation(agent)
    const body = { content: 'When does the ferry leave?' }
    await account.get('sendMessage', { params: { agent, conversation }, body })
    expect((await messages(account, agent, conversation, 3))[2]?.content).toContain('seven fifteen')
  })

  it('takes a URL once that is sent twice', async () => {
    const answer = await create([`${site.url}/ferry`, `${site.url}/ferry#today`, `${site.url}/ferry`])
    expect([answer.status, (answer.data as Sources).length]).toEqual([201, 1])
  })

  it.each([['/nothing'], ['/inside'], ['/empty']])('%s: the source fails, the request did not', async (path) => {
    const answer = await create([`${site.url}${path}`])
    expect(answer.status).toBe(201)
    expect((await trained(account, agent, (answer.data as Sources)[0]!.id)).status).toBe('failed')
  })

  it('all or nothing: one that is refused keeps the others out', async () => {
    const before = await account.get('listSources', { params: { agent } })
    const answer = await create([`${site.url}/ferry`, 'http://10.0.0.1/', 'http://192.168.0.1/'])
    expect([...refusal(answer), ...refusedFields(answer)]).toEqual([422, 'validation_failed', 'urls.1', 'urls.2'])
    expect((await account.get('listSources', { params: { agent } })).length).toBe(before.length)
  })

  it.each([
    ['urls', undefined],
    ['urls', []],
    ['urls', 'https://example.com/'],
    ['urls', Array.from({ length: 101 }, (_, index) => `https://example.com/${index}`)],
    ['urls.0', ['example.com']],
    ['urls.0', ['ftp://example.com/']],
    ['urls.0', ['javascript:alert(1)']],
    ['urls.0', ['file:///etc/passwd']],
    ['urls.0', ['https://user:password@example.com/']],
    ['urls.0', [`https://example.com/${'x'.repeat(2_048)}`]],
    ['urls.0', ['http://127.0.0.2/']],
    ['urls.0', ['http://2130706434/']],
    ['urls.0', ['http://[::1]/']],
    ['urls.0', ['http://[::ffff:10.0.0.1]/']],
    ['urls.0', ['http://169.254.169.254/latest/meta-data/']],
    ['urls.0', ['https://example.com:22/']],
    ['urls.1', ['https://example.com/', 7]],
  ])('422 validation_failed on %s for %j', async (field, urls) => {
    const answer = await create(urls)
    expect([...refusal(answer), ...refusedFields(answer)]).toEqual([422, 'validation_failed', field])
  })
})
