import type { IncomingMessage } from 'node:http'
import { connect as connectHttp2 } from 'node:http2'
import { request as httpsRequest } from 'node:https'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { freePort } from '../tools/free-port.ts'
import { type Product, removeData, startProduct } from '../tools/product.ts'
import { HOST, isInstalled, type ProxyName, startTlsProxy } from './support/tls-proxy.ts'

const PASSWORD = 'correct horse battery'
const owner = { organization: 'Example', name: 'Ana', email: 'ana@example.com', password: PASSWORD }
/** Addresses of this machine from which clients connect; the proxy itself connects to Baton from 127.0.0.1. */
const [CLIENT, STRANGER] = ['127.0.0.9', '127.0.0.66']

describe.each([{ name: 'nginx' }, { name: 'haproxy' }, { name: 'caddy' }] as { name: ProxyName }[])(
  'Baton behind $name, as docs/operating.md sets it up',
  ({ name }) => {
    const isThere = isInstalled(name)
    let product: Product
    let proxy: Awaited<ReturnType<typeof startTlsProxy>>
    let port: number
    let cookie = ''
    let organization = ''

    beforeAll(async () => {
      if (!isThere) return
      port = await freePort()
      product = await startProduct({
        env: { PUBLIC_URL: `https://${HOST}:${port}`, TRUST_PROXY: '127.0.0.1', LOG_LEVEL: 'info' },
      })
      proxy = await startTlsProxy(name, port, Number(new URL(product.url).port))
    })
    afterAll(async () => {
      if (!isThere) return
      await proxy?.stop()
      await product?.stop()
      if (product) removeData(product)
    })

    interface Sent {
      method?: string
      body?: unknown
      headers?: Record<string, string>
      from?: string
    }

    /** Opens a request as a browser would: over TLS, with the page's origin. */
    async function open(path: string, { method = 'GET', body, headers = {}, from = CLIENT }: Sent = {}) {
      const packed =
        body === undefined ? undefined : new Response(body instanceof FormData ? body : JSON.stringify(body))
      const type = body instanceof FormData ? packed!.headers.get('content-type')! : 'application/json'
      const bytes = packed && Buffer.from(await packed.arrayBuffer())
      const request = httpsRequest({
        ...{ host: '127.0.0.1', port, servername: HOST, ca: proxy.certificate, localAddress: from },
        ...{ method, path },
        headers: {
          ...{ host: `${HOST}:${port}`, origin: `https://${HOST}:${port}`, 'sec-fetch-site': 'same-origin', cookie },
          ...(bytes && { 'content-type': type, 'content-length': String(bytes.length) }),
          ...headers,
        },
      })
      request.end(bytes)
      return new Promise<IncomingMessage>((done, fail) => request.once('response', done).once('error', fail))
    }

    async function send(path: string, sent?: Sent) {
      const answer = await open(path, sent)
      let text = ''
      for await (const part of answer.setEncoding('utf8')) text += part
      return { status: answer.statusCode, headers: answer.headers, body: text === '' ? undefined : JSON.parse(text) }
    }
    /** Sends a POST that must succeed, and returns its data. */
    async function must(path: string, body: unknown, headers: Record<string, string> = {}) {
      const answer = await send(path, { method: 'POST', body, headers })
      expect(answer.status, JSON.stringify(answer.body)).toBeLessThan(300)
      return answer.body.data
    }
    const signIn = (password: string, from: string, headers = {}) =>
      send('/api/v1/session', { method: 'POST', body: { email: owner.email, password }, from, headers })

    it.runIf(isThere)('is set up, and keeps its owner signed in by a cookie for TLS alone', async () => {
      const answer = await send('/api/v1/setup', { method: 'POST', body: owner })
      expect(answer.status, JSON.stringify(answer.body)).toBe(201)
      const [session] = answer.headers['set-cookie'] ?? []
      expect(session).toContain('Secure')
      expect(answer.headers['strict-transport-security']).toBeDefined()
      cookie = session!.split(';')[0]!
      organization = answer.body.data.organizations[0].id
      expect((await send('/api/v1/session')).body.data.user.email).toBe(owner.email)
    })

    it.runIf(isThere)('speaks HTTP/2', async () => {
      const session = connectHttp2(`https://127.0.0.1:${port}`, { servername: HOST, ca: proxy.certificate })
      const request = session.request({ ':path': '/healthz', ':authority': `${HOST}:${port}` })
      const [headers] = await new Promise<[Record<string, unknown>]>((done, fail) => {
        request.once('response', (...all) => done(all as never)).once('error', fail)
      })
      expect(headers[':status']).toBe(200)
      session.destroy()
    })

    it.runIf(isThere)('takes a file of 5 MB', async () => {
      const headers = { authorization: `Bearer ${(await must('/api/v1/session/token', {})).token}` }
      const agent = await must(`/v1/organizations/${organization}/agents`, { name: 'Guide' }, headers)
      const form = new FormData()
      form.set('type', 'file')
      form.set('file', new File(['\n'.repeat(5 * 1024 * 1024), 'We open at nine.'], 'hours.txt'))
      const source = await must(`/v1/agents/${agent.id}/sources`, form, headers)
      expect(JSON.stringify(source)).toContain('hours.txt')
    })

    it.runIf(isThere)('passes on what happens while a stream is open', async () => {
      const stream = await open(`/api/v1/organizations/${organization}/events`)
      let text = ''
      stream.setEncoding('utf8').on('data', (chunk) => (text += chunk))
      await expect.poll(() => text).toContain('retry:')
      const headers = { authorization: `Bearer ${(await must('/api/v1/session/token', {})).token}` }
      const agent = await must(`/v1/organizations/${organization}/agents`, { name: 'Second' }, headers)
      await expect.poll(() => text).toContain(agent.id)
      expect(stream.readableEnded).toBe(false)
      stream.destroy()
    })

    it.runIf(isThere)('knows clients by their own address, whatever they say', async () => {
      const forged = { 'x-forwarded-for': '203.0.113.1', 'x-forwarded-host': 'evil.example' }
      for (let count = 0; count < 10; count += 1)
        expect((await signIn(`guess ${count}`, STRANGER, { 'x-forwarded-for': `203.0.113.${count}` })).status).toBe(401)
      expect((await signIn(PASSWORD, STRANGER, forged)).status).toBe(429)
      expect((await signIn(PASSWORD, CLIENT, forged)).status).toBe(200)
      const { body } = await send(`/api/v1/organizations/${organization}/audit-log`)
      const addresses = (body.data as { address: string }[]).map(({ address }) => address)
      expect([...new Set(addresses)]).toEqual([CLIENT])
    })

    it.runIf(isThere)('gives the log nothing to warn of but the guesses', () => {
      const lines = product.output().trimEnd().split('\n')
      const warnings = lines.map((line) => JSON.parse(line)).filter(({ level }) => level >= 40)
      expect(warnings.map(({ address, msg }) => [address, msg])).toEqual([
        ...Array(10).fill([STRANGER, 'failed sign-in: wrong password or unknown account']),
        [STRANGER, 'sign-in refused after too many failures'],
      ])
    })
  },
)
