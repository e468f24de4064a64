import { randomUUID } from 'node:crypto'
import { beforeAll, describe, expect, inject, it } from 'vitest'
import { type Account, newAccount, refusal } from './support/account.ts'
import { trained, until } from './support/until.ts'
import { startWebsite } from './support/website.ts'

describe.each(inject('products'))('GET /agents/{agent}/training-jobs/{taskId} on $database', (product) => {
  let account: Account
  let agent: string
  beforeAll(async () => {
    account = await newAccount(product)
    agent = (await account.newAgent()).id
  })
  const read = (taskId: string, of = agent) => account.send('getTrainingJob', { params: { agent: of, taskId } })

  it('pending → processing → completed; progress rises to 100 and never falls', async () => {
    const words = Array.from({ length: 300 }, (_, index) => `Rule ${index}: keep gate ${index * 7} shut at night.`)
    const source = await account.newTextSource(agent, words.join('\n'))
    const seen: { status: string; progress: number }[] = []
    const done = await until('the job ends', async () => {
      const { data } = await read(source.task_id)
      expect(data).toMatchObject({ id: source.task_id, source_id: source.id, agent_id: agent, error: null })
      seen.push(data)
      return data.status === 'completed' && data
    })
    expect(done.progress).toBe(100)
    const progress = seen.map((job) => job.progress)
    expect(progress).toEqual([...progress].sort((one, other) => one - other))
    const order = ['pending', 'processing', 'completed']
    const steps = seen.map(({ status }) => order.indexOf(status))
    expect(steps).toEqual([...steps].sort())
  })

  it('failed with a sentence that a person can act on', async () => {
    const site = await startWebsite(() => ({ status: 404, body: 'Gone' }))
    const body = { type: 'url', urls: [`${site.url}/nothing`] }
    const [source] = (await account.get('createSource', { params: { agent }, body })) as {
      id: string
      task_id: string
    }[]
    expect((await trained(account, agent, source!.id)).status).toBe('failed')
    site.close()
    const { data } = await read(source!.task_id)
    expect(data.status).toBe('failed')
    expect(data.error).toMatch(/^\p{Lu}.+\.$/u)
    expect(data.error).toContain('404')
  })

  it('an older job of a source that was retrained is still there to be read', async () => {
    const source = await account.newTextSource(agent)
    await account.get('retrainSource', { params: { agent, source: source.id } })
    expect((await read(source.task_id)).data.source_id).toBe(source.id)
  })

  it('404 for a task of another agent, of nobody, of a crawl, and of a source that is gone', async () => {
    const other = (await account.newAgent()).id
    const source = await account.newTextSource(other)
    expect(refusal(await read(source.task_id))).toEqual([404, 'resource_not_found'])
    expect((await read(source.task_id, other)).status).toBe(200)
    for (const id of [randomUUID(), 'nonsense', '0', source.id, 'x'.repeat(255), '../x', '%00'])
      expect(refusal(await read(id, other)), id).toEqual([404, 'resource_not_found'])
    await account.get('deleteSource', { params: { agent: other, source: source.id } })
    expect(refusal(await read(source.task_id, other))).toEqual([404, 'resource_not_found'])
  })
})
