import { createServer, type ServerResponse } from 'node:http'
import { connect } from 'node:net'
import { describe, expect, it } from 'vitest'
import { until } from '../api/support/until.ts'
import { article } from '../api/support/website.ts'
import { must } from '../tools/client.ts'
import { listenOnLoopback } from '../tools/listen-on-loopback.ts'
import { databaseNames, ended, newInstallation } from './support/installation.ts'
import { killEnvironment } from './support/kill-points.ts'
import { createLedger } from './support/ledger.ts'

const words = 'A page with enough words on it to be worth reading, about the harbour and its people. '
const LINKS = ['/a', '/b', '/c', '/d', '/e', '/f']

/** Starts a website that answers the first `before` requests and holds back all others until it is told to go on. */
async function startHaltingSite(before: number) {
  const waiting: (() => void)[] = []
  const asked: string[] = []
  let isHalted = true
  const answer = (path: string, response: ServerResponse) => {
    if (path !== '/' && !LINKS.includes(path)) return void response.writeHead(404).end()
    const links = LINKS.map((link) => `<a href="${link}">${link}</a>`).join(' ')
    response.writeHead(200, { 'content-type': 'text/html' }).end(article(path, `${path} ${words.repeat(2)}`, links))
  }
  const server = createServer((request, response) => {
    const path = request.url ?? '/'
    asked.push(path)
    const isPage = path === '/' || LINKS.includes(path)
    if (isHalted && isPage && asked.filter((each) => LINKS.includes(each)).length > before)
      waiting.push(() => answer(path, response))
    else answer(path, response)
  })
  const host = await listenOnLoopback(server)
  return {
    url: `http://${host}`,
    waiting: () => waiting.length,
    goOn() {
      isHalted = false
      for (const each of waiting.splice(0)) each()
    },
    close() {
      server.close()
      server.closeAllConnections()
    },
  }
}

describe.each(databaseNames())('kill -9 in the middle of long work, on %s', (database) => {
  it('goes on with a crawl and a training, and has no trace of half an upload', async () => {
    const site = await startHaltingSite(3)
    const page = await startHaltingSite(0)
    const installation = await newInstallation(database)
    try {
      const { product, owner, agent } = await installation.begin()
      const params = { organization: owner.organizationId }
      const crawl = (await must(product.url, 'startCrawl', { params, body: { url: `${site.url}/` } }, owner)).data
      const url = { type: 'url' as const, urls: [`${page.url}/a`] }
      const source = (await must(product.url, 'createSource', { params: { agent }, body: url }, owner)).data
      const { id } = [source].flat()[0] as { id: string }
      const upload = beginUpload(installation.port, owner.key, agent)
      await until('both are in the middle', async () => site.waiting() > 0 && page.waiting() > 0)
      await product.kill()
      upload.destroy()
      site.goOn()
      page.goOn()

      const next = await installation.start()
      const crawled = await until('the crawl ends', async () => {
        const path = { ...params, taskId: crawl.task_id }
        const { data } = await must(next.url, 'getCrawl', { params: path }, owner)
        return (data.status === 'completed' || data.status === 'failed') && data
      })
      expect(crawled.status).toBe('completed')
      expect(crawled.result?.urls.toSorted()).toEqual(['/', ...LINKS].map((path) => site.url + path))
      await until('the page is learnt', async () => {
        const { data } = await must(next.url, 'getSource', { params: { agent, source: id } }, owner)
        expect(data.status).not.toBe('failed')
        return data.status === 'completed'
      })
      const { data: sources } = await must(next.url, 'listSources', { params: { agent } }, owner)
      expect(sources.map((each) => each.id)).toEqual([id])
      expect(await next.stop()).toBe(0)
    } finally {
      await installation.remove()
      site.close()
      page.close()
    }
  })

  it.each(['create table messages', 'insert into "kysely_migration"'])(
    'leaves a schema that the next start completes, when it dies at: %s',
    async (statement) => {
      const installation = await newInstallation(database)
      try {
        const dying = installation.start(killEnvironment({ when: 'at', statement, isSet: true }))
        await expect(dying).rejects.toThrow('ended before it was ready')
        const { product, owner, agent } = await installation.begin()
        const ledger = createLedger(product.url, owner, agent)
        await Promise.all([ledger.converse(), ledger.writeSource()])
        await ledger.check(product.url)
        expect(ledger.counts()).toMatchObject({ messages: 2, sources: 1 })
        product.process.kill('SIGTERM')
        expect((await ended(product)).code).toBe(0)
      } finally {
        await installation.remove()
      }
    },
  )
})

/** Sends the first half of a file upload. */
function beginUpload(port: number, key: string, agent: string) {
  const part =
    '--x\r\nContent-Disposition: form-data; name="type"\r\n\r\nfile\r\n--x\r\n' +
    'Content-Disposition: form-data; name="file"; filename="half.txt"\r\nContent-Type: text/plain\r\n\r\nOnly half of'
  const socket = connect(port, '127.0.0.1')
  socket.on('error', () => {}) // the connection breaks when the server dies
  socket.write(
    `POST /v1/agents/${agent}/sources HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer ${key}\r\n` +
      `Content-Type: multipart/form-data; boundary=x\r\nContent-Length: ${part.length + 1_000}\r\n\r\n${part}`,
  )
  return socket
}
