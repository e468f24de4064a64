/**
 * Takes a picture of every screen and its main states, in both themes at 390, 768 and 1440 px, from real data on a fresh
 * server: `node e2e/tools/screens.ts <folder> [part of a name] [width]`.
 */
import { mkdirSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { type Browser, type BrowserContext, chromium, type Page, type Request } from 'playwright'
import { browserOptions, findBrowser } from './browser.ts'
import { call, must, type Owner, ownerAccount, setUp } from './client.ts'
import { removeData, startProduct } from './product.ts'
import { serveWebsite } from './website.ts'

const widths = [390, 768, 1440]
const heights: Record<number, number> = { 390: 844, 768: 1024, 1440: 900 }
const AT_ONCE = 3 // pages, so that one loads while another is looked at
const QUIET_MS = 250 // with nothing on its way: what comes late has come
const SETTLED_WITHIN_MS = 3_000
const themes = ['light', 'dark'] as const

const [folder, part = '', onlyWidth] = process.argv.slice(2)
if (!folder) throw new Error('Say where the pictures go: node e2e/tools/screens.ts <folder>')
const target = resolve(folder)
mkdirSync(target, { recursive: true })

interface World {
  url: string
  owner: Owner
  agent: string
  disabled: string
  empty: string
  /** Its sources are the crawl's pages. */
  crawled: string
  crawl: string
  places: Record<'waiting' | 'ai' | 'human' | 'closed' | 'action' | 'long' | 'disabled', string>
}

interface Shot {
  name: string
  path: (world: World) => string
  /** Until this is there, it is not the picture that is wanted. */
  act?: (page: Page, world: World) => Promise<unknown>
  signedOut?: true
  /** Its session is nobody else's, as it ends. */
  ownSession?: true
  /** Over everything else: before the picture is taken, the server is out of reach, say. */
  prepare?: (context: BrowserContext, world: World) => Promise<unknown>
}

const open = (name: string | RegExp) => (page: Page) => page.getByRole('button', { name }).first().click()
const storing = (items: (world: World) => Record<string, unknown>) => (context: BrowserContext, world: World) =>
  context.addInitScript((kept) => {
    for (const [key, value] of Object.entries(kept)) localStorage.setItem(`baton.${key}`, JSON.stringify(value))
  }, items(world))
const seen = (text: string | RegExp) => (page: Page) => page.getByText(text).first().waitFor()
const floating = (page: Page) => page.locator('[role=dialog], [role=alertdialog], [role=menu]').first().waitFor()

/** States that are a dialog, a menu or a panel over the screen. */
const opens =
  /-(add|panel|delete|delivery|signals|why|secret)$|^(palette|shortcuts|session-ended|settings-agent-action)$/

const shots: Shot[] = [
  { name: 'sign-in', path: () => '/sign-in', signedOut: true },
  { name: 'connect', path: () => '/sign-in?elsewhere=true', signedOut: true },
  { name: 'agents', path: () => '/agents' },
  { name: 'agents-none-fits', path: () => '/agents?status=disabled&model=00000000-0000-4000-8000-000000000000' },
  { name: 'agents-new', path: () => '/agents?new=true', act: floating },
  {
    name: 'agents-unreachable',
    path: () => '/agents',
    prepare: (context) => context.route('**/v1/organizations/*/agents*', (route) => route.abort()),
  },
  {
    name: 'agents-loading',
    path: () => '/agents',
    prepare: (context) => context.route('**/v1/organizations/*/agents*', () => undefined),
  },
  { name: 'overview', path: ({ agent }) => `/agents/${agent}` },
  { name: 'overview-new', path: ({ empty }) => `/agents/${empty}` },
  {
    name: 'overview-tried',
    path: ({ agent, places }) => `/agents/${agent}?conversation=${places.ai}`,
    act: seen(/garden room/),
  },
  {
    name: 'sources',
    path: ({ agent }) => `/agents/${agent}/sources`,
    act: (page) => page.getByRole('cell', { name: /Failed/ }).waitFor(),
  },
  { name: 'sources-empty', path: ({ empty }) => `/agents/${empty}/sources` },
  { name: 'sources-add', path: ({ agent }) => `/agents/${agent}/sources`, act: open('Add source') },
  { name: 'sources-text', path: ({ agent }) => `/agents/${agent}/sources?add=text`, act: floating },
  { name: 'sources-qa', path: ({ agent }) => `/agents/${agent}/sources?add=qa`, act: floating },
  { name: 'sources-url', path: ({ agent }) => `/agents/${agent}/sources?add=url`, act: floating },
  { name: 'sources-file', path: ({ agent }) => `/agents/${agent}/sources?add=file`, act: floating },
  {
    name: 'sources-panel',
    path: ({ agent }) => `/agents/${agent}/sources`,
    act: (page) => page.getByRole('link', { name: /House guide/ }).click(),
  },
  { name: 'sources-disabled', path: ({ disabled }) => `/agents/${disabled}/sources` },
  { name: 'settings-agent', path: ({ agent }) => `/agents/${agent}/settings` },
  {
    name: 'settings-agent-end',
    path: ({ agent }) => `/agents/${agent}/settings`,
    act: (page) => page.getByRole('button', { name: 'Delete agent' }).scrollIntoViewIfNeeded(),
  },
  { name: 'settings-agent-delete', path: ({ agent }) => `/agents/${agent}/settings`, act: open('Delete agent') },
  { name: 'settings-agent-action', path: ({ agent }) => `/agents/${agent}/settings`, act: open('New action') },
  { name: 'settings-agent-disabled', path: ({ disabled }) => `/agents/${disabled}/settings` },
  { name: 'webhooks', path: ({ agent }) => `/agents/${agent}/webhooks`, act: seen('Deliveries') },
  {
    name: 'webhooks-verify',
    path: ({ agent }) => `/agents/${agent}/webhooks`,
    act: open('Checking the signature'),
  },
  {
    name: 'webhooks-secret',
    path: ({ crawled }) => `/agents/${crawled}/webhooks?new=true`,
    act: async (page) => {
      await page.getByRole('textbox', { name: 'URL' }).fill(`${website.url}/events`)
      await open('Create endpoint')(page)
      await seen('I have stored it')(page)
    },
  },
  { name: 'webhooks-empty', path: ({ empty }) => `/agents/${empty}/webhooks` },
  { name: 'webhooks-new', path: ({ agent }) => `/agents/${agent}/webhooks?new=true`, act: floating },
  {
    name: 'webhooks-delivery',
    path: ({ agent }) => `/agents/${agent}/webhooks`,
    act: (page) => page.getByRole('table', { name: 'Deliveries' }).getByRole('link').first().click(),
  },
  {
    name: 'crawls-recent',
    path: () => '/crawls',
    prepare: storing(({ owner, crawl }) => ({
      [`crawls.${owner.organizationId}`]: [
        { taskId: crawl, url: website.url, startedAt: new Date().toISOString() },
        { taskId: 'gone', url: 'https://example.com/help', startedAt: '2026-01-01T00:00:00Z' },
      ],
    })),
  },
  {
    name: 'crawl-train',
    path: ({ crawl }) => `/crawls/${crawl}`,
    prepare: storing(({ crawl, crawled }) => ({
      [`crawl.${crawl}`]: {
        run: { id: 'run', agentId: crawled, pages: '0-15', done: 16, created: 16, refused: [], finished: true },
      },
    })),
    act: seen('Training is over'),
  },
  { name: 'crawls', path: ({ agent }) => `/crawls?agent=${agent}` },
  { name: 'crawl-choose', path: ({ agent, crawl }) => `/crawls/${crawl}?agent=${agent}`, act: seen(/Found ·/) },
  {
    name: 'crawl-left-out',
    path: ({ agent, crawl }) => `/crawls/${crawl}?agent=${agent}&tab=skipped`,
    act: seen(/Left out ·/),
  },
  { name: 'inbox', path: () => '/inbox', act: seen('Room 24') },
  { name: 'inbox-needs-person', path: () => '/inbox?view=needs_person', act: seen('Room 24') },
  { name: 'inbox-empty', path: ({ empty }) => `/inbox?agent=${empty}` },
  { name: 'inbox-nothing-found', path: () => '/inbox?q=zebra', act: seen('Nothing found') },
  { name: 'inbox-signals', path: () => '/inbox', act: open('Sound and notifications') },
  ...(['waiting', 'ai', 'human', 'closed', 'action', 'long', 'disabled'] as const).map(
    (place): Shot => ({
      name: `thread-${place}`,
      path: ({ agent, disabled, places }) => `/inbox/${place === 'disabled' ? disabled : agent}/${places[place]}`,
      act: (page) => page.getByRole('article').first().waitFor(),
    }),
  ),
  { name: 'thread-why', path: ({ agent, places }) => `/inbox/${agent}/${places.ai}`, act: open(/Why this answer/) },
  { name: 'thread-details', path: ({ agent, places }) => `/inbox/${agent}/${places.waiting}?details=true` },
  {
    name: 'thread-delete',
    path: ({ agent, places }) => `/inbox/${agent}/${places.ai}`,
    act: async (page) => {
      await open('More')(page)
      await page.getByRole('menuitem', { name: /^Delete/ }).click()
    },
  },
  {
    name: 'thread-gone',
    path: ({ agent }) => `/inbox/${agent}/00000000-0000-4000-8000-000000000000`,
    act: seen('This conversation is gone'),
  },
  {
    name: 'thread-offline',
    path: ({ agent, places }) => `/inbox/${agent}/${places.human}`,
    act: async (page) => {
      await page.getByRole('textbox', { name: /^Reply/ }).waitFor()
      await page.context().setOffline(true)
      await page.getByRole('textbox', { name: /^Reply/ }).fill('Your luggage can stay at the desk.')
      await page.getByRole('button', { name: /^(Take over and send|Send)/ }).click()
      await page.getByText('Goes out when the connection is back').waitFor()
    },
  },
  { name: 'api-keys', path: () => '/settings/api-keys' },
  { name: 'api-keys-new', path: () => '/settings/api-keys?new=true', act: floating },
  {
    name: 'api-keys-secret',
    path: () => '/settings/api-keys?new=true',
    act: async (page) => {
      await page.getByRole('textbox', { name: 'Name' }).fill('Picture')
      await page.getByRole('radio', { name: /^Inbox/ }).check()
      await open('Create key')(page)
      await open('Reveal')(page)
    },
  },
  { name: 'settings', path: () => '/settings' },
  {
    name: 'settings-end',
    path: () => '/settings',
    act: (page) => page.getByRole('button', { name: 'Sign out' }).last().scrollIntoViewIfNeeded(),
  },
  { name: 'developers', path: () => '/developers' },
  { name: 'developers-endpoint', path: () => '/developers#createSource', act: seen(/-F file=/) },
  {
    name: 'developers-end',
    path: () => '/developers',
    act: (page) => page.getByRole('table', { name: 'Errors' }).scrollIntoViewIfNeeded(),
  },
  { name: 'palette', path: () => '/agents', act: (page) => page.keyboard.press('Control+k') },
  {
    name: 'shortcuts',
    path: () => '/inbox',
    act: async (page) => {
      await seen('Room 24')(page)
      await page.keyboard.press('?')
    },
  },
  { name: 'no-page', path: () => '/nowhere' },
  {
    name: 'session-ended',
    ownSession: true,
    path: ({ agent, places }) => `/inbox/${agent}/${places.ai}`,
    act: async (page) => {
      await page.getByRole('textbox', { name: /^Reply/ }).waitFor()
      await page.evaluate(() => fetch('/api/v1/session', { method: 'DELETE' }))
      await open('Take over')(page)
    },
  },
]

const knowledge = `Breakfast is served from 7:00 to 10:30 in the garden room.

Check-in begins at 15:00 and check-out ends at 11:00. Luggage can stay at the desk before and after.

Parking costs 12 euros a day in the garage below the house.`

const website = await serveWebsite({
  '/': `<title>Garden House</title><main><h1>Garden House</h1><p>Rooms above the garden.</p>${links()}</main>`,
  ...Object.fromEntries(
    addresses().map((path) => [
      path,
      `<title>${path}</title><main><h1>${path}</h1><p>About ${path}.</p>${links()}</main>`,
    ]),
  ),
  '/events': 'taken',
})
const product = await startProduct({ env: { OUTBOUND_ALLOW: website.host } })
try {
  const first = await chromium.launch({ executablePath: await findBrowser(), args: browserOptions })
  await take(first, [{ name: 'setup', path: () => '/', signedOut: true }], { url: product.url } as World)
  const world = await populate(product.url)
  await take(first, shots, world)
  await first.close()
} finally {
  await product.stop()
  removeData(product)
  website.close()
}

async function take(browser: Browser, wanted: Shot[], world: World): Promise<void> {
  const jobs = widths
    .filter((width) => !onlyWidth || width === Number(onlyWidth))
    .flatMap((width) => wanted.filter(({ name }) => name.includes(part)).map((shot) => ({ shot, width })))
  const session = await signedIn(browser, world.url, wanted)
  const takeNext = async (): Promise<void> => {
    for (let job = jobs.shift(); job; job = jobs.shift()) await takeBoth(browser, job.shot, job.width, world, session)
  }
  await Promise.all(Array.from({ length: AT_ONCE }, takeNext))
}

type Session = Awaited<ReturnType<BrowserContext['storageState']>>

/** One session for all pictures but those that end it: a password is slow to check, on purpose. */
async function signedIn(browser: Browser, url: string, wanted: Shot[]): Promise<Session | undefined> {
  if (wanted.every(({ signedOut }) => signedOut)) return undefined
  const context = await browser.newContext({ baseURL: url })
  await context.request.post('/api/v1/session', { data: ownerAccount })
  const session = await context.storageState()
  await context.close()
  return session
}

/** The theme follows the system's: a page that is loaded and still is only painted again. */
async function takeBoth(browser: Browser, shot: Shot, width: number, world: World, session: Session | undefined) {
  const context = await browser.newContext({
    baseURL: world.url,
    viewport: { width, height: heights[width]! },
    colorScheme: themes[0],
    reducedMotion: 'reduce',
    ...(!shot.signedOut && !shot.ownSession && session && { storageState: session }),
  })
  try {
    if (shot.ownSession) await context.request.post('/api/v1/session', { data: ownerAccount })
    const page = await context.newPage()
    page.setDefaultTimeout(15_000)
    const settled = settling(page)
    await shot.prepare?.(context, world)
    await page.goto(shot.path(world))
    await page.locator('main').first().waitFor()
    await settled()
    await shot.act?.(page, world)
    if (opens.test(shot.name)) await floating(page)
    await settled()
    for (const theme of themes) {
      await page.emulateMedia({ colorScheme: theme })
      await page.waitForFunction((wanted) => matchMedia(`(prefers-color-scheme: ${wanted})`).matches, theme)
      await painted(page)
      await page.screenshot({ path: join(target, `${shot.name}-${width}-${theme}.png`) })
    }
  } catch (error) {
    console.error(`${shot.name} ${width}: ${String(error).split('\n')[0]}`)
  } finally {
    await context.close()
  }
}

/** Until the page has nothing left to do and shows it. */
async function painted(page: Page): Promise<void> {
  await page.evaluate(async () => {
    const frame = () => new Promise((next) => requestAnimationFrame(next))
    await frame()
    await Promise.allSettled(document.getAnimations().map(({ finished }) => finished))
    await new Promise<unknown>((idle) => requestIdleCallback(idle, { timeout: 1_000 }))
    await frame()
    await frame()
  })
}

/**
 * Watches what a page loads from now on. The function it gives waits until nothing is on its way any more, within
 * reason: a screen that keeps loading is a state too. A stream of events never ends, and isn't waited for.
 */
function settling(page: Page): () => Promise<void> {
  const loading = new Set<Request>()
  let lastEnd = 0
  const end = (request: Request) => {
    if (loading.delete(request)) lastEnd = Date.now()
  }
  page.on('request', (request) => !/\/events(\?|$)/.test(request.url()) && loading.add(request))
  page.on('requestfinished', end)
  page.on('requestfailed', end)
  return async () => {
    const busy = page.locator('[aria-busy=true]').first()
    const deadline = Date.now() + SETTLED_WITHIN_MS
    while (Date.now() < deadline) {
      const isQuiet = loading.size === 0 && Date.now() - lastEnd > QUIET_MS
      if (isQuiet && !(await busy.count())) break
      await new Promise((next) => setTimeout(next, 20))
    }
    await page.evaluate(() => document.fonts.ready)
    await painted(page)
  }
}

async function populate(url: string): Promise<World> {
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
  await must(url, 'createAction', { params: { agent }, body: actionBody }, owner)

  const untilTrained = (taught: string) =>
    until(async () =>
      (await must(url, 'listSources', { params: { agent: taught } }, owner)).data.every(
        ({ status }) => status === 'completed' || status === 'failed',
      ),
    )
  const source = (body: { type: 'text'; title: string; content: string } | { type: 'url'; urls: string[] }) =>
    must(url, 'createSource', { params: { agent }, body }, owner)
  await source({ type: 'text', title: 'House guide', content: knowledge })
  await source({ type: 'url', urls: [`${website.url}/rooms`, `${website.url}/gone`] })
  const pair = { question: 'Can I bring my dog?', answer: 'Yes, for 15 euros a night.' }
  await must(url, 'createSource', { params: { agent }, body: { type: 'qa', questions: [pair] } }, owner)
  await must(url, 'createDraft', { params: { agent }, body: { content: 'The sauna opens at 16:00.' } }, owner)
  await untilTrained(agent)

  const endpoint = { url: `${website.url}/events` }
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

  const winter = { params: { agent: disabled }, body: { chat_user_id: 'Bo' } }
  const ofDisabled = (await must(url, 'createConversation', winter, owner)).data.id
  const off = { is_disabled: true, disabled_reason: 'Closed until the first snow' }
  await must(url, 'updateAgentSettings', { params: { agent: disabled }, body: off }, owner)

  const crawl = (await must(url, 'startCrawl', { params, body: { url: website.url } }, owner)).data.task_id
  await until(
    async () =>
      (await call(url, 'getCrawl', { params: { ...params, taskId: crawl } }, owner)).data.status === 'completed',
  )
  const { urls } = (await must(url, 'getCrawl', { params: { ...params, taskId: crawl } }, owner)).data.result!
  await must(
    url,
    'createSource',
    { params: { agent: crawled }, body: { type: 'url', urls: [...urls, `${website.url}/gone`] } },
    owner,
  )
  await untilTrained(crawled)
  return {
    url,
    owner,
    agent,
    disabled,
    empty,
    crawled,
    crawl,
    places: { waiting, ai, human, closed, action, long, disabled: ofDisabled },
  }
}

function addresses(): string[] {
  const rooms = ['single', 'double', 'garden', 'tower', 'family'].map((room) => `/rooms/${room}`)
  const help = ['arrival', 'parking', 'pets', 'payment', 'breakfast', 'lost-and-found'].map((page) => `/help/${page}`)
  return ['/rooms', ...rooms, '/help', ...help, '/news/2026/spring', '/news/2026/summer']
}

function links(): string {
  return ['/gone', ...addresses()].map((path) => `<a href="${path}">${path}</a>`).join(' ')
}

async function until(done: () => Promise<boolean>): Promise<void> {
  for (const deadline = Date.now() + 60_000; !(await done()); ) {
    if (Date.now() > deadline) throw new Error('The data for the pictures was not ready in a minute.')
    await new Promise((next) => setTimeout(next, 100))
  }
}
