/**
 * The list of all screens and their main states to take screenshots of: the address of each and the steps to reach it.
 */
import type { BrowserContext, Page } from 'playwright'
import type { Data } from '#contract/index.ts'
import type { World } from './screens-data.ts'
import { modelShots } from './screens-models.ts'

export interface Shot {
  name: string
  path: (world: World) => string
  /** Steps to reach the state; the screenshot is taken once they are done. */
  act?: (page: Page, world: World) => Promise<unknown>
  signedOut?: true
  /** Uses a session of its own, because the steps end it. */
  ownSession?: true
  /** Changes the environment beforehand, for example to cut off the server. */
  prepare?: (context: BrowserContext, world: World) => Promise<unknown>
}

const open = (name: string | RegExp) => (page: Page) => page.getByRole('button', { name }).first().click()
/** Asks the agent a question in the playground and waits for the reply. */
const ask = (question: string, reply: string | RegExp) => async (page: Page) => {
  await page.getByRole('textbox', { name: 'Message as a visitor' }).fill(question)
  await page.keyboard.press('Enter')
  await page.getByRole('log').getByText(reply).first().waitFor()
}
const choose =
  (...titles: string[]) =>
  async (page: Page) => {
    for (const title of titles) await page.getByRole('checkbox', { name: `Choose ${title}` }).check()
  }
const seen = (text: string | RegExp) => (page: Page) => page.getByText(text).first().waitFor()
/** Waits until a text is visible of which the page also holds hidden copies, for other widths. */
const seenOnScreen = (text: string) => (page: Page) => page.getByText(text).filter({ visible: true }).first().waitFor()
/** Waits until a dialog, a menu or a panel is open. */
export const floating = (page: Page) => page.locator('[role=dialog], [role=alertdialog], [role=menu]').first().waitFor()

type Mailboxes = Data<'listMailboxes'>
const refusedLogin: NonNullable<Mailboxes[number]['error']> = {
  code: 'login_failed',
  message:
    'smtp.seeblick.example refused user and password of reception. Check both; with two-step verification most providers want an app password.',
  since: '2026-01-01T00:00:00.000Z',
}
const withMailboxes = (context: BrowserContext, change: (listed: Mailboxes) => unknown[]) =>
  context.route('**/mailboxes', async (route) => {
    if (route.request().resourceType() === 'document') return route.continue()
    const answer = await route.fetch()
    const { data, ...rest } = await answer.json()
    await route.fulfill({ response: answer, json: { ...rest, data: change(data) } })
  })

/** The state of a server on which much is wrong. */
const withTroubles = (context: BrowserContext) =>
  context.route('**/api/v1/system', async (route) => {
    const { data, meta } = (await (await route.fetch()).json()) as { data: Data<'getSystem'>; meta: object }
    const troubles: Data<'getSystem'>['troubles'] = [
      {
        rule: 'backup_old',
        title: 'The last backup is older than two days',
        detail:
          'The last backup is of 2026-01-01 03:00 UTC. The last attempt failed: ENOSPC: no space left on device, write',
        mend: 'Look for “backup” in the log: it says why none was made. Make one now with npm run backup.',
      },
      {
        rule: 'disk_low',
        title: 'The disk is nearly full',
        detail: 'Only 0.4 GB of 40.0 GB are free.',
        mend: 'Make room on the disk of DATA_DIR, or move it to a larger one.',
      },
    ]
    const backups = {
      ...{ folder: '/srv/backups/of/the/front/desk', newest_at: '2026-01-01T03:00:00.000Z', kept: 11 },
      ...{ next_at: data.at, is_encrypted: true, error: 'ENOSPC: no space left on device, write' },
    }
    const storage = { ...data.storage, disk_free_bytes: 0.4e9, disk_bytes: 40e9 }
    const mail = { ...data.mail, mailboxes_failing: 1 }
    await route.fulfill({ json: { data: { ...data, troubles, backups, storage, mail }, meta } })
  })

/** Takes the first step to a mailbox, and waits for a text of the second. */
const signIn = (address: string, text: string) => async (page: Page) => {
  await open('New mailbox')(page)
  await page.getByRole('textbox', { name: 'Address', exact: true }).fill(address)
  await page.getByRole('textbox', { name: 'Name', exact: true }).fill('Hotel Seeblick')
  await open('Continue')(page)
  await page.getByText(text).waitFor()
}

/** Matches the names of states whose screenshot waits for a dialog, menu or panel over the screen. */
export const opens =
  /-(add|panel|delete|delivery|signals|why|secret|assign|label|snooze|verify)$|^(palette[a-z-]*|shortcuts|session-ended|settings-agent-action)$/

/** Has the server say that it sends mail. */
const sendsMail = (context: BrowserContext) =>
  context.route('**/api/v1/start', async (route) => {
    const answer = await route.fetch()
    const { data, ...rest } = await answer.json()
    await route.fulfill({ response: answer, json: { ...rest, data: { ...data, sends_mail: true } } })
  })

/** Has each crawl find 300 pages in folders within folders, with names of all lengths. */
const findsMuch = (context: BrowserContext) =>
  context.route(/\/v1\/organizations\/[^/]+\/crawls\/[^/]+$/, async (route) => {
    const answer = await route.fetch()
    const body = await answer.json()
    if (body.data?.result)
      body.data.result.urls = Array.from({ length: 300 }, (_, at) => {
        const folders = ['docs', 'installation-and-first-steps', `version-${at % 3}`, `chapter-${at % 10}`].join('/')
        const name =
          at % 4 === 0 ? `how-to-move-from-an-older-release-without-losing-a-single-message-${at}` : `page-${at}`
        return `https://www.garden-house-example.com/${folders}/${name}`
      })
    await route.fulfill({ response: answer, json: body })
  })

/** Opens the first folder of each level of the tree of pages. */
const openFolders = async (page: Page) => {
  const tree = page.getByRole('tree', { name: 'Pages' })
  await tree.focus()
  for (let level = 1; level <= 5; level += 1) {
    await page.keyboard.press('ArrowRight')
    await page.keyboard.press('ArrowRight')
  }
}

export const shots: Shot[] = [
  { name: 'sign-in', path: () => '/sign-in', signedOut: true },
  { name: 'reset', path: () => '/reset-password', signedOut: true },
  { name: 'reset-by-mail', path: () => '/reset-password', signedOut: true, prepare: sendsMail },
  {
    name: 'reset-asked',
    path: () => '/reset-password',
    signedOut: true,
    prepare: async (context) => {
      await sendsMail(context)
      await context.route('**/api/v1/password-resets', (route) => route.fulfill({ status: 204, body: '' }))
    },
    act: async (page) => {
      await page.getByLabel('E-mail').fill('ana@example.com')
      await page.keyboard.press('Enter')
      await seen('Look into your mail')(page)
    },
  },
  {
    name: 'reset-link-used',
    path: () => '/reset-password#0123456789abcdef',
    signedOut: true,
    act: async (page) => {
      await page.getByLabel('New password').fill('a long and quiet garden')
      await page.keyboard.press('Enter')
      await seen('This link works no more')(page)
    },
  },
  { name: 'reset-link', path: () => '/reset-password#0123456789abcdef', signedOut: true },
  { name: 'invitation-used', path: () => '/invitation#0123456789abcdef', signedOut: true },
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
  { name: 'organization-overview', path: () => '/overview?range=30d', act: seen('When visitors write') },
  { name: 'organization-overview-panel', path: () => '/overview?number=conversations', act: floating },
  { name: 'overview', path: ({ agent }) => `/agents/${agent}` },
  { name: 'overview-new', path: ({ empty }) => `/agents/${empty}` },
  {
    name: 'playground-tried',
    path: ({ agent }) => `/agents/${agent}/playground`,
    act: ask('When is breakfast?', /garden room/),
  },
  {
    name: 'playground-form',
    path: ({ agent }) => `/agents/${agent}/playground`,
    act: ask('Please call me back.', 'Call back'),
  },
  {
    name: 'playground-handed-over',
    path: ({ agent }) => `/agents/${agent}/playground`,
    act: ask('Can I talk to a person?', /would pass the conversation/),
  },
  {
    name: 'playground-traced-panel',
    path: ({ agent }) => `/agents/${agent}/playground`,
    act: async (page) => {
      await ask('When is breakfast?', /garden room/)(page)
      await open(/passage/)(page)
    },
  },
  {
    name: 'playground-compared',
    path: ({ agent }) => `/agents/${agent}/playground`,
    act: async (page) => {
      await page.getByRole('button', { name: 'Compare' }).click()
      await page.getByLabel('How sure A must be').selectOption('bold')
      await page.getByRole('textbox', { name: 'Message as a visitor' }).fill('When is breakfast?')
      await page.keyboard.press('Enter')
      await page
        .getByRole('button', { name: /passage/ })
        .nth(1)
        .waitFor()
    },
  },
  { name: 'playground-comparing', path: ({ agent }) => `/agents/${agent}/playground`, act: open('Compare') },
  { name: 'playground', path: ({ agent }) => `/agents/${agent}/playground` },
  {
    name: 'playground-disabled',
    path: ({ disabled }) => `/agents/${disabled}/playground`,
    act: seen('takes no messages'),
  },
  {
    name: 'sources',
    path: ({ agent }) => `/agents/${agent}/knowledge/sources`,
    act: (page) => page.getByRole('cell', { name: /Failed/ }).waitFor(),
  },
  { name: 'sources-empty', path: ({ empty }) => `/agents/${empty}/knowledge/sources` },
  { name: 'sources-add', path: ({ agent }) => `/agents/${agent}/knowledge/sources`, act: open('Add source') },
  { name: 'sources-text', path: ({ agent }) => `/agents/${agent}/knowledge/sources?add=text`, act: floating },
  { name: 'sources-qa', path: ({ agent }) => `/agents/${agent}/knowledge/sources?add=qa`, act: floating },
  { name: 'sources-url', path: ({ agent }) => `/agents/${agent}/knowledge/sources?add=url`, act: floating },
  { name: 'sources-file', path: ({ agent }) => `/agents/${agent}/knowledge/sources?add=file`, act: floating },
  {
    name: 'sources-panel',
    path: ({ agent }) => `/agents/${agent}/knowledge/sources`,
    act: (page) => page.getByRole('link', { name: /House guide/ }).click(),
  },
  {
    name: 'sources-chosen',
    path: ({ agent }) => `/agents/${agent}/knowledge/sources`,
    act: choose('House guide', 'Can I bring my dog?'),
  },
  {
    name: 'sources-chosen-delete',
    path: ({ agent }) => `/agents/${agent}/knowledge/sources`,
    act: async (page) => {
      await choose('House guide', 'Can I bring my dog?')(page)
      await page.getByRole('region', { name: 'Chosen sources' }).getByRole('button', { name: 'Delete' }).click()
      await seen(/last 90 days/)(page)
    },
  },
  {
    name: 'sources-versions-panel',
    path: ({ agent }) => `/agents/${agent}/knowledge/sources`,
    act: async (page) => {
      await page.getByRole('link', { name: /House guide/ }).click()
      await open('Edit')(page)
      const text = page.getByRole('textbox', { name: 'Text' })
      await text.fill(`${await text.inputValue()}\n\nDogs stay for 15 euros a night.`)
      await page.getByRole('button', { name: /^Save/ }).last().click()
      await open('Versions')(page)
      await open(/^What changed/)(page)
    },
  },
  {
    name: 'sources-edit-panel',
    path: ({ agent }) => `/agents/${agent}/knowledge/sources`,
    act: async (page) => {
      await page.getByRole('link', { name: /House guide/ }).click()
      await open('Edit')(page)
      await page.getByRole('textbox', { name: 'Text' }).waitFor()
    },
  },
  {
    name: 'settings-agent-threshold-delete',
    path: ({ agent }) => `/agents/${agent}/settings`,
    act: async (page) => {
      await page.getByRole('radio', { name: /^Cautious/ }).click()
      await seen(/of the last 90 days/)(page)
    },
  },
  { name: 'gaps', path: ({ agent }) => `/agents/${agent}/knowledge/gaps`, act: seen(/bicycle/) },
  { name: 'gaps-empty', path: ({ empty }) => `/agents/${empty}/knowledge/gaps`, act: seen('No open gaps') },
  {
    name: 'gaps-panel',
    path: ({ agent }) => `/agents/${agent}/knowledge/gaps`,
    act: (page) => page.getByRole('link', { name: /bicycle/ }).click(),
  },
  {
    name: 'gaps-proof-panel',
    path: ({ agent }) => `/agents/${agent}/knowledge/gaps?state=taught`,
    act: async (page) => {
      await page.getByRole('link', { name: /pool/ }).click()
      await seen(/on the roof/)(page)
    },
  },
  {
    name: 'gaps-teach',
    path: ({ agent }) => `/agents/${agent}/knowledge/gaps`,
    act: async (page) => {
      await page.getByRole('link', { name: /bicycle/ }).click()
      await open('Answer')(page)
      await seen('It does not know this today')(page)
    },
  },
  { name: 'checks', path: ({ agent }) => `/agents/${agent}/knowledge/checks`, act: seen('Do you rent out bicycles?') },
  { name: 'checks-empty', path: ({ empty }) => `/agents/${empty}/knowledge/checks`, act: seen('No checks yet') },
  { name: 'checks-add', path: ({ agent }) => `/agents/${agent}/knowledge/checks?add=check` },
  { name: 'checks-import-add', path: ({ agent }) => `/agents/${agent}/knowledge/checks?add=file` },
  {
    name: 'checks-panel',
    path: ({ agent }) => `/agents/${agent}/knowledge/checks`,
    act: (page) => page.getByRole('link', { name: 'How much is parking?' }).click(),
  },
  { name: 'sources-disabled', path: ({ disabled }) => `/agents/${disabled}/knowledge/sources` },
  { name: 'settings-agent', path: ({ agent }) => `/agents/${agent}/settings` },
  {
    name: 'settings-agent-end',
    path: ({ agent }) => `/agents/${agent}/settings`,
    act: (page) => page.getByRole('button', { name: 'Delete agent' }).scrollIntoViewIfNeeded(),
  },
  {
    name: 'settings-agent-impact',
    path: ({ agent }) => `/agents/${agent}/settings`,
    act: async (page) => {
      await page.getByRole('radio', { name: /^Cautious/ }).click()
      await page
        .getByRole('alertdialog')
        .getByText(/last 90 days/)
        .first()
        .waitFor()
    },
  },
  { name: 'settings-agent-delete', path: ({ agent }) => `/agents/${agent}/settings`, act: open('Delete agent') },
  { name: 'settings-agent-action', path: ({ agent }) => `/agents/${agent}/developers`, act: open('New action') },
  { name: 'settings-agent-disabled', path: ({ disabled }) => `/agents/${disabled}/settings` },
  { name: 'website', path: ({ agent }) => `/agents/${agent}/widget` },
  { name: 'website-done', path: ({ revised }) => `/agents/${revised.agent}/widget`, act: seen('<script async') },
  {
    name: 'website-look',
    path: ({ revised }) => `/agents/${revised.agent}/widget`,
    act: (page) => page.getByLabel('Theme').evaluate((field) => field.scrollIntoView({ block: 'center' })),
  },
  {
    name: 'website-preview',
    path: ({ revised }) => `/agents/${revised.agent}/widget`,
    act: async (page) => {
      if (page.viewportSize()!.width < 1024) await open('Preview')(page)
      await page.frameLocator('iframe').getByRole('textbox').waitFor()
    },
  },
  { name: 'webhooks', path: ({ agent }) => `/agents/${agent}/developers`, act: seen('Deliveries') },
  {
    name: 'webhooks-verify',
    path: ({ agent }) => `/agents/${agent}/developers`,
    act: open('Checking the signature'),
  },
  {
    name: 'webhooks-lab',
    path: ({ agent }) => `/agents/${agent}/developers`,
    act: async (page) => {
      await open('Webhook lab')(page)
      await page.getByRole('textbox', { name: 'Body' }).fill('{\n  "type": "public_api_human_handoff"\n}')
      await page
        .getByRole('textbox', { name: 'Headers' })
        .fill(
          'webhook-id: msg_1\nwebhook-timestamp: 1772442900\nwebhook-signature: v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4=',
        )
      await page.getByRole('textbox', { name: 'Secret', exact: true }).fill('whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw')
      await open('Find the mistake')(page)
      await seen('The secret is wrong')(page)
    },
  },
  {
    name: 'webhooks-secret',
    path: ({ crawled }) => `/agents/${crawled}/developers?new=true`,
    act: async (page, { site }) => {
      await page.getByRole('textbox', { name: 'URL' }).fill(`${site}/events`)
      await open('Create endpoint')(page)
      await seen('I have stored it')(page)
    },
  },
  { name: 'webhooks-empty', path: ({ empty }) => `/agents/${empty}/developers` },
  { name: 'webhooks-new', path: ({ agent }) => `/agents/${agent}/developers?new=true`, act: floating },
  {
    name: 'webhooks-delivery',
    path: ({ agent }) => `/agents/${agent}/developers`,
    act: (page) => page.getByRole('table', { name: 'Deliveries' }).getByRole('link').first().click(),
  },
  { name: 'websites', path: () => '/crawls', act: seenOnScreen('to review') },
  {
    name: 'crawl-found',
    path: ({ found, empty }) => `/crawls/${found}?agent=${empty}`,
    act: seen(/chosen$/),
  },
  {
    name: 'crawl-large',
    path: ({ found, empty }) => `/crawls/${found}?agent=${empty}`,
    prepare: findsMuch,
    act: seen(/chosen$/),
  },
  {
    name: 'crawl-large-open',
    path: ({ found, empty }) => `/crawls/${found}?agent=${empty}`,
    prepare: findsMuch,
    act: openFolders,
  },
  {
    name: 'crawl-large-searched',
    path: ({ found, empty }) => `/crawls/${found}?agent=${empty}&find=losing`,
    prepare: findsMuch,
    act: async (page) => {
      await seen(/chosen$/)(page)
      await page.getByRole('treeitem').last().scrollIntoViewIfNeeded()
    },
  },
  {
    name: 'crawl-learnt',
    path: ({ found, crawled }) => `/crawls/${found}?agent=${crawled}`,
    act: seen('has learnt'),
  },
  { name: 'crawl-failed', path: ({ failed }) => `/crawls/${failed}`, act: seen('could not be read') },
  { name: 'crawl-going-on', path: ({ goingOn }) => `/crawls/${goingOn}`, act: seen('Looking for pages') },
  {
    name: 'agent-websites',
    path: ({ agent }) => `/agents/${agent}/knowledge/websites`,
    act: seenOnScreen('to review'),
  },
  {
    name: 'agent-websites-empty',
    path: ({ empty }) => `/agents/${empty}/knowledge/websites`,
    act: seen('No websites'),
  },
  {
    name: 'website-review',
    path: ({ agent, planned }) => `/agents/${agent}/knowledge/websites/${planned}`,
    act: seen(/chosen$/),
  },
  {
    name: 'website-page-panel',
    path: ({ agent, planned }) => `/agents/${agent}/knowledge/websites/${planned}`,
    act: async (page) => {
      await page
        .getByRole('button', { name: /^Show the text of/ })
        .first()
        .click()
      await floating(page)
    },
  },
  {
    name: 'website-revised',
    path: ({ revised }) => `/agents/${revised.agent}/knowledge/websites/${revised.site}`,
    act: seen(/chosen$/),
  },
  {
    name: 'website-revised-panel',
    path: ({ revised }) => `/agents/${revised.agent}/knowledge/websites/${revised.site}`,
    act: async (page) => {
      await page.getByRole('button', { name: /^Show the text of .*parking$/ }).click()
      await page.getByRole('list', { name: 'What has changed' }).waitFor()
    },
  },
  {
    name: 'website-crawled',
    path: ({ revised }) => `/agents/${revised.agent}/knowledge/websites`,
    act: async (page, { crawlLong }) => {
      const { agent, site } = await crawlLong()
      await page.goto(`/agents/${agent}/knowledge/websites/${site}`)
      await seen('Looking for pages')(page)
    },
  },
  {
    name: 'website-learnt',
    path: ({ crawled, learnt }) => `/agents/${crawled}/knowledge/websites/${learnt}`,
    act: seen('has learnt it'),
  },
  { name: 'inbox', path: () => '/inbox', act: seen('Room 24') },
  { name: 'inbox-unassigned', path: () => '/inbox?view=unassigned', act: seen('Room 24') },
  { name: 'inbox-for-me', path: () => '/inbox?view=for_me' },
  { name: 'notifications-panel', path: () => '/inbox', act: open(/^Notifications/) },
  { name: 'inbox-empty', path: ({ empty }) => `/inbox?agent=${empty}` },
  { name: 'inbox-found', path: () => '/inbox?q=breakfast', act: seen(/garden/) },
  { name: 'inbox-nothing-found', path: () => '/inbox?q=zebra', act: seen('Nothing found') },
  { name: 'inbox-notifications', path: () => '/inbox', act: open('Sound and notifications') },
  ...(['waiting', 'unanswered', 'ai', 'human', 'closed', 'action', 'long', 'disabled'] as const).map(
    (place): Shot => ({
      name: `thread-${place}`,
      path: ({ agent, disabled, places }) => `/inbox/${place === 'disabled' ? disabled : agent}/${places[place]}`,
      act: (page) => page.getByRole('article').first().waitFor(),
    }),
  ),
  { name: 'thread-why', path: ({ agent, places }) => `/inbox/${agent}/${places.ai}`, act: open(/Why this answer/) },
  ...(['Assign…', 'Label…', 'Snooze…'] as const).map(
    (item): Shot => ({
      name: `thread-${item.toLowerCase().slice(0, -1)}`,
      path: ({ agent, places }) => `/inbox/${agent}/${places.human}`,
      act: async (page) => {
        await open('More')(page)
        await page.getByRole('menuitem', { name: item }).click()
        await floating(page)
      },
    }),
  ),
  {
    name: 'thread-teach',
    path: ({ agent, places }) => `/inbox/${agent}/${places.human}`,
    act: async (page) => {
      await page.getByRole('button', { name: 'Teach this' }).first().click()
      await page.getByRole('textbox', { name: 'Answer' }).fill('Write to ana@example.com, Ana: it costs 12 euros.')
    },
  },
  { name: 'thread-mail', path: ({ agent, places }) => `/inbox/${agent}/${places.mail}` },
  {
    name: 'thread-mail-whole',
    path: ({ agent, places }) => `/inbox/${agent}/${places.mail}`,
    async act(page) {
      await page.getByRole('button', { name: 'The whole mail' }).last().click()
      await page.getByText('Download original').waitFor()
    },
  },
  { name: 'thread-mail-linked', path: ({ agent, places }) => `/inbox/${agent}/${places.linked}` },
  { name: 'thread-mail-people', path: ({ agent, places }) => `/inbox/${agent}/${places.mail}?details=true` },
  {
    name: 'thread-mail-to',
    path: ({ agent, places }) => `/inbox/${agent}/${places.mail}`,
    act: async (page) => {
      await page.getByRole('button', { name: 'Change recipients and subject' }).click()
      await page.getByRole('textbox', { name: 'Cc', exact: true }).fill('kitchen@example.com, ')
      await page.getByRole('textbox', { name: 'Bcc' }).fill('kitchen, ')
    },
  },
  {
    name: 'thread-mail-stopped',
    path: ({ agent, places }) => `/inbox/${agent}/${places.mail}`,
    prepare: (context) =>
      context.route('**/conversations/*/thread*', async (route) => {
        const answer = await route.fetch()
        const { data, ...rest } = (await answer.json()) as { data: Data<'listThread'> }
        const email = data.email && { ...data.email, why: 'not_sending' }
        await route.fulfill({ response: answer, json: { ...rest, data: { ...data, email } } })
      }),
    act: seen('This mailbox can’t send at the moment'),
  },
  {
    name: 'thread-mail-pending',
    path: ({ agent, places }) => `/inbox/${agent}/${places.begun}`,
    act: async (page) => {
      await page.getByRole('textbox', { name: /^Reply to/ }).fill('It has a view of the garden.')
      await page.getByRole('button', { name: 'Send', exact: true }).click()
      await page.getByRole('button', { name: 'Undo' }).last().waitFor()
    },
  },
  {
    name: 'new-mail',
    path: () => '/inbox',
    act: async (page) => {
      await page.getByRole('button', { name: 'New mail' }).click()
      await page.getByRole('textbox', { name: 'To', exact: true }).fill('mira@example.com, ')
      await page.getByLabel('Subject').fill('Your room')
    },
  },
  { name: 'thread-mail-machine', path: ({ agent, places }) => `/inbox/${agent}/${places.machine}` },
  { name: 'thread-widget', path: ({ agent, places }) => `/inbox/${agent}/${places.widget}?details=true` },
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
  { name: 'settings-labels', path: () => '/settings/labels' },
  { name: 'settings-saved-replies', path: () => '/settings/saved-replies' },
  { name: 'settings-saved-replies-add', path: () => '/settings/saved-replies', act: open('New saved reply') },
  { name: 'settings-mailboxes', path: () => '/settings/mailboxes', act: seen('reception@seeblick.example') },
  {
    name: 'settings-mailboxes-none',
    path: () => '/settings/mailboxes',
    prepare: (context) => withMailboxes(context, () => []),
    act: seen('No mailboxes yet'),
  },
  {
    name: 'settings-mailboxes-failing',
    path: () => '/settings/mailboxes',
    prepare: (context) =>
      withMailboxes(context, ([first, ...others]) => [
        { ...first, status: 'failing', error: refusedLogin },
        ...others.map((other) => ({ ...other, status: 'connected', received_at: other.created_at })),
      ]),
    act: seen('Failing'),
  },
  {
    name: 'settings-mailboxes-new-add',
    path: () => '/settings/mailboxes',
    act: async (page) => {
      await open('New mailbox')(page)
      await page.getByRole('textbox', { name: 'Address', exact: true }).fill('nonsense')
      await open('Continue')(page)
      await page.getByRole('alert').first().waitFor()
    },
  },
  {
    name: 'settings-mailboxes-provider-add',
    path: () => '/settings/mailboxes',
    act: signIn('reception@gmail.com', 'Make an app password'),
  },
  {
    name: 'settings-mailboxes-sign-in-add',
    path: () => '/settings/mailboxes',
    prepare: (context) =>
      context.route('**/mailboxes/test', (route) => {
        const fine = { ok: true, code: null, message: null }
        const incoming = {
          ...{ ok: false, code: 'login_failed', folders: [] },
          message: refusedLogin.message.replace('smtp', 'imap'),
        }
        return route.fulfill({ json: { data: { incoming, outgoing: fine }, meta: {} } })
      }),
    act: async (page) => {
      await signIn('lobby@seeblick.example', 'Servers and folder')(page)
      await page.getByLabel('Password', { exact: true }).fill('wrong')
      await open('Continue')(page)
      await page.getByRole('button', { name: 'Go on without it' }).scrollIntoViewIfNeeded()
    },
  },
  {
    name: 'settings-mailboxes-answers-add',
    path: () => '/settings/mailboxes',
    prepare: (context) =>
      context.route('**/mailboxes/test', (route) => {
        const fine = { ok: true, code: null, message: null }
        const data = { incoming: { ...fine, folders: ['INBOX'] }, outgoing: fine }
        return route.fulfill({ json: { data, meta: {} } })
      }),
    act: async (page) => {
      await signIn('lobby@gmail.com', 'Make an app password')(page)
      await page.getByLabel('Password', { exact: true }).fill('right')
      await open('Continue')(page)
      await seen('Who answers')(page)
    },
  },
  {
    name: 'settings-mailboxes-unfetched',
    path: () => '/settings/mailboxes',
    async prepare(context) {
      const auth = { type: 'password', provider: null }
      const server = { type: 'imap', host: 'imap.seeblick.example', port: 993, security: 'tls', user: 'reception' }
      await withMailboxes(context, ([first, ...others]) => [
        {
          ...first,
          status: 'connected',
          received_at: first!.created_at,
          incoming: { ...server, folder: 'INBOX', auth },
        },
        ...others,
      ])
      const received_at = '2026-01-01T00:00:00.000Z'
      const data = [
        { uid: 7, size: 48_213, received_at },
        { uid: 4, size: 1_234, received_at: null },
      ]
      await context.route('**/unfetched', (route) => route.fulfill({ json: { data, meta: {} } }))
    },
    act: async (page) => page.getByText('2 mails were not fetched').click(),
  },
  {
    name: 'settings-mailboxes-server-add',
    path: () => '/settings/mailboxes',
    act: async (page) => {
      await open('Change reception@seeblick.example')(page)
      await page.getByLabel('Host').fill('smtp.other.example')
      await page.getByLabel('Password', { exact: true }).scrollIntoViewIfNeeded()
    },
  },
  {
    name: 'settings-mailboxes-secret',
    path: () => '/settings/mailboxes',
    act: async (page) => {
      await open('New inbound URL for reception@seeblick.example')(page)
      await open('Make a new URL')(page)
      await seen('I have stored it')(page)
    },
  },
  {
    name: 'settings-mailboxes-test-add',
    path: () => '/settings/mailboxes',
    prepare: (context) =>
      context.route('**/mailboxes/test', (route) => {
        const { since: _, ...outgoing } = { ...refusedLogin, ok: false }
        const incoming = { ok: true, code: null, message: null, folders: [] }
        return route.fulfill({ json: { data: { incoming, outgoing }, meta: {} } })
      }),
    act: async (page) => {
      await open('Change reception@seeblick.example')(page)
      await open('Test')(page)
      await page.getByText(refusedLogin.message).scrollIntoViewIfNeeded()
    },
  },
  {
    name: 'settings-mailboxes-before-verify',
    path: () => '/settings/mailboxes',
    act: async (page) => {
      await open('Verify reception@seeblick.example')(page)
      await seen('posted to the inbound URL first')(page)
    },
  },
  {
    name: 'settings-mailboxes-verify',
    path: () => '/settings/mailboxes',
    prepare: (context) =>
      context.route('**/verification', (route) => {
        const [started_at, expires_at] = [0, 86_400_000].map((ms) => new Date(Date.now() + ms).toISOString())
        const plain = { status: 'arrived', message: null }
        const plus = { ...plain, status: 'sent' }
        const authserv_id = 'mx.seeblick.example'
        return route.fulfill({ json: { data: { started_at, expires_at, plain, plus, authserv_id }, meta: {} } })
      }),
    act: async (page) => {
      await open('Verify reception@seeblick.example')(page)
      await seen('It arrives.')(page)
    },
  },
  {
    name: 'settings-mailboxes-delete',
    path: () => '/settings/mailboxes',
    act: open('Delete reception@seeblick.example'),
  },
  ...modelShots,
  { name: 'settings-hours', path: () => '/settings/hours' },
  {
    name: 'settings-hours-some',
    path: () => '/settings/hours',
    act: async (page) => {
      await page.getByRole('checkbox', { name: 'Monday' }).check()
      await page.getByRole('checkbox', { name: 'Tuesday' }).check()
      await page.getByLabel('Tuesday to').fill('02:00')
    },
  },
  { name: 'settings-labels-add', path: () => '/settings/labels', act: open('New label') },
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
  { name: 'settings-security', path: () => '/settings/security' },
  { name: 'settings-two-factor-add', path: () => '/settings/security', act: open('Turn on') },
  { name: 'settings-members', path: () => '/settings/members', act: seenOnScreen('Owner') },
  { name: 'settings-members-add', path: () => '/settings/members', act: open(/^Invite/) },
  { name: 'settings-notifications', path: () => '/settings/notifications', act: seen('How you are told') },
  {
    name: 'settings-notifications-all-ways',
    path: () => '/settings/notifications',
    prepare: async (context) => {
      await context.route('**/notifications/push-key', (route) =>
        route.fulfill({ json: { data: { public_key: 'BOw' } } }),
      )
      await sendsMail(context)
    },
    act: async (page) => {
      const hours = page.getByRole('switch', { name: 'Every day at the same hours' })
      await hours.waitFor()
      if (!(await hours.isChecked())) await hours.click()
      await page.getByLabel('Quiet from').waitFor()
    },
  },
  {
    name: 'settings-push',
    path: () => '/settings/notifications',
    prepare: async (context) => {
      // Browsers without a window block notifications, whatever they are granted.
      await context.addInitScript(() => Object.defineProperty(Notification, 'permission', { get: () => 'default' }))
      await context.route('**/notifications/push-key', (route) =>
        route.fulfill({ json: { data: { public_key: 'BOw' } } }),
      )
    },
    act: (page) => page.getByRole('button', { name: 'Turn on in this browser' }).scrollIntoViewIfNeeded(),
  },
  { name: 'settings-organization', path: () => '/settings/organization' },
  { name: 'settings-plan', path: () => '/settings/plan' },
  { name: 'settings-audit', path: () => '/settings/audit' },
  {
    name: 'settings-audit-entry',
    path: () => '/settings/audit',
    act: async (page) => {
      await page.getByRole('table').getByRole('button').first().click()
      await floating(page)
    },
  },
  {
    name: 'settings-privacy',
    path: () => '/settings/privacy',
    act: async (page) => {
      await page.getByRole('combobox', { name: 'Find by' }).selectOption('Visitor id')
      await page.getByRole('textbox', { name: 'Visitor id' }).fill('ana@example.com')
      await page.getByRole('button', { name: 'Find', exact: true }).click()
      await seen(/Verified|Nobody was found/i)(page)
    },
  },
  { name: 'settings-system', path: () => '/settings/system', act: seen(/Baton \d/) },
  {
    name: 'settings-system-wrong',
    path: () => '/settings/system',
    prepare: withTroubles,
    act: seen('The disk is nearly full'),
  },
  {
    name: 'settings-system-wrong-end',
    path: () => '/settings/system',
    prepare: withTroubles,
    act: (page) => page.getByText('Memory', { exact: true }).scrollIntoViewIfNeeded(),
  },
  {
    name: 'settings-system-end',
    path: () => '/settings/system',
    act: (page) => page.getByText('Memory', { exact: true }).scrollIntoViewIfNeeded(),
  },
  {
    name: 'settings-system-news',
    path: () => '/settings/system',
    async act(page) {
      const card = page.getByRole('heading', { name: 'What is new' }).locator('xpath=ancestor::section')
      await card.locator('summary').first().click()
      await card.locator('summary').last().scrollIntoViewIfNeeded()
    },
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
    name: 'palette-thread',
    path: ({ agent, places }) => `/inbox/${agent}/${places.waiting}`,
    act: (page) => page.keyboard.press('Control+k'),
  },
  {
    name: 'palette-found',
    path: ({ agent }) => `/agents/${agent}/knowledge/sources`,
    act: async (page) => {
      await page.keyboard.press('Control+k')
      await page.getByRole('combobox', { name: 'Commands' }).fill('room')
      await page.getByRole('group', { name: 'Conversations' }).waitFor()
    },
  },
  {
    name: 'palette-nothing',
    path: () => '/agents',
    act: async (page) => {
      await page.keyboard.press('Control+k')
      await page.getByRole('combobox', { name: 'Commands' }).fill('zeppelin')
      await page.getByText('Nothing by that name.').waitFor()
    },
  },
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
