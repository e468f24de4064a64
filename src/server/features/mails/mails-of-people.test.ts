import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
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
})
