import { describe, expect, it } from 'vitest'
import { databases } from '../../testing/database.ts'
import { buildAgent } from '../../testing/factories.ts'
import { startSlowWriter } from '../../testing/slow-writer.ts'
import { createTestApp } from '../../testing/test-app.ts'
import { followReply } from './follow-reply.ts'
import type { Told } from './reply-fence.ts'

describe.each(databases())('what a stream takes back, on $name', (database) => {
  // What happens between two looks of a stream at the conversation, on a busy machine.
  it.each([
    { what: 'a person has taken over', isStored: true, ends: 'person' },
    { what: 'the conversation was closed', isStored: true, ends: 'closed' },
    { what: 'the visitor has written again', isStored: true, ends: 'visitor' },
    { what: 'a person has taken over', isStored: false, ends: 'person' },
  ] as const)(
    'is decided by what is stored of the reply, not by what came after: $what, stored: $isStored',
    async ({ isStored, ends }) => {
      const writer = await startSlowWriter()
      Object.assign(writer.pace, isStored ? { words: 60, wordMs: 10 } : { words: 100_000, wordMs: 20 })
      const env = { OPENAI_COMPATIBLE_BASE_URL: writer.url, OPENAI_COMPATIBLE_MODELS: 'writer' }
      const test = await createTestApp({ database, env })
      try {
        const owner = await test.signUp()
        const key = await owner.key()
        const { id } = test.deps.models.list().find(({ slug }) => slug === 'writer')!
        const agent = (await buildAgent(test, owner, { id })).id
        const visit = await test.request('startVisit', { params: { agent }, body: {} })
        const visitor = { key: visit.data.token }
        const write = (content: string) =>
          test.request('writeMessage', { body: { id: crypto.randomUUID(), content } }, visitor)
        await write('A question')
        const { data } = await test.request('readVisit', { query: {} }, visitor)
        const conversation = data.conversation!.id
        const params = { agent, conversation }
        const told: Told[] = []
        const follower = followReply(test.deps, conversation, { ring: () => {}, isBehind: () => false })
        const look = async () => told.push(...(await follower.told()))
        await expect.poll(async () => (await look()) > 0, { interval: 5 }).toBe(true)
        if (isStored) await test.settled()
        if (ends === 'person') await test.request('sendHumanMessage', { params, body: { content: 'Me' } }, { key })
        if (ends === 'closed') await test.request('updateConversation', { params, body: { status: 'closed' } }, { key })
        if (ends === 'visitor') await write('Another')
        await look()
        follower.stop()
        const retracted = told.filter(({ type }) => type === 'reply.retracted')
        expect(retracted).toHaveLength(isStored ? 0 : 1)
        const messages = await test.request('listMessages', { params }, { key })
        expect(messages.data.some(({ content }) => content.startsWith('w1'))).toBe(isStored)
      } finally {
        writer.close()
        await test.close()
      }
    },
  )
})
