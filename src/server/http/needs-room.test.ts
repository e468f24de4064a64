import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { OperationName } from '#contract/routes.ts'
import { checkDisk } from '../cli/checks/disk.ts'
import { isMachineFailure } from '../db/outage.ts'
import { jobHandlers } from '../jobs/registry.ts'
import { databases } from '../testing/database.ts'
import { buildAgent } from '../testing/factories.ts'
import { type Answer, createTestApp, type Owner, type TestApp } from '../testing/test-app.ts'

const MORE_THAN_ANY_DISK = 1e12
const file = () => new File(['We open at nine.'], 'hours.txt')

const expectShort = ({ status, body, headers }: Answer<OperationName>) => {
  expect([status, body.error.code]).toEqual([503, 'service_unavailable'])
  expect(body.error.message).toMatch(/^The disk of this server is almost full\. .* conversations go on\.$/)
  expect(headers['retry-after']).toBe('5')
}

describe.each(databases())('DISK_RESERVE on $name', (database) => {
  let test: TestApp
  let owner: Owner
  let agent: string
  let source: string
  let key: { key: string }
  beforeAll(async () => {
    test = await createTestApp({ database, worker: false, env: { DISK_RESERVE: '0', LOG_LEVEL: 'silent' } })
    // On PostgreSQL nothing but files lies on the disk of the data folder: that is what is looked at here.
    test.config.databaseUrl = database.name === 'postgres' ? 'postgres://elsewhere/baton' : undefined
    owner = await test.signUp()
    key = { key: await owner.key() }
    agent = (await buildAgent(test, owner)).id
    const made = await test.request(
      'createSource',
      { params: { agent }, body: { type: 'text', content: 'Nine.' } },
      key,
    )
    source = (made.data as { id: string }).id
    test.config.diskReserve = MORE_THAN_ANY_DISK
  })
  afterAll(() => test.close())

  it('refuses uploads, with a sentence that names the disk', async () => {
    expectShort(await test.request('createSource', { params: { agent }, body: { type: 'file', file: file() } }, key))
    const params = { organization: owner.organizationId }
    expectShort(await test.request('uploadAttachment', { params, body: { file: file() } }, owner))
  })

  it('lets training and crawls wait where the database lies on that disk', async () => {
    const body = { type: 'text' as const, content: 'We open at nine.' }
    const answers = [
      await test.request('createSource', { params: { agent }, body }, key),
      await test.request('retrainSource', { params: { agent, source } }, key),
      await test.request(
        'startCrawl',
        { params: { organization: owner.organizationId }, body: { url: 'https://example.com/' } },
        key,
      ),
    ]
    if (database.name === 'postgres') expect(answers.map(({ status }) => status)).toEqual([201, 202, 202])
    else for (const answer of answers) expectShort(answer)
    if (database.name === 'postgres') return
    for (const { definition, run } of jobHandlers(test.deps)) {
      if (!['sources.train', 'crawls.run', 'sites.plan', 'sites.apply'].includes(definition.name)) continue
      const error = await run(undefined as never, { attempt: 1, signal: new AbortController().signal }).catch(
        (thrown: unknown) => thrown,
      )
      expect(isMachineFailure(error), definition.name).toBe(true) // so it is put off, and loses no attempt
    }
  })

  it('goes on with conversations and deletions, and is named by the doctor', async () => {
    const body = { chat_user_id: 'ana' }
    const { data } = await test.request('createConversation', { params: { agent }, body }, key)
    const params = { agent, conversation: (data as { id: string }).id }
    expect((await test.request('sendMessage', { params, body: { content: 'Hello?' } }, key)).status).toBe(201)
    expect((await test.request('deleteSource', { params: { agent, source } }, key)).status).toBe(204)
    const [finding] = [await checkDisk({ config: test.config, reach: '', database: undefined })].flat()
    expect(finding).toMatchObject({
      isOk: false,
      detail: expect.stringContaining('Uploads, crawls and training wait (DISK_RESERVE)'),
      mend: expect.stringContaining('Make room on that disk'),
    })
  })
})
