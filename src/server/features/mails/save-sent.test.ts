import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { startDovecot } from '../../../../e2e/tools/dovecot.ts'
import { databases } from '../../testing/database.ts'
import { buildAgent } from '../../testing/factories.ts'
import { type MailServer, startMailServer } from '../../testing/mail-server.ts'
import { createTestApp, type Owner, type TestApp } from '../../testing/test-app.ts'

const dovecot = await startDovecot()

afterAll(() => dovecot?.stop())

describe.runIf(dovecot).each(databases())('what is sent, in the folder of sent mail, on $name', (database) => {
  let test: TestApp
  let owner: Owner
  let agent: string
  let outgoing: MailServer

  beforeAll(async () => {
    outgoing = await startMailServer()
    test = await createTestApp({ database, env: { OUTBOUND_ALLOW: '127.0.0.0/8', LOG_LEVEL: 'fatal' } })
  })
  afterAll(async () => {
    await test.close()
    await outgoing.close()
  })
  beforeEach(async () => {
    owner = await test.signUp()
    agent = (await buildAgent(test, owner)).id
  })

  /** Sends a mail from a mailbox of a user. @returns what lies in the user's folder of sent mail then */
  async function send(user: string, more: object = {}) {
    const { port, username, password } = new URL(outgoing.url)
    const server = { host: '127.0.0.1', security: 'none' as const }
    const auth = { type: 'password' as const, password: decodeURIComponent(password) }
    const own = { type: 'password' as const, password: dovecot!.password }
    const body = {
      ...{ agent_id: agent, name: 'Crew', address: `${user}@boats.example` },
      incoming: { type: 'imap' as const, ...server, port: dovecot!.port, user, folder: 'INBOX', auth: own },
      outgoing: { ...server, port: Number(port), user: username, auth },
      ...{ undo_seconds: 0, ...more },
    }
    const params = { organization: owner.organizationId }
    const { id: mailbox_id } = (await test.request('createMailbox', { params, body }, owner)).data
    const letter = { mailbox_id, to: ['sam@example.com'], subject: 'Your room', content: 'It is **ready**.' }
    const begun = await test.request('beginByEmail', { params: { agent }, body: letter }, owner)
    expect(begun.status, JSON.stringify(begun.body)).toBe(202)
    await test.settled()
    return dovecot!.mails(user, 'Sent')
  }
  const idOf = (raw: string | undefined) => /^Message-ID: (.*)$/im.exec(raw ?? '')?.[1]?.trim()

  it('lies there as it left, read', async () => {
    const [saved, ...others] = await send(`saves-${database.name}`)
    const sent = outgoing.received.at(-1)!
    expect(others).toEqual([])
    expect([idOf(saved?.raw), saved?.flags]).toEqual([idOf(sent.raw), 'S'])
    expect(saved?.raw).toContain('Subject: Your room')
    expect(saved?.raw).toContain('It is ready.')
  })

  it('is left out where nobody wishes it', async () => {
    const before = outgoing.received.length
    expect(await send(`leaves-${database.name}`, { save_sent: false })).toEqual([])
    expect(outgoing.received).toHaveLength(before + 1)
  })
})
