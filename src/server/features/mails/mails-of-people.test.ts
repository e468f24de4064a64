import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { up as fillMailSearch } from '../../db/migrations/0013-mail-search.ts'
import { databases } from '../../testing/database.ts'
import { buildAgent, buildConversation } from '../../testing/factories.ts'
import { buildMailbox, mailOf } from '../../testing/mails.ts'
import { createTestApp, type Owner, type TestApp } from '../../testing/test-app.ts'

describe.each(databases())('conversations by mail as the team sees them on $name', (database) => {
  let test: TestApp
  let owner: Owner
  let agent: string
  let arrive: (mail: string) => Promise<void>

  beforeAll(async () => {
    test = await createTestApp({ database, env: { LOG_LEVEL: 'fatal', PUBLIC_URL: 'https://b.example' } })
  })
  afterAll(() => test.close())
  beforeEach(async () => {
    owner = await test.signUp()
    agent = (await buildAgent(test, owner)).id
    ;({ arrive } = await buildMailbox(test, owner, agent, { ai: 'silent' }))
  })

  const lines = async (view: 'open' | 'ai' | 'closed' = 'open') =>
    (await test.request('listInbox', { params: { organization: owner.organizationId }, query: { view } }, owner)).data
      .items

  it('have their subject in the inbox, and others have none', async () => {
    await arrive(mailOf('When do you open?', { 'Message-ID': '<one@a.example>' }))
    await arrive(mailOf('On Sundays?', { 'In-Reply-To': '<one@a.example>', Subject: 'Re: Sundays' }))
    await arrive(mailOf('Hello', { From: 'bob@b.example', Subject: '' }))
    await buildConversation(test, owner, agent)
    expect((await lines()).map(({ subject }) => subject)).toEqual(['', 'Opening hours'])
    expect((await lines('ai')).map(({ subject }) => subject)).toEqual([null])
  })

  const find = async (q: string) => {
    const params = { organization: owner.organizationId }
    return (await test.request('search', { params, query: { q } }, owner)).data.items
  }
  const asAttachment = (name: string) => ({ 'Content-Type': `application/pdf; name="${name}"`, 'MIME-Version': '1.0' })

  it('are found by subjects, by who takes part and by names of files, and not once they are deleted', async () => {
    await arrive(
      mailOf('When do you open?', { 'Message-ID': '<one@a.example>', Cc: 'Cleo <cleo@c.example>, dora@d.example' }),
    )
    await arrive(mailOf('JVBERi0=', { 'In-Reply-To': '<one@a.example>', ...asAttachment('ticket.pdf') }))
    await arrive(mailOf('Thanks', { 'In-Reply-To': '<one@a.example>', Subject: 'Re: Regatta' }))
    await arrive(mailOf('Hello', { From: 'bob@b.example', Subject: 'Hello' }))
    const [other, line] = await lines()
    const ids = async (q: string) => (await find(q)).map(({ conversation_id }) => conversation_id)
    for (const q of ['opening hours', 'cleo@c.example', 'dora', 'ticket.pdf', 'regatta'])
      expect([q, await ids(q)]).toEqual([q, [line!.id]])
    expect(await ids('hello')).toEqual([other!.id])
    expect(await find('opening')).toMatchObject([
      { position: '0.0', excerpt: expect.stringContaining('Opening hours') },
    ])
    const stranger = await test.signUp()
    const params = { organization: stranger.organizationId }
    expect((await test.request('search', { params, query: { q: 'regatta' } }, stranger)).data.items).toEqual([])
    await test.request('deleteConversation', { params: { agent, conversation: line!.id } }, { key: await owner.key() })
    expect(await ids('regatta')).toEqual([])
  })

  it('are found by their subjects, too, that are from before these were searched', async () => {
    await arrive(mailOf('When do you open?', { Subject: 'Regatta' }))
    await test.deps.database.transaction(async (tx) => {
      await tx.deleteFrom('search_lines').where('kind', '=', 'mail').execute()
      await fillMailSearch(tx)
    })
    expect(await find('regatta')).toHaveLength(1)
  })
})
