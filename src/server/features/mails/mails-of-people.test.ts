import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { plusAddress, signedId } from '../../adapters/mail/rules/signed-ids.ts'
import { fillMailSearch } from '../../db/migrations/0015-attachments.ts'
import { databases } from '../../testing/database.ts'
import { buildAgent, buildConversation } from '../../testing/factories.ts'
import { buildMailbox, MAILBOX, mailOf } from '../../testing/mails.ts'
import { createTestApp, type Owner, type TestApp } from '../../testing/test-app.ts'
import { changeMailbox, idKeys } from '../mailboxes/index.ts'

// Nothing listens there: what is answered waits.
const SENDING = { SMTP_URL: 'smtp://127.0.0.1:9', MAIL_FROM: 'baton@boats.example', PUBLIC_URL: 'https://b.example' }

describe.each(databases())('conversations by mail as the team sees them on $name', (database) => {
  let test: TestApp
  let owner: Owner
  let agent: string
  let arrive: (mail: string) => Promise<void>
  let mailboxId: string

  beforeAll(async () => {
    test = await createTestApp({ database, env: { LOG_LEVEL: 'fatal', ...SENDING } })
  })
  afterAll(() => test.close())
  beforeEach(async () => {
    owner = await test.signUp()
    agent = (await buildAgent(test, owner)).id
    ;({ arrive, id: mailboxId } = await buildMailbox(test, owner, agent, { ai: 'silent' }))
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

  it('say of what people and the AI wrote that it is not mailed where there is no mailbox', async () => {
    const messages = [
      { role: 'visitor' as const, content: 'When do you open?' },
      { role: 'assistant' as const, content: 'At nine.' },
      { role: 'human' as const, content: 'On Sundays at ten.' },
    ]
    const body = { origin: 'email' as const, chat_user: { id: 'ada@a.example', name: 'Ada' }, messages }
    const { id } = (await test.request('importConversation', { params: { agent }, body }, owner)).data
    const params = { agent, conversation: id }
    await test.request('replyToVisitor', { params, body: { content: 'See you.', seen_position: '3.0' } }, owner)
    const { items, email } = (await test.request('listThread', { params, query: {} }, owner)).data
    expect(email).toBeNull()
    const said = items.filter(({ type }) => type === 'message')
    const not = { status: 'not_mailed', recipients: [] }
    expect(said.map((item) => item.email?.delivery)).toEqual([undefined, not, not, not])
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

  const thread = async (conversation: string) =>
    (await test.request('listThread', { params: { agent, conversation }, query: {} }, owner)).data
  const saysOf = async (conversation: string) =>
    (await thread(conversation)).items.flatMap(({ message, event }) =>
      message ? [message.content] : event?.type === 'linked' || event?.type === 'closed' ? [event.type] : [],
    )
  const letIn = (conversation: string, address: string) =>
    test.request('addParticipant', { params: { agent, conversation }, body: { address } }, owner)

  it('of two addresses are linked both ways, and one by what a person decides', async () => {
    await arrive(mailOf('When do you open?', { 'Message-ID': '<one@a.example>' }))
    const first = (await lines())[0]!.id
    await test.request(
      'replyToVisitor',
      { params: { agent, conversation: first }, body: { content: 'At nine.', seen_position: '1.0' } },
      owner,
    )
    const [ours] = await test.deps.database.read
      .selectFrom('mails')
      .select('internet_id')
      .where('conversation_id', '=', first)
      .where('direction', '=', 'out')
      .execute()
    const answers = { 'In-Reply-To': `<${ours!.internet_id}>`, Subject: 'Re: Opening hours' }
    await arrive(mailOf('And on Sundays?', { From: 'Eve <eve@e.example>', ...answers }))
    const second = (await lines()).find(({ id }) => id !== first)!.id
    await test.request(
      'createNote',
      { params: { agent, conversation: second }, body: { content: 'Who is Eve?' } },
      owner,
    )
    expect((await thread(first)).linked).toEqual([{ id: second, reason: 'other_sender' }])
    expect((await thread(second)).linked).toEqual([{ id: first, reason: 'other_sender' }])
    expect(await saysOf(first)).toEqual(['When do you open?', 'At nine.', 'linked'])
    expect(await saysOf(second)).toEqual(['And on Sundays?', 'linked'])

    const answer = await letIn(first, 'Eve@E.example')
    expect([answer.status, answer.data]).toEqual([200, { participants: ['ann@a.example', 'eve@e.example'] }])
    expect(await saysOf(first)).toEqual(['When do you open?', 'At nine.', 'linked', 'linked', 'And on Sundays?'])
    expect(await saysOf(second)).toEqual(['linked', 'linked', 'closed'])
    const all = await thread(first)
    expect(all.items.at(-1)?.email?.from.address).toBe('eve@e.example')
    expect(all.email?.reply).toMatchObject({ to: [{ address: 'ann@a.example' }], cc: [{ address: 'eve@e.example' }] })
    expect(await lines('closed')).toMatchObject([
      { id: second, message_count: 0, last_message: null, waiting_since: null },
    ])
    expect(await lines()).toMatchObject([{ id: first, message_count: 3, waiting_since: expect.any(String) }])
    const found = async (q: string) =>
      (await find(q)).map(({ conversation_id, position }) => [conversation_id, position])
    expect(await found('sundays')).toEqual([[first, '3.0']])
    expect(await found('who is eve')).toEqual([[second, '0.2']])

    await letIn(first, 'eve@e.example')
    await arrive(mailOf('Thank you.', { From: 'eve@e.example', ...answers }))
    expect((await saysOf(first)).slice(-2)).toEqual(['And on Sundays?', 'Thank you.'])
    const { data } = await test.request('listParticipants', { params: { agent, conversation: first } }, owner)
    expect(data).toEqual({ participants: ['ann@a.example', 'eve@e.example'] })

    // What names the conversation that Eve's words have left leads to where they are.
    const { database } = test.deps
    await database.transaction((tx) => changeMailbox(tx, mailboxId, { trusts_plus: 1 }))
    const keys = idKeys(test.deps)
    const left = signedId({ kind: 'c', id: second }, 'boats.example', keys)
    await arrive(mailOf('By its address.', { From: 'eve@e.example', To: plusAddress(MAILBOX, second, keys)! }))
    await arrive(mailOf('By its id.', { From: 'eve@e.example', References: `<${left}>` }))
    expect((await saysOf(first)).slice(-2)).toEqual(['By its address.', 'By its id.'])
    expect(await saysOf(second)).toEqual(['linked', 'linked', 'closed'])
  })

  it('let in no address of ours, and nobody where no mail is', async () => {
    await arrive(mailOf('When do you open?'))
    const { id } = (await lines())[0]!
    const other = await buildConversation(test, owner, agent)
    for (const [conversation, address] of [
      [id, 'crew@boats.example'],
      [id, 'nobody'],
      [other.id, 'eve@e.example'],
    ])
      expect((await letIn(conversation!, address!)).body.error).toMatchObject({ details: [{ field: 'address' }] })
    expect((await test.request('listParticipants', { params: { agent, conversation: other.id } }, owner)).data).toEqual(
      {
        participants: [],
      },
    )
  })

  it('are read whole and as they came, as long as the original is kept', async () => {
    const quoted = 'On Sat, 28 Nov 2026 at 10:00, Crew <crew@boats.example> wrote:\r\n> We are here.'
    const mail = mailOf(`When do you open?\r\n\r\n${quoted}`, { 'X-Twice': 'one\r\nX-Twice: two' })
    await arrive(mail)
    const { id: conversation } = (await lines())[0]!
    const message = (await thread(conversation)).items[0]!.id
    const params = { agent, conversation, message }
    const read = async () => (await test.request('getEmail', { params }, owner)).data
    const all = await read()
    expect(all).toMatchObject({ text: 'When do you open?', html: null, remote_images: 0 })
    expect(all.quoted).toMatch(/^On Sat.*We are here\.$/s)
    expect(all.headers.filter(({ name }) => name === 'x-twice').map(({ value }) => value)).toEqual(['one', 'two'])
    const url = `/api/v1/agents/${agent}/conversations/${conversation}/messages/${message}/email/original`
    const download = () => test.app.inject({ url, headers: { cookie: owner.cookie } })
    const original = await download()
    expect([original.statusCode, original.body]).toEqual([200, mail])
    expect(original.headers).toMatchObject({
      ...{ 'content-disposition': 'attachment; filename="mail.eml"', 'x-content-type-options': 'nosniff' },
      'content-type': expect.stringContaining('message/rfc822'),
    })
    const stranger = await test.signUp()
    expect((await test.request('getEmail', { params }, stranger)).status).toBe(403)

    await test.deps.database.transaction(async (tx) => {
      await tx.updateTable('mails').set({ raw_key: null }).where('message_id', '=', message).execute()
    })
    expect((await download()).statusCode).toBe(404)
    expect(await read()).toMatchObject({
      ...{ text: all.text, quoted: all.quoted },
      headers: expect.arrayContaining([{ name: 'from', value: 'Ann Bell <ann@a.example>' }]),
    })
  })

  it('are read whole where a message is too short for them', async () => {
    const long = `${'word '.repeat(3_000)}end`
    await arrive(mailOf(long))
    const { id: conversation } = (await lines())[0]!
    const [item] = (await thread(conversation)).items
    expect([item!.email!.is_cut, item!.message!.content.endsWith('…')]).toEqual([true, true])
    const params = { agent, conversation, message: item!.id }
    expect((await test.request('getEmail', { params }, owner)).data).toMatchObject({ text: long, quoted: '' })
  })

  it('are exported with their headers, and erased so that they do not come again', async () => {
    const quoted = 'On Sat, 28 Nov 2026 at 10:00, Crew <crew@boats.example> wrote:\r\n> We are here.'
    const mail = mailOf(`When do you open?\r\n\r\n${quoted}`, { Cc: 'cleo@c.example' })
    await arrive(mail)
    const { id: conversation } = (await lines())[0]!
    const params = { agent, conversation }
    const letter = {
      mailbox_id: mailboxId,
      to: ['ann@a.example'],
      subject: 'Hours',
      content: 'At nine.',
      bcc: ['boss@secret.example'],
    }
    expect((await test.request('beginByEmail', { params: { agent }, body: letter }, owner)).status).toBeLessThan(300)
    await test.request('createNote', { params, body: { content: 'A difficult customer' } }, owner)
    await test.settled()
    const of = { organization: owner.organizationId }
    const visitor = { agent_id: agent, chat_user_id: 'ann@a.example', identity_verified: false }
    const begin = { params: of, body: { matches: [visitor] } }
    const exported = (await test.request('exportVisitors', begin, owner)).data.id
    await test.settled()
    const url = `/api/v1/organizations/${owner.organizationId}/visitors/exports/${exported}`
    const { body } = await test.app.inject({ url, headers: { cookie: owner.cookie } })
    const [email] = JSON.parse(body)
      .visitors[0].conversations.find((one: { id: string }) => one.id === conversation)
      .messages.map((message: { email: object }) => message.email)
    expect(email).toMatchObject({
      ...{ from: { name: 'Ann Bell', address: 'ann@a.example' }, cc: [{ address: 'cleo@c.example' }] },
      ...{
        subject: 'Opening hours',
        message_id: expect.any(String),
        whole_text: expect.stringContaining('We are here'),
      },
    })
    const [written] = JSON.parse(body).visitors[0].conversations.flatMap(
      ({ pending }: { pending: object[] }) => pending,
    )
    expect(written).toMatchObject({
      content: 'At nine.',
      email: { to: [{ address: 'ann@a.example' }], subject: 'Hours' },
    })
    for (const kept of ['secret', 'difficult', '"bcc"']) expect(body).not.toContain(kept)

    await test.request('eraseVisitors', begin, owner)
    await test.settled()
    const left = async () =>
      (await test.deps.database.read.selectFrom('mails').select('id').where('mailbox_id', '=', mailboxId).execute())
        .length
    expect([await left(), await lines(), await find('opening')]).toEqual([0, [], []])
    await arrive(mail)
    expect(await left()).toBe(0)
  })
})
