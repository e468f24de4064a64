import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { brakes } from '../../adapters/mail/rules/kinds.ts'
import { newId } from '../../db/ids.ts'
import { databases } from '../../testing/database.ts'
import { buildAgent, buildTextSource } from '../../testing/factories.ts'
import { buildMailbox, MAILBOX, mailOf } from '../../testing/mails.ts'
import { createTestApp, type TestApp } from '../../testing/test-app.ts'
import { HOUR_MS } from './surroundings.ts'

describe.each(databases())('the AI in a mailbox from which it has mailed too much, on $name', (database) => {
  let test: TestApp
  let time = Date.parse('2026-11-30T08:00:00Z')

  beforeAll(async () => {
    const sending = {
      SMTP_URL: 'smtp://127.0.0.1:9',
      MAIL_FROM: 'baton@boats.example',
      PUBLIC_URL: 'https://b.example',
    }
    test = await createTestApp({ database, env: { ...sending, LOG_LEVEL: 'fatal' }, now: () => time })
  })
  afterAll(() => test.close())

  it('is silent for an hour, of which owners and admins are told once', async () => {
    const owner = await test.signUp()
    const agent = (await buildAgent(test, owner)).id
    await buildTextSource(test, owner, agent, 'The boat hire opens at nine in the morning and closes at six.')
    const { id, arrive } = await buildMailbox(test, owner, agent)
    let senders = 0
    /** Why the AI does not answer a mail of somebody new; null if it does. */
    const ask = async () => {
      senders += 1
      const From = `visitor-${senders}@a.example`
      await arrive(mailOf(`When does the boat hire open? This is number ${senders}.`, { From }))
      const mails = test.deps.database.read.selectFrom('mails').selectAll().where('sender', '=', From)
      const mail = await mails.where('direction', '=', 'in').executeTakeFirstOrThrow()
      return { mail, reason: mail.not_answered }
    }
    const told = async () =>
      (await test.request('listNotifications', { params: { organization: owner.organizationId } }, owner)).data.items

    const first = await ask()
    expect([first.reason, first.mail.is_ai]).toEqual([null, 1])
    const others = Array.from({ length: brakes.aiOfMailboxAnHour - 1 }, () => ({
      ...{ ...first.mail, id: newId(), internet_id: null, server_id: null },
      ...{ conversation_id: null, message_id: null, raw_key: null, sender: 'others@a.example' },
    }))
    await test.deps.database.transaction((tx) => tx.insertInto('mails').values(others).execute())
    time += HOUR_MS / 2
    expect((await ask()).reason).toBe('mailbox_breaker')
    expect(await told()).toMatchObject([
      { kind: 'account_failing', mailbox_id: id, excerpt: MAILBOX, detail: expect.stringContaining('100 mails') },
    ])
    time += HOUR_MS * 0.9 // what was counted is long enough ago by now
    expect((await ask()).reason).toBe('mailbox_breaker')
    expect(await told()).toHaveLength(1)
    time += HOUR_MS * 0.2
    expect((await ask()).reason).toBeNull()
  })
})
