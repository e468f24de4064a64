/** Creates what the screenshots show: a website, and an organization with examples of what its screens can hold. */
import { SignJWT } from 'jose'
import type { Input } from '#contract/index.ts'
import type { MailServer } from '#server/testing/mail-server.ts'
import { must, type Owner, setUp } from './client.ts'
import { converseByMail } from './screens-mails.ts'
import { serveWebsite, type Website } from './website.ts'

const BROWSER = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0'

export interface World {
  /** Address of the website. */
  site: string
  url: string
  owner: Owner
  agent: string
  disabled: string
  empty: string
  /** Id of the agent whose sources are the crawled pages. */
  crawled: string
  /** Ids of a website whose plan was applied, and of one whose first plan is to be reviewed. */
  learnt: string
  planned: string
  /** An agent and its website, which has changed since its pages were learnt: the new plan would break a check. */
  revised: { agent: string; site: string }
  /** Crawls that somebody has started: one that found pages, one that failed, and one that does not end. */
  found: string
  failed: string
  goingOn: string
  /** Starts a crawl that goes on for a while. */
  crawlLong(): Promise<{ agent: string; site: string }>
  places: Record<
    | 'waiting'
    | 'unanswered'
    | 'ai'
    | 'human'
    | 'closed'
    | 'action'
    | 'long'
    | 'disabled'
    | 'widget'
    | 'mail'
    | 'begun'
    | 'machine'
    | 'linked',
    string
  >
}

const knowledge = `Breakfast is served from 7:00 to 10:30 in the garden room.

Check-in begins at 15:00 and check-out ends at 11:00. Luggage can stay at the desk before and after.

Parking costs 12 euros a day in the garage below the house.`

const checks = [
  { question: 'When is breakfast?', expects: 'answers' as const, facts: [['7:00'], ['garden room']] },
  { question: 'How much is parking?', expects: 'answers' as const, facts: [['15 euros']] },
  { question: 'Do you rent out bicycles?', expects: 'refuses' as const },
  { question: 'Is there a lift to every floor of the house?', expects: 'refuses' as const, muted: true },
]

const page = (title: string, text: string) =>
  `<title>${title}</title><nav>${links()}</nav><main><h1>${title}</h1><p>${text}</p></main>`

/** What the website to be crawled says, by path; it changes while the server is filled. */
const pages: Record<string, string | Promise<string>> = {
  '/': page('Garden House', 'Rooms above the garden, ten minutes from the station.'),
  ...Object.fromEntries(Object.entries(titles()).map(([path, title]) => [path, page(title, `All about: ${title}.`)])),
  '/help/parking': page('Parking', 'Parking costs 12 euros a day.</p><p>The garage is below the house.'),
  '/events': 'taken',
}

/** Serves the website to be crawled, which accepts webhooks too. */
export const serveSite = (): Promise<Website> => serveWebsite(pages)

const savedReplies = [
  { title: 'Opening hours', content: 'Hello {{visitor.name|there}}, we are here from nine to six.', is_shared: true },
  { title: 'Refund sent', content: 'Your refund is on its way. It takes three to five days.', is_shared: false },
]
const mailboxes = (agent_id: string): Input<'createMailbox'>['body'][] => [
  {
    ...{ agent_id, name: 'Hotel Seeblick', address: 'reception@seeblick.example', incoming: { type: 'http' } },
    aliases: ['hello@seeblick.example', 'booking@seeblick.example'],
    signature: '{{member.name}}\nHotel Seeblick',
    outgoing: {
      ...{ host: 'smtp.seeblick.example', port: 587, security: 'starttls', user: 'reception' },
      auth: { type: 'password', password: 'a password of the hotel' },
    },
  },
  {
    ...{ agent_id, name: 'Accounts', address: 'a-very-long-address-of-the-accounts-department@seeblick.example' },
    ...{ incoming: { type: 'http' }, ai: 'silent', is_paused: true },
  },
]
const labels = [
  ['Breakfast', 'orange'],
  ['Late arrival', 'purple'],
  ['Refund', 'red'],
  ['Room change', 'blue'],
] as const

/** Fills a fresh server through its API. */
export async function populate(url: string, site: string, mailServer: MailServer): Promise<World> {
  const owner = await setUp(url)
  const params = { organization: owner.organizationId }
  const make = async (name: string, description?: string) =>
    (await must(url, 'createAgent', { params, body: { name, ...(description && { description }) } }, owner)).data.id
  const disabled = await make('Winter shop', 'Answers about skis and snow shoes.')
  const empty = await make('Careers')
  const crawled = await make('Website')
  await make('A name so long that no column of any table has room for all of it, whatever the width of the screen')
  const agent = await make('Front desk', 'Rooms, breakfast, parking and everything guests ask before they arrive.')
  await must(url, 'updateAgent', { params: { agent }, body: { human_intervention: true } }, owner)
  const actionBody = {
    slug: 'call-back',
    name: 'Call back',
    description: 'When the visitor wants to be called back.',
    fields: [
      { name: 'phone', label: 'Your phone number', type: 'phone' as const, required: true },
      { name: 'time', label: 'Best time', type: 'text' as const, required: false },
    ],
  }
  for (const body of savedReplies) await must(url, 'createSavedReply', { params, body }, owner)
  for (const [name, color] of labels) await must(url, 'createLabel', { params, body: { name, color } }, owner)
  await must(url, 'createAction', { params: { agent }, body: actionBody }, owner)
  for (const body of mailboxes(agent)) await must(url, 'createMailbox', { params, body }, owner)

  const untilTrained = (taught: string) =>
    until(async () =>
      (await must(url, 'listSources', { params: { agent: taught } }, owner)).data.every(
        ({ status }) => status === 'completed' || status === 'failed',
      ),
    )
  const source = (body: { type: 'text'; title: string; content: string } | { type: 'url'; urls: string[] }) =>
    must(url, 'createSource', { params: { agent }, body }, owner)
  await source({ type: 'text', title: 'House guide', content: knowledge })
  await source({ type: 'url', urls: [`${site}/rooms`, `${site}/gone`] })
  const pair = { question: 'Can I bring my dog?', answer: 'Yes, for 15 euros a night.' }
  await must(url, 'createSource', { params: { agent }, body: { type: 'qa', questions: [pair] } }, owner)
  await must(url, 'createDraft', { params: { agent }, body: { content: 'The sauna opens at 16:00.' } }, owner)
  await untilTrained(agent)

  for (const check of checks) await must(url, 'createCheck', { params: { agent }, body: check }, owner)
  const run = (await must(url, 'createCheckRun', { params: { agent }, body: {} }, owner)).data.id
  await until(async () => (await must(url, 'getCheckRun', { params: { agent, run } }, owner)).data.status === 'done')

  const endpoint = { url: `${site}/events` }
  const made = (await must(url, 'createWebhookEndpoint', { params: { agent }, body: endpoint }, owner)).data
  await must(url, 'sendTestWebhook', { params: { agent, endpoint: made.id } }, owner)

  const converse = async (visitor: string, ...questions: string[]) => {
    const body = { chat_user_id: visitor }
    const conversation = (await must(url, 'createConversation', { params: { agent }, body }, owner)).data.id
    const place = { agent, conversation }
    for (const content of questions) {
      await must(url, 'sendMessage', { params: place, body: { content } }, owner)
      await until(
        async () => (await must(url, 'listMessages', { params: place }, owner)).data.at(-1)?.role !== 'visitor',
      )
    }
    return conversation
  }
  const unknown = ['Do you rent out bicycles?', 'Can I rent a bicycle from you?', 'Is there a swimming pool?']
  for (const [at, question] of unknown.entries()) await converse(`Room ${41 + at}`, question)
  const openGaps = async () => (await must(url, 'listGaps', { params: { agent }, query: { sort: 'last' } }, owner)).data
  await until(async () => (await openGaps()).some(({ question }) => question.includes('pool')))
  const pool = (await openGaps()).find(({ question }) => question.includes('pool'))!
  const lesson = { question: pool.question, answer: 'Yes, on the roof, from 8:00 to 20:00.', from: { gap: pool.id } }
  const proof = (await must(url, 'teach', { params: { agent }, body: lesson }, owner)).data.id
  await until(async () => (await must(url, 'getProof', { params: { agent, proof } }, owner)).data.status === 'done')
  const closed = await converse('Room 12', 'How much is parking?')
  await must(url, 'updateConversation', { params: { agent, conversation: closed }, body: { status: 'closed' } }, owner)
  const ai = await converse('Room 31', 'When can I check in?', 'And when is breakfast?')
  const action = await converse('Room 7', 'Please call me back.')
  const human = await converse('Room 8', 'Can I talk to a person?')
  const reply =
    'Of course: this is the front desk. **12:30** is fine for your room:\n\n- no charge\n- luggage stays here'
  await must(url, 'sendHumanMessage', { params: { agent, conversation: human }, body: { content: reply } }, owner)
  const imported = {
    origin: 'email' as const,
    chat_user: { id: 'ana@example.com', name: 'Ana Silva', email: 'ana@example.com' },
    messages: Array.from({ length: 40 }, (_, index) => ({
      role: (['visitor', 'assistant', 'human'] as const)[index % 3]!,
      content: `${'A sentence that goes on for a while, as people write them. '.repeat((index % 4) + 1)}`,
    })),
  }
  const long = (await must(url, 'importConversation', { params: { agent }, body: imported }, owner)).data.id
  const waiting = await converse('Room 24', 'When is breakfast?', 'Can I talk to a person about a late check-out?')
  await must(
    url,
    'sendMessage',
    { params: { agent, conversation: waiting }, body: { content: 'It is about Sunday.' } },
    owner,
  )

  const unanswered = await converse('Room 27', 'When is breakfast?')
  const left = { agent, conversation: unanswered }
  await must(url, 'updateConversation', { params: left, body: { response_mode: 'human' } }, owner)
  await must(url, 'sendMessage', { params: left, body: { content: 'And on Sundays?' } }, owner)
  await must(url, 'updateConversation', { params: left, body: { response_mode: 'ai' } }, owner)

  const widget = await visitFromWebsite(url, agent, site, await identityOf(url, owner, agent))

  const mailed = await converseByMail(url, owner, agent, mailServer)

  const winter = { params: { agent: disabled }, body: { chat_user_id: 'Bo' } }
  const ofDisabled = (await must(url, 'createConversation', winter, owner)).data.id
  const off = { is_disabled: true, disabled_reason: 'Closed until the first snow' }
  await must(url, 'updateAgentSettings', { params: { agent: disabled }, body: off }, owner)

  /** Adds the website to an agent, and waits until its first plan is ready. */
  const addSite = async (taught: string) => {
    const { id } = (await must(url, 'createSite', { params, body: { url: site, agent_id: taught } }, owner)).data
    const state = async () => (await must(url, 'getSite', { params: { ...params, site: id } }, owner)).data.plan?.status
    await until(async () => (await state()) === 'ready')
    return id
  }
  const learnt = await addSite(crawled)
  const { plan } = (await must(url, 'getSite', { params: { ...params, site: learnt } }, owner)).data
  await must(url, 'applyPlan', { params: { ...params, site: learnt, plan: plan!.id }, body: { all: true } }, owner)
  const planned = await addSite(agent)
  const broken = { params: { agent: crawled }, body: { type: 'url' as const, urls: [`${site}/gone`] } }
  await must(url, 'createSource', broken, owner)
  await untilTrained(crawled)
  const concierge = await make('Concierge', 'Knows the website, and is kept true to it.')
  const revised = { agent: concierge, site: await addSite(concierge) }
  const place = { params: { ...params, site: revised.site } }
  const learn = async () => {
    const { plan } = (await must(url, 'getSite', place, owner)).data
    const applied = { params: { ...place.params, plan: plan!.id }, body: { all: true as const } }
    await must(url, 'applyPlan', applied, owner)
    await until(async () => (await must(url, 'getSite', place, owner)).data.plan?.status === 'applied')
  }
  await learn()
  const parking = { question: 'How much is parking?', expects: 'answers' as const, facts: [['12 euros']] }
  await must(url, 'createCheck', { params: { agent: concierge }, body: parking }, owner)
  pages['/help/parking'] = page('Parking', 'Parking costs 15 euros a day.</p><p>The garage is below the house.')
  pages['/rooms/suite'] = page('Suite', 'The suite has a terrace of its own.')
  pages['/'] = page('Garden House', 'Rooms above the garden.</p><p><a href="/rooms/suite">New: the suite</a>.')
  delete pages['/rooms/tower']
  for (const _time of [1, 2]) {
    await must(url, 'createPlan', place, owner) // a plan lists a page as gone once it was not found twice
    await until(async () => (await must(url, 'getSite', place, owner)).data.plan?.status === 'ready')
  }
  const shownOn = { widget_origins: ['https://www.example.com'] }
  await must(url, 'updateAgentSettings', { params: { agent: concierge }, body: shownOn }, owner)
  await fetch(`${url}/widget/${concierge}?origin=https://www.example.com`) // which is seen
  pages['/archive'] = `<title>Archive</title><a href="/archive/2025">2025</a> <a href="/archive/2024">2024</a>`
  pages['/archive/2025'] = page('2025', 'What was new in 2025.')
  pages['/archive/2024'] = new Promise(() => {})
  const crawl = async (from: string) =>
    (await must(url, 'startCrawl', { params, body: { url: from } }, owner)).data.task_id
  const [found, failed] = [await crawl(site), await crawl(`${site}/nowhere`)]
  for (const taskId of [found, failed])
    await until(async () => {
      const { status } = (await must(url, 'getCrawl', { params: { ...params, taskId } }, owner)).data
      return status === 'completed' || status === 'failed'
    })
  const goingOn = await crawl(`${site}/archive`)
  let longest: string | undefined
  const crawlLong = async () => {
    const body = { url: `${site}/archive`, agent_id: concierge, include: ['/archive/**'] }
    longest ??= (await must(url, 'createSite', { params, body }, owner)).data.id
    await must(url, 'createPlan', { params: { ...params, site: longest } }, owner)
    return { agent: concierge, site: longest }
  }
  return {
    url,
    site,
    owner,
    agent,
    disabled,
    empty,
    crawled,
    learnt,
    planned,
    revised,
    found,
    failed,
    goingOn,
    crawlLong,
    places: { waiting, unanswered, ai, human, closed, action, long, disabled: ofDisabled, widget, ...mailed },
  }
}

/** An identity token for a visitor of whom the website signs no more than the id. */
async function identityOf(url: string, owner: Owner, agent: string): Promise<string> {
  const params = { agent }
  await must(url, 'updateAgentSettings', { params, body: { identity_mode: 'optional' } }, owner)
  const { secret } = (await must(url, 'createIdentitySecret', { params }, owner)).data
  const token = new SignJWT({}).setProtectedHeader({ alg: 'HS256' }).setSubject('guest-7').setAudience(agent)
  return token.setExpirationTime('1 hour').sign(new TextEncoder().encode(secret))
}

/** A visitor of a website who says who they are, asks, reads the answer and rates it. @param identity a token */
async function visitFromWebsite(url: string, agent: string, site: string, identity: string): Promise<string> {
  const ask = async (method: string, path: string, token?: string, body?: object) => {
    const authorization = token && { authorization: `Bearer ${token}` }
    const headers = { ...authorization, ...(body && { 'content-type': 'application/json' }), 'user-agent': BROWSER }
    const answer = await fetch(`${url}/widget/v1${path}`, { method, headers, body: body ? JSON.stringify(body) : null })
    if (!answer.ok) throw new Error(`${method} ${path} answered ${answer.status}`)
    return answer.status === 204 ? undefined : (await answer.json()).data
  }
  const visit = {
    page_url: `${site}/rooms/garden`,
    referrer: 'https://search.example.com/',
    locale: 'de-CH',
    identity_token: identity,
  }
  const { token } = await ask('POST', `/agents/${agent}/sessions`, undefined, visit)
  await ask('PATCH', '/visitor', token, { name: 'Mia', email: 'mia@example.com' })
  await ask('POST', '/messages', token, { id: crypto.randomUUID(), content: 'When is breakfast?' })
  let read = await ask('GET', '/conversation', token)
  while (read.items.at(-1).message?.role !== 'assistant' || read.items.length < 2) {
    await new Promise((next) => setTimeout(next, 100))
    read = await ask('GET', '/conversation', token)
  }
  const { message, position } = read.items.at(-1)
  await ask('POST', '/read', token, { position })
  await ask('POST', '/rating', token, { message_id: message.id, score: 'bad', comment: 'And on Sundays?' })
  return read.conversation.id
}

/** The titles of the website's pages by their paths. */
function titles(): Record<string, string> {
  return {
    ...{ '/rooms': 'Our rooms', '/rooms/single': 'Single room', '/rooms/double': 'Double room' },
    ...{ '/rooms/garden': 'Room with a garden', '/rooms/tower': 'Tower room', '/rooms/family': 'Family room' },
    ...{ '/help': 'Help', '/help/arrival': 'Arrival and departure', '/help/parking': 'Parking' },
    ...{ '/help/pets': 'Dogs and cats', '/help/payment': 'How to pay', '/help/breakfast': 'Breakfast' },
    ...{
      '/help/lost-and-found': 'Lost and found',
      '/news/2026/spring': 'Spring 2026',
      '/news/2026/summer': 'Summer 2026',
    },
  }
}

function links(): string {
  return ['/gone', ...Object.keys(titles())].map((path) => `<a href="${path}">${path}</a>`).join(' ')
}

async function until(done: () => Promise<boolean>): Promise<void> {
  for (const deadline = Date.now() + 60_000; !(await done()); ) {
    if (Date.now() > deadline) throw new Error('The data for the pictures was not ready in a minute.')
    await new Promise((next) => setTimeout(next, 100))
  }
}
