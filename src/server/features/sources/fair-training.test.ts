import { describe, expect, it, vi } from 'vitest'
import { jobHandlers } from '../../jobs/registry.ts'
import { databases } from '../../testing/database.ts'
import { buildAgent } from '../../testing/factories.ts'
import { createTestApp } from '../../testing/test-app.ts'
import { startWebsite } from '../../testing/website.ts'

const MANY = 100
/** More pages than are trained on at the same time, plus one round of waiting ones. */
const A_FEW = 20

describe.each(databases())('training on $name', (database) => {
  it('of a small upload is not held up by many pages of another agent', async () => {
    const site = await startWebsite()
    site.fallback = (path) => `<main><p>The page at ${path} has words enough to be read and remembered.</p></main>`
    const env = { OUTBOUND_ALLOW: site.host, RATE_LIMITS: '{"read":100000}' } // the list is asked for until it is so
    const test = await createTestApp({ database, worker: false, env })
    try {
      const owner = await test.signUp()
      const key = await owner.key()
      const [large, small] = [(await buildAgent(test, owner)).id, (await buildAgent(test, owner)).id]
      const sources = async (agent: string) =>
        (await test.request('listSources', { params: { agent }, query: { per_page: 100 } }, { key })).data
      const urls = Array.from({ length: MANY }, (_, index) => `${site.origin}/page-${index}`)
      await test.request('createSource', { params: { agent: large }, body: { type: 'url', urls } }, { key })
      const body = { type: 'text' as const, content: 'One small text.' }
      await test.request('createSource', { params: { agent: small }, body }, { key })

      await test.deps.jobs.start(jobHandlers(test.deps))
      const ended = await vi.waitFor(
        async () => {
          const [first] = await sources(small)
          expect(first?.status).toBe('completed')
          return first!.updated_at
        },
        { timeout: 60_000, interval: 100 },
      )
      await test.settled()
      const trained = await sources(large)
      expect(trained.map(({ status }) => status)).toEqual(urls.map(() => 'completed'))
      expect(trained.filter(({ updated_at }) => updated_at < ended).length).toBeLessThan(A_FEW)
    } finally {
      await test.close()
      await site.close()
    }
  })
})
