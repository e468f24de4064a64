import { createServer } from 'node:http'
import { setTimeout as delay } from 'node:timers/promises'
import { expect, it } from 'vitest'
import { until } from '../api/support/until.ts'
import { article } from '../api/support/website.ts'
import { must } from '../tools/client.ts'
import { freePort } from '../tools/free-port.ts'
import { listenOnLoopback } from '../tools/listen-on-loopback.ts'
import { databaseNames, newInstallation } from './support/installation.ts'

const SEEN_WITHIN_MS = 30_000

it.runIf(databaseNames().includes('PostgreSQL'))(
  'training whose worker died is pending again, with or without another worker, and is done by the next',
  async () => {
    let isStalled = true
    const words = 'A page with enough words on it to be worth reading. '.repeat(5)
    const site = createServer(async (_, response) => {
      while (isStalled) await delay(50)
      response.writeHead(200, { 'content-type': 'text/html' }).end(article('Page', words))
    })
    const page = `http://${await listenOnLoopback(site)}/page`
    const installation = await newInstallation('PostgreSQL')
    try {
      const { product: http, owner, agent } = await installation.begin({ ROLE: 'http' })
      const worker = await installation.start({ ROLE: 'worker' }, await freePort())
      const body = { type: 'url' as const, urls: [page] }
      const { data } = await must(http.url, 'createSource', { params: { agent }, body }, owner)
      const { task_id: taskId } = [data].flat()[0]!
      const becomes = (status: string) =>
        until(`training is ${status}`, async () => {
          const job = await must(http.url, 'getTrainingJob', { params: { agent, taskId } }, owner)
          return job.data.status === status
        })
      await becomes('processing')
      await worker.kill()
      const diedAt = Date.now()
      await becomes('pending')
      const seenMs = Date.now() - diedAt
      isStalled = false
      await installation.start({ ROLE: 'worker' }, await freePort())
      await becomes('completed')
      console.log(`seen as pending ${(seenMs / 1000).toFixed(1)} s after its worker was killed`)
      expect(seenMs).toBeLessThan(SEEN_WITHIN_MS)
    } finally {
      isStalled = false
      await installation.remove()
      site.close()
      site.closeAllConnections()
    }
  },
)
