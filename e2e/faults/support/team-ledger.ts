import { randomUUID } from 'node:crypto'
import { expect } from 'vitest'
import type { Data, Input } from '#contract/index.ts'
import type { RouteName } from '#contract/routes.ts'
import { type MailServer, tokenIn } from '#server/testing/mail-server.ts'
import { until } from '../../api/support/until.ts'
import { call, must, type Owner } from '../../tools/client.ts'
import type { Installation } from './installation.ts'
import { changeStored } from './stored.ts'
import { expectCountedViews, expectOrderedThread } from './team-checks.ts'

const COLLEAGUE = { name: 'Colleague', email: 'colleague@example.com', password: 'battery staple horse' }
/** Milliseconds for which conversations are snoozed: less than a process that was killed takes to start again. */
const SNOOZED_MS = 1_000
/** Mails that a process sends at once, each of which it may have sent without noting it when it dies. */
const MAILS_AT_ONCE = 4

type Act = 'note' | 'assigned' | 'labelled' | 'reply' | 'snoozed'
const acts: readonly Act[] = ['note', 'assigned', 'labelled', 'reply', 'snoozed']

/** A conversation that a team answers, and what the team has done in it. */
interface Handled {
  id: string
  /** A part of the texts of its note and its reply that occurs nowhere else. */
  tag: string
  asked: Set<Act>
  acknowledged: Set<Act>
}

/** What a team writes to a product that may die at any moment, and what the product acknowledged of it. */
export interface TeamLedger {
  /** How many acts of each kind were acknowledged. */
  counts(): Record<Act, number>
  /** Opens a conversation whose visitor waits for a person; further writes are about it. */
  open(): Promise<void>
  /** Writes a note that mentions a colleague, who is mailed. */
  writeNote(): Promise<void>
  assign(): Promise<void>
  label(): Promise<void>
  replyAsMember(): Promise<void>
  /** Snoozes the conversation for a second. */
  snooze(): Promise<void>
  /** Opens a conversation and does everything in it, one after the other. */
  handle(): Promise<void>
  /** Waits until every snooze that was asked for would be over. */
  sleep(): Promise<void>
  /**
   * Makes mails about visitors who wait due at once; to be called while no process runs. The usual minutes would be too
   * long for a test.
   */
  letWaitsBecomeLong(): Promise<void>
  /**
   * Repeats notes and replies that were not acknowledged, and waits until snoozed conversations are woken and due
   * mails have come. Checks that nothing acknowledged is missing or there twice, that each snooze was ended once, that
   * threads have no gaps, that totals are what can be counted, and that no more mails came again than deaths explain.
   *
   * @param deaths how often a process died, which may have sent a mail without noting it
   */
  check(deaths: number): Promise<{ mails: number; repeated: number }>
}

/** @param mails Where the product sends mail to. */
export async function createTeamLedger(
  installation: Installation,
  owner: Owner,
  agent: string,
  mails: MailServer,
): Promise<TeamLedger> {
  const { url } = installation
  const cookie = { cookie: owner.cookie }
  const organization = { organization: owner.organizationId }
  const colleague = await invite(url, owner, mails)
  const own = { availability: 'away' as const, notifications: { mail_after_minutes: null } }
  for (const credentials of [cookie, colleague])
    await must(url, 'updateOwnMember', { params: organization, body: own }, credentials)
  const label = (
    await must(url, 'createLabel', { params: organization, body: { name: 'Urgent', color: 'red' } }, cookie)
  ).data.id
  const handled: Handled[] = []
  let latest: Handled | undefined
  let asleepUntil = 0
  let areWaitsLong = false

  const ask = async <Name extends RouteName>(to: Handled, act: Act, name: Name, body: object) => {
    to.asked.add(act)
    const input = { params: { agent, conversation: to.id }, body } as unknown as Input<Name>
    const headers = { 'idempotency-key': `${act}-${to.tag}` }
    const answer = await call(url, name, input, { ...cookie, headers }).catch(() => undefined)
    if (answer === undefined || answer.status >= 500 || answer.status === 409) return undefined
    if (answer.status < 300) to.acknowledged.add(act)
    return answer
  }
  const writeNote = (to: Handled) =>
    ask(to, 'note', 'createNote', { content: `Note ${to.tag}`, mentions: [colleague.userId] })
  const replyTo = (to: Handled) =>
    ask(to, 'reply', 'replyToVisitor', { content: `Reply ${to.tag}`, seen_position: '0.0', force: true })

  const ledger: TeamLedger = {
    counts: () => {
      const counted = acts.map((act) => [act, handled.filter(({ acknowledged }) => acknowledged.has(act)).length])
      return Object.fromEntries(counted) as Record<Act, number>
    },
    async open() {
      latest = undefined
      const attempt = async () => {
        const { data } = await must(url, 'createConversation', { params: { agent }, body: {} }, owner)
        const params = { agent, conversation: data.id }
        await must(url, 'updateConversation', { params, body: { response_mode: 'human' } }, owner)
        await must(url, 'sendMessage', { params, body: { content: 'Is anybody there?' } }, owner)
        latest = { id: data.id, tag: randomUUID(), asked: new Set(), acknowledged: new Set() }
        handled.push(latest)
      }
      await attempt().catch(() => {}) // the process died, and the conversation may not be there
    },
    async writeNote() {
      if (latest) await writeNote(latest)
    },
    async assign() {
      if (latest) await ask(latest, 'assigned', 'assignConversation', { assignee: colleague.userId })
    },
    async label() {
      if (latest) await ask(latest, 'labelled', 'labelConversation', { add: [label] })
    },
    async replyAsMember() {
      if (latest) await replyTo(latest)
    },
    async snooze() {
      const snoozed = latest
      // On a busy machine the time may be past when the request is read, and is then refused.
      for (let isTooLate = snoozed !== undefined; snoozed && isTooLate; ) {
        asleepUntil = Date.now() + SNOOZED_MS
        const body = { until: new Date(asleepUntil).toISOString() }
        isTooLate = (await ask(snoozed, 'snoozed', 'snoozeConversation', body))?.status === 422
      }
    },
    async handle() {
      await ledger.open()
      await ledger.writeNote()
      await ledger.assign()
      await ledger.label()
      await ledger.replyAsMember()
      await ledger.snooze()
    },
    sleep: () => new Promise((done) => setTimeout(done, Math.max(0, asleepUntil - Date.now()))),
    async letWaitsBecomeLong() {
      const due = "update jobs set run_at = 0 where name = 'alerts.wait'"
      await changeStored(installation, `update memberships set mail_after_minutes = 0; ${due}`)
      areWaitsLong = true
    },
    async check(deaths) {
      for (const each of handled) {
        const again = async (
          act: Act,
          write: (to: Handled) => Promise<{ status: number; body: unknown } | undefined>,
        ) => {
          if (!each.asked.has(act) || each.acknowledged.has(act)) return
          const { status, body } = await until(`the ${act} is answered`, () => write(each))
          expect(status, JSON.stringify(body)).toBeLessThan(300)
        }
        await again('note', writeNote)
        await again('reply', replyTo)
        const items = await awake(url, cookie, { agent, conversation: each.id })
        expectOrderedThread(items)
        expectActs(each, items)
      }
      await expectCountedViews(installation, owner, agent)
      const told = await everybodyTold()
      const repeated = [...told.values()].reduce((sum, times) => sum + times - 1, 0)
      expect(repeated, 'mails sent again').toBeLessThanOrEqual(deaths * MAILS_AT_ONCE)
      return { mails: told.size, repeated }
    },
  }

  /** Waits until all mails that are due have arrived, and returns how often each did. */
  async function everybodyTold(): Promise<Map<string, number>> {
    const due = handled.flatMap(({ id, asked, acknowledged }) => {
      const mention = acknowledged.has('note') ? [`mentioned you ${COLLEAGUE.email} ${id}`] : []
      const isWaiting = areWaitsLong && asked.size === 0
      return isWaiting ? [...mention, ...mailsOfWait(id)] : mention
    })
    const times = () => Map.groupBy(mails.received, nameOf)
    await until(`${due.length} mails arrive`, async () => {
      const arrived = times()
      return due.every((name) => arrived.has(name))
    })
    const arrived = times()
    return new Map(due.map((name) => [name, arrived.get(name)!.length]))
  }

  const mailsOfWait = (id: string) => ['owner@example.com', COLLEAGUE.email].map((to) => `been waiting ${to} ${id}`)

  return ledger
}

/** What a mail is about, to whom it went, and which conversation it leads to. */
function nameOf({ headers, to, text }: MailServer['received'][number]): string {
  const subject = headers.replaceAll(/\r\n\s+/g, ' ')
  const what = /mentioned you|been waiting/.exec(subject)?.[0]
  return `${what} ${to[0]} ${/\/inbox\/[\w-]+\/([\w-]+)/.exec(text)?.[1]}`
}

async function invite(url: string, owner: Owner, mails: MailServer): Promise<{ cookie: string; userId: string }> {
  const params = { organization: owner.organizationId }
  const { name, email, password } = COLLEAGUE
  await must(url, 'createInvitation', { params, body: { email, role: 'responder' } }, { cookie: owner.cookie })
  const mail = await until('the invitation arrives', async () => mails.received.find(({ to }) => to.includes(email)))
  const accepted = await must(url, 'acceptInvitation', { body: { token: tokenIn(mail), name, password } })
  const cookie = accepted.headers.get('set-cookie')!.split(';')[0]!
  return { cookie, userId: accepted.data.user.id }
}

type Items = Data<'listThread'>['items']

/** A conversation's thread, once it was woken as often as it was snoozed. */
function awake(url: string, credentials: { cookie: string }, params: { agent: string; conversation: string }) {
  return until(`conversation ${params.conversation} is woken`, async () => {
    const { items } = (await must(url, 'listThread', { params, query: { limit: 100 } }, credentials)).data
    const times = (type: string) => items.filter(({ event }) => event?.type === type).length
    return times('woken') >= times('snoozed') && items
  })
}

function expectActs({ id, tag, asked, acknowledged }: Handled, items: Items): void {
  const timesOf: Record<Act, number> = {
    note: items.filter(({ note }) => note?.content === `Note ${tag}`).length,
    reply: items.filter(({ message }) => message?.content === `Reply ${tag}`).length,
    assigned: items.filter(({ event }) => event?.type === 'assigned').length,
    labelled: items.filter(({ event }) => event?.type === 'labelled').length,
    snoozed: items.filter(({ event }) => event?.type === 'snoozed').length,
  }
  for (const act of acts) {
    const what = `${act} in conversation ${id}`
    expect(timesOf[act], what).toBeLessThanOrEqual(asked.has(act) ? 1 : 0)
    if (acknowledged.has(act)) expect(timesOf[act], what).toBe(1)
  }
  const woken = items.filter(({ event }) => event?.type === 'woken').length
  expect(woken, `conversation ${id} is woken as often as it was snoozed`).toBe(timesOf.snoozed)
}
