import { randomUUID } from 'node:crypto'
import { expect } from 'vitest'
import type { Input } from '#contract/index.ts'
import type { MailServer } from '#server/testing/mail-server.ts'
import { until } from '../../api/support/until.ts'
import { call, must, type Owner } from '../../tools/client.ts'
import type { Installation } from './installation.ts'
import { storedRows } from './stored.ts'

const ANSWERED = 'crew@boats.example'
const SILENT = 'desk@boats.example'

/** A mail to the product; its sender writes no other. */
interface Written {
  sender: string
  raw: string
  isAcknowledged: boolean
}

/** A member's answer to such a mail. */
interface Answered {
  sender: string
  conversation: string
  content: string
  isAcknowledged: boolean
}

/** Mails to and from a product that may die at any moment, and what the product acknowledged of them. */
export interface MailLedger {
  counts(): { received: number; answered: number }
  /** Posts a mail with a file, which the AI can answer. */
  receive(): Promise<void>
  /** Posts a mail that nobody answers but `answer`, and waits until it is in a conversation. */
  open(): Promise<void>
  /** Has a member answer the mail of `open`. */
  answer(): Promise<void>
  /**
   * Repeats what was not acknowledged, as mail servers and people do, and waits until all mails have left. Checks that
   * each mail that came is in one conversation once, with its file, that each answer is in its thread once, and that no
   * mail came again more often than the deaths explain, nor under another Message-ID. A mail that the AI did not answer,
   * as the process died each time it began to, must wait for people.
   *
   * @returns how many mails left, how many of them again, and how many wait for people
   */
  check(deaths: number): Promise<{ left: number; repeated: number; waiting: number }>
}

/** The body of a mailbox that sends by a mail server of the tests. */
export function mailboxBody(agent: string, address: string, mails: MailServer): Input<'createMailbox'>['body'] {
  const { hostname, port, username, password } = new URL(mails.url)
  const auth = { type: 'password' as const, password: decodeURIComponent(password) }
  const outgoing = { host: hostname, port: Number(port), security: 'none' as const, user: username, auth }
  const incoming = { type: 'http' as const }
  return { agent_id: agent, name: 'Crew', address, incoming, outgoing, undo_seconds: 0 }
}

/** @param mails Where the product sends mail to. */
export async function createMailLedger(
  installation: Installation,
  owner: Owner,
  agent: string,
  mails: MailServer,
): Promise<MailLedger> {
  const { url } = installation
  const params = { organization: owner.organizationId }
  const mailbox = async (address: string, ai: 'answers' | 'silent') => {
    const body = { ...mailboxBody(agent, address, mails), ai }
    return (await must(url, 'createMailbox', { params, body }, { cookie: owner.cookie })).data.inbound_url!
  }
  const answering = await mailbox(ANSWERED, 'answers')
  const silent = await mailbox(SILENT, 'silent')
  const source = { type: 'text' as const, content: 'The boat hire opens at nine in the morning and closes at six.' }
  const { data: learnt } = await must(url, 'createSource', { params: { agent }, body: source }, owner)
  const { id } = [learnt].flat()[0]!
  await until('the agent has learnt it', async () => {
    const { data } = await must(url, 'getSource', { params: { agent, source: id } }, owner)
    return data.status === 'completed'
  })
  const written: Written[] = []
  const answers: Answered[] = []
  let open: { sender: string; conversation: string } | undefined

  const write = (to: string): Written => {
    const sender = `${randomUUID()}@a.example`
    return { sender, raw: mailFrom(sender, to), isAcknowledged: false }
  }
  async function post(mail: Written, to: string): Promise<void> {
    const headers = { 'content-type': 'message/rfc822' }
    const path = new URL(to).pathname
    const request = { method: 'POST', headers, body: mail.raw }
    const answer = await fetch(`${url}${path}`, request).catch(() => undefined)
    if (answer === undefined || answer.status >= 500) return
    expect(answer.status, await answer.text()).toBe(202)
    mail.isAcknowledged = true
  }
  async function send(answer: Answered): Promise<void> {
    const body = { content: answer.content, seen_position: '0.0', force: true }
    const input = { params: { agent, conversation: answer.conversation }, body }
    const headers = { 'idempotency-key': answer.content }
    const said = await call(url, 'sendEmail', input, { cookie: owner.cookie, headers }).catch(() => undefined)
    if (said === undefined || said.status >= 500 || said.status === 409) return
    expect(said.status, JSON.stringify(said.body)).toBe(202)
    answer.isAcknowledged = true
  }
  const rows = <Row>(query: string) => storedRows<Row>(installation, query)
  const visitorMessages = (sender: string) =>
    rows<{ conversation: string; files: number }>(
      `select c.id as conversation, (select count(*) from attachments a where a.message_id = m.id) as files
         from messages m join conversations c on c.id = m.conversation_id
         where c.chat_user_id = '${sender}' and m.role = 'visitor'`,
    )
  const rolesOf = async (conversation: string) =>
    (
      await rows<{ role: string }>(
        `select role from messages where conversation_id = '${conversation}' order by position`,
      )
    ).map(({ role }) => role)
  /** Those of some senders who wait for people, as the inbox lists them. */
  const handedOver = async (senders: readonly string[]) => {
    const found = await rows<{ sender: string }>(
      `select chat_user_id as sender from conversations
         where response_mode = 'human' and status = 'open' and waiting_since is not null`,
    )
    const all = new Set(found.map(({ sender }) => sender))
    return senders.filter((sender) => all.has(sender))
  }
  /** The Message-IDs of all mails to somebody, as often as they came. */
  const idsTo = (sender: string) =>
    mails.received
      .filter(({ to }) => to.includes(sender))
      .map(({ headers }) => /^Message-ID:\s+(\S+)/im.exec(headers)![1]!)

  return {
    counts: () => ({
      received: written.filter(({ isAcknowledged }) => isAcknowledged).length,
      answered: answers.filter(({ isAcknowledged }) => isAcknowledged).length,
    }),
    async receive() {
      const mail = write(ANSWERED)
      written.push(mail)
      await post(mail, answering)
    },
    async open() {
      const mail = write(SILENT)
      await post(mail, silent)
      const { sender } = mail
      const [found] = await until('the mail is read', async () => {
        const messages = await visitorMessages(sender)
        return messages.length > 0 && messages
      })
      open = { sender, conversation: found!.conversation }
    },
    async answer() {
      if (!open) return
      const answer = { ...open, content: `Answer ${randomUUID()}`, isAcknowledged: false }
      open = undefined
      answers.push(answer)
      await send(answer)
    },
    async check(deaths) {
      for (const mail of written)
        await until('the mail is acknowledged', async () => {
          if (!mail.isAcknowledged) await post(mail, answering)
          return mail.isAcknowledged
        })
      for (const answer of answers)
        await until('the answer is acknowledged', async () => {
          if (!answer.isAcknowledged) await send(answer)
          return answer.isAcknowledged
        })
      const all = [...written, ...answers]
      let waiting: string[] = []
      await until('a mail has gone to everybody who does not wait for people', async () => {
        const left = written.map(({ sender }) => sender).filter((sender) => idsTo(sender).length === 0)
        waiting = await handedOver(left)
        const unanswered = all.filter(({ sender }) => idsTo(sender).length === 0)
        return unanswered.every(({ sender }) => waiting.includes(sender))
      })
      await until('nothing is left to be read or sent', async () => {
        const [left] = await rows<{ count: number }>(
          'select (select count(*) from mails where done_at is null) + (select count(*) from pending_mails) as count',
        )
        return Number(left!.count) === 0
      })
      for (const { sender } of written) {
        const found = await visitorMessages(sender)
        expect(
          found.map(({ files }) => Number(files)),
          `the mail of ${sender}`,
        ).toEqual([1])
        const roles = waiting.includes(sender) ? ['visitor'] : ['visitor', 'assistant']
        expect(await rolesOf(found[0]!.conversation)).toEqual(roles)
      }
      for (const { conversation } of answers) expect(await rolesOf(conversation)).toEqual(['visitor', 'human'])
      for (const { sender } of all)
        expect(new Set(idsTo(sender)).size, `Message-IDs to ${sender}`).toBe(waiting.includes(sender) ? 0 : 1)
      const states = await rows<{ status: string }>('select distinct status from mail_deliveries')
      expect(states).toEqual([{ status: 'sent' }])
      const repeated = mails.received.length - (all.length - waiting.length)
      expect(repeated, 'mails sent again').toBeLessThanOrEqual(deaths)
      return { left: mails.received.length, repeated, waiting: waiting.length }
    },
  }
}

function mailFrom(sender: string, to: string): string {
  return [
    `From: Ann <${sender}>`,
    `To: ${to}`,
    'Subject: Hours',
    `Message-ID: <${randomUUID()}@a.example>`,
    'Content-Type: multipart/mixed; boundary=b',
    '',
    '--b',
    'Content-Type: text/plain',
    '',
    'When does the boat hire open?',
    '--b',
    'Content-Type: text/plain; name=list.txt',
    'Content-Disposition: attachment; filename=list.txt',
    '',
    `What we bring, by ${sender}.`,
    '--b--',
    '',
  ].join('\r\n')
}
