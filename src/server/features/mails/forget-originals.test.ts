import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { databases } from '../../testing/database.ts'
import { buildAgent } from '../../testing/factories.ts'
import { buildMailbox, mailOf } from '../../testing/mails.ts'
import { createTestApp, type TestApp } from '../../testing/test-app.ts'
import { pruneOriginals } from './forget-originals.ts'

const DAY_MS = 86_400_000
const BOUNCE = { 'Content-Type': 'multipart/report; report-type=delivery-status; boundary=x' }

describe.each(databases())('raw mails that are old on $name', (database) => {
  let test: TestApp
  let clock = Date.now()

  beforeAll(async () => {
    test = await createTestApp({ database, env: { LOG_LEVEL: 'fatal' }, now: () => clock })
  })
  afterAll(() => test.close())

  it('are given up, with the rows of those that belong to no conversation, which do not come again', async () => {
    const owner = await test.signUp()
    const mailbox = await buildMailbox(test, owner, (await buildAgent(test, owner)).id, { ai: 'silent' })
    const rows = () =>
      test.deps.database.read
        .selectFrom('mails')
        .select(['kind', 'raw_key', 'conversation_id'])
        .where('mailbox_id', '=', mailbox.id)
        .orderBy('id')
        .execute()
    const bounce = mailOf('--x--', { From: 'MAILER-DAEMON@a.example', ...BOUNCE })
    await mailbox.arrive(mailOf('Are you open?'))
    await mailbox.arrive(bounce)
    clock += 29 * DAY_MS
    await pruneOriginals(test.deps)
    expect((await rows()).map(({ kind, raw_key }) => [kind, raw_key !== null])).toEqual([
      ['person', true],
      ['bounce', true],
    ])
    clock += 2 * DAY_MS
    await pruneOriginals(test.deps)
    await mailbox.arrive(bounce)
    expect(await rows()).toEqual([{ kind: 'person', raw_key: null, conversation_id: expect.any(String) }])
  })
})
