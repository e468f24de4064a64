import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { databases } from '../../testing/database.ts'
import { buildAgent, buildConversation, buildTextSource } from '../../testing/factories.ts'
import { buildMailbox, mailOf } from '../../testing/mails.ts'
import { startModelProvider } from '../../testing/model-provider.ts'
import { createTestApp, type Owner, type TestApp } from '../../testing/test-app.ts'

// Nothing listens there: what is answered waits.
const SENDING = { SMTP_URL: 'smtp://127.0.0.1:9', MAIL_FROM: 'baton@boats.example', PUBLIC_URL: 'https://b.example' }
const ANSWER = 'The shop opens at nine and closes at six.'

describe.each(databases())('suggested replies on $name', (database) => {
  let test: TestApp
  let owner: Owner
  let key: string
  let agent: string
  let conversation: string

  beforeAll(async () => {
    test = await createTestApp({ database, env: { LOG_LEVEL: 'fatal', OUTBOUND_ALLOW: '127.0.0.1/32', ...SENDING } })
  })
  afterAll(() => test.close())
  beforeEach(async () => {
    test.config.planQuotas.premium.message_credits = 100
    owner = await test.signUp()
    key = await owner.key()
    agent = (await buildAgent(test, owner)).id
    await buildTextSource(test, owner, agent, `${ANSWER} It is closed on Sundays.`)
    conversation = (await buildConversation(test, owner, agent)).id
  })

  const params = () => ({ agent, conversation })
  const say = async (content: string) => {
    await test.request('sendMessage', { params: params(), body: { content } }, { key })
    await test.settled()
  }
  const handOver = () =>
    test.request('updateConversation', { params: params(), body: { response_mode: 'human' } }, { key })
  const suggest = async () => {
    const { status, data, body } = await test.request('suggestReply', { params: params() }, owner)
    await test.settled()
    return { status, id: data?.id, error: body.error }
  }
  const thread = async () => (await test.request('listThread', { params: params(), query: {} }, owner)).data
  const suggestion = async () => (await thread()).suggestion
  const reply = async (content: string, suggestion_id?: string) => {
    const seen_position = (await thread()).last_position!
    const body = { content, seen_position, ...(suggestion_id && { suggestion_id }) }
    return test.request('replyToVisitor', { params: params(), body }, owner)
  }
  const organization = () => ({ organization: owner.organizationId })
  const counted = async () =>
    (await test.request('getOverview', { params: organization(), query: {} }, owner)).data.suggestions
  const credits = async () =>
    (await test.request('getOrganization', { params: organization() }, owner)).data.usage.message_credits.used
  const waitingQuestion = async (content = 'When does the shop open?') => {
    await handOver()
    await say(content)
  }

  it('stand beside the composer with their sources and cost a credit, once for all who ask', async () => {
    await waitingQuestion()
    const { status, id } = await suggest()
    expect(status).toBe(202)
    expect((await suggest()).id).toBe(id)
    const shown = await suggestion()
    expect(shown).toMatchObject({ id, content: expect.stringContaining('nine') })
    expect(shown!.citations[0]).toMatchObject({ quote: expect.stringContaining('nine') })
    expect(await credits()).toBe(1)
    expect((await thread()).items.flatMap(({ message }) => message?.role ?? [])).toEqual(['assistant', 'visitor'])
  })

  it("are written by the agent's model, also by one of an account of its own, which costs no credit", async () => {
    const provider = await startModelProvider({ text: 'Our shop opens at nine.' })
    try {
      const body = { provider: 'openai_compatible' as const, base_url: provider.url, key: 'a-key' }
      const { models } = (await test.request('createModelAccount', { params: organization(), body }, owner)).data
      await test.request('updateAgent', { params: { agent }, body: { model_id: models[0]!.id } }, { key })
      await waitingQuestion()
      await suggest()
      expect((await suggestion())?.content).toBe('Our shop opens at nine.')
      expect(await credits()).toBe(0)
    } finally {
      provider.close()
    }
  })

  it('answer what the AI has left to people', async () => {
    await say('Do you rent out submarines?')
    await waitingQuestion('And when does the shop open?')
    await suggest()
    expect((await suggestion())?.content).toContain('nine')
  })

  it.each([
    ['sent', (content: string) => content],
    ['edited', (content: string) => `${content} See you!`],
  ] as const)('are counted as %s', async (outcome, change) => {
    await waitingQuestion()
    const { id } = await suggest()
    expect((await reply(change((await suggestion())!.content), id)).status).toBe(201)
    expect(await suggestion()).toBeNull()
    expect(await counted()).toEqual({ sent: 0, edited: 0, discarded: 0, [outcome]: 1 })
  })

  it('are counted as discarded where they are dismissed, or something else is sent', async () => {
    await waitingQuestion()
    await suggest()
    expect((await test.request('dismissSuggestion', { params: params() }, owner)).status).toBe(204)
    expect((await test.request('dismissSuggestion', { params: params() }, owner)).status).toBe(204)
    expect(await suggestion()).toBeNull()
    expect((await counted()).discarded).toBe(1)
    await suggest()
    await reply('Who asks?')
    expect(await counted()).toEqual({ sent: 0, edited: 0, discarded: 2 })
  })

  it('are gone, and not counted, once the conversation has moved', async () => {
    await waitingQuestion()
    await suggest()
    await say('Hello?')
    expect(await suggestion()).toBeNull()
    await suggest()
    await test.request('giveBack', { params: params(), body: { answers: false } }, owner)
    expect(await suggestion()).toBeNull()
    expect(await counted()).toEqual({ sent: 0, edited: 0, discarded: 0 })
  })

  it('that are being made while the visitor writes are not shown, and their credit is returned', async () => {
    await waitingQuestion()
    await test.request('suggestReply', { params: params() }, owner)
    await test.request('sendMessage', { params: params(), body: { content: 'Hello?' } }, { key })
    await test.settled()
    const used = await credits()
    const rows = await test.deps.database.read.selectFrom('suggestions').selectAll().execute()
    const own = rows.filter(({ conversation_id }) => conversation_id === conversation)
    // The job may have been quicker than the visitor; then the credit paid for what it made.
    expect([(await suggestion()) === null, used]).toEqual([true, own.length])
  })

  it('are empty and cost nothing where the sources have no answer', async () => {
    await waitingQuestion('Do you rent out submarines?')
    const { id } = await suggest()
    expect([await suggestion(), await credits()]).toEqual([{ id, content: '', citations: [] }, 0])
    await reply('We do not.')
    expect((await counted()).discarded).toBe(0)
  })

  it('are refused while the AI answers, without credit, and by a disabled agent', async () => {
    expect((await suggest()).error).toMatchObject({ code: 'not_with_people' })
    await waitingQuestion()
    test.config.planQuotas.premium.message_credits = 0
    expect((await suggest()).error).toMatchObject({ code: 'subscription_limit_exceeded' })
    await test.request('updateAgentSettings', { params: { agent }, body: { is_disabled: true } }, owner)
    expect((await suggest()).status).toBe(423)
    expect(await test.deps.database.read.selectFrom('suggestions').selectAll().execute()).not.toContainEqual(
      expect.objectContaining({ conversation_id: conversation }),
    )
  })

  it('come by themselves with mails to a mailbox that drafts, and what is taken back leaves them', async () => {
    const { arrive } = await buildMailbox(test, owner, agent, { ai: 'drafts' })
    await arrive(mailOf('When does the shop open?', { Subject: 'Hours', 'Message-ID': '<one@a.example>' }))
    const inbox = await test.request('listInbox', { params: organization(), query: { view: 'open' } }, owner)
    const line = inbox.data.items.find(({ origin }) => origin === 'email')!
    expect(line.response_mode).toBe('human')
    conversation = line.id
    const drafted = (await suggestion())!
    expect(drafted.content).toContain('nine')
    const body = { content: drafted.content, seen_position: '1.0', suggestion_id: drafted.id }
    const { data } = await test.request('sendEmail', { params: params(), body }, owner)
    expect(await suggestion()).toBeNull()
    await test.request('takeBackEmail', { params: { ...params(), email: data.id } }, owner)
    expect([await suggestion(), (await counted()).sent]).toEqual([drafted, 0])
    expect((await reply(drafted.content, drafted.id)).status).toBe(201)
    expect((await counted()).sent).toBe(1)
    await arrive(mailOf('Do you rent out submarines?', { 'In-Reply-To': '<one@a.example>', Subject: 'Re: Hours' }))
    expect([await suggestion(), await credits()]).toEqual([null, 1])
    await arrive(mailOf('Out of office', { 'In-Reply-To': '<one@a.example>', 'Auto-Submitted': 'auto-replied' }))
    expect(await suggestion()).toBeNull()
  })
})
