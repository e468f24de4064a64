import { randomUUID } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import { beginVisits, write } from '../bench/tools/visitors.ts'
import { sentence } from '../bench/tools/words.ts'
import { call, must, ownerAccount } from '../tools/client.ts'
import type { Dovecot } from '../tools/dovecot.ts'
import { crawl, look, type Stage, trainFile, trainPages, trainText, until, visit } from './actors.ts'

const MINUTE_MS = 60_000
const QUIET_MS = 6 * 60 * MINUTE_MS
const DAY_BEGINS = 7
const DAY_ENDS = 22

/** What the actors of a week need beside those of an hour. */
export interface Week extends Stage {
  /** What the product's clock shows. */
  now(): number
  speed: number
  /** Where mail is posted, and where it is delivered for the product to fetch; null where there is no such server. */
  inbound: string
  dovecot: Dovecot | null
  checked: string
  /** The agent with whom people answer. The others answer everything, so that whoever asks them hears of it. */
  desk: string
  /** Whether the disk is so full that files and training are refused. */
  isShort(): boolean
}

type Act = (week: Week, turn: number) => Promise<unknown>

/** What is done every so many minutes of the product's clock, by day alone or at night, too. */
const routine: [act: Act, minutes: number, when: 'day' | 'always'][] = [
  [visit, 20, 'day'],
  [(week, turn) => visit(week, turn * 2 + 1), 25, 'day'],
  [askAPerson, 30, 'day'],
  [chat, 40, 'day'],
  [writeMail, 30, 'day'],
  [look, 30, 'day'],
  [closeAnswered, 120, 'day'],
  [trainText, 120, 'always'],
  [trainPages, 240, 'always'],
  [trainFile, 180, 'always'],
  [crawl, 360, 'always'],
  [leaveAFile, 300, 'always'],
  [beForgotten, 360, 'always'],
  [check, 720, 'always'],
  [comeAndGo, 480, 'always'],
]

/** Lives through the routine until the week is over. @returns how often each act was done */
export async function live(week: Week): Promise<Record<string, number>> {
  const done: Record<string, number> = {}
  const repeat = async ([act, minutes, when]: (typeof routine)[number], place: number) => {
    const name = act.name || `act ${place}`
    for (let turn = 0; !week.isOver(); turn += 1) {
      const next = week.now() + minutes * MINUTE_MS
      const hour = new Date(week.now()).getUTCHours()
      if (when === 'always' || (hour >= DAY_BEGINS && hour < DAY_ENDS)) {
        try {
          await act(week, turn)
          done[name] = (done[name] ?? 0) + 1
        } catch (error) {
          if (!week.isShort() || !String(error).includes(': 503 ')) throw error
          done.refused = (done.refused ?? 0) + 1
        }
      }
      await delay(Math.max(20, (next - week.now()) / week.speed))
    }
  }
  await Promise.all(routine.map(repeat))
  return done
}

const VISITORS = 5_000

/** A visitor asks for a person, who answers, notes something for the team, and closes the conversation. */
async function askAPerson({ url, owner, desk: agent }: Week, turn: number): Promise<void> {
  const organization = owner.organizationId
  const body = { chat_user_id: `visitor-${turn % VISITORS}` }
  const { id } = (await must(url, 'createConversation', { params: { agent }, body }, owner)).data
  const params = { agent, conversation: id }
  await must(url, 'updateConversation', { params, body: { response_mode: 'human' } }, owner)
  const headers = { 'idempotency-key': randomUUID() }
  await must(url, 'sendMessage', { params, body: { content: sentence(turn) } }, { ...owner, headers })
  const { user } = (await must(url, 'getSession', {}, owner)).data
  await must(url, 'assignConversation', { params, body: { assignee: user.id } }, owner)
  const { data: page } = await must(url, 'listInbox', { params: { organization }, query: { view: 'open' } }, owner)
  if (page.items.length === 0) throw new Error('The inbox shows nobody who waits.')
  await must(url, 'createNote', { params, body: { content: sentence(turn), mentions: [user.id] } }, owner)
  await must(url, 'sendHumanMessage', { params, body: { content: sentence(turn + 1) } }, owner)
  await must(url, 'updateConversation', { params, body: { status: 'closed' } }, owner)
  // What came by mail and from websites is done, too; the others' own visitors are still writing.
  for (const { id, agent_id, origin } of page.items) {
    const input = { params: { agent: agent_id, conversation: id }, body: { status: 'closed' as const } }
    if (origin !== 'public_api') await must(url, 'updateConversation', input, owner)
  }
}

/** A member looks through what the AI has answered by mail and by API, and closes what has been quiet for hours. */
async function closeAnswered({ url, owner, now }: Week): Promise<void> {
  const params = { organization: owner.organizationId }
  for (let cursor: string | null | undefined; cursor !== null; ) {
    const query = { view: 'ai' as const, ...(cursor && { cursor }) }
    const { data: page } = await must(url, 'listInbox', { params, query }, owner)
    for (const { id, agent_id, origin, updated_at } of page.items) {
      if (origin === 'widget' || Date.parse(updated_at) > now() - QUIET_MS) continue
      const input = { params: { agent: agent_id, conversation: id }, body: { status: 'closed' as const } }
      await must(url, 'updateConversation', input, owner)
    }
    cursor = page.next_cursor
  }
}

/** Somebody opens the chat of a website, asks, and goes. */
async function chat({ url, agents: [agent = ''] }: Week, turn: number): Promise<void> {
  const [visitor] = await beginVisits(url, agent, 1, turn)
  await write(url, visitor!, sentence(turn))
}

/** Two mails with a file each come in: one is posted, one is fetched. */
async function writeMail({ inbound, dovecot, now }: Week, turn: number): Promise<void> {
  const mail = (to: string) => {
    const head = [`From: visitor-${turn}@a.example`, `To: ${to}`, `Subject: Rule ${turn}`]
    head.push(`Message-ID: <${randomUUID()}@a.example>`, `Date: ${new Date(now()).toUTCString()}`, 'MIME-Version: 1.0')
    const file = ['--b', 'Content-Type: text/plain', 'Content-Disposition: attachment; filename="rule.txt"', '']
    const body = ['--b', 'Content-Type: text/plain', '', sentence(turn), ...file, sentence(turn), '--b--', '']
    return [...head, 'Content-Type: multipart/mixed; boundary=b', '', ...body].join('\r\n')
  }
  const headers = { 'content-type': 'message/rfc822' }
  const body = mail('crew@boats.example')
  await until(async () => {
    const { status } = await fetch(inbound, { method: 'POST', headers, body })
    if (status !== 202 && status !== 503) throw new Error(`A mail was answered with ${status}.`)
    return status === 202 // else it is posted again, as mail servers do
  })
  dovecot?.deliver('desk', mail('desk@boats.example'), now())
}

/** A member uploads a file for a message that is never sent. */
async function leaveAFile({ url, owner }: Week, turn: number): Promise<void> {
  const params = { organization: owner.organizationId }
  const body = { file: new File([sentence(turn).repeat(100)], 'plan.txt') } as never
  await must(url, 'uploadAttachment', { params, body }, owner)
}

/** What is known of a visitor is exported, and then erased. */
async function beForgotten({ url, owner, desk: agent_id }: Week, turn: number): Promise<void> {
  const params = { organization: owner.organizationId }
  const visitor = { agent_id, chat_user_id: `visitor-${(turn * 12) % VISITORS}`, identity_verified: false }
  const { data: found } = await must(
    url,
    'findVisitors',
    { params, body: { chat_user_id: visitor.chat_user_id } },
    owner,
  )
  if (found.length === 0) return
  for (const name of ['exportVisitors', 'eraseVisitors'] as const) {
    const { id } = (await must(url, name, { params, body: { matches: [visitor] } }, owner)).data
    await until(async () => {
      const { status } = (await must(url, 'getVisitorJob', { params: { ...params, job: id } }, owner)).data
      return status === 'done'
    })
  }
}

/** The agent is asked its checks, and what would become of past answers without a source; an answer is taught. */
async function check({ url, owner, agents: [agent = ''], checked }: Week, turn: number): Promise<void> {
  await call(url, 'createCheckRun', { params: { agent }, body: {} }, owner) // refused where training has begun one
  await must(url, 'createImpact', { params: { agent }, body: { without: [checked] } }, owner)
  const { data: gaps } = await must(url, 'listGaps', { params: { agent } }, owner)
  if (gaps.length === 0) return
  const body = { question: `What is rule ${turn}?`, answer: sentence(turn), from: { gap: gaps[0]!.id } }
  const { id } = (await must(url, 'teach', { params: { agent }, body }, owner)).data
  await until(async () => {
    const { data: proof } = await must(url, 'getProof', { params: { agent, proof: id } }, owner)
    if (proof.status !== 'done' && proof.status !== 'failed') return false
    const source = { params: { agent, source: proof.source_id! } }
    if (proof.source_id) await must(url, 'deleteSource', source, owner)
    return true
  })
}

/** Somebody mistypes a password, signs in, invites, forgets a password, and signs out every other time. */
async function comeAndGo({ url, owner }: Week, turn: number): Promise<void> {
  const { email, password } = ownerAccount
  await call(url, 'signIn', { body: { email: `nobody-${turn}@example.com`, password } })
  const { headers } = await must(url, 'signIn', { body: { email, password } })
  const cookie = headers.get('set-cookie')!.split(';')[0]!
  const params = { organization: owner.organizationId }
  const invited = { email: `guest-${turn}@example.com`, role: 'responder' as const }
  await must(url, 'createInvitation', { params, body: invited }, { cookie })
  await must(url, 'requestPasswordReset', { body: { email } })
  await must(url, 'createSessionToken', { body: {} }, { cookie })
  if (turn % 2 === 0) await must(url, 'signOut', {}, { cookie })
}
