import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { databases, type TestDatabase } from '../../testing/database.ts'
import { buildAgent } from '../../testing/factories.ts'
import { type MailServer, startMailServer } from '../../testing/mail-server.ts'
import { buildMailbox, mailOf } from '../../testing/mails.ts'
import { createTestApp, type TestApp } from '../../testing/test-app.ts'

const MARKS = ['Auto-Submitted', 'X-Auto-Response-Suppress', 'X-Loop']
const IDS = ['Message-ID', 'In-Reply-To', 'References']

/** Takes headers out of a raw mail, with their folded lines, as a milter would. */
function without(names: readonly string[], raw: string): string {
  const end = raw.indexOf('\r\n\r\n')
  const header = new RegExp(`^(?:${names.join('|')}):.*\\r\\n(?:[ \\t].*\\r\\n)*`, 'gim')
  return `${raw.slice(0, end + 2)}`.replace(header, '') + raw.slice(end + 2)
}

/** A provider whose model knows something new to say to whatever it is asked. */
async function startTalker() {
  let said = 0
  const server = createServer((request, response) => {
    request.resume().on('end', () => {
      said += 1
      const message = { role: 'assistant', content: `That is interesting, let me add thought number ${said}.` }
      const choices = [{ index: 0, finish_reason: 'stop', message }]
      const body = { id: '1', object: 'chat.completion', created: 1, model: 'talker', choices }
      response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(body))
    })
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`
  return { url, close: () => server.close().closeAllConnections() }
}

interface Side {
  test: TestApp
  server: MailServer
  address: string
  mailbox: Awaited<ReturnType<typeof buildMailbox>>
}

let talker: Awaited<ReturnType<typeof startTalker>>

async function startSide(database: TestDatabase, address: string): Promise<Side> {
  const server = await startMailServer()
  const env = {
    ...{ LOG_LEVEL: 'fatal', OUTBOUND_ALLOW: '127.0.0.1/32' },
    ...{ OPENAI_COMPATIBLE_BASE_URL: talker.url, OPENAI_COMPATIBLE_MODELS: 'talker' },
  }
  const test = await createTestApp({ database, env })
  const owner = await test.signUp()
  const models = (await test.request('listAiModels', {}, { key: await owner.key() })).data
  const agent = await buildAgent(test, owner, { id: models.find(({ slug }) => slug === 'talker')!.id })
  const { hostname, port, username, password } = new URL(server.url)
  const auth = { type: 'password', password: decodeURIComponent(password) }
  const outgoing = { host: hostname, port: Number(port), security: 'none', user: username, auth }
  const mailbox = await buildMailbox(test, owner, agent.id, { address, outgoing })
  return { test, server, address, mailbox }
}

beforeAll(async () => {
  talker = await startTalker()
})
afterAll(() => talker.close())

/**
 * Has one server answer a mail as if from the other, and passes on all that follows, less some headers, until nothing
 * does. @returns how many mails each has sent
 */
async function converse(database: TestDatabase, stripped: readonly string[]): Promise<[number, number]> {
  const sides = [
    await startSide(database, 'crew@boats.example'),
    await startSide(database, 'desk@garden.example'),
  ] as const
  const [one, other] = sides
  await one.mailbox.arrive(mailOf('When do you open?', { From: `Desk <${other.address}>`, To: one.address }))
  const passed: [number, number] = [0, 0]
  for (let isQuiet = false; !isQuiet; ) {
    isQuiet = true
    for (const at of [0, 1] as const)
      for (const mail of sides[at].server.received.slice(passed[at])) {
        isQuiet = false
        passed[at] += 1
        if (passed[at] > 50) throw new Error('They do not stop.')
        await sides[1 - at]!.mailbox.arrive(without(stripped, mail.raw))
      }
  }
  for (const { test, server } of sides) {
    await test.close()
    await server.close()
  }
  return passed
}

describe.each(databases())('two servers that answer each other on $name', (database) => {
  it('stop with the first mail, by its marks', async () => {
    expect(await converse(database, [])).toEqual([1, 0])
  })

  it('stop by what they count in the conversation, where the marks are lost on the way', async () => {
    const counts = await converse(database, MARKS)
    expect(Math.max(...counts)).toBeLessThanOrEqual(5)
    expect(Math.min(...counts)).toBeGreaterThan(1) // they did talk
  })

  it('stop by what they count for the address, where the ids are lost as well', async () => {
    const counts = await converse(database, [...MARKS, ...IDS])
    expect(Math.max(...counts)).toBeLessThanOrEqual(10)
    expect(Math.min(...counts)).toBeGreaterThan(5)
  })
})
