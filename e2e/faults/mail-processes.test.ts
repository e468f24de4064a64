import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startMailServer } from '#server/testing/mail-server.ts'
import { mailOf } from '#server/testing/mails.ts'
import { until } from '../api/support/until.ts'
import { must, type Owner } from '../tools/client.ts'
import { startDovecot } from '../tools/dovecot.ts'
import { freePort } from '../tools/free-port.ts'
import type { Product } from '../tools/product.ts'
import { databaseNames, type Installation, newInstallation } from './support/installation.ts'
import { mailboxBody } from './support/mail-ledger.ts'
import { storedRows } from './support/stored.ts'

const ADDRESS = 'crew@boats.example'
const USER = 'crew'
const MAILS = 8
const TAKEN_OVER_WITHIN_MS = 45_000
const dovecot = await startDovecot()

describe.runIf(dovecot && databaseNames().includes('PostgreSQL'))('a mailbox of two processes', () => {
  let installation: Installation
  let mails: Awaited<ReturnType<typeof startMailServer>>
  let first: Product
  let second: Product
  let owner: Owner
  let agent: string

  beforeAll(async () => {
    mails = await startMailServer()
    installation = await newInstallation('PostgreSQL')
    ;({ product: first, owner, agent } = await installation.begin())
    const { port, password } = dovecot!
    const server = { host: '127.0.0.1', port, security: 'none' as const, user: USER, folder: 'INBOX' }
    const incoming = { type: 'imap' as const, ...server, auth: { type: 'password' as const, password } }
    const body = { ...mailboxBody(agent, ADDRESS, mails), ai: 'silent' as const, incoming }
    const params = { organization: owner.organizationId }
    const { id } = (await must(first.url, 'createMailbox', { params, body }, { cookie: owner.cookie })).data
    await until('the first process fetches its mail', async () => {
      const input = { params: { ...params, mailbox: id } }
      return (await must(first.url, 'getMailbox', input, { cookie: owner.cookie })).data.status === 'connected'
    })
    second = await installation.start({}, await freePort())
  })
  afterAll(async () => {
    await installation?.remove()
    await mails?.close()
    await dovecot?.stop()
  })

  /** Puts a mail into the mailbox and waits for its conversation. */
  async function arrive(sender: string): Promise<string> {
    dovecot!.deliver(USER, mailOf('When do you open?', { From: sender, To: ADDRESS }))
    const found = await until(`the mail of ${sender}`, async () => (await conversationsOf(sender)).at(0))
    return found.id
  }
  const conversationsOf = (sender: string) =>
    storedRows<{ id: string }>(installation, `select id from conversations where chat_user_id = '${sender}'`)

  it('leaves it in the order in which members wrote, each mail once', async () => {
    const conversation = await arrive('ann@a.example')
    const typed = Array.from({ length: MAILS }, (_, index) => `Answer ${String.fromCharCode(65 + index)}.`)
    for (const [index, content] of typed.entries()) {
      const { url } = index % 2 === 0 ? first : second
      const body = { content, seen_position: '0.0', force: true }
      await must(url, 'sendEmail', { params: { agent, conversation }, body }, { cookie: owner.cookie })
    }
    await until('all have left', async () => mails.received.length >= MAILS)
    expect(mails.received.map(({ text }) => text.split('\r\n')[0])).toEqual(typed)
  })

  it('is fetched by the other process once the one that did so has died', async () => {
    await first.kill()
    const diedAt = Date.now()
    await arrive('bob@b.example')
    const seconds = (Date.now() - diedAt) / 1_000
    await arrive('cleo@c.example')
    for (const sender of ['ann@a.example', 'bob@b.example', 'cleo@c.example'])
      expect(await conversationsOf(sender), sender).toHaveLength(1)
    console.log(`mail is fetched again ${seconds.toFixed(1)} s after the process that fetched it was killed`)
    expect(seconds * 1_000).toBeLessThan(TAKEN_OVER_WITHIN_MS)
  })
})
