import { createServer } from 'node:http'
import { setTimeout as delay } from 'node:timers/promises'
import { expect, it } from 'vitest'
import { until } from '../api/support/until.ts'
import { article } from '../api/support/website.ts'
import { must } from '../tools/client.ts'
import { listenOnLoopback } from '../tools/listen-on-loopback.ts'
import { newInstallation } from './support/installation.ts'

const STARTS = 6 // more than a job may be interrupted

it('starts on a port that something else has leave jobs alone', async () => {
  let isStalled = true
  const words = 'A page with enough words on it to be worth reading. '.repeat(5)
  const site = createServer(async (_, response) => {
    while (isStalled) await delay(50)
    response.writeHead(200, { 'content-type': 'text/html' }).end(article('Page', words))
  })
  const page = `http://${await listenOnLoopback(site)}/page`
  const installation = await newInstallation('SQLite')
  const other = createServer((_, response) => response.writeHead(404).end())
  try {
    const { product, owner, agent } = await installation.begin()
    const body = { type: 'url' as const, urls: [page] }
    const { data } = await must(product.url, 'createSource', { params: { agent }, body }, owner)
    const { task_id: taskId } = [data].flat()[0]!
    const isIn = async (status: string) =>
      (await must(product.url, 'getTrainingJob', { params: { agent, taskId } }, owner)).data.status === status
    await until('training has begun', () => isIn('processing'))
    await product.stop()
    await new Promise<void>((done) => other.listen(installation.port, '127.0.0.1', done))
    for (let start = 0; start < STARTS; start += 1) await expect(installation.start()).rejects.toThrow('EADDRINUSE')
    other.close()
    other.closeAllConnections()
    isStalled = false
    await installation.start()
    await until('training is completed', () => isIn('completed'))
  } finally {
    isStalled = false
    await installation.remove()
    for (const server of [site, other]) {
      server.close()
      server.closeAllConnections()
    }
  }
})
