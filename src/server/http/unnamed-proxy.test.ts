import { afterEach, describe, expect, it } from 'vitest'
import { basePaths } from '#contract/route.ts'
import { readNotices } from '../process/notices.ts'
import { keepingLog } from '../testing/log-lines.ts'
import { createTestApp, type TestApp } from '../testing/test-app.ts'

const account = { organization: 'Example', name: 'Ana', email: 'ana@example.com', password: 'a long enough password' }
const NOT_NAMED = 'that TRUST_PROXY does not name'

let test: TestApp
afterEach(() => test.close())

async function start(env: Record<string, string> = {}) {
  const log = keepingLog('warn')
  test = await createTestApp({ env, log: log.log, worker: false })
  const setUp = (headers: Record<string, string>, remoteAddress = '127.0.0.1') =>
    test.app.inject({ method: 'POST', url: '/api/v1/setup', payload: account, headers, remoteAddress })
  return { ...log, setUp, notices: () => readNotices(test.config.dataDir) }
}

describe('a request through a proxy that TRUST_PROXY does not name', () => {
  it.each([
    ['X-Forwarded-Proto', 'https'],
    ['X-Forwarded-For', '203.0.113.9'],
    ['X-Forwarded-Host', 'help.example'],
    ['X-Forwarded-Port', '443'],
    ['X-Real-IP', '203.0.113.9'],
    ['Forwarded', 'for=203.0.113.9;proto=https'],
  ])('is refused in words that name %s, and told in the log once', async (name, value) => {
    const { setUp, take } = await start()
    const headers = { origin: 'https://help.example', host: 'help.example', [name.toLowerCase()]: value }
    const answer = await setUp(headers)
    expect([answer.statusCode, answer.json().error.code]).toEqual([403, 'forbidden'])
    expect(answer.json().error.message).toContain(`The request came through a proxy (${name}) ${NOT_NAMED}.`)
    expect(answer.json().error.message).toContain('PUBLIC_URL to https://help.example')
    await setUp(headers)
    const told = take().filter(({ msg }) => msg.includes('proxy'))
    expect(told).toMatchObject([{ level: 40, address: '127.0.0.1', header: name }])
    expect(told[0]!.msg).toContain('TRUST_PROXY=127.0.0.1')
  })

  it('is told of although it is served, and whatever it asks for', async () => {
    const { take } = await start({ PUBLIC_URL: 'https://help.example' })
    const headers = { 'x-forwarded-for': '203.0.113.9' }
    for (const url of ['/healthz', '/nothing', '/v1/ai-models']) await test.app.inject({ url, headers })
    expect(take()).toMatchObject([{ level: 40, address: '127.0.0.1', msg: expect.stringContaining(NOT_NAMED) }])
  })

  it('is known by its origin alone where PUBLIC_URL is https, which this server does not speak', async () => {
    const { take, setUp } = await start({ PUBLIC_URL: 'https://help.example' })
    expect((await setUp({ origin: 'https://help.example', host: '127.0.0.1:3000' })).statusCode).toBe(201)
    expect(take()).toMatchObject([{ level: 40, address: '127.0.0.1', msg: expect.stringContaining(NOT_NAMED) }])
  })

  it('adds the proxy to those that are named already, as a whole value to set', async () => {
    const { take } = await start({ TRUST_PROXY: '10.0.0.0/8, 192.168.7.1' })
    await test.app.inject({
      url: '/',
      headers: { 'x-forwarded-for': '203.0.113.9' },
      remoteAddress: '::ffff:172.16.0.4',
    })
    expect(take()[0]!.msg).toContain('TRUST_PROXY=10.0.0.0/8,192.168.7.1,172.16.0.4')
  })

  it('leaves it open whether an address of the internet is a proxy, and tells of a private one after it', async () => {
    const { take, notices } = await start()
    const ask = (remoteAddress: string) =>
      test.app.inject({ url: '/', headers: { 'x-forwarded-for': '192.0.2.1' }, remoteAddress })
    await ask('203.0.113.77')
    expect(take()[0]!.msg).toContain('If 203.0.113.77 is your proxy, set TRUST_PROXY=203.0.113.77.')
    for (const address of ['198.51.100.3', '10.1.2.3', '10.1.2.4', '198.51.100.3']) await ask(address)
    expect(take().map(({ address }) => address)).toEqual(['10.1.2.3'])
    expect(notices().unnamedProxy).toMatchObject({ address: '10.1.2.3' })
  })

  it('is kept for the doctor with address, header, host and time, and nothing else of the request', async () => {
    const { notices } = await start()
    const headers = { 'x-forwarded-proto': 'https', host: 'help.example', authorization: 'Bearer hidden' }
    await test.app.inject({ url: '/v1/agents?secret=hidden', headers })
    expect(notices()).toEqual({
      unnamedProxy: {
        address: '127.0.0.1',
        header: 'X-Forwarded-Proto',
        host: 'help.example',
        at: expect.any(Number),
      },
    })
    expect(JSON.stringify(notices())).not.toContain('hidden')
  })

  it('is none if the proxy is named, or nothing was forwarded', async () => {
    const { take, notices } = await start({ TRUST_PROXY: 'loopback', PUBLIC_URL: 'https://help.example' })
    const forwarded = { 'x-forwarded-proto': 'https', 'x-forwarded-host': 'help.example', 'x-forwarded-for': '1.2.3.4' }
    await test.app.inject({ url: '/', headers: forwarded })
    await test.app.inject({ url: '/', remoteAddress: '10.0.0.9' })
    expect([take(), notices()]).toEqual([[], {}])
  })
})

describe('a page that was opened at another address than the server’s', () => {
  it('is told which address to open or to set', async () => {
    const { setUp, take, notices } = await start({ PUBLIC_URL: 'http://help.example' })
    const answer = await setUp({
      origin: 'http://10.0.0.5:8080',
      host: '127.0.0.1:3000',
      'sec-fetch-site': 'same-origin',
    })
    expect([answer.statusCode, answer.json().error.code]).toEqual([403, 'forbidden'])
    const { message } = answer.json().error
    expect(message).toContain('http://10.0.0.5:8080')
    expect(message).toContain('http://help.example (PUBLIC_URL)')
    await setUp({ origin: 'http://10.0.0.5:8080', host: '127.0.0.1:3000' })
    expect(take()).toMatchObject([
      { level: 40, origin: 'http://10.0.0.5:8080', msg: expect.stringContaining('PUBLIC_URL') },
    ])
    expect(notices().otherOrigin).toEqual({ origin: 'http://10.0.0.5:8080', isRefused: true, at: expect.any(Number) })
  })

  it('is told what to set where nothing is, behind a proxy that forwards no header', async () => {
    const { setUp, take } = await start()
    const answer = await setUp({ origin: 'https://help.example', host: '127.0.0.1:3000' })
    expect(answer.json().error.message).toContain('Set PUBLIC_URL to https://help.example')
    expect(take()).toMatchObject([{ level: 40, origin: 'https://help.example' }])
  })

  it('is told when the scheme alone is another', async () => {
    const { setUp, take } = await start({ PUBLIC_URL: 'http://help.example' })
    const answer = await setUp({ origin: 'https://help.example', host: 'help.example' })
    expect(take()).toMatchObject([{ origin: 'https://help.example' }])
    expect(answer.statusCode).toBe(403)
    expect(answer.json().error.message).toContain('http://help.example (PUBLIC_URL)')
  })

  it('is served and noted once where it addresses this server itself, beside PUBLIC_URL', async () => {
    const { setUp, take, notices } = await start({ PUBLIC_URL: 'https://help.example' })
    const headers = { origin: 'http://10.0.0.5:3000', host: '10.0.0.5:3000' }
    expect((await setUp(headers)).statusCode).toBe(201)
    await setUp(headers)
    expect(take()).toMatchObject([{ level: 40, origin: 'http://10.0.0.5:3000' }])
    expect(notices().otherOrigin).toMatchObject({ origin: 'http://10.0.0.5:3000', isRefused: false })
  })

  it.each([
    { origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' },
    { origin: 'https://sibling.example', 'sec-fetch-site': 'same-site' },
    { origin: 'null' },
    { origin: 'chrome-extension://abcdef' },
    { 'sec-fetch-site': 'cross-site' },
    { origin: 'https://evil.example', 'sec-fetch-site': 'cross-site', 'x-forwarded-proto': 'https' },
  ] as Record<string, string>[])('is not what a foreign page is: %o', async (headers) => {
    const { setUp, take, notices } = await start({ PUBLIC_URL: 'http://help.example' })
    const answer = await setUp({ ...headers, host: 'help.example' })
    expect([answer.statusCode, answer.json().error.message]).toEqual([403, 'This action is unauthorized.'])
    expect(take().filter(({ origin }) => origin)).toEqual([])
    expect(notices().otherOrigin).toBeUndefined()
  })

  it('cannot fill the log or the notices by many origins, nor from a server whose address is right', async () => {
    const { setUp, take, notices } = await start({ PUBLIC_URL: 'http://help.example' })
    for (let number = 0; number < 30; number += 1)
      await setUp({ origin: `https://evil${number}.example`, host: 'help.example' })
    expect([take(), notices()]).toEqual([[], {}])
    for (let number = 0; number < 30; number += 1)
      await setUp({ origin: `https://evil${number}.example`, host: '127.0.0.1' })
    expect(take()).toHaveLength(1)
  })

  it('is told the same in the chat on websites', async () => {
    await start()
    const headers = { origin: 'https://help.example', host: 'help.example', 'x-forwarded-proto': 'https' }
    const answer = await test.app.inject({ method: 'POST', url: `${basePaths.widget}/messages`, payload: {}, headers })
    expect([answer.statusCode, answer.json().error.message]).toEqual([403, expect.stringContaining(NOT_NAMED)])
  })
})
