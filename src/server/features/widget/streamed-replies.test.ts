import { randomUUID } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import type { StreamEvent } from '#contract/events.ts'
import { createPostgresPlatform } from '../../platform/postgres/platform.ts'
import { createPostgresDatabase, databases, type TestDatabase, testLog } from '../../testing/database.ts'
import { buildAgent, buildMember } from '../../testing/factories.ts'
import { startSlowWriter, WORD_MS, WORDS } from '../../testing/slow-writer.ts'
import { createTestApp, type Owner, type TestApp } from '../../testing/test-app.ts'

/** How many replies are taken over while they are written; more by hand, as `STREAM_TAKEOVERS=1000`. */
const TAKEOVERS = Number(process.env.STREAM_TAKEOVERS ?? 40)
const AT_ONCE = 8
/** How many replies end while a person takes over; more by hand, as `STREAM_RACES=2000`. */
const RACES = Number(process.env.STREAM_RACES ?? 40)
const RACES_AT_ONCE = 20

interface Told {
  type: string
  // biome-ignore lint/suspicious/noExplicitAny: the contract's tests look at its shape
  data: any
  at: number
}

/** Lets two processes share a database, where it takes more than one. */
async function shared(database: TestDatabase) {
  if (database.name === 'sqlite') return { database, drop: async () => {}, hasOthers: false }
  const { databaseUrl, drop } = await createPostgresDatabase()
  const create = () => createPostgresPlatform({ databaseUrl, log: testLog })
  return { database: { ...database, create }, drop, hasOthers: true }
}

describe.each(databases())('a reply that is written while a visitor follows on $name', (database) => {
  let writer: Awaited<ReturnType<typeof startSlowWriter>>
  let test: TestApp
  let owner: Owner
  let key: string
  let agent: string
  let other: TestApp | undefined
  let drop: () => Promise<void>
  /** Addresses of the processes that serve streams. The first one also makes the replies. */
  let addresses: string[]
  let people = 0
  const open: AbortController[] = []

  beforeAll(async () => {
    writer = await startSlowWriter()
    const home = await shared(database)
    drop = home.drop
    const options = {
      database: home.database,
      env: {
        TRUST_PROXY: '127.0.0.1',
        OPENAI_COMPATIBLE_BASE_URL: writer.url,
        OPENAI_COMPATIBLE_MODELS: 'writer',
        RATE_LIMITS: '{"read":100000,"write":100000,"polling":100000}',
      },
    }
    test = await createTestApp(options)
    if (home.hasOthers) other = await createTestApp({ ...options, worker: false })
    owner = await test.signUp()
    key = await owner.key()
    const { data } = await test.request('listAiModels', {}, { key })
    agent = (await buildAgent(test, owner, { id: data.find(({ slug }) => slug === 'writer')!.id })).id
    await test.request(
      'updateAgentSettings',
      { params: { agent }, body: { ai_replies_per_day: 100_000 } },
      { cookie: owner.cookie },
    )
    const apps = other ? [test, other] : [test]
    addresses = await Promise.all(apps.map(({ app }) => app.listen({ port: 0, host: '127.0.0.1' })))
  })
  afterEach(() => {
    writer.pace.words = WORDS
    writer.pace.wordMs = WORD_MS
    for (const controller of open.splice(0)) controller.abort()
  })
  afterAll(async () => {
    await other?.close()
    await test.close()
    await drop()
    writer.close()
  })

  async function visitor() {
    people += 1
    const headers = { 'x-forwarded-for': `10.${people >> 16}.${(people >> 8) & 255}.${people & 255}` }
    const { data } = await test.request('startVisit', { params: { agent }, body: {} }, { headers })
    return { key: data.token, headers }
  }
  type Visitor = Awaited<ReturnType<typeof visitor>>

  /** Follows the visitor's conversation. What came, and when, is in `told`. */
  function follow(who: Visitor, address = addresses[people % addresses.length]) {
    return listen(`${address}/widget/v1/events`, { authorization: `Bearer ${who.key}`, ...who.headers })
  }

  async function listen(url: string, headers: Record<string, string>) {
    const controller = new AbortController()
    open.push(controller)
    const response = await fetch(url, { headers, signal: controller.signal })
    const told: Told[] = []
    const reading = (async () => {
      let text = ''
      for await (const part of response.body!.pipeThrough(new TextDecoderStream())) {
        const blocks = (text + part).split('\n\n')
        text = blocks.pop() ?? ''
        for (const block of blocks) {
          const [, name] = /^event: (.+)$/m.exec(block) ?? []
          const data = JSON.parse(/^data: (.+)$/m.exec(block)?.[1] ?? '{}')
          const type = name ?? data.type ?? 'begun' // events of a member's stream are named by their data
          told.push({ type, data, at: performance.now() })
        }
      }
    })().catch(() => {})
    await expect.poll(() => told.length).toBeGreaterThan(0)
    return {
      told,
      deltas: () => told.filter(({ type }) => type === 'reply.delta'),
      retracted: () => told.filter(({ type }) => type === 'reply.retracted'),
      leave() {
        controller.abort()
        return reading
      },
    }
  }
  const ask = async (who: Visitor) => {
    const content = `Question ${randomUUID()}`
    expect((await test.request('writeMessage', { body: { id: randomUUID(), content } }, who)).status).toBe(201)
    return content
  }
  const conversationOf = async (who: Visitor) =>
    (await test.request('readVisit', { query: {} }, who)).data.conversation!.id
  const messagesOf = async (who: Visitor) =>
    (await test.request('readVisit', { query: {} }, who)).data.items.flatMap((item) =>
      'message' in item ? [item.message] : [],
    )
  const replyTo = async (who: Visitor) => {
    const params = { agent, conversation: await conversationOf(who) }
    const body = { content: 'A person here.', seen_position: '0.0', force: true }
    return test.request('replyToVisitor', { params, body }, { cookie: owner.cookie })
  }
  const lastWord = (told: readonly Told[]) =>
    Math.max(0, ...told.flatMap(({ data }) => [...data.text.matchAll(/w(\d+)/g)].map(([, word]) => Number(word))))

  it(`is never taken back once it is stored, in ${RACES} races with a person`, { timeout: 1_200_000 }, async () => {
    Object.assign(writer.pace, { words: 20, wordMs: 4 })
    const ends = { stored: 0, retracted: 0 }
    // How many milliseconds the person waits. It adapts so that person and AI end at about one time.
    let wait = 100
    const race = async () => {
      const who = await visitor()
      const stream = await follow(who)
      await ask(who)
      // On a busy machine a reply may be stored before its first piece is told.
      const isTold = ({ type, data }: Told) => type === 'reply.delta' || data.message?.role === 'assistant'
      await expect.poll(() => stream.told.some(isTold), { interval: 2 }).toBe(true)
      await delay(wait * (0.7 + 0.6 * Math.random()))
      expect((await replyTo(who)).status).toBe(201)
      const isPerson = ({ type, data }: Told) => type === 'message' && data.message.role === 'human'
      await expect.poll(() => stream.told.some(isPerson)).toBe(true)
      const isStored = (await messagesOf(who)).some(
        ({ role, content }) => role === 'assistant' && content.startsWith('w1'),
      )
      // What a stream shows of a reply that is not stored is taken back at the latest with what it is told next.
      if (!isStored && stream.deltas().length > 0) await expect.poll(() => stream.retracted().length).toBe(1)
      if (isStored) expect(stream.retracted()).toEqual([])
      ends[isStored ? 'stored' : 'retracted'] += 1
      wait = Math.max(1, wait * (isStored ? 0.85 : 1.2))
      await stream.leave()
    }
    const hasBoth = () => ends.stored > 0 && ends.retracted > 0
    // A busy machine may need more of them until each has won once.
    for (let done = 0; done < RACES || (!hasBoth() && done < 5 * RACES); done += RACES_AT_ONCE)
      await Promise.all(Array.from({ length: RACES_AT_ONCE }, race))
    console.log(`${database.name}: ${JSON.stringify(ends)}`)
    expect(ends.stored).toBeGreaterThan(0)
    expect(ends.retracted).toBeGreaterThan(0)
  })

  it('is told in pieces that make up the message', async () => {
    const ana = await visitor()
    const stream = await follow(ana)
    await ask(ana)
    const isStored = () =>
      stream.told.some(
        ({ type, data }) =>
          type === 'message' && data.message.role === 'assistant' && data.message.content.startsWith('w1'),
      )
    await expect.poll(isStored).toBe(true)
    const deltas = stream.deltas()
    expect(deltas.length).toBeGreaterThan(1)
    const first = deltas[0]!.data.seq // 0, unless the stream began to follow the conversation while this was written
    expect(deltas.map(({ data }) => data.seq)).toEqual(deltas.map((_, index) => first + index))
    const content = (await messagesOf(ana)).at(-1)!.content
    const told = deltas.map(({ data }) => data.text).join('')
    expect(first === 0 ? content.startsWith(told) : content.includes(told)).toBe(true)
    expect(new Set(deltas.map(({ data }) => data.reply)).size).toBe(1)
    expect(stream.retracted()).toEqual([])
  })

  it('is told to members who have the conversation open, in each process, and is taken back there too', async () => {
    Object.assign(writer.pace, { words: 10_000, wordMs: 20 })
    const ana = await visitor()
    const stream = await follow(ana)
    await ask(ana)
    await expect.poll(() => stream.deltas().length).toBeGreaterThan(0)
    const conversation = await conversationOf(ana)
    const { organizationId: organization } = owner
    const responder = await buildMember(test, owner, 'responder')
    const streams = await Promise.all(
      [owner, owner, responder].map(({ cookie }, index) =>
        listen(`${addresses[index % addresses.length]}/api/v1/organizations/${organization}/events`, {
          cookie: cookie!,
        }),
      ),
    )
    const [here, there, elsewhere] = streams
    const body = { conversation_id: conversation, is_writing: false }
    await test.request('tellPresence', { params: { organization }, body }, { cookie: owner.cookie })
    for (const own of [here!, there!]) await expect.poll(() => own.deltas().length).toBeGreaterThan(1)
    const pieces: StreamEvent[] = here!.deltas().map(({ data }) => data)
    const [{ reply_id, seq = 0 } = { seq: 0 }] = pieces
    expect(pieces).toEqual(
      pieces.map((_, index) => ({
        type: 'reply.delta',
        conversation_id: conversation,
        reply_id,
        seq: seq + index,
        text: expect.stringMatching(/w\d+/) as string,
      })),
    )
    expect((await replyTo(ana)).status).toBe(201)
    for (const own of [here!, there!]) {
      await expect.poll(() => own.retracted().map(({ data }) => data.reply_id)).toEqual([reply_id])
      expect(own.told.findLastIndex(({ type }) => type === 'reply.delta')).toBeLessThan(
        own.told.findIndex(({ type }) => type === 'reply.retracted'),
      )
    }
    expect(elsewhere!.deltas()).toEqual([])
    writer.pace.words = 0
    await test.settled()
  })

  it('is told in the playground as it is written', async () => {
    const { progress, data } = await test.request(
      'askPlayground',
      { params: { agent }, body: { messages: [{ role: 'visitor', content: 'Anything' }] } },
      { cookie: owner.cookie },
    )
    const pieces = (progress as { text?: string }[]).flatMap(({ text }) => text ?? [])
    expect(pieces.length).toBeGreaterThan(1)
    expect(data.content.startsWith(pieces.join('').trim())).toBe(true)
  })

  it('is taken back when the visitor writes more, and when the conversation is closed', async () => {
    Object.assign(writer.pace, { words: 10_000, wordMs: 20 })
    const ana = await visitor()
    const stream = await follow(ana)
    await ask(ana)
    await expect.poll(() => stream.deltas().length).toBeGreaterThan(0)
    const first = stream.deltas()[0]!.data.reply
    await ask(ana)
    await expect
      .poll(() => stream.retracted().map(({ data }) => data))
      .toEqual([{ reply: first, reason: 'newer_message' }])
    const isSecond = ({ data }: Told) => data.reply !== first
    await expect.poll(() => stream.deltas().filter(isSecond).length).toBeGreaterThan(0)
    const params = { agent, conversation: await conversationOf(ana) }
    await test.request('updateConversation', { params, body: { status: 'closed' } }, { key })
    await expect.poll(() => stream.retracted().at(-1)?.data.reason).toBe('closed')
    writer.pace.words = 0
    await test.settled()
  })

  it.each([
    ['disabled', { is_disabled: true, disabled_reason: 'It says nonsense' }, 'closed'],
    ['only for people from now on', { only_human: true }, 'taken_over'],
  ] as const)('is taken back when its agent is %s', async (_, change, reason) => {
    const usual = agent
    const { data } = await test.request('listAiModels', {}, { key })
    agent = (await buildAgent(test, owner, { id: data.find(({ slug }) => slug === 'writer')!.id })).id
    try {
      Object.assign(writer.pace, { words: 10_000, wordMs: 20 })
      const ana = await visitor()
      const stream = await follow(ana)
      await ask(ana)
      await expect.poll(() => stream.deltas().length).toBeGreaterThan(0)
      const params = { agent }
      if ('only_human' in change) await test.request('updateAgent', { params, body: change }, { key })
      else await test.request('updateAgentSettings', { params, body: change }, { cookie: owner.cookie })
      // A model that is still writing after 30 seconds is given up, which takes the reply back in any case.
      const reasons = () => stream.retracted().map(({ data }) => data.reason)
      await expect.poll(reasons, { timeout: 20_000 }).toEqual([reason])
      const told = stream.deltas().length
      writer.pace.words = 0
      await test.settled()
      expect(stream.deltas()).toHaveLength(told)
    } finally {
      writer.pace.words = 0
      agent = usual
    }
  })

  it('is taken back before the conversation is read, which takes several times as long', async () => {
    Object.assign(writer.pace, { words: 10_000, wordMs: 20 })
    const ana = await visitor()
    const stream = await follow(ana, addresses.at(-1))
    const asked = await ask(ana)
    const params = { agent, conversation: await conversationOf(ana) }
    await expect.poll(() => stream.deltas().length).toBeGreaterThan(0)
    // Once a word is told that was written after others were seen, the stream has read all that was said before.
    const seen = writer.written(asked)
    await expect.poll(() => lastWord(stream.deltas())).toBeGreaterThan(seen)
    const { database: read } = (other ?? test).deps
    const snapshot = read.snapshot.bind(read)
    let release = () => {}
    const released = new Promise<void>((done) => {
      release = done
    })
    const held = vi.spyOn(read, 'snapshot').mockImplementation((work) => released.then(() => snapshot(work)))
    try {
      const body = { content: 'A person here.', seen_position: '0.0', force: true }
      const { status } = await test.request('replyToVisitor', { params, body }, { cookie: owner.cookie })
      expect(status).toBe(201)
      await expect.poll(() => stream.retracted().map(({ data }) => data.reason)).toEqual(['taken_over'])
    } finally {
      held.mockRestore()
      release()
    }
    const isTold = ({ type, data }: Told) => type === 'message' && data.message.role === 'human'
    await expect.poll(() => stream.told.some(isTold)).toBe(true)
    expect(stream.retracted()).toHaveLength(1)
    writer.pace.words = 0
    await test.settled()
  })

  it(`is not told a word further once a person has taken over, in ${TAKEOVERS} takeovers`, async () => {
    let shown = 0
    let latest = 0
    const takeOver = async () => {
      const ana = await visitor()
      const stream = await follow(ana)
      const asked = await ask(ana)
      await expect.poll(() => writer.written(asked), { interval: 2 }).toBeGreaterThan(0)
      await delay(Math.random() * WORDS * WORD_MS * 0.8)
      const { status } = await replyTo(ana)
      const answered = performance.now()
      const before = writer.written(asked)
      expect(status).toBe(201)
      const isTold = ({ type, data }: Told) => type === 'message' && data.message.role === 'human'
      await expect.poll(() => stream.told.some(isTold)).toBe(true)
      await expect.poll(() => writer.written(asked)).toBe(WORDS)
      return { ana, stream, before, answered }
    }
    const all = []
    for (let done = 0; done < TAKEOVERS; done += AT_ONCE) {
      const some = await Promise.all(Array.from({ length: AT_ONCE }, takeOver))
      await test.settled()
      for (const { ana, stream, before, answered } of some) {
        const deltas = stream.deltas()
        const messages = await messagesOf(ana)
        const person = messages.findIndex(({ role }) => role === 'human')
        const isAiFirst = messages.slice(0, person).some(({ content }) => content.startsWith('w1'))
        // No word passes which was written after the person's reply was stored, nor an AI's message.
        expect(lastWord(deltas)).toBeLessThanOrEqual(before)
        expect(messages.slice(person).map(({ role }) => role)).toEqual(['human'])
        const isSaid = stream.told.findIndex(({ type, data }) => type === 'message' && data.message.role === 'human')
        expect(stream.told.slice(isSaid).filter(({ type }) => type === 'reply.delta')).toEqual([])
        // What was shown is taken back, unless it became a message before.
        expect(stream.retracted().map(({ data }) => data.reason)).toEqual(
          deltas.length > 0 && !isAiFirst ? ['taken_over'] : [],
        )
        if (deltas.length > 0 && !isAiFirst) shown += 1
        latest = Math.max(latest, ...deltas.map(({ at }) => at - answered))
        all.push(stream.leave())
      }
    }
    await Promise.all(all)
    console.log(
      `${database.name}: ${shown} of ${all.length} replies were taken over while words were shown; the last word came ${latest.toFixed(1)} ms after the takeover's answer`,
    )
    expect(shown).toBeGreaterThan(0)
  }, 600_000)
})
