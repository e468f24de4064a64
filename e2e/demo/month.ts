import type { MailServer } from '../../src/server/testing/mail-server.ts'
import { type Credentials, must } from '../tools/client.ts'
import { openPast, type Past } from './past.ts'
import { type Correspondence, happeningsUntil, type MembersAct, type Visit, type Who } from './story.ts'
import { arrive } from './visitor.ts'

const DAY_MS = 86_400_000
const PASSWORD = 'correct horse battery'
const GREETING = 'Hello! Ask me about rooms, breakfast, parking or your booking.'
const STARTERS = ['When is breakfast?', 'How much is parking?', 'Can I bring my dog?']
const APPEARANCE = {
  accent_color: '#23513d',
  theme: 'light',
  position: 'right',
  launcher: 'icon',
  launcher_text: '',
} as const

export const accounts = {
  owner: { name: 'Olivia', email: 'olivia@example.com', password: PASSWORD },
  colleague: { name: 'Ben', email: 'ben@example.com', password: PASSWORD },
} as const

const labels = { Booking: 'blue', Breakfast: 'orange', 'Late arrival': 'purple', Refund: 'red' } as const

const savedReplies = [
  {
    title: 'Late arrival',
    content: 'Hello {{visitor.name|there}}, the night porter waits for you. Please ring at the garden door.',
  },
  { title: 'Booking number', content: 'Please tell me your booking number, and I will look at once.' },
  { title: 'Ten per cent', content: 'From ten rooms on, we take ten per cent off. Shall I hold them for you?' },
].map((reply) => ({ ...reply, is_shared: true }))

const bar = (from: string) => `The garden bar opens at ${from} in summer. It serves drinks and small dishes.`

const checks = [
  { question: 'When is breakfast?', expects: 'answers' as const, facts: [['7:00'], ['garden room']] },
  { question: 'How much is parking?', expects: 'answers' as const, facts: [['12 euros']] },
  { question: 'Can I bring my dog?', expects: 'answers' as const, facts: [['15 euros']] },
  { question: 'When does the garden bar open?', expects: 'answers' as const, facts: [['17:00']] },
  { question: 'Do you sell lottery tickets?', expects: 'refuses' as const },
]

/** Before which visit, by its number, something happens to what the agent knows. */
const CHECKED = 20
const TAUGHT = 42
const EDITED = 50

/**
 * Fills an empty data folder through the API: the hotel's agent, which learns its website, and a month of visits, each at
 * its time. @returns the agent's id
 */
export async function fillMonth(
  env: Record<string, string>,
  site: string,
  mails: MailServer,
  end: number,
): Promise<string> {
  const past = await openPast(env, end - 30 * DAY_MS)
  try {
    const house = await furnish(past, site, mails)
    for (const [number, visit] of happeningsUntil(end).entries()) {
      await past.goTo(end - visit.before * 60_000)
      if (number === CHECKED) await check(past, house)
      if (number === TAUGHT) await teach(past, house)
      if (number === EDITED) await edit(past, house)
      if ('subject' in visit) await correspond(past, house, visit, mails)
      else await happen(past, house, visit, { site, number })
    }
    for (const session of Object.values(house.sessions)) await must(past.url, 'signOut', {}, session)
    return house.agent
  } finally {
    await past.close()
  }
}

type House = Awaited<ReturnType<typeof furnish>>

async function furnish({ url, settled }: Past, site: string, mails: MailServer) {
  const { owner, colleague } = accounts
  const made = await must(url, 'setUp', { body: { organization: 'Garden House', ...owner } })
  const organization = made.data.organizations[0]!.id
  const byOwner = { cookie: cookieOf(made.headers) }
  const params = { organization }
  const { token: key } = (await must(url, 'createSessionToken', { body: params }, byOwner)).data
  const credentials = { key }
  const invitation = { params, body: { email: colleague.email, role: 'responder' as const } }
  const { link } = (await must(url, 'createInvitation', invitation, byOwner)).data
  const token = new URL(link!).hash.slice(1)
  const { email: _, ...joining } = colleague
  const joined = await must(url, 'acceptInvitation', { body: { token, ...joining } })
  const sessions: Record<Who, Credentials> = { owner: byOwner, colleague: { cookie: cookieOf(joined.headers) } }
  const members = (await must(url, 'listMembers', { params }, byOwner)).data
  const idOf = (name: string) => members.find((member) => member.name === name)!.user_id
  const ids: Record<Who, string> = { owner: idOf(owner.name), colleague: idOf(colleague.name) }

  const agent = (await must(url, 'createAgent', { params, body: { name: 'Front desk' } }, credentials)).data.id
  await must(url, 'updateAgent', { params: { agent }, body: { human_intervention: true } }, credentials)
  const look = { widget_origins: [site], starters: STARTERS, greeting: GREETING, appearance: APPEARANCE }
  await must(url, 'updateAgentSettings', { params: { agent }, body: look }, byOwner)
  const labelIds: Record<string, string> = {}
  for (const [name, color] of Object.entries(labels))
    labelIds[name] = (await must(url, 'createLabel', { params, body: { name, color } }, byOwner)).data.id
  for (const body of savedReplies) await must(url, 'createSavedReply', { params, body }, byOwner)

  const { hostname: host, port, username: user, password } = new URL(mails.url)
  const auth = { type: 'password' as const, password: decodeURIComponent(password) }
  const mailbox = {
    ...{
      agent_id: agent,
      name: 'Garden House',
      address: 'hello@garden-house.example',
      incoming: { type: 'http' as const },
    },
    outgoing: { host, port: Number(port), security: 'none' as const, user, auth },
    signature: '{{member.name}}\nGarden House',
  }
  const { inbound_url: inbound } = (await must(url, 'createMailbox', { params, body: mailbox }, byOwner)).data

  const crawl = (await must(url, 'startCrawl', { params, body: { url: site } }, credentials)).data
  await settled()
  const { result } = (await must(url, 'getCrawl', { params: { ...params, taskId: crawl.task_id } }, credentials)).data
  const pages = { type: 'url' as const, urls: result!.urls }
  await must(url, 'createSource', { params: { agent }, body: pages }, credentials)
  const text = { type: 'text' as const, title: 'Garden bar', content: bar('17:00') }
  await must(url, 'createSource', { params: { agent }, body: text }, credentials)
  await settled()
  const sources = (await must(url, 'listSources', { params: { agent } }, credentials)).data
  const source = sources.find(({ type }) => type === 'text')!.id
  return { organization, agent, source, inbound: inbound!, sessions, ids, labels: labelIds }
}

const cookieOf = (headers: Headers): string => headers.get('set-cookie')!.split(';')[0]!

async function check({ url, settled }: Past, { agent, sessions }: House): Promise<void> {
  for (const body of checks) await must(url, 'createCheck', { params: { agent }, body }, sessions.owner)
  await must(url, 'createCheckRun', { params: { agent }, body: {} }, sessions.owner)
  await settled()
}

/** The owner answers the question about a cot, which the AI did not know. */
async function teach(past: Past, { agent, sessions }: House): Promise<void> {
  const { url } = past
  const gaps = (await must(url, 'listGaps', { params: { agent } }, sessions.owner)).data
  const gap = gaps.find(({ question }) => question.includes('cot'))!
  const answer = 'Yes, a cot costs nothing. Please tell us before you arrive.'
  const body = { question: gap.question, answer, from: { gap: gap.id } }
  await must(url, 'teach', { params: { agent }, body }, sessions.owner)
  await past.checked(agent)
}

/** That the bar opens later from now on breaks a check. */
async function edit(past: Past, { agent, source, sessions }: House): Promise<void> {
  const { url } = past
  const place = { params: { agent, source } }
  const { version } = (await must(url, 'getSourceContent', place, sessions.owner)).data
  await must(url, 'updateSourceContent', { ...place, body: { content: bar('18:00'), version } }, sessions.owner)
  await past.checked(agent)
}

/** Lets a visit happen: every act as the visitor's browser or a member's sends it. */
async function happen(past: Past, house: House, visit: Visit, { site, number }: { site: string; number: number }) {
  const visitor = await arrive(past.url, house.agent, visit, site, `198.51.100.${number + 1}`)
  for (const act of visit.acts) {
    if ('wait' in act) past.pass(act.wait)
    else if ('say' in act) await visitor.send('writeMessage', { id: crypto.randomUUID(), content: act.say })
    else if ('accept' in act) await visitor.send('askForPerson')
    else if ('decline' in act) await visitor.send('declineOffer', undefined, (await visitor.read()).answer)
    else if ('rate' in act) {
      const { answer } = await visitor.read()
      await visitor.send('rate', { message_id: answer, score: act.rate, comment: act.comment ?? '' })
    } else await handle(past, house, (await visitor.read()).conversation, act)
    await past.settled()
  }
  await visitor.send('markRead', { position: (await visitor.read()).position })
}

/** Lets a correspondence happen: each mail comes as a mail server posts it, and answers the one before. */
async function correspond(past: Past, house: House, { from, subject, acts }: Correspondence, mails: MailServer) {
  const params = { organization: house.organization }
  const newest = async () =>
    (await must(past.url, 'listInbox', { params, query: { view: 'open' } }, house.sessions.owner)).data.items[0]!.id
  for (const [number, act] of acts.entries()) {
    if ('wait' in act) past.pass(act.wait)
    else if ('mail' in act) {
      const before = /^message-id:\s*(\S+)/im.exec(mails.received.at(-1)?.headers ?? '')?.[1]
      const lines = [
        `From: ${from.name} <${from.address}>`,
        'To: Garden House <hello@garden-house.example>',
        `Subject: ${number === 0 ? subject : `Re: ${subject}`}`,
        `Date: ${new Date(past.now()).toUTCString()}`,
        `Message-ID: <${crypto.randomUUID()}@example.com>`,
        ...(number > 0 && before ? [`In-Reply-To: ${before}`, `References: ${before}`] : []),
        'Content-Type: text/plain; charset=utf-8',
        '',
        ...act.mail.split('\n'),
      ]
      const headers = { 'content-type': 'message/rfc822' }
      const answer = await fetch(inboundAt(past, house), { method: 'POST', headers, body: lines.join('\r\n') })
      if (!answer.ok) throw new Error(`The mail was not taken: ${answer.status} ${await answer.text()}`)
    } else await handle(past, house, await newest(), act)
    await past.settled()
  }
}

/** The address to which mails are posted, at the server that plays the past. */
const inboundAt = ({ url }: Past, { inbound }: House): string => url + new URL(inbound).pathname

/** What a member does with a conversation, having read it. */
async function handle(past: Past, house: House, conversation: string, act: MembersAct): Promise<void> {
  const { url } = past
  const by = house.sessions[act.by]
  const params = { agent: house.agent, conversation }
  const position = (await must(url, 'listThread', { params }, by)).data.last_position!
  await must(url, 'markConversationRead', { params, body: { position } }, by)
  if ('reply' in act) {
    await must(url, 'replyToVisitor', { params, body: { content: act.reply, seen_position: position } }, by)
  } else if ('note' in act) {
    const mentions = act.to ? [house.ids[act.to]] : []
    await must(url, 'createNote', { params, body: { content: act.note, mentions } }, by)
  } else if ('label' in act) {
    await must(url, 'labelConversation', { params, body: { add: [house.labels[act.label]!] } }, by)
  } else if ('assign' in act) {
    await must(url, 'assignConversation', { params, body: { assignee: house.ids[act.assign] } }, by)
  } else if ('snooze' in act) {
    const until = new Date(past.now() + act.snooze * 60_000).toISOString()
    await must(url, 'snoozeConversation', { params, body: { until } }, by)
  } else if ('giveBack' in act) {
    await must(url, 'giveBack', { params, body: { answers: true } }, by)
  } else {
    const body = { ids: [conversation], change: { status: 'closed' as const } }
    await must(url, 'changeConversations', { params: { organization: house.organization }, body }, by)
  }
}
