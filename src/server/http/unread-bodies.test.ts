import { once } from 'node:events'
import { type AddressInfo, connect } from 'node:net'
import { Client } from 'undici'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { buildAgent } from '../testing/factories.ts'
import { createTestApp, type TestApp } from '../testing/test-app.ts'

const LARGE = 4 * 1024 * 1024 // more than a connection's buffers hold

const part = (name: string, content: string) =>
  `--edge\r\nContent-Disposition: form-data; name="${name}"; filename="a.txt"\r\nContent-Type: text/plain\r\n\r\n${content}\r\n`
const form = 'multipart/form-data; boundary=edge'

type Refused = [what: string, type: string, body: string, status: number]

/** Requests that are refused before their whole body has been sent. */
const early: Refused[] = [
  ['a form whose parts have no boundary', 'multipart/form-data', 'a'.repeat(LARGE), 400],
  ['a form with a second file', form, `${part('file', 'a') + part('file', 'b'.repeat(LARGE))}--edge--\r\n`, 422],
  ['JSON that is too large', 'application/json', `"${'a'.repeat(LARGE)}"`, 413],
  ['a type that is not supported', 'text/plain', 'a'.repeat(LARGE), 415],
]
/** What is no form at all is known only once all of it has been sent. */
const noForm: Refused = ['a form that is broken at once', form, `nothing of a form${'a'.repeat(LARGE)}`, 400]

describe('a connection whose request was refused before its body had been read', () => {
  let test: TestApp
  let origin: string
  let path: string
  let authorization: string
  beforeAll(async () => {
    test = await createTestApp()
    const owner = await test.signUp()
    const { id } = await buildAgent(test, owner)
    await test.app.listen({ host: '127.0.0.1', port: 0 })
    origin = `http://127.0.0.1:${(test.app.server.address() as AddressInfo).port}`
    path = `/v1/agents/${id}/sources`
    authorization = `Bearer ${await owner.key()}`
  })
  afterAll(() => test.close())

  it.each([...early, noForm])('goes on with the next request: %s', async (_what, type, body, status) => {
    const client = new Client(origin)
    try {
      const send = async (method: 'GET' | 'POST', more = {}) => {
        const headers = { authorization, ...(method === 'POST' && { 'content-type': type }) }
        const answer = await client.request({ method, path, headers, ...more })
        await answer.body.text()
        return answer.statusCode
      }
      expect(await send('POST', { body })).toBe(status)
      expect(await send('GET')).toBe(200)
    } finally {
      await client.destroy()
    }
  })

  it.each(early)('goes on where the rest of the body comes after the answer: %s', async (_what, type, body, status) => {
    const socket = connect(Number(new URL(origin).port), '127.0.0.1')
    let heard = ''
    socket.setEncoding('utf8').on('data', (text) => (heard += text))
    const hears = async (what: RegExp) => {
      while (!what.test(heard))
        await Promise.race([once(socket, 'data'), once(socket, 'close').then(() => gone(heard))])
    }
    const head = `POST ${path} HTTP/1.1\r\nHost: x\r\nAuthorization: ${authorization}\r\nContent-Type: ${type}\r\n`
    socket.write(`${head}Content-Length: ${body.length}\r\n\r\n${body.slice(0, body.length / 2)}`)
    await hears(new RegExp(`^HTTP/1.1 ${status} `))
    socket.write(body.slice(body.length / 2))
    socket.write('GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n')
    await hears(/HTTP\/1.1 200 /)
    socket.destroy()
  })
})

function gone(heard: string): never {
  throw new Error(`The connection was closed after:\n${heard}`)
}
