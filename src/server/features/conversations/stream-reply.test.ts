import { afterAll, afterEach, beforeAll, expect, it, vi } from 'vitest'
import { conversationTopic } from '../../events/conversation-topic.ts'
import { buildAgent, buildConversation } from '../../testing/factories.ts'
import { createTestApp, type TestApp } from '../../testing/test-app.ts'
import { streamReply } from './stream-reply.ts'

// On SQLite alone: the clock is moved by hand, and connections to PostgreSQL have timers of their own.
let test: TestApp
beforeAll(async () => {
  test = await createTestApp({ worker: false })
})
afterEach(() => void vi.useRealTimers())
afterAll(() => test.close())

it('has a heartbeat every 15 seconds, and ends 120 after the message, where no reply comes', async () => {
  const owner = await test.signUp()
  const key = await owner.key()
  const agent = (await buildAgent(test, owner)).id
  const conversation = (await buildConversation(test, owner, agent)).id
  const body = { content: 'When do you open?' }
  const { data } = await test.request('sendMessage', { params: { agent, conversation }, body }, { key })

  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] })
  const begun = performance.now()
  const told: [number, string][] = []
  let isOver = false
  const client = { end: new AbortController().signal, isBehind: () => false }
  const read = async () => {
    for await (const event of streamReply(test.deps, { conversationId: conversation, messageId: data.id }, client))
      told.push([(performance.now() - begun) / 1000, event?.type ?? 'heartbeat'])
    isOver = true
  }
  const reading = read()
  for (let second = 1; second <= 150 && !isOver; second += 1) {
    while (vi.getTimerCount() === 0 && !isOver) await new Promise((done) => setImmediate(done))
    vi.advanceTimersByTime(1_000)
    if (second === 10) test.deps.notifications.tell(conversationTopic(conversation), 'changed')
    await new Promise((done) => setImmediate(done))
  }
  await reading
  const beats = [15, 30, 45, 60, 75, 90, 105, 120].map((second) => [second, 'heartbeat'])
  expect(told).toEqual([[0, 'reply.started'], ...beats, [120, 'done']])
})
