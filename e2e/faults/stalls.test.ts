import { createServer, type Server } from 'node:http'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { until } from '../api/support/until.ts'
import { article, startWebsite, type Website } from '../api/support/website.ts'
import { must, type Owner } from '../tools/client.ts'
import { listenOnLoopback } from '../tools/listen-on-loopback.ts'
import type { Product } from '../tools/product.ts'
import { type Installation, newAgent, newInstallation } from './support/installation.ts'
import { answered } from './support/ledger.ts'
import { type ModelProvider, startModelProvider } from './support/model-provider.ts'
import { STALLED_HOST, startStalledDns } from './support/stalled-dns.ts'

const FACT = 'The harbour opens at nine and closes at six.'
const QUESTION = 'When does the harbour open?'
/** Milliseconds for which the product waits for a model that has stalled, at least. */
const MODEL_LIMIT_MS = 10_000
const words = 'A page with enough words on it to be worth reading, about the harbour and its people. '

/** Starts a server that accepts requests and never answers. */
async function startSilence(): Promise<{ server: Server; url: string; webhookIds: string[] }> {
  const webhookIds: string[] = []
  const server = createServer((request) => void webhookIds.push(String(request.headers['webhook-id'])))
  return { server, url: `http://${await listenOnLoopback(server)}`, webhookIds }
}

// All services stall at once and in one process, as in an outage.
describe('what others run stalls', () => {
  let installation: Installation
  let product: Product
  let owner: Owner
  let provider: ModelProvider
  let receiver: Website
  let site: Website
  let silence: Awaited<ReturnType<typeof startSilence>>
  let dns: Awaited<ReturnType<typeof startStalledDns>>
  beforeAll(async () => {
    provider = await startModelProvider()
    receiver = await startWebsite(() => ({ status: 200 }))
    site = await startWebsite(() => ({ body: article('Home', words.repeat(3)) }))
    silence = await startSilence()
    dns = await startStalledDns()
    installation = await newInstallation('SQLite', {
      env: {
        ...dns.env,
        OPENAI_COMPATIBLE_BASE_URL: `${provider.url}/v1`,
        OPENAI_COMPATIBLE_MODELS: 'stalled,error,garbage',
      },
    })
    ;({ product, owner } = await installation.begin())
  })
  afterAll(async () => {
    await installation.remove()
    silence.server.close()
    silence.server.closeAllConnections()
    for (const other of [provider, receiver, site, dns]) other.close()
  })

  /** Creates an agent trained on one text, with the given model or the built-in one. */
  async function knowing(model?: string): Promise<string> {
    const { data: models } = await must(product.url, 'listAiModels', {}, owner)
    const id = models.find(({ slug }) => slug === model)?.id
    const agent = await newAgent(product.url, owner, id ? { id } : {})
    await learn(agent, { type: 'text', content: FACT })
    return agent
  }

  async function learn(agent: string, body: object): Promise<string> {
    const { data } = await must(product.url, 'createSource', { params: { agent }, body: body as never }, owner)
    const { id } = [data].flat()[0]!
    return until('the source has ended', async () => {
      const { data: source } = await must(product.url, 'getSource', { params: { agent, source: id } }, owner)
      return ['completed', 'failed'].includes(source.status) && source.status
    })
  }

  async function ask(agent: string): Promise<{ content: string; tookMs: number }> {
    const { data } = await must(product.url, 'createConversation', { params: { agent }, body: {} }, owner)
    const params = { agent, conversation: data.id }
    const startedAt = Date.now()
    await must(product.url, 'sendMessage', { params, body: { content: QUESTION } }, owner)
    const messages = await answered(product.url, owner, params)
    return { content: messages.at(-1)!.content, tookMs: Date.now() - startedAt }
  }

  const listen = (agent: string, url: string) =>
    must(product.url, 'createWebhookEndpoint', { params: { agent }, body: { url } }, owner)

  it('and everybody else is served meanwhile; what waited for it ends', async () => {
    const healthy = await knowing()
    const failing = await Promise.all(['stalled', 'error', 'garbage'].map(knowing))
    await listen(healthy, `${silence.url}/hook`)
    await listen(healthy, `https://${STALLED_HOST}/hook`)
    await listen(healthy, `${receiver.url}/hook`)
    const lost = await must(
      product.url,
      'startCrawl',
      { params: { organization: owner.organizationId }, body: { url: `https://${STALLED_HOST}/` } },
      owner,
    )
    const hanging = learn(healthy, { type: 'url', urls: [`https://${STALLED_HOST}/page`] })
    const standIns = Promise.all(failing.map(ask))

    const reply = await ask(healthy)
    expect(reply.content).toContain('nine')
    expect(await learn(healthy, { type: 'url', urls: [`${site.url}/`] })).toBe('completed')
    await until('the receiver that answers has both events', async () => receiver.received.length >= 2)
    const promptMs = Date.now()

    // The built-in model replies when the chosen one stalls, fails or returns nonsense.
    for (const { content } of await standIns) expect(content).toContain('nine')
    const stalled = (await standIns)[0]!
    expect(stalled.tookMs).toBeGreaterThan(MODEL_LIMIT_MS)
    expect(reply.tookMs).toBeLessThan(stalled.tookMs)
    await until('the silent receiver is asked again, and has had both events', async () => {
      const events = new Set(silence.webhookIds).size
      return silence.webhookIds.length > events && events >= 2
    })
    expect(new Set(silence.webhookIds).size).toBe(2)
    const { data: deliveries } = await must(product.url, 'listWebhookDeliveries', { params: { agent: healthy } }, owner)
    const errors = deliveries.flatMap(({ attempts }) => attempts.flatMap(({ error }) => error ?? []))
    expect(errors).toEqual(errors.map(() => expect.stringMatching(/in time|within|do not answer/)))
    expect(errors.length).toBeGreaterThanOrEqual(2)

    const ended = until('the crawl has ended', async () => {
      const params = { organization: owner.organizationId, taskId: lost.data.task_id }
      const { data } = await must(product.url, 'getCrawl', { params }, owner)
      return ['completed', 'failed'].includes(data.status) && data.status
    })
    expect([await ended, await hanging]).toEqual(['failed', 'failed'])
    console.log(`reply beside the stalls in ${reply.tookMs} ms; all ended ${Date.now() - promptMs} ms later`)
    expect(await product.stop()).toBe(0)
  })
})
