import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { databases } from '../../testing/database.ts'
import { buildAgent } from '../../testing/factories.ts'
import { createTestApp, type Owner, type TestApp } from '../../testing/test-app.ts'
import { replyJob } from '../conversations/jobs.ts'
import { replyHandler } from '../conversations/reply.job.ts'

const FRIDAY = Date.parse('2026-11-27T10:00:00Z')

/** What people may be as the AI hands over, and what a visitor is told of it. */
const prospects = {
  there: 'An answer comes as soon as somebody is free.',
  'outside of their hours': 'Back Monday, 9:00 AM. The answer will be here when you come back.',
  'all away within their hours': 'The answer will be here when you come back.',
}
type Prospect = keyof typeof prospects

const says = {
  failed: 'I am sorry, I cannot answer right now. A person will take over from here.',
  spent: 'The assistant cannot answer right now. A person will read your message and reply here.',
  people: 'A person will take over from here.',
}

describe.each(databases())('what an AI that can’t answer says as it hands over, on $name', (database) => {
  let test: TestApp
  let owner: Owner
  let mailbox: string
  let agent: string
  let visits = 0
  let key: { key: string }

  beforeAll(async () => {
    const mail = { SMTP_URL: 'smtp://127.0.0.1:9', MAIL_FROM: 'baton@shop.example', PUBLIC_URL: 'https://b.example' }
    const env = { ...mail, TRUST_PROXY: '127.0.0.1', LOG_LEVEL: 'fatal' }
    test = await createTestApp({ database, env, worker: false, now: () => FRIDAY })
    owner = await test.signUp()
    key = { key: await owner.key() }
    await test.request('updateOrganization', { params: params(), body: { plan: 'premium' } as never }, owner)
    const incoming = { type: 'http' as const }
    const body = { agent_id: (await buildAgent(test, owner)).id, name: 'Help', address: 'help@shop.example', incoming }
    mailbox = (await test.request('createMailbox', { params: params(), body }, owner)).data.id
  })
  afterAll(() => test.close())

  const params = () => ({ organization: owner.organizationId })
  const be = async (prospect: Prospect) => {
    const availability = prospect === 'all away within their hours' ? 'away' : 'available'
    await test.request('updateOwnMember', { params: params(), body: { availability } }, owner)
    const week = { monday: { from: '09:00', to: '17:00' } }
    const working_hours = prospect === 'outside of their hours' ? week : {}
    const body = { time_zone: 'Europe/Berlin', working_hours }
    await test.request('updateOrganization', { params: params(), body }, owner)
  }

  /** A visitor who has written once, while the AI makes its reply. */
  async function begin(settings: object = {}) {
    agent = (await buildAgent(test, owner, { name: 'Museum shop' })).id
    await test.request('updateAgent', { params: { agent }, body: { human_intervention: true } }, key)
    const body = { continuity_mailbox_id: mailbox, ...settings }
    await test.request('updateAgentSettings', { params: { agent }, body }, owner)
    visits += 1
    const headers = { 'x-forwarded-for': `10.4.0.${visits}` } // few conversations may be begun from one address
    const visit = await test.request('startVisit', { params: { agent }, body: { locale: 'en' } }, { headers })
    const visitor = { key: visit.data.token, headers }
    await write(visitor)
    return visitor
  }
  const write = (visitor: { key: string }) =>
    test.request('writeMessage', { body: { id: randomUUID(), content: 'When do you open?' } }, visitor)
  const onlyPeople = () => test.request('updateAgent', { params: { agent }, body: { only_human: true } }, key)
  const reply = async (visitor: { key: string }, does: 'run' | 'failed') => {
    const { conversation } = (await test.request('readVisit', { query: {} }, visitor)).data
    const job = await test.deps.database.read
      .selectFrom('jobs')
      .select('payload')
      .where('name', '=', replyJob.name)
      .where('payload', 'like', `%${conversation!.id}%`)
      .executeTakeFirstOrThrow()
    const payload = JSON.parse(job.payload)
    const handler = replyHandler(test.deps)
    if (does === 'run') await handler.run(payload, { attempt: 1, signal: new AbortController().signal })
    else await handler.failed!(payload, new Error('The model is away.'))
  }

  const causes: Record<string, [said: string, () => Promise<{ key: string }>]> = {
    'no reply could be made': [
      says.failed,
      async () => {
        const visitor = await begin()
        await reply(visitor, 'failed')
        return visitor
      },
    ],
    'the replies of the day are made': [
      says.spent,
      async () => {
        const visitor = await begin({ ai_replies_per_day: 1 })
        await write(visitor)
        return visitor
      },
    ],
    'only people answer from now on': [
      says.people,
      async () => {
        const visitor = await begin()
        await onlyPeople()
        await write(visitor)
        return visitor
      },
    ],
    'only people answer since a reply was asked for': [
      says.people,
      async () => {
        const visitor = await begin()
        await onlyPeople()
        await reply(visitor, 'run')
        return visitor
      },
    ],
  }

  it.each(
    Object.entries(causes).flatMap(([cause, [said, happens]]) =>
      (Object.keys(prospects) as Prospect[]).map((prospect) => ({ cause, said, happens, prospect })),
    ),
  )(
    'is when they answer, and asks for an address: $cause, people are $prospect',
    async ({ said, happens, prospect }) => {
      await be(prospect)
      const visitor = await happens()
      const { items, conversation } = (await test.request('readVisit', { query: {} }, visitor)).data
      expect(conversation).toMatchObject({ response_mode: 'human', waiting: { since: expect.any(String) } })
      const [message, event] = items.slice(-2)
      expect(message).toMatchObject({
        message: { role: 'assistant', content: `${said} ${prospects[prospect]}`, action: { slug: 'answer-by-mail' } },
      })
      expect(event).toMatchObject({ event: { type: 'handed_over', author: null, tells_when: true } })
    },
  )
})
