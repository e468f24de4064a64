import { expect, it } from 'vitest'
import { sessionOptions } from '#dashboard/api/session.ts'
import { createQueryClient } from '#dashboard/query-client.ts'
import { testSession, testUser } from '#dashboard/testing/render-route.tsx'
import { sampleMessage } from '../testing/samples.ts'
import { asOwn, outboxKeyOf, withAuthors } from './authors.ts'
import { authorName } from './item.tsx'

const client = createQueryClient()
client.setQueryData(sessionOptions.queryKey, testSession as never)
const meta = { total: 4, last_page: 1 }

it('tells the reader from other members, keys and those nobody knows, and asks once', async () => {
  const data = [1, 2, 3, 4].map((position) => sampleMessage(position, { role: position === 1 ? 'visitor' : 'human' }))
  let asked = 0
  const ask = async () => {
    asked += 1
    return [
      { message_id: 'message-2', author: { type: 'member' as const, id: testUser.id, name: testUser.name } },
      { message_id: 'message-3', author: { type: 'key' as const, id: testUser.id, name: 'Help desk bridge' } },
    ]
  }
  const page = await withAuthors(client, { data, meta }, ask)
  expect(page.data.slice(1).map(authorName)).toEqual(['You', 'Help desk bridge', 'A person'])
  expect((await withAuthors(client, { data, meta }, ask)).data).toEqual(page.data)
  expect(asked).toBe(1)
})

it('shows messages whose authors can’t be asked for, and asks again', async () => {
  const page = { data: [sampleMessage(11, { role: 'human' })], meta }
  const away = await withAuthors(client, page, () => Promise.reject(new Error('away')))
  expect(away.data.map(authorName)).toEqual(['A person'])
  const author = { type: 'member' as const, id: 'other', name: 'Bea' }
  const back = await withAuthors(client, page, async () => [{ message_id: 'message-11', author }])
  expect(back.data.map(authorName)).toEqual(['Bea'])
})

it('knows what it has just sent', () => {
  const sent = asOwn(client, sampleMessage(21, { role: 'human' }), 'key')
  expect([authorName(sent), outboxKeyOf(sent.id)]).toEqual(['You', 'key'])
})
