import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { databases } from '../../testing/database.ts'
import { buildAgent, buildConversation } from '../../testing/factories.ts'
import { createTestApp, type Owner, type TestApp } from '../../testing/test-app.ts'

describe.each(databases())('authors of human messages on $name', (database) => {
  let test: TestApp
  let owner: Owner
  beforeAll(async () => {
    test = await createTestApp({ database })
    owner = await test.signUp()
  })
  afterAll(() => test.close())

  describe('GET /agents/{agent}/conversations/{conversation}/authors', () => {
    it('tells members from keys, leaves out who is not known, and the public API says nothing of it', async () => {
      const agent = (await buildAgent(test, owner)).id
      const params = { agent, conversation: (await buildConversation(test, owner, agent)).id }
      const write = (content: string, caller: { key: string }) =>
        test.request('sendHumanMessage', { params, body: { content } }, caller)
      const bearer = (await test.request('createSessionToken', { body: {} }, owner)).data.token
      const key = await owner.key()
      const byMember = (await write('From the dashboard', { key: bearer })).data
      const byKey = (await write('Through the API', { key })).data
      const older = (await write('By an older release', { key })).data
      await test.deps.database.transaction((tx) =>
        tx.updateTable('messages').set({ author_type: null, key_id: null }).where('id', '=', older.id).execute(),
      )
      const me = (await test.request('getSession', {}, owner)).data.user
      const keys = (await test.request('listApiKeys', { params: { organization: owner.organizationId } }, owner)).data
      const authors = async (query?: { page: number; per_page: number }) =>
        (await test.request('listAuthors', { params, ...(query && { query }) }, owner)).data
      expect(await authors()).toEqual([
        { message_id: byMember.id, author: { type: 'member', id: me.id, name: me.name } },
        {
          message_id: byKey.id,
          author: { type: 'key', id: keys.find(({ name }) => name === 'Test')!.id, name: 'Test' },
        },
      ])
      expect((await authors({ page: 2, per_page: 2 })).map(({ message_id }) => message_id)).toEqual([byKey.id])
      const { data } = await test.request('listMessages', { params }, { key })
      expect(data.map((message) => Object.keys(message).sort())).toEqual(
        data.map(() => ['action', 'action_required', 'content', 'created_at', 'id', 'role']),
      )
    })
  })
})
