import { randomUUID } from 'node:crypto'
import { beforeAll, describe, expect, inject, it } from 'vitest'
import type { Endpoint } from '#contract/endpoint.ts'
import { endpoints } from '#contract/index.ts'
import { limits } from '#contract/limits.ts'
import { basePaths } from '#contract/route.ts'
import type { RouteName } from '#contract/routes.ts'
import { type Account, newAccount, refusal } from './support/account.ts'
import { checkAnswer } from './support/check-answer.ts'
import { speak } from './support/speak.ts'
import { NOWHERE } from './support/website.ts'

const all = Object.values(endpoints) as unknown as Endpoint[]
const FORM = 'application/x-www-form-urlencoded'
const withBody = all.filter(({ route, body }) => route.api === 'public' && body).map((endpoint) => endpoint.name)

/**
 * Retries when the connection breaks: a server may close it after refusing a large body, before the client, still
 * sending, reads the answer.
 */
async function patiently<T>(send: () => Promise<T>, tries = 5): Promise<T> {
  return send().catch((error) => {
    if (tries === 1 || !(error instanceof TypeError)) throw error
    return patiently(send, tries - 1)
  })
}

describe.each(inject('products'))('errors on $database', (product) => {
  let account: Account
  let params: Record<string, string>
  beforeAll(async () => {
    account = await newAccount(product)
    const agent = (await account.newAgent()).id
    const conversation = (await account.newConversation(agent)).id
    const [message] = await account.get('listMessages', { params: { agent, conversation } })
    const source = (await account.newTextSource(agent)).id
    const body = { url: NOWHERE }
    const endpoint = (await account.get('createWebhookEndpoint', { params: { agent }, body })).id
    params = { organization: account.organization, agent, conversation, message: message!.id, source, endpoint }
  })

  const pathOf = (name: RouteName) => {
    const { route } = endpoints[name] as unknown as Endpoint
    return basePaths[route.api] + route.path.replace(/\{(\w+)\}/g, (_, key: string) => params[key]!)
  }
  async function raw(path: string, init: RequestInit = {}) {
    const headers = { authorization: `Bearer ${account.key}`, ...(init.headers as Record<string, string>) }
    const answer = await fetch(product.url + path, { ...init, headers, redirect: 'manual' })
    const text = await answer.text()
    return { status: answer.status, headers: answer.headers, body: text ? JSON.parse(text) : undefined }
  }
  async function post(name: RouteName, body: BodyInit, type = 'application/json') {
    const { method } = (endpoints[name] as unknown as Endpoint).route
    const answer = await raw(pathOf(name), { method, body, headers: { 'content-type': type } })
    await checkAnswer(product.url, name, answer)
    return answer
  }

  describe.each(withBody)('%s', (name) => {
    it('400 validation_failed — not JSON', async () => {
      for (const text of ['{', '{"name":}', 'nonsense', "{'a': 1}", '{"a":1}}', '\u0000', '{"a": NaN}', '\ufeff{}'])
        expect(refusal(await post(name, text)), text).toEqual([400, 'validation_failed'])
    })

    it('400 validation_failed — JSON that is not UTF-8, or nested beyond all reason', async () => {
      const latin = Buffer.from('{"name": "Müller", "content": "Müller"}', 'latin1')
      const deep = (levels: number) => `{"name": "x", "result": [${'['.repeat(levels)}${']'.repeat(levels)}]}`
      for (const body of [latin, deep(5_000), deep(300_000), deep(300_000).replaceAll('[', '{"a":[').slice(0, 1e6)])
        expect(refusal(await post(name, body)), String(body.slice(0, 60))).toEqual([400, 'validation_failed'])
      const headers = { 'content-type': 'application/json', 'idempotency-key': randomUUID() }
      const { method } = (endpoints[name] as unknown as Endpoint).route
      const kept = await raw(pathOf(name), { method, body: deep(5_000), headers })
      expect(refusal(kept)).toEqual([400, 'validation_failed'])
    })

    it('422 validation_failed — JSON that is no object', async () => {
      for (const text of ['null', '[]', '"x"', '1', 'true', '[{}]'])
        expect(refusal(await post(name, text)), text).toEqual([422, 'validation_failed'])
    })

    it('415 validation_failed — another content type', async () => {
      for (const type of ['application/x-www-form-urlencoded', 'text/plain', 'application/xml', 'x'])
        expect(refusal(await post(name, '{"a": 1}', type)), type).toEqual([415, 'validation_failed'])
      const isFileTaken = name === 'createSource'
      const form = await post(name, '--x--', 'multipart/form-data; boundary=x')
      expect(form.status).toBe(isFileTaken ? 422 : 415)
    })

    it('413 validation_failed — larger than 1 MB', async () => {
      const answer = await patiently(() => post(name, new Uint8Array(limits.jsonBodyBytes + 1).fill(0x20)))
      expect(refusal(answer)).toEqual([413, 'validation_failed'])
      expect((await post(name, new Uint8Array(limits.jsonBodyBytes).fill(0x20))).status).toBe(400)
    })

    it('JSON by another name, with a charset, is JSON', async () => {
      for (const type of ['application/json; charset=utf-8', 'APPLICATION/JSON', 'application/vnd.api+json'])
        expect([200, 201, 202, 422], type).toContain((await post(name, '{}', type)).status)
    })
  })

  describe.each([
    'deleteAgent',
    'deleteSource',
    'deleteConversation',
    'deleteWebhookEndpoint',
    'retrainSource',
  ] as const)('%s, which takes no body,', (name) => {
    it('answers what can’t be read as the document says: 400 and 415', async () => {
      expect(refusal(await post(name, '{'))).toEqual([400, 'validation_failed'])
      expect(refusal(await post(name, 'a=1', FORM))).toEqual([415, 'validation_failed'])
    })
  })

  it.each(['retrainSource', 'createConversation'] as const)(
    '%s takes an empty form, as curl sends it',
    async (name) => {
      expect((await post(name, '', FORM)).status).toBeLessThan(300)
      expect(refusal(await post(name, 'a=1', FORM))).toEqual([415, 'validation_failed'])
    },
  )

  it('malformed multipart is 400 or 422, never more', async () => {
    const type = 'multipart/form-data; boundary=x'
    const bodies = [
      '',
      '--x',
      '--x\r\n\r\n',
      '--x\r\nContent-Disposition: form-data; name="file"; filename="a.txt"\r\n\r\ncut off',
      '--x\r\nContent-Disposition: form-data\r\n\r\nno name\r\n--x--',
      '--x\r\nContent-Disposition: form-data; name="type"\r\n\r\nfile\r\n--x--',
      `--x\r\nContent-Disposition: form-data; name="type"\r\n\r\n${'x'.repeat(70_000)}\r\n--x--`,
      '--x\r\nContent-Disposition: form-data; name="__proto__"\r\n\r\nfile\r\n--x--',
    ]
    for (const body of bodies)
      expect([400, 413, 422], JSON.stringify(body.slice(0, 80))).toContain(
        (await post('createSource', body, type)).status,
      )
    const without = await post('createSource', 'x', 'multipart/form-data')
    expect([400, 415, 422]).toContain(without.status)
  })

  it('404 resource_not_found — unknown paths, in the envelope, with a key or without', async () => {
    const paths = [
      '/v1',
      '/v1/',
      '/v1?page=1',
      '/v1/nothing',
      '/v1/ai-models/',
      '/v1//ai-models',
      '/v1/AI-models',
      '/api/v1/nothing',
      '/v1/agents/%E0%A4%A/sources',
      `/v1/agents/${'x'.repeat(5_000)}`,
      '/v1/agents/../ai-models/x',
      '/v1/agents/%2e%2e%2fai-models',
    ]
    for (const path of paths)
      for (const authorization of [`Bearer ${account.key}`, '']) {
        const answer = await raw(path, { headers: { authorization } })
        expect([400, 401, 404, 414], path).toContain(answer.status)
        if (answer.status === 401) continue
        expect(Object.keys(answer.body), path).toEqual(['error', 'meta'])
      }
  })

  it('404 resource_not_found — a path with an empty part names nothing, by any method', async () => {
    for (const path of ['/v1//ai-models', `/v1/agents/${params.agent}//sources`, '//v1/ai-models'])
      for (const method of ['GET', 'HEAD', 'POST'])
        expect((await raw(path, { method })).status, `${method} ${path}`).toBe(404)
  })

  it('what is no HTTP request is answered in the envelope too, with no word of a framework', async () => {
    const requests = ['nonsense\r\n\r\n', 'GET / HTTP/1.1\r\nbad header\r\n\r\n']
    requests.push(`GET / HTTP/1.1\r\nHost: x\r\nX-Long: ${'x'.repeat(70_000)}\r\n\r\n`)
    for (const request of requests) {
      const [head = '', body = ''] = (await speak(product.url, request)).split('\r\n\r\n')
      expect(head.toLowerCase()).toMatch(/^http\/1.1 4(00|31) /)
      expect(head.toLowerCase()).not.toMatch(/fastify|server:|powered/)
      expect(head).toMatch(
        /^Content-Security-Policy: default-src 'self'.*\r\n(.*\r\n)*Referrer-Policy: same-origin\r\n/m,
      )
      expect(JSON.parse(body)).toMatchObject({ error: { code: 'validation_failed', details: [] }, meta: {} })
    }
  })

  it('404 resource_not_found — ids that are no UUID or name nothing, before the body is looked at', async () => {
    for (const id of ['x', '0', '-1', 'null', '%00', "'", randomUUID(), `${params.agent}x`, ` ${params.agent}`]) {
      const answer = await account.send('updateAgent', { params: { agent: id }, body: { name: 7 } })
      expect(refusal(answer), id).toEqual([404, 'resource_not_found'])
    }
  })

  it('ids count in upper case too', async () => {
    const answer = await account.send('getAgent', { params: { agent: params.agent!.toUpperCase() } })
    expect([answer.status, answer.data.id]).toEqual([200, params.agent])
  })

  it('405 method_not_allowed — with Allow', async () => {
    const cases = [
      ['DELETE', '/v1/ai-models', 'GET, HEAD'],
      ['PUT', `/v1/agents/${params.agent}`, 'GET, PATCH, DELETE, HEAD'],
      ['PATCH', `/v1/organizations/${params.organization}/agents`, 'GET, POST, HEAD'],
      ['GET', `/v1/organizations/${params.organization}/crawls`, 'POST'],
      ['DELETE', `/v1/agents/${params.agent}/conversations/${params.conversation}/messages`, 'GET, POST, HEAD'],
    ]
    for (const [method, path, allow] of cases) {
      const answer = await raw(path!, { method: method! })
      expect(refusal(answer), `${method} ${path}`).toEqual([405, 'method_not_allowed'])
      expect(answer.headers.get('allow')!.split(', ').sort()).toEqual(allow!.split(', ').sort())
    }
  })

  it('HEAD answers as GET does, with no body', async () => {
    const get = await raw(`/v1/agents/${params.agent}`)
    const head = await raw(`/v1/agents/${params.agent}`, { method: 'HEAD' })
    expect([head.status, head.body, head.headers.get('etag')]).toEqual([200, undefined, get.headers.get('etag')])
    expect((await raw('/v1/ai-models', { method: 'HEAD', headers: { authorization: '' } })).status).toBe(401)
  })

  it('a body on DELETE and on POST without one is let be', async () => {
    const { id } = await account.newAgent()
    const headers = { 'content-type': 'application/json' }
    const source = await account.newTextSource(params.agent!)
    const retrain = `/v1/agents/${params.agent}/sources/${source.id}/retrain`
    expect((await raw(retrain, { method: 'POST', headers, body: '' })).status).toBe(202)
    expect((await raw(retrain, { method: 'POST', headers, body: '{"a": 1}' })).status).toBe(202)
    expect((await raw(`/v1/agents/${id}`, { method: 'DELETE', headers, body: '{"a": 1}' })).status).toBe(204)
  })
})
