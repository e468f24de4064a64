import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { databases } from '../../testing/database.ts'
import { buildAgent, buildMember } from '../../testing/factories.ts'
import { linkIn, type MailServer, startMailServer, tokenIn } from '../../testing/mail-server.ts'
import { buildMailbox, MAILBOX, mailOf } from '../../testing/mails.ts'
import { createTestApp, type Owner, type TestApp } from '../../testing/test-app.ts'
import { followVisit } from '../widget/index.ts'
import { continueByMailHandler } from './continue-by-mail.job.ts'
import { type Leaving, nextAct } from './continuity.ts'
import { sendMailHandler } from './send-mail.job.ts'

const MINUTE_MS = 60_000
const ANN = 'ann@a.example'
const RUN = { attempt: 1, signal: new AbortController().signal }

describe('what becomes of words that a visitor has not read', () => {
  const at = (minutes: number) => 1_000 * MINUTE_MS + minutes * MINUTE_MS
  const leaving = (more: Partial<Leaving> = {}): Leaving => ({
    ...{ canMail: true, isWithPeople: true, closedAt: null, seenAt: null, words: [{ createdAt: at(0) }], mails: [] },
    ...more,
  })
  const mail = (minutes: number) => ({ at: at(minutes), isAnswered: false, isUndeliverable: false })

  it('is that they are mailed two minutes later', () => {
    expect(nextAct(leaving(), at(1))).toEqual({ act: 'wait', ms: MINUTE_MS })
    expect(nextAct(leaving(), at(2))).toEqual({ act: 'mail' })
  })

  it('is that they wait while the visitor is there, less and less closely looked at', () => {
    expect(nextAct(leaving({ seenAt: at(2) }), at(2.5))).toEqual({ act: 'wait', ms: MINUTE_MS / 2 })
    expect(nextAct(leaving({ seenAt: at(2) }), at(3))).toEqual({ act: 'mail' })
    expect(nextAct(leaving({ seenAt: at(600) }), at(600))).toEqual({ act: 'wait', ms: 30 * MINUTE_MS })
  })

  it('is one mail in ten minutes, and five without an answer', () => {
    const later = leaving({ words: [{ createdAt: at(3) }], mails: [mail(2)] })
    expect(nextAct(later, at(5))).toEqual({ act: 'wait', ms: 7 * MINUTE_MS })
    expect(nextAct(later, at(12))).toEqual({ act: 'mail' })
    const mails = [2, 20, 40, 60].map(mail)
    const words = [{ createdAt: at(90) }]
    expect(nextAct(leaving({ words, mails }), at(100))).toEqual({ act: 'mail' })
    expect(nextAct(leaving({ words, mails: [...mails, mail(80)] }), at(100))).toEqual({ act: 'nothing' })
  })

  it('is nothing without words, people, or a way to mail, after a bounce, and once closed later than they were written', () => {
    const bounced = { ...mail(-60), isUndeliverable: true }
    for (const more of [{ words: [] }, { isWithPeople: false }, { canMail: false }, { mails: [bounced] }])
      expect(nextAct(leaving(more), at(10))).toEqual({ act: 'nothing' })
    expect(nextAct(leaving({ closedAt: at(1) }), at(10))).toEqual({ act: 'nothing' })
    expect(nextAct(leaving({ closedAt: at(0) }), at(10))).toEqual({ act: 'mail' })
  })
})

describe.each(databases())('a visitor who has left the page on $name', (database) => {
  let test: TestApp
  let server: MailServer
  let owner: Owner
  let agent: string
  let mailbox: Awaited<ReturnType<typeof buildMailbox>>
  let visitor: { key: string }
  let conversation: string
  let clock = Date.parse('2026-11-29T10:00:00Z')

  beforeAll(async () => {
    server = await startMailServer()
    const env = { LOG_LEVEL: 'fatal', PUBLIC_URL: 'https://baton.example', OUTBOUND_ALLOW: '127.0.0.1/32' }
    test = await createTestApp({ database, env, now: () => clock })
  })
  afterAll(async () => {
    await test.close()
    await server.close()
  })
  beforeEach(async () => {
    owner = await test.signUp()
    agent = (await buildAgent(test, owner, { name: 'Boat hire' })).id
    const elsewhere = (await buildAgent(test, owner)).id
    const { hostname, port, username, password } = new URL(server.url)
    const auth = { type: 'password', password: decodeURIComponent(password) }
    const outgoing = { host: hostname, port: Number(port), security: 'none', user: username, auth }
    mailbox = await buildMailbox(test, owner, elsewhere, { outgoing })
    await settings({ continuity_mailbox_id: mailbox.id })
    visitor = await visit({ locale: 'de' })
    await test.request('updateVisitor', { body: { email: 'Ann@A.example' } }, visitor)
    await write('Ist jemand da?')
    const [first] = (await test.request('listConversations', { params: { agent }, query: {} }, await key())).data
    conversation = first!.id
    server.received.length = 0
  })

  const key = async () => ({ key: await owner.key() })
  const settings = (body: object) => test.request('updateAgentSettings', { params: { agent }, body }, owner)
  const visit = async (body: object) => {
    const { status, data } = await test.request('startVisit', { params: { agent }, body })
    expect(status).toBe(201)
    return { key: data.token }
  }
  const write = async (content: string, as = visitor) => {
    await test.request('writeMessage', { body: { id: randomUUID(), content } }, as)
    await test.settled()
  }
  const thread = async () =>
    (await test.request('listThread', { params: { agent, conversation }, query: {} }, owner)).data
  const answer = async (content: string, more: object = {}, caller = owner) => {
    const body = { content, seen_position: (await thread()).last_position!, force: true, ...more }
    const done = await test.request('replyToVisitor', { params: { agent, conversation }, body }, caller)
    expect(done.status, JSON.stringify(done.body)).toBe(201)
  }
  const look = async () => {
    await continueByMailHandler(test.deps).run({ conversationId: conversation }, RUN)
    await test.settled()
  }
  const later = (minutes: number) => {
    clock += minutes * MINUTE_MS
  }
  const update = async (body: object) =>
    test.request('updateConversation', { params: { agent, conversation }, body }, await key())
  const deliveries = async () =>
    (await thread()).items.flatMap(({ email }) => (email?.delivery ? [email.delivery.status] : []))
  const header = (raw: string, name: string) =>
    new RegExp(`^${name}:(.*(?:\\r\\n[ \\t].*)*)`, 'im')
      .exec(raw)?.[1]
      ?.replace(/\r\n[ \t]+/g, ' ')
      .trim()

  it('gets what people answer in one mail, answers it, and all is one conversation of the website', async () => {
    const member = await buildMember(test, owner, 'responder')
    await answer('Ja, **gleich**.')
    later(1)
    await answer('Ab neun Uhr.', {}, member)
    expect((await thread()).email).toMatchObject({ mailbox_id: mailbox.id, can_send: true, why: null })
    await look()
    expect(server.received).toEqual([])
    later(1)
    await look()
    const [mail] = server.received
    expect(server.received).toMatchObject([{ from: MAILBOX, to: [ANN] }])
    expect(header(mail!.raw, 'Subject')).toBe('Ihr Chat mit Boat hire')
    expect(header(mail!.raw, 'Auto-Submitted')).toBeUndefined()
    expect(mail!.text).toMatch(/schrieb:[\s\S]*Ja, gleich\.[\s\S]*schrieb:[\s\S]*Ab neun Uhr\./)
    expect(mail!.html).toContain('<strong>gleich</strong>')
    expect(await deliveries()).toEqual(['sent', 'sent'])

    await look() // nothing is mailed twice
    await mailbox.arrive(
      mailOf('Danke, bis dann!', { From: `Ann <${ANN}>`, 'In-Reply-To': header(mail!.raw, 'Message-ID')! }),
    )
    const listed = (await test.request('listConversations', { params: { agent }, query: {} }, await key())).data
    expect(listed).toMatchObject([{ id: conversation, origin: 'widget', response_mode: 'human' }])
    const { items } = await thread()
    expect(items.findLast(({ message }) => message)).toMatchObject({
      message: { role: 'visitor', content: 'Danke, bis dann!' },
      email: { from: { address: ANN }, delivery: null },
    })
    const seen = (await test.request('readVisit', { query: {} }, visitor)).data.items
    expect(JSON.stringify(seen)).toContain('Danke, bis dann!')

    await answer('Gern.')
    later(2)
    await look()
    expect(server.received).toHaveLength(1) // one in ten minutes
    later(8)
    await look()
    expect(server.received[1]).toMatchObject({ to: [ANN], text: expect.not.stringContaining('gleich') })
    expect(header(server.received[1]!.raw, 'Subject')).toBe('Re: Ihr Chat mit Boat hire')
    expect(header(server.received[1]!.raw, 'References')).toContain(header(mail!.raw, 'References')!.split(' ')[0])

    // Where a mail has failed, any of the messages that were gathered into it sends it again.
    await answer('Bis Sonntag.')
    await answer('Ab acht Uhr.')
    later(12)
    server.refuseWith({ code: 550, message: 'No such user' })
    await look()
    server.refuseWith(undefined)
    const failed = (await thread()).items.filter(({ email }) => email?.delivery?.status === 'failed')
    expect(failed.map(({ message }) => message!.content)).toEqual(['Bis Sonntag.', 'Ab acht Uhr.'])
    const params = { agent, conversation, message: failed[0]!.id }
    expect((await test.request('retryEmail', { params }, owner)).status).toBe(202)
    await test.settled()
    expect(server.received).toHaveLength(3)
    expect((await deliveries()).slice(-2)).toEqual(['sent', 'sent'])
  })

  it('is mailed nothing while a stream is open, nor of what they have read', async () => {
    const end = new AbortController()
    const stream = followVisit(test.deps, {
      visitorId: (
        await test.deps.database.read
          .selectFrom('conversations')
          .select('visitor_id')
          .where('id', '=', conversation)
          .executeTakeFirstOrThrow()
      ).visitor_id!,
      lastSeen: undefined,
      end: end.signal,
      isBehind: () => false,
      onHeartbeat: () => () => {},
      isStillGood: async () => true,
    })
    const told: string[] = []
    const reading = (async () => {
      for await (const text of stream) told.push(text)
    })()
    await answer('Ja?')
    await expect.poll(() => told.join('')).toContain('Ja?')
    later(2)
    end.abort()
    await reading
    await test.deps.database.transaction(async () => {}) // after what the stream's end has stored
    expect((await thread()).email).toBeNull()
    await look()
    expect(server.received).toEqual([])
    later(0.5)
    await look()
    expect(server.received).toEqual([])
    later(0.5)
    expect((await thread()).email).toMatchObject({ reply: { to: [{ address: ANN }] } })
    const position = (await test.request('readVisit', { query: {} }, visitor)).data.items.at(-1)!.position
    await test.request('markRead', { body: { position } }, visitor)
    await look()
    expect(server.received).toEqual([])
    await answer('Noch etwas.')
    later(2)
    await look()
    expect(server.received).toMatchObject([{ text: expect.not.stringContaining('Ja?') }])
  })

  it('is not sent what was withdrawn before the mail left', async () => {
    const end = { message: 'ready' }
    const ways: Record<string, () => Promise<unknown>> = {
      read: async () => {
        const position = (await test.request('readVisit', { query: {} }, visitor)).data.items.at(-1)!.position
        return test.request('markRead', { body: { position } }, visitor)
      },
      back: () =>
        test.deps.database.transaction((tx) => tx.updateTable('visitors').set({ seen_at: clock }).execute() as never),
      'given back': () => update({ response_mode: 'ai' }),
      closed: () => update({ status: 'closed' }),
      off: () => settings({ continuity_mailbox_id: null }),
      'another address': () => test.request('updateVisitor', { body: { email: 'bob@b.example' } }, visitor),
      deleted: async () => test.request('deleteConversation', { params: { agent, conversation } }, await key()),
    }
    for (const [name, withdraw] of Object.entries(ways)) {
      server.refuseWith({ code: 451, message: end.message })
      await update({ status: 'open' })
      await settings({ continuity_mailbox_id: mailbox.id })
      await test.request('updateVisitor', { body: { email: ANN } }, visitor)
      await answer(`Answer (${name})`)
      later(20)
      await write('Ich warte.') // so that the mails before count for nothing
      await answer(`Another (${name})`)
      later(20)
      await look()
      const mail = await test.deps.database.read
        .selectFrom('mails')
        .selectAll()
        .where('conversation_id', '=', conversation)
        .orderBy('id', 'desc')
        .executeTakeFirstOrThrow()
      expect([name, mail.attempts]).toEqual([name, 1])
      await withdraw()
      server.refuseWith(undefined)
      await sendMailHandler(test.deps).run({ mailId: mail.id, mailboxId: mailbox.id, number: 2 }, RUN)
      expect([name, server.received]).toEqual([name, []])
      const states = await test.deps.database.read
        .selectFrom('mail_deliveries')
        .select('status')
        .where('mail_id', '=', mail.id)
        .execute()
      expect([name, states]).toEqual([name, [{ status: 'withdrawn' }]])
    }
  })

  it('opens the same chat by the mail’s link on any device, which shows and lets write that conversation alone', async () => {
    await answer('Ja.')
    later(2)
    await look()
    const link = new URL(linkIn(server.received[0]))
    expect(link.origin + link.pathname).toBe(`https://baton.example/chat/${agent}`)
    const token = tokenIn(server.received[0]).replace(/^mail=/, '')
    const phone = await visit({ token })
    expect(phone.key).not.toBe(visitor.key)
    await write('Vom Telefon aus.', phone)
    const { data } = await test.request('readVisit', { query: {} }, phone)
    expect(data.conversation?.id).toBe(conversation)
    expect(JSON.stringify((await test.request('readVisit', { query: {} }, visitor)).data)).toContain('Vom Telefon aus.')
    // Whoever has the link may stop the mails, but have none sent elsewhere.
    const elsewhere = await test.request('updateVisitor', { body: { email: 'eve@evil.example' } }, phone)
    expect(elsewhere.status).toBe(422)
    const again = (await test.request('startVisit', { params: { agent }, body: { token: phone.key } })).data
    expect(again.token).toBe(phone.key)

    const isOurs = async (given: string) =>
      (await test.request('startVisit', { params: { agent }, body: { token: given } })).data.conversation !== null
    expect(await isOurs(token)).toBe(true)
    const [id, until, mac = ''] = token.split('.')
    expect(await isOurs(`${id}.${until}.${mac.startsWith('A') ? 'B' : 'A'}${mac.slice(1)}`)).toBe(false)
    expect(await isOurs(`${id}.${(clock + 90 * 24 * 60 * MINUTE_MS).toString(36)}.${mac}`)).toBe(false)
    const other = (await buildAgent(test, owner)).id
    const strange = await test.request('startVisit', { params: { agent: other }, body: { token } })
    expect(strange.data.conversation).toBeNull()

    expect((await test.request('updateVisitor', { body: { email: '' } }, phone)).status).toBe(200)
    expect(await isOurs(token)).toBe(false) // links end with the address they were sent to
    await update({ status: 'closed' })
    later(15 * 24 * 60)
    await write('Etwas Neues.')
    expect((await test.request('readVisit', { query: {} }, phone)).status).toBe(401)
  })

  it('is never led into another’s conversation by a link that has ended, or has been passed on', async () => {
    await answer('Ja.')
    later(2)
    await look()
    const token = tokenIn(server.received[0]).replace(/^mail=/, '')
    const phone = await visit({ token })
    later(7 * 24 * 60)
    expect((await test.request('startVisit', { params: { agent }, body: { token } })).data.conversation).toBeNull()
    expect((await test.request('readVisit', { query: {} }, phone)).status).toBe(401)
    expect((await test.request('readVisit', { query: {} }, visitor)).data.conversation?.id).toBe(conversation)
  })

  it('is asked for an address when people take over, only where mail can be sent and none is known', async () => {
    const params = { organization: owner.organizationId }
    await test.request('updateOrganization', { params, body: { plan: 'premium' } as never }, owner)
    await test.request('updateAgent', { params: { agent }, body: { human_intervention: true } }, await key())
    const handedOver = async () => {
      const guest = await visit({ locale: 'en' })
      await test.request('askForPerson', {}, guest)
      const { items } = (await test.request('readVisit', { query: {} }, guest)).data
      const message = items.flatMap((item) => ('message' in item ? [item.message] : [])).at(-1)!
      return { guest, message }
    }
    const { guest, message } = await handedOver()
    expect(message.action).toMatchObject({ status: 'pending', fields: [{ name: 'email', type: 'email' }] })
    const fillIn = (email: string) => {
      const body = { action: message.action!.slug, result: [{ email }] }
      return test.request('fillInAction', { params: { id: message.id }, body }, guest)
    }
    expect((await fillIn('nobody')).status).toBe(422)
    expect((await fillIn(ANN)).status).toBe(200)
    const { data } = await test.request('listConversations', { params: { agent }, query: {} }, await key())
    expect(data[0]?.chat_user.email).toBe(ANN)
    expect((await fillIn('eve@evil.example')).status).toBe(422)
    await settings({ continuity_mailbox_id: null })
    expect((await handedOver()).message.action).toBeNull()
    const mute = await buildMailbox(test, owner, agent, { address: 'mute@boats.example' })
    await settings({ continuity_mailbox_id: mute.id })
    expect((await handedOver()).message.action).toBeNull()
    await settings({ continuity_mailbox_id: mailbox.id })
    await test.request('askForPerson', {}, visitor)
    const { items } = (await test.request('readVisit', { query: {} }, visitor)).data
    expect(items.some((item) => 'message' in item && item.message.action)).toBe(false)
  })

  it('is written to by any mailbox of the organization, until that is deleted', async () => {
    const stranger = await test.signUp()
    const foreign = await buildMailbox(test, stranger, (await buildAgent(test, stranger)).id)
    const refused = await settings({ continuity_mailbox_id: foreign.id })
    expect([refused.status, refused.body.error.details[0].field]).toEqual([422, 'continuity_mailbox_id'])
    const params = { organization: owner.organizationId, mailbox: mailbox.id }
    expect((await test.request('deleteMailbox', { params }, owner)).status).toBe(204)
    const { data } = await test.request('getAgentSettings', { params: { agent } }, owner)
    expect(data.continuity_mailbox_id).toBeNull()
    await answer('Ja.')
    later(2)
    await look()
    expect(server.received).toEqual([])
    expect((await settings({ continuity_mailbox_id: mailbox.id })).status).toBe(422)
  })
})
