import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { tidyUp } from '../../process/housekeeping.ts'
import { databases } from '../../testing/database.ts'
import { buildAgent } from '../../testing/factories.ts'
import { createTestApp, type Owner, type TestApp } from '../../testing/test-app.ts'

const MINUTE_MS = 60 * 1000

describe.each(databases())('uploaded files on $name', (database) => {
  let test: TestApp
  let owner: Owner
  let key: string
  let agent: string
  let transaction: TestApp['deps']['database']['transaction']
  let time = Date.now()

  beforeAll(async () => {
    test = await createTestApp({ database, env: { LOG_LEVEL: 'fatal' }, now: () => time })
    owner = await test.signUp()
    key = await owner.key()
    transaction = test.deps.database.transaction
  })
  beforeEach(async () => {
    agent = (await buildAgent(test, owner)).id
  })
  afterEach(() => {
    test.deps.database.transaction = transaction
  })
  afterAll(() => test.close())

  const files = () => readdir(join(test.config.dataDir, 'files')).catch(() => [])
  const upload = async (text = 'We are open from nine to five.') => {
    const form = new FormData()
    form.set('type', 'file')
    form.set('file', new File([text], 'hours.txt', { type: 'text/plain' }))
    const encoded = new Response(form)
    const answer = await test.app.inject({
      method: 'POST',
      url: `/v1/agents/${agent}/sources`,
      headers: { authorization: `Bearer ${key}`, 'content-type': encoded.headers.get('content-type') ?? '' },
      payload: Buffer.from(await encoded.arrayBuffer()),
    })
    return { status: answer.statusCode, body: answer.json() }
  }
  const sources = async () =>
    (await test.request('listSources', { params: { agent }, query: {} }, { key })).data.map(({ status }) => status)
  const sweep = async () => {
    await tidyUp(test.deps)
    await test.settled()
  }

  /** Lets `change` replace the transaction that stores the source, once its file has been saved. */
  function beforeStoring(change: (run: () => Promise<unknown>) => Promise<unknown>): void {
    const before = files()
    test.deps.database.transaction = async (work) => {
      const isSaved = (await files()).length > (await before).length
      if (!isSaved) return transaction(work)
      test.deps.database.transaction = transaction
      return (await change(() => transaction(work))) as never
    }
  }

  it('are swept away when their source was never stored, but not before an hour', async () => {
    beforeStoring(async () => {
      throw new Error('The process died here.')
    })
    expect((await upload()).status).toBeGreaterThanOrEqual(500)
    expect(await files()).toHaveLength(1)
    time += 59 * MINUTE_MS
    await sweep()
    expect(await files()).toHaveLength(1)
    time += 2 * MINUTE_MS
    await sweep()
    expect(await files()).toHaveLength(0)
  })

  it('stay with their source, though nobody heard that it was stored', async () => {
    beforeStoring(async (run) => {
      await run()
      throw new Error('The connection was lost at the commit.')
    })
    expect((await upload()).status).toBeGreaterThanOrEqual(500)
    await test.settled()
    expect(await sources()).toEqual(['completed'])
    const kept = await files()
    expect(kept).toHaveLength(1)
    time += 61 * MINUTE_MS
    await sweep()
    expect(await files()).toEqual(kept)
  })

  it('are not swept away from under a source: it is stored with its file, or not at all', async () => {
    const before = await files()
    beforeStoring(async (run) => {
      time += 61 * MINUTE_MS
      await sweep()
      return run()
    })
    expect(await upload()).toMatchObject({ status: 502, body: { error: { code: 'upstream_failure' } } })
    expect([await sources(), await files()]).toEqual([[], before])
    expect((await upload()).status).toBe(201)
  })

  it('go at once when their source is refused', async () => {
    const before = await files()
    const disabled = { is_disabled: true, disabled_reason: 'Closed' }
    await test.request('updateAgentSettings', { params: { agent }, body: disabled }, { cookie: owner.cookie })
    expect((await upload()).status).toBe(423)
    expect(await files()).toEqual(before)
  })
})
