import { randomUUID } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import { Agent, fetch as fetchByUndici } from 'undici'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startSlowWriter, WORDS } from '#server/testing/slow-writer.ts'
import { must, type Owner } from '../tools/client.ts'
import { freePort } from '../tools/free-port.ts'
import type { Product } from '../tools/product.ts'
import { databaseNames, type Installation, newAgent, newInstallation } from './support/installation.ts'
import { HOST, isInstalled, type ProxyName, startTlsProxy } from './support/tls-proxy.ts'

/** How often each process is restarted; more by hand, as `ROLLING_RESTARTS=20`. */
const ROUNDS = Number(process.env.ROLLING_RESTARTS ?? 1)
const PAUSE_MS = 20 // between the requests of one client
const JOIN_AGAIN_MS = 200
const MOST_JOINED = 50

describe.runIf(databaseNames().includes('PostgreSQL')).each([{ name: 'nginx' }, { name: 'haproxy' }] as {
  name: ProxyName
}[])('two processes behind $name, as docs/operating.md sets it up', ({ name }) => {
  const isThere = isInstalled(name)
  let writer: Awaited<ReturnType<typeof startSlowWriter>>
  let installation: Installation
  let env: Record<string, string>
  let processes: { port: number; product: Product }[]
  let proxy: Awaited<ReturnType<typeof startTlsProxy>>
  let url: string
  let dispatcher: Agent
  let owner: Owner
  let agent: string

  beforeAll(async () => {
    if (!isThere) return
    writer = await startSlowWriter()
    Object.assign(writer.pace, { wordMs: 25 })
    installation = await newInstallation('PostgreSQL')
    const port = await freePort()
    env = {
      ...{ PUBLIC_URL: `https://${HOST}:${port}`, TRUST_PROXY: '127.0.0.1' },
      ...{ OPENAI_COMPATIBLE_BASE_URL: writer.url, OPENAI_COMPATIBLE_MODELS: 'writer' },
    }
    const { product, owner: first } = await installation.begin(env)
    owner = first
    const models = (await must(product.url, 'listAiModels', {}, owner)).data
    agent = await newAgent(product.url, owner)
    const body = { id: models.find(({ slug }) => slug === 'writer')!.id }
    await must(product.url, 'updateAgent', { params: { agent }, body }, owner)
    await must(product.url, 'updateAgentSettings', { params: { agent }, body: { verification: 'off' } }, owner)
    const other = await freePort()
    processes = [
      { port: installation.port, product },
      { port: other, product: await installation.start(env, other) },
    ]
    proxy = await startTlsProxy(name, port, installation.port, other)
    url = `https://127.0.0.1:${port}`
    dispatcher = new Agent({ connect: { ca: proxy.certificate, servername: HOST } })
  })
  afterAll(async () => {
    if (!isThere) return
    await dispatcher?.destroy()
    await proxy?.stop()
    await installation?.remove()
    writer?.close()
  })

  it.runIf(isThere)('are restarted one after the other under load, and no request fails', async () => {
    const fetchByProxy = ((address: string, init: object) =>
      fetchByUndici(address, { ...init, dispatcher } as never)) as unknown as typeof fetch
    const headers = {
      ...{ host: new URL(env.PUBLIC_URL!).host, authorization: `Bearer ${owner.key}` },
      'content-type': 'application/json',
    }
    const failed: string[] = []
    const counts = { lists: 0, sends: 0, replies: 0, streams: 0 }
    let isOver = false
    const ended = new AbortController()

    /** Does one thing again and again until all is over, and notes each failure. */
    async function again(what: keyof typeof counts, act: () => Promise<void>): Promise<void> {
      while (!isOver) {
        await act().then(
          () => (counts[what] += 1),
          (error) => {
            if (!isOver || what !== 'streams') failed.push(`${what}: ${error.cause ?? error}`)
          },
        )
        await delay(PAUSE_MS)
      }
    }
    async function ask(path: string, body?: object): Promise<{ id: string }> {
      const init = { headers, ...(body && { method: 'POST', body: JSON.stringify(body) }) }
      const answer = await fetchByProxy(`${url}/v1/agents/${agent}/conversations${path}`, init)
      const text = await answer.text()
      if (answer.status >= 300) throw new Error(`${answer.status} ${text}`)
      return JSON.parse(text).data
    }
    const list = async () => void (await ask('?per_page=10'))
    async function send() {
      const { id } = await ask('', {})
      await ask(`/${id}/messages`, { content: 'When do you open?' })
    }
    /** Has a reply streamed, and joins the stream again where that ends before the reply does. */
    async function reply() {
      const { id } = await ask('', {})
      const again = { ...headers, accept: 'text/event-stream', 'idempotency-key': randomUUID() }
      const init = { method: 'POST', headers: again, body: JSON.stringify({ content: 'When do you open?' }) }
      for (let joined = 0; joined < MOST_JOINED; joined += 1) {
        const answer = await fetchByProxy(`${url}/v1/agents/${agent}/conversations/${id}/messages`, init)
        const text = await answer.text()
        if (answer.status !== 201) throw new Error(`${answer.status} ${text}`)
        const [, outcome] = /^event: done\ndata: .*"outcome":"(\w+)"/m.exec(text) ?? []
        if (outcome === 'answered' && text.includes(`w${WORDS}"`)) return
        if (outcome) throw new Error(text)
        await delay(JOIN_AGAIN_MS)
      }
      throw new Error('Each stream ended before the reply did.')
    }
    async function follow() {
      const path = `/api/v1/organizations/${owner.organizationId}/events`
      const init = { headers: { host: headers.host, cookie: owner.cookie }, signal: ended.signal }
      const answer = await fetchByProxy(url + path, init)
      if (answer.status !== 200) throw new Error(`${answer.status} ${await answer.text()}`)
      for await (const _part of answer.body!);
    }
    const load = [list, list, send, send].map((act, at) => again(at < 2 ? 'lists' : 'sends', act))
    load.push(again('replies', reply), again('replies', reply), again('streams', follow), again('streams', follow))

    for (let round = 0; round < ROUNDS; round += 1)
      for (const each of processes) {
        expect(await each.product.stop()).toBe(0)
        each.product = await installation.start(env, each.port)
        await proxy.knowsAll()
      }
    isOver = true
    ended.abort()
    await Promise.all(load)
    console.log(`${2 * ROUNDS} restarts behind ${name}: ${JSON.stringify(counts)}, ${failed.length} failed`)
    expect(failed).toEqual([])
    for (const count of Object.values(counts)) expect(count).toBeGreaterThan(0)
  })
})
